/** The games' side of the server, the same on both backends: runs that count, and boards. */
import type { ServerBackend } from "#lib/server-backend.ts";
import type { SharedThings } from "./account-data/leave-shared.ts";
import { createGameEndpoints } from "./api/games/games.ts";
import type { Audit } from "./audit/audit.ts";
import { createBoards } from "./games/boards.ts";
import { createFinishRun } from "./games/finish-run.ts";
import { forgetGamesOf } from "./games/forget-account.ts";
import { createKeptLogs } from "./games/kept-logs.ts";
import { createPlayers } from "./games/players.ts";
import { createRemovals } from "./games/removals.ts";
import { createReplays } from "./games/replays.ts";
import { createRuns } from "./games/runs.ts";
import { newSeed, seedOfDay } from "./games/seeds.ts";
import { createShownBoards } from "./games/shown-boards.ts";
import { gamesSweep } from "./games/sweep-games.ts";
import type { Endpoint } from "./http/api-router.ts";
import type { JobKinds } from "./jobs/jobs.ts";
import type { Log } from "./log.ts";

export type GamesParts = {
  endpoints: Endpoint[];
  jobKinds: JobKinds;
  /** What becomes of boards when an account goes. */
  ofAccounts: SharedThings;
  close(): Promise<void>;
};

/** Runs are timed by a clock that nobody sets: who put the machine's own back would make honest runs too fast. */
const steadyClock = () => performance.timeOrigin + performance.now();

export function createGamesParts(deps: {
  backend: ServerBackend;
  audit: Pick<Audit, "add">;
  log: Log;
  /** Milliseconds since 1970. */
  now: () => number;
  /** Milliseconds, never going back. */
  steadyNow?: () => number;
  /** Of runs without a day's seed; a random one where nothing is said. */
  seed?: () => number;
}): GamesParts {
  const { backend, log, now, steadyNow = steadyClock } = deps;
  const replays = createReplays({ log });
  const players = createPlayers(deps);
  const boards = createBoards(deps);
  const logs = createKeptLogs({ backend, boards, players });
  const shown = createShownBoards({ boards, logs, players, now });
  const runs = createRuns({ backend, now, steadyNow });
  const removals = createRemovals({
    ...deps,
    boards,
    logs,
    players,
    changed: () => shown.changed(),
  });
  return {
    endpoints: createGameEndpoints({
      backend,
      runs,
      finish: createFinishRun({
        runs,
        replays,
        players,
        boards,
        logs,
        changed: (at) => shown.changed(at),
        log,
      }),
      players,
      seedOfDay: (day, game) => seedOfDay(backend, day, game),
      newSeed: deps.seed ?? newSeed,
      shown,
      removals,
      now,
      steadyNow,
    }),
    jobKinds: gamesSweep({ backend, boards, logs, players, now }),
    ofAccounts: {
      leave: {},
      async forgetAddress() {},
      async forgetAccount(uid) {
        await forgetGamesOf(backend, uid);
        shown.changed();
      },
    },
    close: () => replays.close(),
  };
}

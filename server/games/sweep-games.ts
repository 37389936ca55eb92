/** The daily work on games: `sweep-games`. Whatever of it is broken off, the next day comes to the same. docs/games.md */
import { everyChildPage } from "#lib/every-child.ts";
import { type GameName, gameNames } from "#lib/games/game-api.ts";
import { dayMs, dayOf, isLongOver } from "#lib/games/periods.ts";
import { keysOf } from "#lib/keys-of.ts";
import type { DatabaseJson, ServerBackend } from "#lib/server-backend.ts";
import type { JobKinds } from "../jobs/jobs.ts";
import type { Boards } from "./boards.ts";
import { changeValue } from "./change-value.ts";
import type { KeptLogs } from "./kept-logs.ts";
import type { Players } from "./players.ts";
import { readBests, readRun, recordOf, runPath } from "./stored.ts";

/** An open run, and the seed of a day. */
const openDays = 2;

export function gamesSweep(deps: {
  backend: Pick<
    ServerBackend,
    "getValue" | "putValue" | "updateValues" | "getShallow" | "exportChildren"
  >;
  boards: Pick<Boards, "keys" | "boards">;
  logs: Pick<KeptLogs, "mindAll">;
  players: Pick<Players, "forgetOld">;
  /** Milliseconds since 1970. */
  now: () => number;
}): JobKinds {
  const { backend, boards, logs, players, now } = deps;
  const oldestDay = () => dayOf(now() - openDays * dayMs);

  async function clear(paths: readonly string[]): Promise<number> {
    for (const path of paths) {
      // oxlint-disable-next-line no-await-in-loop -- each is a whole board
      await backend.updateValues({ [path]: null });
    }
    return paths.length;
  }

  async function clearBoards(game: GameName): Promise<number> {
    let cleared = 0;
    for (const board of await boards.boards(game)) {
      // oxlint-disable no-await-in-loop -- one board after the other
      const old = (await boards.keys(game, board)).filter((key) => isLongOver(key, now()));
      cleared += await clear(old.map((key) => `leaderboards/${game}/${board}/${key}`));
      // oxlint-enable no-await-in-loop
    }
    return cleared;
  }

  async function clearSeeds(): Promise<void> {
    const days = keysOf(await backend.getShallow("gameSeeds"));
    await clear(days.filter((day) => day < oldestDay()).map((day) => `gameSeeds/${day}`));
  }

  /** Unless another one was begun meanwhile. */
  async function clearRuns(uid: string, games: DatabaseJson): Promise<number> {
    const isOld = (value: DatabaseJson) => (readRun(value)?.atMs ?? 0) < now() - openDays * dayMs;
    let cleared = 0;
    for (const game of gameNames) {
      const value = recordOf(games)[game];
      if (value === undefined || !isOld(value)) continue;
      // oxlint-disable-next-line no-await-in-loop -- there is hardly ever one
      const isGone = await changeValue(backend, runPath(uid, game), (stored) =>
        stored !== null && isOld(stored) ? { said: true, next: null } : { said: false },
      );
      if (isGone) cleared += 1;
    }
    return cleared;
  }

  async function clearPlayer(uid: string, value: DatabaseJson): Promise<void> {
    const stored = recordOf(value);
    const all = recordOf(stored["bests"] ?? null);
    for (const game of gameNames) {
      for (const [board, bests] of Object.entries(recordOf(all[game] ?? null))) {
        const isOld = [...readBests(bests).keys()].some((key) => isLongOver(key, now()));
        // oxlint-disable-next-line no-await-in-loop -- most have none
        if (isOld) await players.forgetOld(uid, game, board);
      }
    }
    for (const [game, day] of Object.entries(recordOf(stored["daily"] ?? null))) {
      if (typeof day === "string" && day >= oldestDay()) continue;
      // oxlint-disable-next-line no-await-in-loop -- most have none
      await changeValue(backend, `gamePlayers/${uid}/daily/${game}`, (found) =>
        found === day ? { said: undefined, next: null } : { said: undefined },
      );
    }
  }

  return {
    "sweep-games": {
      every: { ms: dayMs },
      leaseMs: 10 * 60_000,
      async run(_data, { signal }) {
        const total = { boards: 0, runs: 0, logs: 0 };
        for (const game of gameNames) {
          signal.throwIfAborted();
          // oxlint-disable-next-line no-await-in-loop -- one game after the other
          total.boards += await clearBoards(game);
        }
        await clearSeeds();
        for await (const page of everyChildPage(backend, "gameRuns")) {
          for (const [uid, games] of page) {
            signal.throwIfAborted();
            total.runs += await clearRuns(uid, games);
          }
        }
        for await (const page of everyChildPage(backend, "gamePlayers")) {
          for (const [uid, value] of page) {
            signal.throwIfAborted();
            await clearPlayer(uid, value);
          }
        }
        total.logs = await logs.mindAll(signal);
        return total;
      },
    },
  };
}

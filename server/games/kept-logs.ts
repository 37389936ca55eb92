/**
 * `gameLogs/{uid}/{run}`: how runs of the first ten of a board were played, for who wants to look, and whose each is in
 * `gameLogOwners/{run}`, because an account's id is told to nobody.
 */
import type { BoardOrder, GameName, KeptRun } from "#lib/games/game-api.ts";
import { everyChildPage } from "#lib/every-child.ts";
import type { DatabaseJson, ServerBackend } from "#lib/server-backend.ts";
import type { Boards } from "./boards.ts";
import type { Players } from "./players.ts";
import { recordOf } from "./stored.ts";

/** Of a board and period. */
export const mostLogs = 10;

type KeptLog = Omit<KeptRun, "name"> & { uid: string; day: string | null };

export type LogOwner = {
  uid: string;
  game: GameName;
  board: string;
  order: BoardOrder;
  /** With the seed of that day. */
  day: string | null;
};

export type KeptLogs = {
  keep(run: string, log: KeptLog): Promise<void>;
  /** Null: there is no log of it. */
  ownerOf(run: string): Promise<LogOwner | null>;
  read(run: string): Promise<KeptLog | null>;
  drop(uid: string, runs: readonly string[]): Promise<void>;
  /** It goes unless the run is among the first ten somewhere. @returns whether it went */
  mind(run: string): Promise<boolean>;
  /** Of all accounts. @returns how many went */
  mindAll(signal: AbortSignal): Promise<number>;
};

export const logPaths = (uid: string, run: string) => [
  `gameLogs/${uid}/${run}`,
  `gameLogOwners/${run}`,
];

export function createKeptLogs(deps: {
  backend: Pick<ServerBackend, "getValue" | "updateValues" | "exportChildren">;
  boards: Pick<Boards, "ranked">;
  players: Pick<Players, "bests">;
}): KeptLogs {
  const { backend, boards, players } = deps;

  const valueAt = async (path: string) => (await backend.getValue(path)).value;

  async function drop(uid: string, runs: readonly string[]): Promise<void> {
    if (runs.length === 0) return;
    const paths = runs.flatMap((run) => logPaths(uid, run));
    await backend.updateValues(Object.fromEntries(paths.map((path) => [path, null])));
  }

  async function mindOf(run: string, owner: LogOwner): Promise<boolean> {
    const { uid, game, board, order } = owner;
    for (const [key, best] of await players.bests(uid, game, board)) {
      if (best.run !== run) continue;
      // oxlint-disable-next-line no-await-in-loop -- mostly the first one has it
      const ranked = await boards.ranked({ game, board, order, key });
      if (ranked.slice(0, mostLogs).some((entry) => entry.run === run)) return false;
    }
    await drop(uid, [run]);
    return true;
  }

  async function ownerOf(run: string): Promise<LogOwner | null> {
    return readOwner(await valueAt(`gameLogOwners/${run}`));
  }

  return {
    async keep(run, log) {
      const { uid, game, board, order, day, rules, ...others } = log;
      const owner = { uid, game, board, order, day };
      await backend.updateValues({
        [`gameLogOwners/${run}`]: owner,
        [`gameLogs/${uid}/${run}`]: { ...owner, ...others, rules: JSON.stringify(rules) },
      });
    },
    ownerOf,
    async read(run) {
      const owner = await ownerOf(run);
      if (owner === null) return null;
      const stored = recordOf(await valueAt(`gameLogs/${owner.uid}/${run}`));
      const { rules, log } = stored;
      if (typeof rules !== "string" || typeof log !== "string") return null;
      const { version, seed, ticks, result, at } = stored as Record<string, number>;
      return {
        ...owner,
        rules: JSON.parse(rules),
        log,
        version: version ?? 0,
        seed: seed ?? 0,
        ticks: ticks ?? 0,
        result: result ?? 0,
        at: at ?? 0,
      };
    },
    drop,
    async mind(run) {
      const owner = await ownerOf(run);
      return owner !== null && mindOf(run, owner);
    },
    async mindAll(signal) {
      let gone = 0;
      for await (const page of everyChildPage(backend, "gameLogOwners")) {
        for (const [run, value] of page) {
          signal.throwIfAborted();
          const owner = readOwner(value);
          if (owner !== null && (await mindOf(run, owner))) gone += 1;
        }
      }
      return gone;
    },
  };
}

function readOwner(value: DatabaseJson): LogOwner | null {
  const { uid, game, board, order, day } = recordOf(value);
  if (typeof uid !== "string" || typeof board !== "string") return null;
  return {
    uid,
    game: game as GameName,
    board,
    order: order === "lowest" ? "lowest" : "highest",
    day: typeof day === "string" ? day : null,
  };
}

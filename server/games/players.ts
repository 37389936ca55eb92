/** `gamePlayers/{uid}`: an account's bests, whether its name is shown, and which day's runs it has begun. */
import { faultOfKey } from "#lib/database-key.ts";
import { type BoardOrder, type GameName, gameNames } from "#lib/games/game-api.ts";
import { dayMs, dayOf, isLongOver, timeOfDay } from "#lib/games/periods.ts";
import { oneLine } from "#lib/one-line.ts";
import type { DatabaseJson, ServerBackend } from "#lib/server-backend.ts";
import { type ChangeBackend, changeValue } from "./change-value.ts";
import { type Best, bestsPath, compareBests, readBests, recordOf } from "./stored.ts";

type Player = {
  isNamed: boolean | null;
  bests: { game: GameName; board: string; periods: Map<string, Best> }[];
  dailyUsed: GameName[];
};

export type Players = {
  read(uid: string): Promise<Player>;
  /** By the period's key. */
  bests(uid: string, game: GameName, board: string): Promise<Map<string, Best>>;
  /**
   * An account's best only gets better. @param keys of the periods that it counts in
   * @returns what holds then, and runs that are nowhere the best any more
   */
  raise(
    uid: string,
    at: { game: GameName; board: string; order: BoardOrder; keys: readonly string[] },
    best: Best,
  ): Promise<{ bests: Map<string, Best>; left: string[] }>;
  /** The run is nowhere the best afterwards. */
  forgetRun(uid: string, game: GameName, board: string, run: string): Promise<void>;
  /** Bests of periods that are long over go. */
  forgetOld(uid: string, game: GameName, board: string): Promise<void>;
  /** False: it was begun before, that day. */
  beginDaily(uid: string, game: GameName, day: string): Promise<boolean>;
  setNamed(uid: string, isNamed: boolean): Promise<void>;
  /** As others see it; null: not by consent. */
  shownName(uid: string): Promise<string | null>;
};

export function createPlayers(deps: {
  backend: ChangeBackend & Pick<ServerBackend, "updateValues">;
  /** Milliseconds since 1970. */
  now: () => number;
}): Players {
  const { backend, now } = deps;

  const valueAt = async (path: string) => (await backend.getValue(path)).value;

  const change = <Said>(
    uid: string,
    { game, board }: { game: GameName; board: string },
    step: (bests: Map<string, Best>) => Said,
  ): Promise<Said> =>
    changeValue(backend, bestsPath(uid, game, board), (value) => {
      const bests = readBests(value);
      const said = step(bests);
      const next = Object.fromEntries(bests);
      return isSame(next, value) ? { said } : { said, next: bests.size === 0 ? null : next };
    });

  function dropOld(bests: Map<string, Best>): void {
    for (const key of bests.keys()) if (isLongOver(key, now())) bests.delete(key);
  }

  return {
    async read(uid) {
      const stored = recordOf(await valueAt(`gamePlayers/${uid}`));
      const all = recordOf(stored["bests"] ?? null);
      const daily = recordOf(stored["daily"] ?? null);
      const { isNamed } = stored;
      return {
        isNamed: typeof isNamed === "boolean" ? isNamed : null,
        bests: gameNames.flatMap((game) =>
          Object.entries(recordOf(all[game] ?? null)).map(([board, periods]) => ({
            game,
            board,
            periods: readBests(periods),
          })),
        ),
        dailyUsed: gameNames.filter((game) => daily[game] === dayOf(now())),
      };
    },
    bests: async (uid, game, board) => readBests(await valueAt(bestsPath(uid, game, board))),
    raise: (uid, { order, keys, ...at }, best) =>
      change(uid, at, (bests) => {
        const before = new Set(Array.from(bests.values(), ({ run }) => run));
        for (const key of keys) {
          const old = bests.get(key);
          if (old === undefined || compareBests(order, best, old) < 0) bests.set(key, best);
        }
        dropOld(bests);
        for (const { run } of bests.values()) before.delete(run);
        return { bests, left: [...before] };
      }),
    forgetRun: (uid, game, board, run) =>
      change(uid, { game, board }, (bests) => {
        for (const [key, best] of bests) if (best.run === run) bests.delete(key);
      }),
    forgetOld: (uid, game, board) => change(uid, { game, board }, dropOld),
    beginDaily: (uid, game, day) =>
      changeValue(backend, `gamePlayers/${uid}/daily/${game}`, (value) => {
        // At midnight copies of the server may not agree which day it is.
        const isUsed = value === day || value === dayOf((timeOfDay(day) ?? 0) + dayMs);
        return isUsed ? { said: false } : { said: true, next: day };
      }),
    setNamed: (uid, isNamed) => backend.updateValues({ [`gamePlayers/${uid}/isNamed`]: isNamed }),
    async shownName(uid) {
      if (faultOfKey(uid) !== undefined) return null;
      if ((await valueAt(`gamePlayers/${uid}/isNamed`)) !== true) return null;
      const name = await valueAt(`profiles/${uid}/name`);
      return (typeof name === "string" && oneLine(name, 80)) || null;
    },
  };
}

function isSame(next: Record<string, Best>, value: DatabaseJson): boolean {
  const before = readBests(value);
  const keys = Object.keys(next);
  return (
    keys.length === Object.keys(recordOf(value)).length &&
    keys.every((key) => before.get(key)?.run === next[key]?.run)
  );
}

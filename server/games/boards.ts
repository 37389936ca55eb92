/**
 * `leaderboards/{game}/{board}/{period}/{uid}`: the best of those accounts that are kept. What an account's best is says
 * `gamePlayers`; here it is found by its place.
 */
import type { BoardOrder, GameName } from "#lib/games/game-api.ts";
import type { ServerBackend } from "#lib/server-backend.ts";
import { keysOf } from "#lib/keys-of.ts";
import { type ChangeBackend, changeValue } from "./change-value.ts";
import { type Best, compareBests, readBest } from "./stored.ts";

export type BoardPlace = {
  game: GameName;
  board: string;
  order: BoardOrder;
  /** Of the period. */
  key: string;
};

export type Entry = Best & { uid: string };

const mostKept = 100;
/** What several copies add at once is above that for a moment. */
const mostRead = 200;

export type Boards = {
  /** In their order. */
  ranked(place: BoardPlace): Promise<Entry[]>;
  /** An entry is never made worse. @returns all of them then, in their order */
  put(place: BoardPlace, uid: string, best: Best): Promise<Entry[]>;
  /** Unless it is of another run. */
  take(place: BoardPlace, uid: string, run: string): Promise<void>;
  /** Keys of periods that there is something of. */
  keys(game: GameName, board: string): Promise<string[]>;
  /** Those that there is something of. */
  boards(game: GameName): Promise<string[]>;
};

const pathOf = ({ game, board, key }: BoardPlace) => `leaderboards/${game}/${board}/${key}`;

export type BoardsBackend = ChangeBackend & Pick<ServerBackend, "queryValues" | "getShallow">;

export function createBoards(deps: { backend: BoardsBackend }): Boards {
  const { backend } = deps;

  async function read(place: BoardPlace): Promise<Entry[]> {
    const found = await backend.queryValues(pathOf(place), {
      orderBy: "result",
      last: place.order === "highest",
      limit: mostRead,
    });
    const entries = found.flatMap(([uid, value]) => {
      const best = readBest(value);
      return best === undefined ? [] : [{ ...best, uid }];
    });
    return entries.toSorted((a, b) => compareBests(place.order, a, b) || (a.uid < b.uid ? -1 : 1));
  }

  const take = (place: BoardPlace, uid: string, run: string): Promise<void> =>
    changeValue(backend, `${pathOf(place)}/${uid}`, (value) =>
      readBest(value)?.run === run ? { said: undefined, next: null } : { said: undefined },
    );

  return {
    ranked: async (place) => (await read(place)).slice(0, mostKept),
    async put(place, uid, best) {
      const before = await read(place);
      if (before.some((entry) => entry.uid === uid && entry.run === best.run)) {
        return before.slice(0, mostKept);
      }
      const last = before[mostKept - 1];
      // The last one is not of this account, or it would be no better than its own.
      if (last !== undefined && compareBests(place.order, best, last) > 0) {
        return before.slice(0, mostKept);
      }
      await changeValue(backend, `${pathOf(place)}/${uid}`, (value) => {
        const old = readBest(value);
        const isBetter = old === undefined || compareBests(place.order, best, old) < 0;
        return isBetter ? { said: undefined, next: { ...best } } : { said: undefined };
      });
      const after = await read(place);
      await Promise.all(after.slice(mostKept).map((entry) => take(place, entry.uid, entry.run)));
      return after.slice(0, mostKept);
    },
    take,
    keys: async (game, board) => keysOf(await backend.getShallow(`leaderboards/${game}/${board}`)),
    boards: async (game) => keysOf(await backend.getShallow(`leaderboards/${game}`)),
  };
}

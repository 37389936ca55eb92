/** What is taken off boards again: a run by an admin, or all of an account that goes. */
import { type BoardOrder, type GameName, gameNames } from "#lib/games/game-api.ts";
import type { ServerBackend } from "#lib/server-backend.ts";
import type { Audit } from "../audit/audit.ts";
import { recordAct } from "../audit/record-act.ts";
import type { Boards } from "./boards.ts";
import type { KeptLogs } from "./kept-logs.ts";
import type { Players } from "./players.ts";

export type Removals = {
  /** From all periods, with its log. Where it is gone already nothing happens. @throws BackendError */
  removeRun(
    at: { game: GameName; board: string; order: BoardOrder; run: string },
    by: string,
  ): Promise<void>;
  /** What an account has on boards, and its logs. What lies at places of its own stays. @throws BackendError */
  forgetAccount(uid: string): Promise<void>;
};

const mostAtOnce = 200;

export function createRemovals(deps: {
  backend: Pick<ServerBackend, "updateValues">;
  boards: Pick<Boards, "ranked" | "take" | "keys" | "boards">;
  logs: Pick<KeptLogs, "ownerOf" | "drop" | "runsOf">;
  players: Pick<Players, "forgetRun">;
  audit: Pick<Audit, "add">;
  /** What is shown is read anew. */
  changed: () => void;
}): Removals {
  const { backend, boards, logs, players, audit, changed } = deps;

  return {
    async removeRun({ run, ...board }, by) {
      const keys = await boards.keys(board.game, board.board);
      const found = await Promise.all(
        keys.map(async (key) => {
          const place = { ...board, key };
          const entry = (await boards.ranked(place)).find((one) => one.run === run);
          return entry === undefined ? [] : [{ place, entry }];
        }),
      );
      const entries = found.flat();
      const owner = await logs.ownerOf(run);
      const uid = entries[0]?.entry.uid ?? owner?.uid;
      if (uid === undefined) return;
      const result = entries[0]?.entry.result;
      const details = {
        game: board.game,
        board: board.board,
        ...(result !== undefined && { result }),
      };
      await recordAct(
        audit,
        { actor: by, action: "game.remove-run", target: uid, details },
        async () => {
          // First: what follows from it would come back.
          await players.forgetRun(uid, board.game, board.board, run);
          await Promise.all(entries.map(({ place, entry }) => boards.take(place, entry.uid, run)));
          await logs.drop(uid, [run]);
        },
      );
      changed();
    },
    async forgetAccount(uid) {
      const paths: string[] = [];
      for (const game of gameNames) {
        // oxlint-disable no-await-in-loop -- one board after the other
        for (const board of await boards.boards(game)) {
          for (const key of await boards.keys(game, board)) {
            paths.push(`leaderboards/${game}/${board}/${key}/${uid}`);
          }
        }
        // oxlint-enable no-await-in-loop
      }
      for (let from = 0; from < paths.length; from += mostAtOnce) {
        const some = paths.slice(from, from + mostAtOnce);
        // oxlint-disable-next-line no-await-in-loop -- some at a time
        await backend.updateValues(Object.fromEntries(some.map((path) => [path, null])));
      }
      await logs.drop(uid, await logs.runsOf(uid));
      changed();
    },
  };
}

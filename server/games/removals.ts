/** A run that an admin takes off its boards. */
import type { BoardOrder, GameName } from "#lib/games/game-api.ts";
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
};

export function createRemovals(deps: {
  boards: Pick<Boards, "ranked" | "take" | "keys">;
  logs: Pick<KeptLogs, "ownerOf" | "drop">;
  players: Pick<Players, "forgetRun">;
  audit: Pick<Audit, "add">;
  /** What is shown is read anew. */
  changed: () => void;
}): Removals {
  const { boards, logs, players, audit, changed } = deps;

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
  };
}

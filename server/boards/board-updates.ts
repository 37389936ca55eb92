/** The one way by which a board is changed, in one order for any number of servers. docs/boards.md */
import { isBoardId } from "#lib/boards/board-id.ts";
import type { Act } from "#lib/boards/acts.ts";
import { logKey } from "#lib/boards/judge-input.ts";
import type { ServerBackend } from "#lib/server-backend.ts";
import type { Log } from "../log.ts";
import {
  type OrderedUpdate as BoardUpdate,
  type Prepared,
  createOrderedUpdates,
} from "../shared-things/ordered-updates.ts";
import { type BoardHead, type ReadingBackend, readHead } from "./read-board.ts";

export type { OrderedUpdate as BoardUpdate, Prepared } from "../shared-things/ordered-updates.ts";

/** @param prepare may be asked again, and then has to read anew. @throws BackendError */
export type UpdateBoard = <Said>(
  board: string,
  prepare: (head: BoardHead) => Promise<Prepared<Said>>,
) => Promise<Said | "no-such-board" | "busy">;

export function createBoardUpdates(deps: {
  backend: ReadingBackend & Pick<ServerBackend, "updateInOrder">;
  log: Log;
  /** Is called after each update that was taken, or may have been. */
  changed?: ((board: string) => void) | undefined;
}): UpdateBoard {
  const update = createOrderedUpdates({
    ...deps,
    kind: "boards",
    readHead: (board) => readHead(deps.backend, board),
  });
  return async (board, prepare) => {
    if (!isBoardId(board)) return "no-such-board";
    const said = await update(board, prepare);
    return said === "none" ? "no-such-board" : said;
  };
}

/** What an act of people writes, by path below the root: with its line in the log, as no card is in it. */
export function updateOfAct(
  board: string,
  { seq }: Pick<BoardHead, "seq">,
  act: { by: string; acts: readonly Act[]; values: BoardUpdate },
): BoardUpdate {
  const { by, acts, values } = act;
  const root = `boards/${board}`;
  return {
    ...values,
    [`${root}/seq`]: seq + 1,
    [`${root}/log/${logKey(seq + 1)}`]: {
      at: { ".sv": "timestamp" },
      by,
      ...(acts.length > 0 && { acts: [...acts] }),
    },
  };
}

/**
 * The one way by which a board is changed: `seq` is read first, all else after it, and the update is taken only if nobody
 * has changed the board meanwhile. docs/boards.md
 */
import { isBoardId } from "#lib/boards/board-id.ts";
import type { Act } from "#lib/boards/acts.ts";
import { logKey } from "#lib/boards/judge-input.ts";
import type { DatabaseJson, ServerBackend } from "#lib/server-backend.ts";
import type { Log } from "../log.ts";
import { type BoardHead, type ReadingBackend, readHead } from "./read-board.ts";

export type BoardUpdate = Record<string, DatabaseJson>;

/** What is answered, and what is written before that; without an update nothing is. */
export type Prepared<Said> = { said: Said; update?: BoardUpdate };

/** @param prepare may be asked again, and then has to read anew. @throws BackendError */
export type UpdateBoard = <Said>(
  board: string,
  prepare: (head: BoardHead) => Promise<Prepared<Said>>,
) => Promise<Said | "no-such-board" | "busy">;

const tries = 20;

export function createBoardUpdates(deps: {
  backend: ReadingBackend & Pick<ServerBackend, "updateBoard">;
  log: Log;
  /** Is called after each update that was taken, or may have been. */
  changed?: ((board: string) => void) | undefined;
}): UpdateBoard {
  const { backend, log, changed } = deps;
  const inTurn = createTurns();

  async function inTries<Said>(
    board: string,
    prepare: (head: BoardHead) => Promise<Prepared<Said>>,
  ): Promise<Said | "no-such-board" | "busy"> {
    let before: number | undefined;
    for (let round = 0; round < tries; round += 1) {
      // oxlint-disable no-await-in-loop -- one after the other is the point
      const head = await readHead(backend, board);
      if (head === undefined) return "no-such-board";
      const { said, update } = await prepare(head);
      if (update === undefined) return said;
      if (head.seq === before) {
        log.error(
          { board, seq: head.seq },
          "the rules refuse an update of a board that nobody else changes",
        );
        return "busy";
      }
      if (await updateAndTell(board, update)) return said;
      // oxlint-enable no-await-in-loop
      before = head.seq;
    }
    return "busy";
  }

  async function updateAndTell(board: string, update: BoardUpdate): Promise<boolean> {
    let mayBeTaken = true;
    try {
      mayBeTaken = await backend.updateBoard(board, update);
      return mayBeTaken;
    } finally {
      // Also where the answer was lost: whoever asks again finds it stored, and changes nothing.
      if (mayBeTaken) changed?.(board);
    }
  }

  return async (board, prepare) =>
    isBoardId(board) ? inTurn(board, () => inTries(board, prepare)) : "no-such-board";
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

/** One after the other for each key; this only saves tries, other servers are not asked. */
function createTurns() {
  const last = new Map<string, Promise<unknown>>();
  return async function inTurn<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
    const before = last.get(key) ?? Promise.resolve();
    const mine = before.then(work, work);
    const settled = mine.catch(() => {});
    last.set(key, settled);
    try {
      return await mine;
    } finally {
      if (last.get(key) === settled) last.delete(key);
    }
  };
}

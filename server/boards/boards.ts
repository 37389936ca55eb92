/** Boards are made, and what members change of cards is judged. docs/boards.md */
import { randomInt } from "node:crypto";
import { type TurnedBack, logKey } from "#lib/boards/judge-input.ts";
import { judge } from "#lib/boards/judge.ts";
import { mostLogBytes } from "#lib/boards/limits.ts";
import { may } from "#lib/boards/roles.ts";
import { touchedBy } from "#lib/boards/touched.ts";
import type { NewBoard } from "#lib/boards/api.ts";
import { faultOfKey } from "#lib/database-key.ts";
import type { ServerBackend } from "#lib/server-backend.ts";
import type { Log } from "../log.ts";
import { type UpdateBoard, createBoardUpdates } from "./board-updates.ts";
import { membershipPath, membershipOf, nameOf, ownsTooMany } from "./memberships.ts";
import { newBoard } from "./new-board.ts";
import { type ReadingBackend, readTouched } from "./read-board.ts";

export type BoardsBackend = ReadingBackend &
  Pick<ServerBackend, "updateInOrder" | "findDocuments" | "commit">;

export type BoardAnswer =
  | "taken"
  /** Somebody has changed the same; who wrote it has to look. */
  | "stale"
  | "no-such-board"
  | "viewer"
  /** Others were quicker again and again. */
  | "busy"
  /** It is no update of a board. */
  | { fault: string }
  | { refused: TurnedBack[] };

export type Boards = {
  /** @param writes by path below the board @throws BackendError */
  change(uid: string, board: string, writes: Record<string, unknown>): Promise<BoardAnswer>;
  /** With three columns; `uid` is its owner. @throws BackendError */
  create(uid: string, made: NewBoard): Promise<{ board: string } | "too-many" | { fault: string }>;
};

const idLetters = "abcdefghijklmnopqrstuvwxyz0123456789";
const idLength = 20;

export function createBoards(deps: {
  backend: BoardsBackend;
  log: Log;
  /** Where others write boards in the same process, too. */
  update?: UpdateBoard | undefined;
  /** Milliseconds since 1970. */
  now: () => number;
}): Boards {
  const { backend, log, update = createBoardUpdates(deps), now } = deps;
  /** Boards that wait for their sweep: the log says it once of each. */
  const waiting = new Set<string>();

  function isWaiting(board: string, by: string, logBytes: number): boolean {
    if (logBytes <= mostLogBytes) {
      waiting.delete(board);
      return false;
    }
    if (!waiting.has(board)) {
      log.warn({ board, by }, "a board is changed so much that it has to wait for its sweep");
    }
    waiting.add(board);
    return true;
  }

  return {
    async change(uid, board, writes) {
      const touched = touchedBy(writes);
      if ("fault" in touched) return touched;
      if (faultOfKey(uid) !== undefined) return "no-such-board";
      const name = await nameOf(backend, uid);
      return update<BoardAnswer>(board, async (head) => {
        const role = head.members.get(uid)?.role;
        if (role === undefined) return { said: "no-such-board" };
        if (!may(role, "write")) return { said: "viewer" };
        if (isWaiting(board, uid, head.logBytes)) return { said: "busy" };
        const state = await readTouched(backend, board, touched, writes);
        const verdict = judge({ ...head, ...state, board, uid, name, now: now(), writes });
        if (verdict === "nothing") return { said: "taken" };
        if (verdict === "stale" || "refused" in verdict) return { said: verdict };
        const entry = verdict.update[`boards/${board}/log/${logKey(head.seq + 1)}`];
        const logBytes = head.logBytes + Buffer.byteLength(JSON.stringify(entry));
        const counted = { [`boards/${board}/counts/log`]: logBytes };
        return { said: "taken", update: { ...verdict.update, ...counted } };
      });
    },
    async create(uid, made) {
      const fault = faultOfKey(uid);
      if (fault !== undefined) return { fault: `This account can have no boards. ${fault}` };
      if (await ownsTooMany(backend, uid)) return "too-many";
      const board = newId();
      const name = await nameOf(backend, uid);
      const verdict = newBoard({ ...made, board, uid, userName: name, now: now() });
      if ("fault" in verdict) return verdict;
      // First: what belongs to an account is found by it.
      const set = membershipPath(board, uid);
      const data = membershipOf({ board, uid, role: "owner", name, now: now() });
      await backend.commit([{ set, data, when: { exists: false } }]);
      // Of many that are made at once each sees the others here.
      if (await ownsTooMany(backend, uid, 1)) {
        await backend.commit([{ delete: set }]);
        return "too-many";
      }
      if (!(await backend.updateInOrder("boards", board, verdict.update))) {
        await backend.commit([{ delete: set }]);
        throw new Error("The rules refuse a new board.");
      }
      return { board };
    },
  };
}

function newId(): string {
  const letter = () => idLetters[randomInt(idLetters.length)];
  return Array.from({ length: idLength }, letter).join("");
}

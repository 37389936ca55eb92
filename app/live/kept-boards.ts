/** What is shown of the boards of an account before the server answers, in localStorage. */
import { isBoardId } from "#lib/boards/board-id.ts";

const nameOf = (uid: string, board?: string): string =>
  `foyer:boards:${uid}${board === undefined ? "" : `:${board}`}`;

/** @param board its members; without it the list of boards @returns undefined: nothing is kept */
export function keptOfBoards(uid: string, board?: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(nameOf(uid, board)) ?? "null") ?? undefined;
  } catch {
    // A browser that keeps nothing, or something else under this name.
    return undefined;
  }
}

/** @param value null: there is none any more */
export function keepOfBoards(value: unknown, uid: string, board?: string): void {
  try {
    if (value === null) localStorage.removeItem(nameOf(uid, board));
    else localStorage.setItem(nameOf(uid, board), JSON.stringify(value));
  } catch {
    // Without room for it there is none to show at first.
  }
}

/** The name of a comment that was begun. @param of see Begun */
export const begunComment = (board: string, of: string): string => `${board}:comment:${of}`;

/** A comment that was begun and not sent. */
export type Begun = {
  board: string;
  /** A card, or a comment that is being changed. */
  of: string;
  text: string;
};

export function begunOf(uid: string): Begun[] {
  try {
    return namesOf(uid).flatMap((name) => {
      const [board = "", what, of] = name.slice(nameOf(uid).length + 1).split(":");
      if (what !== "comment" || of === undefined) return [];
      const text = keptOfBoards(uid, begunComment(board, of));
      return typeof text === "string" ? [{ board, of, text }] : [];
    });
  } catch {
    // A browser that keeps nothing.
    return [];
  }
}

function namesOf(uid: string): string[] {
  const own = nameOf(uid);
  const all = Array.from({ length: localStorage.length }, (_, at) => localStorage.key(at) ?? "");
  return all.filter((name) => name === own || name.startsWith(`${own}:`));
}

/** All of an account; with `keep` the members of boards that are not among these: what somebody wrote themselves stays. */
export function forgetBoards(uid: string, keep?: ReadonlySet<string>): void {
  try {
    for (const name of namesOf(uid)) {
      if (keep === undefined || isLeft(name.slice(nameOf(uid).length + 1), keep)) {
        localStorage.removeItem(name);
      }
    }
  } catch {
    // A browser that keeps nothing.
  }
}

/** Other names are of what else is kept beside them. */
function isLeft(of: string, keep: ReadonlySet<string>): boolean {
  return isBoardId(of) && !keep.has(of);
}

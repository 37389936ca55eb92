/** Which board this browser made as a sample. */
import { keepOfBoards, keptOfBoards } from "#app/live/kept-boards.ts";

/** Beside what is kept of boards, so that it goes with them. */
const place = "sample";

/** Undefined: none. */
export function keptSample(uid: string): unknown {
  return keptOfBoards(uid, place);
}

/** @param board null: it is gone */
export function keepSample(uid: string, board: string | null): void {
  keepOfBoards(board, uid, place);
}

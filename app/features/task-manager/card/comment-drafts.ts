/** Comments that were begun and not sent, in this browser, until nothing of the account is left in it. */
import { begunComment, keepOfBoards, keptOfBoards } from "#app/live/kept-boards.ts";

export type DraftOf = {
  uid: string;
  board: string;
  /** A card, or a comment that is being changed. */
  of: string;
};

const nameOf = ({ board, of }: DraftOf) => begunComment(board, of);

export function keptComment(draft: DraftOf): string {
  const kept = keptOfBoards(draft.uid, nameOf(draft));
  return typeof kept === "string" ? kept : "";
}

/** @param text empty: there is none any more */
export function keepComment(draft: DraftOf, text: string): void {
  keepOfBoards(text === "" ? null : text, draft.uid, nameOf(draft));
}

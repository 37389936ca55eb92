/** What endpoints of boards answer, and the board that one is asked of. */
import { mostBoardsOwned, mostMembers, mostOpenInvites } from "#lib/boards/limits.ts";
import { apiError } from "../../http/answer.ts";
import type { ApiRequest } from "../../http/api-router.ts";

/** What is said of them instead of doing it. */
const refusals = {
  // Whether there is one for others is nobody's business.
  "no-such-board": [404, "There is no such board, or you are no member of it."],
  "no-such-invite": [404, "This invite has ended, was taken back, or is for somebody else."],
  "no-such-member": [404, "They are no member of this board any more."],
  viewer: [403, "You can look at this board, not change it."],
  "not-owner": [403, "Only owners of a board may do this."],
  stale: [409, "Somebody was quicker: look what is there now."],
  "last-owner": [409, "Make somebody else an owner first, or delete the board."],
  "wrong-name": [409, "This is not the name of the board."],
  "board-full": [409, `A board has at most ${mostMembers} members.`],
  "too-many-invites": [
    409,
    `A board has at most ${mostOpenInvites} open invites: take one back first.`,
  ],
  "too-many-boards": [409, `You own ${mostBoardsOwned} boards already: delete one first.`],
  busy: [503, "Others change this board at the same time. Try again."],
} as const satisfies Record<string, readonly [status: number, text: string]>;

export type Refusal = keyof typeof refusals;

/** @param text where the usual sentence is not the right one */
export function refuse(code: Refusal, text?: string): Response {
  const [status, usual] = refusals[code];
  return apiError(status, code, text ?? usual, status === 503 ? { "Retry-After": "1" } : {});
}

export function wrong(text: string): Response {
  return apiError(400, "invalid-request", text);
}

/** 204, or what is said instead. */
export function doneOr(said: "done" | Refusal): Response {
  return said === "done" ? new Response(null, { status: 204 }) : refuse(said);
}

/** Of `/api/boards/{board}/…`. */
export function boardIn({ request }: Pick<ApiRequest, "request">): string {
  return new URL(request.url).pathname.split("/")[3] ?? "";
}

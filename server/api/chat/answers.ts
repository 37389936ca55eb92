/** What endpoints of chat answer. */
import type { ChatRefusal } from "#lib/chat/api.ts";
import {
  mostBeforeAccepted,
  mostMembers,
  mostPins,
  mostReactions,
  mostRooms,
} from "#lib/chat/limits.ts";
import type { Refused } from "../../chat/messages.ts";
import { apiError } from "../../http/answer.ts";
import type { ApiRequest } from "../../http/api-router.ts";

const refusals: Readonly<Record<ChatRefusal, readonly [status: number, text: string]>> = {
  // Whether there is one for others is nobody's business.
  "no-such-room": [404, "There is no such room, or you are no member of it."],
  "no-such-message": [404, "This message is not there any more."],
  "no-such-person": [404, "There is nobody to be found by this."],
  muted: [403, "A moderator lets you write nothing here for a while."],
  "not-taken": [403, "This is not taken."],
  archived: [403, "This room is archived: nobody writes there any more."],
  "not-allowed": [403, "You may not do this."],
  waits: [
    409,
    `They have not answered yet. Before that, ${mostBeforeAccepted} messages may be sent or changed.`,
  ],
  slow: [429, "Messages come slowly in this room. Wait a moment."],
  "room-full": [
    409,
    `No more people fit into this room: a private one has at most ${mostMembers}.`,
  ],
  "too-many-rooms": [409, `There are at most ${mostRooms} rooms: leave one first.`],
  "too-many-pins": [409, `A room has at most ${mostPins} pins: take one away first.`],
  "too-many-reactions": [409, `A message has at most ${mostReactions} different reactions.`],
  "no-such-file": [409, "A file of this message is not there. Upload it again."],
  "last-owner": [409, "Make somebody else an owner first."],
  busy: [503, "Others change this room at the same time. Try again."],
};

export function refuse(said: Refused | ChatRefusal): Response {
  if (typeof said === "object" && "fault" in said) return wrong(said.fault);
  const { refused, waitMs } =
    typeof said === "string" ? { refused: said, waitMs: undefined } : said;
  const [status, text] = refusals[refused];
  const wait = waitMs ?? (status === 503 ? 1000 : undefined);
  const headers = wait === undefined ? {} : { "Retry-After": String(Math.ceil(wait / 1000)) };
  return apiError(status, refused, text, headers);
}

export function wrong(text: string): Response {
  return apiError(400, "invalid-request", text);
}

/** 204, or what is said instead. */
export function doneOr(said: "done" | Refused): Response {
  return said === "done" ? new Response(null, { status: 204 }) : refuse(said);
}

/** Of `/api/chat/{room}/…`. */
export function roomIn({ request }: Pick<ApiRequest, "request">): string {
  return new URL(request.url).pathname.split("/")[3] ?? "";
}

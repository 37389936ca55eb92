/** What browsers send to `/api/chat/…`, and what comes back. docs/chat.md */
import type { Ask, AskSaid } from "../ai/api.ts";
import type { Message, MessageFile } from "./message.ts";
import type { RoomKind } from "./room.ts";

/** Where a message stands: in the room, or below one that has a thread. */
type MessagePlace = { key: string; root?: string };

/** `POST /api/chat/{room}/messages`: 201 `{key, at}`, and 200 with the same where it was stored before. */
export type SentMessage = {
  /** 20 of `a-z0-9`, made by the sender: the same again is the same message. */
  id: string;
  text: string;
  /** In the thread of that message. */
  root?: string;
  /** It answers that message. */
  quote?: string;
  files?: MessageFile[];
  /** The AI is asked to answer it. */
  ask?: Ask;
};
export type StoredMessage = { key: string; at: number; ask?: AskSaid };

/**
 * `POST /api/chat/{room}/acts`: 204. Done twice they are as done once. Who wrote a message may edit it; they and moderators
 * take it away.
 */
export type ChatAct =
  | ({ act: "edit"; text: string } & MessagePlace)
  | ({ act: "delete" } & MessagePlace)
  | ({ act: "react"; emoji: string; on: boolean } & MessagePlace)
  | { act: "pin"; key: string; on: boolean }
  /** Minutes; 0: they may write again. */
  | { act: "mute"; uid: string; minutes: number }
  | { act: "remove"; uid: string }
  | { act: "role"; uid: string; role: "owner" | "member" }
  | { act: "change"; name?: string; topic?: string; slow?: number; archived?: boolean }
  | { act: "add"; uids: string[] }
  | { act: "leave" }
  /** Takes a direct message. */
  | { act: "accept" }
  | ({ act: "report"; reason: string } & MessagePlace);

/** `POST /api/chat`: 201 `{room}`; of a direct message 200 where there is one. */
export type NewRoom =
  | { kind: "public" | "private"; name: string; topic: string; uids?: string[] }
  | { kind: "direct"; uid: string }
  /** Without a name it has that of its first message. */
  | { kind: "ai"; name?: string };

/** `POST /api/chat/{room}/join`: public rooms only. 204. */

/** `GET /api/chat/people?q=…`: who is findable, by the beginning of their name or of its last word; 20 at most. */
export type FoundPeople = { people: FoundPerson[] };
export type FoundPerson = { uid: string; name: string; avatar: string | null };

/** `GET /api/chat/owner`: whom "Write to the owner" leads to; null: nobody is one yet. */
export type SiteOwner = { uid: string; name: string } | null;

/** `GET /api/chat/{room}/search?q=…&before=PLACE`: what has all of the words, the last first, a thread before its message. */
export type FoundMessages = {
  found: { key: string; root?: string; message: Message }[];
  /** Where the next request goes on, also amid a thread; null: all was looked at. */
  before: string | null;
  /** How many messages this one looked at. */
  looked: number;
};

/** `POST /api/chat/blocks` `{uid, on}`: 204. Own ones are in `chatBlocks/{uid}/{other}`: true. */
export type Block = { uid: string; on: boolean };

/** `GET /api/chat/reports?after=NEXT`: for editors and admins, the oldest first. `POST /api/chat/reports/{id}` `{end}` ends one. */
export type Report = {
  id: string;
  room: string;
  kind: RoomKind;
  roomName: string;
  key: string;
  root?: string;
  /** As it was when it was reported; all that moderators see of a private room. */
  text: string;
  files: string[];
  by: string;
  byName: string;
  reportedBy: string;
  reason: string;
  at: number;
};
export type Reports = {
  reports: Report[];
  /** Where the next request goes on, though it may find nothing; null: these were the last ones. */
  next: string | null;
};
/** `delete` takes the message away, `dismiss` lets it stand. */
export type ReportEnd = "delete" | "dismiss";

/** Codes of refusals beside those of every endpoint, with what they mean to the sender. */
export type ChatRefusal =
  /** There is none, or they are no member: they are not told which. 404 */
  | "no-such-room"
  | "no-such-message"
  | "no-such-person"
  /** A moderator lets them write nothing until `until`. 403 */
  | "muted"
  /** The other one takes nothing from them, or nobody may write there. 403 */
  | "not-taken"
  | "archived"
  | "not-allowed"
  /** They have sent all that may be sent before the other one has taken it. 409 */
  | "waits"
  /** Slow mode: `Retry-After` says for how long. 429 */
  | "slow"
  | "room-full"
  | "too-many-rooms"
  | "too-many-pins"
  | "too-many-reactions"
  | "no-such-file"
  | "last-owner"
  | "busy";

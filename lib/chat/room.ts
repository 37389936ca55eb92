/** Rooms as `chat/{room}` has them, and the lists of an account. docs/chat.md */

/**
 * `public`: admins make them, everybody signed in may come in; `private`: by invitation; `direct`: of two people, who were it
 * for good; `ai`: of one person, each message of whom the AI answers.
 */
export type RoomKind = "public" | "private" | "direct" | "ai";

/** Owners are of private rooms only; in public ones editors and admins moderate. */
export type RoomRole = "owner" | "member";

/** `chat/{room}/room` */
export type RoomFacts = {
  kind: RoomKind;
  /** Empty: a direct message. */
  name: string;
  topic: string;
  /** Who made it. */
  by: string;
  /** Milliseconds since 1970, as all times here. */
  at: number;
  /** Seconds between two messages of a member; 0: none. */
  slow: number;
  /** Nobody writes there any more. 0: not archived. */
  archived: number;
};

/** `chat/{room}/members/{uid}` */
export type RoomMember = {
  role: RoomRole;
  /** As they are called; empty: nobody knows. */
  name: string;
  at: number;
  /** Until when a moderator lets them write nothing; 0: they may. */
  muted: number;
};

/** `chat/{room}/head`: what a list of rooms shows. */
export type RoomHead = {
  /** How many messages there are, the last one's number: unread are those after `ChatRead.n`. */
  n: number;
  /** Of the last message. */
  at: number;
  by: string;
  /** The beginning of its text, one line; of files their words. */
  text: string;
};

/** `chatOf/{uid}/{room}`: the rooms of an account, which the server writes. */
export type OwnRoom = {
  kind: RoomKind;
  /** Of a direct message the other one's name. */
  name: string;
  /** The other one of a direct message. */
  other?: string;
  role: RoomRole;
  /** Since when. */
  at: number;
  /** Number of the last message when they came in: what is before it was never unread. Nothing: 0. */
  from?: number;
  /** A direct message that they have not taken yet: it waits in "Requests". */
  request?: true;
  /** Number of the last message that names them; 0 or nothing: none. */
  mention?: number;
  /** Threads that they started, answered or are named in: how many answers there are, by the root's key. */
  threads?: Record<string, number>;
};

/** `chatReads/{uid}/{room}`: how far somebody has read, which they write themselves by the rules. */
export type ChatRead = {
  /** Number of the last message that was read; lower again where somebody marks messages unread. */
  n: number;
  threads?: Record<string, number>;
  /** They are told nothing of it but when they are named: `mentions`; `none`: never. */
  quiet?: "mentions" | "none";
};

/** `chatRooms/{room}`: the public rooms, for everybody signed in. */
export type ListedRoom = { name: string; topic: string; members: number; at: number };

/** `chat/{room}/pins/{key}` */
export type Pin = { by: string; at: number };

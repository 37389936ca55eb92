/** Messages of the contact form as `/api/inbox` tells an admin of them. Instants are ISO strings. */

export const inboxFolders = ["inbox", "archive", "spam"] as const;
export type InboxFolder = (typeof inboxFolders)[number];

/** `unknown`: the process ended between sending and noting it. */
export type ReplyState = "waiting" | "sent" | "failed" | "unknown";

export type InboxReply = {
  id: string;
  at: string;
  text: string;
  /** Who wrote it, by name; empty for an account that has none. */
  byName: string;
  state: ReplyState;
};

/** A stranger's words, all of it but ids and times. */
export type InboxRow = {
  id: string;
  name: string;
  email: string;
  subject: string;
  /** The beginning of the message, on one line. */
  excerpt: string;
  createdAt: string;
  read: boolean;
  folder: InboxFolder;
  /** Why it looks like advertising; empty when it does not. */
  flagged: string;
  isReplied: boolean;
};

export type InboxPage = {
  rows: InboxRow[];
  /** To be sent back as `after` for the rows that follow; null after the last one. */
  next: string | null;
};

export type InboxThread = InboxRow & { message: string; replies: InboxReply[] };

/** Unread ones by folder, and in the inbox those that came after `since`; each counted to 500. */
export type InboxCounts = Record<InboxFolder, number> & {
  fresh: number;
  /** Of the newest message of all; null when there is none. */
  newestAt: string | null;
};

/** How a reply would go out: not at all where no mail server is set. */
export type InboxWays = { sends: boolean; why: string };

/** What is done to messages. `delete` keeps them for a day, in which `restore` brings them back. */
export type InboxAct =
  | { do: "read"; read: boolean }
  | { do: "move"; folder: InboxFolder }
  | { do: "delete" }
  | { do: "restore" };

export const maxMessagesOfAct = 200;
export const maxReplyLength = 8000;

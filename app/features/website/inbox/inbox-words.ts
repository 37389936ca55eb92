import type { InboxAct, InboxFolder, ReplyState } from "#lib/inbox.ts";

export const folderNames: Record<InboxFolder, string> = {
  inbox: "Inbox",
  archive: "Archive",
  spam: "Spam",
};

export const replyStates: Record<ReplyState, string> = {
  waiting: "Waiting to be sent",
  sent: "Sent",
  failed: "Not sent: the mail server did not take it",
  unknown: "Not known whether it was sent: the server stopped in between",
};

/** "3 messages archived" */
export function doneWords(count: number, act: InboxAct): string {
  const what = count === 1 ? "Message" : `${count} messages`;
  switch (act.do) {
    case "move":
      if (act.folder === "inbox") return `${what} moved to the inbox`;
      return act.folder === "archive" ? `${what} archived` : `${what} moved to spam`;
    case "delete":
      return `${what} deleted`;
    case "restore":
      return `${what} restored`;
    case "read":
      return `${what} marked as ${act.read ? "read" : "unread"}`;
  }
}

/** The inbox as an admin works on it: folders, search, what is done to messages. Replies are in inbox-replies.ts. */
import { foldText } from "#lib/fold-text.ts";
import { inboxFolders } from "#lib/inbox.ts";
import type { InboxAct, InboxCounts, InboxFolder, InboxPage, InboxRow } from "#lib/inbox.ts";
import type { PlainFields } from "#lib/firestore-value.ts";
import { isConflict } from "#lib/server-backend.ts";
import type { ServerBackend, StoredDocument } from "#lib/server-backend.ts";
import { inboxCollection, inboxPath, textOf } from "./inbox.ts";

export type DeskBackend = Pick<ServerBackend, "getDocument" | "findDocuments" | "commit">;

export type InboxQuery = {
  folder: InboxFolder;
  /** Words that all have to be in a message, its names or replies. */
  search?: string | undefined;
  isUnread?: boolean | undefined;
  after?: string | undefined;
  limit: number;
};

const readAtOnce = 200;
/** For one page of a search. */
const maxRead = 2000;
const maxCounted = 500;
const excerptLength = 160;
/** How long a deleted message can be brought back. */
export const deletedForMs = 24 * 60 * 60 * 1000;

/** Newest first. A page may have fewer rows than `limit` and others follow. @throws BackendError */
export async function listInbox(backend: DeskBackend, query: InboxQuery): Promise<InboxPage> {
  const words = foldText(query.search ?? "")
    .split(" ")
    .filter(Boolean);
  const rows: InboxRow[] = [];
  let mark = query.after;
  for (let read = 0; read < maxRead; read += readAtOnce) {
    // oxlint-disable-next-line no-await-in-loop -- each page begins where the one before ended
    const page = await backend.findDocuments(inboxCollection, {
      order: { field: "createdAt", descending: true, after: readMark(mark) },
      limit: readAtOnce,
    });
    for (const document of page) {
      if (rows.length === query.limit) return { rows, next: mark ?? null };
      mark = markOf(document);
      const row = toRow(document);
      if (row === undefined || row.folder !== query.folder) continue;
      if (query.isUnread === true && row.read) continue;
      if (words.length === 0 || holds(document.data, words)) rows.push(row);
    }
    if (page.length < readAtOnce) return { rows, next: null };
  }
  return { rows, next: mark ?? null };
}

/** @param since an instant in ISO. @throws BackendError */
export async function countInbox(backend: DeskBackend, since: string): Promise<InboxCounts> {
  const [unread, newest] = await Promise.all([
    backend.findDocuments(inboxCollection, { where: { read: false }, limit: maxCounted }),
    backend.findDocuments(inboxCollection, {
      order: { field: "createdAt", descending: true },
      limit: 1,
    }),
  ]);
  const rows = unread.map(toRow).filter((row) => row !== undefined);
  const counts = { inbox: 0, archive: 0, spam: 0, fresh: 0 };
  for (const { folder, createdAt } of rows) {
    counts[folder] += 1;
    if (folder === "inbox" && createdAt > since) counts.fresh += 1;
  }
  const [last] = newest;
  return { ...counts, newestAt: last === undefined ? null : textOf(last.data, "createdAt") };
}

/**
 * Those that are not there any more are left out.
 * @returns the ids of what was changed
 * @throws BackendError
 */
export async function changeInbox(
  backend: DeskBackend,
  change: { ids: readonly string[]; act: InboxAct; at: Date },
): Promise<string[]> {
  const data = dataOf(change.act, change.at);
  for (let tries = 0; ; tries++) {
    // oxlint-disable-next-line no-await-in-loop -- another one may delete them meanwhile
    const found = await Promise.all(change.ids.map((id) => backend.getDocument(inboxPath(id))));
    const there = found.filter((document) => document !== null);
    const wanted = there.filter(
      (document) => isDeleted(document) === (change.act.do === "restore"),
    );
    if (wanted.length === 0) return [];
    try {
      // oxlint-disable-next-line no-await-in-loop -- see above
      await backend.commit(
        wanted.map(({ path }) => ({ update: path, data, when: { exists: true } })),
      );
      return wanted.map(({ id }) => id);
    } catch (error) {
      if (!isConflict(error) || tries > 2) throw error;
    }
  }
}

/** Erases what was deleted long enough ago. @throws BackendError */
export async function eraseDeleted(backend: DeskBackend, now: number): Promise<number> {
  const upTo = new Date(now - deletedForMs).toISOString();
  let erased = 0;
  for (;;) {
    // oxlint-disable-next-line no-await-in-loop -- what is erased is not found again
    const page = await backend.findDocuments(inboxCollection, {
      order: { field: "deletedAt", upTo },
      limit: readAtOnce,
    });
    const gone = page.filter(isDeleted);
    // oxlint-disable-next-line no-await-in-loop -- see above
    if (gone.length > 0) await backend.commit(gone.map(({ path }) => ({ delete: path })));
    erased += gone.length;
    if (gone.length < readAtOnce) return erased;
  }
}

/** Undefined for one that is deleted. */
export function toRow({ id, data }: StoredDocument): InboxRow | undefined {
  if (textOf(data, "deletedAt") !== "") return undefined;
  const flagged = textOf(data, "flagged");
  const folder = inboxFolders.find((one) => one === data["folder"]);
  const line = textOf(data, "message").replaceAll(/\s+/gu, " ").trim();
  return {
    id,
    name: textOf(data, "name"),
    email: textOf(data, "email"),
    subject: textOf(data, "subject"),
    excerpt: line.length > excerptLength ? `${line.slice(0, excerptLength - 1)}…` : line,
    createdAt: textOf(data, "createdAt"),
    read: data["read"] === true,
    folder: folder ?? (flagged === "" ? "inbox" : "spam"),
    flagged,
    isReplied: Array.isArray(data["replies"]) && data["replies"].length > 0,
  };
}

function dataOf(act: InboxAct, at: Date): PlainFields {
  switch (act.do) {
    case "read":
      return { read: act.read };
    case "move":
      return { folder: act.folder };
    case "delete":
      return { deletedAt: at.toISOString() };
    case "restore":
      return { deletedAt: null };
  }
}

function isDeleted({ data }: StoredDocument): boolean {
  return textOf(data, "deletedAt") !== "";
}

function holds(data: PlainFields, words: readonly string[]): boolean {
  const { replies } = data;
  const written = Array.isArray(replies) ? JSON.stringify(replies) : "";
  const names = ["name", "email", "subject", "message"].map((field) => textOf(data, field));
  const text = foldText([...names, written].join(" "));
  return words.every((word) => text.includes(word));
}

function markOf({ id, data }: StoredDocument): string {
  return `${textOf(data, "createdAt")}|${id}`;
}

function readMark(mark: string | undefined): { value: string; id: string } | undefined {
  if (mark === undefined) return undefined;
  const [value = "", ...id] = mark.split("|");
  return { value, id: id.join("|") };
}

/** All that this browser holds of an account and the server does not have yet. Loaded when somebody comes or goes. */
import { begunOf, forgetBoards } from "./kept-boards.ts";
import { boardOfTool } from "./boards-tool.ts";
import { chatDatabase, countBegun, forgetKeptChat, roomOfTool } from "./chat/kept-chat.ts";
import { draftsTool } from "./drafts/drafts-tool.ts";
import { forgetKept } from "./drafts/kept-drafts.ts";
import { forgetDrive } from "./drive/drive-cache.ts";
import { thumbDatabase } from "./drive/thumb-database.ts";
import { forgetKeptJournals } from "./journals/kept-headers.ts";
import {
  journalFilesDatabase,
  journalOfTool,
  journalSearchDatabase,
  journalsDatabase,
} from "./journals/journals-tool.ts";
import { countReplies, forgetReplies } from "./kept-replies.ts";
import { openOutbox } from "./outbox/open-outbox.ts";
import { type Outbox, type OutboxEntry, UnsentError, isSealedTool } from "./outbox/outbox.ts";
import { untilEmpty } from "./outbox/until-empty.ts";
import { notesTool } from "./problem-notes/notes-tool.ts";
import { forgetRecords } from "./records/base-store.ts";
import type { RecordsSave } from "./records/send-records.ts";
import { todosTold, todosTool } from "./todos-tool.ts";
import { driveJobsDatabase } from "./uploads/drive-jobs-database.ts";
import { openRecords } from "./uploads/upload-records.ts";

export type Unsent = {
  /** Of how many things: how many sends each of them takes is nobody's matter. */
  changes: number;
  /** Files that were to be uploaded. */
  files: number;
  /** To messages, comments on boards, and messages of chat: begun and not sent. */
  replies: number;
};

const sendTodos = async (outbox: Outbox) => {
  const [{ sendRecordsOf }, { todos }] = await Promise.all([
    import("./records/open-records.ts"),
    import("./todos.ts"),
  ]);
  sendRecordsOf(outbox, todos);
};

/** Who sends what, where no tool is open. */
const senders: Readonly<Record<string, (outbox: Outbox) => Promise<void>>> = {
  [draftsTool]: async (outbox) => {
    const { sendDrafts } = await import("./drafts/send-drafts.ts");
    sendDrafts(outbox);
  },
  [notesTool]: async (outbox) => {
    const { sendNotes } = await import("./problem-notes/send-notes.ts");
    sendNotes(outbox);
  },
  [todosTool]: sendTodos,
  [todosTold]: sendTodos,
};

async function sendTool(outbox: Outbox, tool: string): Promise<void> {
  const journal = journalOfTool(tool);
  if (journal !== undefined) {
    const { sendJournal } = await import("./journals/journals.ts");
    return sendJournal(outbox, journal);
  }
  const room = roomOfTool(tool);
  if (room !== undefined) {
    const { sendChat } = await import("./chat/send-chat.ts");
    return sendChat(outbox, room);
  }
  const board = boardOfTool(tool);
  if (board === undefined) return senders[tool]?.(outbox);
  const { sendBoard } = await import("./boards.ts");
  return sendBoard(outbox, board);
}

const itemsOf = ({ data }: OutboxEntry): string[] =>
  (data as RecordsSave).ops.map(({ kind, id }) => `${kind}/${id}`);

/** An entry's head and its text are one thing; of a private journal that is locked nobody can say how many: all is one. */
function entriesOf(entry: OutboxEntry): string[] {
  const { ops } = entry.data as Partial<RecordsSave>;
  const items = ops?.map(({ kind, id }) => `${kind === "texts" ? "entries" : kind}/${id}`);
  return items ?? [entry.key];
}

/** Those that have something of many things in one entry; so has each board and each journal. */
const thingsOf: Readonly<Record<string, (entry: OutboxEntry) => string[]>> = {
  [todosTool]: itemsOf,
  // Nobody's change.
  [todosTold]: () => [],
};

/** By the browser's database. */
const journalStores: Readonly<Record<string, (uid: string) => Promise<void>>> = {
  [journalsDatabase]: async (uid) => (await import("./records/pack-rows.ts")).forgetJournals(uid),
  [journalFilesDatabase]: async (uid) =>
    (await import("./journal-files/waiting-files.ts")).forgetJournalFiles(uid),
  [journalSearchDatabase]: async (uid) =>
    (await import("./journals/kept-search.ts")).forgetJournalSearch(uid),
  [driveJobsDatabase]: async (uid) =>
    (await import("./uploads/drive-jobs.ts")).forgetDriveJobs(uid),
  [chatDatabase]: async (uid) => (await import("./chat/page-cache.ts")).forgetPages(uid),
  [thumbDatabase]: async (uid) => (await import("./drive/thumbs.ts")).forgetThumbs(uid),
};

/** Without it, somebody wants to go, and all of it is said. */
type Visit = { isVisit?: boolean };

/** @throws as openAuth */
export async function unsentOf(uid: string, visit: Visit = {}): Promise<Unsent> {
  const outbox = await openOutbox(uid);
  const [files, photos, replies] = await Promise.all([
    filesOf(uid),
    waitingFilesOf(uid),
    countReplies(uid),
  ]);
  const entries = outbox.state().entries.filter((entry) => !isSaidThere(entry, visit));
  const changed = new Set(entries.flatMap(changedIn));
  const begun = begunOf(uid).length + countBegun(uid);
  return { changes: changed.size, files: files + photos, replies: replies + begun };
}

function changedIn(entry: OutboxEntry): string[] {
  const { tool, key } = entry;
  const things = thingsIn(tool);
  return (things?.(entry) ?? [key]).map((thing) => `${tool} ${thing}`);
}

const lockedText =
  "Changes of a private journal wait in this browser. Unlock it in the journal, and they are saved.";

/** Nobody can read what it is. */
const isLocked = ({ tool, data }: OutboxEntry): boolean =>
  isSealedTool(tool) && (data as Partial<RecordsSave>).ops === undefined;

/** The lock of the journal that is on the screen says it itself. */
const isSaidThere = (entry: OutboxEntry, { isVisit = false }: Visit): boolean =>
  isVisit && isLocked(entry) && location.pathname.startsWith("/AdvancedJournal");

function thingsIn(tool: string): ((entry: OutboxEntry) => string[]) | undefined {
  if (journalOfTool(tool) !== undefined) return entriesOf;
  return boardOfTool(tool) === undefined ? thingsOf[tool] : itemsOf;
}

/** @throws UnsentError with a sentence for people; as openAuth */
export async function sendUnsent(uid: string, visit: Visit = {}): Promise<void> {
  const outbox = await openOutbox(uid);
  const tools = new Set(outbox.state().entries.map(({ tool }) => tool));
  await Promise.all(Array.from(tools, (tool) => sendTool(outbox, tool)));
  tools.delete(todosTold);
  const unread = outbox.state().entries.filter(isLocked);
  const locked = new Set(unread.map(({ tool }) => tool));
  const others = [...tools].filter((tool) => !locked.has(tool));
  await Promise.all(others.map((tool) => outbox.flush({ tool })));
  const isSaid = unread.every((entry) => isSaidThere(entry, visit));
  if (locked.size > 0 && !isSaid) throw new UnsentError(lockedText);
  // Else the server looks for itself, later.
  await outbox.flush({ tool: todosTold }).catch(() => undefined);
}

/**
 * Resolves once nothing of it waits, whoever sends it; also when `life` ends or the account leaves this browser.
 * @returns whether the server has all of it
 */
export async function untilSent(uid: string, life: AbortSignal): Promise<boolean> {
  const outbox = await openOutbox(uid);
  return untilEmpty(outbox, AbortSignal.any([life, outbox.closed]));
}

/** Nothing of the account is left here. Closes what is open of it, in all tabs. */
export async function forgetAccount(uid: string): Promise<void> {
  const outbox = await openOutbox(uid);
  await outbox.wipe();
  forgetBoards(uid);
  forgetKeptChat(uid);
  forgetKeptJournals(uid);
  await Promise.all([
    forgetKept(uid),
    forgetFiles(uid),
    forgetReplies(uid),
    forgetRecords(uid),
    forgetDrive(uid),
    forgetJournals(uid),
  ]);
}

/** Their keys are dropped in all tabs as the outbox closes. */
async function forgetJournals(uid: string): Promise<void> {
  const there = await databaseNames();
  const all = Object.entries(journalStores).filter(([name]) => there.includes(name));
  await Promise.all(all.map(([, forget]) => forget(uid)));
}

/** Most accounts have never opened a journal here. */
async function databaseNames(): Promise<(string | undefined)[]> {
  if (!("indexedDB" in globalThis)) return [];
  return (await indexedDB.databases()).map(({ name }) => name);
}

async function waitingFilesOf(uid: string): Promise<number> {
  const names = await databaseNames();
  if (!names.includes(journalFilesDatabase)) return 0;
  const { countWaitingFiles } = await import("./journal-files/waiting-files.ts");
  return countWaitingFiles(uid);
}

async function filesOf(uid: string): Promise<number> {
  const names = await databaseNames();
  const coming = names.includes(driveJobsDatabase)
    ? await (await import("./uploads/drive-jobs.ts")).comingObjects(uid)
    : [];
  const known = new Set(coming);
  return withRecords(uid, async (records) => {
    const all = await records.read();
    const others = all.filter(({ isGivenUp, name }) => !isGivenUp && !known.has(name));
    return coming.length + others.length;
  });
}

async function forgetFiles(uid: string): Promise<number> {
  return withRecords(uid, async (records) => {
    const all = await records.read();
    await records.remove(all.map(({ id }) => id));
    return all.length;
  });
}

async function withRecords(
  uid: string,
  work: (records: Awaited<ReturnType<typeof openRecords>>) => Promise<number>,
): Promise<number> {
  const records = await openRecords(uid);
  try {
    return await work(records);
  } finally {
    records.close();
  }
}

/** All that this browser holds of an account and the server does not have yet. Loaded when somebody comes or goes. */
import { begunOf, forgetBoards } from "./kept-boards.ts";
import { boardOfTool } from "./boards-tool.ts";
import { draftsTool } from "./drafts/drafts-tool.ts";
import { forgetKept } from "./drafts/kept-drafts.ts";
import { countReplies, forgetReplies } from "./kept-replies.ts";
import { openOutbox } from "./outbox/open-outbox.ts";
import type { Outbox, OutboxEntry } from "./outbox/outbox.ts";
import { untilEmpty } from "./outbox/until-empty.ts";
import { notesTool } from "./problem-notes/notes-tool.ts";
import { forgetRecords } from "./records/base-store.ts";
import type { RecordsSave } from "./records/send-records.ts";
import { todosTold, todosTool } from "./todos-tool.ts";
import { openRecords } from "./uploads/upload-records.ts";

export type Unsent = {
  /** Of how many things: how many sends each of them takes is nobody's matter. */
  changes: number;
  /** Files that were to be uploaded. */
  files: number;
  /** To messages, and comments on boards: begun and not sent. */
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
  const board = boardOfTool(tool);
  if (board === undefined) return senders[tool]?.(outbox);
  const { sendBoard } = await import("./boards.ts");
  return sendBoard(outbox, board);
}

const itemsOf = ({ data }: OutboxEntry): string[] =>
  (data as RecordsSave).ops.map(({ kind, id }) => `${kind}/${id}`);

/** Those that have something of many things in one entry; so has each board. */
const thingsOf: Readonly<Record<string, (entry: OutboxEntry) => string[]>> = {
  [todosTool]: itemsOf,
  // Nobody's change.
  [todosTold]: () => [],
};

/** @throws as openAuth */
export async function unsentOf(uid: string): Promise<Unsent> {
  const outbox = await openOutbox(uid);
  const [files, replies] = await Promise.all([filesOf(uid), countReplies(uid)]);
  const changed = new Set(outbox.state().entries.flatMap(changedIn));
  return { changes: changed.size, files, replies: replies + begunOf(uid).length };
}

function changedIn(entry: OutboxEntry): string[] {
  const { tool, key } = entry;
  const things = boardOfTool(tool) === undefined ? thingsOf[tool] : itemsOf;
  return (things?.(entry) ?? [key]).map((thing) => `${tool} ${thing}`);
}

/** @throws UnsentError with a sentence for people; as openAuth */
export async function sendUnsent(uid: string): Promise<void> {
  const outbox = await openOutbox(uid);
  const tools = new Set(outbox.state().entries.map(({ tool }) => tool));
  await Promise.all(Array.from(tools, (tool) => sendTool(outbox, tool)));
  tools.delete(todosTold);
  await Promise.all(Array.from(tools, (tool) => outbox.flush({ tool })));
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
  await Promise.all([forgetKept(uid), forgetFiles(uid), forgetReplies(uid), forgetRecords(uid)]);
}

async function filesOf(uid: string): Promise<number> {
  return withRecords(uid, async (records) => {
    const all = await records.read();
    return all.filter(({ isGivenUp }) => !isGivenUp).length;
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

/** Boards, as who is signed in has them. See docs/boards.md. */
import type { OlderLog } from "#lib/boards/api.ts";
import { type LogEntry, logKey } from "#lib/boards/judge-input.ts";
import { type Member, type Role, readMembers } from "#lib/boards/roles.ts";
import { boardDelta, boardKinds, boardShape } from "#lib/boards/shape.ts";
import type { Op } from "#lib/records/register.ts";
import { callApi } from "./api.ts";
import { createBoardHttp } from "./board-http.ts";
import {
  type Begun,
  begunComment,
  begunOf,
  forgetBoards,
  keepOfBoards,
  keptOfBoards,
} from "./kept-boards.ts";
import { boardOfTool, boardTool } from "./boards-tool.ts";
import { openOutbox } from "./outbox/open-outbox.ts";
import type { Outbox } from "./outbox/outbox.ts";
import {
  type Children,
  type Failed,
  followLastChildren,
  followValue,
  lastChildren,
} from "./own-values.ts";
import { isReadDenied } from "./records/database-http.ts";
import { judged } from "./records/judged.ts";
import { forgetOthers } from "./records/base-store.ts";
import { openRecords, sendRecordsOf } from "./records/open-records.ts";
import type { Records, RecordsConfig } from "./records/records.ts";
import type { RecordsSave } from "./records/send-records.ts";

/** As `boardsOf/{uid}/{board}` has it. */
export type BoardEntry = {
  id: string;
  role: Role;
  name: string;
  colour: string;
  /** Since when somebody is a member of it, milliseconds. */
  at: number;
};

export type BoardMember = Member & { uid: string };

/** `key` names it, `s000000012`. */
export type ReadLogEntry = LogEntry & { key: string };

export const boardConfig = (board: string): RecordsConfig => ({
  tool: boardTool(board),
  root: () => boardTool(board),
  kinds: boardKinds,
  delta: boardDelta,
  shape: boardShape,
  // The server has seen what it has judged.
  told: [],
  http: (uid) => createBoardHttp(uid, board),
  judged,
  readBy: "kinds",
  onDenied: "drop",
});

/** Any number of them at once. @throws as openAuth */
export const openBoard = (uid: string, board: string): Promise<Records> =>
  openRecords(uid, boardConfig(board));

/** Has the outbox send what waits of a board, also while nobody has it open. */
export function sendBoard(outbox: Outbox, board: string): void {
  sendRecordsOf(outbox, boardConfig(board));
}

/** What the server has not of a board, for who may not read it any more. @throws as openAuth */
export async function waitingOf(
  uid: string,
  board: string,
): Promise<{ ops: readonly Op[]; letGo: () => Promise<void> }> {
  const outbox = await openOutbox(uid);
  const entries = outbox.state().entries.filter(({ tool }) => tool === boardTool(board));
  const begun = begunOf(uid).filter((one) => one.board === board);
  return {
    ops: [...entries.flatMap(({ data }) => (data as RecordsSave).ops), ...begun.map(opOf)],
    async letGo() {
      for (const { of } of begun) keepOfBoards(null, uid, begunComment(board, of));
      await Promise.all(entries.map(({ id }) => outbox.forget(id)));
    },
  };
}

/** What was begun, as if it had been sent. */
function opOf({ of, text }: Begun): Op {
  const common = { kind: "comments", id: of, register: "text", isNew: true } as const;
  return { ...common, value: { v: text }, from: null, p: 0, t: 0 };
}

/**
 * Of what is not in this list of boards, but this browser has something that the server did not take, or that was begun: as
 * it changes. Returns a function that ends it.
 */
export function followLeft(
  uid: string,
  boards: readonly BoardEntry[],
  hear: (left: readonly string[]) => void,
  failed: Failed,
): () => void {
  const life = new AbortController();
  const own = new Set(boards.map(({ id }) => id));
  let before: string | undefined;
  const begin = async () => {
    const outbox = await openOutbox(uid);
    const look = () => {
      // What is only on its way may be of a board that was made just now.
      const refused = outbox.state().entries.filter((entry) => entry.refused !== null);
      const kept = [
        ...refused.flatMap(({ tool }) => boardOfTool(tool) ?? []),
        ...begunOf(uid).map(({ board }) => board),
      ];
      const left = [...new Set(kept)].filter((board) => !own.has(board));
      if (left.join() !== before) hear(left);
      before = left.join();
    };
    if (life.signal.aborted) return;
    life.signal.addEventListener("abort", outbox.subscribe(look));
    look();
  };
  begin().catch((error: unknown) => life.signal.aborted || failed(error));
  return () => life.abort();
}

/**
 * The boards that somebody is a member of: at once as this browser has heard of them last, and as they change. Returns a
 * function that ends it.
 */
export function followBoards(
  uid: string,
  hear: (boards: readonly BoardEntry[]) => void,
  failed: Failed,
): () => void {
  const kept = keptOfBoards(uid);
  if (kept !== undefined) hear(readBoards(kept));
  const told = (value: unknown) => {
    keepOfBoards(value, uid);
    const boards = readBoards(value);
    void forgetOtherBoards(uid, boards);
    hear(boards);
  };
  return followValue(`boardsOf/${uid}`, told, failed);
}

/** In the same way. @param uid who asks */
export function followMembers(
  uid: string,
  board: string,
  hear: (members: readonly BoardMember[]) => void,
  failed: Failed,
): () => void {
  const membersOf = (value: unknown) =>
    Array.from(readMembers(value), ([id, member]) => ({ uid: id, ...member }));
  const kept = keptOfBoards(uid, board);
  if (kept !== undefined) hear(membersOf(kept));
  const told = (value: unknown) => {
    keepOfBoards(value, uid, board);
    hear(membersOf(value));
  };
  const ended = (error: unknown) => {
    // Without a connection they are still those.
    if (isReadDenied(error)) keepOfBoards(null, uid, board);
    failed(error);
  };
  return followValue(`${boardTool(board)}/members`, told, ended);
}

/**
 * What was done on a board, the last first; before the one with this key. @returns `limit` of it, or some less or more where
 * the database has no more of it @throws FirebaseError, ApiError; as openDatabase
 */
export async function readLog(board: string, before?: string, limit = 50): Promise<ReadLogEntry[]> {
  const found = logOf(await lastChildren(logPath(board), { before, limit }));
  const first = found.at(-1)?.key ?? before;
  if (found.length === limit || first === undefined || first === logKey(1)) return found;
  const older = await callApi<OlderLog>("GET", `/api/boards/${board}/log?before=${first}`);
  return [...found, ...older.entries.map(entryOf)];
}

/** The last of it, the last one first, and again with each that comes. Returns a function that ends it. */
export function followLog(
  board: string,
  limit: number,
  hear: (entries: readonly ReadLogEntry[]) => void,
  failed: Failed,
): () => void {
  return followLastChildren(logPath(board), limit, (found) => hear(logOf(found)), failed);
}

const logPath = (board: string): string => `${boardTool(board)}/log`;

function logOf(found: Children): ReadLogEntry[] {
  return found.map(([key, value]) => entryOf({ ...(value as StoredEntry), key }));
}

/** The database keeps no list that is empty. */
type StoredEntry = Partial<LogEntry> & Pick<LogEntry, "at" | "by">;

function entryOf({ key, at, by, acts = [], w = [] }: StoredEntry & { key: string }): ReadLogEntry {
  return { key, at, by, acts, w };
}

/** What others write is kept by members only, also when somebody was removed while this browser was closed. */
async function forgetOtherBoards(uid: string, boards: readonly BoardEntry[]): Promise<void> {
  forgetBoards(uid, new Set(boards.map(({ id }) => id)));
  try {
    const keep = new Set(boards.map(({ id }) => boardTool(id)));
    await forgetOthers(uid, { begin: boardTool(""), keep });
  } catch {
    // A browser that keeps nothing.
  }
}

function readBoards(value: unknown): BoardEntry[] {
  return Object.entries(value ?? {}).map(([id, stored]) => {
    const { role, name, colour, at } = (stored ?? {}) as Partial<BoardEntry>;
    return { id, role: role ?? "viewer", name: name ?? "", colour: colour ?? "", at: at ?? 0 };
  });
}

/**
 * The log of a board beyond its newest 5,000 entries: documents `boardLogs/{board}_{key}`, each with some hundred entries
 * as JSON, beginning with that key. docs/boards.md
 */
import { isBoardId } from "#lib/boards/board-id.ts";
import type { OlderLog } from "#lib/boards/api.ts";
import { type LogEntry, logKey } from "#lib/boards/judge-input.ts";
import { usualLogBytes } from "#lib/boards/limits.ts";
import { mayBeTooMuch, pickEach } from "#lib/in-pages.ts";
import { keysOf } from "#lib/keys-of.ts";
import type { DatabaseJson, ServerBackend } from "#lib/server-backend.ts";
import { type UpdateBoard, updateOfAct } from "./board-updates.ts";
import { readHead } from "./read-board.ts";

const collection = "boardLogs";
const kept = 5_000;
const inDocument = 500;
/** Of a document's JSON in UTF-8; one may have 1 MiB. */
const mostBytes = 700_000;
/** In documents; older ones go. */
const mostOlder = 100_000;
const mostDocuments = 500;
/** Until the sweep has looked, some may be too many. */
const mostListed = 20_000;
const mostRead = 100;
const inCommit = 100;

type Entry = [key: string, value: DatabaseJson];
type Block = { path: string; from: string; to: string };

type OlderLogBackend = Pick<
  ServerBackend,
  | "getShallow"
  | "getValue"
  | "queryValues"
  | "updateValues"
  | "commit"
  | "findDocuments"
  | "getDocument"
>;

export type OlderLogs = {
  /** @returns how many entries went into documents @throws BackendError */
  move(board: string): Promise<number>;
  /** Before the entry with this key, the last first. @throws BackendError */
  read(board: string, before: string): Promise<OlderLog>;
};

export function createOlderLogs(deps: {
  backend: OlderLogBackend;
  update: UpdateBoard;
  /** How much of a log stays in the database. */
  mostBytes?: number;
}): OlderLogs {
  const { backend, update, mostBytes: mostKept = usualLogBytes } = deps;

  /** By key. */
  async function blocksOf(board: string): Promise<Block[]> {
    const fields = ["from", "to"];
    const from = { collection, where: { board }, fields, most: mostListed };
    const blocks = await pickEach(backend, from, ({ path, data }) => ({
      path,
      from: textOf(data["from"]),
      to: textOf(data["to"]),
    }));
    return blocks.toSorted((one, other) => (one.from < other.from ? -1 : 1));
  }

  async function moveSome(board: string, keys: readonly string[]): Promise<void> {
    const place = `boards/${board}/log`;
    const [startAt = "", endAt = ""] = [keys[0], keys.at(-1)];
    const query = { orderBy: "$key", startAt, endAt, limit: keys.length };
    let found: Entry[];
    try {
      found = await backend.queryValues(place, query);
    } catch (error) {
      if (!mayBeTooMuch(error) || keys.length === 1) throw error;
      const half = Math.ceil(keys.length / 2);
      await moveSome(board, keys.slice(0, half));
      return moveSome(board, keys.slice(half));
    }
    for (const entries of parts(found.map(thatFits))) {
      const [from = "", to = ""] = [entries[0]?.[0], entries.at(-1)?.[0]];
      const data = { board, from, to, entries: JSON.stringify(entries) };
      // oxlint-disable-next-line no-await-in-loop -- the document first: what goes is there already
      await backend.commit([{ set: `${collection}/${board}_${from}`, data }]);
    }
    await backend.updateValues(Object.fromEntries(keys.map((key) => [`${place}/${key}`, null])));
  }

  async function noteBytes(board: string, bytes: number): Promise<void> {
    await update<"done">(board, async (head) => ({
      said: "done",
      update: updateOfAct(board, head, {
        by: "",
        acts: [],
        values: { [`boards/${board}/counts/log`]: bytes },
      }),
    }));
  }

  /** Of these keys the newest ones that are kept: so many, or as many as have the usual size. */
  async function keptOf(board: string, keys: readonly string[]) {
    const most = keys.slice(-kept);
    const { logBytes = 0 } = (await readHead(backend, board)) ?? {};
    if (logBytes <= mostKept) return { count: most.length, bytes: undefined };
    let [count, bytes] = [0, 0];
    for (const key of most.toReversed()) {
      // oxlint-disable-next-line no-await-in-loop -- each may have megabytes
      const size = bytesOf((await backend.getValue(`boards/${board}/log/${key}`)).value);
      if (bytes + size > mostKept) break;
      count += 1;
      bytes += size;
    }
    return { count, bytes };
  }

  return {
    async move(board) {
      const all = keysOf(await backend.getShallow(`boards/${board}/log`)).toSorted();
      const keeps = await keptOf(board, all);
      const told = logKey(Number((await backend.getValue(`boards/${board}/told`)).value ?? 0));
      // What nobody was told of yet is needed there.
      const old = all.slice(0, all.length - keeps.count).filter((key) => key <= told);
      const isMuch = keeps.count < Math.min(kept, all.length);
      const count = isMuch ? old.length : old.length - (old.length % inDocument);
      for (let at = 0; at < count; at += inDocument) {
        // oxlint-disable-next-line no-await-in-loop -- the oldest first
        await moveSome(board, old.slice(at, at + inDocument));
      }
      if (keeps.bytes !== undefined) await noteBytes(board, keeps.bytes);
      if (count === 0) return 0;
      const first = Number(all.at(-1)?.slice(1) ?? 0) - kept - mostOlder;
      const blocks = await blocksOf(board);
      const over = blocks.filter(
        ({ to }, at) => to < logKey(Math.max(0, first)) || at < blocks.length - mostDocuments,
      );
      for (let at = 0; at < over.length; at += inCommit) {
        const some = over.slice(at, at + inCommit);
        // oxlint-disable-next-line no-await-in-loop -- the oldest first
        await backend.commit(some.map(({ path }) => ({ delete: path })));
      }
      return count;
    },

    async read(board, before) {
      if (!isBoardId(board)) return { entries: [] };
      const block = (await blocksOf(board)).findLast(({ from }) => from < before);
      const document = block && (await backend.getDocument(block.path));
      const stored = JSON.parse(textOf(document?.data["entries"]) || "[]") as Entry[];
      const entries = stored.filter(([key]) => key < before).slice(-mostRead);
      return {
        entries: entries.toReversed().map(([key, value]) => {
          const { at = 0, by = "", acts = [], w = [] } = (value ?? {}) as Partial<LogEntry>;
          return { key, at, by, acts, w };
        }),
      };
    },
  };
}

const textOf = (value: unknown): string => (typeof value === "string" ? value : "");
const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));

/** What is too much for a document: which registers were written is needed by nobody any more, then what was done. */
function thatFits([key, value]: Entry): Entry {
  const { at = 0, by = "", acts = [] } = (value ?? {}) as Partial<LogEntry>;
  const isLong = (some: unknown) => bytesOf(some) > mostBytes;
  if (!isLong(value)) return [key, value];
  return [key, isLong(acts) ? { at, by } : { at, by, acts: [...acts] }];
}

/** As many together as a document holds. */
function parts(entries: readonly Entry[]): Entry[][] {
  const all: Entry[][] = [];
  let size = Number.POSITIVE_INFINITY;
  for (const entry of entries) {
    const more = bytesOf(entry);
    if (size + more > mostBytes) {
      all.push([]);
      size = 0;
    }
    all.at(-1)?.push(entry);
    size += more;
  }
  return all;
}

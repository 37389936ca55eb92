/**
 * The records of a journal, read and written as documents: one for each item, `{rev, at, c}` or `{rev, at, d}`. The server
 * cannot read them, so whether a write may be taken is judged here, on what was just read; it takes the documents only
 * if nobody was quicker. docs/journal.md
 */
import { type JournalPart, partOf } from "#lib/journal/documents.ts";
import { journalKinds } from "#lib/journal/shape.ts";
import { NoAnswerError, OutboxRefusal } from "../outbox/outbox.ts";
import { DeniedError, type KnownItems } from "../records/database-http.ts";
import type { Hear } from "../records/records-parts.ts";
import type { RecordsSource } from "../records/records-source.ts";
import { type CodedRecord, type JournalCodec, valueOf } from "./journal-codec.ts";
import { openSome, pageSizes } from "./open-some.ts";
import type { JournalPing } from "./journal-ping.ts";
import { loaded } from "./loaded.ts";
import { type LookingParts, keepLooking } from "./looking.ts";
import type { DocumentWrite, JournalDocuments, StoredDocument } from "./record-documents.ts";

/** What was read to judge a write stands so long for who asks why it was not taken. Milliseconds. */
const freshMs = 10_000;
/** Commits need not become visible in the order of their times. Milliseconds. */
const overlapMs = 10_000;
export type JournalSourceParts = {
  uid: string;
  journal: string;
  codec: JournalCodec;
  documents: JournalDocuments;
  ping: JournalPing;
  /** `KIND/ID` or names of documents that cannot be read. They stay as they are. */
  faulty: (documents: readonly string[]) => void;
  /** This device's clock that nobody sets, milliseconds. */
  clock: () => number;
  wakes: LookingParts["wakes"];
  after: LookingParts["after"];
  /** How far the server's clock is ahead. Returns a function that ends it. */
  followOffset: (hear: (ms: number) => void) => () => void;
};

/** `record` is undefined where nobody can read it. */
type Opened = { document: StoredDocument; record: CodedRecord | undefined };
type Read = { head: StoredDocument; readTime: number; items: Map<string, Opened | undefined> };

type Asked = { keys: Set<string>; answer: Promise<Read> };

const goneRefusal = {
  code: "journal-gone",
  text: "This journal was moved or deleted on another device. What was changed here last is safe in this browser.",
  again: "asked",
} as const;

const faultRefusal = {
  code: "unreadable",
  text: "What the server has of this cannot be read, so nothing is written over it. What was changed here is safe in this browser.",
  again: "asked",
} as const;

export function createJournalSource(parts: JournalSourceParts): RecordsSource {
  const { uid, journal, codec, documents, ping, faulty, clock } = parts;
  const header = `users/${uid}/journals/${journal}`;
  const fresh = new Map<string, { value: unknown; at: number }>();
  const hears = new Set<Hear>();
  /** Since what changed was asked for the last time: an answer may be older than those. */
  let writtenMeanwhile = new Set<string>();
  let asked: Asked | undefined;

  const pathOf = async (kind: string, id: string) =>
    `${header}/${partOf(kind)}/${await codec.name(kind, id)}`;

  async function open(part: JournalPart, document: StoredDocument | undefined) {
    if (document === undefined) return undefined;
    const record = await codec.read(part, document);
    if (record === undefined) faulty([document.doc]);
    return { document, record } satisfies Opened;
  }

  /** The header and some items, of one moment. @throws as thereIn */
  async function readTogether(keys: readonly string[], signal?: AbortSignal): Promise<Read> {
    const places = keys.map(placeOf);
    const paths = await Promise.all(places.map(({ kind, id }) => pathOf(kind, id)));
    const { documents: read, readTime } = await documents.read([header, ...paths], signal);
    const head = thereIn(read[0]);
    const opened = await Promise.all(
      places.map(({ kind }, at) => open(partOf(kind), read[at + 1])),
    );
    return { head, readTime, items: new Map(keys.map((key, at) => [key, opened[at]])) };
  }

  /** What the server has then: nobody may be told of it yet. False: somebody was quicker. @throws OutboxRefusal */
  async function update(
    writes: Readonly<Record<string, unknown>>,
    signal: AbortSignal | undefined,
  ): Promise<KnownItems | false> {
    const { besides, judgeWrites } = await loaded(import("#lib/journal/judge-writes.ts"));
    const keys = keysIn(writes);
    const all = [...new Set([...keys, ...besides(writes)])];
    const { head, readTime, items } = await readTogether(all, signal).catch(refuseGone);
    keepFresh(items);
    if (keys.some((key) => isFault(items.get(key)))) {
      // Refused without a reason the rest is sent without it.
      if (keys.length > 1) return false;
      throw new OutboxRefusal(faultRefusal);
    }
    const stored = (kind: string, id: string) =>
      items.get(`${kind}/${id}`)?.record?.item ?? undefined;
    const verdict = judgeWrites({ writes, stored, now: readTime });
    if (verdict === "stale" || verdict === "wrong") return false;
    const planned = await Promise.all(
      verdict.changes.map((record) => writeOf(record, items.get(keyOf(record))?.document)),
    );
    fresh.clear();
    noteWritten(verdict.changes);
    const at = await commit(planned, head, signal);
    if (at === undefined) return false;
    // A page that was asked for meanwhile may be of before it, too.
    noteWritten(verdict.changes);
    ping.tell();
    // Who has it open here need not read it again.
    const written = verdict.changes.map(({ item, ...place }) => ({
      ...place,
      item: item && { ...item, at },
    }));
    const read = [...items.values()].flatMap((opened) => opened?.record ?? []);
    const there = written.length > 0 ? written : read;
    for (const record of there) tell(record);
    return new Map(there.map((record) => [keyOf(record), record.item]));
  }

  /** Without anything to write it has arrived before, and the answer was lost. */
  async function commit(
    writes: readonly DocumentWrite[],
    { updateTime }: StoredDocument,
    signal: AbortSignal | undefined,
  ): Promise<number | undefined> {
    if (writes.length === 0) return 0;
    return documents.commit(writes, [{ path: header, updateTime }], signal);
  }

  function noteWritten(changes: readonly { kind: string; id: string }[]): void {
    for (const record of changes) writtenMeanwhile.add(keyOf(record));
  }

  function tell({ kind, id, item }: CodedRecord): void {
    for (const hear of hears) hear.item(kind, id, valueOf(item));
  }

  async function writeOf(
    record: CodedRecord,
    before: StoredDocument | undefined,
  ): Promise<DocumentWrite> {
    const path = await pathOf(record.kind, record.id);
    const rev = (before?.rev ?? 0) + 1;
    const updateTime = before?.updateTime;
    // Its id never comes again.
    if (record.item === null && record.kind === "revs") return { path, updateTime, rev: null };
    return { path, updateTime, rev, fields: await codec.write(record, rev) };
  }

  function keepFresh(items: ReadonlyMap<string, Opened | undefined>): void {
    const at = clock();
    fresh.clear();
    for (const [key, opened] of items) {
      fresh.set(key, { value: readOf(opened), at });
    }
  }

  async function read(path: string): Promise<unknown> {
    const { kind, id } = placeOf(path);
    const key = `${kind}/${id}`;
    const known = fresh.get(key);
    if (known && clock() - known.at < freshMs) return known.value;
    const opened = await readSoon(key);
    return readOf(opened);
  }

  /** With what else is asked for at the same moment. */
  async function readSoon(key: string): Promise<Opened | undefined> {
    asked ??= askAll();
    asked.keys.add(key);
    return (await asked.answer).items.get(key);
  }

  function askAll(): Asked {
    const keys = new Set<string>();
    const answer = Promise.resolve().then(() => {
      asked = undefined;
      return readTogether([...keys]);
    });
    return { keys, answer };
  }

  function follow(since: number, hear: Hear): () => void {
    const from = new Map<JournalPart, number>(followedParts.map((part) => [part, since]));
    let lookedAt = 0;
    hears.add(hear);
    const look = async (signal: AbortSignal) => {
      const { readTime } = await readTogether([], signal).catch((error: unknown) => {
        if (error instanceof DeniedError) hear.failed(error);
        throw error;
      });
      let isAll = true;
      for (const part of followedParts) {
        const last = from.get(part) ?? since;
        // oxlint-disable-next-line no-await-in-loop -- texts before what is told of them
        const isPartAll = await lookAt(part, last, hear, signal);
        if (isPartAll) from.set(part, Math.max(last, readTime - overlapMs));
        isAll &&= isPartAll;
      }
      lookedAt = readTime;
      if (isAll) hear.looked?.(readTime);
      for (const kind of journalKinds) hear.current(kind);
    };
    const followPing = (wake: () => void) =>
      ping.follow(
        // What was told before that is known.
        (at) => at > lookedAt - overlapMs && wake(),
        () => undefined,
      );
    const ends = [
      keepLooking({
        look,
        wakes: [...parts.wakes, followPing],
        after: parts.after,
        // It is looked again, and the page says when there is no connection.
        failed: () => undefined,
      }),
      parts.followOffset((ms) => hear.offset(ms)),
    ];
    return () => {
      hears.delete(hear);
      for (const end of ends) end();
    };
  }

  /** @returns whether all was told that has changed */
  async function lookAt(part: JournalPart, since: number, hear: Hear, signal: AbortSignal) {
    const limit = pageSizes[part];
    let isAll = true;
    let after: StoredDocument | undefined;
    for (;;) {
      const page = { parent: `${header}/${part}`, limit, since, ...(after && { after }) };
      writtenMeanwhile = new Set();
      // oxlint-disable-next-line no-await-in-loop -- one page after the other
      const found = await documents.list(page, signal);
      // oxlint-disable-next-line no-await-in-loop
      for (const { record } of await openSome(found, (one) => open(part, one))) {
        if (signal.aborted) return false;
        if (!record) continue;
        if (writtenMeanwhile.has(keyOf(record))) isAll = false;
        else hear.item(record.kind, record.id, valueOf(record.item));
      }
      after = found.at(-1);
      if (found.length < limit) return isAll;
    }
  }

  return {
    http: {
      read: (path) => read(path),
      update: (_root, writes, signal) => update(writes, signal),
    },
    follow,
    async *pages(part, have, signal) {
      await readTogether([], signal);
      const wanted: JournalPart = part === "lazy" ? "journalTexts" : "journalRecords";
      const { readPages } = await loaded(import("./journal-pages.ts"));
      yield* readPages({ codec, documents, faulty, header, part: wanted, have, signal });
      // What is missing while it is being emptied elsewhere is not lost.
      await readTogether([], signal);
    },
  };
}

/** Revisions are read when somebody looks for them. */
const followedParts = ["journalTexts", "journalRecords"] as const satisfies readonly JournalPart[];

/**
 * @throws DeniedError it has moved, or was deleted; NoAnswerError the server has lost it, as no deletion leaves nothing:
 * what is here waits until somebody puts it back, see lost-journals.ts
 */
function thereIn(head: StoredDocument | undefined): StoredDocument {
  if (head === undefined) throw new NoAnswerError("The server has lost this journal.");
  if ((head.texts["goneTo"] ?? "") !== "") throw new DeniedError(403);
  return head;
}

function refuseGone(error: unknown): never {
  if (!(error instanceof DeniedError)) throw error;
  throw new OutboxRefusal(goneRefusal, { cause: error });
}

/** Something is there, and nobody can read it. */
const isFault = (opened: Opened | undefined): boolean => opened?.record === undefined && !!opened;

/** As `http.read` has it: undefined, not null, for what is there and nobody can read. */
const readOf = (opened: Opened | undefined): unknown =>
  isFault(opened) ? undefined : valueOf(opened?.record?.item);

const keyOf = ({ kind, id }: { kind: string; id: string }) => `${kind}/${id}`;

function keysIn(writes: Readonly<Record<string, unknown>>): string[] {
  const keys = Object.keys(writes).filter((path) => !path.startsWith("meta/"));
  return [...new Set(keys.map((path) => path.split("/", 2).join("/")))];
}

function placeOf(path: string): { kind: string; id: string } {
  const [kind = "", id = ""] = path.split("/").filter(Boolean);
  return { kind, id };
}

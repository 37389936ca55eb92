/** What the worker does: an index for each open journal, kept up with what the page says and with the texts of this browser. */
import { hashOf } from "#lib/records/hash-of.ts";
import {
  type FoundEntries,
  type SearchIndex,
  createSearchIndex,
  joinFound,
} from "#lib/journal/search/search-index.ts";
import { snippetOf } from "#lib/journal/search/snippet.ts";
import { openSearchIndex, storeSearchIndex } from "#lib/journal/search/stored-index.ts";
import type { JournalKeys } from "#lib/sealed/keys.ts";
import { plainOf } from "./plain-of.ts";
import { createPauses } from "./pauses.ts";
import type { FromSearch, HeadEntry, Hit, Snippet, ToSearch } from "./search-messages.ts";

type Bytes = Uint8Array<ArrayBuffer>;

/** Texts of one journal as this browser keeps them: rich text as JSON. */
export type KeptTexts = {
  /** All of them, some after some. */
  all(): AsyncIterable<readonly { id: string; doc: string }[]>;
  some(ids: readonly string[]): Promise<ReadonlyMap<string, string>>;
  close(): void;
};

export type SearchParts = {
  textsOf: (journal: string, keys: JournalKeys | undefined) => KeptTexts;
  kept: {
    read(journal: string, keys: JournalKeys | undefined): Promise<Bytes | undefined>;
    write(journal: string, keys: JournalKeys | undefined, bytes: Bytes): Promise<void>;
  };
  say: (message: FromSearch) => void;
  /** Milliseconds. */
  clock: () => number;
};

type Room = {
  keys: JournalKeys | undefined;
  index: SearchIndex;
  texts: KeptTexts;
  entries: Map<string, HeadEntry>;
  missing: Set<string>;
  /** Hashes of the texts that it has, by entry; of those from an earlier start none. */
  prints: Map<string, string>;
  building: { done: number; of: number } | undefined;
  /** One thing after the other; the first one opens the index. */
  work: Promise<unknown>;
  opened: Promise<unknown>;
  /** Changes since it was kept. */
  unkept: number;
  /** Merges and keeps it once nobody searches. */
  caring: ReturnType<typeof setTimeout> | undefined;
  /** An earlier state of it is. */
  isKept: boolean;
  toldAt: number;
  isClosed: boolean;
};

/** So many changes are worth to be kept: what is not is read again at the next start. */
const worthKeeping = 200;
/** Of more than these all texts are read in their order, which is faster than one by one. */
const many = 500;
const atOnce = 64;
const mergeAfter = 300;
/** While it is built nobody minds a slower search, and to merge takes longer with each one. */
const mergeWhileBuilding = 2500;
const mostFound = 200;
const toldEveryMs = 250;
/** So long nobody must have searched before anything is done that a search would wait for. */
const quietMs = 1000;

export function createSearchRooms(
  parts: SearchParts,
): (message: Exclude<ToSearch, { kind: "begin" }>) => Promise<void> {
  const { textsOf, kept, say, clock } = parts;
  const rooms = new Map<string, Room>();
  const pauses = createPauses(clock);
  let askedAt = -Infinity;
  let lastSnippets = 0;

  function open(journal: string, keys: JournalKeys | undefined): void {
    close(journal);
    const room: Room = {
      keys,
      index: createSearchIndex(),
      texts: textsOf(journal, keys),
      entries: new Map(),
      missing: new Set(),
      prints: new Map(),
      building: undefined,
      work: Promise.resolve(),
      opened: Promise.resolve(),
      unkept: 0,
      caring: undefined,
      isKept: false,
      toldAt: 0,
      isClosed: false,
    };
    rooms.set(journal, room);
    room.opened = inTurn(room, async () => {
      const bytes = await kept.read(journal, keys);
      const stored = bytes && openSearchIndex(bytes);
      if (!stored) return;
      room.index = createSearchIndex(stored.base);
      room.isKept = true;
    });
  }

  function close(journal: string): void {
    const room = rooms.get(journal);
    if (!room) return;
    room.isClosed = true;
    rooms.delete(journal);
    clearTimeout(room.caring);
    room.texts.close();
  }

  function tell(journal: string, room: Room, isProgress = false): void {
    if (room.isClosed || (isProgress && clock() - room.toldAt < toldEveryMs)) return;
    room.toldAt = clock();
    const { index, missing, building } = room;
    const state = { journal, entries: index.size, missing: missing.size };
    say({ kind: "state", state: building ? { ...state, building } : state });
  }

  async function takeAll(
    journal: string,
    room: Room,
    entries: readonly HeadEntry[],
  ): Promise<void> {
    room.entries = new Map(entries.map((entry) => [entry.id, entry]));
    for (const id of room.index.ids()) if (!room.entries.has(id)) drop(room, id);
    room.missing = new Set();
    const isOld = (entry: HeadEntry) =>
      entry.doc === undefined
        ? room.index.versionOf(entry.id) === entry.versions[1]
        : isKnown(room, entry, entry.doc);
    await read(
      journal,
      room,
      entries.filter((entry) => !isOld(entry)),
    );
    // A search would wait for it afterwards.
    await keep(journal, room);
    room.building = undefined;
    tell(journal, room);
    care(journal, room);
  }

  async function takeSome(
    journal: string,
    room: Room,
    entries: readonly HeadEntry[],
    gone: readonly string[],
  ): Promise<void> {
    const before = room.unkept;
    const wasMissing = room.missing.size > 0;
    for (const id of gone) {
      room.entries.delete(id);
      room.missing.delete(id);
      drop(room, id);
    }
    for (const entry of entries) room.entries.set(entry.id, entry);
    // Texts are told of as they are read again, too.
    const isSame = (entry: HeadEntry) => entry.doc !== undefined && isKnown(room, entry, entry.doc);
    await read(
      journal,
      room,
      entries.filter((entry) => !isSame(entry)),
    );
    const isChanged = room.unkept !== before;
    // The last text has come: each search after it would be slower until nobody searches for a while.
    if (wasMissing && room.missing.size === 0) await settle(journal, room);
    room.building = undefined;
    // Whoever hears of it searches anew.
    if (isChanged) tell(journal, room);
    care(journal, room);
  }

  function drop(room: Room, id: string): void {
    room.prints.delete(id);
    if (room.index.versionOf(id) === undefined) return;
    room.index.remove(id);
    room.unkept += 1;
  }

  /** Their words come into the index, those of their texts too where this browser has them. */
  async function read(journal: string, room: Room, entries: readonly HeadEntry[]): Promise<void> {
    const building = { done: 0, of: entries.length };
    if (entries.length > atOnce) room.building = building;
    const left = new Map(entries.map((entry) => [entry.id, entry]));
    /** What is asked meanwhile is answered between them. */
    const take = async (texts: Iterable<readonly [id: string, doc: string | undefined]>) => {
      for (const [id, doc] of texts) {
        const entry = left.get(id);
        if (!entry) continue;
        left.delete(id);
        put(room, entry, doc);
        building.done += 1;
        if (room.index.waiting >= mergeWhileBuilding) room.index.merge();
        // oxlint-disable-next-line no-await-in-loop -- it is between them
        await pauses.next();
        if (room.isClosed) return;
      }
      if (room.building) tell(journal, room, true);
    };
    if (room.building) tell(journal, room, true);
    await take(entries.flatMap(({ id, doc }) => (doc === undefined ? [] : [[id, doc] as const])));
    if (left.size > many) {
      for await (const some of room.texts.all()) {
        if (room.isClosed) return;
        await take(some.map(({ id, doc }) => [id, doc] as const));
      }
    } else {
      const ids = [...left.keys()];
      for (let at = 0; at < ids.length; at += atOnce) {
        const chunk = ids.slice(at, at + atOnce);
        // oxlint-disable no-await-in-loop -- some after some
        const docs = await room.texts.some(chunk);
        if (room.isClosed) return;
        await take(chunk.map((id) => [id, docs.get(id)] as const));
        // oxlint-enable no-await-in-loop
      }
    }
    await take([...left.keys()].map((id) => [id, undefined] as const));
  }

  function put(room: Room, { id, when, head, words, versions }: HeadEntry, doc?: string): void {
    const [bare, whole] = versions;
    const hasText = doc !== undefined || words === 0;
    if (hasText) room.missing.delete(id);
    else room.missing.add(id);
    const version = hasText ? whole : bare;
    const print = doc === undefined ? undefined : hashOf(doc);
    if (room.index.versionOf(id) === version && room.prints.get(id) === print) return;
    if (print === undefined) room.prints.delete(id);
    else room.prints.set(id, print);
    room.index.put({ id, when, version, head, text: doc === undefined ? "" : plainOf(doc) });
    room.unkept += 1;
  }

  /** The version alone does not say it: of an entry the head can be told before its text. */
  function isKnown({ index, prints }: Room, { id, versions }: HeadEntry, doc: string): boolean {
    return index.versionOf(id) === versions[1] && prints.get(id) === hashOf(doc);
  }

  /** Once nobody has searched for a moment: both takes its time. */
  function care(journal: string, room: Room): void {
    const isDue = room.index.waiting >= mergeAfter || isWorthKeeping(room);
    if (!isDue || room.isClosed || room.caring !== undefined) return;
    room.caring = setTimeout(() => {
      room.caring = undefined;
      if (room.building || clock() - askedAt < quietMs) {
        care(journal, room);
        return;
      }
      void settle(journal, room);
    }, quietMs);
  }

  async function settle(journal: string, room: Room): Promise<void> {
    if (room.index.waiting >= mergeAfter) room.index.merge();
    await keep(journal, room);
  }

  const isWorthKeeping = (room: Room) =>
    room.isKept ? room.unkept >= worthKeeping : room.unkept > 0;

  /** Merged, too. */
  async function keep(journal: string, room: Room): Promise<void> {
    if (!isWorthKeeping(room) || room.isClosed) return;
    room.unkept = 0;
    room.isKept = true;
    await kept.write(journal, room.keys, storeSearchIndex(room.index.base(), 0));
  }

  async function find({ ask, query, only }: Extract<ToSearch, { kind: "find" }>): Promise<void> {
    const all = [...rooms];
    askedAt = clock();
    await Promise.all(all.map(([, { opened }]) => opened));
    const begun = clock();
    const found: FoundEntries[] = [];
    const journalOf = new Map<object, string>();
    for (const [journal, room] of all) {
      const ids = only && new Set(only[journal]);
      if (room.isClosed || ids?.size === 0) continue;
      const part = room.index.find(query, {
        most: mostFound,
        ...(ids && { only: (id: string) => ids.has(id) }),
      });
      for (const one of part.found) journalOf.set(one, journal);
      found.push(part);
    }
    const joined = joinFound(found, mostFound);
    const hits = joined.found.map((one): Hit => ({
      journal: journalOf.get(one) ?? "",
      id: one.id,
    }));
    say({ kind: "found", ask, count: joined.count, found: hits, ms: clock() - begun });
  }

  async function showSnippets({ ask, query, of }: Extract<ToSearch, { kind: "snippets" }>) {
    const snippets: Snippet[] = [];
    lastSnippets = ask;
    for (const [journal, hits] of Map.groupBy(of, (hit) => hit.journal)) {
      const room = rooms.get(journal);
      if (!room) continue;
      // oxlint-disable-next-line no-await-in-loop -- there are few journals
      const docs = await room.texts.some(hits.map(({ id }) => id));
      for (const { id } of hits) {
        const doc = docs.get(id);
        if (doc === undefined) continue;
        // oxlint-disable-next-line no-await-in-loop -- a search comes first
        await pauses.next();
        // The page waits for others by now.
        if (lastSnippets !== ask) return;
        snippets.push({ journal, id, parts: snippetOf(plainOf(doc), query) });
      }
    }
    say({ kind: "snippets", ask, snippets });
  }

  return async (message) => {
    switch (message.kind) {
      case "open":
        return open(message.journal, message.keys);
      case "close":
        return close(message.journal);
      case "find":
        return find(message);
      case "snippets":
        return showSnippets(message);
      case "all":
      case "some": {
        const { journal } = message;
        const room = rooms.get(journal);
        if (!room) return undefined;
        return inTurn(room, () =>
          message.kind === "all"
            ? takeAll(journal, room, message.entries)
            : takeSome(journal, room, message.entries, message.gone),
        );
      }
    }
  };
}

function inTurn(room: Room, work: () => Promise<void>): Promise<void> {
  const run = room.work.then(() => (room.isClosed ? undefined : work()));
  // What failed is said by who has asked for it; what comes next is done all the same.
  room.work = run.catch(() => undefined);
  return run;
}

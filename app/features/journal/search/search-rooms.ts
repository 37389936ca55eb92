/** What the worker does: an index for each open journal, kept up with what the page says and with the texts of this browser. */
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
  building: { done: number; of: number } | undefined;
  /** One thing after the other; the first one opens the index. */
  work: Promise<unknown>;
  opened: Promise<unknown>;
  /** Changes since it was kept. */
  unkept: number;
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

export function createSearchRooms(
  parts: SearchParts,
): (message: Exclude<ToSearch, { kind: "begin" }>) => Promise<void> {
  const { textsOf, kept, say, clock } = parts;
  const rooms = new Map<string, Room>();

  function open(journal: string, keys: JournalKeys | undefined): void {
    close(journal);
    const room: Room = {
      keys,
      index: createSearchIndex(),
      texts: textsOf(journal, keys),
      entries: new Map(),
      missing: new Set(),
      building: undefined,
      work: Promise.resolve(),
      opened: Promise.resolve(),
      unkept: 0,
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
    const changed = entries.filter(
      ({ id, versions, doc }) => doc !== undefined || room.index.versionOf(id) !== versions[1],
    );
    await read(journal, room, changed);
  }

  async function takeSome(
    journal: string,
    room: Room,
    entries: readonly HeadEntry[],
    gone: readonly string[],
  ): Promise<void> {
    for (const id of gone) {
      room.entries.delete(id);
      room.missing.delete(id);
      drop(room, id);
    }
    for (const entry of entries) room.entries.set(entry.id, entry);
    await read(journal, room, entries);
  }

  function drop(room: Room, id: string): void {
    if (room.index.versionOf(id) === undefined) return;
    room.index.remove(id);
    room.unkept += 1;
  }

  /** Their words come into the index, those of their texts too where this browser has them. */
  async function read(journal: string, room: Room, entries: readonly HeadEntry[]): Promise<void> {
    const building = { done: 0, of: entries.length };
    if (entries.length > atOnce) room.building = building;
    const left = new Map(entries.map((entry) => [entry.id, entry]));
    const most = entries.length > many ? mergeWhileBuilding : mergeAfter;
    const take = (id: string, doc: string | undefined) => {
      const entry = left.get(id);
      if (!entry) return;
      left.delete(id);
      put(room, entry, doc);
      building.done += 1;
      if (room.index.waiting >= most) room.index.merge();
    };
    tell(journal, room, true);
    for (const { id, doc } of entries) if (doc !== undefined) take(id, doc);
    if (left.size > many) {
      for await (const some of room.texts.all()) {
        if (room.isClosed) return;
        for (const { id, doc } of some) take(id, doc);
        tell(journal, room, true);
      }
    } else {
      const ids = [...left.keys()];
      for (let at = 0; at < ids.length; at += atOnce) {
        const chunk = ids.slice(at, at + atOnce);
        // oxlint-disable-next-line no-await-in-loop -- what is asked meanwhile is answered between them
        const docs = await room.texts.some(chunk);
        if (room.isClosed) return;
        for (const id of chunk) take(id, docs.get(id));
        tell(journal, room, true);
      }
    }
    for (const id of left.keys()) take(id, undefined);
    if (room.index.waiting >= mergeAfter) room.index.merge();
    room.building = undefined;
    tell(journal, room);
    await keep(journal, room);
  }

  function put(room: Room, { id, when, head, words, versions }: HeadEntry, doc?: string): void {
    const [bare, whole] = versions;
    const hasText = doc !== undefined || words === 0;
    if (hasText) room.missing.delete(id);
    else room.missing.add(id);
    const version = hasText ? whole : bare;
    // It is known that it has none.
    if (!hasText && room.index.versionOf(id) === version) return;
    room.index.put({ id, when, version, head, text: doc === undefined ? "" : plainOf(doc) });
    room.unkept += 1;
  }

  async function keep(journal: string, room: Room): Promise<void> {
    const isWorth = room.isKept ? room.unkept >= worthKeeping : room.unkept > 0;
    if (!isWorth || room.isClosed) return;
    room.unkept = 0;
    room.isKept = true;
    await kept.write(journal, room.keys, storeSearchIndex(room.index.base(), 0));
  }

  async function find({ ask, query, only }: Extract<ToSearch, { kind: "find" }>): Promise<void> {
    const all = [...rooms];
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
    for (const [journal, hits] of Map.groupBy(of, (hit) => hit.journal)) {
      const room = rooms.get(journal);
      if (!room) continue;
      // oxlint-disable-next-line no-await-in-loop -- there are few journals
      const docs = await room.texts.some(hits.map(({ id }) => id));
      for (const { id } of hits) {
        const doc = docs.get(id);
        if (doc === undefined) continue;
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

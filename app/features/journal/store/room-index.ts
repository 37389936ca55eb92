/** One open journal, read: each item once, and again when it has changed. */
import type { Records } from "#app/live/records/records.ts";
import { newestFirst, entryOf } from "#lib/journal/entry.ts";
import { isSealedJournal } from "#lib/journal/journal-id.ts";
import {
  entryTextOf,
  journalSettingsOf,
  mediaOf,
  templateOf,
  topicOf,
} from "#lib/journal/journal-items.ts";
import type { EntryText } from "#lib/journal/journal-items.ts";
import { journalItemId } from "#lib/journal/shape.ts";
import type { Item } from "#lib/records/register.ts";
import { byOrder } from "./by-order.ts";
import type {
  EntryKey,
  JournalEntry,
  JournalMedia,
  JournalTemplate,
  JournalTopic,
  Room,
  StoreTopic,
} from "./journal-store.ts";

export type RoomIndex = {
  room(): Room;
  entry(id: string): JournalEntry | undefined;
  /** Newest first. */
  entries(): readonly JournalEntry[];
  deleted(): readonly JournalEntry[];
  media(entry: string): readonly JournalMedia[];
  mediaItem(id: string): JournalMedia | undefined;
  allMedia(): readonly JournalMedia[];
  topics(kind: "tags" | "people"): readonly JournalTopic[];
  topic(kind: "tags" | "people", id: string): JournalTopic | undefined;
  templates(): readonly JournalTemplate[];
  text(id: string): EntryText | undefined;
  /** Nobody holds it any more. */
  forgetText(id: string): void;
  /** @returns what is another one now */
  changed(keys: ReadonlySet<string>): ReadonlySet<StoreTopic>;
  readAll(): void;
};

const none: readonly JournalMedia[] = [];

export function keyOf(journal: string, entry: string): EntryKey {
  return `${journal}.${entry}`;
}

/** Of what is no key both are empty. */
export function partsOf(key: EntryKey): { journal: string; id: string } {
  const at = key.indexOf(".");
  return at === -1 ? { journal: "", id: "" } : { journal: key.slice(0, at), id: key.slice(at + 1) };
}

export function createRoomIndex(journal: string, records: Records): RoomIndex {
  const entries = new Map<string, JournalEntry>();
  const items = new Map<string, Item>();
  let sorted: readonly JournalEntry[] | undefined;
  let deleted: readonly JournalEntry[] | undefined;
  let media: ReturnType<typeof readMedia> | undefined;
  /** As they were read last: what is the same stays the same object. */
  let lastMedia: ReadonlyMap<string, JournalMedia[]> = new Map();
  const mediaItems = new WeakMap<Item, JournalMedia>();
  let tags: ReturnType<typeof readTopics> | undefined;
  let people: ReturnType<typeof readTopics> | undefined;
  let templates: readonly JournalTemplate[] | undefined;
  let room = readRoom();
  const texts = new Map<string, { item: Item; text: EntryText }>();

  function readRoom(): Room {
    const settings = journalSettingsOf(records.item("journal", journalItemId));
    return { journal, isSealed: isSealedJournal(journal), records, settings };
  }

  /** @returns whether another one is shown now */
  function readEntry(id: string): boolean {
    const item = records.item("entries", id);
    if (item !== undefined && items.get(id) === item) return false;
    const old = entries.get(id);
    const read = item && entryOf(id, item);
    const entry = read && { ...read, key: keyOf(journal, id), journal };
    if (item) items.set(id, item);
    else items.delete(id);
    if (entry) entries.set(id, entry);
    else entries.delete(id);
    if (!old && !entry) return false;
    deleted = undefined;
    const stays = old && entry && !old.isGone && !entry.isGone && sameWhen(old, entry);
    sorted = stays && sorted ? replaced(sorted, old, entry) : undefined;
    return true;
  }

  function readMedia() {
    const all = new Map<string, JournalMedia>();
    const byEntry = new Map<string, JournalMedia[]>();
    const added = new Map<string, number>();
    for (const [id, item] of records.all("media")) {
      let one = mediaItems.get(item);
      if (!one) {
        const read = mediaOf(id, item);
        if (!read) continue;
        one = { ...read, journal };
        mediaItems.set(item, one);
      }
      all.set(id, one);
      if (one.isGone) continue;
      added.set(id, item.registers["of"]?.t ?? 0);
      const own = byEntry.get(one.entry);
      if (own) own.push(one);
      else byEntry.set(one.entry, [one]);
    }
    for (const [entry, own] of byEntry) {
      own.sort((a, b) => added.get(a.id)! - added.get(b.id)! || (a.id < b.id ? -1 : 1));
      const last = lastMedia.get(entry);
      if (last?.length === own.length && own.every((one, at) => one === last[at])) {
        byEntry.set(entry, last);
      }
    }
    lastMedia = byEntry;
    return { all, byEntry };
  }

  function readTopics(kind: "tags" | "people") {
    const all = new Map<string, JournalTopic>();
    for (const [id, item] of records.all(kind)) {
      const read = topicOf(kind, id, item);
      if (read) all.set(id, { ...read, journal });
    }
    const shown = [...all.values()]
      .filter(({ isGone }) => !isGone)
      .toSorted((a, b) => collator.compare(a.name, b.name) || (a.id < b.id ? -1 : 1));
    return { all, shown };
  }

  const topicsOf = (kind: "tags" | "people") =>
    kind === "tags" ? (tags ??= readTopics("tags")) : (people ??= readTopics("people"));

  function readAll(): void {
    for (const id of records.all("entries").keys()) readEntry(id);
    for (const id of entries.keys()) if (!records.item("entries", id)) readEntry(id);
    media = tags = people = templates = undefined;
    room = readRoom();
  }

  readAll();

  return {
    room: () => room,
    entry: (id) => entries.get(id),
    entries: () =>
      (sorted ??= [...entries.values()].filter(({ isGone }) => !isGone).toSorted(newestFirst)),
    deleted: () =>
      (deleted ??= [...entries.values()]
        .filter(({ isGone }) => isGone)
        .toSorted((a, b) => b.goneAt - a.goneAt)),
    media: (entry) => (media ??= readMedia()).byEntry.get(entry) ?? none,
    mediaItem: (id) => (media ??= readMedia()).all.get(id),
    allMedia() {
      const { byEntry } = (media ??= readMedia());
      return [...byEntry].flatMap(([id, own]) => {
        const entry = entries.get(id);
        return entry && !entry.isGone ? own : none;
      });
    },
    topics: (kind) => topicsOf(kind).shown,
    topic: (kind, id) => topicsOf(kind).all.get(id),
    templates: () =>
      (templates ??= [...records.all("templates")]
        .flatMap(([id, item]) => {
          const read = templateOf(id, item);
          return read && !read.isGone ? { ...read, journal } : [];
        })
        .toSorted(byOrder)),
    text(id) {
      const item = records.item("texts", id);
      if (!item) {
        texts.delete(id);
        return undefined;
      }
      const kept = texts.get(id);
      if (kept?.item === item) return kept.text;
      const text = entryTextOf(item);
      texts.set(id, { item, text });
      return text;
    },
    forgetText: (id) => void texts.delete(id),
    changed(keys) {
      const topics = new Set<StoreTopic>();
      for (const key of keys) {
        const at = key.indexOf("/");
        const [kind, id] = [key.slice(0, at), key.slice(at + 1)];
        if (kind === "entries") {
          if (readEntry(id)) topics.add("entries").add(`entries/${keyOf(journal, id)}`);
        } else if (kind === "texts") {
          if (!records.item("texts", id)) texts.delete(id);
          topics.add(`texts/${keyOf(journal, id)}`);
        } else if (kind === "media") {
          media = undefined;
          topics.add("media");
        } else if (kind === "tags" || kind === "people") {
          if (kind === "tags") tags = undefined;
          else people = undefined;
          topics.add("topics");
        } else if (kind === "templates") {
          templates = undefined;
          topics.add("templates");
        } else if (kind === "journal") {
          room = readRoom();
          topics.add("rooms");
        } else if (kind === "lost") topics.add("lost");
      }
      return topics;
    },
    readAll,
  };
}

const collator = new Intl.Collator("en", { sensitivity: "base", numeric: true });

function sameWhen(one: JournalEntry, other: JournalEntry): boolean {
  return one.when.v === other.when.v && one.when.zone === other.when.zone;
}

/** In its place. */
function replaced(
  all: readonly JournalEntry[],
  old: JournalEntry,
  entry: JournalEntry,
): readonly JournalEntry[] | undefined {
  const at = all.indexOf(old);
  return at === -1 ? undefined : all.with(at, entry);
}

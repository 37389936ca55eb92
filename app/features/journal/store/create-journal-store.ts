/** All open journals as one; see journal-store.ts. */
import type { Sync } from "#app/live/outbox/outbox.ts";
import type { Records, RecordsStatus } from "#app/live/records/records.ts";
import { lostTextsOf } from "#app/parts/kept-words/lost-text.ts";
import { newestFirst } from "#lib/journal/entry.ts";
import { journalShape } from "#lib/journal/shape.ts";
import { byOrder } from "./by-order.ts";
import type { EntryKey, JournalEntry, JournalStore, StoreTopic } from "./journal-store.ts";
import { createRoomIndex, partsOf } from "./room-index.ts";
import type { RoomIndex } from "./room-index.ts";

type Opened = { journal: string; records: Records; index: RoomIndex; end: () => void };

/** Beyond this many at once all is said to have changed. */
const manyTopics = 400;

export function createJournalStore(uid: string): JournalStore {
  let all: readonly Opened[] = [];
  let presented: string | undefined;
  /** What is shown of them. */
  let shown: readonly Opened[] = [];
  const listeners = new Map<string, Set<() => void>>();
  /** How many hold a text. */
  const held = new Map<EntryKey, number>();
  const begun = new Map<EntryKey, JournalEntry>();
  const versions = new Map<string, number>();
  let made = new Map<string, unknown>();

  /** Made once, until something of the topic changes. */
  function kept<Value>(topic: StoreTopic, name: string, make: () => Value): Value {
    const key = `${topic} ${name}`;
    if (!made.has(key)) made.set(key, make());
    return made.get(key) as Value;
  }

  function say(topics: Iterable<string>): void {
    for (const topic of topics) {
      versions.set(topic, (versions.get(topic) ?? 0) + 1);
      for (const key of made.keys()) if (key.startsWith(`${topic} `)) made.delete(key);
    }
    const told = new Set<() => void>();
    for (const topic of topics) for (const one of listeners.get(topic) ?? []) told.add(one);
    for (const listener of told) listener();
  }

  function sayAll(): void {
    made = new Map();
    const topics = [...new Set([...listeners.keys(), ...versions.keys()])];
    say(topics);
  }

  function show(): void {
    const settingsOf = ({ index }: Opened) => {
      const { journal, settings } = index.room();
      return { id: journal, order: settings.order };
    };
    shown = all
      .filter(({ index }) => !index.room().settings.isGone)
      .filter(({ journal }) => presented === undefined || journal === presented)
      .toSorted((a, b) => byOrder(settingsOf(a), settingsOf(b)));
  }

  const opened = (journal: string) => shown.find((one) => one.journal === journal);
  const indexOf = (journal: string) => opened(journal)?.index;

  function changed(journal: string, keys: ReadonlySet<string>): void {
    const one = all.find((other) => other.journal === journal);
    if (!one) return;
    const topics = new Set<string>(["status", ...one.index.changed(keys)]);
    if (topics.has("rooms")) {
      const before = shown;
      show();
      // One that came or went takes its entries with it.
      if (before.length !== shown.length) return sayAll();
    }
    if (topics.size > manyTopics) sayAll();
    else say(topics);
  }

  return {
    uid,
    rooms: () => kept("rooms", "all", () => shown.map(({ index }) => index.room())),
    goneRooms: () =>
      kept("rooms", "gone", () =>
        (presented === undefined ? all : [])
          .map(({ index }) => index.room())
          .filter(({ settings }) => settings.isGone)
          .toSorted((a, b) => b.settings.goneAt - a.settings.goneAt),
      ),
    room: (journal) => opened(journal)?.index.room(),
    entry(key) {
      const { journal, id } = partsOf(key);
      return indexOf(journal)?.entry(id) ?? (opened(journal) && begun.get(key));
    },
    entries: (journal) =>
      kept("entries", journal ?? "", () => {
        const lists = (journal === undefined ? shown : [opened(journal) ?? []].flat()).map(
          ({ index }) => index.entries(),
        );
        return lists.length === 1 ? lists[0]! : lists.flat().toSorted(newestFirst);
      }),
    deleted: () =>
      kept("entries", "deleted", () =>
        shown.flatMap(({ index }) => index.deleted()).toSorted((a, b) => b.goneAt - a.goneAt),
      ),
    media(key) {
      const { journal, id } = partsOf(key);
      return indexOf(journal)?.media(id) ?? noMedia;
    },
    mediaItem: (journal, id) => indexOf(journal)?.mediaItem(id),
    allMedia: () => shown.flatMap(({ index }) => index.allMedia()),
    topics: (kind, journal) => indexOf(journal)?.topics(kind) ?? noTopics,
    topic: (kind, journal, id) => indexOf(journal)?.topic(kind, id),
    templates: (journal) => indexOf(journal)?.templates() ?? noTemplates,
    lost: () =>
      kept("lost", "all", () =>
        shown
          .flatMap(({ journal, records }) =>
            lostTextsOf(records, journalShape).map((lost) => ({ ...lost, journal })),
          )
          .toSorted((a, b) => b.t - a.t),
      ),
    text(key) {
      const { journal, id } = partsOf(key);
      return indexOf(journal)?.text(id);
    },
    async holdText(key) {
      const { journal, id } = partsOf(key);
      const one = opened(journal);
      if (!one) throw new Error("This journal is not open.");
      const letGo = await one.records.hold("texts", id);
      held.set(key, (held.get(key) ?? 0) + 1);
      let isMine = true;
      return () => {
        if (!isMine) return;
        isMine = false;
        letGo();
        const left = (held.get(key) ?? 1) - 1;
        if (left > 0) held.set(key, left);
        else {
          held.delete(key);
          one.index.forgetText(id);
        }
      };
    },
    begin(entry) {
      begun.set(entry.key, entry);
    },
    isBegun: (key) => begun.has(key),
    endBegun: (key) => void begun.delete(key),
    status: () => worstStatus(shown.map(({ records }) => records.status())),
    sync: () => worstSync(shown.map(({ records }) => records.sync())),
    presented: () => presented,
    present(journal) {
      if (presented === journal) return;
      presented = journal;
      show();
      sayAll();
    },
    use(rooms) {
      const isSame =
        rooms.length === all.length &&
        rooms.every(({ journal, records }, at) => {
          const one = all[at];
          return one?.journal === journal && one.records === records;
        });
      if (isSame) return;
      const before = new Map(all.map((one) => [one.records, one]));
      all = rooms.map(({ journal, records }) => {
        const kept = before.get(records);
        if (kept?.journal === journal) {
          before.delete(records);
          return kept;
        }
        const end = records.subscribe((keys) => changed(journal, keys));
        return { journal, records, index: createRoomIndex(journal, records), end };
      });
      for (const { end } of before.values()) end();
      show();
      sayAll();
    },
    changed,
    subscribe(topic, listener) {
      const set = listeners.get(topic) ?? new Set();
      listeners.set(topic, set.add(listener));
      return () => {
        set.delete(listener);
        if (set.size === 0) listeners.delete(topic);
      };
    },
    version: (topic) => versions.get(topic) ?? 0,
    close() {
      for (const { end } of all) end();
      all = shown = [];
      listeners.clear();
    },
  };
}

const noMedia: readonly never[] = [];
const noTopics: readonly never[] = [];
const noTemplates: readonly never[] = [];

function worstStatus(all: readonly RecordsStatus[]): RecordsStatus {
  const failed = all.find((status) => typeof status === "object");
  return failed ?? (all.includes("loading") ? "loading" : "ready");
}

function worstSync(all: readonly Sync[]): Sync {
  const failed = all.find((sync) => typeof sync === "object");
  if (failed) return failed;
  return all.includes("offline") ? "offline" : all.includes("saving") ? "saving" : "saved";
}

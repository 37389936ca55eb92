/**
 * What the records of all open journals say, made ready for the screen: an entry is read once, stays the same object while
 * nothing of it changed, and whoever shows it hears of nothing else. Journals that are locked are not in it; while somebody
 * presents, one journal is all there is.
 */
import type { Records, RecordsStatus } from "#app/live/records/records.ts";
import type { Sync } from "#app/live/outbox/outbox.ts";
import type { LostText } from "#app/parts/kept-words/lost-text.ts";
import type { Entry } from "#lib/journal/entry.ts";
import type {
  EntryText,
  JournalSettings,
  Media,
  Template,
  Topic,
} from "#lib/journal/journal-items.ts";

/** `JOURNAL.ENTRY`: two journals may have entries of the same id, as when both were imported. */
export type EntryKey = string;

export type JournalEntry = Entry & { key: EntryKey; journal: string };
export type JournalMedia = Media & { journal: string };
export type JournalTopic = Topic & { journal: string };
export type JournalTemplate = Template & { journal: string };
export type JournalLost = LostText & { journal: string };

/** A journal that is open here. */
export type Room = {
  /** Its id. */
  journal: string;
  isSealed: boolean;
  records: Records;
  /** The same object while none was changed. */
  settings: JournalSettings;
};

/**
 * `entries/KEY`, `texts/KEY`: this one. `entries`: any entry that is shown or in the trash. `media`, `topics` (tags and
 * people), `templates`, `lost`: any of them. `rooms`: which journals are open, and their settings. `status`: how it loads and sends.
 */
export type StoreTopic =
  | `entries/${EntryKey}`
  | `texts/${EntryKey}`
  | "entries"
  | "media"
  | "topics"
  | "templates"
  | "lost"
  | "rooms"
  | "status";

export type JournalStore = {
  readonly uid: string;
  /** In their order, without those in the trash. The same array while none changed. */
  rooms: () => readonly Room[];
  room(journal: string): Room | undefined;
  /** Those in the trash, deleted last first. */
  goneRooms: () => readonly Room[];
  /** Also one in the trash, and one that is begun. */
  entry(key: EntryKey): JournalEntry | undefined;
  /** Newest first, without the trash; of all journals, or of one. The same array while none of them changed. */
  entries(journal?: string): readonly JournalEntry[];
  /** The trash, deleted last first. */
  deleted: () => readonly JournalEntry[];
  /** Of an entry, in the order in which they were taken or added. The same array while none changed. */
  media(key: EntryKey): readonly JournalMedia[];
  mediaItem(journal: string, id: string): JournalMedia | undefined;
  /** Without those in the trash and those of entries in the trash. */
  allMedia: () => readonly JournalMedia[];
  /** By name, without deleted ones. The same array while none changed. */
  topics(kind: "tags" | "people", journal: string): readonly JournalTopic[];
  topic(kind: "tags" | "people", journal: string, id: string): JournalTopic | undefined;
  /** In their order. */
  templates(journal: string): readonly JournalTemplate[];
  /** Texts that lost against another one, newest first; of journals that are open. */
  lost: () => readonly JournalLost[];
  /** Undefined: nobody holds it. `doc` is rich text as JSON. */
  text(key: EntryKey): EntryText | undefined;
  /** Has its text in memory until the returned function is called. @throws NoAnswerError: neither here nor reachable */
  holdText(key: EntryKey): Promise<() => void>;
  /** The worst of all open journals. */
  status: () => RecordsStatus;
  sync: () => Sync;
  /** An entry that is there for who writes it, and for nobody else until it has a word. */
  begin(entry: JournalEntry): void;
  isBegun(key: EntryKey): boolean;
  /** It was written, or nobody wants it. */
  endBegun(key: EntryKey): void;
  /** While somebody presents: the journal that is there. */
  presented: () => string | undefined;
  /** Undefined: all are there again. */
  present(journal: string | undefined): void;
  /** Has journals in it from now on: in place of those that were. They are closed by who has opened them. */
  use(rooms: readonly { journal: string; records: Records }[]): void;
  /** Reads anew what is shown of these (`KIND/ID` of a journal), and says so to who shows them. */
  changed(journal: string, keys: ReadonlySet<string>): void;
  subscribe(topic: StoreTopic, listener: () => void): () => void;
  /** Rises with each change of the topic. */
  version(topic: StoreTopic): number;
  close(): void;
};

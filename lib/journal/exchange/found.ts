/** What an import found, whatever it was read from, as a journal would hold it. Nothing of it is written yet. */
import type { Parts } from "../../records/register.ts";
import type { JournalKind } from "../shape.ts";

export type FoundItem = {
  kind: JournalKind;
  id: string;
  registers: Readonly<Record<string, Parts>>;
};

/** The bytes of an item of kind `media`. */
export type FoundFile = {
  media: string;
  blob: Blob;
};

/** What is written in one change, or not at all: an entry with its text, its revisions and its photos. */
export type FoundGroup = {
  items: readonly FoundItem[];
  files: readonly FoundFile[];
  /** What could not be taken of it, as sentences. */
  said: readonly string[];
};

/** Somebody or something that entries name; one of that name in the journal stands for it. */
export type FoundTopic = FoundItem & { kind: "tags" | "people" };

export type FoundCounts = {
  entries: number;
  /** Dates, `2026-12-01`; empty: none has one. */
  first: string;
  last: string;
  days: number;
  photos: number;
  /** Other files: sound, film, PDF. */
  files: number;
  /** Entries that do not say where they were written. */
  withoutZone: number;
  /** Entries that do not say when. */
  withoutDate: number;
};

/** How entries without a date get one: that of their file, one for all, or they are left out. */
export type UndatedChoice = "file" | "leave" | { date: string };

export type ReadChoices = {
  /** IANA name, for entries that have none. */
  zone: string;
  undated: UndatedChoice;
};

/** What is known of it before anything is taken. */
export type FoundPreview = {
  name: string;
  /** Of the item `journal`, for a journal that is made for it. */
  settings: Readonly<Record<string, Parts>>;
  topics: readonly FoundTopic[];
  /** Of all entries. */
  ids: readonly string[];
  counts: FoundCounts;
  /** Titles of the first entries and their dates, for a look at it. */
  sample: readonly { title: string; date: string }[];
  /** What is left out, and why, as sentences. */
  said: readonly string[];
};

export type FoundJournal = FoundPreview & {
  groups(choices: ReadChoices): AsyncIterable<FoundGroup>;
};

export type Found = {
  from: "dayOne" | "markdown" | "foyer";
  journals: readonly FoundJournal[];
};

/** What was chosen cannot be read; `message` is a sentence for people. */
export class ImportError extends Error {
  override readonly name = "ImportError";
}

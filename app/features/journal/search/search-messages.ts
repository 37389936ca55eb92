/** What the page and the worker that searches say to each other. */
import type { SnippetPart } from "#lib/journal/search/snippet.ts";
import type { JournalKeys } from "#lib/sealed/keys.ts";

/** What the page knows of an entry without its text. */
export type HeadEntry = {
  id: string;
  /** Minutes by the writer's clock: what is newer is larger. */
  when: number;
  /** Title, tags, people, place: a line each. */
  head: string;
  /** Of its text. */
  words: number;
  /** Without its text, and with it: another one when anything of it has changed. */
  versions: readonly [bare: number, whole: number];
  /** Its text as JSON of rich text, where the page has one that may not be kept yet. */
  doc?: string;
};

export type Hit = { journal: string; id: string };
export type Snippet = Hit & { parts: readonly SnippetPart[] };

export type ToSearch =
  /** First of all, once. */
  | { kind: "begin"; uid: string }
  | { kind: "open"; journal: string; keys?: JournalKeys }
  | { kind: "close"; journal: string }
  /** All that there are. */
  | { kind: "all"; journal: string; entries: readonly HeadEntry[] }
  /** These have changed, or their texts have. */
  | { kind: "some"; journal: string; entries: readonly HeadEntry[]; gone: readonly string[] }
  /** @param only of which entries; a journal that is not in it has none. Without it: all */
  | { kind: "find"; ask: number; query: string; only?: Readonly<Record<string, readonly string[]>> }
  | { kind: "snippets"; ask: number; query: string; of: readonly Hit[] };

export type RoomState = {
  journal: string;
  /** That can be found. */
  entries: number;
  /** Of them, those of which the text is not in this browser yet. */
  missing: number;
  /** How many of those that have to be read anew are done. Undefined: it waits. */
  building?: { done: number; of: number };
};

export type FromSearch =
  | { kind: "state"; state: RoomState }
  /** `count`: of all that fit. `ms`: how long it took. */
  | { kind: "found"; ask: number; count: number; found: readonly Hit[]; ms: number }
  | { kind: "snippets"; ask: number; snippets: readonly Snippet[] };

/** Bounds what one query may look at: there is one reader, and everybody else's reads wait for it. */
import type { Caller } from "../http/index.ts";
import type { StoredDocument } from "./document.ts";
import { resourceExhausted } from "./errors.ts";

/** In index entries of usual size, which take about a microsecond each. */
const MAX_COST = 300_000;
/** For whoever has not signed in. */
const MAX_COST_OF_ANYBODY = 100_000;
const MAX_COST_OF_SERVER = 20_000_000;
/** What finding a document costs, in entries. */
export const DOCUMENT_COST = 20;
/** How much of a key is read, or of a document parsed, while an entry is. */
const CHARS_PER_ENTRY = 64;
/** How much of a document is read and sent on as it is. */
const SENT_CHARS_PER_ENTRY = 256;
/** How many entries SQLite counts while one is read. */
const COUNTED_PER_ENTRY = 5;

/** Each of them throws an OperationError RESOURCE_EXHAUSTED when it is too much. */
export type ScanBudget = {
  entries(rows: readonly { key: Uint8Array }[]): void;
  /** An entry was looked at that is not wanted. */
  filtered(): void;
  document(document: StoredDocument): void;
  /** Its fields are looked at, by a mask, a sum or the rules. */
  parsed(document: StoredDocument): void;
  counted(entries: number): void;
  /** How many more entries may be counted. */
  countable(): number;
  /** In entries, so far. */
  spent(): number;
};

export function createScanBudget(caller: Caller): ScanBudget {
  const most = mostOf(caller);
  let spent = 0;
  function spend(cost: number): void {
    spent += Math.ceil(cost);
    if (spent > most) {
      throw resourceExhausted(
        "The query would look at too much at once: narrow it, ask with a limit, or add a composite index for it.",
      );
    }
  }
  return {
    entries(rows) {
      const bytes = rows.reduce((sum, { key }) => sum + key.length, 0);
      // Looking for more costs something, even when there is nothing.
      spend(1 + rows.length + bytes / CHARS_PER_ENTRY);
    },
    filtered: () => spend(1),
    document: ({ fieldsText }) => spend(DOCUMENT_COST + fieldsText.length / SENT_CHARS_PER_ENTRY),
    parsed: ({ fieldsText }) => spend(fieldsText.length / CHARS_PER_ENTRY),
    counted: (entries) => spend(1 + entries / COUNTED_PER_ENTRY),
    countable: () => (most - spent) * COUNTED_PER_ENTRY,
    spent: () => spent,
  };
}

function mostOf(caller: Caller): number {
  if (caller === "admin") return MAX_COST_OF_SERVER;
  return caller === null ? MAX_COST_OF_ANYBODY : MAX_COST;
}

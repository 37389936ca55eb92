/** Bounds what one query may look at: there is one reader, and everybody else's reads wait for it. */
import type { Caller } from "../http/index.ts";
import { resourceExhausted } from "./errors.ts";

/** About a quarter of a second. */
const MAX_ENTRIES = 250_000;
const MAX_ENTRIES_OF_SERVER = 5_000_000;
/** What reading a document costs, in entries. */
const DOCUMENT_ENTRIES = 5;

export type ScanBudget = {
  /** @throws OperationError RESOURCE_EXHAUSTED */
  entries(count: number): void;
  documents(count: number): void;
  /** In entries, so far. */
  spent(): number;
};

export function createScanBudget(caller: Caller): ScanBudget {
  const most = caller === "admin" ? MAX_ENTRIES_OF_SERVER : MAX_ENTRIES;
  let spent = 0;
  function spend(count: number): void {
    spent += count;
    if (spent > most) {
      throw resourceExhausted(
        "The query would look at too much at once: narrow it, ask with a limit, or add a composite index for it.",
      );
    }
  }
  return {
    entries: spend,
    documents: (count) => spend(count * DOCUMENT_ENTRIES),
    spent: () => spent,
  };
}

/** Bounds what one commit may compute: there is one writer, and everybody else's writes wait for it. */
import type { Caller } from "../http/index.ts";
import type { StoredDocument } from "./document.ts";
import { resourceExhausted } from "./errors.ts";
import type { Transform } from "./transform.ts";

/** In characters of documents that are read or written; about a third of a second. */
const MAX_WORK = 24_000_000;
/** Of a commit with one write: whatever one document may be, it can be replaced and deleted. */
const MAX_WORK_OF_ONE = 60_000_000;
/** For whoever has not signed in: such commits hardly ever have a right. */
const MAX_ANONYMOUS_WORK = 1_000_000;
/** What comparing one element of an array costs, in the same measure. */
const ELEMENT_WORK = 100;
/** What writing or deleting one entry of an index costs, in the same measure. */
const ENTRY_WORK = 360;
/** What making one byte of a key costs, in the same measure. */
const COMPUTED_WORK = 0.4;
/** What reading one value and making its part of a key costs, in the same measure; equal elements have one entry. */
const VALUE_WORK = 24;
/** At least: `{"nullValue":null},`. */
const CHARS_OF_ELEMENT = 19;

/**
 * Entries of indexes: those that are to be written or deleted, the bytes of all that were made to find them, and the
 * values that they were made of.
 */
export type EntryWork = {
  changed: number;
  changedBytes: number;
  computedBytes: number;
  values: number;
};

export type WorkBudget = {
  /** Without `write` the document is deleted. @throws OperationError RESOURCE_EXHAUSTED */
  spend(
    stored: StoredDocument | undefined,
    write?: { fieldsText: string; transforms: readonly Transform[] },
  ): void;
  /** @throws OperationError RESOURCE_EXHAUSTED */
  spendEntries: (entries: EntryWork) => void;
};

export function createWorkBudget(caller: Caller, writes: number): WorkBudget {
  const signedIn = writes > 1 ? MAX_WORK : MAX_WORK_OF_ONE;
  const most = caller === null ? MAX_ANONYMOUS_WORK : signedIn;
  let work = 0;
  function add(more: number): void {
    work += more;
    if (work > most) {
      throw resourceExhausted("This commit is too much work at once: send it in parts.");
    }
  }
  return {
    spend(stored, { fieldsText, transforms } = { fieldsText: "", transforms: [] }) {
      const chars = (stored?.fieldsText.length ?? 0) + fieldsText.length;
      let more = chars;
      let elements = chars / CHARS_OF_ELEMENT;
      for (const transform of transforms) {
        if (!("elements" in transform)) continue;
        elements += transform.elements.length;
        more += elements * ELEMENT_WORK;
      }
      add(more);
    },
    spendEntries: ({ changed, changedBytes, computedBytes, values }) =>
      add(
        changed * ENTRY_WORK + changedBytes + computedBytes * COMPUTED_WORK + values * VALUE_WORK,
      ),
  };
}

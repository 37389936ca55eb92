/** Bounds what one commit may compute: there is one writer, and everybody else's writes wait for it. */
import type { Caller } from "../http/index.ts";
import type { StoredDocument } from "./document.ts";
import { resourceExhausted } from "./errors.ts";
import type { Transform } from "./transform.ts";

/** In characters of documents that are read or written; about a third of a second. */
const MAX_WORK = 24_000_000;
/** For whoever has not signed in: such commits hardly ever have a right. */
const MAX_ANONYMOUS_WORK = 1_000_000;
/** What comparing one element of an array costs, in the same measure. */
const ELEMENT_WORK = 100;
/** At least: `{"nullValue":null},`. */
const CHARS_OF_ELEMENT = 19;

export type WorkBudget = {
  /** @throws OperationError RESOURCE_EXHAUSTED */
  spend(
    stored: StoredDocument | undefined,
    write: { fieldsText: string; transforms: readonly Transform[] },
  ): void;
};

export function createWorkBudget(caller: Caller): WorkBudget {
  const most = caller === null ? MAX_ANONYMOUS_WORK : MAX_WORK;
  let work = 0;
  return {
    spend(stored, { fieldsText, transforms }) {
      const chars = (stored?.fieldsText.length ?? 0) + fieldsText.length;
      work += chars;
      let elements = chars / CHARS_OF_ELEMENT;
      for (const transform of transforms) {
        if (!("elements" in transform)) continue;
        elements += transform.elements.length;
        work += elements * ELEMENT_WORK;
      }
      if (work > most) {
        throw resourceExhausted("This commit is too much work at once: send it in parts.");
      }
    },
  };
}

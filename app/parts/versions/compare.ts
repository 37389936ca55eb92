/** What is different between two versions of a document: by field, and in it by words. */
import { diffWordsWithSpace } from "diff";
import type { PlainFields } from "#lib/firestore-value.ts";
import { valueText } from "./value-text.ts";

export type Piece = { text: string; kind: "same" | "added" | "removed" };

export type FieldChange = {
  /** Top-level. */
  field: string;
  pieces: readonly Piece[];
};

/** Two long texts that have little in common are not compared word by word for longer than this. */
const patienceMs = 300;
/** Places in an order say nothing to people. */
const unsaid = new Set(["order"]);

/** In the order of the fields of `after`, then what it does not have any more. */
export function fieldChanges(before: PlainFields, after: PlainFields): FieldChange[] {
  const names = new Set([...Object.keys(after), ...Object.keys(before)]);
  return [...names].flatMap((field) => {
    const [a, b] = [before[field], after[field]];
    if (unsaid.has(field) || (isEmpty(a) && isEmpty(b)) || sameText(a) === sameText(b)) return [];
    const [old, now] = [valueText(a), valueText(b)];
    // Marks, sizes and the like are no words.
    const pieces: Piece[] =
      old === now
        ? [{ text: "Changed in its form, not in its words", kind: "same" }]
        : words(old, now);
    return [{ field, pieces }];
  });
}

function words(before: string, after: string): Piece[] {
  const parts = diffWordsWithSpace(before, after, { timeout: patienceMs });
  if (parts === undefined) {
    return [
      { text: before, kind: "removed" },
      { text: after, kind: "added" },
    ];
  }
  return parts.map(({ value, added, removed }) => ({
    text: value,
    kind: added ? "added" : removed ? "removed" : "same",
  }));
}

function isEmpty(value: PlainFields[string] | undefined): boolean {
  return (
    value === undefined ||
    value === null ||
    value === "" ||
    value === false ||
    (Array.isArray(value) && value.length === 0)
  );
}

/** The same for objects whose fields were written in another order. */
function sameText(value: unknown): string | undefined {
  return JSON.stringify(value, (_, part: unknown) =>
    typeof part === "object" && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}

/** The refusal of a query whose index is missing: it carries the entry that the file of indexes lacks. */
import type { OperationError } from "../sqlite/index.ts";
import { failedPrecondition } from "./errors.ts";
import { formatFieldPath, samePath } from "./field-path.ts";
import { type IndexField, singleFieldModes, toFileEntry, toFileIndex } from "./index-definition.ts";
import { type IndexNeed, hasSingleField, modeOf } from "./index-need.ts";
import type { Order } from "./query.ts";

/** What is to be added to `indexes` or to `fieldOverrides` of firestore.indexes.json. */
export type MissingIndex = { index: object } | { fieldOverride: object };

export function missingIndex(need: IndexNeed): OperationError {
  const { collectionId, scope, exact, suffix } = need;
  const nameDirection = modeOf((suffix.at(-1) as Order).direction);
  const ordered = suffix.slice(0, -1).map(({ path, direction }): IndexField => {
    return { path, mode: modeOf(direction) };
  });
  const isTwice = exact.some(({ path }) => ordered.some((field) => samePath(field.path, path)));
  if (isTwice) {
    return failedPrecondition(
      "The query asks what an array contains and orders by the same array: no index can serve both.",
    );
  }
  // Exact values alone are answered by the indexes of their fields, however many they are.
  const fields = exact.map(({ path, kind }): IndexField => {
    if (kind === "contains") return { path, mode: "contains" };
    return { path, mode: ordered.length === 0 ? nameDirection : "ascending" };
  });
  const single = isSingle(fields, ordered, nameDirection)
    ? [...fields, ...ordered].find(({ path, mode }) => !hasSingleField(need, path, mode))
    : undefined;
  if (single !== undefined) return refusal({ fieldOverride: toOverride(need, single) });
  const nameDescending = nameDirection === "descending";
  const definition = { collectionId, scope, fields: [...fields, ...ordered], nameDescending };
  return refusal({ index: toFileEntry(definition) });
}

function isSingle(
  exact: readonly IndexField[],
  ordered: readonly IndexField[],
  nameDirection: IndexField["mode"],
): boolean {
  if (ordered.length === 0) return true;
  return exact.length === 0 && ordered.length === 1 && ordered[0]?.mode === nameDirection;
}

/** What the field has now, and the missing one: an override takes the place of the automatic indexes. */
function toOverride(
  { active, collectionId, scope }: IndexNeed,
  { path, mode }: IndexField,
): object {
  const indexes = [...singleFieldModes(active, collectionId, path), { scope, mode }];
  return {
    collectionGroup: collectionId,
    fieldPath: formatFieldPath(path),
    indexes: indexes.map(toFileIndex),
  };
}

function refusal(missing: MissingIndex): OperationError {
  const [list, entry] = Object.entries(missing)[0] as [string, object];
  const place = list === "index" ? "indexes" : "fieldOverrides";
  return failedPrecondition(
    `The query requires an index. Add to "${place}" of firestore.indexes.json: ${JSON.stringify(entry)}`,
    missing,
  );
}

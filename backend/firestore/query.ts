/** A structured query that needs no further checking, and the order that it implies. */
import type { FirestoreValue } from "#lib/firestore-value.ts";
import { type FieldPath, NAME_PATH, isNamePath, samePath } from "./field-path.ts";
import { type Filter, isInequality, leavesOf } from "./filter.ts";
import { compareUtf8 } from "./text-order.ts";

type Direction = "ASCENDING" | "DESCENDING";
export type Order = { path: FieldPath; direction: Direction };

/** `before`: just before the documents with these values, otherwise just after them. */
export type Cursor = { values: FirestoreValue[]; before: boolean };

export type Query = {
  where: Filter | undefined;
  /** Complete, as `completeOrder` makes it. */
  orderBy: Order[];
  startAt: Cursor | undefined;
  endAt: Cursor | undefined;
  offset: number;
  limit: number | undefined;
};

/** Adds what Firestore adds: the fields of inequalities, then the name, in the last direction. */
export function completeOrder(given: readonly Order[], where: Filter | undefined): Order[] {
  const orders = [...given];
  const direction = given.at(-1)?.direction ?? "ASCENDING";
  const ranged = (where === undefined ? [] : leavesOf(where))
    .filter(isInequality)
    .map((leaf) => leaf.path)
    .toSorted((a, b) => compareUtf8(a.join("\0"), b.join("\0")));
  for (const path of [...ranged.filter((path) => !isNamePath(path)), NAME_PATH]) {
    if (!orders.some((order) => samePath(order.path, path))) orders.push({ path, direction });
  }
  return orders;
}

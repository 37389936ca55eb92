/** What one alternative of a query asks of indexes. */
import type { Exact } from "./conditions.ts";
import type { FieldPath } from "./field-path.ts";
import {
  type ActiveIndexes,
  type IndexMode,
  type IndexScope,
  singleFieldModes,
} from "./index-definition.ts";
import type { Order } from "./query.ts";

export type IndexNeed = {
  collectionId: string;
  scope: IndexScope;
  active: ActiveIndexes;
  exact: readonly Exact[];
  /** The orders that no exact value fixes; the last is the name. */
  suffix: readonly Order[];
};

export function hasSingleField(need: IndexNeed, path: FieldPath, mode: IndexMode): boolean {
  const { active, collectionId, scope } = need;
  return singleFieldModes(active, collectionId, path).some(
    (index) => index.scope === scope && index.mode === mode,
  );
}

export function modeOf(direction: Order["direction"]): "ascending" | "descending" {
  return direction === "ASCENDING" ? "ascending" : "descending";
}

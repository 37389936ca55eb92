/** What a filtered view of a node's children asks for: order, range, limit (SDK: QueryParams). */
import type { DatabasePath } from "../rules/index.ts";
import type { Leaf } from "./value.ts";

/**
 * Values order as null < false < true < numbers < texts < objects, equal ones by key; no priority is null. Texts order
 * by UTF-16 units, keys as `compareKeys` has it.
 */
export type Query = {
  index: QueryIndex;
  start: QueryBound | undefined;
  end: QueryBound | undefined;
  limit: { count: number; from: "first" | "last" } | undefined;
};

/** `child`: by the value at a path below each child. */
export type QueryIndex =
  | { by: "key" }
  | { by: "value" }
  | { by: "priority" }
  | { by: "child"; path: DatabasePath };

export type QueryBound = {
  /** For orderByKey the key. */
  value: Leaf | null;
  /** Among equal values; undefined takes all of them in. */
  key: string | undefined;
  inclusive: boolean;
};

/** The SDK's names for what is before and after all keys; no child has one of them. */
export const MIN_NAME = "[MIN_NAME]";
export const MAX_NAME = "[MAX_NAME]";

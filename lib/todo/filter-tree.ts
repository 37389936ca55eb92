/** A filter as its form and its text have it. */
export type Filter =
  | { or: readonly Filter[] }
  | { and: readonly Filter[] }
  | { not: Filter }
  | { field: FilterField; op: FilterOp; value: string };

export type FilterField =
  | "list"
  | "label"
  | "prio"
  | "due"
  | "start"
  | "plan"
  | "done"
  | "has"
  | "text";

export type FilterOp = "=" | "<" | "<=" | ">" | ">=";

/** `at`: where in the text, in UTF-16 units. */
export type FilterProblem = { at: number; text: string };

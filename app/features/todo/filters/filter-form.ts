/** A filter as a form has it: groups of conditions. What the form makes is written as text, see lib/todo/filter.ts. */
import { conditionProblem } from "#lib/todo/filter.ts";
import type { Filter, FilterField, FilterOp } from "#lib/todo/filter-tree.ts";

export type Condition = Extract<Filter, { field: FilterField }>;
type Join = "and" | "or";

export type Group = { join: Join; isNot: boolean; parts: readonly Filter[] };
export type Part = { isNot: boolean; condition: Condition } | { group: Group };

/** One condition alone is a group of one. */
export function groupOf(filter: Filter | undefined): Group {
  if (!filter) return { join: "and", isNot: false, parts: [] };
  const part = partOf(filter);
  return "group" in part ? part.group : { join: "and", isNot: false, parts: [filter] };
}

export function partOf(filter: Filter): Part {
  let [inner, isNot] = [filter, false];
  while ("not" in inner) [inner, isNot] = [inner.not, !isNot];
  if ("and" in inner) return { group: { join: "and", isNot, parts: inner.and } };
  if ("or" in inner) return { group: { join: "or", isNot, parts: inner.or } };
  return { isNot, condition: inner };
}

/** Undefined: nothing is left. */
export function filterOfGroup({ join, isNot, parts }: Group): Filter | undefined {
  const [first] = parts;
  if (!first) return undefined;
  const all: Filter = parts.length === 1 ? first : join === "and" ? { and: parts } : { or: parts };
  return isNot ? { not: all } : all;
}

export const dayFields: ReadonlySet<FilterField> = new Set(["due", "start", "plan", "done"]);

const first: Readonly<Record<FilterField, string>> = {
  list: "Inbox",
  label: "",
  prio: "1",
  due: "today",
  start: "today",
  plan: "today",
  done: "any",
  has: "notes",
  text: "",
};

/** What a condition begins with. @param label a label that there is; else there is no such condition */
export function newCondition(field: FilterField, label = ""): Condition {
  const value = field === "label" ? label : field === "text" ? "word" : first[field];
  return { field, op: "=", value };
}

/** With another comparison or value; what does not go with it gives way. */
export function changed(
  condition: Condition,
  change: { op?: FilterOp; value?: string },
): Condition {
  const next = { ...condition, ...change };
  if (conditionProblem(next.field, next.op, next.value) === undefined) return next;
  return change.op === undefined ? { ...next, op: "=" } : { ...next, value: first[next.field] };
}

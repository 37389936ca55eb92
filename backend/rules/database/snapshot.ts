/** Snapshots of Realtime Database rules, as `root`, `data` and `newData` are: they read only what they are asked. */
import { charsOfStep, type DatabaseBudget } from "./budget.ts";
import type { ValueType } from "./value-type.ts";
import type { DatabasePath, DatabaseValue, TreeView } from "./types.ts";
import { noValue } from "../evaluation.ts";

export type Snapshot = { view: TreeView; path: DatabasePath };

type Method<Gives> = (at: Snapshot, budget: DatabaseBudget, input: unknown) => Gives;

/** What `val()` gives where there are children: that something is there, and no more, as Firebase documents it. */
export const withChildren: DatabaseValue = Object.freeze({});

/** A request names no longer ones. */
const pathLengthLimit = 4_096;

/** Of a read. No tree is much deeper; a longer path, made of data, costs by its length. */
const stepsOf = ({ path }: Snapshot): number => 5 + Math.max(0, path.length - 32) / 4;

/** Methods by name: what they take and give. Every one may throw `noValue` or `tooCostly`. */
export const snapshotMethods = new Map<
  string,
  | { type: "snapshot"; inputs: number; call: Method<Snapshot> }
  | { type: ValueType; inputs: number; call: Method<DatabaseValue> }
>([
  ["child", { type: "snapshot", inputs: 1, call: childAt }],
  ["parent", { type: "snapshot", inputs: 0, call: parentOf }],
  ["val", { type: "primitive", inputs: 0, call: valueOf }],
  ["getPriority", { type: "any", inputs: 0, call: priorityOf }],
  ["exists", { type: "boolean", inputs: 0, call: exists }],
  ["hasChild", { type: "boolean", inputs: 1, call: hasChild }],
  ["isString", { type: "boolean", inputs: 0, call: isA("string") }],
  ["isNumber", { type: "boolean", inputs: 0, call: isA("number") }],
  ["isBoolean", { type: "boolean", inputs: 0, call: isA("boolean") }],
]);

export function hasAnyChild(at: Snapshot, budget: DatabaseBudget): boolean {
  return valueOf(at, budget) === withChildren;
}

/** Every name is looked at, so that a wrong one is an error wherever it stands. */
export function hasChildren(
  at: Snapshot,
  budget: DatabaseBudget,
  names: readonly unknown[],
): boolean {
  return names.map((name) => childAt(at, budget, name)).every((child) => exists(child, budget));
}

function hasChild(at: Snapshot, budget: DatabaseBudget, name: unknown): boolean {
  return exists(childAt(at, budget, name), budget);
}

/** A dot within a key is only never there; no other character that keys lack has a known meaning. */
function childAt(at: Snapshot, budget: DatabaseBudget, name: unknown): Snapshot {
  if (typeof name !== "string" || name.length > pathLengthLimit) throw noValue;
  budget.spend(name.length / charsOfStep.split);
  if (/[#$[\]\p{Cc}]|(?:^|\/)\./u.test(name)) throw noValue;
  const below = name.split("/").filter((part) => part !== "");
  if (below.length === 0) throw noValue;
  return { view: at.view, path: [...at.path, ...below] };
}

function parentOf(at: Snapshot): Snapshot {
  if (at.path.length === 0) throw noValue;
  return { view: at.view, path: at.path.slice(0, -1) };
}

function exists(at: Snapshot, budget: DatabaseBudget): boolean {
  budget.spend(stepsOf(at));
  return at.view.exists(at.path);
}

function valueOf(at: Snapshot, budget: DatabaseBudget): DatabaseValue {
  budget.spend(stepsOf(at));
  const value = at.view.value(at.path);
  return typeof value === "object" && value !== null ? withChildren : value;
}

function priorityOf(at: Snapshot, budget: DatabaseBudget): DatabaseValue {
  budget.spend(stepsOf(at));
  return at.view.priority(at.path);
}

function isA(type: "string" | "number" | "boolean") {
  return (at: Snapshot, budget: DatabaseBudget): boolean => typeof valueOf(at, budget) === type;
}

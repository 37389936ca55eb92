/** `root`, `data` and `newData` of Realtime Database rules: a place in a tree that is read only as far as it is asked. */
import type { ValueType } from "./database-value-type.ts";
import type { DatabasePath, DatabaseValue, TreeView } from "./database-types.ts";
import { noValue } from "./evaluation.ts";

export type Snapshot = { view: TreeView; path: DatabasePath };

/** Methods by name: what they take and give. Every one may throw `noValue`. */
export const snapshotMethods = new Map<
  string,
  | { type: "snapshot"; inputs: number; call: (at: Snapshot, input: unknown) => Snapshot }
  | { type: ValueType; inputs: number; call: (at: Snapshot, input: unknown) => DatabaseValue }
>([
  ["child", { type: "snapshot", inputs: 1, call: childAt }],
  ["parent", { type: "snapshot", inputs: 0, call: parentOf }],
  ["val", { type: "primitive", inputs: 0, call: (at) => at.view.value(at.path) }],
  ["getPriority", { type: "any", inputs: 0, call: (at) => at.view.priority(at.path) }],
  ["exists", { type: "boolean", inputs: 0, call: exists }],
  ["hasChild", { type: "boolean", inputs: 1, call: (at, name) => exists(childAt(at, name)) }],
  ["isString", { type: "boolean", inputs: 0, call: isA("string") }],
  ["isNumber", { type: "boolean", inputs: 0, call: isA("number") }],
  ["isBoolean", { type: "boolean", inputs: 0, call: isA("boolean") }],
]);

export function hasAnyChild({ view, path }: Snapshot): boolean {
  return view.exists(path) && typeof view.value(path) === "object";
}

/** Every name is looked at, so that a wrong one is an error wherever it stands. */
export function hasChildren(at: Snapshot, names: readonly unknown[]): boolean {
  return names.map((name) => childAt(at, name)).every(exists);
}

/** A dot within a key is only never there; no other character that keys lack has a known meaning. */
function childAt(at: Snapshot, name: unknown): Snapshot {
  if (typeof name !== "string" || /[#$[\]\p{Cc}]|(?:^|\/)\./u.test(name)) throw noValue;
  const below = name.split("/").filter((part) => part !== "");
  if (below.length === 0) throw noValue;
  return { view: at.view, path: [...at.path, ...below] };
}

function parentOf(at: Snapshot): Snapshot {
  if (at.path.length === 0) throw noValue;
  return { view: at.view, path: at.path.slice(0, -1) };
}

function exists(at: Snapshot): boolean {
  return at.view.exists(at.path);
}

function isA(type: "string" | "number" | "boolean") {
  return (at: Snapshot): boolean => typeof at.view.value(at.path) === type;
}

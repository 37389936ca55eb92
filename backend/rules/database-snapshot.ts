/** `root`, `data` and `newData` of Realtime Database rules: a place in a tree that is read only as far as it is asked. */
import { noValue } from "./evaluation.ts";
import type { DatabasePath, DatabaseValue, TreeView } from "./database-types.ts";

export type Snapshot = { view: TreeView; path: DatabasePath };

/** Methods by name: what they take and give. Every one may throw `noValue`. */
export const snapshotMethods = new Map<
  string,
  | { gives: "snapshot"; inputs: number; call: (at: Snapshot, input: unknown) => Snapshot }
  | { gives: "value"; inputs: number; call: (at: Snapshot, input: unknown) => DatabaseValue }
>([
  ["child", { gives: "snapshot", inputs: 1, call: childAt }],
  ["parent", { gives: "snapshot", inputs: 0, call: parentOf }],
  ["val", { gives: "value", inputs: 0, call: (at) => at.view.value(at.path) }],
  ["exists", { gives: "value", inputs: 0, call: exists }],
  ["hasChild", { gives: "value", inputs: 1, call: (at, name) => exists(childAt(at, name)) }],
  ["isString", { gives: "value", inputs: 0, call: isA("string") }],
  ["isNumber", { gives: "value", inputs: 0, call: isA("number") }],
  ["isBoolean", { gives: "value", inputs: 0, call: isA("boolean") }],
]);

/** `hasChildren([…])`; without names, whether there is any child. */
export function hasChildren(at: Snapshot, names: readonly unknown[] | undefined): boolean {
  if (names !== undefined) return names.every((name) => exists(childAt(at, name)));
  return typeof at.view.value(at.path) === "object" && exists(at);
}

function childAt(at: Snapshot, name: unknown): Snapshot {
  if (typeof name !== "string" || /[.#$[\]\p{Cc}]/u.test(name)) throw noValue;
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

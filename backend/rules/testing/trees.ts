/** Trees, documents and requests for the tests of rules. */
import { type FirestoreFields, toFirestoreFields } from "#lib/firestore-value.ts";
import type { DatabasePath, DatabaseQuery, DatabaseValue, TreeView } from "../database/types.ts";
import type { Lookups, RulesAuth, RulesDocument } from "../types.ts";

export const nowMs = Date.parse("2026-05-01T12:00:00.000Z");

export function signedIn(uid: string, token: Record<string, unknown> = {}): RulesAuth {
  return { uid, token };
}

export function toPath(text: string): string[] {
  return text.split("/").filter((part) => part !== "");
}

/** @param tree may have `.priority` and `.value` in it, as an export has. */
export function treeView(tree: DatabaseValue): TreeView {
  const value = (path: DatabasePath): DatabaseValue => plain(at(tree, path));
  const exists = (path: DatabasePath): boolean => value(path) !== null;
  return {
    value,
    exists,
    priority: (path) =>
      exists(path) ? (at(tree, [...path, ".priority"]) as number | string) : null,
  };
}

function at(tree: DatabaseValue, path: DatabasePath): DatabaseValue {
  let value = tree;
  for (const key of path) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return null;
    value = value[key] ?? null;
  }
  return value;
}

/** Without priorities. What is empty is not there. */
function plain(value: DatabaseValue): DatabaseValue {
  if (typeof value !== "object" || value === null) return value;
  if (Object.hasOwn(value, ".value")) return value[".value"] ?? null;
  const entries = Object.entries(value)
    .map(([key, below]) => [key, key === ".priority" ? null : plain(below)] as const)
    .filter(([, below]) => below !== null);
  return entries.length === 0 ? null : Object.fromEntries(entries);
}

/** The tree after the write. */
function written(tree: DatabaseValue, path: DatabasePath, value: DatabaseValue): DatabaseValue {
  const [key, ...below] = path;
  if (key === undefined) return value;
  const isLeaf = typeof tree !== "object" || tree === null || Object.hasOwn(tree, ".value");
  if (key === ".priority") return { ...(isLeaf ? { ".value": plain(tree) } : tree), [key]: value };
  const children = isLeaf ? {} : tree;
  const child = Object.hasOwn(children, key) ? (children[key] ?? null) : null;
  return Object.fromEntries([
    ...Object.entries(children).filter(([name]) => name !== key),
    [key, written(child, below, value)],
  ]);
}

/** A request to write, as `update(paths)` makes it: all or nothing. A path may end in `.priority`. */
export function writeRequest(
  auth: RulesAuth,
  tree: DatabaseValue,
  values: Record<string, DatabaseValue>,
) {
  const puts = Object.entries(values).map(([path, value]) => ({ path: toPath(path), value }));
  const newTree = puts.reduce((after, { path, value }) => written(after, path, value), tree);
  const newRoot = treeView(newTree);
  const writes = puts.map(({ path, value }) => {
    if (path.at(-1) !== ".priority") return { path, value: plain(value) };
    const node = path.slice(0, -1);
    return { path: node, value: newRoot.value(node) };
  });
  return { auth, nowMs, writes, root: treeView(tree), newRoot };
}

export function fieldsOf(plain: Record<string, unknown>): FirestoreFields {
  return toFirestoreFields(plain);
}

export function documentOf(path: string, plain: Record<string, unknown>): RulesDocument {
  return { path, fields: fieldsOf(plain) };
}

export function lookupsIn(documents: Record<string, Record<string, unknown>>): Lookups {
  const get = (path: string): RulesDocument | null => {
    const plain = Object.hasOwn(documents, path) ? documents[path] : undefined;
    return plain === undefined ? null : documentOf(path, plain);
  };
  return { get, getAfter: get };
}

export const noLookups: Lookups = lookupsIn({});

/** A query that asks for nothing in particular. */
export const noQuery: DatabaseQuery = {
  orderBy: "priority",
  startAt: null,
  endAt: null,
  equalTo: null,
  limitToFirst: null,
  limitToLast: null,
};

/** Paths as requests name them. */
import { faultOfKey, faultOfPath } from "#lib/database-key.ts";
import type { DatabasePath } from "../rules/index.ts";
import { invalidPath } from "./errors.ts";
import { PRIORITY } from "./value.ts";

/** With the slashes that do not count. */
const MAX_PATH_CHARS = 4 * 1024;

/** Empty segments do not count: `/a//b/` is `a/b`. @throws OperationError invalid_path */
export function parsePath(text: unknown): DatabasePath {
  return checkKeys(splitPath(text));
}

/** As `parsePath`, of what is written: its last key may be `.priority`. @throws OperationError invalid_path */
export function parseWritePath(text: unknown): DatabasePath {
  const path = splitPath(text);
  checkKeys(isPriorityPath(path) ? path.slice(0, -1) : path);
  return path;
}

function splitPath(text: unknown): DatabasePath {
  if (typeof text !== "string") throw invalidPath("A path must be text.");
  if (text.length > MAX_PATH_CHARS) throw invalidPath("The path is too long.");
  return text.split("/").filter((key) => key !== "");
}

function checkKeys(path: DatabasePath): DatabasePath {
  for (const fault of [faultOfPath(path), ...path.map(faultOfKey)]) {
    if (fault !== undefined) throw invalidPath(fault);
  }
  return path;
}

/** Whether it leads to a node's priority. */
export const isPriorityPath = (path: DatabasePath): boolean => path.at(-1) === PRIORITY;

/** The node that is written to at `path`: that of the priority, when it leads to one. */
export function nodePathOf(path: DatabasePath): DatabasePath {
  return isPriorityPath(path) ? path.slice(0, -1) : path;
}

export const formatPath = (path: DatabasePath): string => path.join("/");

/** Whether `path` is `ancestor` or lies below it. */
export function isWithin(path: DatabasePath, ancestor: DatabasePath): boolean {
  return path.length >= ancestor.length && ancestor.every((key, depth) => path[depth] === key);
}

/** The order in which the writes of one update are done: the SDK's. */
export function comparePaths(a: DatabasePath, b: DatabasePath): number {
  const depth = a.findIndex((key, i) => key !== b[i]);
  if (depth < 0) return a.length - b.length;
  return (a[depth] as string) < (b[depth] ?? "") ? -1 : 1;
}

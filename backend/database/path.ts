/** Child keys and paths: what they may be, and Firebase's order of them (SDK: nameCompare). */
import type { DatabasePath } from "../rules/index.ts";
import { invalidPath, quote } from "./errors.ts";
import { PRIORITY } from "./value.ts";

export const MAX_DEPTH = 32;
const MAX_KEY_BYTES = 768;
const MAX_PATH_CHARS = 32 * 1024;
const INT32_MIN = -0x80000000;
const INT32_MAX = 0x7fffffff;

/** The key as the 32-bit integer by which it is ordered; undefined for a key that is ordered as text. */
export function integerOf(key: string): number | undefined {
  if (!/^-?0*\d{1,10}$/.test(key)) return undefined;
  const integer = Number(key);
  return integer >= INT32_MIN && integer <= INT32_MAX ? integer : undefined;
}

export function compareKeys(a: string, b: string): number {
  if (a === b) return 0;
  const intA = integerOf(a);
  const intB = integerOf(b);
  if (intA === undefined && intB === undefined) return a < b ? -1 : 1;
  if (intA === undefined) return 1;
  if (intB === undefined) return -1;
  return intA - intB || a.length - b.length;
}

/** Why a key cannot be used; undefined when it can. */
export function faultOfKey(key: string): string | undefined {
  if (key === "") return "A key must not be empty.";
  // oxlint-disable-next-line no-control-regex
  if (/[.#$/[\]\u0000-\u001f\u007f]/.test(key)) {
    return `The key ${quote(key)} must not contain . # $ / [ ] or control characters.`;
  }
  if (key.length * 3 > MAX_KEY_BYTES && Buffer.byteLength(key) > MAX_KEY_BYTES) {
    return `A key must not be longer than ${MAX_KEY_BYTES} bytes.`;
  }
  return undefined;
}

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
  if (path.length > MAX_DEPTH) {
    throw invalidPath(`A path must not be deeper than ${MAX_DEPTH} keys.`);
  }
  for (const key of path) {
    const fault = faultOfKey(key);
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

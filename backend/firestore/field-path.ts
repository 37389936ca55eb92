/** Field paths: `a.b`, quoted where a name is not a plain word: `` a.`b-c` ``. */
import type { FirestoreFields, FirestoreValue } from "#lib/firestore-value.ts";
import { invalidArgument } from "./errors.ts";
import { quote, readList, readObject, readString, within } from "./json-reader.ts";

export type FieldPath = readonly string[];

/** The document's own name, in queries. */
export const NAME_PATH: FieldPath = ["__name__"];

const MAX_BYTES = 1_500;
const MAX_PATHS = 1_000;
const WORD = /^[A-Za-z_][0-9A-Za-z_]*/;
const QUOTED = /^`((?:[^`\\]|\\[`\\])*)`/s;

export function readFieldPath(json: unknown, at: string): FieldPath {
  const text = readString(json, at);
  if (Buffer.byteLength(text) > MAX_BYTES) {
    throw invalidArgument(`${at}: a field path must not be longer than ${MAX_BYTES} bytes.`);
  }
  const path: string[] = [];
  let rest = text;
  for (;;) {
    const match = QUOTED.exec(rest) ?? WORD.exec(rest);
    if (match === null) break;
    const name = match[1] === undefined ? match[0] : match[1].replaceAll(/\\([`\\])/g, "$1");
    path.push(name);
    rest = rest.slice(match[0].length);
    if (rest === "") {
      if (!isNamePath(path)) for (const part of path) checkFieldName(part, at);
      return path;
    }
    if (!rest.startsWith(".")) break;
    rest = rest.slice(1);
  }
  throw invalidArgument(`${at}: ${quote(text)} is not a field path.`);
}

/** A field as queries name it: `{fieldPath}`. */
export function readFieldReference(json: unknown, at: string): FieldPath {
  const { fieldPath } = readObject(json, at, ["fieldPath"]);
  return readFieldPath(fieldPath, within(at, "fieldPath"));
}

/** The text that `readFieldPath` reads as this path. */
export function formatFieldPath(path: FieldPath): string {
  return path
    .map((name) =>
      WORD.exec(name)?.[0] === name ? name : `\`${name.replaceAll(/[`\\]/g, "\\$&")}\``,
    )
    .join(".");
}

/** @throws OperationError when the list is longer than any real one: every path is looked up in every document. */
export function readPaths(json: unknown, at: string): unknown[] {
  const list = readList(json, at);
  if (list.length > MAX_PATHS) {
    throw invalidArgument(`${at} may name at most ${MAX_PATHS} fields.`);
  }
  return list;
}

export function checkFieldName(name: string, at: string): void {
  if (name === "") throw invalidArgument(`${at}: a field name must not be empty.`);
  if (!name.isWellFormed())
    throw invalidArgument(`${at}: a field name must be valid Unicode text.`);
  if (/^__.*__$/s.test(name))
    throw invalidArgument(`${at}: the field name ${quote(name)} is reserved.`);
  if (Buffer.byteLength(name) > MAX_BYTES) {
    throw invalidArgument(`${at}: a field name must not be longer than ${MAX_BYTES} bytes.`);
  }
}

export function isNamePath(path: FieldPath): boolean {
  return path.length === 1 && path[0] === "__name__";
}

export function samePath(a: FieldPath, b: FieldPath): boolean {
  return a.length === b.length && isPrefix(a, b);
}

export function isPrefix(prefix: FieldPath, path: FieldPath): boolean {
  return prefix.length <= path.length && prefix.every((name, index) => name === path[index]);
}

export function getAt(fields: FirestoreFields, path: FieldPath): FirestoreValue | undefined {
  let inside: FirestoreFields | undefined = fields;
  let value: FirestoreValue | undefined;
  for (const name of path) {
    if (inside === undefined || !Object.hasOwn(inside, name)) return undefined;
    value = inside[name] as FirestoreValue;
    inside = "mapValue" in value ? (value.mapValue.fields ?? {}) : undefined;
  }
  return value;
}

/** Changes `fields`; makes the maps on the way, in place of whatever else is there. */
export function setAt(fields: FirestoreFields, path: FieldPath, value: FirestoreValue): void {
  const [name, ...rest] = path as [string, ...string[]];
  if (rest.length === 0) {
    fields[name] = value;
    return;
  }
  const there = Object.hasOwn(fields, name) ? fields[name] : undefined;
  const inside: FirestoreFields =
    there !== undefined && "mapValue" in there ? (there.mapValue.fields ?? {}) : {};
  fields[name] = { mapValue: { fields: inside } };
  setAt(inside, rest, value);
}

/** Changes `fields`; does nothing when there is no such field. */
export function deleteAt(fields: FirestoreFields, path: FieldPath): void {
  const [name, ...rest] = path as [string, ...string[]];
  if (!Object.hasOwn(fields, name)) return;
  if (rest.length === 0) {
    delete fields[name];
    return;
  }
  const there = fields[name] as FirestoreValue;
  if ("mapValue" in there && there.mapValue.fields !== undefined) {
    deleteAt(there.mapValue.fields, rest);
  }
}

/** Only the fields that the paths name. */
export function project(fields: FirestoreFields, paths: readonly FieldPath[]): FirestoreFields {
  const projected: FirestoreFields = {};
  for (const path of paths) {
    const value = getAt(fields, path);
    if (value !== undefined) setAt(projected, path, value);
  }
  return projected;
}

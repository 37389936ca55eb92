/** The body of a commit, from JSON to writes that need no further checking of their form. */
import type { FirestoreValue } from "#lib/firestore-value.ts";
import type { Precondition, Write } from "./commit.ts";
import { toFieldsText } from "./document.ts";
import { invalidArgument } from "./errors.ts";
import { type FieldPath, isNamePath, readFieldPath, readPaths } from "./field-path.ts";
import {
  type JsonObject,
  readBoolean,
  readChoice,
  readList,
  readObject,
  readString,
  within,
  quote,
} from "./json-reader.ts";
import { readTransaction } from "./parse-transaction.ts";
import { parseFields, parseValue } from "./parse-value.ts";
import { type DatabaseName, readDocumentName } from "./resource-name.ts";
import { parseTimestamp, toMicros } from "./timestamp.ts";
import type { Transform } from "./transform.ts";
import { isNumber } from "./value.ts";

const MAX_WRITES = 500;
const MAX_TRANSFORMS = 500;
const KINDS = ["update", "delete", "verify", "transform"] as const;
/** Times are the server's; a document that was read may be sent back as it is. */
const DOCUMENT_NAMES = ["name", "fields", "createTime", "updateTime"];
const TRANSFORM_KINDS = [
  "setToServerValue",
  "increment",
  "maximum",
  "minimum",
  "appendMissingElements",
  "removeAllFromArray",
] as const;

export type ParsedCommit = { writes: Write[]; transaction: string | undefined };

export function parseCommit(database: DatabaseName, json: unknown): ParsedCommit {
  const body = readObject(json, "", ["writes", "transaction"], ["database"]);
  const writes = readList(body["writes"] ?? [], "writes");
  if (writes.length > MAX_WRITES) {
    throw invalidArgument(
      `A commit may have at most ${MAX_WRITES} writes, this one has ${writes.length}.`,
    );
  }
  return {
    writes: writes.map((write, index) => parseWrite(database, write, within("writes", index))),
    transaction: readTransaction(body["transaction"], "transaction"),
  };
}

function parseWrite(database: DatabaseName, json: unknown, at: string): Write {
  const names = [...KINDS, "updateMask", "updateTransforms", "currentDocument"];
  const write = readObject(json, at, names);
  const kind = oneOf(write, KINDS, at);
  if (kind !== "update") {
    for (const name of ["updateMask", "updateTransforms"]) {
      if (name in write) throw invalidArgument(`${within(at, name)} is only for an update.`);
    }
  }
  const precondition = readPrecondition(write["currentDocument"], within(at, "currentDocument"));
  const place = within(at, kind);
  switch (kind) {
    case "update":
      return readUpdate(database, write, precondition, at);
    case "transform":
      return readTransformWrite(database, write["transform"], precondition, place);
    case "delete":
      return { kind, path: readDocumentName(database, write["delete"], place), precondition };
    case "verify":
      if (precondition === undefined) {
        throw invalidArgument(`${within(at, "currentDocument")} is needed to verify a document.`);
      }
      return { kind, path: readDocumentName(database, write["verify"], place), precondition };
  }
}

/**
 * An update whose document is the whole body, and whose name is in the address.
 * @param options `mask` is JSON as well, from the address.
 */
export function parseDocumentUpdate(
  path: string,
  name: string,
  json: unknown,
  { mask, precondition }: { mask: unknown; precondition: Precondition | undefined },
): Extract<Write, { kind: "update" }> {
  const document = readObject(json, "", DOCUMENT_NAMES);
  if (document["name"] !== undefined && document["name"] !== name) {
    throw invalidArgument(`name is not that of the address: ${name}.`);
  }
  const fields = parseFields(document["fields"], "fields");
  return {
    kind: "update",
    path,
    fieldsText: toFieldsText(path, fields),
    mask: readMask(mask, "updateMask"),
    transforms: [],
    precondition,
  };
}

function oneOf<Name extends string>(object: JsonObject, names: readonly Name[], at: string): Name {
  const present = names.filter((name) => name in object);
  const only = present[0];
  if (present.length !== 1 || only === undefined) {
    throw invalidArgument(`${at} must have exactly one of ${names.join(", ")}.`);
  }
  return only;
}

function readUpdate(
  database: DatabaseName,
  write: JsonObject,
  precondition: Precondition | undefined,
  at: string,
): Write {
  const place = within(at, "update");
  const document = readObject(write["update"], place, DOCUMENT_NAMES);
  const path = readDocumentName(database, document["name"], within(place, "name"));
  const fields = parseFields(document["fields"], within(place, "fields"));
  return {
    kind: "update",
    path,
    fieldsText: toFieldsText(path, fields),
    mask: readMask(write["updateMask"], within(at, "updateMask")),
    transforms: readTransforms(write["updateTransforms"] ?? [], within(at, "updateTransforms")),
    precondition,
  };
}

// The older form of a transform: an update that changes no other field.
function readTransformWrite(
  database: DatabaseName,
  json: unknown,
  precondition: Precondition | undefined,
  at: string,
): Write {
  const { document, fieldTransforms } = readObject(json, at, ["document", "fieldTransforms"]);
  return {
    kind: "update",
    path: readDocumentName(database, document, within(at, "document")),
    fieldsText: "{}",
    mask: [],
    transforms: readTransforms(fieldTransforms, within(at, "fieldTransforms")),
    precondition,
  };
}

/** Absent is undefined: then the whole document is meant. */
function readMask(json: unknown, at: string): FieldPath[] | undefined {
  const paths = readMaskPaths(json, at);
  if (paths?.some(isNamePath) === true) throw nameIsFixed(at);
  return paths;
}

/** The same for what is to be read: __name__ stands for no field, the name is answered anyway. */
export function readReadMask(json: unknown, at: string): FieldPath[] | undefined {
  return readMaskPaths(json, at)?.filter((path) => !isNamePath(path));
}

function readMaskPaths(json: unknown, at: string): FieldPath[] | undefined {
  if (json === undefined) return undefined;
  const list = readObject(json, at, ["fieldPaths"])["fieldPaths"] ?? [];
  const place = within(at, "fieldPaths");
  const paths = readPaths(list, place).map((path, i) => readFieldPath(path, within(place, i)));
  checkOverlap(paths, place);
  return paths;
}

type PathTree = Map<string, PathTree>;

/** One walk for each path, however long they are and however many. */
function checkOverlap(paths: readonly FieldPath[], at: string): void {
  const tree: PathTree = new Map();
  const overlap = (path: FieldPath) =>
    invalidArgument(`${at}: ${quote(path.join("."))} and another of the paths overlap.`);
  const ends = new Set<PathTree>();
  for (const path of paths) {
    let node = tree;
    for (const name of path) {
      const below: PathTree = node.get(name) ?? new Map();
      node.set(name, below);
      if (ends.has(below)) throw overlap(path);
      node = below;
    }
    if (node.size > 0) throw overlap(path);
    ends.add(node);
  }
}

function nameIsFixed(at: string): Error {
  return invalidArgument(`${at}: the name of a document cannot be changed.`);
}

export function readPrecondition(json: unknown, at: string): Precondition | undefined {
  if (json === undefined) return undefined;
  const condition = readObject(json, at, ["exists", "updateTime"]);
  if (Object.keys(condition).length === 0) return undefined;
  const kind = oneOf(condition, ["exists", "updateTime"] as const, at);
  const place = within(at, kind);
  if (kind === "exists") return { exists: readBoolean(condition[kind], place) };
  const instant = parseTimestamp(readString(condition[kind], place));
  if (instant === undefined) throw invalidArgument(`${place} must be an instant.`);
  return { updateTime: toMicros(instant) };
}

function readTransforms(json: unknown, at: string): Transform[] {
  const list = readList(json, at);
  if (list.length > MAX_TRANSFORMS)
    throw invalidArgument(`${at} has more than ${MAX_TRANSFORMS} entries.`);
  return list.map((transform, index) => readTransform(transform, within(at, index)));
}

function readTransform(json: unknown, at: string): Transform {
  const transform = readObject(json, at, ["fieldPath", ...TRANSFORM_KINDS]);
  const path = readFieldPath(transform["fieldPath"], within(at, "fieldPath"));
  if (isNamePath(path)) throw nameIsFixed(within(at, "fieldPath"));
  const kind = oneOf(transform, TRANSFORM_KINDS, at);
  const place = within(at, kind);
  switch (kind) {
    case "setToServerValue":
      readChoice(transform[kind], place, ["REQUEST_TIME"]);
      return { path, kind: "requestTime" };
    case "appendMissingElements":
      return { path, kind: "append", elements: readElements(transform[kind], place) };
    case "removeAllFromArray":
      return { path, kind: "remove", elements: readElements(transform[kind], place) };
    default: {
      const operand = parseValue(transform[kind], place);
      if (!isNumber(operand)) throw invalidArgument(`${place} must be a number.`);
      return { path, kind, operand };
    }
  }
}

function readElements(json: unknown, at: string): FirestoreValue[] {
  const list = parseValue({ arrayValue: json }, at);
  return "arrayValue" in list ? (list.arrayValue.values ?? []) : [];
}

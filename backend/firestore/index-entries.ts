/**
 * What a document is found by: the keys of its index entries, each in the scope of its collection or of
 * its collection group.
 *
 *   01 · NAME                                          by name
 *   02 · FIELD PATH · COMPONENT · NAME                 by a field, upwards: read backwards it serves both orders
 *   03 · FIELD PATH · COMPONENT · NAME                 by an element of an array, once for each distinct one
 *   04 · 4 bytes of the index's number · COMPONENTS · NAME   by a composite index
 *
 * FIELD PATH: the text of each name, then 00 00. COMPONENT: a value as `encodeValue` writes it, inverted
 * where a composite index descends. NAME: in a collection the id, in a group the whole path, then 00;
 * inverted in a composite index whose names descend.
 */
import type { FirestoreFields, FirestoreValue } from "#lib/firestore-value.ts";
import {
  type ByteWriter,
  createByteWriter,
  pushByte,
  pushBytes,
  pushText,
  readText,
  reserve,
  writtenBytes,
} from "./byte-writer.ts";
import { PATH_END, pushPath, successor } from "./encode-path.ts";
import { encodeValue, invert, pushComponent } from "./encode-value.ts";
import { invalidArgument } from "./errors.ts";
import { type FieldPath, getAt } from "./field-path.ts";
import {
  type ActiveIndexes,
  type CompositeIndex,
  type IndexField,
  type IndexScope,
  singleFieldModes,
} from "./index-definition.ts";
import { parentOf, idOf } from "./resource-name.ts";
import { isVector } from "./value.ts";

export type IndexEntry = { scope: IndexScope; key: Buffer };

const NAME = 0x01;
const FIELD = 0x02;
const CONTAINS = 0x03;
const COMPOSITE = 0x04;

/** Names, which every document has in both scopes. */
export const FIRST_NAME = namePrefix();
export const AFTER_NAMES = successor(FIRST_NAME);
/** All other entries. */
export const FIRST_INDEXED = Buffer.of(FIELD);
export const AFTER_INDEXED = Buffer.of(COMPOSITE + 1);

const MAX_PATH_BYTES = 1_500;
const MAX_ENTRIES = 40_000;
const MAX_BYTES = 8 * 1_048_576;

/** In which scopes a field has entries. */
type FieldScopes = { ordered: readonly IndexScope[]; contains: readonly IndexScope[] };

/** The keys of one document, one after another in one buffer. */
type Keys = {
  path: string;
  collectionId: string;
  names: Record<IndexScope, Buffer>;
  writer: ByteWriter;
  /** Of the key that is being written. */
  start: number;
  ends: { scope: IndexScope; start: number; end: number }[];
};

/**
 * All entries of a document: by its name, by every field, also those inside maps but not those inside
 * arrays and vectors, and by the composite indexes whose fields it all has.
 * @throws OperationError when they are more than a document may have.
 */
export function entriesOf(
  path: string,
  fields: FirestoreFields,
  active: ActiveIndexes,
): IndexEntry[] {
  const keys: Keys = {
    path,
    collectionId: idOf(parentOf(path)),
    names: { collection: encodeName(path, "collection"), group: encodeName(path, "group") },
    writer: createByteWriter(4_096),
    start: 0,
    ends: [],
  };
  for (const scope of ["collection", "group"] as const) {
    pushByte(keys.writer, NAME);
    endKey(keys, scope);
  }
  addFields(keys, fields, [], scopesFor(active, keys.collectionId));
  for (const index of active.composites) {
    if (index.collectionId === keys.collectionId) addComposite(keys, fields, index);
  }
  const bytes = writtenBytes(keys.writer);
  return keys.ends.map(({ scope, start, end }) => ({ scope, key: bytes.subarray(start, end) }));
}

export function namePrefix(): Buffer {
  return Buffer.of(NAME);
}

export function fieldPrefix(path: FieldPath): Buffer {
  return prefix(FIELD, path);
}

export function containsPrefix(path: FieldPath): Buffer {
  return prefix(CONTAINS, path);
}

/** @param number of the composite index in the store */
export function compositePrefix(number: number): Buffer {
  const bytes = Buffer.of(COMPOSITE, 0, 0, 0, 0);
  bytes.writeUInt32BE(number, 1);
  return bytes;
}

/** The number of the composite index that an entry is in, if it is in one. */
export function compositeOf(key: Buffer): number | undefined {
  return key[0] === COMPOSITE ? key.readUInt32BE(1) : undefined;
}

/** An index that entries are in; they all begin with its prefix. */
export type IndexOfEntry =
  | { prefix: Buffer; composite: number }
  | { prefix: Buffer; path: FieldPath; isContains: boolean };

/** @param key of an entry that is not by name. */
export function indexOfEntry(key: Uint8Array): IndexOfEntry {
  const bytes = Buffer.from(key.buffer, key.byteOffset, key.length);
  const composite = compositeOf(bytes);
  if (composite !== undefined) return { prefix: compositePrefix(composite), composite };
  const { path, end } = readPath(bytes, 1);
  return { prefix: bytes.subarray(0, end), path, isContains: bytes[0] === CONTAINS };
}

/** A document's name as the entries of this scope end with it. */
export function encodeName(path: string, scope: IndexScope): Buffer {
  const writer = createByteWriter(64);
  pushPath(writer, scope === "collection" ? idOf(path) : path);
  pushByte(writer, PATH_END);
  return writtenBytes(writer);
}

function addFields(
  keys: Keys,
  fields: FirestoreFields,
  parent: FieldPath,
  scopesOf: (path: FieldPath) => FieldScopes,
): void {
  for (const name of Object.keys(fields)) {
    const path = [...parent, name];
    // No query can name it.
    if (path.length > 1 && textBytesOf(path) > MAX_PATH_BYTES) continue;
    const value = fields[name] as FirestoreValue;
    const scopes = scopesOf(path);
    for (const scope of scopes.ordered) {
      pushPrefix(keys.writer, FIELD, path);
      pushComponent(keys.writer, value);
      endKey(keys, scope);
    }
    if ("arrayValue" in value && scopes.contains.length > 0) {
      addElements(keys, path, distinctElements(value.arrayValue.values ?? []), scopes.contains);
    } else if ("mapValue" in value && !isVector(value.mapValue.fields ?? {})) {
      addFields(keys, value.mapValue.fields ?? {}, path, scopesOf);
    }
  }
}

function textBytesOf(path: FieldPath): number {
  return path.reduce((sum, name) => sum + Buffer.byteLength(name) + 1, -1);
}

function addElements(
  keys: Keys,
  path: FieldPath,
  elements: Buffer[],
  scopes: readonly IndexScope[],
): void {
  for (const scope of scopes) {
    for (const element of elements) {
      pushPrefix(keys.writer, CONTAINS, path);
      pushBytes(keys.writer, element);
      endKey(keys, scope);
    }
  }
}

function addComposite(keys: Keys, fields: FirestoreFields, index: CompositeIndex): void {
  const components: Buffer[][] = [];
  for (const field of index.fields) {
    const found = componentsOf(field, getAt(fields, field.path));
    if (found.length === 0) return;
    components.push(found);
  }
  const start = compositePrefix(index.number);
  // At most one of the fields has several: the elements of its array.
  const several = components.find((found) => found.length > 1)?.length ?? 1;
  for (let i = 0; i < several; i += 1) {
    pushBytes(keys.writer, start);
    for (const found of components) pushBytes(keys.writer, (found[i] ?? found[0]) as Buffer);
    endKey(keys, index.scope, index.nameDescending);
  }
}

function componentsOf({ mode }: IndexField, value: FirestoreValue | undefined): Buffer[] {
  if (value === undefined) return [];
  if (mode === "ascending") return [encodeValue(value)];
  if (mode === "descending") return [invert(encodeValue(value))];
  return "arrayValue" in value ? distinctElements(value.arrayValue.values ?? []) : [];
}

function distinctElements(values: readonly FirestoreValue[]): Buffer[] {
  const distinct = new Map<string, Buffer>();
  for (const value of values) {
    const bytes = encodeValue(value);
    distinct.set(bytes.toString("latin1"), bytes);
  }
  return [...distinct.values()];
}

function endKey(keys: Keys, scope: IndexScope, isInverted = false): void {
  const name = keys.names[scope];
  pushBytes(keys.writer, isInverted ? invert(name) : name);
  keys.ends.push({ scope, start: keys.start, end: keys.writer.length });
  keys.start = keys.writer.length;
  if (keys.ends.length > MAX_ENTRIES || keys.writer.length > MAX_BYTES) throw tooMany(keys);
}

function tooMany({ path, ends }: Keys): Error {
  const much =
    ends.length > MAX_ENTRIES ? `${MAX_ENTRIES} index entries` : "8 MiB of index entries";
  return invalidArgument(
    `The document ${path} would have more than ${much}. Store less in it, or turn off indexes of its large fields by fieldOverrides in firebase/firestore.indexes.json.`,
  );
}

const DEFAULT_SCOPES: FieldScopes = { ordered: ["collection"], contains: ["collection"] };

function scopesFor(active: ActiveIndexes, collectionId: string): (path: FieldPath) => FieldScopes {
  const overrides = active.overrides.filter((override) => override.collectionId === collectionId);
  if (overrides.length === 0) return () => DEFAULT_SCOPES;
  return (path) => {
    const modes = singleFieldModes({ overrides }, collectionId, path);
    const ordered = modes.filter(({ mode }) => mode !== "contains").map(({ scope }) => scope);
    const contains = modes.filter(({ mode }) => mode === "contains").map(({ scope }) => scope);
    return { ordered: [...new Set(ordered)], contains };
  };
}

function prefix(tag: number, path: FieldPath): Buffer {
  const writer = createByteWriter(64);
  pushPrefix(writer, tag, path);
  return writtenBytes(writer);
}

function pushPrefix(writer: ByteWriter, tag: number, path: FieldPath): void {
  pushByte(writer, tag);
  for (const name of path) pushText(writer, name);
  reserve(writer, 2);
  writer.length = writer.bytes.writeUInt16BE(0, writer.length);
}

/** What `pushPrefix` has written after the tag. */
function readPath(bytes: Buffer, start: number): { path: string[]; end: number } {
  const path: string[] = [];
  for (let at = start; ;) {
    // No name begins so: 00 in a name is 00 FF.
    if (bytes[at] === 0 && bytes[at + 1] === 0) return { path, end: at + 2 };
    const name = readText(bytes, at);
    if (name === undefined) throw new Error("An entry of an index ends within its field path.");
    path.push(name.text);
    at = name.end;
  }
}

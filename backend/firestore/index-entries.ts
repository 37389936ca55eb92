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
  reserve,
  writtenBytes,
} from "./byte-writer.ts";
import { PATH_END, pushPath } from "./encode-path.ts";
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
import { collectionOf, idOf } from "./resource-name.ts";
import { isVector } from "./value.ts";

export type IndexEntry = { scope: IndexScope; key: Buffer };

const NAME = 0x01;
const FIELD = 0x02;
const CONTAINS = 0x03;
const COMPOSITE = 0x04;

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
    collectionId: idOf(collectionOf(path)),
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

/** Indexes beyond the automatic ones, as firebase/firestore.indexes.json defines them. */
import { OperationError } from "../sqlite/index.ts";
import { invalidArgument } from "./errors.ts";
import {
  type FieldPath,
  formatFieldPath,
  isNamePath,
  isPrefix,
  readFieldPath,
  samePath,
} from "./field-path.ts";
import {
  type JsonObject,
  quote,
  readChoice,
  readList,
  readObject,
  readString,
  within,
} from "./json-reader.ts";
import { checkId } from "./resource-name.ts";

export type IndexScope = "collection" | "group";
export type IndexMode = "ascending" | "descending" | "contains";
export type IndexField = { path: FieldPath; mode: IndexMode };

/** A composite index. */
export type IndexDefinition = {
  collectionId: string;
  scope: IndexScope;
  /**
   * Without the document's name, which always comes last. At least two, or one whose direction is not
   * that of the name.
   */
  fields: IndexField[];
  /** The direction of the name: as in the file, else that of the last field. */
  nameDescending: boolean;
};

/** Which indexes a field has in place of the automatic ones; so do the fields inside it. */
export type FieldOverride = {
  collectionId: string;
  path: FieldPath;
  indexes: SingleFieldIndex[];
};

export type SingleFieldIndex = { scope: IndexScope; mode: IndexMode };

export type IndexDefinitions = { composites: IndexDefinition[]; overrides: FieldOverride[] };

export type CompositeIndex = IndexDefinition & { number: number };

/** What is active in a thread. */
export type ActiveIndexes = {
  composites: readonly CompositeIndex[];
  overrides: readonly FieldOverride[];
};

/** A file of indexes that cannot be used. The message starts with the file's name and says what to do. */
export class IndexesError extends Error {
  override readonly name = "IndexesError";
}

const AUTOMATIC: readonly SingleFieldIndex[] = [
  { scope: "collection", mode: "ascending" },
  { scope: "collection", mode: "descending" },
  { scope: "collection", mode: "contains" },
];

const MAX_FIELDS = 100;
const COMMENT_OR_TEXT = /"(?:[^"\\]|\\.)*"|\/\/[^\n]*|\/\*[\s\S]*?\*\//g;

/**
 * What `firebase deploy` would read in this text: JSON, with comments.
 * @throws IndexesError
 */
export function parseIndexDefinitions(source: { file: string; text: string }): IndexDefinitions {
  const { file, text } = source;
  try {
    return readDefinitions(JSON.parse(withoutComments(text)));
  } catch (error) {
    if (error instanceof SyntaxError) {
      // What it says can quote the file over several lines.
      const message = error.message.replaceAll(/\s+/g, " ");
      throw new IndexesError(`${file} is not valid JSON: ${message}`);
    }
    if (error instanceof OperationError) throw new IndexesError(`${file}: ${error.message}`);
    throw error;
  }
}

/** The indexes of one field: of the override that is nearest above it, else the automatic ones. */
export function singleFieldModes(
  active: Pick<ActiveIndexes, "overrides">,
  collectionId: string,
  path: FieldPath,
): readonly SingleFieldIndex[] {
  let nearest: FieldOverride | undefined;
  for (const override of active.overrides) {
    if (override.collectionId !== collectionId || !isPrefix(override.path, path)) continue;
    if (nearest === undefined || override.path.length > nearest.path.length) nearest = override;
  }
  return nearest?.indexes ?? AUTOMATIC;
}

/** One entry of `indexes` in the file's form, as a developer adds it there. */
export function toFileEntry(definition: IndexDefinition): object {
  const { collectionId, scope, fields, nameDescending } = definition;
  const name: IndexField = {
    path: ["__name__"],
    mode: nameDescending ? "descending" : "ascending",
  };
  const isNamed = nameDescending !== isNameDescendingAfter(fields);
  return {
    collectionGroup: collectionId,
    queryScope: toQueryScope(scope),
    fields: (isNamed ? [...fields, name] : fields).map(({ path, mode }) => ({
      fieldPath: formatFieldPath(path),
      ...toFileMode(mode),
    })),
  };
}

/** One entry of the `indexes` of an override in the file's form. */
export function toFileIndex({ scope, mode }: SingleFieldIndex): object {
  return { queryScope: toQueryScope(scope), ...toFileMode(mode) };
}

function toQueryScope(scope: IndexScope): string {
  return scope === "group" ? "COLLECTION_GROUP" : "COLLECTION";
}

function toFileMode(mode: IndexMode): object {
  if (mode === "contains") return { arrayConfig: "CONTAINS" };
  return { order: mode === "descending" ? "DESCENDING" : "ASCENDING" };
}

/** Equal definitions, and only those, have equal texts. */
export function definitionText(definition: IndexDefinition): string {
  return JSON.stringify(toFileEntry(definition));
}

// The direction of the name where the file does not tell it.
function isNameDescendingAfter(fields: readonly IndexField[]): boolean {
  return fields.at(-1)?.mode === "descending";
}

// Blanks in their place, so that what JSON.parse says of lines and columns holds for the file.
function withoutComments(text: string): string {
  return text.replaceAll(COMMENT_OR_TEXT, (part) =>
    part.startsWith('"') ? part : part.replaceAll(/[^\n]/g, " "),
  );
}

function readDefinitions(json: unknown): IndexDefinitions {
  const file = readObject(json, "the top", ["indexes", "fieldOverrides"]);
  const composites = readList(file["indexes"] ?? [], "indexes").map((entry, index) =>
    readComposite(entry, within("indexes", index)),
  );
  const overrides = readList(file["fieldOverrides"] ?? [], "fieldOverrides").map((entry, index) =>
    readOverride(entry, within("fieldOverrides", index)),
  );
  refuseTwins("indexes", composites.map(definitionText));
  refuseTwins(
    "fieldOverrides",
    overrides.map(({ collectionId, path }) => JSON.stringify([collectionId, path])),
  );
  return { composites, overrides };
}

function refuseTwins(at: string, texts: string[]): void {
  for (const [index, text] of texts.entries()) {
    const first = texts.indexOf(text);
    if (first === index) continue;
    throw invalidArgument(
      `${within(at, index)} is for the same as ${within(at, first)}: remove one of them.`,
    );
  }
}

function readComposite(json: unknown, at: string): IndexDefinition {
  const names = ["collectionGroup", "queryScope", "fields", "apiScope", "density", "multikey"];
  const entry = readObject(json, at, names, ["unique"]);
  checkEdition(entry, at);
  const collectionId = readCollectionId(entry["collectionGroup"], within(at, "collectionGroup"));
  const scope = readScope(entry["queryScope"], within(at, "queryScope"));
  const place = within(at, "fields");
  const fields = readList(entry["fields"], place).map((field, index) =>
    readIndexField(field, within(place, index)),
  );
  const name = fields.findIndex(({ path }) => isNamePath(path));
  const nameMode = fields[name]?.mode;
  if (nameMode !== undefined) {
    const last = fields.length - 1;
    if (name !== last) throw invalidArgument(`${within(place, name)}: "__name__" must come last.`);
    if (nameMode === "contains") throw invalidArgument(`${within(place, name)} must have "order".`);
    fields.pop();
  }
  const nameDescending =
    nameMode === undefined ? isNameDescendingAfter(fields) : nameMode === "descending";
  checkFields(fields, nameDescending !== isNameDescendingAfter(fields), place);
  return { collectionId, scope, fields, nameDescending };
}

/** @param isNamed whether the name has a direction of its own, which makes one field enough */
function checkFields(fields: IndexField[], isNamed: boolean, at: string): void {
  if (fields.length < (isNamed ? 1 : 2)) {
    throw invalidArgument(
      `${at} must name at least two fields: a single field has indexes without being named here; change those in "fieldOverrides".`,
    );
  }
  if (fields.length > MAX_FIELDS) {
    throw invalidArgument(`${at} may name at most ${MAX_FIELDS} fields.`);
  }
  let lists = 0;
  for (const [index, { path, mode }] of fields.entries()) {
    const place = within(at, index);
    if (fields.findIndex((field) => samePath(field.path, path)) !== index) {
      throw invalidArgument(`${place} names ${formatFieldPath(path)} a second time.`);
    }
    if (mode === "contains") lists += 1;
    if (lists > 1) throw invalidArgument(`${place}: only one field may have "arrayConfig".`);
  }
}

function readIndexField(json: unknown, at: string): IndexField {
  const names = ["fieldPath", "order", "arrayConfig", "mode"];
  const field = readObject(json, at, names, ["vectorConfig", "searchConfig"]);
  return {
    path: readFieldPath(field["fieldPath"], within(at, "fieldPath")),
    mode: readMode(field, at),
  };
}

function readOverride(json: unknown, at: string): FieldOverride {
  const override = readObject(json, at, ["collectionGroup", "fieldPath", "indexes", "ttl"]);
  if (override["ttl"] !== undefined && override["ttl"] !== false) {
    throw invalidArgument(
      `${within(at, "ttl")} must be false: this server does not delete documents by their age.`,
    );
  }
  const path = readFieldPath(override["fieldPath"], within(at, "fieldPath"));
  if (isNamePath(path)) {
    throw invalidArgument(
      `${within(at, "fieldPath")}: the indexes of "__name__" cannot be changed.`,
    );
  }
  const place = within(at, "indexes");
  const indexes = readList(override["indexes"], place).map((index, position) =>
    readSingleField(index, within(place, position)),
  );
  refuseTwins(
    place,
    indexes.map(({ scope, mode }) => `${scope} ${mode}`),
  );
  const collectionId = readCollectionId(override["collectionGroup"], within(at, "collectionGroup"));
  return { collectionId, path, indexes };
}

function readSingleField(json: unknown, at: string): SingleFieldIndex {
  const names = ["queryScope", "order", "arrayConfig", "apiScope", "density", "multikey"];
  const index = readObject(json, at, names, ["unique"]);
  checkEdition(index, at);
  return {
    scope: readScope(index["queryScope"], within(at, "queryScope")),
    mode: readMode(index, at),
  };
}

function readCollectionId(json: unknown, at: string): string {
  const id = readString(json, at);
  checkId(id, at);
  if (id === "*") throw invalidArgument(`${at}: ${quote(id)} is not the id of a collection.`);
  return id;
}

function readScope(json: unknown, at: string): IndexScope {
  const scope = readChoice(json ?? "COLLECTION", at, ["COLLECTION", "COLLECTION_GROUP"]);
  return scope === "COLLECTION" ? "collection" : "group";
}

// `mode` is what the file said in place of the other two before 2019; `firebase deploy` still reads it.
function readMode(field: JsonObject, at: string): IndexMode {
  const given = ["order", "arrayConfig", "mode"].filter((name) => field[name] !== undefined);
  const name = given[0];
  if (name === undefined || given.length > 1) {
    throw invalidArgument(`${at} must have either "order" or "arrayConfig".`);
  }
  const place = within(at, name);
  const json = field[name];
  if (name === "arrayConfig") readChoice(json, place, ["CONTAINS"]);
  if (name === "arrayConfig" || (name === "mode" && json === "ARRAY_CONTAINS")) return "contains";
  const order = readChoice(json, place, ["ASCENDING", "DESCENDING"]);
  return order === "ASCENDING" ? "ascending" : "descending";
}

// What an export of `firebase firestore:indexes` says of every index; other editions have other kinds.
function checkEdition(index: JsonObject, at: string): void {
  readChoice(index["apiScope"] ?? "ANY_API", within(at, "apiScope"), ["ANY_API"]);
  readChoice(index["density"] ?? "SPARSE_ALL", within(at, "density"), ["SPARSE_ALL"]);
  if ((index["multikey"] ?? false) !== false) {
    throw invalidArgument(`${within(at, "multikey")} must be false.`);
  }
}

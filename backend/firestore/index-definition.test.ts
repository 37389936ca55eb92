import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import {
  type ActiveIndexes,
  type IndexDefinition,
  IndexesError,
  definitionText,
  parseIndexDefinitions,
  singleFieldModes,
  toFileEntry,
} from "./index-definition.ts";

const parse = (json: unknown) =>
  parseIndexDefinitions({ file: "indexes.json", text: JSON.stringify(json) });

const up = (fieldPath: string) => ({ fieldPath, order: "ASCENDING" });
const down = (fieldPath: string) => ({ fieldPath, order: "DESCENDING" });
const contains = (fieldPath: string) => ({ fieldPath, arrayConfig: "CONTAINS" });
const index = (fields: unknown, more: object = {}) => ({
  collectionGroup: "posts",
  queryScope: "COLLECTION",
  fields,
  ...more,
});
const override = (more: object = {}) => ({
  collectionGroup: "posts",
  fieldPath: "body",
  indexes: [],
  ...more,
});

test("the project's own file can be read", () => {
  const file = new URL("../../firebase/firestore.indexes.json", import.meta.url);
  const text = readFileSync(file, "utf8");
  expect(() => parseIndexDefinitions({ file: "firestore.indexes.json", text })).not.toThrow();
});

test("a file is read as it is exported, with its comments", () => {
  const text = `{
    // Newest of a tag first.
    "indexes": [
      {
        "collectionGroup": "posts", "queryScope": "COLLECTION_GROUP",
        "apiScope": "ANY_API", "density": "SPARSE_ALL", "multikey": false,
        "fields": [
          { "fieldPath": "tags", "arrayConfig": "CONTAINS" }, /* of
          any length */
          { "fieldPath": "\`//x\`.at", "order": "DESCENDING" },
          { "fieldPath": "__name__", "order": "DESCENDING" }
        ]
      }
    ],
    "fieldOverrides": [
      {
        "collectionGroup": "posts", "fieldPath": "body", "ttl": false,
        "indexes": [{ "order": "ASCENDING", "queryScope": "COLLECTION_GROUP" }, { "arrayConfig": "CONTAINS" }]
      }
    ]
  }`;
  expect(parseIndexDefinitions({ file: "f", text })).toEqual({
    composites: [
      {
        collectionId: "posts",
        scope: "group",
        fields: [
          { path: ["tags"], mode: "contains" },
          { path: ["//x", "at"], mode: "descending" },
        ],
        nameDescending: true,
      },
    ],
    overrides: [
      {
        collectionId: "posts",
        path: ["body"],
        indexes: [
          { scope: "group", mode: "ascending" },
          { scope: "collection", mode: "contains" },
        ],
      },
    ],
  });
  expect(parse({})).toEqual({ composites: [], overrides: [] });
});

test("the name at the end has the last field's direction unless the file tells its own", () => {
  const directions: [unknown[], boolean][] = [
    [[up("a"), up("b")], false],
    [[up("a"), down("b")], true],
    [[down("a"), contains("b")], false],
    [[up("a"), up("b"), down("__name__")], true],
    [[up("a"), down("b"), up("__name__")], false],
    [[up("a"), down("b"), down("__name__")], true],
  ];
  for (const [fields, nameDescending] of directions) {
    const [definition] = parse({ indexes: [index(fields)] }).composites;
    expect(definition).toMatchObject({ nameDescending });
    expect(definition?.fields).toHaveLength(2);
  }
});

test("the older word for a field's mode is understood", () => {
  const fields = [
    { fieldPath: "a", mode: "ARRAY_CONTAINS" },
    { fieldPath: "b", mode: "DESCENDING" },
    { fieldPath: "c", mode: "ASCENDING" },
  ];
  const [definition] = parse({ indexes: [{ collectionGroup: "posts", fields }] }).composites;
  expect(definition?.fields.map(({ mode }) => mode)).toEqual([
    "contains",
    "descending",
    "ascending",
  ]);
});

test("an index comes back from its entry in the file", () => {
  const definitions: IndexDefinition[] = [];
  for (const scope of ["collection", "group"] as const) {
    for (const nameDescending of [true, false]) {
      for (const mode of ["ascending", "descending", "contains"] as const) {
        const path = ["a", "b-c", "`\\", "é.x", "9"];
        const fields = [
          { path: ["first"], mode: "ascending" as const },
          { path, mode },
        ];
        definitions.push({ collectionId: "posts", scope, fields, nameDescending });
      }
    }
  }
  expect(parse({ indexes: definitions.map(toFileEntry) }).composites).toEqual(definitions);
  expect(new Set(definitions.map(definitionText)).size).toBe(definitions.length);
});

test("the entry names the document only when its direction is not the last field's", () => {
  const [definition] = parse({
    indexes: [index([up("a"), down("b"), down("__name__")])],
  }).composites;
  expect(toFileEntry(definition as IndexDefinition)).toEqual(index([up("a"), down("b")]));
  const [other] = parse({ indexes: [index([up("a"), down("b"), up("__name__")])] }).composites;
  expect(toFileEntry(other as IndexDefinition)).toEqual(
    index([up("a"), down("b"), up("__name__")]),
  );
});

test("what cannot be used is refused, with the file and the place", () => {
  const two = [up("a"), up("b")];
  const bad: [unknown, string][] = [
    [[], "the top must be an object"],
    [{ indices: [] }, 'Unknown name "indices" at the top'],
    [{ indexes: {} }, "indexes must be a list"],
    [{ indexes: ["a"] }, "indexes[0] must be an object"],
    [{ indexes: [index(two), index(two, { state: 1 })] }, 'Unknown name "state" at indexes[1]'],
    [{ indexes: [index(two, { unique: true })] }, "indexes[0].unique is not supported"],
    [{ indexes: [{ fields: two }] }, "indexes[0].collectionGroup must be a string"],
    [{ indexes: [index(two, { collectionGroup: "a/b" })] }, "must not contain"],
    [{ indexes: [index(two, { collectionGroup: "*" })] }, "is not the id of a collection"],
    [{ indexes: [index(two, { queryScope: "ALL" })] }, "indexes[0].queryScope must be one of COLL"],
    [
      { indexes: [index(two, { apiScope: "DATASTORE_MODE_API" })] },
      "apiScope must be one of ANY_API",
    ],
    [{ indexes: [index(two, { density: "DENSE" })] }, "density must be one of SPARSE_ALL"],
    [{ indexes: [index(two, { multikey: true })] }, "indexes[0].multikey must be false"],
    [{ indexes: [index(undefined)] }, "indexes[0].fields must be a list"],
    [{ indexes: [index([])] }, "indexes[0].fields must name at least two fields"],
    [{ indexes: [index([up("a"), up("__name__")])] }, "must name at least two fields"],
    [
      { indexes: [index([up("a"), up("__name__"), up("b")])] },
      'fields[1]: "__name__" must come last',
    ],
    [
      { indexes: [index([...two, contains("__name__")])] },
      'indexes[0].fields[2] must have "order"',
    ],
    [{ indexes: [index([up("a"), down("a")])] }, "fields[1] names a a second time"],
    [
      { indexes: [index([contains("a"), contains("b")])] },
      'fields[1]: only one field may have "array',
    ],
    [
      { indexes: [index(Array.from({ length: 101 }, (_, i) => up(`f${i}`)))] },
      "at most 100 fields",
    ],
    [{ indexes: [index([up("a"), { fieldPath: "b" }])] }, 'fields[1] must have either "order" or'],
    [{ indexes: [index([up("a"), { ...up("b"), ...contains("b") }])] }, "must have either"],
    [
      { indexes: [index([up("a"), { fieldPath: "b", order: "UP" }])] },
      "fields[1].order must be one of ASC",
    ],
    [
      { indexes: [index([up("a"), { fieldPath: "b", arrayConfig: 1 }])] },
      "arrayConfig must be one of CONT",
    ],
    [
      { indexes: [index([up("a"), { fieldPath: "b", mode: "UP" }])] },
      "fields[1].mode must be one of",
    ],
    [
      { indexes: [index([up("a"), { fieldPath: "v", vectorConfig: {} }])] },
      "vectorConfig is not supported",
    ],
    [
      { indexes: [index([up("a"), { order: "ASCENDING" }])] },
      "fields[1].fieldPath must be a string",
    ],
    [{ indexes: [index([up("a"), up("*")])] }, '"*" is not a field path'],
    [{ indexes: [index([up("a"), up("b.__x__")])] }, "is reserved"],
    [
      { indexes: [index(two), index([...two, up("__name__")])] },
      "indexes[1] is for the same as indexes[0]",
    ],
    [{ fieldOverrides: {} }, "fieldOverrides must be a list"],
    [{ fieldOverrides: [override({ ttl: true })] }, "fieldOverrides[0].ttl must be false"],
    [{ fieldOverrides: [override({ fieldPath: "*" })] }, '"*" is not a field path'],
    [{ fieldOverrides: [override({ fieldPath: "__name__" })] }, '"__name__" cannot be changed'],
    [{ fieldOverrides: [override({ indexes: undefined })] }, "indexes must be a list"],
    [{ fieldOverrides: [override({ indexes: [{}] })] }, "indexes[0] must have either"],
    [{ fieldOverrides: [override({ indexes: [up("a")] })] }, 'Unknown name "fieldPath"'],
    [
      { fieldOverrides: [override({ collectionGroup: "" })] },
      "collectionGroup: an id must not be empty",
    ],
    [
      { fieldOverrides: [override({ indexes: [{ order: "ASCENDING" }, { order: "ASCENDING" }] })] },
      "fieldOverrides[0].indexes[1] is for the same as fieldOverrides[0].indexes[0]",
    ],
    [{ fieldOverrides: [override(), override()] }, "fieldOverrides[1] is for the same as"],
  ];
  for (const [json, reason] of bad) {
    const read = () => parse(json);
    expect(read, reason).toThrow(IndexesError);
    expect(read).toThrow(reason);
    expect(read).toThrow(/^indexes\.json: /);
  }
});

test("a text that is no JSON is refused in one line", () => {
  const texts = ["", "{", '{\n  "indexes": [ // none\n  }', '{ "indexes": "// \n" }', "{} /* open"];
  for (const text of texts) {
    const read = () => parseIndexDefinitions({ file: "f.json", text });
    expect(read, text).toThrow(IndexesError);
    expect(read).toThrow(/^f\.json is not valid JSON: [^\n]+$/);
  }
});

test("a field has its automatic indexes, or those of the override nearest above it", () => {
  const { overrides } = parse({
    fieldOverrides: [
      override({ fieldPath: "body" }),
      override({ fieldPath: "body.title", indexes: [{ order: "DESCENDING" }] }),
    ],
  });
  const active: ActiveIndexes = { composites: [], overrides };
  const modes = (collectionId: string, ...path: string[]) =>
    singleFieldModes(active, collectionId, path).map(({ scope, mode }) => `${scope} ${mode}`);
  const automatic = ["collection ascending", "collection descending", "collection contains"];
  expect(modes("posts", "other")).toEqual(automatic);
  expect(modes("notes", "body")).toEqual(automatic);
  expect(modes("posts", "body")).toEqual([]);
  expect(modes("posts", "body", "text")).toEqual([]);
  expect(modes("posts", "body", "title")).toEqual(["collection descending"]);
  expect(modes("posts", "body", "title", "de")).toEqual(["collection descending"]);
});

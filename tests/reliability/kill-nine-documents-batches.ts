/** What batch N of documents consists of, and the indexes; for the process that commits and for the test that looks. */

export const ROOT = "projects/kill/databases/(default)/documents";
const PARTS = 5;
const LABELS = 3;
const TAGS = 7;

/** `previous`: the client's batch before this one, whose temporary documents this one deletes; 0 is none. */
export type Batch = { number: number; client: number; previous: number };

type Fields = Record<string, object>;

function fieldsOf({ number, client, previous }: Batch, part: number): Fields {
  return {
    batch: { integerValue: String(number) },
    client: { integerValue: String(client) },
    previous: { integerValue: String(previous) },
    label: { stringValue: labelOf(number) },
    tags: { arrayValue: { values: tagsOf(number, part).map((stringValue) => ({ stringValue })) } },
    map: { mapValue: { fields: { part: { integerValue: String(part) } } } },
  };
}

export function labelOf(number: number): string {
  return `label ${number % LABELS}`;
}

/** Sometimes the same one twice. */
export function tagsOf(number: number, part: number): string[] {
  return [number % TAGS, (number + part) % TAGS].map((tag) => `tag ${tag}`);
}

/** New documents that stay, the client's own overwritten, new ones for a while, and the end of those before. */
export function writesOf(batch: Batch): object[] {
  const parts = Array.from({ length: PARTS }, (_, part) => part);
  const update = (path: string, part: number) => ({
    update: { name: `${ROOT}/${path}/part-${part}`, fields: fieldsOf(batch, part) },
  });
  const { number, client, previous } = batch;
  return [
    ...parts.map((part) => update(`batches/${number}/parts`, part)),
    ...parts.map((part) => update(`clients/${client}/latest`, part)),
    ...parts.map((part) => update(`batches/${number}/temporary`, part)),
    ...(previous === 0
      ? []
      : parts.map((part) => ({ delete: `${ROOT}/batches/${previous}/temporary/part-${part}` }))),
  ];
}

const ofClient = {
  collectionGroup: "parts",
  queryScope: "COLLECTION_GROUP",
  fields: [
    { fieldPath: "client", order: "ASCENDING" },
    { fieldPath: "batch", order: "DESCENDING" },
  ],
};
const ofLabel = {
  collectionGroup: "parts",
  queryScope: "COLLECTION_GROUP",
  fields: [
    { fieldPath: "label", order: "ASCENDING" },
    { fieldPath: "batch", order: "ASCENDING" },
  ],
};
const tagsOfAll = {
  collectionGroup: "parts",
  fieldPath: "tags",
  indexes: [
    { arrayConfig: "CONTAINS", queryScope: "COLLECTION" },
    { arrayConfig: "CONTAINS", queryScope: "COLLECTION_GROUP" },
  ],
};

/** Two files, so that a start after the other one has indexes to build and to drop. */
export const indexes = {
  few: { indexes: [ofClient], fieldOverrides: [] },
  all: { indexes: [ofClient, ofLabel], fieldOverrides: [tagsOfAll] },
};

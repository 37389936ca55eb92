/** The documents of P9 and P9c: rules, indexes, and sets of any size below `sets/SIZE/items`. */
import { createHash } from "node:crypto";

export const projectId = "bench";
const PREFIX = `projects/${projectId}/databases/(default)/documents`;
export const ROOT = `/v1/${PREFIX}`;

export const rules = `rules_version = '2';
service cloud.firestore {
  match /databases/{database}/documents {
    match /{document=**} {
      allow read, write;
    }
  }
}
`;

/** As in firebase/firestore.indexes.json. */
export const indexes = {
  indexes: [
    {
      collectionGroup: "items",
      queryScope: "COLLECTION",
      fields: [
        { fieldPath: "category", order: "ASCENDING" },
        { fieldPath: "rank", order: "ASCENDING" },
      ],
    },
  ],
  fieldOverrides: [],
};

export const CATEGORIES = 20;
export const TAGS = ["red", "green", "blue", "tall", "small", "round"] as const;
const TAGS_OF_A_DOCUMENT = 3;
/** So many documents have the same `batch`, however many there are. */
export const BATCH = 50;
// A prime: ranks are all numbers below the size, and neighbours in rank are not neighbours in time.
const RANK_STEP = 7_919;

export function setPath(size: number): string {
  return `sets/${size}`;
}

function nameOf(path: string): string {
  return `${PREFIX}/${path}`;
}

function rankOf(size: number, index: number): number {
  return (index * RANK_STEP) % size;
}

/** One write of a commit. */
export function itemWrite(size: number, index: number): object {
  const turn = Math.floor(index / CATEGORIES);
  const tags = Array.from({ length: TAGS_OF_A_DOCUMENT }, (_, tag) => ({
    stringValue: TAGS[(turn + tag) % TAGS.length],
  }));
  return {
    update: {
      name: nameOf(`${setPath(size)}/items/${itemId(size, index)}`),
      fields: {
        category: { stringValue: categoryName(index % CATEGORIES) },
        rank: { integerValue: String(rankOf(size, index)) },
        title: { stringValue: `The title of document ${index}, about as long as titles are` },
        batch: { integerValue: String(Math.floor(index / BATCH)) },
        score: { doubleValue: (index % 997) / 7 },
        tags: { arrayValue: { values: tags } },
      },
    },
  };
}

/** One write of P9c. */
export function smallWrite(
  id: string,
  number: number,
): { update: { name: string; fields: object } } {
  return {
    update: {
      name: nameOf(`small/${id}`),
      fields: {
        number: { integerValue: String(number) },
        text: { stringValue: "a small document" },
      },
    },
  };
}

export function categoryName(category: number): string {
  return `category ${category}`;
}

/** As random as those that the SDK makes, and the same in every run. */
function itemId(size: number, index: number): string {
  return createHash("sha1").update(`${size} ${index}`).digest("base64url").slice(0, 20);
}

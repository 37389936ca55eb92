import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  type CollectionReference,
  type QueryConstraint,
  type QueryDocumentSnapshot,
  average,
  collection,
  collectionGroup,
  count,
  doc,
  documentId,
  getAggregate,
  getCount,
  getDocs,
  limit,
  limitToLast,
  orderBy,
  query,
  runTransaction,
  startAfter,
  sum,
  where,
} from "firebase/firestore/lite";
import { expect, test } from "vitest";
import { createSdkClient, signUp as signUpClient } from "../support/sdk-client.ts";
import { howMany } from "../support/how-many.ts";
import { type DatabaseProcess, signUp, startDatabase } from "./database-process.ts";

const DOCUMENTS = howMany("SIZE_DOCUMENTS", { short: 20_000, full: 1_000_000 });
const HEAP_MB = 64;
const MOST_MEMORY_MB = 400;
const IN_A_COMMIT = 500;
const COMMITS_AT_ONCE = 4;
const COLORS = 4;
const PAGE = 300;
const SUMMED = 4_000;
const LARGE_DOCUMENTS = 40;
const LARGE_CHARS = 1_000_000;
const ROOT = "projects/foyer/databases/(default)/documents";

const documents = {
  rules: `rules_version = '2';
service cloud.firestore {
  match /databases/{database}/documents {
    match /{document=**} {
      allow read, write;
    }
  }
}`,
  indexes: {
    indexes: [
      {
        collectionGroup: "things",
        queryScope: "COLLECTION",
        fields: [
          { fieldPath: "color", order: "ASCENDING" },
          { fieldPath: "place", order: "DESCENDING" },
        ],
      },
    ],
  },
};

test(`${DOCUMENTS} documents are written, queried, counted and paged through with a heap of ${HEAP_MB} MB`, async () => {
  const dataDir = await mkdtemp(join(tmpdir(), "foyer-documents-size-"));
  try {
    await using server = await startDatabase({ dataDir, documents, heapMb: HEAP_MB });
    const started = performance.now();
    await writeAll(server);
    const written = { seconds: secondsSince(started), memoryMb: server.memoryMb() };
    // Who is signed in may look at more at once.
    await using client = await signUpClient(createSdkClient(server.origin));
    const things = collection(client.documents, "things");
    const placesOf = async (...constraints: QueryConstraint[]) =>
      (await getDocs(query(things, ...constraints))).docs.map((found) => found.get("place"));
    const middle = Math.floor(DOCUMENTS / 2);

    // Found by an index, from both ends and in the middle.
    expect(await placesOf(orderBy("place"), limit(3))).toEqual([0, 1, 2]);
    expect(await placesOf(orderBy("place"), limitToLast(2))).toEqual([
      DOCUMENTS - 2,
      DOCUMENTS - 1,
    ]);
    expect(await placesOf(orderBy("place"), startAfter(middle), limit(2))).toEqual([
      middle + 1,
      middle + 2,
    ]);
    const red = where("color", "==", "color 1");
    expect(await placesOf(red, orderBy("place", "desc"), limit(2))).toEqual([
      DOCUMENTS - COLORS + 1,
      DOCUMENTS - 2 * COLORS + 1,
    ]);
    const colors = ["color 0", "color 1", "color 3"];
    expect(
      await placesOf(where("color", "in", colors), orderBy("place", "desc"), limit(3)),
    ).toEqual([DOCUMENTS - 1, DOCUMENTS - 3, DOCUMENTS - 4]);
    expect(
      await placesOf(
        red,
        where("tags", "array-contains", "tag 1"),
        orderBy(documentId()),
        limit(3),
      ),
    ).toEqual([1, 9, 13]);
    expect(await placesOf(where("place", ">=", middle), where("place", "<", middle + 2))).toEqual([
      middle,
      middle + 1,
    ]);

    // Looked at in full, one after the other.
    expect((await getCount(collectionGroup(client.documents, "things"))).data().count).toBe(
      DOCUMENTS,
    );
    const all = { count: count(), sum: sum("place"), average: average("place") };
    const some = query(things, where("place", "<", SUMMED));
    expect((await getAggregate(some, all)).data()).toEqual({
      count: SUMMED,
      sum: (SUMMED * (SUMMED - 1)) / 2,
      average: (SUMMED - 1) / 2,
    });
    await readPages(things);
    await runTransaction(client.documents, async (transaction) => {
      const first = doc(things, idOf(0));
      expect((await transaction.get(first)).get("place")).toBe(0);
      transaction.update(first, { place: -1 });
    });
    expect(await placesOf(orderBy("place"), limit(1))).toEqual([-1]);

    // An answer that is too large or too much work is refused, and the server lives.
    expect(await statusOfAll(server, "large")).toBe(429);
    expect(await statusOfAll(server, "things")).toBe(429);
    expect(await placesOf(orderBy("place"), limit(1))).toEqual([-1]);
    const atEnd = server.memoryMb();
    console.log("size", JSON.stringify({ documents: DOCUMENTS, written, atEnd }));
    expect(atEnd.peak).toBeLessThan(MOST_MEMORY_MB);
    expect(server.printed()).toBe("");
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
});

async function writeAll(server: DatabaseProcess): Promise<void> {
  // Who is signed in may send more at once.
  const headers = { authorization: `Bearer ${await signUp(server)}` };
  async function commit(writes: object[]): Promise<void> {
    const url = `${server.origin}/v1/${ROOT}:commit`;
    const body = JSON.stringify({ writes });
    const answer = await fetch(url, { method: "POST", headers, body });
    const text = await answer.text();
    if (!answer.ok) throw new Error(text);
  }
  let next = 0;
  async function commitParts(): Promise<void> {
    while (next < DOCUMENTS) {
      const first = next;
      next += IN_A_COMMIT;
      const size = Math.min(IN_A_COMMIT, DOCUMENTS - first);
      await commit(Array.from({ length: size }, (_, offset) => writeOf(first + offset)));
    }
  }
  await Promise.all(Array.from({ length: COMMITS_AT_ONCE }, commitParts));
  for (let number = 0; number < LARGE_DOCUMENTS; number += 1) {
    const fields = { text: { stringValue: "x".repeat(LARGE_CHARS) } };
    await commit([{ update: { name: `${ROOT}/large/${number}`, fields } }]);
  }
}

function writeOf(number: number): object {
  const tags = [number % 3, (number + 1) % 3].map((tag) => ({ stringValue: `tag ${tag}` }));
  return {
    update: {
      name: `${ROOT}/things/${idOf(number)}`,
      fields: {
        place: { integerValue: String(number) },
        color: { stringValue: `color ${number % COLORS}` },
        tags: { arrayValue: { values: tags } },
        text: { stringValue: `Thing ${number} `.repeat(10) },
      },
    },
  };
}

function idOf(number: number): string {
  return `thing-${String(number).padStart(9, "0")}`;
}

/** Each document once, in order. */
async function readPages(things: CollectionReference): Promise<void> {
  let last: QueryDocumentSnapshot | undefined;
  for (let place = 0; place < DOCUMENTS; place += PAGE) {
    const after = last === undefined ? [] : [startAfter(last)];
    const page = await getDocs(query(things, orderBy("place"), ...after, limit(PAGE)));
    expect(page.docs.map((found) => found.get("place") as number)).toEqual(
      Array.from({ length: Math.min(PAGE, DOCUMENTS - place) }, (_, i) => place + i),
    );
    last = page.docs.at(-1);
  }
}

async function statusOfAll({ origin }: DatabaseProcess, collectionId: string): Promise<number> {
  const structuredQuery = { from: [{ collectionId }] };
  const body = JSON.stringify({ structuredQuery });
  const answer = await fetch(`${origin}/v1/${ROOT}:runQuery`, { method: "POST", body });
  await answer.arrayBuffer();
  return answer.status;
}

function secondsSince(started: number): number {
  return Math.round((performance.now() - started) / 1000);
}

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  type Firestore,
  collection,
  doc,
  getDoc,
  getDocs,
  query,
  runTransaction,
  where,
} from "firebase/firestore/lite";
import { expect, test } from "vitest";
import { createSdkClient } from "../support/sdk-client.ts";
import { howMany } from "../support/how-many.ts";
import { startDatabase } from "./database-process.ts";

const INCREMENTS = howMany("INCREMENTS", { short: 100, full: 1_000 });
const CLIENTS = 10;
const KILLS = 3;
/** Outdone five times in a row; or without a connection, which the SDK calls unknown. */
const EXPECTED = ["aborted", "failed-precondition", "unknown"];
const documents = {
  rules: `rules_version = '2';
service cloud.firestore {
  match /databases/{database}/documents {
    match /{document=**} {
      allow read, write;
    }
  }
}`,
};

test(`of ${INCREMENTS} contended transactions by ${CLIENTS} clients none is lost or done twice, although the server is killed ${KILLS} times`, async () => {
  const dataDir = await mkdtemp(join(tmpdir(), "foyer-transactions-"));
  let server = await startDatabase({ dataDir, documents });
  const { port, origin } = server;
  const clients = Array.from({ length: CLIENTS }, () => createSdkClient(origin));
  const acknowledged: string[] = [];
  let attempts = 0;
  const refusals: unknown[] = [];

  async function incrementRepeatedly(db: Firestore, client: number): Promise<void> {
    const newId = () => `${client}-${(attempts += 1)}`;
    while (acknowledged.length < INCREMENTS) {
      try {
        acknowledged.push(await increment(db, newId));
      } catch (error) {
        refusals.push((error as { code?: unknown }).code ?? error);
      }
    }
  }

  async function killAndRestart(): Promise<void> {
    for (let kill = 1; kill <= KILLS; kill += 1) {
      const from = (INCREMENTS * kill) / (KILLS + 1);
      await expect
        .poll(() => acknowledged.length, { timeout: 20 * 60_000, interval: 5 })
        .toBeGreaterThan(from);
      await server.kill();
      expect(server.printed()).toBe("");
      server = await startDatabase({ dataDir, documents, port });
    }
  }

  try {
    await Promise.all([
      ...clients.map(({ documents: db }, client) => incrementRepeatedly(db, client)),
      killAndRestart(),
    ]);
    const db = (clients[0] as (typeof clients)[number]).documents;
    const { total } = (await getDoc(doc(db, "counters/one"))).data() as { total: number };
    const records = await getDocs(query(collection(db, "increments"), where("after", ">", 0)));
    const ids = new Set(records.docs.map(({ id }) => id));
    const done = acknowledged.length;
    console.log("transactions", JSON.stringify({ done, attempts, refusals, total }));
    expect(acknowledged.filter((id) => !ids.has(id))).toEqual([]);
    // Each saw the one before: what was done without having been acknowledged, too.
    const seen = records.docs.map((record) => record.get("after") as number);
    expect(seen.toSorted((a, b) => a - b)).toEqual(Array.from({ length: total }, (_, i) => i + 1));
    expect(total).toBeGreaterThanOrEqual(INCREMENTS);
    expect(refusals.filter((code) => !EXPECTED.includes(String(code)))).toEqual([]);
    // Some were outdone and had to begin anew.
    expect(attempts).toBeGreaterThan(total);
    expect(server.printed()).toBe("");
  } finally {
    await Promise.all(clients.map((client) => client[Symbol.asyncDispose]()));
    await server.kill();
    await rm(dataDir, { recursive: true, force: true });
  }
});

/**
 * The counter and a record of what was counted, together; returns the record's id. Each attempt has its own: the SDK
 * begins anew when a connection breaks, also after a commit that was done.
 */
function increment(db: Firestore, newId: () => string): Promise<string> {
  return runTransaction(db, async (transaction) => {
    const id = newId();
    const counter = doc(db, "counters/one");
    const stored = await transaction.get(counter);
    const after = ((stored.data()?.["total"] as number | undefined) ?? 0) + 1;
    transaction.set(counter, { total: after });
    transaction.set(doc(db, `increments/${id}`), { after });
    return id;
  });
}

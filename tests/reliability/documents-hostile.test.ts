import { mkdtemp, rm } from "node:fs/promises";
import { Agent } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { seededRandom } from "../../backend/database/testing/random.ts";
import { checkEntries } from "../../backend/firestore/testing/check-entries.ts";
import { howMany } from "../support/how-many.ts";
import { type DatabaseProcess, signUp, startDatabase } from "./database-process.ts";
import { sendBytes } from "./hostile-database-socket.ts";
import { ROOT } from "./hostile-documents-json.ts";
import { type Answered, ask, begunIn, newRequest } from "./hostile-documents-requests.ts";

const RUNS = howMany("FUZZ_RUNS", { short: 1_000, full: 100_000 });
const SEED = Number(process.env["FUZZ_SEED"] ?? 1);
const IN_A_ROUND = 40;
const AT_ONCE = 8;
const KNOWN_TRANSACTIONS = 20;
/** So small that what is kept shows, in any of the threads. */
const HEAP_MB = 128;
/** Of the main thread's heap, and of the process with SQLite's page caches and what the allocator keeps. */
const GROWTH = { heapMb: 16, memoryMb: 200, madeLater: 4 };
/** Begun and left by two callers, each of whom may have 100. */
const LEFT_TRANSACTIONS = 200;
const MB = 1_000_000;
const UNIMPLEMENTED = 501;

const documents = {
  rules: `rules_version = '2';
service cloud.firestore {
  match /databases/{database}/documents {
    match /open/{document=**} {
      allow read, write;
    }
    match /{any=**}/open/{document} {
      allow read;
    }
    match /{any=**}/sub/{document} {
      allow read;
    }
    match /strict/{id} {
      allow get: if resource.data.a.b > 3 || id in resource.data.b;
      allow list: if resource.data.a == 1;
      allow write: if request.resource.data.keys().hasAll(['a'])
        && request.resource.data.a.matches('(a+)+b') == false
        && getAfter(/databases/(default)/documents/open/$(id)).data.size() < 9;
    }
    // Whoever does not know its key does not write there.
    match /honest/{key} {
      allow read;
      allow write: if key == 'secret';
    }
  }
}`,
  indexes: {
    indexes: [
      {
        collectionGroup: "open",
        queryScope: "COLLECTION",
        fields: [
          { fieldPath: "a", order: "ASCENDING" },
          { fieldPath: "b", order: "DESCENDING" },
        ],
      },
      {
        collectionGroup: "open",
        queryScope: "COLLECTION_GROUP",
        fields: [
          { fieldPath: "c", arrayConfig: "CONTAINS" },
          { fieldPath: "a", order: "ASCENDING" },
        ],
      },
    ],
  },
};

test(`R4: ${RUNS} hostile requests for documents do no harm (seed ${SEED})`, async () => {
  const dataDir = await mkdtemp(join(tmpdir(), "foyer-hostile-documents-"));
  try {
    {
      await using server = await startDatabase({ dataDir, documents, heapMb: HEAP_MB });
      const { statuses, before, after } = await attack(server);
      const answered = (status: number) => statuses.get(status) ?? 0;
      // Enough was understood and done, so that more than the parsers was tried.
      expect(answered(200)).toBeGreaterThan(RUNS / 5);
      expect(after.heapMb - before.heapMb).toBeLessThan(GROWTH.heapMb);
      expect(after.memoryMb - before.memoryMb).toBeLessThan(GROWTH.memoryMb);
      expect(after.sets - before.sets).toBeLessThanOrEqual(GROWTH.madeLater + LEFT_TRANSACTIONS);
      expect(after.maps - before.maps).toBeLessThanOrEqual(GROWTH.madeLater);
      expect(server.printed()).toBe("");
    }
    using db = new DatabaseSync(join(dataDir, "foyer.sqlite"), { readOnly: true });
    checkEntries(db);
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
});

/** @throws Error when anything is answered that should not be */
async function attack(server: DatabaseProcess) {
  const { port } = server;
  const random = seededRandom(SEED);
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
  const tokens = [await signUp(server)];
  const transactions: string[] = [];
  const statuses = new Map<number, number>();
  let before = await measure(server);
  let isWarm = false;

  for (let sent = 0; sent < RUNS; sent += IN_A_ROUND) {
    const requests = Array.from({ length: IN_A_ROUND }, () =>
      newRequest(random, { tokens, transactions }),
    );
    const answers = await Promise.all(requests.map((asked) => ask({ port, agent }, asked)));
    for (const answer of answers) {
      refuseServerError(server, answer);
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
      const begun = begunIn(answer.text);
      if (begun !== undefined) transactions.unshift(begun);
    }
    transactions.splice(KNOWN_TRANSACTIONS);
    await sendBytes(random, port);
    await beHonest(server, sent);
    if (!isWarm && sent > Math.min(RUNS / 4, 10_000)) {
      before = await measure(server);
      isWarm = true;
    }
  }
  agent.destroy();
  const after = await measure(server);
  console.log("R4", JSON.stringify({ statuses: [...statuses], before, after }));
  return { statuses, before, after };
}

function refuseServerError(server: DatabaseProcess, { asked, status, text }: Answered): void {
  if (status < 500 || status === UNIMPLEMENTED) return;
  const { method, url, body = "" } = asked;
  const sent = `${method} ${url} ${body.slice(0, 5_000)}`;
  throw new Error(`${sent} was answered ${status} ${text}, and printed\n${server.printed()}`);
}

/** Whoever means well is served all the while. */
async function beHonest({ origin }: DatabaseProcess, number: number): Promise<void> {
  const name = `${ROOT}/honest/secret`;
  const fields = { number: { integerValue: String(number) } };
  const body = JSON.stringify({ writes: [{ update: { name, fields } }] });
  const committed = await fetch(`${origin}/v1/${ROOT}:commit`, { method: "POST", body });
  expect(committed.status).toBe(200);
  await committed.json();
  const stored = await fetch(`${origin}/v1/${name}`);
  expect(await stored.json()).toMatchObject({ name, fields });
}

async function measure(server: DatabaseProcess) {
  const { heapBytes, sets, maps } = await server.held();
  return { heapMb: Math.round(heapBytes / MB), memoryMb: server.memoryMb().now, sets, maps };
}

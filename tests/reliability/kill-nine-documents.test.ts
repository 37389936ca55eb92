import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { fileURLToPath } from "node:url";
import { isDeepStrictEqual } from "node:util";
import { expect, test } from "vitest";
import { type Backend, createBackend } from "#backend";
import { decodePath } from "../../backend/firestore/encode-path.ts";
import { checkEntries } from "../../backend/firestore/testing/check-entries.ts";
import { readRulesFiles } from "../../server/config/rules-files.ts";
import { howMany } from "../support/how-many.ts";
import {
  type Batch,
  ROOT,
  indexes,
  labelOf,
  tagsOf,
  writesOf,
} from "./kill-nine-documents-batches.ts";

const ROUNDS = howMany("KILL_ROUNDS", { short: 6, full: 200 });
const CLIENTS = 3;
const COMMITS_BEFORE_KILL = 30;
// Every check reads everything, so a folder is used for some rounds and then a new one is begun.
const ROUNDS_IN_A_FOLDER = 10;
const writer = fileURLToPath(new URL("./kill-nine-documents-writer.ts", import.meta.url));

type Kill = { afterMs: number; since: "open" | "commits"; indexes: keyof typeof indexes };
/** Of all rounds of a folder, by number. */
type Sent = { begun: Map<number, Batch>; acknowledged: Set<number> };

test(`R1: after kill -9 batches of documents are whole, and every index has what the documents say (${ROUNDS} rounds)`, async () => {
  let acknowledged = 0;
  for (let done = 0; done < ROUNDS; done += ROUNDS_IN_A_FOLDER) {
    const dataDir = mkdtempSync(join(tmpdir(), "foyer-kill-documents-"));
    const sent: Sent = { begun: new Map(), acknowledged: new Set() };
    try {
      for (let round = done; round < Math.min(ROUNDS, done + ROUNDS_IN_A_FOLDER); round += 1) {
        await commitAndKill(dataDir, killOf(round), sent);
        await check(dataDir, sent);
      }
    } finally {
      rmSync(dataDir, { recursive: true, force: true });
    }
    acknowledged += sent.acknowledged.size;
  }
  expect(acknowledged).toBeGreaterThan(ROUNDS);
});

/** The moment wanders over the rounds; every third kill comes while the folder is opened and indexes are built. */
function killOf(round: number): Kill {
  return {
    afterMs: (round * 37) % (round % 3 === 2 ? 150 : 400),
    since: round % 3 === 2 ? "open" : "commits",
    indexes: round % 2 === 0 ? "few" : "all",
  };
}

async function commitAndKill(dataDir: string, kill: Kill, sent: Sent): Promise<void> {
  const first = Math.max(0, ...sent.begun.keys()) + 1;
  const args = [writer, dataDir, String(first), String(CLIENTS), kill.indexes];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  let errors = "";
  let timer: NodeJS.Timeout | undefined;
  // So many acknowledgements, that every kind of write has been done.
  const [line, times] = kill.since === "open" ? [/^open$/gm, 1] : [/^a /gm, COMMITS_BEFORE_KILL];
  child.stdout.on("data", (chunk: Buffer) => {
    output += chunk;
    if (timer === undefined && (output.match(line)?.length ?? 0) >= times) {
      timer = setTimeout(() => child.kill("SIGKILL"), kill.afterMs);
    }
  });
  child.stderr.on("data", (chunk: Buffer) => (errors += chunk));
  const ended = (await once(child, "close")) as [number | null, string | null];
  clearTimeout(timer);
  expect([...ended, errors]).toEqual([null, "SIGKILL", ""]);
  for (const [, ...numbers] of output.matchAll(/^b (\d+) (\d+) (\d+)$/gm)) {
    const [number, client, previous] = numbers.map(Number) as [number, number, number];
    sent.begun.set(number, { number, client, previous });
  }
  for (const [, number] of output.matchAll(/^a (\d+)$/gm)) sent.acknowledged.add(Number(number));
}

async function check(dataDir: string, sent: Sent): Promise<void> {
  const backend = await createBackend({
    dataDir,
    projectId: "kill",
    rules: await readRulesFiles(),
    indexes: { file: "test.indexes.json", text: JSON.stringify(indexes.all) },
  });
  try {
    const stored = readDocuments(dataDir);
    const found = findBatches(stored, sent);
    expectSame(stored, documentsOf(found));
    await checkQueries(backend, found);
  } finally {
    await backend.close();
  }
  using db = new DatabaseSync(join(dataDir, "foyer.sqlite"), { readOnly: true });
  expect(db.prepare("PRAGMA integrity_check").get()).toEqual({ integrity_check: "ok" });
  checkEntries(db);
}

/** Fields by path, from the table of documents alone. */
function readDocuments(dataDir: string): Map<string, unknown> {
  using db = new DatabaseSync(join(dataDir, "foyer.sqlite"), { readOnly: true });
  const rows = db.prepare("SELECT key, fields FROM firestore_documents").all();
  return new Map(
    rows.map(({ key, fields }) => [decodePath(key as Uint8Array), JSON.parse(fields as string)]),
  );
}

/** Those of which anything is there: all that were acknowledged among them, and none that was not begun. */
function findBatches(stored: Map<string, unknown>, { begun, acknowledged }: Sent): Batch[] {
  const paths = [...stored.keys()];
  const numbers = new Set(
    paths.flatMap((path) => /^batches\/(\d+)\/parts\//.exec(path)?.[1] ?? []).map(Number),
  );
  expect([...acknowledged].filter((number) => !numbers.has(number))).toEqual([]);
  expect([...numbers].filter((number) => !begun.has(number))).toEqual([]);
  return [...numbers].toSorted((a, b) => a - b).map((number) => begun.get(number) as Batch);
}

type Write = { update?: { name: string; fields: object }; delete?: string };

/** What whole batches leave behind, one after the other. */
function documentsOf(batches: readonly Batch[]): Map<string, unknown> {
  const documents = new Map<string, unknown>();
  for (const { update, delete: deleted } of batches.flatMap(writesOf) as Write[]) {
    if (update !== undefined) documents.set(pathOf(update.name), update.fields);
    if (deleted !== undefined) documents.delete(pathOf(deleted));
  }
  return documents;
}

function pathOf(name: string): string {
  return name.slice(ROOT.length + 1);
}

function expectSame(stored: Map<string, unknown>, expected: Map<string, unknown>): void {
  const differing = [...new Set([...stored.keys(), ...expected.keys()])].filter(
    (path) => !isDeepStrictEqual(stored.get(path), expected.get(path)),
  );
  const first = differing.slice(0, 3);
  expect(first.map((path) => [path, stored.get(path)])).toEqual(
    first.map((path) => [path, expected.get(path)]),
  );
}

async function checkQueries(backend: Backend, found: readonly Batch[]): Promise<void> {
  const parts = [...documentsOf(found).keys()].filter((path) => path.includes("/parts/"));
  const batchOf = (path: string) => Number(path.split("/")[1]);
  const partOf = (path: string) => Number(path.at(-1));
  const clientOf = new Map(found.map(({ number, client }) => [number, client]));
  const byBatch = (a: string, b: string) => batchOf(a) - batchOf(b) || partOf(a) - partOf(b);
  for (let client = 0; client < CLIENTS; client += 1) {
    const ofClient = parts.filter((path) => clientOf.get(batchOf(path)) === client);
    const where = equal("client", { integerValue: String(client) });
    const byIndex = { where, orderBy: [order("batch", "DESCENDING")] };
    expect(await query(backend, byIndex)).toEqual(ofClient.toSorted((a, b) => byBatch(b, a)));
    expect(await count(backend, byIndex)).toBe(ofClient.length);
  }
  const newest = found.at(-1)?.number ?? 0;
  const label = { stringValue: labelOf(newest) };
  const where = equal("label", label);
  expect(await query(backend, { where, orderBy: [order("batch", "ASCENDING")] })).toEqual(
    parts.filter((path) => labelOf(batchOf(path)) === label.stringValue).toSorted(byBatch),
  );
  const tag = { stringValue: "tag 3" };
  expect(await query(backend, { where: fieldFilter("tags", "ARRAY_CONTAINS", tag) })).toEqual(
    parts
      .filter((path) => tagsOf(batchOf(path), partOf(path)).includes(tag.stringValue))
      .toSorted((a, b) => (a < b ? -1 : 1)),
  );
}

/** Over all collections named parts; the paths that were found. */
async function query(backend: Backend, structuredQuery: object): Promise<string[]> {
  const answers = await ask<{ document?: { name: string } }[]>(backend, "runQuery", {
    structuredQuery: {
      ...allParts,
      select: { fields: [{ fieldPath: "__name__" }] },
      ...structuredQuery,
    },
  });
  return answers.flatMap(({ document }) => (document ? [pathOf(document.name)] : []));
}

type Counted = { result: { aggregateFields: { all: { integerValue: string } } } }[];

async function count(backend: Backend, structuredQuery: object): Promise<number> {
  const answers = await ask<Counted>(backend, "runAggregationQuery", {
    structuredAggregationQuery: {
      structuredQuery: { ...allParts, ...structuredQuery },
      aggregations: [{ alias: "all", count: {} }],
    },
  });
  return Number(answers[0]?.result.aggregateFields.all.integerValue);
}

const allParts = { from: [{ collectionId: "parts", allDescendants: true }] };

function equal(fieldPath: string, value: object): object {
  return fieldFilter(fieldPath, "EQUAL", value);
}

function fieldFilter(fieldPath: string, op: string, value: object): object {
  return { fieldFilter: { field: { fieldPath }, op, value } };
}

function order(fieldPath: string, direction: string): object {
  return { field: { fieldPath }, direction };
}

async function ask<Answer>(backend: Backend, verb: string, body: object): Promise<Answer> {
  const answer = await backend.adminFetch(
    new Request(`http://x/v1/${ROOT}:${verb}`, { method: "POST", body: JSON.stringify(body) }),
  );
  const text = await answer.text();
  expect([answer.status, answer.ok ? "" : text], verb).toEqual([200, ""]);
  return JSON.parse(text) as Answer;
}

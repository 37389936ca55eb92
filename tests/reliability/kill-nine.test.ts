import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { type Backend, createBackend } from "#backend";

const ROUNDS = Number(process.env["KILL_ROUNDS"] ?? 5);
const CLIENTS = 4;
const DOCUMENTS = 5;
const ROOT = "projects/kill/databases/(default)/documents";
const script = fileURLToPath(new URL("./commit-until-killed.ts", import.meta.url));

type Round = { acknowledged: number[]; begun: number[] };
type Found = { document?: { name: string; fields: { batch: { integerValue: string } } } };

// Every check reads all documents, so a folder is used for some rounds and then a new one is begun.
const ROUNDS_IN_A_FOLDER = 10;

test(`after kill -9 nothing acknowledged is lost and no batch is halved (${ROUNDS} rounds)`, async () => {
  let acknowledged = 0;
  for (let done = 0; done < ROUNDS; done += ROUNDS_IN_A_FOLDER) {
    const rounds = Math.min(ROUNDS_IN_A_FOLDER, ROUNDS - done);
    // Early, in the middle of a group, at a checkpoint: the moment wanders over the rounds.
    const delays = Array.from({ length: rounds }, (_, index) => ((done + index) * 37) % 400);
    acknowledged += await killRepeatedly(delays);
  }
  expect(acknowledged).toBeGreaterThan(ROUNDS);
});

/** Returns how many batches were acknowledged; all of them have been found again. */
async function killRepeatedly(delaysMs: readonly number[]): Promise<number> {
  const dataDir = mkdtempSync(join(tmpdir(), "foyer-kill-"));
  const acknowledged: number[] = [];
  let firstBatch = 0;
  try {
    for (const delayMs of delaysMs) {
      const killed = await commitAndKill(dataDir, firstBatch, delayMs);
      acknowledged.push(...killed.acknowledged);
      firstBatch = Math.max(firstBatch, ...killed.begun.map((batch) => batch + 1));
      await check(dataDir, acknowledged, firstBatch);
    }
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
  return acknowledged.length;
}

async function commitAndKill(dataDir: string, firstBatch: number, afterMs: number): Promise<Round> {
  const args = [script, dataDir, String(firstBatch), String(CLIENTS), String(DOCUMENTS)];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  let errors = "";
  let timer: NodeJS.Timeout | undefined;
  child.stdout.on("data", (chunk: Buffer) => {
    output += chunk;
    // The time counts from the first acknowledgement, not from the start of the process.
    if (timer === undefined && output.includes("a ")) {
      timer = setTimeout(() => child.kill("SIGKILL"), afterMs);
    }
  });
  child.stderr.on("data", (chunk: Buffer) => (errors += chunk));
  const [code, signal] = (await once(child, "close")) as [number | null, string | null];
  clearTimeout(timer);
  expect([code, signal, errors]).toEqual([null, "SIGKILL", ""]);
  const batches = (kind: string) =>
    [...output.matchAll(new RegExp(`^${kind} (\\d+)$`, "gm"))].map((match) => Number(match[1]));
  return { acknowledged: batches("a"), begun: batches("b") };
}

async function check(dataDir: string, acknowledged: number[], firstBatch: number): Promise<void> {
  const backend = await createBackend({ dataDir, projectId: "kill" });
  const parts = new Map<number, number>();
  for (const { name, batch } of await findAll(backend, "parts")) {
    expect(name).toContain(`/batches/${batch}/`);
    parts.set(batch, (parts.get(batch) ?? 0) + 1);
  }
  const lost = acknowledged.filter((batch) => parts.get(batch) !== DOCUMENTS);
  const halved = [...parts].filter(([, count]) => count !== DOCUMENTS);
  const unknown = [...parts.keys()].filter((batch) => batch >= firstBatch);
  expect({ lost, halved, unknown }).toEqual({ lost: [], halved: [], unknown: [] });

  // Each batch also overwrites the same documents of its client: they must all be of one batch.
  const latest = Map.groupBy(await findAll(backend, "latest"), ({ name }) =>
    name.split("/").at(-3),
  );
  expect(latest.size).toBeLessThanOrEqual(CLIENTS);
  for (const documents of latest.values()) {
    expect(documents).toHaveLength(DOCUMENTS);
    expect(new Set(documents.map(({ batch }) => batch)).size).toBe(1);
  }
  await backend.close();

  const db = new DatabaseSync(join(dataDir, "foyer.sqlite"), { readOnly: true });
  expect(db.prepare("PRAGMA integrity_check").get()).toEqual({ integrity_check: "ok" });
  db.close();
}

async function findAll(
  backend: Backend,
  collectionId: string,
): Promise<{ name: string; batch: number }[]> {
  const structuredQuery = { from: [{ collectionId, allDescendants: true }] };
  const body = JSON.stringify({ structuredQuery });
  const url = `http://x/v1/${ROOT}:runQuery`;
  const answer = await backend.adminFetch(new Request(url, { method: "POST", body }));
  return ((await answer.json()) as Found[]).flatMap(({ document }) =>
    document === undefined
      ? []
      : [{ name: document.name, batch: Number(document.fields.batch.integerValue) }],
  );
}

import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { type Backend, createBackend } from "#backend";
import { readRulesFiles } from "../../server/config/rules-files.ts";
import { fileOfWrite, overwrites, partsOfWrite, type Service } from "./kill-nine-writes.ts";
import { howMany } from "../support/how-many.ts";

const ROUNDS = howMany("KILL_ROUNDS", { short: 5, full: 200 });
/** Of each service. */
const CLIENTS = 2;
const ROOT = "projects/kill/databases/(default)/documents";
const script = fileURLToPath(new URL("./write-until-killed.ts", import.meta.url));

/** Numbers of writes, by service. */
type Writes = Record<Service, number[]>;
type Round = {
  begun: Writes;
  acknowledged: Writes;
  /** The last acknowledged overwriting of each client's own file. */
  overwritten: Map<string, number>;
};

// Every check reads everything, so a folder is used for some rounds and then a new one is begun.
const ROUNDS_IN_A_FOLDER = 10;

test(`R1: after kill -9 nothing acknowledged is lost and no write is halved, in all four services (${ROUNDS} rounds)`, async () => {
  const total: Writes = noWrites();
  for (let done = 0; done < ROUNDS; done += ROUNDS_IN_A_FOLDER) {
    const rounds = Math.min(ROUNDS_IN_A_FOLDER, ROUNDS - done);
    // Early, in the middle of a group, at a checkpoint: the moment wanders over the rounds.
    const delays = Array.from({ length: rounds }, (_, index) => ((done + index) * 37) % 400);
    add(total, await killRepeatedly(delays));
  }
  for (const [service, writes] of Object.entries(total)) {
    expect(writes.length, service).toBeGreaterThan(ROUNDS);
  }
});

/** Returns what was acknowledged; all of it has been found again. */
async function killRepeatedly(delaysMs: readonly number[]): Promise<Writes> {
  const dataDir = mkdtempSync(join(tmpdir(), "foyer-kill-"));
  const acknowledged = noWrites();
  const begun = noWrites();
  const overwritten = new Map<string, number>();
  try {
    for (const delayMs of delaysMs) {
      const first = Math.max(0, ...Object.values(begun).flat()) + 1;
      const round = await writeAndKill(dataDir, first, delayMs);
      add(acknowledged, round.acknowledged);
      add(begun, round.begun);
      for (const [client, write] of round.overwritten) overwritten.set(client, write);
      await check(dataDir, { acknowledged, begun, overwritten });
    }
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
  return acknowledged;
}

async function writeAndKill(dataDir: string, first: number, afterMs: number): Promise<Round> {
  const args = [script, dataDir, String(first), String(CLIENTS)];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  let errors = "";
  let timer: NodeJS.Timeout | undefined;
  child.stdout.on("data", (chunk: Buffer) => {
    output += chunk;
    // The time counts from when every service has acknowledged something, not from the start of the process.
    const ready = Object.values(readWrites(output, "a")).every((writes) => writes.length > 0);
    if (timer === undefined && ready) timer = setTimeout(() => child.kill("SIGKILL"), afterMs);
  });
  child.stderr.on("data", (chunk: Buffer) => (errors += chunk));
  const [code, signal] = (await once(child, "close")) as [number | null, string | null];
  clearTimeout(timer);
  expect([code, signal, errors]).toEqual([null, "SIGKILL", ""]);
  return {
    begun: readWrites(output, "b"),
    acknowledged: readWrites(output, "a"),
    overwritten: readOverwritten(output),
  };
}

function readWrites(output: string, kind: "a" | "b"): Writes {
  const writes = noWrites();
  const lines = new RegExp(`^${kind} (\\w+) (\\d+)(?: \\d+)?$`, "gm");
  for (const [, service, write] of output.matchAll(lines)) {
    writes[service as Service].push(Number(write));
  }
  return writes;
}

function readOverwritten(output: string): Map<string, number> {
  const lines = [...output.matchAll(/^a files (\d+) (\d+)$/gm)];
  return new Map(
    lines
      .map(([, write, client]) => [client ?? "", Number(write)] as const)
      .filter(([, write]) => overwrites(write)),
  );
}

function noWrites(): Writes {
  return { documents: [], database: [], files: [], accounts: [] };
}

function add(to: Writes, more: Writes): void {
  for (const service of Object.keys(to) as Service[]) to[service].push(...more[service]);
}

async function check(dataDir: string, round: Round): Promise<void> {
  const backend = await createBackend({
    dataDir,
    projectId: "kill",
    rules: await readRulesFiles(),
  });
  try {
    await checkDocuments(backend, round);
    await checkDatabase(backend, round);
    await checkFiles(backend, round);
    await checkAccounts(backend, round);
  } finally {
    await backend.close();
  }
  const db = new DatabaseSync(join(dataDir, "foyer.sqlite"), { readOnly: true });
  expect(db.prepare("PRAGMA integrity_check").get()).toEqual({ integrity_check: "ok" });
  db.close();
}

/** Whole writes that were begun, all of the acknowledged ones among them. */
function expectWhole(found: Map<number, object>, begun: number[], acknowledged: number[]): void {
  const lost = acknowledged.filter((write) => !found.has(write));
  const unknown = [...found.keys()].filter((write) => !begun.includes(write));
  const halved = [...found].filter(
    ([write, parts]) => Object.keys(parts).length !== Object.keys(partsOfWrite(write)).length,
  );
  expect({ lost, unknown, halved }).toEqual({ lost: [], unknown: [], halved: [] });
}

async function checkDocuments(backend: Backend, { begun, acknowledged }: Round): Promise<void> {
  const writes = new Map<number, Record<string, number>>();
  for (const { path, write } of await findAll(backend, "parts")) {
    expect(path[1]).toBe(String(write));
    writes.set(write, { ...writes.get(write), [path[3] ?? ""]: write });
  }
  expectWhole(writes, begun.documents, acknowledged.documents);
  // Each write also overwrites the same documents of its client: they must all be of one write.
  const latest = Map.groupBy(await findAll(backend, "latest"), ({ path }) => path[1]);
  for (const documents of latest.values()) {
    expect(documents).toHaveLength(Object.keys(partsOfWrite(0)).length);
    expect(new Set(documents.map(({ write }) => write)).size).toBe(1);
  }
}

type Found = { document?: { name: string; fields: { write: { integerValue: string } } } };

async function findAll(
  backend: Backend,
  collectionId: string,
): Promise<{ path: string[]; write: number }[]> {
  const structuredQuery = { from: [{ collectionId, allDescendants: true }] };
  const answers = await ask<Found[]>(backend, `/v1/${ROOT}:runQuery`, { structuredQuery });
  return answers.flatMap(({ document }) =>
    document === undefined
      ? []
      : [
          {
            path: document.name.slice(ROOT.length + 1).split("/"),
            write: Number(document.fields.write.integerValue),
          },
        ],
  );
}

async function checkDatabase(backend: Backend, { begun, acknowledged }: Round): Promise<void> {
  // Numbers as keys come as a list, with nulls where nothing is.
  type Tree = Record<string, Record<string, number> | null> | null;
  const writes = (await ask<Tree>(backend, "/writes.json?ns=kill")) ?? {};
  const found = Object.entries(writes).flatMap(([write, parts]) =>
    parts === null ? [] : [[write, parts] as const],
  );
  for (const [write, parts] of found) expect(parts).toEqual(partsOfWrite(Number(write)));
  const numbered = new Map(found.map(([write, parts]) => [Number(write), parts]));
  expectWhole(numbered, begun.database, acknowledged.database);
  for (const parts of Object.values((await ask<Tree>(backend, "/clients.json?ns=kill")) ?? {})) {
    if (parts !== null) expect(new Set(Object.values(parts)).size).toBe(1);
  }
}

type StoredFile = { name: string; md5Hash: string; size: string; metadata: { write: string } };

async function checkFiles(
  backend: Backend,
  { begun, acknowledged, overwritten }: Round,
): Promise<void> {
  const files = await listFiles(backend);
  for (const [client, write] of overwritten) {
    const own = files.find(({ name }) => name === `public/client-${client}`);
    // The next one may have been done without having been acknowledged.
    expect(Number(own?.metadata.write)).toBeGreaterThanOrEqual(write);
  }
  for (const { name, md5Hash, size, metadata } of files) {
    const write = Number(metadata.write);
    expect(begun.files).toContain(write);
    const content = await backend.adminFetch(
      new Request(`http://x/v0/b/kill/o/${encodeURIComponent(name)}?alt=media`),
    );
    const bytes = Buffer.from(await content.arrayBuffer());
    expect(bytes.toString()).toBe(fileOfWrite(write));
    expect(createHash("md5").update(bytes).digest("base64")).toBe(md5Hash);
    expect(bytes.length).toBe(Number(size));
  }
  const names = new Set(files.map(({ name }) => name));
  const kept = acknowledged.files.filter((write) => !overwrites(write));
  expect(kept.filter((write) => !names.has(`public/write-${write}`))).toEqual([]);
}

async function listFiles(backend: Backend): Promise<StoredFile[]> {
  const files: StoredFile[] = [];
  let page = "";
  do {
    const { items, nextPageToken = "" } = await ask<{
      items: { name: string }[];
      nextPageToken?: string;
    }>(backend, `/v0/b/kill/o?prefix=public/&maxResults=1000&pageToken=${page}`);
    for (const { name } of items) {
      files.push(await ask<StoredFile>(backend, `/v0/b/kill/o/${encodeURIComponent(name)}`));
    }
    page = encodeURIComponent(nextPageToken);
  } while (page !== "");
  return files;
}

async function checkAccounts(backend: Backend, { acknowledged }: Round): Promise<void> {
  const url = "/identitytoolkit.googleapis.com/v1/projects/kill/accounts:batchGet?maxResults=1000";
  const emails = new Set<string>();
  let page = "";
  do {
    const { users = [], nextPageToken = "" } = await ask<{
      users?: { email: string }[];
      nextPageToken?: string;
    }>(backend, `${url}&nextPageToken=${page}`);
    for (const { email } of users) emails.add(email);
    page = encodeURIComponent(nextPageToken);
  } while (page !== "");
  const lost = acknowledged.accounts.filter((write) => !emails.has(`write-${write}@example.com`));
  expect(lost).toEqual([]);
  const write = acknowledged.accounts.at(-1);
  const request = new Request(
    "http://x/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword?key=x",
    {
      method: "POST",
      body: JSON.stringify({
        email: `write-${write}@example.com`,
        password: `killed while writing ${write}`,
      }),
    },
  );
  const answer = await backend.fetch(request, { client: "10.0.0.1", origin: "http://x" });
  expect(answer.status).toBe(200);
}

async function ask<Answer>(backend: Backend, path: string, body?: unknown): Promise<Answer> {
  const init = body === undefined ? {} : { method: "POST", body: JSON.stringify(body) };
  const answer = await backend.adminFetch(new Request(`http://x${path}`, init));
  expect(answer.status, path).toBe(200);
  return (await answer.json()) as Answer;
}

import { mkdtemp, rm } from "node:fs/promises";
import { Agent } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { expect, test } from "vitest";
import { seededRandom } from "../../backend/database/testing/random.ts";
import { type DatabaseProcess, startDatabase } from "./database-process.ts";
import { createModel } from "./hostile-database-model.ts";
import { sendRest } from "./hostile-database-rest.ts";
import { openSocket, sendBytes, sendFatal, sendRequests } from "./hostile-database-socket.ts";
import { howMany } from "../support/how-many.ts";

const RUNS = howMany("FUZZ_RUNS", { short: 1_000, full: 100_000 });
const SEED = Number(process.env["FUZZ_SEED"] ?? 1);
const NOW_MS = 1_700_000_000_000;
const IN_A_ROUND = 40;
/** Places of the tree that are written to again and again. */
const PLACES = 12;
const COMPARED_EVERY = 5;
/** Of the main thread's heap, and of the process, whose other threads have heaps and whose tree grows. */
const GROWTH = { heapMb: 16, memoryMb: 200, madeLater: 4 };
const MB = 1_000_000;

const RULES = {
  open: { ".read": true, $place: { ".write": true, ".indexOn": ["a", "a/b", ".value"] } },
  strict: {
    ".read": true,
    $place: {
      ".write": true,
      ".validate": "newData.hasChildren() || newData.val().length < 9",
      a: { ".validate": "newData.parent().child('b').val() < 5 || newData.isString()" },
    },
  },
  left: { $place: { ".write": true } },
  // Whoever does not know its key does not write there.
  honest: { ".read": true, $key: { ".write": "$key === 'secret'" } },
};

test(`R4: ${RUNS} hostile messages and requests to the database do no harm (seed ${SEED})`, async () => {
  const dataDir = await mkdtemp(join(tmpdir(), "foyer-hostile-"));
  try {
    await using server = await startDatabase({ dataDir, rules: RULES, nowMs: NOW_MS });
    const { sent, statuses, before, after } = await attack(server);
    // Enough was understood and done, so that more than the parsers was tried.
    expect(sent.accepted).toBeGreaterThan(sent.requests / 5);
    expect(statuses.get(200)).toBeGreaterThan(sent.rest / 8);
    expect(sent.writes).toBeGreaterThan(RUNS / 20);
    expect(after.heapMb - before.heapMb).toBeLessThan(GROWTH.heapMb);
    expect(after.memoryMb - before.memoryMb).toBeLessThan(GROWTH.memoryMb);
    expect(after.sets - before.sets).toBeLessThanOrEqual(GROWTH.madeLater);
    expect(after.maps - before.maps).toBeLessThanOrEqual(GROWTH.madeLater);
    expect(server.printed()).toBe("");
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
});

/** @throws Error when anything is answered or stored that should not be */
async function attack(server: DatabaseProcess) {
  const { port } = server;
  const random = seededRandom(SEED);
  const model = createModel(NOW_MS);
  const agent = new Agent({ keepAlive: true });
  const honest = await openSocket(port, "10.8.0.1");
  await honest.ask("q", { p: "honest", h: "" });
  const sent = { requests: 0, accepted: 0, writes: 0, fatal: 0, bytes: 0, rest: 0 };
  const statuses = new Map<number, number>();
  const sum = () => sent.requests + sent.fatal + sent.bytes + sent.rest;
  let before = await measure(server);
  let isWarm = false;

  for (let round = 1; sum() < RUNS; round += 1) {
    const tree = random.pick(["open", "open", "strict"]);
    const own = `${tree}/place-${random.below(PLACES)}`;
    if (random.below(3) > 0) {
      const client = await openSocket(port);
      const deps = { model, own, left: `left/place-${random.below(PLACES)}`, count: IN_A_ROUND };
      const { accepted, writes } = await sendRequests(random, client, deps);
      sent.accepted += accepted;
      sent.writes += writes;
      sent.requests += IN_A_ROUND;
      sent.fatal += await sendFatal(random, client);
      await sendBytes(random, port);
      sent.bytes += 1;
    } else {
      for (let i = 0; i < IN_A_ROUND; i += 1) {
        const { status, url, text, isWrite } = await sendRest(random, { port, agent, model, own });
        if (isWrite) sent.writes += 1;
        if (status >= 500 || status === 0) throw new Error(`${url} was answered ${status} ${text}`);
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
      }
      sent.rest += IN_A_ROUND;
    }
    expect(await honest.ask("p", { p: "honest/secret", d: round })).toEqual({ s: "ok", d: {} });
    expect(honest.pushes("d").at(-1)?.b).toEqual({ p: "honest/secret", d: round });
    honest.received.length = 0;
    if (round % COMPARED_EVERY === 0) await compare(server, model);
    if (!isWarm && sum() > Math.min(RUNS / 4, 10_000)) {
      before = await measure(server);
      isWarm = true;
    }
  }
  await compare(server, model);
  agent.destroy();
  await expect.poll(async () => (await server.held()).sockets, { timeout: 30_000 }).toBe(1);
  const after = await measure(server);
  console.log("R4", JSON.stringify({ sent, statuses: [...statuses], before, after }));
  return { sent, statuses, before, after };
}

async function measure(server: DatabaseProcess) {
  const { heapBytes, sets, maps } = await server.held();
  return { heapMb: Math.round(heapBytes / MB), memoryMb: server.memoryMb().now, sets, maps };
}

async function compare(
  server: DatabaseProcess,
  model: ReturnType<typeof createModel>,
): Promise<void> {
  const expected = model.json() as Record<string, Record<string, unknown>> | null;
  for (const tree of ["open", "strict"]) {
    const url = `${server.origin}/${tree}.json?ns=foyer&format=export`;
    const stored = ((await (await fetch(url)).json()) ?? {}) as Record<string, unknown>;
    const known = expected?.[tree] ?? {};
    for (const place of new Set([...Object.keys(stored), ...Object.keys(known)])) {
      if (isDeepStrictEqual(stored[place], known[place])) continue;
      const found = difference(stored[place], known[place]);
      const log = model.takeLog(`${tree}/${place}`).join("\n");
      throw new Error(`${tree}/${place}${found}, after\n${log}`);
    }
  }
  model.takeLog("");
}

/** The first place at which they differ. */
function difference(stored: unknown, known: unknown, at = ""): string {
  const isObject = (json: unknown): json is Record<string, unknown> =>
    typeof json === "object" && json !== null;
  if (isObject(stored) && isObject(known)) {
    for (const key of new Set([...Object.keys(stored), ...Object.keys(known)])) {
      if (isDeepStrictEqual(stored[key], known[key])) continue;
      return difference(stored[key], known[key], `${at}/${JSON.stringify(key)}`);
    }
  }
  const show = (json: unknown) => JSON.stringify(json ?? null).slice(0, 500);
  return `${at} is ${show(stored)} but should be ${show(known)}`;
}

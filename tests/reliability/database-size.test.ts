import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  type Query,
  endAt,
  get,
  limitToFirst,
  limitToLast,
  onValue,
  orderByChild,
  orderByKey,
  query,
  ref,
  set,
  startAt,
} from "firebase/database";
import { expect, test } from "vitest";
import { createSdkClient } from "../support/sdk-client.ts";
import { type DatabaseProcess, signUp, startDatabase } from "./database-process.ts";
import { howMany } from "../support/how-many.ts";

const SIZE_MB = howMany("SIZE_MB", { short: 40, full: 640 });
const LEAVES = howMany("SIZE_LEAVES", { short: 20_000, full: 1_000_000 });
const MB = 1_000_000;
const HEAP_MB = 64;
const MOST_MEMORY_MB = 300;
const LEAF_CHARS = 100;
const LEAVES_IN_A_WRITE = 40_000;
const LEAVES_OF_A_PERSON = 4;
const AT_ONCE = 4;
const BEST = 2_000_000;
const PATIENCE = { timeout: 60_000, interval: 20 };

const OPEN = { ".read": true, ".write": true };

test(`${SIZE_MB} MB are written, queried and listened to by range with a heap of ${HEAP_MB} MB`, async () => {
  await using folder = await newFolder();
  await using server = await startDatabase({
    dataDir: folder.path,
    heapMb: HEAP_MB,
    rules: { texts: { ...OPEN, ".indexOn": ["at"] }, leaves: OPEN },
  });
  const token = await signUp(server);
  const started = performance.now();
  const texts = Math.floor(SIZE_MB * 0.95);
  await inParts(texts, (number) => {
    const value = { at: texts - number, text: textOf(number) };
    return rest(server, "PUT", `texts/${textKey(number)}`, { token, value });
  });
  const leaves = Math.floor(((SIZE_MB - texts) * MB) / LEAF_CHARS);
  await inParts(Math.ceil(leaves / LEAVES_IN_A_WRITE), (part) => {
    const size = Math.min(LEAVES_IN_A_WRITE, leaves - part * LEAVES_IN_A_WRITE);
    const entries = Array.from({ length: size }, (_, i) => [`leaf-${i}`, leafOf(part, i)]);
    const value = Object.fromEntries(entries);
    return rest(server, "PUT", `leaves/part-${part}`, { token, value });
  });
  const written = { seconds: secondsSince(started), memoryMb: server.memoryMb() };

  const middle = Math.floor(texts / 2);
  const byKey = `orderBy="$key"&startAt="${textKey(middle)}"&limitToFirst=3`;
  const byIndex = `orderBy="at"&startAt=2&endAt=4`;
  const numbers = [middle, middle + 1, middle + 2];
  expect(await rest(server, "GET", "texts", { search: byKey })).toEqual(
    Object.fromEntries(numbers.map((n) => [textKey(n), { at: texts - n, text: textOf(n) }])),
  );
  const indexed = (await rest(server, "GET", "texts", { search: byIndex })) as object;
  expect(Object.keys(indexed).toSorted()).toEqual([texts - 4, texts - 3, texts - 2].map(textKey));
  const lastLeaf = `orderBy="$key"&limitToLast=1`;
  const leafOfFirstPart = Math.min(LEAVES_IN_A_WRITE, leaves) - 1;
  expect(
    Object.values((await rest(server, "GET", "leaves/part-0", { search: lastLeaf })) as object),
  ).toEqual([leafOf(0, lastByKey(leafOfFirstPart))]);

  await using client = createSdkClient(server.origin);
  const all = ref(client.database, "texts");
  const range = query(all, orderByKey(), startAt(textKey(middle)), limitToFirst(3));
  expect((await get(range)).val()[textKey(middle + 1)].text).toBe(textOf(middle + 1));
  const byKeyView = follow(range);
  const byIndexView = follow(query(all, orderByChild("at"), startAt(2), endAt(4)));
  await byKeyView.until((value) => Object.keys(value).length === 3);
  await byIndexView.until((value) => Object.keys(value).length === 3);
  await set(ref(client.database, `texts/${textKey(middle)}/text`), "new");
  await byKeyView.until((value) => value[textKey(middle)]?.text === "new");
  await set(ref(client.database, `texts/${textKey(texts - 3)}/at`), -1);
  await byIndexView.until((value) => Object.keys(value).length === 2);

  // What does not fit is refused, to everybody who asks.
  const refusal = /^The value is larger than about \d+ bytes; read a part of it\.$/;
  const { status, error } = await ask(server, "GET", "texts", {});
  expect({ status, error }).toEqual({ status: 400, error: expect.stringMatching(refusal) });
  await expect(get(all)).rejects.toThrow(refusal);
  expect(await follow(all).refusal).toMatchObject({ code: "TOO_BIG" });
  // It lives, and has not begun anew.
  expect(await rest(server, "GET", `texts/${textKey(0)}/at`, {})).toBe(texts);
  console.log("size", JSON.stringify({ texts, leaves, written, atEnd: server.memoryMb() }));
  expect(server.printed()).toBe("");
});

test(`with ${LEAVES} leaves stored the process stays below ${MOST_MEMORY_MB} MB`, async () => {
  const people = LEAVES / LEAVES_OF_A_PERSON;
  const rules = { people: { ...OPEN, ".indexOn": ["score"] } };
  await using folder = await newFolder();
  const importing = { seconds: 0, peakMb: 0 };
  {
    await using server = await startDatabase({ dataDir: folder.path, rules });
    const token = await signUp(server);
    const started = performance.now();
    const inAWrite = LEAVES_IN_A_WRITE / LEAVES_OF_A_PERSON;
    for (let first = 0; first < people; first += inAWrite) {
      const size = Math.min(inAWrite, people - first);
      const entries = Array.from({ length: size }, (_, i) => [
        personKey(first + i),
        person(first + i),
      ]);
      // oxlint-disable-next-line no-await-in-loop
      await rest(server, "PATCH", "people", { token, value: Object.fromEntries(entries) });
    }
    importing.seconds = secondsSince(started);
    importing.peakMb = server.memoryMb().peak;
  }

  const started = performance.now();
  await using server = await startDatabase({ dataDir: folder.path, rules });
  const restarted = { seconds: secondsSince(started), memoryMb: server.memoryMb().now };

  const keys = (await rest(server, "GET", "people", { search: "shallow=true" })) as object;
  expect(Object.keys(keys)).toHaveLength(people);
  for (let number = 0; number < people; number += Math.ceil(people / 100)) {
    // oxlint-disable-next-line no-await-in-loop
    expect(await rest(server, "GET", `people/${personKey(number)}`, {})).toEqual(person(number));
  }
  const middle = Math.floor(people / 2);
  const byKey = `orderBy="$key"&startAt="${personKey(middle)}"&limitToFirst=100`;
  expect(await rest(server, "GET", "people", { search: byKey })).toEqual(
    Object.fromEntries(
      Array.from({ length: 100 }, (_, i) => [personKey(middle + i), person(middle + i)]),
    ),
  );
  await using client = createSdkClient(server.origin);
  const best = query(ref(client.database, "people"), orderByChild("score"), limitToLast(20));
  const view = follow(best);
  await view.until((value) => Object.keys(value).length === 20);
  await set(ref(client.database, `people/${personKey(middle)}/score`), BEST);
  await view.until((value) => value[personKey(middle)]?.score === BEST);

  const memoryMb = server.memoryMb();
  console.log("leaves", JSON.stringify({ leaves: LEAVES, importing, restarted, memoryMb }));
  expect(memoryMb.peak).toBeLessThan(MOST_MEMORY_MB);
  expect(server.printed()).toBe("");
});

async function newFolder() {
  const path = await mkdtemp(join(tmpdir(), "foyer-size-"));
  const remove = () => rm(path, { recursive: true, force: true });
  return { path, [Symbol.asyncDispose]: remove };
}

type Asked = { token?: string; value?: unknown; search?: string };

async function ask({ origin }: DatabaseProcess, method: string, path: string, asked: Asked) {
  const auth = asked.token === undefined ? "" : `&auth=${asked.token}`;
  const response = await fetch(`${origin}/${path}.json?ns=foyer${auth}&${asked.search ?? ""}`, {
    method,
    ...(asked.value !== undefined && { body: JSON.stringify(asked.value) }),
  });
  const json = (await response.json()) as unknown;
  const error = response.ok ? undefined : (json as { error: string }).error;
  return { status: response.status, json, error };
}

async function rest(
  server: DatabaseProcess,
  method: string,
  path: string,
  asked: Asked,
): Promise<unknown> {
  const { status, json, error } = await ask(server, method, path, asked);
  expect({ path, status, error }).toEqual({ path, status: 200, error: undefined });
  return json;
}

/** All numbers below `count`, some at a time. */
async function inParts(count: number, work: (number: number) => Promise<unknown>): Promise<void> {
  let next = 0;
  const worker = async () => {
    while (next < count) {
      const number = next++;
      // oxlint-disable-next-line no-await-in-loop
      await work(number);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}

// Data of many shapes; a test says what it expects of it.
// oxlint-disable-next-line typescript/no-explicit-any
type Json = any;

/** What the SDK says of a place. */
function follow(at: Query) {
  let latest: Json;
  const refused = Promise.withResolvers<Error>();
  onValue(at, (snapshot) => (latest = snapshot.val()), refused.resolve);
  return {
    refusal: refused.promise,
    /** Resolves when the value is as it should be. */
    async until(isRight: (value: Json) => boolean): Promise<void> {
      await expect.poll(() => isRight(latest ?? {}), PATIENCE).toBe(true);
    },
  };
}

const secondsSince = (started: number): number =>
  Math.round((performance.now() - started) / 100) / 10;

const textKey = (number: number): string => `text-${String(number).padStart(5, "0")}`;
const textOf = (number: number): string => `${number} `.repeat(MB / `${number} `.length);
const leafOf = (part: number, number: number): string =>
  `${part} ${number} `.padEnd(LEAF_CHARS, "x");
/** Of `leaf-0` to `leaf-N`, which comes last as text. */
function lastByKey(last: number): number {
  const keys = Array.from({ length: last + 1 }, (_, number) => `leaf-${number}`);
  return Number(keys.toSorted().at(-1)?.slice("leaf-".length));
}

const personKey = (number: number): string => `person-${String(number).padStart(7, "0")}`;
const person = (number: number) => ({
  name: `Person ${number}`,
  city: `City ${number % 997}`,
  score: (number * 7919) % 1_000_003,
  active: number % 3 === 0,
});

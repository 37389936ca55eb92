/**
 * A browser with the todo list, as a process: Firebase's SDK, requests over the network, and what it keeps in files, so that
 * it can be killed. Arguments: the site's address, a folder, an account's address, a seed and how many acts. Lines that it
 * prints: `r WORD` before a word that is seen is overwritten or deleted, `w WORD` once one that was typed is kept here,
 * `acted` at the end of its acts; to each line that it gets it answers with what it shows, as JSON.
 */
import { randomUUID } from "node:crypto";
import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { openAuth } from "../../app/live/firebase.ts";
import type { OutboxEntry } from "../../app/live/outbox/outbox.ts";
import { openOutboxOf } from "../../app/live/outbox/outbox-of.ts";
import { type OutboxStore, createMemoryStore } from "../../app/live/outbox/outbox-store.ts";
import { type BaseStore, createMemoryBaseStore } from "../../app/live/records/base-store.ts";
import { createDatabaseHttp } from "../../app/live/records/database-http.ts";
import { followRecords } from "../../app/live/records/follow-records.ts";
import type { Change } from "../../app/live/records/records.ts";
import { createRecords } from "../../app/live/records/records-of.ts";
import { sendRecords } from "../../app/live/records/records-sender.ts";
import { todos } from "../../app/live/todos.ts";
import { seededRandom } from "../support/seeded-random.ts";
import { randomAct, wordsIn } from "./todos-live-acts.ts";

const [origin = "", folder = "", email = "", seed = "", acts = ""] = process.argv.slice(2);
const name = folder.replace(/.*-/, "");
const options = {
  mode: "embedded",
  projectId: "foyer",
  apiKey: "foyer-embedded",
  appId: "1:1:web:1",
  storageBucket: "foyer",
};
const network = globalThis.fetch;
Object.assign(globalThis, {
  location: new URL(origin),
  fetch: async (input: RequestInfo | URL, init?: RequestInit) => {
    if (input instanceof Request) return network(input, init);
    const url = new URL(input, origin);
    return url.pathname === "/__/firebase/init.json" ? Response.json(options) : network(url, init);
  },
});

const undo: { changes: Change[]; stamps: number[] }[] = [];
const random = seededRandom(Number(seed));
const { auth, sdk } = await openAuth();
const uid = await signIn();
const records = await openHere();
createInterface({ input: process.stdin }).on("line", () => console.log(JSON.stringify(shown())));
for (let made = 0; made < Number(acts); made += 1) {
  // oxlint-disable-next-line no-await-in-loop -- one act after the other
  await actOnce(made);
  // oxlint-disable-next-line no-await-in-loop -- as people do
  await sleep(random.below(30));
}
console.log("acted");

async function actOnce(number: number): Promise<void> {
  const typed: string[] = [];
  const word = () => {
    typed.push(`w${name}${seed}${number}${typed.length}`);
    return typed.at(-1)!;
  };
  const last = random.below(12) === 0 ? undo.pop() : undefined;
  const act = randomAct(records, random, { newId: () => `${name}${seed}x${number}`, word });
  const { changes, purged } = last ? { changes: stillOwn(last), purged: [] } : act;
  for (const { kind, id, register, value } of changes)
    overwrite(registerOf(kind, id, register), value);
  for (const id of purged) overwrite(records.item("tasks", id), null);
  const before = changes.map(({ kind, id, register }) => registerOf(kind, id, register)?.value);
  const kept = records.change(changes);
  if (!last) {
    const stamps = changes.map(({ kind, id, register }) => registerOf(kind, id, register)?.t ?? 0);
    const back = changes.flatMap(({ kind, id, register }, at): Change[] => {
      const value = before[at];
      return value ? [{ kind, id, register, value }] : [];
    });
    if (back.length === changes.length) undo.push({ changes: back, stamps });
  }
  await kept;
  if (!last) for (const one of typed) console.log(`w ${one}`);
  // Without an answer it is all still there.
  await records.purge(purged.map((id) => ({ kind: "tasks", id }))).catch(() => undefined);
}

function registerOf(kind: string, id: string, register: string) {
  return records.item(kind, id)?.registers[register];
}

function overwrite(seen: unknown, next: unknown): void {
  const kept = new Set(wordsIn(next));
  for (const one of wordsIn(seen)) if (!kept.has(one)) console.log(`r ${one}`);
}

/** What nobody has changed since. */
function stillOwn({ changes, stamps }: (typeof undo)[number]): Change[] {
  return changes.filter(
    ({ kind, id, register }, at) => registerOf(kind, id, register)?.t === stamps[at],
  );
}

function shown() {
  const kinds = ["tasks", "lost"].map((kind) => [
    kind,
    Object.fromEntries([...records.all(kind)].map(([id, { registers }]) => [id, registers])),
  ]);
  return { sync: records.sync(), ...Object.fromEntries(kinds) };
}

/** The server may be away just then. */
async function signIn(): Promise<string> {
  for (;;) {
    try {
      // oxlint-disable-next-line no-await-in-loop -- until it answers
      const { user } = await sdk.signInWithEmailAndPassword(auth, email, "correct horse");
      return user.uid;
    } catch {
      // oxlint-disable-next-line no-await-in-loop -- see above
      await sleep(200);
    }
  }
}

async function openHere() {
  const [outboxStore, base] = await Promise.all([openOutboxFile(), openBaseFile()]);
  const after = (ms: number, call: () => void) => {
    const timer = setTimeout(call, ms);
    return () => clearTimeout(timer);
  };
  const outbox = await openOutboxOf({
    uid,
    store: outboxStore,
    memory: createMemoryStore(),
    newId: randomUUID,
    instant: () => new Date().toISOString(),
    clock: () => performance.now(),
    random: Math.random,
    isOnline: () => true,
    onOnline: () => () => undefined,
    after,
    alone: (_name, _signal, run) => run(),
    talk: () => ({ tell: () => undefined, end: () => undefined }),
    log: () => undefined,
  });
  const parts = {
    config: todos,
    store: base,
    http: createDatabaseHttp(uid),
    tell: async () => false,
    now: () => Date.now(),
  };
  return createRecords({
    ...parts,
    outbox,
    follow: followRecords(uid, todos),
    attach: sendRecords(outbox, parts),
    after,
    onOnline: () => () => undefined,
    frame: (call) => void setTimeout(call),
    log: () => undefined,
  });
}

async function openOutboxFile(): Promise<OutboxStore> {
  const file = join(folder, "outbox.json");
  const store = createMemoryStore();
  for (const entry of readOr<OutboxEntry[]>(file, [])) await store.add(entry);
  const keep = async () => writeWhole(file, await store.read());
  return {
    ...store,
    add: (added) => store.add(added).then(keep),
    joinAll: (which, join) => store.joinAll(which, join).then(keep),
    async take(id) {
      const taken = await store.take(id);
      await keep();
      return taken;
    },
    change: (id, change) => store.change(id, change).then(keep),
    remove: (id) => store.remove(id).then(keep),
    clear: () => store.clear().then(keep),
  };
}

async function openBaseFile(): Promise<BaseStore> {
  const file = join(folder, "records.json");
  const store = createMemoryBaseStore();
  const { head, items } = readOr<Awaited<ReturnType<BaseStore["read"]>>>(file, {
    head: undefined,
    items: [],
  });
  if (head) await store.write({ put: items, gone: [], head });
  return {
    ...store,
    async write(batch) {
      const isKept = await store.write(batch);
      writeWhole(file, await store.read());
      return isKept;
    },
  };
}

function readOr<Value>(file: string, otherwise: Value): Value {
  try {
    return JSON.parse(readFileSync(file, "utf8")) as Value;
  } catch {
    return otherwise;
  }
}

function writeWhole(file: string, value: unknown): void {
  writeFileSync(`${file}.new`, JSON.stringify(value));
  renameSync(`${file}.new`, file);
}

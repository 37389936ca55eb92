/**
 * What a process that stands for a browser is made of: Firebase's SDK, requests over the network, and what it keeps in files,
 * so that it can be killed. Lines that it prints: `r WORD` before a word that is seen is overwritten or deleted, `w WORD` once
 * one that was typed is kept here, `acted` at the end of its acts; to each line that it gets it answers with what it shows,
 * as JSON.
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
import type { Change, Records, RecordsConfig } from "../../app/live/records/records.ts";
import { createRecords } from "../../app/live/records/records-of.ts";
import { sendRecords } from "../../app/live/records/records-sender.ts";
import type { Random } from "../support/seeded-random.ts";

export type LiveAct = {
  changes: readonly Change[];
  /** To be deleted for good. */
  purged?: readonly string[];
  /** What else is done then. */
  also?: () => void;
};

type ActParts = { newId: () => string; word: () => string };
type Done = { changes: Change[]; stamps: number[] };

const options = {
  mode: "embedded",
  projectId: "foyer",
  apiKey: "foyer-embedded",
  appId: "1:1:web:1",
  storageBucket: "foyer",
};

export const wordsIn = (value: unknown): string[] =>
  JSON.stringify(value ?? null).match(/\bw[a-z]+\d+\b/g) ?? [];

/** As a page of the site has its address and its requests. */
export function standAt(origin: string): void {
  const network = globalThis.fetch;
  Object.assign(globalThis, {
    location: new URL(origin),
    fetch: async (input: RequestInfo | URL, init?: RequestInit) => {
      if (input instanceof Request) return network(input, init);
      const url = new URL(input, origin);
      return url.pathname === "/__/firebase/init.json"
        ? Response.json(options)
        : network(url, init);
    },
  });
}

/** The server may be away just then. @returns the uid */
export async function signInAs(email: string): Promise<string> {
  const { auth, sdk } = await openAuth();
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

/** Answers whoever asks with what `show` says, and does `acts` acts. */
export async function actAndShow(parts: {
  records: Records;
  random: Random;
  acts: number;
  /** The longest time between two of them, milliseconds. */
  restMs: number;
  /** Of this device and seed: what begins words and ids. */
  name: string;
  act: (parts: ActParts) => LiveAct;
  show: () => object;
}): Promise<void> {
  const { records, random, acts, restMs, name, act, show } = parts;
  const undo: Done[] = [];
  const registerOf = ({ kind, id, register }: Change) =>
    records.item(kind, id)?.registers[register];
  const print = (letter: string, words: readonly string[]) => {
    for (const word of words) console.log(`${letter} ${word}`);
  };
  const overwrite = (seen: unknown, next: unknown) => {
    const kept = new Set(wordsIn(next));
    print(
      "r",
      wordsIn(seen).filter((word) => !kept.has(word)),
    );
  };
  /** What nobody has changed since. */
  const stillOwn = ({ changes, stamps }: Done): Change[] =>
    changes.filter((change, at) => registerOf(change)?.t === stamps[at]);

  async function actOnce(number: number): Promise<void> {
    const typed: string[] = [];
    const word = () => {
      typed.push(`w${name}${number}${typed.length}`);
      return typed.at(-1)!;
    };
    const last = random.below(12) === 0 ? undo.pop() : undefined;
    const made = act({ newId: () => `${name}x${number}`, word });
    const { changes, purged = [], also }: LiveAct = last ? { changes: stillOwn(last) } : made;
    for (const change of changes) overwrite(registerOf(change), change.value);
    for (const id of purged) overwrite(records.item("tasks", id), null);
    also?.();
    const before = changes.map((change) => registerOf(change)?.value);
    const kept = records.change(changes);
    if (!last) {
      const stamps = changes.map((change) => registerOf(change)?.t ?? 0);
      const back = changes.flatMap(({ kind, id, register }, at): Change[] => {
        const value = before[at];
        return value ? [{ kind, id, register, value }] : [];
      });
      if (back.length > 0 && back.length === changes.length) undo.push({ changes: back, stamps });
    }
    await kept;
    if (!last) print("w", typed);
    if (purged.length === 0) return;
    // Without an answer it is all still there.
    await records.purge(purged.map((id) => ({ kind: "tasks", id }))).catch(() => undefined);
  }

  createInterface({ input: process.stdin }).on("line", () => console.log(JSON.stringify(show())));
  for (let number = 0; number < acts; number += 1) {
    // oxlint-disable-next-line no-await-in-loop -- one act after the other
    await actOnce(number);
    // oxlint-disable-next-line no-await-in-loop -- as people do
    await sleep(random.below(restMs));
  }
  console.log("acted");
}

/** As they are shown, by kind and id. */
export function shownOf(records: Records, kinds: readonly string[]): Record<string, object> {
  return Object.fromEntries(
    kinds.map((kind) => [
      kind,
      Object.fromEntries([...records.all(kind)].map(([id, { registers }]) => [id, registers])),
    ]),
  );
}

export async function openRecordsIn(
  folder: string,
  uid: string,
  config: RecordsConfig,
): Promise<Records> {
  const [outboxStore, base] = await Promise.all([openOutboxFile(folder), openBaseFile(folder)]);
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
    config,
    store: base,
    http: (config.http ?? createDatabaseHttp)(uid),
    tell: async () => false,
    now: () => Date.now(),
  };
  return createRecords({
    ...parts,
    outbox,
    follow: followRecords(uid, config),
    attach: sendRecords(outbox, parts).attach,
    after,
    onOnline: () => () => undefined,
    frame: (call) => void setTimeout(call),
    log: () => undefined,
  });
}

async function openOutboxFile(folder: string): Promise<OutboxStore> {
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

async function openBaseFile(folder: string): Promise<BaseStore> {
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

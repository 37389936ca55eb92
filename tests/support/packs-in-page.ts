/** What a browser keeps of a private journal, in one file for a page, with what a test does there by name. */
import { openOutboxStore } from "../../app/live/outbox/outbox-store.ts";
import { sealBy } from "../../app/live/outbox/sealed-store.ts";
import { openOutbox } from "../../app/live/outbox/open-outbox.ts";
import type { KeptItem } from "../../app/live/records/base-store.ts";
import { forgetJournal, forgetJournals, keptTools } from "../../app/live/records/pack-rows.ts";
import { openPackedStore } from "../../app/live/records/packed-store.ts";
import { sealedName, keysOf } from "../../lib/sealed/keys.ts";
import { localCodec } from "../../lib/sealed/local.ts";

export { enter } from "./records-in-page.ts";

const journal = "sabcdefghij0123456789";
const tool = `journals/${journal}`;
const head = { since: 10, sweptAt: 0, fullAt: 5, offset: 0 };

/** The same in each tab, as if it had been unlocked with the same passphrase. */
const keysFor = (uid: string) => keysOf(new Uint8Array(32).fill(7), { uid, journal });

async function storeOf(uid: string) {
  const keys = await keysFor(uid);
  const codec = { ...localCodec(keys, "pack"), nameOf: (key: string) => sealedName(keys, key) };
  return openPackedStore(uid, tool, { codec, lazy: ["texts"] });
}

const itemOf = (kind: string, id: string, v: string): KeptItem => ({
  kind,
  id,
  item: { at: 10, registers: { title: { value: { v }, t: 5, p: 0 } } },
});

/** Entries and texts whose ids begin so, each written by itself, by two stores at once. */
export async function keep(uid: string, begin: string, count: number): Promise<void> {
  const [one, other] = await Promise.all([storeOf(uid), storeOf(uid)]);
  await Promise.all(
    Array.from({ length: count }, (_, at) => {
      const put = ["entries", "texts"].map((kind) => itemOf(kind, `${begin}${at}`, "Marmalade"));
      return (at % 2 === 0 ? one : other).write({ put, gone: [], head });
    }),
  );
  one.close();
  other.close();
}

/** As it is opened: how many entries and texts, and the words that are in them. */
export async function opened(uid: string): Promise<Record<string, unknown>> {
  const store = await storeOf(uid);
  const { items, head: there } = await store.read();
  const texts: KeptItem[] = [];
  for await (const some of store.lazy?.each() ?? []) texts.push(...some);
  const found = await store.find([
    { kind: "texts", id: "a1" },
    { kind: "entries", id: "a2" },
  ]);
  store.close();
  const words = [...items, ...texts].map(({ item }) => item.registers["title"]?.value["v"]);
  return {
    entries: items.length,
    texts: texts.length,
    words: [...new Set(words)],
    found: found.items.length,
    since: there?.since,
  };
}

/** All that lies in a database of this browser, as text. */
export async function lying(name: string): Promise<string> {
  const database = await asked(indexedDB.open(name));
  const parts: string[] = [];
  for (const store of database.objectStoreNames) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    const rows = await asked(database.transaction(store).objectStore(store).getAll());
    parts.push(
      JSON.stringify(rows, (_key, value: unknown) =>
        value instanceof Uint8Array ? new TextDecoder("latin1").decode(value) : value,
      ),
    );
  }
  database.close();
  return parts.join("\n");
}

export const tools = (uid: string) => keptTools(uid);
export const forgetOne = (uid: string) => forgetJournal(uid, tool);
export const forgetAll = (uid: string) => forgetJournals(uid);

/** Letters, one after the other, as they are typed; resolves with how many the browser keeps when the last was added. */
export async function type(uid: string, letters: string): Promise<number> {
  const outbox = await openOutbox(uid);
  await sealBy(outbox, tool, localCodec(await keysFor(uid), "outbox"));
  const patience = { quietMs: 60_000, mostMs: 60_000 };
  const adding = Array.from(letters, (_, at) =>
    outbox.add({
      tool,
      key: "all",
      data: { typed: `Marmalade ${letters.slice(0, at + 1)}` },
      patience,
    }),
  );
  await Promise.all(adding);
  const store = await openOutboxStore(uid);
  const entries = await store.read();
  store.close();
  return entries.length;
}

/** What waits, opened with the key; without it as it lies. */
export async function waiting(uid: string, isUnlocked: boolean): Promise<unknown[]> {
  const outbox = await openOutbox(uid);
  if (isUnlocked) await sealBy(outbox, tool, localCodec(await keysFor(uid), "outbox"));
  return outbox.state().entries.map(({ data }) => data);
}

function asked<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.addEventListener("success", () => resolve(request.result));
    request.addEventListener("error", () => reject(request.error));
  });
}

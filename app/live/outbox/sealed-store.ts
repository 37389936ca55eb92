/**
 * Entries of some tools, sealed before this browser keeps them and opened only while somebody has the key. Loaded with such
 * a tool: what others need of it is in outbox-of.ts. See docs/journal.md.
 */
import { type Outbox, type OutboxEntry, type Which, isSealedTool } from "./outbox.ts";
import { type Join, type NewEntry, type OutboxStore, mayJoin } from "./outbox-store.ts";

export type OutboxCodec = {
  /** @param about what it is bound to: opened with another, it is a fault */
  seal(data: unknown, about: string): Promise<Uint8Array>;
  open(sealed: Uint8Array, about: string): Promise<unknown>;
};

type Sealed = { sealed: Uint8Array };
type Opened = { data: unknown } | "unreadable";

type Unreadable = (tool: string, error: unknown) => void;

type Own = { codec: OutboxCodec; unreadable: Unreadable };

type Codecs = {
  ofTool: Map<string, Own>;
  /** What was opened, by its sealed bytes; by tool. */
  opened: Map<string, Map<string, Opened>>;
  /** One of an outbox: it knows what is on its way. */
  store?: OutboxStore;
};

const codecs = new WeakMap<Outbox, Codecs>();

/**
 * Opens what waits of a tool, and lets it be added. Returns a function that ends it: from then on what waits is sealed, in
 * this tab's memory too. @param unreadable told of entries that cannot be opened; they stay as they are
 */
export async function sealBy(
  outbox: Outbox,
  tool: string,
  codec: OutboxCodec,
  unreadable: Unreadable = () => undefined,
): Promise<() => Promise<void>> {
  const all: Codecs = codecs.get(outbox) ?? { ofTool: new Map(), opened: new Map() };
  codecs.set(outbox, all);
  const own = { codec, unreadable };
  all.ofTool.set(tool, own);
  const again = () => outbox.keepBy((store) => (all.store ??= createSealedStore(store, all)));
  await again();
  return async () => {
    if (all.ofTool.get(tool) !== own) return;
    all.ofTool.delete(tool);
    all.opened.delete(tool);
    await again();
  };
}

function createSealedStore(store: OutboxStore, { ofTool, opened }: Codecs): OutboxStore {
  /** One after the other, so that they are kept in their order. */
  let adding: Promise<unknown> = Promise.resolve();

  function openedOf(tool: string): Map<string, Opened> {
    const there = opened.get(tool) ?? new Map<string, Opened>();
    opened.set(tool, there);
    return there;
  }

  async function seal<Entry extends NewEntry>(entry: Entry): Promise<Entry & { data: unknown }> {
    if (!isSealedTool(entry.tool)) return entry;
    const own = ofTool.get(entry.tool);
    if (own === undefined) throw new Error("What is private is kept only while it is unlocked.");
    const { data } = entry;
    const sealed = { sealed: await own.codec.seal(data, aboutOf(entry)) };
    if (ofTool.get(entry.tool) === own) openedOf(entry.tool).set(nameOf(sealed), { data });
    return { ...entry, data: sealed };
  }

  /** Undefined: it cannot be opened, by nobody. Without a codec it stays sealed. */
  async function open(entry: OutboxEntry): Promise<OutboxEntry | undefined> {
    const { tool, data: sealed } = entry;
    const own = ofTool.get(tool);
    if (!isSealed(sealed) || own === undefined) return entry;
    const known = openedOf(tool).get(nameOf(sealed)) ?? (await openNow(entry, sealed, own));
    // It was locked meanwhile.
    if (ofTool.get(tool) !== own) return entry;
    openedOf(tool).set(nameOf(sealed), known);
    return known === "unreadable" ? undefined : { ...entry, data: known.data };
  }

  async function openNow(entry: NewEntry, { sealed }: Sealed, own: Own): Promise<Opened> {
    try {
      return { data: await own.codec.open(sealed, aboutOf(entry)) };
    } catch (error) {
      own.unreadable(entry.tool, error);
      return "unreadable";
    }
  }

  /** What has left the store is in no tab's memory any more. */
  function forgetOthers(entries: readonly OutboxEntry[]): void {
    const there = new Set(entries.flatMap(({ data }) => (isSealed(data) ? [nameOf(data)] : [])));
    for (const names of opened.values()) {
      for (const name of names.keys()) if (!there.has(name)) names.delete(name);
    }
  }

  /**
   * Joining needs what is in them, and a transaction waits for no key: what comes of each two is made before. Where another
   * tab has changed one since, the two are not found and stay as they are.
   */
  async function joinedBefore(
    { tool, key }: Required<Which>,
    join: Join,
  ): Promise<Map<string, Sealed>> {
    const made = new Map<string, Sealed>();
    let last: OutboxEntry | undefined;
    for (const entry of await store.read()) {
      if (entry.tool !== tool || entry.key !== key) continue;
      // oxlint-disable-next-line no-await-in-loop -- each with what came of those before
      const data = last && mayJoin(last, entry) ? await joinedOf(last, entry, join) : undefined;
      if (last && data) made.set(nameOfBoth(last.data, entry.data), data);
      last = last && data ? { ...last, data } : entry;
    }
    return made;
  }

  async function joinedOf(one: OutboxEntry, other: OutboxEntry, join: Join) {
    const [first, next] = await Promise.all([open(one), open(other)]);
    if (!first || !next || isSealed(first.data) || isSealed(next.data)) return undefined;
    const data = join(first.data, next.data);
    return data === undefined ? undefined : ((await seal({ ...one, data })).data as Sealed);
  }

  return {
    ...store,
    isOpen: (tool) => ofTool.has(tool),
    async read() {
      const entries = await store.read();
      forgetOthers(entries);
      const read = await Promise.all(entries.map(open));
      return read.filter((entry) => entry !== undefined);
    },
    add(added) {
      if (!isSealedTool(added.tool)) return store.add(added);
      // With the key of this moment.
      const sealing = seal(added);
      sealing.catch(() => undefined);
      const run = adding.then(async () => store.add(await sealing));
      adding = run.catch(() => undefined);
      return run;
    },
    async joinAll(which, join) {
      if (!isSealedTool(which.tool)) return store.joinAll(which, join);
      const made = await joinedBefore(which, join);
      await store.joinAll(which, (waiting, added) => made.get(nameOfBoth(waiting, added)));
    },
    async take(id) {
      const taken = await store.take(id);
      const entry = taken && (await open(taken));
      // Nobody can send it now.
      return entry && isSealed(entry.data) ? undefined : entry;
    },
    async change(id, change) {
      if (!("data" in change)) return store.change(id, change);
      const entry = (await store.read()).find((one) => one.id === id);
      if (entry === undefined) return;
      const { data } = await seal({ ...entry, data: change.data });
      await store.change(id, { ...change, data });
    },
  };
}

const aboutOf = ({ uid, tool, key }: NewEntry): string => `${uid} ${tool} ${key}`;

const isSealed = (data: unknown): data is Sealed =>
  typeof data === "object" && data !== null && "sealed" in data;

/** Its nonce and its tag, which nobody else's are. */
const nameOf = ({ sealed }: Sealed): string =>
  `${sealed.subarray(0, 16).join()} ${sealed.subarray(-16).join()}`;

const nameOfBoth = (one: unknown, other: unknown): string =>
  isSealed(one) && isSealed(other) ? `${nameOf(one)} ${nameOf(other)}` : "";

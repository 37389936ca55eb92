/**
 * The outbox of one account in one tab. An entry's way:
 *
 *   added ── joined by later ones ── taken (tried; stays as it is) ─┬─ acknowledged: removed
 *                                        ^                          ├─ no answer: tried again, later and later
 *                                        └──────────────────────────┴─ refused: kept and said
 */
import {
  type Outbox,
  type OutboxEntry,
  type OutboxHandler,
  type OutboxState,
  NoAnswerError,
  OutboxRefusal,
  type Sync,
  UnsentError,
  type Which,
  isSealedTool,
} from "./outbox.ts";
import { createHolds, isOf } from "./holds.ts";
import type { OutboxParts } from "./outbox-parts.ts";
import type { Join, NewEntry, OutboxStore } from "./outbox-store.ts";
import { syncOf, unreachable } from "./sync-of.ts";
import { createTakenOver } from "./taken-over.ts";
import { createWaits } from "./waits.ts";

const OTHERS_MS = 10_000;

type Handling = { handler: OutboxHandler; join: Join | undefined };

export async function openOutboxOf(parts: OutboxParts): Promise<Outbox> {
  const { uid, memory } = parts;
  let { store } = parts;
  const life = new AbortController();
  const listeners = new Set<() => void>();
  const handlers = new Map<string, Handling>();
  const sending = new Map<string, Promise<void>>();
  const takenOver = createTakenOver(parts, (tool) => handlers.get(tool)?.join);
  const holds = createHolds(parts, () => void joinAndDrain());
  const waits = createWaits(parts, (tool) => void drain(tool));
  let later: (() => void) | undefined;
  /** As they were read last. */
  let settled: readonly OutboxEntry[] = [];
  let kept: ReadonlySet<string> = new Set();
  /** Added since, behind those; `arrived` has the ids of those that the next reading has. */
  let coming: readonly OutboxEntry[] = [];
  const arrived = new Set<string>();
  const adding = new Set<Promise<unknown>>();
  /** Keys with entries that may be joined. */
  const unjoined = new Map<string, Required<Which>>();
  let joining: Promise<void> | undefined;
  /** The store was away since it was last looked at. */
  let isUnsure = false;
  let readings = 0;
  let latest = 0;
  let snapshot: OutboxState | undefined;

  const talk = parts.talk((message) => {
    if (life.signal.aborted) return;
    if (message.kind === "wiped") close();
    else refresh().catch(fail);
    // It is the other tab's to send, unless that ends before.
    later ??= parts.after(OTHERS_MS, () => {
      later = undefined;
      drainAll();
    });
  });
  const stopListening = parts.onOnline(() => {
    waits.end();
    drainAll();
  });

  const fail = (error: unknown): undefined => {
    if (!life.signal.aborted) parts.log("The outbox of this browser could not be read", error);
  };

  function changed(): void {
    snapshot = undefined;
    for (const listener of listeners) listener();
  }

  const readBoth = () => Promise.all([store.read().catch(fail), memory.read()]);

  async function refresh(): Promise<void> {
    const reading = (readings += 1);
    let landed = new Set(arrived);
    let [stored, unkept] = await readBoth();
    isUnsure ||= store.wasLost() || !stored;
    if (isUnsure && adding.size > 0) {
      // What was on its way may be in the old one, in the new one, or in neither.
      // oxlint-disable-next-line no-await-in-loop -- what comes meanwhile is on its way as well
      while (adding.size > 0) await Promise.all(adding);
      landed = new Set(arrived);
      [stored, unkept] = await readBoth();
    }
    if (isClosed() || reading < latest) return;
    latest = reading;
    // Nothing can be sent from a store that cannot be read, and one that was away may have been emptied, and filled again by
    // another tab: what is not there any more is sent from here.
    if (isUnsure || !stored) {
      isUnsure = false;
      const here = new Set([...kept, ...landed, ...(stored ?? []).map(({ id }) => id)]);
      const inMemory = new Set(unkept.map(({ id }) => id));
      const known = entriesNow().filter(({ id }) => here.has(id) && !inMemory.has(id));
      takenOver.takeGone(known, stored ?? []);
    }
    const inTab = await memory.read();
    if (isClosed()) return;
    const others = takenOver.others(stored ?? [], inTab);
    settled = [...others, ...inTab];
    kept = new Set(others.map(({ id }) => id));
    for (const { id } of settled) landed.add(id);
    coming = coming.filter(({ id }) => !landed.has(id));
    for (const id of landed) arrived.delete(id);
    changed();
  }

  const isClosed = () => life.signal.aborted;
  const isLocked = (tool: string) => isSealedTool(tool) && !store.isOpen?.(tool);
  const storeOf = (id: string): OutboxStore => (kept.has(id) ? store : memory);
  const entriesNow = () => [...settled, ...coming];
  const isKept = ({ id, order }: OutboxEntry) => order === Infinity || kept.has(id);

  /**
   * What the store forgot or could not take is not worth less: it stays in this tab and is sent from here.
   * @returns whether the browser has it
   */
  async function keep(entry: NewEntry): Promise<boolean> {
    const isSame = isOf(entry);
    // What stays in memory is later than what is kept: nothing of its key may overtake it.
    if (!settled.some((other) => isSame(other) && !kept.has(other.id))) {
      try {
        await store.add(entry);
        if (!(await memory.read()).some(isSame)) return true;
        await store.remove(entry.id);
      } catch (error) {
        fail(error);
      }
    }
    await memory.add(entry);
    return false;
  }

  /** Apart from the adding, which nothing may hold up: a transaction that reads has to wait for the tab, and the next for it. */
  function joinAll(): Promise<void> {
    joining ??= (async () => {
      try {
        do {
          const keys = [...unjoined.values()];
          unjoined.clear();
          // oxlint-disable-next-line no-await-in-loop -- what comes meanwhile is for the next round
          await Promise.all(keys.map(joinKey));
          // oxlint-disable-next-line no-await-in-loop
          await refresh();
        } while (unjoined.size > 0);
        talk.tell({ kind: "changed" });
      } finally {
        joining = undefined;
      }
    })();
    return joining;
  }

  async function joinKey(which: Required<Which>): Promise<void> {
    const join = handlers.get(which.tool)?.join;
    if (join === undefined) return;
    try {
      await Promise.all([store.joinAll(which, join), memory.joinAll(which, join)]);
    } catch (error) {
      // Then they go one after the other.
      fail(error);
    }
  }

  async function joinAndDrain(): Promise<void> {
    try {
      if (unjoined.size > 0) await joinAll();
    } catch (error) {
      fail(error);
    }
    if (!isClosed()) drainAll();
  }

  function sync(which: Which): Sync {
    const isUnheard = ({ tool }: OutboxEntry) => !parts.isOnline() || waits.isUnheard(tool);
    return syncOf(entriesNow().filter(isOf(which)), isKept, isUnheard);
  }

  function drainAll(): void {
    for (const tool of handlers.keys()) void drain(tool);
  }

  /** One at a time in this tab, and by its lock in all tabs. */
  function drain(tool: string): Promise<void> {
    const running = sending.get(tool);
    if (running) return running;
    const handling = handlers.get(tool);
    if (!handling || life.signal.aborted || waits.has(tool) || next(tool) === undefined) {
      return Promise.resolve();
    }
    const run = parts
      .alone(`foyer-outbox ${uid} ${tool}`, life.signal, () => sendAll(tool, handling))
      .catch((error: unknown) => {
        if (life.signal.aborted) return;
        fail(error);
        waits.begin(tool);
      })
      .finally(() => {
        sending.delete(tool);
        if (life.signal.aborted) return;
        changed();
        // What was added while the last one was on its way.
        void drain(tool);
      });
    sending.set(tool, run);
    return run;
  }

  /** The first of a key that nothing stands before. */
  function next(tool: string): OutboxEntry | undefined {
    if (!parts.isOnline() || isLocked(tool)) return undefined;
    const seen = new Set<string>();
    return settled.find((entry) => {
      if (entry.tool !== tool || seen.has(entry.key)) return false;
      seen.add(entry.key);
      return entry.refused === null && !holds.has(entry);
    });
  }

  async function sendAll(tool: string, handling: Handling): Promise<void> {
    // Another tab may have sent some of it while this one waited, or was killed before it joined what it added.
    for (const entry of settled) {
      if (entry.tool === tool) unjoined.set(`${tool} ${entry.key}`, { tool, key: entry.key });
    }
    for (;;) {
      // oxlint-disable-next-line no-await-in-loop -- in order; to what was refused may be joined what came behind it
      if (unjoined.size > 0) await joinAll();
      const entry = next(tool);
      if (entry === undefined || handlers.get(tool) !== handling) return;
      // oxlint-disable-next-line no-await-in-loop -- in order
      if (!(await send(entry, handling.handler))) return;
    }
  }

  /** False: not now. */
  async function send(entry: OutboxEntry, handler: OutboxHandler): Promise<boolean> {
    const place = storeOf(entry.id);
    const wasTried = entry.isTried;
    const taken = await place.take(entry.id).catch((error: unknown) => {
      if (place === memory) throw error;
      fail(error);
      // One that can be read but not written would hold its key up for ever.
      const isSame = isOf(entry);
      if (takenOver.take(settled.filter((one) => isSame(one) && kept.has(one.id)))) return;
      throw error;
    });
    if (isClosed()) return false;
    let isGoing = true;
    if (taken) {
      settled = settled.map((one) => (one.id === taken.id ? taken : one));
      try {
        await handler(taken, { signal: life.signal });
        if (isClosed()) return false;
        waits.heard(entry.tool);
        await remove(entry.id);
      } catch (error) {
        if (isClosed()) return false;
        if (error instanceof OutboxRefusal) {
          // Nor has an earlier one then, as the handler looked: what is changed may join it.
          const isTried = wasTried && error.refusal.again !== "changed";
          await storeOf(entry.id).change(entry.id, { refused: error.refusal, isTried });
          unjoined.set(`${entry.tool} ${entry.key}`, entry);
        } else {
          if (!(error instanceof NoAnswerError)) {
            parts.log("What was changed could not be sent; it is tried again", error);
          }
          waits.begin(entry.tool);
          isGoing = false;
        }
      }
    }
    await refresh();
    talk.tell({ kind: "changed" });
    return isGoing;
  }

  async function remove(id: string): Promise<void> {
    await storeOf(id).remove(id);
    // A store that goes away at this moment is not taken for one that has lost it.
    settled = settled.filter((entry) => entry.id !== id);
  }

  function close(): void {
    if (life.signal.aborted) return;
    life.abort(new DOMException("Closed.", "AbortError"));
    stopListening();
    waits.end();
    later?.();
    holds.release({});
    talk.end();
    store.close();
    [settled, coming] = [[], []];
    changed();
    listeners.clear();
  }

  store.onLost(() => void refresh().catch(fail));
  await refresh();

  return {
    uid,
    closed: life.signal,
    async add({ tool, key, data, patience }) {
      life.signal.throwIfAborted();
      if (isLocked(tool)) throw new Error("Locked.");
      const which = { tool, key };
      const isFirst = !holds.has(which);
      if (patience) holds.hold(which, patience);
      const [id, addedAt] = [parts.newId(), parts.instant()];
      const entry = { id, uid, tool, key, data, addedAt, isTried: false, refused: null };
      const keeping = keep(entry);
      adding.add(keeping);
      coming = [...coming, { ...entry, order: Infinity }];
      changed();
      const isInStore = await keeping;
      adding.delete(keeping);
      arrived.add(id);
      unjoined.set(`${tool} ${key}`, which);
      if (!isInStore || !holds.has(which)) await joinAndDrain();
      else if (isFirst) talk.tell({ kind: "changed" });
    },
    state() {
      if (snapshot === undefined) {
        const entries = entriesNow();
        snapshot = { sync: sync({}), entries, isKept: entries.every(isKept) };
      }
      return snapshot;
    },
    sync,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    handle(tool, handler, join) {
      const handling = { handler, join } as Handling;
      handlers.set(tool, handling);
      void drain(tool);
      return () => {
        if (handlers.get(tool) === handling) handlers.delete(tool);
      };
    },
    async keepBy(wrap) {
      store = wrap(parts.store);
      await Promise.all(adding);
      await refresh();
    },
    async flush(which = {}) {
      holds.release(which);
      waits.end();
      await Promise.all(adding);
      await joinAll();
      const isLeft = () => settled.filter(isOf(which));
      for (;;) {
        const [first] = isLeft();
        if (first === undefined) return;
        const refused = isLeft().find((entry) => entry.refused)?.refused;
        if (refused) throw new UnsentError(refused.text);
        const isPossible = parts.isOnline() && handlers.has(first.tool) && !isLocked(first.tool);
        if (!isPossible || waits.has(first.tool)) throw new UnsentError(unreachable);
        holds.release(which);
        // oxlint-disable-next-line no-await-in-loop
        await drain(first.tool);
        life.signal.throwIfAborted();
      }
    },
    async again(id, data) {
      const change = data === undefined ? {} : { data, isTried: false };
      await storeOf(id).change(id, { refused: null, ...change });
      waits.end();
      await refresh();
      talk.tell({ kind: "changed" });
      drainAll();
    },
    async forget(id) {
      await remove(id);
      await refresh();
      talk.tell({ kind: "changed" });
      drainAll();
    },
    async wipe() {
      talk.tell({ kind: "wiped" });
      const clearing = Promise.all([store.clear(), memory.clear()]);
      // Nothing is added behind it.
      close();
      await clearing;
    },
    close,
  };
}

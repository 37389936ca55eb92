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
} from "./outbox.ts";
import type { OutboxParts } from "./outbox-parts.ts";
import type { Join, OutboxStore } from "./outbox-store.ts";

const FIRST_WAIT_MS = 1000;
const LONGEST_WAIT_MS = 30_000;
const OTHERS_MS = 10_000;

const noRoom =
  "This browser has no room to keep your changes, so they are only in this tab. Leave it open until they are saved.";
const unreachable =
  "The server could not be reached, so your last changes are only in this browser. They are sent once it answers.";

type Hold = { first: number; end: () => void };

export async function openOutboxOf(parts: OutboxParts): Promise<Outbox> {
  const { uid, store, memory } = parts;
  const life = new AbortController();
  const listeners = new Set<() => void>();
  const handlers = new Map<string, OutboxHandler>();
  const sending = new Map<string, Promise<void>>();
  /** Keys that wait for quiet. */
  const holds = new Map<string, Hold>();
  /** Of tools whose last try had no answer: how many there were, and the wait for the next one. */
  const tries = new Map<string, number>();
  const waits = new Map<string, () => void>();
  let later: (() => void) | undefined;
  let entries: readonly OutboxEntry[] = [];
  let kept: ReadonlySet<string> = new Set();
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
    calm();
    drainAll();
  });

  const fail = (error: unknown) => {
    if (!life.signal.aborted) parts.log("The outbox of this browser could not be read", error);
  };

  function changed(): void {
    snapshot = undefined;
    for (const listener of listeners) listener();
  }

  async function refresh(): Promise<void> {
    const [stored, unkept] = await Promise.all([store.read(), memory.read()]);
    if (life.signal.aborted) return;
    kept = new Set(stored.map(({ id }) => id));
    entries = [...stored, ...unkept];
    changed();
  }

  const isClosed = () => life.signal.aborted;
  const storeOf = (id: string): OutboxStore => (kept.has(id) ? store : memory);

  /** What the store forgot or could not take is not worth less: it stays in this tab and is sent from here. */
  async function keep(entry: Parameters<OutboxStore["add"]>[0], join: Join | undefined) {
    // What stays in memory is later than what is kept: nothing of its key may overtake it.
    const isBehind = (await memory.read()).some(isOf(entry));
    if (!isBehind) {
      try {
        await store.add(entry, join);
        return;
      } catch (error) {
        fail(error);
      }
    }
    await memory.add(entry, join);
  }

  function sync(which: Which): Sync {
    const some = entries.filter(isOf(which));
    const refused = some.find((entry) => entry.refused !== null)?.refused;
    if (refused) return { failed: refused.text };
    if (some.length === 0) return "saved";
    if (some.some(({ id }) => !kept.has(id))) return { failed: noRoom };
    const isOut = !parts.isOnline() || some.some((entry) => tries.has(entry.tool));
    return isOut ? "offline" : "saving";
  }

  /** Nobody waits any more before the next try. */
  function calm(): void {
    for (const end of waits.values()) end();
    waits.clear();
  }

  function hold(key: string, { quietMs, mostMs }: { quietMs: number; mostMs: number }): void {
    const before = holds.get(key);
    before?.end();
    const now = parts.clock();
    const first = before?.first ?? now;
    const waitMs = Math.max(0, Math.min(quietMs, first + mostMs - now));
    const end = parts.after(waitMs, () => {
      holds.delete(key);
      drainAll();
    });
    holds.set(key, { first, end });
  }

  function release(which: Which): void {
    for (const [key, { end }] of holds) {
      const [tool = "", ...rest] = key.split(" ");
      if (!isOf(which)({ tool, key: rest.join(" ") })) continue;
      end();
      holds.delete(key);
    }
  }

  function drainAll(): void {
    for (const tool of handlers.keys()) void drain(tool);
  }

  /** One at a time in this tab, and by its lock in all tabs. */
  function drain(tool: string): Promise<void> {
    const running = sending.get(tool);
    if (running) return running;
    const handler = handlers.get(tool);
    if (!handler || life.signal.aborted || waits.has(tool) || next(tool) === undefined) {
      return Promise.resolve();
    }
    const run = parts
      .alone(`foyer-outbox ${uid} ${tool}`, life.signal, () => sendAll(tool, handler))
      .catch((error: unknown) => {
        if (life.signal.aborted) return;
        fail(error);
        tryLater(tool);
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
    if (!parts.isOnline()) return undefined;
    const seen = new Set<string>();
    return entries.find((entry) => {
      if (entry.tool !== tool || seen.has(entry.key)) return false;
      seen.add(entry.key);
      return entry.refused === null && !holds.has(`${tool} ${entry.key}`);
    });
  }

  async function sendAll(tool: string, handler: OutboxHandler): Promise<void> {
    // Another tab may have sent some of it while this one waited.
    await refresh();
    for (;;) {
      const entry = next(tool);
      if (entry === undefined || handlers.get(tool) !== handler) return;
      // One after the other is the point.
      // oxlint-disable-next-line no-await-in-loop
      if (!(await send(entry, handler))) return;
    }
  }

  /** False: not now. */
  async function send(entry: OutboxEntry, handler: OutboxHandler): Promise<boolean> {
    const place = storeOf(entry.id);
    const wasTried = entry.isTried;
    const taken = await place.take(entry.id);
    if (isClosed()) return false;
    let isGoing = true;
    if (taken) {
      try {
        await handler(taken, { signal: life.signal });
        if (isClosed()) return false;
        tries.delete(entry.tool);
        await place.remove(entry.id);
      } catch (error) {
        if (isClosed()) return false;
        if (error instanceof OutboxRefusal) {
          // A first try that was refused has not arrived, so more may join it.
          await place.change(entry.id, { refused: error.refusal, isTried: wasTried });
        } else {
          if (!(error instanceof NoAnswerError)) {
            parts.log("What was changed could not be sent; it is tried again", error);
          }
          tryLater(entry.tool);
          isGoing = false;
        }
      }
    }
    await refresh();
    talk.tell({ kind: "changed" });
    return isGoing;
  }

  function tryLater(tool: string): void {
    const times = tries.get(tool) ?? 0;
    tries.set(tool, times + 1);
    const longest = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** times);
    waits.get(tool)?.();
    const end = parts.after(longest * (0.5 + parts.random() / 2), () => {
      waits.delete(tool);
      void drain(tool);
    });
    waits.set(tool, end);
  }

  function close(): void {
    if (life.signal.aborted) return;
    life.abort(new DOMException("Closed.", "AbortError"));
    stopListening();
    calm();
    later?.();
    for (const { end } of holds.values()) end();
    holds.clear();
    talk.end();
    store.close();
    entries = [];
    changed();
    listeners.clear();
  }

  await refresh();

  return {
    uid,
    closed: life.signal,
    async add({ tool, key, data, join, patience }) {
      life.signal.throwIfAborted();
      if (patience) hold(`${tool} ${key}`, patience);
      const entry = { id: parts.newId(), tool, key, data, addedAt: parts.instant() };
      await keep(entry, join as Join | undefined);
      await refresh();
      talk.tell({ kind: "changed" });
      void drain(tool);
    },
    state() {
      snapshot ??= { sync: sync({}), entries, isKept: entries.every(({ id }) => kept.has(id)) };
      return snapshot;
    },
    sync,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    handle(tool, handler) {
      handlers.set(tool, handler as OutboxHandler);
      void drain(tool);
      return () => {
        if (handlers.get(tool) === handler) handlers.delete(tool);
      };
    },
    async flush(which = {}) {
      release(which);
      calm();
      await refresh();
      const isLeft = () => entries.filter(isOf(which));
      for (;;) {
        const [first] = isLeft();
        if (first === undefined) return;
        const refused = isLeft().find((entry) => entry.refused)?.refused;
        if (refused) throw new UnsentError(refused.text);
        const isPossible = parts.isOnline() && handlers.has(first.tool);
        if (!isPossible || waits.has(first.tool)) throw new UnsentError(unreachable);
        release(which);
        // oxlint-disable-next-line no-await-in-loop
        await drain(first.tool);
        life.signal.throwIfAborted();
      }
    },
    async again(id, data) {
      const change = data === undefined ? {} : { data, isTried: false };
      await storeOf(id).change(id, { refused: null, ...change });
      calm();
      await refresh();
      talk.tell({ kind: "changed" });
      drainAll();
    },
    async forget(id) {
      await storeOf(id).remove(id);
      await refresh();
      talk.tell({ kind: "changed" });
      drainAll();
    },
    async wipe() {
      await Promise.all([store.clear(), memory.clear()]);
      talk.tell({ kind: "wiped" });
      close();
    },
    close,
  };
}

function isOf({ tool, key }: Which): (entry: { tool: string; key: string }) => boolean {
  return (entry) =>
    (tool === undefined || entry.tool === tool) && (key === undefined || entry.key === key);
}

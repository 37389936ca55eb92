/** Which items of lazy kinds are in memory: those that somebody holds, and what the base needs there. */
import { createCounts } from "./counts.ts";
import type { BaseInside } from "./records-base.ts";
import { placeOf } from "./records-sender.ts";

/** What was written and acknowledged stays in memory for some time. */
const sweepMs = 15_000;

/** Keys are `KIND/ID` of `kinds`. */
export function createLazyMemory(kinds: readonly string[], inside: BaseInside) {
  const { items, store, log, signal } = inside;
  const holds = createCounts();
  const loading = new Map<string, Promise<void>>();

  /** What nobody needs in memory any more is taken out of it, unheard. */
  function sweep(): void {
    for (const kind of kinds) {
      for (const id of inside.all.get(kind)?.keys() ?? []) drop(`${kind}/${id}`);
    }
  }

  function drop(key: string): void {
    const { kind, id } = placeOf(key);
    if (!kinds.includes(kind) || isNeeded(key)) return;
    items.delete(key);
    inside.all.get(kind)?.delete(id);
  }

  const isNeeded = (key: string) =>
    holds.has(key) ||
    inside.dirty.has(key) ||
    inside.echoes.has(key) ||
    inside.opsOf(key).length > 0 ||
    store.lazy?.isWriting(key) === true;

  function sweepAgain(): void {
    sweep();
    endSweep = inside.after(sweepMs, sweepAgain);
  }

  function hold(keys: readonly string[]): () => void {
    for (const key of keys) holds.add(key);
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      for (const key of keys) holds.take(key);
      // Not all of them: while thousands come each is let go of alone.
      for (const key of keys) drop(key);
    };
  }

  function load(keys: readonly string[]): Promise<unknown> {
    const missing = keys.filter((key) => !items.has(key) && !loading.has(key));
    if (missing.length > 0) {
      const run = loadNow(missing).catch((error: unknown) => {
        log("What this browser keeps could not be read", error);
      });
      for (const key of missing) loading.set(key, run);
      void run.finally(() => {
        for (const key of missing) loading.delete(key);
      });
    }
    return Promise.all(keys.flatMap((key) => loading.get(key) ?? []));
  }

  async function loadNow(keys: readonly string[]): Promise<void> {
    // What is on its way there may be what was deleted.
    if (keys.some((key) => store.lazy?.isWriting(key))) await store.lazy?.written();
    const { items: kept } = await store.find(keys.map(placeOf));
    if (signal.aborted) return;
    for (const { kind, id, item } of kept) {
      const key = `${kind}/${id}`;
      if (items.has(key) || inside.dirty.has(key)) continue;
      inside.see(item);
      items.set(key, item);
      inside.changed(key);
    }
  }

  let endSweep = inside.after(sweepMs, sweepAgain);
  signal.addEventListener("abort", () => endSweep());
  store.lazy?.onWritten(sweep);

  return {
    /** Until the returned function is called. */
    hold,
    /** What this browser keeps of them. Of held ones, or they may be gone at once. Never rejects. */
    load,
    /** Those that are on their way. */
    loading: loading as ReadonlyMap<string, Promise<void>>,
  };
}

/**
 * Reads all that a source has, page by page: first what is in memory, so that the list is whole, then behind it what is only
 * kept in this browser.
 */
import { type Op, readItem } from "#lib/records/register.ts";
import { isReadDenied } from "./database-http.ts";
import { healing } from "./healing.ts";
import type { Alone } from "./lazy-kinds.ts";
import type { createLazyMemory } from "./lazy-memory.ts";
import type { BaseInside } from "./records-base.ts";
import { usualAfterMs } from "./records-of.ts";
import type { ReadingProgress } from "./records.ts";
import type { Page, PagedPart } from "./records-source.ts";

const firstWaitMs = 2000;
const longestWaitMs = 60_000;
/** Each page of a list is in all packs, and writing those takes longer than reading it. */
const listingKeepMs = 2000;

type LazyReadingParts = Pick<ReturnType<typeof createLazyMemory>, "hold" | "load"> & {
  inside: BaseInside;
  isLazy: (key: string) => boolean;
  /** Whether one that is missing is sent again. */
  isHealed: (key: string) => boolean;
  /** Whether it is read only when somebody holds it. */
  isAsked: (kind: string) => boolean;
  alone: Alone | undefined;
  /** Keys that are heard of until the returned function is called. */
  listen: () => { heard: ReadonlySet<string>; end: () => void };
  /** Sends it again. */
  heal: (ops: readonly Op[]) => void;
};

type Seen = {
  have: ReadonlyMap<string, number>;
  there: Set<string>;
  /** Newer than what is read. */
  heard: ReadonlySet<string>;
  /** The largest `at`. */
  latest: number;
};

export function createLazyReading(parts: LazyReadingParts) {
  const { inside, hold, load, isLazy, isHealed, heal } = parts;
  const { items, store, head, log, signal } = inside;
  const isClosed = () => signal.aborted;
  let progress: ReadingProgress | undefined;
  let isReading = false;
  let isListing = false;
  /** The server has less than it had: found out so often, and compared so often since. */
  let backs = 0;
  let comparedBacks = 0;
  let tries = 0;
  let endWait: (() => void) | undefined;

  const healOf = (key: string) => healing(inside.config.shape, key, items.get(key), undefined);

  async function takePage({ items: told, same = [] }: Page, seen: Seen): Promise<void> {
    for (const key of same) {
      seen.there.add(key);
      seen.latest = Math.max(seen.latest, seen.have.get(key) ?? 0);
    }
    const keys = told.map(({ kind, id }) => `${kind}/${id}`);
    const release = hold(keys.filter(isLazy));
    await load(keys.filter((key) => isLazy(key) && seen.have.has(key)));
    for (const [index, { value, at }] of told.entries()) {
      const key = keys[index] ?? "";
      seen.there.add(key);
      if (isClosed() || seen.heard.has(key)) continue;
      const item = readItem(value);
      if (item) seen.latest = Math.max(seen.latest, item.at);
      if (item) inside.take(key, item);
      else takeGone(key, at);
    }
    release();
  }

  /** What was brought back since the server's copy was made is not gone. */
  function takeGone(key: string, at = Infinity): void {
    const here = items.get(key);
    if (here && here.at > at && isHealed(key)) heal(healOf(key));
    else inside.remove(key);
  }

  /** Nobody has deleted them, or the server would know; but those of which it keeps no note. */
  async function takeMissing({ have, there, heard }: Seen): Promise<void> {
    const missing = [...have.keys()].filter((key) => !there.has(key) && !heard.has(key));
    const release = hold(missing.filter(isLazy));
    await load(missing.filter(isLazy));
    if (!isClosed()) {
      heal(missing.filter(isHealed).flatMap(healOf));
      for (const key of missing) if (!isHealed(key)) inside.remove(key);
    }
    release();
  }

  async function readPart(
    part: PagedPart,
    have: ReadonlyMap<string, number>,
    next: () => Promise<boolean>,
  ): Promise<boolean> {
    if (inside.pages === undefined) throw new TypeError("Lazy kinds need a source.");
    const { heard, end } = parts.listen();
    const seen: Seen = { have, there: new Set(), heard, latest: 0 };
    try {
      for await (const page of inside.pages(part, have, signal)) {
        if (isClosed()) return false;
        await takePage(page, seen);
        const of = page.of === undefined ? {} : { of: page.of };
        progress = { part, done: seen.there.size, ...of };
        inside.tell();
        if (!(await next())) return false;
      }
      await takeMissing(seen);
      // Where there are texts already, those that have changed since are told from before.
      const isFirst = part === "kept" && head().lazyAt === undefined;
      if (isFirst) head().since = Math.max(head().since, seen.latest);
      return !isClosed();
    } finally {
      end();
    }
  }

  async function haveOfLazy(): Promise<Map<string, number>> {
    const have = new Map<string, number>();
    for await (const some of store.lazy?.each() ?? []) {
      for (const { kind, id, item } of some) {
        const key = `${kind}/${id}`;
        // Another tab may have kept what this one has not heard of.
        if (!parts.isAsked(kind)) have.set(key, items.get(key)?.at ?? item.at);
      }
    }
    return have;
  }

  async function readLazy(): Promise<void> {
    // Another tab may have read it meanwhile.
    const { head: kept } = await store.find([]);
    if (kept?.lazyAt !== undefined) head().lazyAt = Math.max(kept.lazyAt, head().lazyAt ?? 0);
    if (!isDue()) return;
    const before = backs;
    // A page is in memory until it is kept; where nothing more can be kept, each is read when it is held.
    if (!(await readPart("lazy", await haveOfLazy(), keepNow))) return;
    head().lazyAt = Math.max(head().fullAt, inside.stamps.serverNow());
    comparedBacks = before;
    await keepNow();
  }

  function keepNow(): Promise<boolean> {
    inside.keep();
    return store.lazy?.written() ?? Promise.resolve(false);
  }

  /** Also where a tab ended between the two. */
  function isDue(): boolean {
    const { lazyAt = 0, fullAt } = head();
    const age = Math.abs(inside.stamps.serverNow() - lazyAt);
    const isOld = lazyAt < fullAt || age > (inside.config.fullAfterMs ?? usualAfterMs);
    return fullAt > 0 && (backs > comparedBacks || isOld);
  }

  async function readAll(): Promise<void> {
    const kept = [...items].filter(([key]) => !isLazy(key));
    const have = new Map(kept.map(([key, { at }]) => [key, at]));
    isListing = true;
    const isRead = await readPart("kept", have, async () => true).finally(() => {
      isListing = false;
    });
    progress = undefined;
    if (!isRead) return;
    inside.whole();
    begin();
  }

  /** In the background: without an answer it is tried again. */
  function begin(): void {
    if (isReading || isClosed() || !isDue()) return;
    endWait?.();
    isReading = true;
    const before = backs;
    const run = async () => {
      try {
        const name = `foyer-records ${inside.outbox.uid} ${inside.config.tool}`;
        await (parts.alone?.(name, readLazy, signal) ?? readLazy());
        tries = 0;
      } catch (error) {
        if (isClosed()) return;
        log("Records could not be read", error);
        if (!isReadDenied(error)) wait();
      } finally {
        isReading = false;
        progress = undefined;
        if (!isClosed()) inside.tell();
      }
      // What was read before may have been of before.
      if (backs > before) begin();
    };
    void run();
  }

  function wait(): void {
    const ends = [
      inside.after(Math.min(longestWaitMs, firstWaitMs * 2 ** tries), begin),
      inside.onOnline(begin),
    ];
    tries += 1;
    endWait = () => {
      for (const end of ends) end();
      endWait = undefined;
    };
  }

  // What this browser keeps is there first.
  const endFirst = inside.after(firstWaitMs, begin);
  signal.addEventListener("abort", () => {
    endFirst();
    endWait?.();
  });

  return {
    /** @throws as RecordsSource */
    readAll,
    /** The server went back to a copy: all of it is compared. @throws as RecordsSource */
    readBack: (): Promise<void> => {
      backs += 1;
      return readAll();
    },
    /** The server is known to have gone back, and not all was compared since. */
    isBack: () => backs > comparedBacks,
    progress: () => progress,
    /** How long what is not kept yet may wait; undefined: as always. */
    keepAfterMs: () => (isListing ? listingKeepMs : undefined),
  };
}

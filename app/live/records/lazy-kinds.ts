/**
 * Kinds of which this browser keeps all and has in memory only what somebody holds, and reading page by page: for a source
 * of many and large records. Handed to those that need it, so that other tools do not load it. See docs/drafts.md.
 */
import { type Item, type Op, type Register, readItem, shown } from "#lib/records/register.ts";
import type { BaseInside } from "./records-base.ts";
import type { Follow } from "./records-parts.ts";
import type { ReadingProgress, Records } from "./records.ts";
import type { Page, PagedPart } from "./records-source.ts";
import { marginMs } from "./reading.ts";
import { usualAfterMs } from "./records-of.ts";
import { type During, placeOf } from "./records-sender.ts";
import { healing } from "./healing.ts";
import { createLazyMemory } from "./lazy-memory.ts";
import { isReadDenied } from "./database-http.ts";

export type LazyOptions = {
  /** In memory only while somebody holds one. */
  kinds: readonly string[];
  /** Of those, read from the server only when somebody holds one. */
  asked: readonly string[];
  /**
   * Those of which the server keeps a note of what was deleted for good. One that is missing without it, or older than here,
   * shows a server that went back to a copy: it is sent again.
   */
  heals: readonly string[];
  /** Runs while no other tab runs what has this name. Without it, at once. */
  alone?: (name: string, run: () => Promise<void>) => Promise<void>;
};

export type Lazy = (inside: BaseInside) => LazyItems;

export type LazyItems = {
  records: Pick<Records, "hold" | "each" | "progress">;
  /** As the source's; a server that has less than this browser had from it is compared at once. */
  follow: Follow;
  /** Begins at once, where they are in memory. */
  during: During;
  /** Of what is told: does it once the item is in memory. False: it is, or need not be. */
  defer(key: string, work: () => void): boolean;
  /** What was told, with what is later here. */
  healed(key: string, told: Item): Item;
  /** In place of one answer with all of it. @throws as RecordsSource */
  readAll(): Promise<void>;
};

const firstWaitMs = 2000;
const longestWaitMs = 60_000;
/** What has changed last is told again from so long before. */
const overlapMs = 60_000;
/** Compared with each opening. */
const lastItems = 3;
/** Of one entry of the outbox. */
const mostHealed = 100;

export function lazyKinds({ kinds, asked, heals, alone }: LazyOptions): Lazy {
  const isLazy = (key: string) => kinds.includes(placeOf(key).kind);
  const isHealed = (key: string) => heals.includes(placeOf(key).kind);

  return (inside) => {
    const { items, store, head, log, signal } = inside;
    const isClosed = () => signal.aborted;
    const { hold, load, loading } = createLazyMemory(kinds, inside);
    /** What is heard of while something is read. */
    const newer = new Set<Set<string>>();
    let progress: ReadingProgress | undefined;
    let isReading = false;
    /** The server has less than it had. */
    let isBack = false;
    let tries = 0;
    let endWait: (() => void) | undefined;

    const readOne = (key: string) => inside.http.read(`${inside.root}/${key}`, signal);

    async function ask(key: string): Promise<void> {
      const item = readItem(await readOne(key));
      // What was heard meanwhile is newer.
      if (item && !items.has(key) && !isClosed()) inside.take(key, item);
    }

    const isToAsk = (key: string) =>
      !items.has(key) &&
      !inside.isWaited(key) &&
      (asked.includes(placeOf(key).kind) || head().lazyAt === undefined);

    function heal(ops: readonly Op[]): void {
      const byItem = [...Map.groupBy(ops, ({ kind, id }) => `${kind}/${id}`).values()];
      for (let at = 0; at < byItem.length; at += mostHealed) {
        inside.send(byItem.slice(at, at + mostHealed).flat()).catch((error: unknown) => {
          log("What the server has lost waits for the next time", error);
        });
      }
    }

    async function takePage({ items: told, same = [] }: Page, seen: Seen): Promise<void> {
      for (const key of same) {
        seen.there.add(key);
        seen.latest = Math.max(seen.latest, seen.have.get(key) ?? 0);
      }
      const keys = told.map(({ kind, id }) => `${kind}/${id}`);
      const release = hold(keys.filter(isLazy));
      await load(keys.filter((key) => isLazy(key) && seen.have.has(key)));
      for (const [at, { value }] of told.entries()) {
        const key = keys[at] ?? "";
        seen.there.add(key);
        if (isClosed() || seen.newer.has(key)) continue;
        const item = readItem(value);
        if (item) seen.latest = Math.max(seen.latest, item.at);
        if (item) inside.take(key, item);
        else inside.remove(key);
      }
      release();
    }

    /** Nobody has deleted them, or the server would know; but those of which it keeps no note. */
    async function takeMissing({ have, there, newer }: Seen): Promise<void> {
      const missing = [...have.keys()].filter((key) => !there.has(key) && !newer.has(key));
      const release = hold(missing.filter(isLazy));
      await load(missing.filter(isLazy));
      if (!isClosed()) {
        heal(
          missing
            .filter(isHealed)
            .flatMap((key) => healing(inside.config.shape, key, items.get(key), undefined)),
        );
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
      const seen: Seen = { have, there: new Set(), newer: new Set(), latest: 0 };
      newer.add(seen.newer);
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
        if (part === "kept") head().since = Math.max(head().since, seen.latest);
        return !isClosed();
      } finally {
        newer.delete(seen.newer);
      }
    }

    async function haveOfLazy(): Promise<Map<string, number>> {
      const have = new Map<string, number>();
      for await (const some of store.lazy?.each() ?? []) {
        for (const { kind, id, item } of some) {
          if (!asked.includes(kind)) have.set(`${kind}/${id}`, item.at);
        }
      }
      return have;
    }

    async function readLazy(): Promise<void> {
      // Another tab may have read it meanwhile.
      const { head: kept } = await store.find([]);
      if (kept?.lazyAt !== undefined) head().lazyAt = Math.max(kept.lazyAt, head().lazyAt ?? 0);
      if (!isDue()) return;
      // A page is in memory until it is kept; where nothing more can be kept, each is read when it is held.
      if (!(await readPart("lazy", await haveOfLazy(), keepNow))) return;
      head().lazyAt = inside.stamps.serverNow();
      isBack = false;
      await keepNow();
    }

    function keepNow(): Promise<boolean> {
      inside.keep();
      return store.lazy?.written() ?? Promise.resolve(false);
    }

    function isDue(): boolean {
      const { lazyAt = 0, fullAt } = head();
      const age = Math.abs(inside.stamps.serverNow() - lazyAt);
      return fullAt > 0 && (isBack || age > (inside.config.fullAfterMs ?? usualAfterMs));
    }

    function follow(since: number, hear: Parameters<Follow>[1]): () => void {
      const untold = new Set(inside.config.kinds);
      return inside.follow(Math.max(0, since + marginMs - overlapMs), {
        ...hear,
        looked: (at) => void advance(at),
        current(kind) {
          hear.current(kind);
          if (!untold.delete(kind) || untold.size > 0) return;
          compareLast().catch((error: unknown) => {
            log("What the server has was not compared; it is the next time", error);
          });
        },
      });
    }

    /** Else what was changed last is read again with each opening, and an import is much of that. */
    async function advance(at: number): Promise<void> {
      // What was told before is in memory then.
      await Promise.all(loading.values());
      if (isClosed() || at - head().since < overlapMs) return;
      head().since = at;
      inside.keep();
    }

    /** A server that has less than this browser had from it went back to a copy: all is compared at once. */
    async function compareLast(): Promise<void> {
      // One that was deleted is here while a change of it waits.
      const isKept = ([key]: [string, Item]) =>
        isHealed(key) && !isLazy(key) && !inside.isWaited(key);
      const kept = [...items].filter(isKept);
      const last = kept.toSorted(([, one], [, other]) => other.at - one.at).slice(0, lastItems);
      const read = await Promise.all(
        last.map(async ([key, { at }]) => ({ at, now: readItem(await readOne(key)) })),
      );
      if (isClosed() || read.every(({ at, now }) => now !== undefined && now.at >= at)) return;
      isBack = true;
      await readAll();
    }

    async function readAll(): Promise<void> {
      const kept = [...items].filter(([key]) => !isLazy(key));
      const have = new Map(kept.map(([key, { at }]) => [key, at]));
      const isRead = await readPart("kept", have, async () => true);
      progress = undefined;
      if (!isRead) return;
      inside.whole();
      begin();
    }

    function begin(): void {
      if (isReading || signal.aborted || !isDue()) return;
      endWait?.();
      isReading = true;
      const run = async () => {
        try {
          const name = `foyer-records ${inside.outbox.uid} ${inside.config.tool}`;
          await (alone?.(name, readLazy) ?? readLazy());
          tries = 0;
        } catch (error) {
          if (signal.aborted) return;
          log("Records could not be read", error);
          if (!isReadDenied(error)) wait();
        } finally {
          isReading = false;
          progress = undefined;
          if (!signal.aborted) inside.tell();
        }
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
      records: {
        async hold(kind, id) {
          const keys = [`${kind}/${id}`].filter(isLazy);
          const release = hold(keys);
          try {
            await load(keys);
            await Promise.all(keys.filter(isToAsk).map(ask));
          } catch (error) {
            release();
            throw error;
          }
          return release;
        },
        async *each(kind) {
          const told = new Set<string>();
          for await (const some of kinds.includes(kind) ? (store.lazy?.each() ?? []) : []) {
            for (const kept of some) {
              if (kept.kind !== kind) continue;
              const key = `${kind}/${kept.id}`;
              const item = shown(items.get(key) ?? kept.item, inside.opsOf(key));
              told.add(kept.id);
              if (item) yield { id: kept.id, item };
            }
          }
          // What waits, and what is not kept yet.
          for (const [id, item] of inside.all.get(kind) ?? [])
            if (!told.has(id)) yield { id, item };
        },
        progress: () => progress,
      },
      during(of, run) {
        const lazy = of.filter(({ kind, isNew }) => !isNew && kinds.includes(kind));
        const keys = lazy.map(({ kind, id }) => `${kind}/${id}`);
        const release = hold(keys);
        const isHere = keys.every((key) => items.has(key));
        return (isHere ? run() : load(keys).then(run)).finally(release);
      },
      defer(key, work) {
        for (const keys of newer) keys.add(key);
        if (!isLazy(key) || (items.has(key) && !loading.has(key))) return false;
        const release = hold([key]);
        void load([key]).finally(() => {
          if (!isClosed()) work();
          release();
        });
        return true;
      },
      healed(key, told) {
        const here = items.get(key);
        const ops = isHealed(key) ? healing(inside.config.shape, key, here, told) : [];
        if (here === undefined || ops.length === 0) return told;
        heal(ops);
        const later: Record<string, Register> = { ...told.registers };
        for (const { register } of ops) {
          const [ours, theirs] = [here.registers[register], told.registers[register]];
          if (ours && ours.t > (theirs?.t ?? 0)) later[register] = ours;
        }
        // The server has none like that yet, so it is compared again.
        return { at: here.at, registers: later };
      },
      follow,
      readAll,
    };
  };
}

type Seen = {
  have: ReadonlyMap<string, number>;
  there: Set<string>;
  newer: Set<string>;
  /** The largest `at`. */
  latest: number;
};

/** As browsers have it on https and localhost; elsewhere two tabs may read the same. */
export async function aloneOfTabs(name: string, run: () => Promise<void>): Promise<void> {
  if ("locks" in navigator) await navigator.locks.request(name, run);
  else await run();
}

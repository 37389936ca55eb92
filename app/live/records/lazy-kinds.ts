/**
 * Kinds of which this browser keeps all and has in memory only what somebody holds, and reading page by page: for a source
 * of many and large records. Handed to those that need it, so that other tools do not load it. See docs/drafts.md.
 */
import { type Item, type Op, type Register, readItem, shown } from "#lib/records/register.ts";
import type { BaseInside } from "./records-base.ts";
import type { Follow } from "./records-parts.ts";
import type { Records } from "./records.ts";
import { marginMs } from "./reading.ts";
import { type During, placeOf } from "./records-sender.ts";
import { healing } from "./healing.ts";
import { createLazyMemory } from "./lazy-memory.ts";
import { createLazyReading } from "./lazy-reading.ts";
import { portionsOf } from "./portions.ts";
import { UnreadableItemError } from "./unreadable-item.ts";

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
  /** Runs while no other tab runs what has this name, never once `signal` is aborted. Without it, at once. */
  alone?: Alone;
};

export type Alone = (name: string, run: () => Promise<void>, signal: AbortSignal) => Promise<void>;

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
  /** How long what is not kept yet may wait; undefined: as always. */
  keepAfterMs(): number | undefined;
};

/** What has changed last is told again from so long before. */
const overlapMs = 60_000;
const compareAgainMs = 60_000;
/** Of so many last commits each is looked for: another browser may have sent again all but what only this one has. */
const lastSamples = 16;

export function lazyKinds({ kinds, asked, heals, alone }: LazyOptions): Lazy {
  const isLazy = (key: string) => kinds.includes(placeOf(key).kind);
  const isHealed = (key: string) => heals.includes(placeOf(key).kind);

  return (inside) => {
    const { items, store, head, log, signal } = inside;
    const isClosed = () => signal.aborted;
    const { hold, load, loading } = createLazyMemory(kinds, inside);
    const healingOf = (key: string, here: Item, told: Item, isBack: boolean) =>
      healing(inside.config.shape, key, here, told, isBack);
    /** What was told, over what, until it is known whether the server went back. */
    let replaced: Map<string, { here: Item; told: Item }> | undefined = new Map();
    /** What is heard of while something is read. */
    const heard = new Set<Set<string>>();

    function listen() {
      const keys = new Set<string>();
      heard.add(keys);
      return { heard: keys as ReadonlySet<string>, end: () => void heard.delete(keys) };
    }

    /** Null: there is none. Undefined: nobody can read it. */
    const readOne = (key: string) => inside.http.read(`${inside.root}/${key}`, signal);

    async function ask(key: string): Promise<void> {
      const meanwhile = listen();
      try {
        const value = await readOne(key);
        // Else it would look like none, to write a new one.
        if (value === undefined) throw new UnreadableItemError();
        const item = readItem(value);
        const isNewer = items.has(key) || meanwhile.heard.has(key);
        if (item && !isNewer && !isClosed()) inside.take(key, item);
      } finally {
        meanwhile.end();
      }
    }

    /** It may have come to the server just before, or what this browser has of it cannot be read. */
    const isToAsk = (key: string) => !items.has(key) && !inside.isWaited(key);

    /** It was deleted, and still lies there. */
    const isGoing = (key: string) =>
      !items.has(key) && (inside.dirty.has(key) || store.lazy?.isWriting(key) === true);

    function heal(ops: readonly Op[]): void {
      for (const some of portionsOf(ops)) {
        inside.send(some).catch((error: unknown) => {
          log("What the server has lost waits for the next time", error);
        });
      }
    }

    const { readAll, readBack, isBack, progress, keepAfterMs } = createLazyReading({
      inside,
      hold,
      load,
      isLazy,
      isHealed,
      isAsked: (kind) => asked.includes(kind),
      alone,
      listen,
      heal,
    });

    function follow(since: number, hear: Parameters<Follow>[1]): () => void {
      const untold = new Set(inside.config.kinds);
      // What is told from now on may have been written after the server went back.
      const known = samples();
      return inside.follow(Math.max(0, since + marginMs - overlapMs), {
        ...hear,
        looked: (at) => void advance(at),
        current(kind) {
          hear.current(kind);
          if (untold.delete(kind) && untold.size === 0) void compareUntilDone(known);
        },
      });
    }

    /** One of each commit: the last, and of those before fewer and fewer, with their `at`. */
    function samples(): Map<string, number> {
      const isSample = (key: string) => isHealed(key) && !isLazy(key) && !inside.isWaited(key);
      const kept = [...items].filter(([key]) => isSample(key));
      const all = kept.toSorted(([, one], [, other]) => other.at - one.at);
      // What came in one commit is there together, or lost together.
      const last = all.filter(([, { at }], index) => at !== all[index - 1]?.[1].at);
      const some = new Map<string, number>();
      for (let index = 0; index < last.length; index += Math.max(1, index - lastSamples)) {
        const [key, { at }] = last[index]!;
        some.set(key, at);
      }
      return some;
    }

    /** Else what was changed last is read again with each opening, and an import is much of that. */
    async function advance(at: number): Promise<void> {
      // What was told before is in memory then.
      await Promise.all(loading.values());
      if (isClosed() || at - head().since < overlapMs) return;
      head().since = at;
      inside.keep();
    }

    async function compareUntilDone(known: ReadonlyMap<string, number>): Promise<void> {
      try {
        await compare(known);
        replaced = undefined;
      } catch (error) {
        if (isClosed()) return;
        log("What the server has was not compared; it is tried again", error);
        inside.after(compareAgainMs, () => void compareUntilDone(known));
      }
    }

    /** A server that has less than this browser had from it went back to a copy: all is compared at once. */
    async function compare(known: ReadonlyMap<string, number>): Promise<void> {
      // One that was deleted is here while a change of it waits.
      const kept = [...known].filter(([key]) => items.has(key) && !inside.isWaited(key));
      const read = await Promise.all(
        kept.map(async ([key, at]) => ({ at, value: await readOne(key) })),
      );
      const isThere = ({ at, value }: (typeof read)[number]) =>
        value === undefined || (readItem(value)?.at ?? -1) >= at;
      if (isClosed() || read.every(isThere)) return;
      for (const [key, { here, told }] of replaced ?? []) heal(healingOf(key, here, told, true));
      replaced = undefined;
      await readBack();
    }

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
              if (isGoing(key)) continue;
              const item = shown(items.get(key) ?? kept.item, inside.opsOf(key));
              told.add(kept.id);
              if (item) yield { id: kept.id, item };
            }
          }
          // What waits, and what is not kept yet.
          for (const [id, item] of inside.all.get(kind) ?? [])
            if (!told.has(id)) yield { id, item };
        },
        progress,
      },
      during(of, run) {
        const lazy = of.filter(({ kind, isNew }) => !isNew && kinds.includes(kind));
        const keys = lazy.map(({ kind, id }) => `${kind}/${id}`);
        const release = hold(keys);
        const isHere = keys.every((key) => items.has(key));
        return (isHere ? run() : load(keys).then(run)).finally(release);
      },
      defer(key, work) {
        for (const keys of heard) keys.add(key);
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
        if (here === undefined || !isHealed(key)) return told;
        replaced?.set(key, { here: replaced.get(key)?.here ?? here, told });
        const ops = healingOf(key, here, told, isBack());
        if (ops.length === 0) return told;
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
      keepAfterMs,
    };
  };
}

/** As browsers have it on https and localhost; elsewhere two tabs may read the same. */
export const aloneOfTabs: Alone = async (name, run, signal) => {
  if ("locks" in navigator) await navigator.locks.request(name, { signal }, run);
  else await run();
};

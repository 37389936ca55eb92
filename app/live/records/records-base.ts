/** What the server has of some records, as this tab knows it. */
import { type Item, type Op, type Register, readItem, sameItem } from "#lib/records/register.ts";
import type { ReadItem } from "#lib/records/settle-ops.ts";
import type { Stamps } from "#lib/records/stamps.ts";
import type { Head } from "./base-store.ts";
import type { LazyItems } from "./lazy-kinds.ts";
import type { Hear, RecordsParts } from "./records-parts.ts";
import { placeOf } from "./records-sender.ts";
import type { KnownItems } from "./database-http.ts";

const keepAfterMs = 250;
/** An acknowledged write may be ahead of what is told for so long. */
const echoMs = 10_000;
/** All is read anew then; 0 would say that nothing is kept. */
const longAgo = 1;

export type Base = Pick<Hear, "item" | "whole" | "offset"> & {
  /** From this browser. @returns whether there was something */
  open(): Promise<boolean>;
  head(): Head;
  /** The last time that came from the server. */
  seen(): number;
  /** All that the server has at this moment was told. */
  current(): void;
  read: ReadItem;
  keys(): Iterable<string>;
  /** All of it as the server has it, in place of all that is here. @throws as DatabaseHttp */
  readAll(root: string, signal: AbortSignal): Promise<void>;
  /** What is not there any more goes. @param sweptAt when that was, as the server has told @throws as DatabaseHttp */
  readKeys(root: string, sweptAt: number, signal: AbortSignal): Promise<void>;
  /** What the server has since a write. */
  sent(known: KnownItems): void;
  /** Nothing waits for these any more. */
  released(keys: Iterable<string>): void;
  /** Nothing of it is here any more, nor in this browser. @throws DOMException where that keeps nothing */
  drop(): Promise<void>;
  /** @param isKept whether to keep what is not yet kept */
  close(isKept: boolean): void;
  lazy: LazyItems | undefined;
};

type BaseParts = Pick<RecordsParts, "config" | "store" | "http" | "after" | "log"> & {
  stamps: Stamps;
  /** Whether a write of it waits: a copy of what was deleted for good stays so long. */
  isWaited: (key: string) => boolean;
  changed: (key: string) => void;
};

/** What lazy kinds need of the records besides. */
export type LazyParts = Pick<RecordsParts, "follow" | "onOnline" | "outbox" | "pages"> & {
  root: string;
  /** What is shown. */
  all: ReadonlyMap<string, Map<string, Item>>;
  /** What waits. */
  opsOf: (key: string) => readonly Op[];
  /** Has it wait. */
  send: (ops: readonly Op[]) => Promise<void>;
  /** Reading has come further. */
  tell: () => void;
  /** Aborted at the end. */
  signal: AbortSignal;
};

/** Of what is here: the very things, not copies. */
export type BaseInside = BaseParts &
  LazyParts & {
    items: Map<string, Item>;
    dirty: ReadonlyMap<string, unknown>;
    echoes: ReadonlyMap<string, unknown>;
    head: () => Head;
    see: (item: Item) => void;
    take: (key: string, item: Item) => void;
    remove: (key: string) => void;
    /** Hands what is not kept yet to the store. */
    keep: () => void;
    /** All that is in memory was read anew. */
    whole: () => void;
  };

type Echo = {
  registers: Item["registers"];
  /** By the server since, without them. */
  told?: Item;
};

export function createBase(parts: BaseParts & LazyParts): Base {
  const { config, store, http, after, log, stamps, isWaited, changed } = parts;
  const items = new Map<string, Item>();
  const echoes = new Map<string, Echo>();
  const echoEnds = new Set<() => void>();
  const orphans = new Set<string>();
  /** To be kept, with the largest `at` that each had. */
  const dirty = new Map<string, number>();
  /** What is newer than the answer that is on its way. */
  let touched: Set<string> | undefined;
  let head: Head = { since: 0, sweptAt: 0, fullAt: 0, offset: 0 };
  /** The largest `at` that came from the server. */
  let latest = 0;
  let isCurrent = false;
  let keeping: (() => void) | undefined;
  /** All of it was read since it was kept. */
  let isWhole = false;
  let isClosed = false;

  function keepSoon(): void {
    if (!isClosed) keeping ??= after(lazy?.keepAfterMs() ?? keepAfterMs, keep);
  }

  function keep(): void {
    keeping?.();
    keeping = undefined;
    const keys = [...dirty];
    dirty.clear();
    const put = keys.flatMap(([key]) => {
      const item = items.get(key);
      return item ? [{ ...placeOf(key), item }] : [];
    });
    const gone = keys.flatMap(([key, at]) => (items.has(key) ? [] : [{ ...placeOf(key), at }]));
    const whole = isWhole ? new Set(items.keys()) : undefined;
    isWhole = false;
    // Nobody tells the next tab that they are gone, so it asks for all.
    const fullAt = orphans.size > 0 ? Math.min(longAgo, head.fullAt) : head.fullAt;
    const again = () => {
      // With what comes next, which must not be kept without it.
      for (const [key, at] of keys) dirty.set(key, Math.max(at, dirty.get(key) ?? 0));
      isWhole ||= whole !== undefined;
    };
    store.write({ put, gone, head: { ...head, fullAt }, ...(whole && { whole }) }).then(
      (isKept) => isKept || again(),
      (error: unknown) => {
        again();
        log("What the server has was not kept here", error);
      },
    );
  }

  function note(key: string): void {
    dirty.set(key, Math.max(dirty.get(key) ?? 0, items.get(key)?.at ?? 0));
    keepSoon();
    changed(key);
  }

  function set(key: string, item: Item): void {
    orphans.delete(key);
    const before = items.get(key);
    see(item);
    if (before && sameItem(before, item)) return;
    items.set(key, item);
    note(key);
  }

  function see({ registers }: Item): void {
    for (const { t } of Object.values(registers)) stamps.seen(t);
  }

  function remove(key: string): void {
    if (!items.has(key)) return;
    echoes.delete(key);
    if (isWaited(key)) {
      orphans.add(key);
      keepSoon();
      return;
    }
    orphans.delete(key);
    dirty.set(key, items.get(key)?.at ?? 0);
    items.delete(key);
    note(key);
  }

  function endEcho(key: string): void {
    const told = echoes.get(key)?.told;
    echoes.delete(key);
    if (told) set(key, told);
  }

  function take(key: string, item: Item): void {
    latest = Math.max(latest, item.at);
    if (isCurrent) current();
    const echo = echoes.get(key);
    if (echo === undefined) return set(key, lazy?.healed(key, item) ?? item);
    const registers = later(item.registers, echo.registers);
    echo.told = item;
    if (sameItem(item, { at: item.at, registers })) echoes.delete(key);
    set(key, { at: item.at, registers });
  }

  /** Until then what is older may not have been told; page by page it is not even then. */
  function current(): void {
    isCurrent = !lazy;
    if (isCurrent) head.since = Math.max(head.since, latest);
  }

  function close(): void {
    isClosed = true;
    keeping?.();
    keeping = undefined;
    for (const end of echoEnds) end();
  }

  /** `newer`: what was heard of while the answer was on its way. */
  async function readApart<Answer>(read: () => Promise<Answer>) {
    const newer = new Set<string>();
    touched = newer;
    const answer = await read();
    if (touched === newer) touched = undefined;
    return { answer, newer };
  }

  async function readRoot(root: string, signal: AbortSignal): Promise<Record<string, unknown>> {
    if (config.readBy !== "kinds") return recordOf(await http.read(root, signal));
    // First: what is deleted for good while the others are read is then heard of.
    const swept = await http.read(`${root}/meta/swept`, signal);
    const kinds = config.kinds.map(
      async (kind) => [kind, await http.read(`${root}/${kind}`, signal)] as const,
    );
    return { ...Object.fromEntries(await Promise.all(kinds)), meta: { swept } };
  }

  function whole(): void {
    head.fullAt = stamps.serverNow();
    isWhole = true;
    keepSoon();
  }

  const lazy = config.lazy?.({
    ...parts,
    items,
    dirty,
    echoes,
    head: () => head,
    see,
    take,
    remove,
    keep,
    whole,
  });

  return {
    lazy,
    async open() {
      const kept = await store.read();
      for (const { kind, id, item } of kept.items) {
        items.set(`${kind}/${id}`, item);
        see(item);
        changed(`${kind}/${id}`);
      }
      if (kept.head) head = { ...kept.head };
      stamps.serverOffset(head.offset);
      return head.fullAt > 0;
    },
    head: () => head,
    seen: () => Math.max(head.since, latest),
    current,
    read: (kind, id) => items.get(`${kind}/${id}`),
    keys: () => items.keys(),
    item(kind, id, value) {
      const key = `${kind}/${id}`;
      const hear = () => {
        touched?.add(key);
        const item = readItem(value);
        if (item) take(key, item);
        else remove(key);
      };
      if (!lazy?.defer(key, hear)) hear();
    },
    whole(kind, ids) {
      for (const key of items.keys()) {
        const place = placeOf(key);
        if (place.kind === kind && !ids.has(place.id) && !echoes.has(key)) remove(key);
      }
    },
    offset(ms) {
      stamps.serverOffset(ms);
      if (Math.abs(ms - head.offset) < 1000) return;
      head.offset = ms;
      keepSoon();
    },
    async readAll(root, signal) {
      if (lazy) return lazy.readAll();
      const { answer: all, newer } = await readApart(() => readRoot(root, signal));
      if (isClosed) return;
      const there = new Set<string>();
      for (const kind of config.kinds) {
        for (const [id, value] of Object.entries(recordOf(all[kind]))) {
          const [key, item] = [`${kind}/${id}`, readItem(value)];
          if (item) there.add(key);
          if (item && !newer.has(key)) take(key, item);
        }
      }
      for (const key of items.keys()) if (!there.has(key) && !newer.has(key)) remove(key);
      const { swept } = recordOf(all["meta"]);
      head.sweptAt = typeof swept === "number" ? swept : 0;
      head.since = Math.max(head.since, latest);
      whole();
    },
    async readKeys(root, sweptAt, signal) {
      const keysOf = async (kind: string) =>
        [kind, await http.keys?.(`${root}/${kind}`, signal)] as const;
      // Of the others all is told.
      const { answer, newer } = await readApart(() => Promise.all(config.delta.map(keysOf)));
      if (isClosed) return;
      const there = new Map(answer);
      for (const key of items.keys()) {
        const { kind, id } = placeOf(key);
        if (there.get(kind)?.has(id) === false && !newer.has(key)) remove(key);
      }
      head.sweptAt = sweptAt;
      isWhole = true;
      keepSoon();
    },
    sent(known) {
      const sent = new Map<string, Echo>();
      for (const [key, item] of known) {
        touched?.add(key);
        if (item === null) {
          remove(key);
          continue;
        }
        const before = items.get(key);
        // What is told already stands: a server that judges says itself who has done it.
        // Where times are the server's own, so is what it has: of what was sent again it may have taken nothing.
        const isTold = lazy !== undefined && item.at >= (before?.at ?? 0);
        const registers =
          orphans.has(key) || isTold
            ? item.registers
            : later(before?.registers ?? {}, item.registers);
        const echo = { registers };
        sent.set(key, echo);
        echoes.set(key, echo);
        set(key, { at: Math.max(item.at, before?.at ?? 0), registers });
      }
      const end = after(echoMs, () => {
        echoEnds.delete(end);
        for (const [key, echo] of sent) if (echoes.get(key) === echo) endEcho(key);
      });
      echoEnds.add(end);
    },
    released(keys) {
      for (const key of keys) if (orphans.has(key)) remove(key);
    },
    async drop() {
      close();
      items.clear();
      echoes.clear();
      orphans.clear();
      await store.drop();
    },
    close(isKept) {
      if (isKept && keeping) keep();
      close();
    },
  };
}

/** Of each register the later one, else the first: a server's stamps rise. */
function later(one: Item["registers"], other: Item["registers"]): Item["registers"] {
  const all: Record<string, Register> = { ...one };
  for (const [name, register] of Object.entries(other)) {
    if (register.t > (all[name]?.t ?? 0)) all[name] = register;
  }
  return all;
}

function recordOf(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}

/**
 * What a browser keeps of many records: those that are in memory in packs, which open much faster than one by one, and those
 * of lazy kinds each by itself; all of it through a codec, which may seal. See docs/journal.md.
 */
import { hashOf } from "#lib/records/hash-of.ts";
import { createCounts } from "./counts.ts";
import {
  type BaseStore,
  type Batch,
  type Head,
  type KeptItem,
  isBehind,
  isOther,
  isPut,
  joinedHead,
} from "./base-store.ts";
import {
  type HeadRow,
  type LazyRow,
  type PackRow,
  type PackRows,
  createMemoryRows,
  openPackRows,
} from "./pack-rows.ts";

export type PackCodec = {
  /** @param about what it is bound to */
  seal(data: unknown, about: string): Promise<Uint8Array<ArrayBuffer>>;
  /** @throws where that is not what was sealed about it */
  open(sealed: Uint8Array, about: string): Promise<unknown>;
  /** What a row is called, of `KIND/ID`; always the same. */
  nameOf(key: string): Promise<string>;
};

type PackedOptions = {
  codec: PackCodec;
  /** Kinds of which each item lies by itself. */
  lazy: readonly string[];
  rows: PackRows;
};

const packCount = 64;
const rowsAtOnce = 64;
/** Tabs that write at the same time take turns; a tab that never has its turn tries again with what comes next. */
const rounds = 100;
/** All is compared anew then; 0 would say that nothing is kept. */
const longAgo = 1;

/** Readable. */
export const plainPacks: PackCodec = {
  seal: async (data) => new TextEncoder().encode(JSON.stringify(data)),
  open: async (sealed) => JSON.parse(new TextDecoder().decode(sealed)) as unknown,
  nameOf: async (key) => key,
};

/** Its methods throw DOMException where this browser keeps nothing, and what the codec throws where that cannot seal. */
export function openPackedStore(
  uid: string,
  tool: string,
  options: Omit<PackedOptions, "rows">,
): BaseStore {
  const rows = "indexedDB" in globalThis ? openPackRows(uid, tool) : createMemoryRows();
  return createPackedStore({ ...options, rows });
}

export function createPackedStore({ codec, lazy, rows }: PackedOptions): BaseStore {
  /** One after the other: those of one tab would only get into each other's way. */
  let writing = Promise.resolve(true);
  const flying = createCounts();
  let tellWritten = () => {};
  /** One could not be opened. Who opens this the next time has all of them compared. */
  let isRowLost = false;
  const isLazy = ({ kind }: { kind: string }) => lazy.includes(kind);
  const isPacked = ({ kind }: { kind: string }) => !lazy.includes(kind);

  /** What cannot be opened counts as not kept, and is read anew. */
  async function openPack({ n, rev, bytes }: PackRow): Promise<KeptItem[] | undefined> {
    return codec.open(bytes, aboutPack(n, rev)).then(itemsIn, () => undefined);
  }

  async function openRow({ name, at, bytes }: LazyRow): Promise<KeptItem[]> {
    return codec.open(bytes, aboutRow(name, at)).then(itemsIn, () => {
      isRowLost = true;
      return [];
    });
  }

  async function openRows(some: readonly LazyRow[]): Promise<KeptItem[]> {
    return (await Promise.all(some.map(openRow))).flat();
  }

  async function write(batch: Batch): Promise<boolean> {
    const seen = { hadHead: false };
    for (let round = 0; round < rounds; round += 1) {
      // oxlint-disable-next-line no-await-in-loop -- with what another tab has written meanwhile
      const isKept = await tryToWrite(batch, seen);
      if (isKept !== undefined) return isKept;
    }
    throw new Error("Other tabs were always quicker.");
  }

  /** Undefined: another tab was quicker. No transaction is open while anything is sealed or opened: it would end by itself. */
  async function tryToWrite(
    batch: Batch,
    seen: { hadHead: boolean },
  ): Promise<boolean | undefined> {
    const inPacks = {
      ...batch,
      put: batch.put.filter(isPacked),
      gone: batch.gone.filter(isPacked),
    };
    const lazyPut = await named(batch.put.filter(isLazy));
    const lazyGone = await named(batch.gone.filter(isLazy));
    const touched = new Set([...inPacks.put, ...inPacks.gone].map(packOf));
    const there = await rows.find({
      ...(!batch.whole && { packs: [...touched] }),
      names: [...lazyPut, ...lazyGone].map(({ name }) => name),
    });
    if (isBehind(batch, there.head)) return false;
    // It was forgotten meanwhile: nothing of it comes back.
    if (seen.hadHead && !there.head) return false;
    seen.hadHead = there.head !== undefined;
    // Nothing is kept, and so nothing that it could be a part of.
    if (!there.head && !batch.head) return true;
    const atOf = new Map(there.rows.map(({ name, at }) => [name, at]));
    const rev = (there.head?.rev ?? 0) + 1;
    const isWritten = await rows.write({
      head: { ...headAfter(there.head, batch, rev), ...(isRowLost && { lazyAt: longAgo }) },
      packs: await packsAfter(there.packs, inPacks, rev),
      rows: await Promise.all(
        lazyPut
          .filter(({ name, item: { at } }) => (atOf.get(name) ?? (batch.head ? 0 : Infinity)) <= at)
          .map(rowOf),
      ),
      gone: lazyGone.filter(({ name, at }) => (atOf.get(name) ?? 0) <= at).map(({ name }) => name),
    });
    return isWritten ? true : undefined;
  }

  async function packsAfter(packs: readonly PackRow[], batch: Batch, rev: number) {
    const opened = new Map<number, Map<string, KeptItem>>();
    const changed = new Set<number>();
    const itemsOf = (n: number) => opened.get(n) ?? opened.set(n, new Map()).get(n)!;
    await Promise.all(
      packs.map(async (pack) => {
        const items = (await openPack(pack)) ?? [];
        opened.set(pack.n, new Map(items.map((kept) => [keyOf(kept), kept])));
      }),
    );
    for (const kept of batch.put) {
      const items = itemsOf(packOf(kept));
      if (!isPut(kept, items.get(keyOf(kept)), batch.head)) continue;
      items.set(keyOf(kept), kept);
      changed.add(packOf(kept));
    }
    const isOtherThan = batch.whole ? isOther(batch) : () => false;
    const others = [...opened.values()].flatMap((items) => [...items.values()].filter(isOtherThan));
    for (const { at, ...place } of [
      ...batch.gone,
      ...others.map((one) => ({ ...one, at: Infinity })),
    ]) {
      const items = itemsOf(packOf(place));
      if ((items.get(keyOf(place))?.item.at ?? Infinity) > at) continue;
      items.delete(keyOf(place));
      changed.add(packOf(place));
    }
    return Promise.all(
      Array.from(changed, async (n): Promise<PackRow> => {
        const bytes = await codec.seal([...itemsOf(n).values()], aboutPack(n, rev));
        return { n, rev, bytes };
      }),
    );
  }

  async function rowOf({ name, kind, id, item }: KeptItem & { name: string }): Promise<LazyRow> {
    const bytes = await codec.seal([{ kind, id, item }], aboutRow(name, item.at));
    return { name, at: item.at, bytes };
  }

  const named = <One extends { kind: string; id: string }>(some: readonly One[]) =>
    Promise.all(some.map(async (one) => ({ ...one, name: await codec.nameOf(keyOf(one)) })));

  return {
    async read() {
      const { head, packs } = await rows.find({});
      const opened = await Promise.all(packs.map(openPack));
      const isWhole = opened.every((items) => items !== undefined);
      return {
        head: head && { ...withoutRev(head), ...(!isWhole && { fullAt: longAgo }) },
        items: opened.flatMap((items) => items ?? []),
      };
    },
    async find(keys) {
      const packed = keys.filter(isPacked);
      const asked = new Set(packed.map(keyOf));
      const names = (await named(keys.filter(isLazy))).map(({ name }) => name);
      const found = await rows.find({ packs: [...new Set(packed.map(packOf))], names });
      const inPacks = (await Promise.all(found.packs.map(openPack))).flatMap(
        (items) => items ?? [],
      );
      const items = inPacks.filter((kept) => asked.has(keyOf(kept)));
      return {
        head: found.head && withoutRev(found.head),
        items: [...items, ...(await openRows(found.rows))],
      };
    },
    write(batch) {
      const run = writing.then(() => write(batch));
      const keys = [...batch.put, ...batch.gone].filter(isLazy).map(keyOf);
      for (const key of keys) flying.add(key);
      writing = run.then(
        (isKept) => isKept,
        () => false,
      );
      // Who asked for it hears of it first.
      void writing
        .then(() => undefined)
        .finally(() => {
          for (const key of keys) flying.take(key);
          tellWritten();
        });
      return run;
    },
    lazy: {
      async *each() {
        let after = "";
        for (;;) {
          // oxlint-disable-next-line no-await-in-loop -- as many as are wanted
          const some = await rows.rowsAfter(after, rowsAtOnce);
          const last = some.at(-1);
          if (last === undefined) return;
          after = last.name;
          yield await openRows(some);
        }
      },
      isWriting: (key) => flying.has(key),
      written: () => writing,
      onWritten(call) {
        tellWritten = call;
      },
    },
    // Behind what is on its way, or that would be there again.
    drop: () => writing.then(() => rows.drop()),
    // What was given to it is kept all the same.
    close: () => void writing.then(() => rows.close()),
  };
}

function headAfter(there: HeadRow | undefined, { head, whole }: Batch, rev: number): HeadRow {
  const joined = head ? joinedHead(there, head, whole) : there;
  if (joined === undefined) throw new Error("There is no head.");
  const { lazyAt: _, ...rest } = joined;
  const lazyAt = Math.max(there?.lazyAt ?? 0, head?.lazyAt ?? 0);
  return { ...rest, rev, ...(lazyAt > 0 && { lazyAt }) };
}

const withoutRev = ({ since, sweptAt, fullAt, offset, lazyAt }: HeadRow): Head => ({
  since,
  sweptAt,
  fullAt,
  offset,
  ...(lazyAt !== undefined && { lazyAt }),
});

const keyOf = ({ kind, id }: { kind: string; id: string }): string => `${kind}/${id}`;
const aboutPack = (n: number, rev: number): string => `pack ${n} ${rev}`;
const aboutRow = (name: string, at: number): string => `row ${name} ${at}`;

const packOf = (place: { kind: string; id: string }): number =>
  Number.parseInt(hashOf(keyOf(place)), 36) % packCount;

function itemsIn(opened: unknown): KeptItem[] {
  if (!Array.isArray(opened)) throw new TypeError("That is no list of items.");
  return opened as KeptItem[];
}

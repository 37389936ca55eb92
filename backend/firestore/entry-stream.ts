/**
 * Index entries in ascending order of their suffixes, read in small batches as they are asked for. Streams are combined
 * without holding more than a batch of each: what a query costs follows what it looks at.
 */
import { type ByteRange, after, invertRange, isWithin } from "./byte-ranges.ts";
import { componentEnd, invert } from "./encode-value.ts";
import type { Walk, WalkPlan } from "./plan-query.ts";
import type { ScanBudget } from "./scan-budget.ts";

/** `key` is a suffix, or what `orderKeys` makes of it. */
export type StreamEntry = { key: Uint8Array; document: number };

export type EntryStream = {
  /** The entry where the stream stands; undefined at its end. */
  head(): StreamEntry | undefined;
  advance(): void;
  /** Moves on to the first entry that is not below `key`. */
  seek(key: Uint8Array): void;
};

/** Rows whose keys are in [from, to), in their order. */
export type Scan = (
  from: Uint8Array,
  to: Uint8Array,
  options: { descending: boolean; limit: number },
) => { key: Uint8Array; document: number }[];

export type ScanContext = { scan: Scan; budget: ScanBudget };

const FIRST_BATCH = 24;
const MAX_BATCH = 1_024;

/** All that a plan of one alternative finds. */
export function openWalks(context: ScanContext, plan: WalkPlan): EntryStream {
  const walks = plan.walks.map((walk) => openWalk(context, walk, plan.ranges));
  const [only, ...others] = walks as [EntryStream, ...EntryStream[]];
  const met = others.length === 0 ? only : meet(walks);
  return plan.filters.length === 0
    ? met
    : filtered(met, context.budget, (key) => {
        const parts = splitKey(key, plan.inverted);
        return plan.filters.every(({ component, ranges }) =>
          isWithin(parts[component] as Uint8Array, ranges),
        );
      });
}

function openWalk(
  { scan, budget }: ScanContext,
  walk: Walk,
  ranges: readonly ByteRange[],
): EntryStream {
  const { prefix, isBackward } = walk;
  let batch: StreamEntry[] = [];
  let place = 0;
  let size = FIRST_BATCH;
  let range = 0;
  /** Where the next batch begins; undefined: where its range does. */
  let from: Uint8Array | undefined;

  function fill(): void {
    while (place >= batch.length) {
      const within = ranges[range];
      if (within === undefined) return;
      batch = read({ from: from ?? within.from, to: within.to });
      place = 0;
      budget.entries(batch);
      const last = batch.at(-1);
      if (last === undefined || batch.length < size) {
        range += 1;
        from = undefined;
      } else {
        from = after(last.key);
      }
      size = Math.min(size * 2, MAX_BATCH);
    }
  }

  function read(suffixes: ByteRange): StreamEntry[] {
    const { from, to } = boundsOf(walk, suffixes);
    const rows = scan(from, to, { descending: isBackward, limit: size });
    return rows.map(({ key, document }) => {
      const suffix = key.subarray(prefix.length);
      return { key: isBackward ? invert(suffix) : suffix, document };
    });
  }

  function seek(key: Uint8Array): void {
    while (place < batch.length) {
      if (Buffer.compare((batch[place] as StreamEntry).key, key) >= 0) return;
      place += 1;
    }
    if (from !== undefined && Buffer.compare(from, key) >= 0) return;
    while (range < ranges.length && Buffer.compare((ranges[range] as ByteRange).to, key) <= 0) {
      range += 1;
      from = undefined;
    }
    const within = ranges[range];
    if (within === undefined) return;
    if (Buffer.compare(key, within.from) > 0) from = key;
    // What is far away is seldom followed by much that is wanted.
    size = FIRST_BATCH;
  }

  return {
    head() {
      fill();
      return batch[place];
    },
    advance() {
      place += 1;
    },
    seek,
  };
}

/** Where entries with these suffixes are. */
export function boundsOf({ prefix, isBackward }: Walk, suffixes: ByteRange): ByteRange {
  const { from, to } = isBackward ? invertRange(suffixes) : suffixes;
  return { from: Buffer.concat([prefix, from]), to: Buffer.concat([prefix, to]) };
}

/** The entries that are in all streams: each in turn is moved to the furthest, until they stand at the same. */
function meet(streams: readonly EntryStream[]): EntryStream {
  function head(): StreamEntry | undefined {
    let furthest: StreamEntry | undefined;
    for (let agreed = 0, next = 0; agreed < streams.length; next = (next + 1) % streams.length) {
      const stream = streams[next] as EntryStream;
      if (furthest !== undefined) stream.seek(furthest.key);
      const entry = stream.head();
      if (entry === undefined) return undefined;
      const isSame = furthest !== undefined && Buffer.compare(entry.key, furthest.key) === 0;
      agreed = isSame ? agreed + 1 : 1;
      furthest = entry;
    }
    return furthest;
  }
  return {
    head,
    advance() {
      head();
      (streams[0] as EntryStream).advance();
    },
    seek(key) {
      for (const stream of streams) stream.seek(key);
    },
  };
}

function filtered(
  stream: EntryStream,
  budget: ScanBudget,
  isWanted: (key: Uint8Array) => boolean,
): EntryStream {
  return {
    head() {
      for (let entry = stream.head(); entry !== undefined; entry = stream.head()) {
        if (isWanted(entry.key)) return entry;
        budget.filtered();
        stream.advance();
      }
      return undefined;
    },
    advance() {
      stream.advance();
    },
    seek(key) {
      stream.seek(key);
    },
  };
}

/** The components of a suffix; the last is the name. */
function splitKey(key: Uint8Array, inverted: readonly boolean[]): Uint8Array[] {
  const parts: Uint8Array[] = [];
  let start = 0;
  for (const isInverted of inverted.slice(0, -1)) {
    const end = componentEnd(key, start, isInverted);
    parts.push(key.subarray(start, end));
    start = end;
  }
  return [...parts, key.subarray(start)];
}

/** A plan's entries by the whole order of the query: with what is the same for all of them. */
export function orderKeys(
  { fixed, inverted }: WalkPlan,
  stream: EntryStream,
): Iterable<StreamEntry> {
  const isWhole = fixed.every((bytes) => bytes === undefined);
  return entriesOf(stream, (key) => {
    if (isWhole) return key;
    const parts = splitKey(key, inverted).values();
    return Buffer.concat(fixed.map((bytes) => bytes ?? (parts.next().value as Uint8Array)));
  });
}

function* entriesOf(
  stream: EntryStream,
  toKey: (key: Uint8Array) => Uint8Array,
): Iterable<StreamEntry> {
  for (let entry = stream.head(); entry !== undefined; entry = stream.head()) {
    yield { key: toKey(entry.key), document: entry.document };
    stream.advance();
  }
}

/** Ascending streams as one, in which every document is once. */
export function* union(streams: readonly Iterable<StreamEntry>[]): Iterable<StreamEntry> {
  const iterators = streams.map((stream) => stream[Symbol.iterator]());
  const heads = iterators.map((iterator) => iterator.next());
  for (;;) {
    let first: StreamEntry | undefined;
    for (const { value, done } of heads) {
      if (done === true) continue;
      if (first === undefined || Buffer.compare(value.key, first.key) < 0) first = value;
    }
    if (first === undefined) return;
    yield first;
    heads.forEach(({ value, done }, index) => {
      if (done !== true && Buffer.compare(value.key, first.key) === 0) {
        heads[index] = (iterators[index] as Iterator<StreamEntry>).next();
      }
    });
  }
}

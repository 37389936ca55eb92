/**
 * Who may send a content now. Nobody takes all places: neither an account nor a network, however many accounts it has.
 * Where one is missing, who has fewest is let in, and of who has most the slowest upload ends.
 */
import { StorageBusyError } from "../errors.ts";

const MAX_AT_ONCE = 128;
const MAX_OF_NETWORK = 16;
const MAX_OF_HOLDER = 8;
/** Before that nobody knows how fast an upload is, and it gives way to nobody. */
const SEEN_MS = 30_000;
/** 16 KiB a second. */
const SLOW_BYTES_PER_MS = 16.384;

/** Whom an upload is counted for: `holder` see `holderOf`, `network` the address or the part of it that is one client's. */
export type Place = { holder: string; network: string };

export class NoPlaceError extends StorageBusyError {}

/** The server's other uploads went before this one; nothing of what was saved is lost. */
export class GaveWayError extends StorageBusyError {}

/**
 * `work` gets the chunks through; `place` null is the server itself, which is not counted.
 * @throws NoPlaceError when no place is free for it, GaveWayError out of `chunks` when it has to give way
 */
export type UploadSlots = <Result>(
  place: Place | null,
  chunks: AsyncIterable<Uint8Array>,
  work: (chunks: AsyncIterable<Uint8Array>) => Promise<Result>,
) => Promise<Result>;

type Slot = Place & {
  beganMs: number;
  bytes: number;
  /** Undefined while it does not wait for bytes. */
  giveWay: ((error: GaveWayError) => void) | undefined;
};

/** `nowMs` since 1970; when it goes back, uploads look younger. */
export function createUploadSlots({ nowMs }: { nowMs: () => number }): UploadSlots {
  const slots = new Set<Slot>();

  const countOf = (key: keyof Place, place: Place) => {
    let count = 0;
    for (const slot of slots) if (slot[key] === place[key]) count += 1;
    return count;
  };

  const rateOf = ({ beganMs, bytes }: Slot) => bytes / Math.max(1, nowMs() - beganMs);

  function crowdOf(key: keyof Place, among: Slot[]): { crowd: Slot[]; most: number } {
    const counts = new Map<string, number>();
    for (const slot of among) counts.set(slot[key], (counts.get(slot[key]) ?? 0) + 1);
    const most = Math.max(0, ...counts.values());
    return { crowd: among.filter((slot) => counts.get(slot[key]) === most), most };
  }

  /**
   * The uploads of who has most. If that is no more than the new one will have, only the slow ones: otherwise they would
   * cut each other's uploads in turn.
   */
  function mostOf(key: keyof Place, among: Slot[], place: Place): Slot[] {
    const { crowd, most } = crowdOf(key, among);
    const mine = among.filter((slot) => slot[key] === place[key]).length + 1;
    if (most < mine) return [];
    return most > mine ? crowd : crowd.filter((slot) => rateOf(slot) < SLOW_BYTES_PER_MS);
  }

  /** The slowest ends, of equally slow ones the longest at it. False when none can. */
  function makeRoom(among: Slot[]): boolean {
    let slowest: Slot | undefined;
    for (const slot of among) {
      if (slot.giveWay === undefined || nowMs() - slot.beganMs < SEEN_MS) continue;
      if (slowest === undefined || rateOf(slot) < rateOf(slowest)) slowest = slot;
    }
    if (slowest?.giveWay === undefined) return false;
    slots.delete(slowest);
    slowest.giveWay(new GaveWayError("Others were waiting; ask how far the upload is and go on."));
    return true;
  }

  function hasRoom(place: Place): boolean {
    if (countOf("holder", place) >= MAX_OF_HOLDER) return false;
    if (countOf("network", place) >= MAX_OF_NETWORK) {
      const neighbours = [...slots].filter(({ network }) => network === place.network);
      return makeRoom(mostOf("holder", neighbours, place));
    }
    if (slots.size < MAX_AT_ONCE) return true;
    const crowd = mostOf("network", [...slots], place);
    // In that network the one with most, so that nobody loses his for the many of a neighbour.
    return makeRoom(
      crowd.length > 0 ? crowdOf("holder", crowd).crowd : mostOf("holder", [...slots], place),
    );
  }

  return async (place, chunks, work) => {
    if (place === null) return work(chunks);
    if (!hasRoom(place)) {
      throw new NoPlaceError("Too many uploads are under way; try again shortly.");
    }
    const slot: Slot = { ...place, beganMs: nowMs(), bytes: 0, giveWay: undefined };
    slots.add(slot);
    try {
      return await work(through(slot, chunks));
    } finally {
      slots.delete(slot);
    }
  };
}

async function* through(
  slot: Slot,
  chunks: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array, void> {
  const iterator = chunks[Symbol.asyncIterator]();
  const next = () =>
    new Promise<IteratorResult<Uint8Array>>((resolve, reject) => {
      slot.giveWay = reject;
      iterator.next().then(resolve, reject);
    }).finally(() => (slot.giveWay = undefined));
  let isWhole = false;
  try {
    for (;;) {
      const { done, value } = await next();
      isWhole = done === true;
      if (isWhole) return;
      slot.bytes += value.length;
      yield value;
    }
  } finally {
    // Not awaited: it may still wait for a chunk that never comes.
    if (!isWhole) void iterator.return?.().catch(() => undefined);
  }
}

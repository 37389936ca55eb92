/**
 * What was held when, in few bytes: an entry for each tick at which it differs from the tick before.
 *
 *     varint  ticks since the last entry, at least 1; since the beginning + 1 for the first
 *     varint  held << 2 | 0 the pointer is as it was, 1 it is gone, 2 it is elsewhere
 *     varint  2 alone: x less the last x, zig-zag
 *     varint  2 alone: y less the last y, zig-zag
 *
 * Varints have seven bits in each byte, the low ones first. One run has one log: what could be written shorter is no log.
 */
import { type Place, type TickInput, buttonBits, noInput, placeRange } from "./engine.ts";

export const mostLogBytes = 256 * 1024;
/** An hour. */
export const mostTicks = 216_000;

export type LogWriter = {
  /** Each tick from 0 on, once and in order. @returns whether there is room for it: what is refused is not written */
  add: (input: TickInput) => boolean;
  /** How many ticks were added. */
  ticks: () => number;
  /** A copy of what was written from there on. */
  bytes: (from?: number) => Uint8Array<ArrayBuffer>;
};

/** More than any entry takes. */
const mostEntryBytes = 16;

export function createLogWriter(): LogWriter {
  let bytes = new Uint8Array(4096);
  let length = 0;
  let tick = 0;
  let lastEntry = -1;
  let last: TickInput = noInput;
  let place: Place = { x: 0, y: 0 };

  function write(value: number): void {
    let rest = value;
    while (rest > 0x7f) {
      bytes[length++] = (rest & 0x7f) | 0x80;
      rest >>>= 7;
    }
    bytes[length++] = rest;
  }

  return {
    add(input) {
      if (tick >= mostTicks) return false;
      if (!isSame(input, last)) {
        if (length + mostEntryBytes > mostLogBytes) return false;
        if (length + mostEntryBytes > bytes.length) {
          const longer = new Uint8Array(Math.min(mostLogBytes, bytes.length * 2));
          longer.set(bytes);
          bytes = longer;
        }
        const { held, at } = input;
        write(tick - lastEntry);
        write((held << 2) | kindOf(last.at, at));
        if (at !== undefined && !isSamePlace(last.at, at)) {
          write(zigzag(at.x - place.x));
          write(zigzag(at.y - place.y));
          place = at;
        }
        lastEntry = tick;
        last = input;
      }
      tick += 1;
      return true;
    },
    ticks: () => tick,
    bytes: (from = 0) => bytes.slice(from, length),
  };
}

/** Of the next entry, when there is none: more ticks than any entry could be away. */
const never = 0x20000000;

/**
 * Calls `each` for every tick with what was held, and how many bytes say so, until it returns false or all are through.
 * @returns how many ticks `each` was called for; undefined: this is no log
 */
export function readLog(
  log: Uint8Array,
  ticks: number,
  each: (input: TickInput, bytes: number) => boolean,
): number | undefined {
  if (log.length > mostLogBytes || ticks > mostTicks) return undefined;
  let at = 0;
  let told = 0;
  let input: TickInput = noInput;
  let place: Place = { x: 0, y: 0 };

  /** -1: there is none. */
  function read(): number {
    let value = 0;
    for (let shift = 0; shift < 28; shift += 7) {
      const byte = log[at++];
      if (byte === undefined) return -1;
      value |= (byte & 0x7f) << shift;
      if (byte > 0x7f) continue;
      return byte === 0 && shift > 0 ? -1 : value;
    }
    return -1;
  }

  function entry(): TickInput | undefined {
    const head = read();
    if (head < 0 || head >> 2 >= 1 << buttonBits) return undefined;
    const held = head >> 2;
    const kind = head & 3;
    if (kind === 0) return { held, at: input.at };
    if (kind === 1) return input.at === undefined ? undefined : { held, at: undefined };
    if (kind === 3) return undefined;
    const x = read();
    const y = read();
    if (x < 0 || y < 0) return undefined;
    const next = { x: place.x + unzigzag(x), y: place.y + unzigzag(y) };
    if (!isPlace(next) || isSamePlace(input.at, next)) return undefined;
    place = next;
    return { held, at: next };
  }

  /** How many ticks to the next entry; -1: that is no number of them. */
  const wait = () => (at === log.length ? never : read() || -1);

  let nextEntry = wait() - 1;
  if (nextEntry < 0) return undefined;
  for (let tick = 0; tick < ticks; tick += 1) {
    if (tick === nextEntry) {
      const found = entry();
      if (found === undefined || isSame(found, input)) return undefined;
      input = found;
      told = at;
      const more = wait();
      if (more < 0) return undefined;
      nextEntry = tick + more;
    }
    if (!each(input, told)) return tick + 1;
  }
  // Something would be held after the last tick.
  return nextEntry < never - 1 ? undefined : ticks;
}

function kindOf(before: Place | undefined, now: Place | undefined): number {
  if (isSamePlace(before, now)) return 0;
  return now === undefined ? 1 : 2;
}

function isSame(a: TickInput, b: TickInput): boolean {
  return a.held === b.held && isSamePlace(a.at, b.at);
}

function isSamePlace(a: Place | undefined, b: Place | undefined): boolean {
  return a === b || (a !== undefined && b !== undefined && a.x === b.x && a.y === b.y);
}

const isPlace = ({ x, y }: Place) => x >= 0 && y >= 0 && x < placeRange && y < placeRange;

const zigzag = (value: number) => (value << 1) ^ (value >> 31);
const unzigzag = (value: number) => (value >>> 1) ^ -(value & 1);

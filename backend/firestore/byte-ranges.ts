/** Ranges of encoded values, half-open: what a filter lets through, as bytes that an index is ordered by. */
import { successor } from "./encode-path.ts";
import { encodeValue, invert, rankRange } from "./encode-value.ts";
import type { LeafFilter } from "./filter.ts";
import { isFindable, isNumber } from "./value.ts";

export type ByteRange = { from: Uint8Array; to: Uint8Array };

const START = new Uint8Array(0);
/** Above whatever an encoded value or name, inverted or not, can begin with. */
const END = Uint8Array.of(0xff);
const NULL = encodeValue({ nullValue: null });
const NAN = encodeValue({ doubleValue: "NaN" });

export const EVERYTHING: ByteRange = { from: START, to: END };

/** Just after whatever begins with `bytes`. */
export function after(bytes: Uint8Array): Uint8Array {
  return bytes.length === 0 ? END : successor(bytes);
}

/** Exactly this value, or whatever begins with it. */
export function only(bytes: Uint8Array): ByteRange {
  return { from: bytes, to: after(bytes) };
}

/** What an inequality or a negation lets through, in ascending order; for a field, not for the name. */
export function rangesOfLeaf(leaf: LeafFilter): ByteRange[] {
  if (leaf.kind === "unary") {
    return notNull(leaf.operator === "IS_NOT_NAN" ? [NAN] : []);
  }
  if (leaf.kind === "list") {
    // `null` among the values: no value can be told to differ from all of them.
    if (leaf.values.some((value) => "nullValue" in value)) return [];
    return notNull(leaf.values.map(encodeValue));
  }
  const bytes = encodeValue(leaf.value);
  if (leaf.operator === "NOT_EQUAL") return notNull([bytes]);
  if (!isFindable(leaf.value)) return [];
  const all = rankRange(leaf.value);
  return [inequality(leaf.operator, bytes, isNumber(leaf.value) ? afterNaN(all) : all)];
}

function notNull(points: readonly Uint8Array[]): ByteRange[] {
  return intersect([{ from: after(NULL), to: END }], without(points));
}

function afterNaN({ to }: ByteRange): ByteRange {
  return { from: after(NAN), to };
}

/** @param all the range of the values that can be compared with this one */
export function inequality(operator: string, bytes: Uint8Array, all: ByteRange): ByteRange {
  switch (operator) {
    case "LESS_THAN":
      return { from: all.from, to: bytes };
    case "LESS_THAN_OR_EQUAL":
      return { from: all.from, to: after(bytes) };
    case "GREATER_THAN":
      return { from: after(bytes), to: all.to };
    case "GREATER_THAN_OR_EQUAL":
      return { from: bytes, to: all.to };
    default:
      throw new Error(`${operator} is no inequality.`);
  }
}

/** Everything but these values. */
export function without(points: readonly Uint8Array[]): ByteRange[] {
  let ranges = [EVERYTHING];
  for (const point of points) {
    ranges = intersect(ranges, [
      { from: START, to: point },
      { from: after(point), to: END },
    ]);
  }
  return ranges;
}

/** Both lists ascend; so does the result, which has no empty range. */
export function intersect(a: readonly ByteRange[], b: readonly ByteRange[]): ByteRange[] {
  const found: ByteRange[] = [];
  for (const left of a) {
    for (const right of b) {
      const from = Buffer.compare(left.from, right.from) >= 0 ? left.from : right.from;
      const to = Buffer.compare(left.to, right.to) <= 0 ? left.to : right.to;
      if (Buffer.compare(from, to) < 0) found.push({ from, to });
    }
  }
  return found;
}

export function isWithin(bytes: Uint8Array, ranges: readonly ByteRange[]): boolean {
  return ranges.some(
    ({ from, to }) => Buffer.compare(bytes, from) >= 0 && Buffer.compare(bytes, to) < 0,
  );
}

/**
 * The same values when every byte of them is inverted. Bounds are prefixes: encodings are prefix-free, so what begins
 * with a bound is on the same side of it in both orders.
 */
export function invertRange({ from, to }: ByteRange): ByteRange {
  return { from: after(invert(to)), to: after(invert(from)) };
}

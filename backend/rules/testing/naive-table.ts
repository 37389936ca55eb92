/** What the naive evaluator's methods and functions are made of, and the ranges of their values. */
import { type Naive, type Outcome, typeOf } from "./naive-values.ts";

export type Entry = { takes: string[]; gives: (...inputs: never[]) => Outcome };

/** @param takes types; `a|b` is either, `any` is all */
export function entry(takes: string, gives: Entry["gives"]): Entry {
  return { takes: takes.split(" "), gives };
}

/** Undefined for another number or type of inputs. */
export function applied(table: Record<string, Entry>, name: string, inputs: Naive[]): Outcome {
  const found = Object.hasOwn(table, name) ? table[name] : undefined;
  if (found === undefined || inputs.length !== found.takes.length) return undefined;
  const fits = found.takes.every((types, at) => {
    const type = typeOf(inputs[at] ?? null);
    const isOne = type === "int" || type === "float" ? [type, "number", "any"] : [type, "any"];
    return types.split("|").some((name) => isOne.includes(name));
  });
  return fits ? found.gives(...(inputs as never[])) : undefined;
}

export type Items = Naive[] | { set: Naive[] };
export type Instant = { timestamp: bigint };
export type Duration = { duration: bigint };
export type Place = { latlng: [number, number] };
export type Bytes = { bytes: Buffer };
export type Diff = { before: Map<string, Naive>; after: Map<string, Naive> };

export const itemsOf = (items: Items): Naive[] => (Array.isArray(items) ? items : items.set);
export const second = 1_000_000_000n;
export const day = 86_400n * second;
export const floored = (value: bigint, by: bigint) => (value - (((value % by) + by) % by)) / by;

/** The years 1 to 9999, as in protocol buffers. */
export function timestampOf(timestamp: bigint): Outcome {
  const isKnown = timestamp >= -62_135_596_800n * second && timestamp < 253_402_300_800n * second;
  return isKnown ? { timestamp } : undefined;
}

/** Not quite 10,000 years, as in protocol buffers. */
export function durationOf(duration: bigint): Outcome {
  const length = duration < 0n ? -duration : duration;
  return length <= 315_576_000_000n * second ? { duration } : undefined;
}

/** 64 bits wide. */
export function toInt(value: bigint): Outcome {
  return value >= -(2n ** 63n) && value < 2n ** 63n ? value : undefined;
}

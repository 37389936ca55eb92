/** Adds numbers as Firestore's aggregations do: whole ones exactly, and as doubles when 64 bits are too few. */
import type { FirestoreValue } from "#lib/firestore-value.ts";
import { MAX_INTEGER, MIN_INTEGER, isNumber, toDouble } from "./value.ts";

export type Sum = {
  /** What is not a number is passed over. */
  add(value: FirestoreValue): void;
  /** 0 when there was no number. */
  total(): FirestoreValue;
  /** Null when there was no number. */
  average(): FirestoreValue;
};

export function createSum(): Sum {
  let whole = 0n;
  let fraction = 0;
  let hasDouble = false;
  let count = 0;
  const asDouble = () => (hasDouble ? Number(whole) + fraction : Number(whole));
  return {
    add(value) {
      if (!isNumber(value)) return;
      count += 1;
      if ("integerValue" in value) {
        whole += BigInt(value.integerValue);
      } else {
        hasDouble = true;
        fraction += Number(value.doubleValue);
      }
    },
    total() {
      const fits = whole <= MAX_INTEGER && whole >= MIN_INTEGER;
      return hasDouble || !fits ? toDouble(asDouble()) : { integerValue: String(whole) };
    },
    average: () => (count === 0 ? { nullValue: null } : toDouble(asDouble() / count)),
  };
}

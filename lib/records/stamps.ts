/** Stamps say who wrote later: a time in thousandths of a millisecond, whole and exact until the year 2255. */
export type Stamps = {
  /** Larger than all that were given or seen. */
  next(): number;
  /** One of another device. */
  seen(t: number): void;
  /** How far the server's clock is ahead of this one, milliseconds. */
  serverOffset(ms: number): void;
  /** As the server's clock has it, milliseconds. */
  serverNow(): number;
};

/** @param now this device's clock, milliseconds; it may be wrong */
export function createStamps(now: () => number): Stamps {
  let offset = 0;
  let largest = 0;
  const serverNow = () => Math.floor(now() + offset);
  return {
    next() {
      largest = Math.max(largest + 1, serverNow() * 1000);
      return largest;
    },
    seen(t) {
      largest = Math.max(largest, t);
    },
    serverOffset(ms) {
      offset = ms;
    },
    serverNow,
  };
}

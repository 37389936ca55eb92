/** Buttons of several sources (keys, gamepad, fingers) as one number for each tick. */

export type Held = {
  /** @param source two of them may hold one button */
  hold: (source: string, bit: number, isHeld: boolean) => void;
  /** As if it were pressed and let go at once. */
  press: (bit: number) => void;
  /** Lets go of everything. */
  clear: () => void;
  /** Once for each tick. */
  take: () => number;
};

/** Presses that wait for their tick: more are let go, or the game would lag behind the hand. */
const mostWaiting = 12;

export function createHeld(): Held {
  const holders = new Map<number, Set<string>>();
  const waiting = new Map<number, number>();
  let last = 0;

  const press = (bit: number) => {
    waiting.set(bit, Math.min(mostWaiting, (waiting.get(bit) ?? 0) + 1));
  };

  return {
    hold(source, bit, isHeld) {
      const sources = holders.get(bit) ?? new Set();
      holders.set(bit, sources);
      if (!isHeld) sources.delete(source);
      else if (!sources.has(source)) {
        sources.add(source);
        // However short it was, and however soon after the one before: a tick sees it.
        press(bit);
      }
    },
    press,
    clear() {
      holders.clear();
      waiting.clear();
    },
    take() {
      let now = 0;
      for (const [bit, sources] of holders) if (sources.size > 0) now |= bit;
      for (const [bit, count] of waiting) {
        if (count === 0) continue;
        if ((last & bit) === 0) {
          now |= bit;
          waiting.set(bit, count - 1);
        } else {
          // Two presses are two only with a tick between them.
          now &= ~bit;
        }
      }
      last = now;
      return now;
    },
  };
}

/**
 * Lets a few costly requests at a time to the store, those of all clients together: what waits here can still be dropped
 * when its client is gone, what waits there cannot.
 */
export type Turns = {
  /** Undefined when it may begin at once; otherwise first come, first served. */
  enter(): Promise<void> | undefined;
  /** To be called once for every `enter` that has come to its turn. */
  leave(): void;
};

export function createTurns(maxAtOnce: number): Turns {
  const waiting: (() => void)[] = [];
  let free = maxAtOnce;

  return {
    enter() {
      if (free === 0) return new Promise<void>((resolve) => waiting.push(resolve));
      free -= 1;
      return undefined;
    },
    leave() {
      const next = waiting.shift();
      if (next === undefined) free += 1;
      else next();
    },
  };
}

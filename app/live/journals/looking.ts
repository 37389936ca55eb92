/** Has something looked at again whenever it may have changed, one look after the other. */

const usualMs = 300_000;
const firstWaitMs = 5000;
const longestWaitMs = 60_000;

export type LookingParts = {
  /** @throws Error: it is tried again */
  look: (signal: AbortSignal) => Promise<void>;
  /** What tells of a change. Each returns a function that ends it. */
  wakes: readonly ((wake: () => void) => () => void)[];
  /** Calls once, after the time. Returns a function that ends it. */
  after: (ms: number, call: () => void) => () => void;
  failed: (error: unknown) => void;
};

/** Looks at once. Returns a function that ends it. */
export function keepLooking({ look, wakes, after, failed }: LookingParts): () => void {
  const life = new AbortController();
  let isLooking = false;
  let isDue = false;
  let tries = 0;
  let endWait = () => {};

  function wake(): void {
    isDue = true;
    if (!isLooking && !life.signal.aborted) void lookNow();
  }

  async function lookNow(): Promise<void> {
    isLooking = true;
    endWait();
    while (isDue && !life.signal.aborted) {
      isDue = false;
      // oxlint-disable-next-line no-await-in-loop -- one look after the other
      await lookOnce();
    }
    isLooking = false;
    if (life.signal.aborted) return;
    endWait = after(tries === 0 ? usualMs : waitOf(tries), wake);
  }

  async function lookOnce(): Promise<void> {
    try {
      await look(life.signal);
      tries = 0;
    } catch (error) {
      if (life.signal.aborted) return;
      tries += 1;
      failed(error);
    }
  }

  const ends = wakes.map((one) => one(wake));
  wake();
  return () => {
    life.abort();
    endWait();
    for (const end of ends) end();
  };
}

const waitOf = (tries: number) => Math.min(longestWaitMs, firstWaitMs * 2 ** (tries - 1));

/** What a browser has of that: a connection, and somebody who looks. */
export const pageWakes: LookingParts["wakes"] = [
  (wake) => listen(globalThis, "online", wake),
  (wake) =>
    listen(document, "visibilitychange", () => {
      if (!document.hidden) wake();
    }),
];

export function afterMs(ms: number, call: () => void): () => void {
  const timer = setTimeout(call, ms);
  return () => clearTimeout(timer);
}

function listen(target: EventTarget, what: string, call: () => void): () => void {
  target.addEventListener(what, call);
  return () => target.removeEventListener(what, call);
}

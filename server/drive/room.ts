/** How much may be in memory at once for something; who finds none waits for others to give theirs back. */
import { BackendError } from "#lib/server-backend.ts";

export type Room = {
  /** @returns gives it back, once @throws BackendError `UNAVAILABLE` after too long a wait */
  take(bytes: number): Promise<() => void>;
};

export function createRoom(mostBytes: number, patienceMs: number): Room {
  let taken = 0;
  const waiting = new Set<{ bytes: number; enter: () => void }>();

  function free(bytes: number): () => void {
    taken += bytes;
    let isFree = false;
    return () => {
      if (isFree) return;
      isFree = true;
      taken -= bytes;
      for (const one of waiting) {
        if (taken > 0 && taken + one.bytes > mostBytes) return;
        waiting.delete(one);
        one.enter();
      }
    };
  }

  return {
    take(bytes) {
      // One that is larger than all of it goes alone.
      if (waiting.size === 0 && (taken === 0 || taken + bytes <= mostBytes)) {
        return Promise.resolve(free(bytes));
      }
      return new Promise((resolve, reject) => {
        const one = {
          bytes,
          enter() {
            clearTimeout(timer);
            resolve(free(bytes));
          },
        };
        const timer = setTimeout(() => {
          waiting.delete(one);
          reject(new BackendError("UNAVAILABLE", "Too many photos are being sent."));
        }, patienceMs);
        waiting.add(one);
      });
    },
  };
}

/**
 * How much may be in memory at once for something; who finds none waits for others to give theirs back. Who has some already
 * gets no more than a third of all, so that nobody has all of it.
 */
import { BackendError } from "#lib/server-backend.ts";

export type Room = {
  /** @returns gives it back, once @throws BackendError `UNAVAILABLE` after too long a wait */
  take(bytes: number, who: string): Promise<() => void>;
};

export function createRoom(mostBytes: number, patienceMs: number): Room {
  let taken = 0;
  const takenBy = new Map<string, number>();
  const waiting = new Set<{ bytes: number; who: string; enter: () => void }>();

  function add(bytes: number, who: string): void {
    taken += bytes;
    const theirs = (takenBy.get(who) ?? 0) + bytes;
    if (theirs === 0) takenBy.delete(who);
    else takenBy.set(who, theirs);
  }

  function isTooMuchFor(who: string, bytes: number): boolean {
    const theirs = takenBy.get(who) ?? 0;
    return theirs > 0 && theirs + bytes > mostBytes / 3;
  }

  // One that is larger than all of it goes alone.
  const isTooMuch = (bytes: number) => taken > 0 && taken + bytes > mostBytes;

  function free(bytes: number, who: string): () => void {
    add(bytes, who);
    let isFree = false;
    return () => {
      if (isFree) return;
      isFree = true;
      add(-bytes, who);
      for (const one of waiting) {
        if (isTooMuchFor(one.who, one.bytes)) continue;
        if (isTooMuch(one.bytes)) return;
        waiting.delete(one);
        one.enter();
      }
    };
  }

  return {
    take(bytes, who) {
      const isNext = [...waiting].every((one) => isTooMuchFor(one.who, one.bytes));
      if (isNext && !isTooMuchFor(who, bytes) && !isTooMuch(bytes)) {
        return Promise.resolve(free(bytes, who));
      }
      return new Promise((resolve, reject) => {
        const one = {
          bytes,
          who,
          enter() {
            clearTimeout(timer);
            resolve(free(bytes, who));
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

/**
 * Whose turn it is to have a password worked on. Each takes a core and much memory for a while, so few run at once and
 * few may wait. Payers, the networks that ask for it, are served in turn, one piece of work each: who asks for much waits
 * behind its own, and when the queue is full gives up a place to who has less in it. Whoever is known is never turned
 * away for who is not, so that a queue full of strangers, each from a network of its own, keeps out only strangers.
 */
import { AuthBusyError } from "../errors.ts";

export type TurnBounds = { maxRunning: number; maxWaiting: number; maxPerPayer: number };

export type Turns = {
  /** @throws AuthBusyError when too many wait, or when it is closed before its turn comes */
  take: <Result>(
    payer: string,
    work: () => Promise<Result>,
    who?: { isKnown: boolean },
  ) => Promise<Result>;
  /** Half of the queue is full: whether somebody is known may matter. */
  isCrowded: () => boolean;
  /** Turns away who waits and who comes; resolves when the work that runs has ended. */
  close: () => Promise<void>;
};

type Place = { begin: () => void; turnAway: () => void; isKnown: boolean };

export function createTurns({ maxRunning, maxWaiting, maxPerPayer }: TurnBounds): Turns {
  /** None of them empty; whose turn is next is first. */
  const waiting = new Map<string, Place[]>();
  const running = new Map<string, number>();
  let waitingCount = 0;
  let runningCount = 0;
  const idle = Promise.withResolvers<void>();
  let isClosed = false;

  function change(payer: string, by: 1 | -1): void {
    const count = (running.get(payer) ?? 0) + by;
    runningCount += by;
    if (count === 0) running.delete(payer);
    else running.set(payer, count);
  }

  function wait(payer: string, isKnown: boolean): Promise<void> {
    const own = waiting.get(payer) ?? [];
    if (own.length + (running.get(payer) ?? 0) >= maxPerPayer) throw tooMany();
    if (waitingCount >= maxWaiting) makeRoom(own.length, isKnown);
    return new Promise((resolve, reject) => {
      own.push({ begin: resolve, turnAway: () => reject(tooMany()), isKnown });
      waiting.set(payer, own);
      waitingCount += 1;
    });
  }

  /**
   * The newest stranger of whoever has most of them waiting goes, unless the one who comes is a stranger and would then
   * have more. With no strangers in it, a queue is full for everybody.
   */
  function makeRoom(ownCount: number, isKnown: boolean): void {
    let most: { payer: string; places: Place[]; strangers: number } | undefined;
    for (const [payer, places] of waiting) {
      const strangers = places.filter((place) => !place.isKnown).length;
      if (strangers > (most?.strangers ?? 0)) most = { payer, places, strangers };
    }
    if (most === undefined || (!isKnown && most.strangers - ownCount < 2)) throw tooMany();
    const { payer, places } = most;
    const [away] = places.splice(
      places.findLastIndex((place) => !place.isKnown),
      1,
    );
    if (places.length === 0) waiting.delete(payer);
    waitingCount -= 1;
    away?.turnAway();
  }

  function beginNext(): void {
    const [next] = waiting;
    if (next === undefined) return;
    const [payer, places] = next;
    const place = places.shift();
    waitingCount -= 1;
    waiting.delete(payer);
    // Behind everybody else who waits.
    if (places.length > 0) waiting.set(payer, places);
    change(payer, 1);
    place?.begin();
  }

  function tellIfIdle(): void {
    if (isClosed && runningCount === 0) idle.resolve();
  }

  return {
    isCrowded: () => waitingCount * 2 >= maxWaiting,
    async take(payer, work, { isKnown } = { isKnown: false }) {
      if (isClosed) throw tooMany();
      if (runningCount < maxRunning) change(payer, 1);
      else await wait(payer, isKnown);
      try {
        return await work();
      } finally {
        change(payer, -1);
        // Whoever ends hands its place over at once, so nobody can slip in between.
        beginNext();
        tellIfIdle();
      }
    },
    close() {
      isClosed = true;
      for (const { turnAway } of [...waiting.values()].flat()) turnAway();
      waiting.clear();
      waitingCount = 0;
      tellIfIdle();
      return idle.promise;
    },
  };
}

function tooMany(): AuthBusyError {
  return new AuthBusyError("Too many people are signing in right now; try again shortly.");
}

/**
 * Whose turn it is to have a password worked on. Each takes a core and much memory for a while, so few run at once and
 * few may wait. Payers, the networks that ask for it, are served in turn, one piece of work each: who asks for much waits
 * behind its own, and when the queue is full gives up a place to who has less in it.
 */
import { AuthBusyError } from "../errors.ts";

export type TurnBounds = { maxRunning: number; maxWaiting: number; maxPerPayer: number };

export type Turns = {
  /** @throws AuthBusyError when too many wait, or when it is closed before its turn comes */
  take: <Result>(payer: string, work: () => Promise<Result>) => Promise<Result>;
  /** Turns away who waits and who comes; resolves when the work that runs has ended. */
  close: () => Promise<void>;
};

type Place = { begin: () => void; turnAway: () => void };

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

  function wait(payer: string): Promise<void> {
    const own = waiting.get(payer) ?? [];
    if (own.length + (running.get(payer) ?? 0) >= maxPerPayer) throw tooMany();
    if (waitingCount >= maxWaiting) makeRoom(own.length);
    return new Promise((resolve, reject) => {
      own.push({ begin: resolve, turnAway: () => reject(tooMany()) });
      waiting.set(payer, own);
      waitingCount += 1;
    });
  }

  /** The newest of whoever has most waiting goes, unless the one who comes would then have more. */
  function makeRoom(ownCount: number): void {
    const places = [...waiting.values()].reduce((most, one) =>
      one.length > most.length ? one : most,
    );
    if (places.length - ownCount < 2) throw tooMany();
    places.pop()?.turnAway();
    waitingCount -= 1;
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
    async take(payer, work) {
      if (isClosed) throw tooMany();
      if (runningCount < maxRunning) change(payer, 1);
      else await wait(payer);
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

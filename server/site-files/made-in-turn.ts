/**
 * Files that are heavy to make: one after the other, once for what they are made of, and kept for the next who asks. Who
 * came last is next, and nobody waits for long: so many who ask at once, or leave, hold up none who come after them.
 * What could not be made is not tried again for a while.
 */
import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";
import type { Log } from "../log.ts";
import { retryAfterS, SiteFileUnavailableError } from "./site-file.ts";

/** Thrown for what was tried and could not be made, and until it is tried again. */
export class CannotBeMadeError extends SiteFileUnavailableError {}

export type MadeInTurn = {
  /**
   * @param content all that decides what the file is, as JSON can say it
   * @param work begins when it is its turn: what it needs much memory for is to be read then
   * @throws CannotBeMadeError; SiteFileUnavailableError where too many wait; what `close` was told
   */
  make(content: unknown, work: (signal: AbortSignal) => Promise<Uint8Array>): Promise<Buffer>;
  /** Whatever is under way or waits ends with `reason`. */
  close(reason: Error): void;
};

/** `comeAnew`: somebody else asks for the same, and is the last to come. */
type Waiting = { start: () => void; refuse: (why: Error) => void; comeAnew: () => void };

export function createMadeInTurn(options: {
  /** What is made, as the log says it: "a picture beside a link". */
  what: string;
  log: Log;
  /** Milliseconds since 1970. */
  now: () => number;
  keptBytes: number;
  maxWaiting: number;
  /** For its turn, at most. */
  waitMs: number;
  /** What could not be made is tried again after so long; 30 s unless said. */
  againAfterMs?: number;
}): MadeInTurn {
  const { what, log, now, keptBytes, maxWaiting, waitMs } = options;
  const { againAfterMs = retryAfterS * 1000 } = options;
  const kept = new LRUCache<string, Buffer>({
    maxSize: keptBytes,
    sizeCalculation: (file) => file.length + 200,
  });
  /** When it failed. */
  const failed = new LRUCache<string, number>({ max: 1000 });
  const underway = new Map<string, Promise<Buffer>>();
  const closing = new AbortController();
  /** Last come at the end. */
  const waiting: Waiting[] = [];
  const places = new Map<string, Waiting>();
  let isBusy = false;

  /** Resolves when nothing else is made; whoever has the turn passes it on. */
  async function turn(key: string): Promise<void> {
    if (!isBusy) {
      isBusy = true;
      return;
    }
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    let timer: NodeJS.Timeout | undefined;
    const leave = () => {
      places.delete(key);
      clearTimeout(timer);
      const at = waiting.indexOf(place);
      if (at !== -1) waiting.splice(at, 1);
    };
    const refuse = (why: Error) => {
      leave();
      reject(why);
    };
    const come = () => {
      places.set(key, place);
      waiting.push(place);
      timer = setTimeout(() => refuse(tooMany()), waitMs);
    };
    const place: Waiting = {
      start() {
        leave();
        resolve();
      },
      refuse,
      comeAnew() {
        leave();
        come();
      },
    };
    come();
    if (waiting.length > maxWaiting) waiting[0]?.refuse(tooMany());
    await promise;
  }

  function passOn(): void {
    const next = waiting.at(-1);
    if (next === undefined) isBusy = false;
    else next.start();
  }

  const tooMany = () => new SiteFileUnavailableError(`Too many wait for ${what}.`);

  async function makeInTurn(key: string, work: (signal: AbortSignal) => Promise<Uint8Array>) {
    const { signal } = closing;
    try {
      await turn(key);
    } catch (error) {
      underway.delete(key);
      throw error;
    }
    try {
      signal.throwIfAborted();
      const file = Buffer.from(await work(signal));
      kept.set(key, file);
      return file;
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      failed.set(key, now());
      log.error({ err: error }, `${what} could not be drawn`);
      throw new CannotBeMadeError(`${what} could not be drawn.`, error);
    } finally {
      underway.delete(key);
      passOn();
    }
  }

  /** A clock that was put back says nothing of when it failed. */
  function hasJustFailed(key: string): boolean {
    const age = now() - (failed.get(key) ?? Number.NEGATIVE_INFINITY);
    return age >= 0 && age < againAfterMs;
  }

  return {
    async make(content, work) {
      const key = createHash("sha256").update(JSON.stringify(content)).digest("base64url");
      const known = kept.get(key) ?? underway.get(key);
      if (known !== undefined) {
        places.get(key)?.comeAnew();
        return known;
      }
      if (hasJustFailed(key))
        throw new CannotBeMadeError(`${what} could not be drawn a moment ago.`);
      const making = makeInTurn(key, work);
      underway.set(key, making);
      return making;
    },
    close(reason) {
      closing.abort(reason);
      while (waiting[0] !== undefined) waiting[0].refuse(reason);
    },
  };
}

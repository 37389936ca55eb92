/** How long an upload that does not get on is tried again, and when. */
import { UploadFailure } from "./upload-failure.ts";

/** Without any progress; after it the upload fails (specification §9: maximum upload retry). */
export const MAX_WAIT_MS = 600_000;
const FIRST_WAIT_MS = 1000;
const LONGEST_WAIT_MS = 30_000;

export type Waiting = {
  /** Milliseconds since any time. */
  clock(): number;
  /** From 0 to 1. */
  random(): number;
  isOnline(): boolean;
  /** Resolves after the time, or when the browser comes online. @throws the signal's reason */
  wait(ms: number, signal: AbortSignal): Promise<void>;
};

export type Patience = {
  /** It got on: all waits begin anew. */
  progress(): void;
  /**
   * Resolves when it is time for the next try. Being offline costs no patience.
   * @throws UploadFailure no-connection after 600 s without progress; the signal's reason
   */
  wait(retryAfterMs: number, signal: AbortSignal, cause: unknown): Promise<void>;
};

export function createPatience(waiting: Waiting): Patience {
  let sinceMs = waiting.clock();
  let tries = 0;
  function progress(): void {
    sinceMs = waiting.clock();
    tries = 0;
  }
  return {
    progress,
    async wait(retryAfterMs, signal, cause) {
      while (!waiting.isOnline()) {
        // oxlint-disable-next-line no-await-in-loop
        await waiting.wait(LONGEST_WAIT_MS, signal);
        progress();
      }
      const leftMs = sinceMs + MAX_WAIT_MS - waiting.clock();
      if (leftMs <= 0) throw new UploadFailure("no-connection", { cause });
      const longest = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** tries);
      tries += 1;
      const backoffMs = longest * (0.5 + waiting.random() / 2);
      await waiting.wait(Math.min(leftMs, Math.max(backoffMs, retryAfterMs)), signal);
    },
  };
}

/** Runs that are played again, in processes that end when nobody plays. */
import { join } from "node:path";
import type { Log } from "../log.ts";
import { createProcesses } from "../processes/create-processes.ts";
import type { ReplayAnswer, ReplayJob } from "./replay-job.ts";

/** An hour of a game takes a second; a busy machine is no reason to refuse anybody. */
const timeoutMs = 20_000;
const idleMs = 60_000;
const maxHeapMb = 128;
const maxJobs = 1000;
/** Two at once: a replay fills a core. */
const atOnce = 2;
/** Each holds its log meanwhile. */
const mostWaiting = 100;

/** Whoever sent the run may send it again a little later. */
export class ReplaysBusyError extends Error {
  override name = "ReplaysBusyError";
}

export type Replays = {
  /** @throws ProcessError; ReplaysBusyError */
  play: (job: ReplayJob) => Promise<ReplayAnswer>;
  close(): Promise<void>;
};

export function createReplays({ log }: { log: Log }): Replays {
  const root = join(import.meta.dirname, "../..");
  const processes = createProcesses<ReplayJob, ReplayAnswer>({
    purpose: "games played again",
    program: join(import.meta.dirname, "replay-process.ts"),
    readable: [join(root, "games")],
    log,
    idleMs,
    timeoutMs,
    maxHeapMb,
    maxJobs,
  });
  const ended = new AbortController();
  const waiting: (() => void)[] = [];
  let running = 0;

  async function takeTurn(): Promise<void> {
    if (running < atOnce) {
      running += 1;
      return;
    }
    if (waiting.length >= mostWaiting) throw new ReplaysBusyError("Too many games wait.");
    // Whoever ends hands the turn on.
    await new Promise<void>((resolve) => waiting.push(resolve));
  }

  function giveTurn(): void {
    const next = waiting.shift();
    if (next === undefined) running -= 1;
    else next();
  }

  return {
    async play(job) {
      await takeTurn();
      try {
        return await processes.run(job, ended.signal);
      } finally {
        giveTurn();
      }
    },
    close() {
      ended.abort();
      return processes.close();
    },
  };
}

/** Runs that are played again, in processes that end when nobody plays. */
import { join } from "node:path";
import { atMost } from "../limits/at-most.ts";
import type { Log } from "../log.ts";
import { createProcesses } from "../processes/create-processes.ts";
import type { ReplayAnswer, ReplayJob } from "./replay-job.ts";

/** An hour of a game takes a second; a busy machine is no reason to refuse anybody. */
const timeoutMs = 20_000;
const idleMs = 60_000;
const maxHeapMb = 128;
const maxJobs = 1000;
/**
 * Without TurboFan: ten minutes of a game are over before it pays, and what it compiles meanwhile takes more of the
 * processor than the game. An hour of one takes a third less with Maglev alone.
 * With room for 4 MB of young objects from the start, a process that has just started collects them less often; more room
 * costs more than it saves.
 */
const v8Options = ["--no-opt", "--min-semi-space-size=4"];
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
    v8Options,
    maxJobs,
  });
  const ended = new AbortController();
  const few = atMost(atOnce);
  let under = 0;

  return {
    async play(job) {
      if (under >= atOnce + mostWaiting) throw new ReplaysBusyError("Too many games wait.");
      under += 1;
      try {
        return await few(() => processes.run(job, ended.signal));
      } catch (error) {
        if (ended.signal.aborted) throw new ReplaysBusyError("The server stops.", { cause: error });
        throw error;
      } finally {
        under -= 1;
      }
    },
    close() {
      ended.abort();
      return processes.close();
    },
  };
}

/** One run of a job: taken, its lease renewed while it goes on, and what became of it written down. */
import type { PlainFields } from "#lib/firestore-value.ts";
import type { ServerBackend } from "#lib/server-backend.ts";
import type { Log } from "../log.ts";
import { holdJob } from "./hold-job.ts";
import type { JobChange, JobHold } from "./hold-job.ts";
import { boundResult, errorOf, errorText, jobPath } from "./job-document.ts";
import type { HeldJob } from "./job-document.ts";

export type JobKind = {
  /**
   * Must come to the same when it is done again under the same `jobId`. `signal` says to end: the process stops, or
   * another copy has the job; then it should throw.
   * @returns what is kept of it
   */
  run(
    data: PlainFields,
    context: { signal: AbortSignal; jobId: string; attempt: number },
  ): Promise<PlainFields | void>;
  /**
   * Before it counts as failed: it is begun no more, because `run` threw for the last time, or the process ended each
   * time (a `JobBrokenOffError`). At least once; when it throws, it is called again later, and the job is not over: then
   * with an error of the same name and message.
   */
  givenUp?(data: PlainFields, error: unknown, context: { jobId: string }): Promise<void>;
  /** It is begun so often before it counts as failed. */
  maxAttempts?: number;
  /** A copy that died loses it after this time. */
  leaseMs?: number;
  /** It comes again this long after each end. */
  every?: { ms: number };
};

/** Whatever the work does ends the process, or takes longer than any process lives. */
export class JobBrokenOffError extends Error {
  override readonly name = "JobBrokenOffError";
}

export type JobKinds = Readonly<Record<string, JobKind>>;

const usualAttempts = 8;
const usualLeaseMs = 60_000;
const firstWaitMs = 10_000;
const longestWaitMs = 3_600_000;
const dayMs = 86_400_000;
/** Of jobs that are over. */
const keptMs = { done: 30 * dayMs, failed: 365 * dayMs };
/** Another copy, of another version, may know it. */
const unknownWaitMs = 3_600_000;

type RunDeps = {
  backend: Pick<ServerBackend, "getDocument" | "commit">;
  log: Log;
  now: () => number;
  newId: () => string;
  kinds: JobKinds;
  random: () => number;
};

/**
 * @param run `onTaken` is called once others see that it is taken.
 * @throws BackendError when that could not be written; its lease then ends by itself
 */
export async function runJob(
  deps: RunDeps,
  run: { job: HeldJob; signal: AbortSignal; onTaken: () => void },
): Promise<void> {
  const { backend, log, now, newId, kinds } = deps;
  const kind = kinds[run.job.kind];
  const leaseMs = kind?.leaseMs ?? usualLeaseMs;
  const hold = await holdJob(backend, run.job, {
    holder: newId(),
    leaseEndsAt: at(now() + leaseMs),
  });
  run.onTaken();
  if (hold === undefined) return;
  const { job } = hold;
  const about = { job: job.id, kind: job.kind, attempt: job.attempt };
  if (kind === undefined) {
    log.warn(about, "a job of a kind that this server does not know waits");
    await hold.change({ ...waiting(now() + unknownWaitMs), attempt: run.job.attempt });
    return;
  }
  const maxAttempts = kind.maxAttempts ?? usualAttempts;
  if (job.attempt > maxAttempts) {
    const text = `It was begun ${maxAttempts} times, and the server ended each time.`;
    const { givenUpFor } = job;
    const error = givenUpFor === null ? new JobBrokenOffError(text) : errorOf(givenUpFor);
    log.error(about, "a job is begun no more");
    await kind.givenUp?.(job.data, error, { jobId: job.id });
    await hold.change(failed(deps, { kind, error: givenUpFor ?? text }));
    return;
  }
  const lost = new AbortController();
  const renewal = setInterval(() => {
    renew(hold, at(now() + leaseMs), lost, log).catch((error: unknown) => {
      log.warn({ ...about, err: error }, "a job's lease could not be renewed");
    });
  }, leaseMs / 3);
  renewal.unref();
  const signal = AbortSignal.any([run.signal, lost.signal]);
  let change: JobChange;
  try {
    const context = { signal, jobId: job.id, attempt: job.attempt };
    const result = boundResult(await kind.run(job.data, context));
    change = ended(deps, { kind, result });
  } catch (error) {
    if (run.signal.aborted) {
      change = { ...waiting(now()), attempt: run.job.attempt };
    } else {
      const isLast = job.attempt >= maxAttempts;
      log[isLast ? "error" : "warn"]({ ...about, err: error }, "a job failed");
      if (isLast && !lost.signal.aborted && kind.givenUp !== undefined) {
        await hold.change({ givenUpFor: errorText(error) });
        await kind.givenUp(job.data, error, { jobId: job.id });
      }
      change = isLast
        ? failed(deps, { kind, error: errorText(error) })
        : { ...waiting(now() + waitMs(job.attempt, deps.random)), error: errorText(error) };
    }
  } finally {
    clearInterval(renewal);
  }
  const isWritten = await hold.change(change);
  if (!isWritten) log.warn(about, "a job was lost to another copy of the server");
}

async function renew(hold: JobHold, until: Date, lost: AbortController, log: Log): Promise<void> {
  if (await hold.change({ dueAt: until.toISOString() })) return;
  log.warn({ job: jobPath(hold.job.id) }, "a job's lease ended before its work");
  lost.abort(new Error("Another copy of the server has this job."));
}

function waiting(dueAtMs: number): JobChange {
  return { state: "waiting", holder: null, dueAt: at(dueAtMs).toISOString() };
}

function ended(
  { now }: RunDeps,
  { kind, result }: { kind: JobKind; result: PlainFields | null },
): JobChange {
  const finishedAt = at(now()).toISOString();
  if (kind.every !== undefined) {
    const next = waiting(now() + kind.every.ms);
    return { ...next, attempt: 0, error: null, result, finishedAt };
  }
  const forgetAt = at(now() + keptMs.done).toISOString();
  const over = { state: "done", holder: null, dueAt: null, error: null };
  return { ...over, result, finishedAt, forgetAt };
}

function failed({ now }: RunDeps, { kind, error }: { kind: JobKind; error: string }): JobChange {
  const finishedAt = at(now()).toISOString();
  // What comes again is tried again when it would have come.
  if (kind.every !== undefined) {
    const next = waiting(now() + kind.every.ms);
    return { ...next, attempt: 0, error, givenUpFor: null, finishedAt };
  }
  const forgetAt = at(now() + keptMs.failed).toISOString();
  const over = { state: "failed", holder: null, dueAt: null, error, givenUpFor: null };
  return { ...over, finishedAt, forgetAt };
}

/** 10 s, 40 s, 160 s… up to an hour; a quarter more or less, so that many do not come back at once. */
function waitMs(attempt: number, random: () => number): number {
  const usual = Math.min(longestWaitMs, firstWaitMs * 4 ** (attempt - 1));
  return usual * (0.75 + random() / 2);
}

const at = (ms: number) => new Date(ms);

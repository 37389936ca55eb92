/**
 * Work that must be done whatever happens to the process: documents `jobs/{id}` (docs/jobs.md). A job runs at least once
 * and on one copy of the server at a time; what it does must be the same when it is done twice under the same id.
 */
import type { PlainFields } from "#lib/firestore-value.ts";
import { isConflict } from "#lib/server-backend.ts";
import type { ServerBackend } from "#lib/server-backend.ts";
import type { Log } from "../log.ts";
import { checkJobData, checkJobId, jobPath, jobsCollection } from "./job-document.ts";
import { readJob, recurringId } from "./job-document.ts";
import type { HeldJob, Job, JobState } from "./job-document.ts";
import { runJob } from "./run-job.ts";
import type { JobKinds } from "./run-job.ts";

export { JobBrokenOffError } from "./run-job.ts";
export type { JobKind, JobKinds } from "./run-job.ts";

type JobsBackend = Pick<ServerBackend, "getDocument" | "findDocuments" | "commit">;

export type Jobs = {
  /**
   * Resolves with its id once it is stored. With an id that there is already nothing changes, whatever became of that job.
   * @throws BackendError; TypeError for an unknown kind, or data that are too much
   */
  schedule(kind: string, job: { id?: string; dueAt: Date; data: PlainFields }): Promise<string>;
  /** False when it has begun or is over, or there is none. @throws BackendError */
  cancel(id: string): Promise<boolean>;
  get(id: string): Promise<Job | null>;
  /** Newest first; `after` is the `next` of the page before. @throws BackendError */
  list(query: {
    state?: JobState | undefined;
    after?: string | undefined;
    limit: number;
  }): Promise<{ jobs: Job[]; next: string | undefined }>;
  /** A failed one again, at once. False when it has not failed. @throws BackendError */
  retry(id: string): Promise<boolean>;
  /** Takes what is due, from now on. */
  start(): void;
  /** Resolves when nothing more is due. */
  runDue(): Promise<void>;
  /** Takes nothing more, lets what runs go on for a moment, then tells it to end; it is taken again later. */
  close(): Promise<void>;
};

/** Copies of a process that is its own backend wake themselves; others have to look. */
const longestSleepMs = 3_600_000;
const atOnce = 2;
const abortedMs = 3000;
const retrySoonMs = 30_000;
const endOfTime = "9999-12-31T23:59:59.999Z";
const lookedAt = 20;

export function createJobs(deps: {
  backend: JobsBackend;
  log: Log;
  /** Milliseconds since 1970. */
  now: () => number;
  newId: () => string;
  kinds: JobKinds;
  /** This process alone has the data: what a process of before has begun nobody runs any more. */
  isOnlyCopy?: boolean;
  /** How long nobody looks for jobs of other copies; without it until the next one is due, an hour at most. */
  pollMs?: number;
  /** What runs when the process ends has so long. */
  graceMs?: number;
  /** From 0 to 1. */
  random?: () => number;
}): Jobs {
  const { backend, log, now, newId, kinds, random = Math.random } = deps;
  const { isOnlyCopy = false, pollMs = longestSleepMs, graceMs = 5000 } = deps;
  const running = new Map<string, { ended: Promise<void>; abort: AbortController }>();
  let timer: NodeJS.Timeout | undefined;
  let wakesAt = Number.POSITIVE_INFINITY;
  let taken = 0;
  let isStarted = false;
  let isClosed = false;
  let looking: Promise<void> | undefined;
  let mustLookAgain = false;

  async function commitIf(change: Parameters<typeof backend.commit>[0]): Promise<boolean> {
    try {
      await backend.commit(change);
      return true;
    } catch (error) {
      if (isConflict(error)) return false;
      throw error;
    }
  }

  async function get(id: string): Promise<HeldJob | null> {
    checkJobId(id);
    const stored = await backend.getDocument(jobPath(id));
    return stored === null ? null : readJob(stored);
  }

  /** @returns what was new */
  async function store(
    kind: string,
    job: { id: string; dueAt: Date; data: PlainFields; isRecurring?: boolean },
  ): Promise<boolean> {
    const { id, dueAt, data, isRecurring = false } = job;
    const document = {
      kind,
      data,
      isRecurring,
      state: "waiting",
      dueAt: dueAt.toISOString(),
      attempt: 0,
      error: null,
      result: null,
      finishedAt: null,
      forgetAt: null,
      holder: null,
      createdAt: new Date(now()).toISOString(),
    };
    return commitIf([{ set: jobPath(id), data: document, when: { exists: false } }]);
  }

  function wakeAt(at: number): void {
    if (!isStarted || isClosed || at >= wakesAt) return;
    clearTimeout(timer);
    const sleepMs = Math.min(pollMs, Math.max(0, at - now()));
    wakesAt = now() + sleepMs;
    timer = setTimeout(look, sleepMs);
    // Whatever else the process has to do keeps it alive.
    timer.unref();
  }

  /** Never rejects. */
  function look(): void {
    clearTimeout(timer);
    wakesAt = Number.POSITIVE_INFINITY;
    mustLookAgain = true;
    looking ??= lookUntilDone().finally(() => {
      looking = undefined;
      // Asked for in the very moment in which it ended.
      if (mustLookAgain && !isClosed) look();
    });
  }

  async function lookUntilDone(): Promise<void> {
    // oxlint-disable-next-line no-unmodified-loop-condition -- close() does
    while (mustLookAgain && !isClosed) {
      mustLookAgain = false;
      try {
        // oxlint-disable-next-line no-await-in-loop -- one after the other is the point
        const nextAt = await takeDue();
        wakeAt(Math.min(nextAt ?? Number.POSITIVE_INFINITY, now() + pollMs));
      } catch (error) {
        log.error({ err: error }, "jobs could not be looked for");
        wakeAt(now() + retrySoonMs);
      }
    }
  }

  /** @returns when the first one is due that was not taken, if this process can tell. */
  async function takeDue(): Promise<number | undefined> {
    // What is read is paid for at Firebase; who looks again soon need not know when the next one is due.
    const upTo = isOnlyCopy ? endOfTime : new Date(now()).toISOString();
    const order = { field: "dueAt", upTo };
    const found = await backend.findDocuments(jobsCollection, { order, limit: lookedAt });
    for (const document of found) {
      const job = readJob(document);
      const dueAt = Date.parse(job.dueAt ?? "");
      if (running.has(job.id)) continue;
      if (dueAt > now()) return dueAt;
      // Whichever ends first looks again.
      if (running.size >= atOnce || isClosed) return undefined;
      // oxlint-disable-next-line no-await-in-loop -- in the order in which they are due
      await take(job);
    }
    return found.length === lookedAt ? now() + retrySoonMs : undefined;
  }

  async function take(job: HeldJob): Promise<void> {
    taken += 1;
    const abort = new AbortController();
    const begun = Promise.withResolvers<void>();
    let mayGoOn = true;
    const ended = runJob(
      { backend, log, now, newId, kinds, random },
      { job, signal: abort.signal, onTaken: begun.resolve },
    )
      .catch((error: unknown) => {
        // Its lease ends, and it is taken again.
        mayGoOn = false;
        log.error({ err: error, job: job.id }, "a job could not be taken or ended");
      })
      .finally(() => {
        running.delete(job.id);
        begun.resolve();
        if (isStarted && mayGoOn) look();
        else wakeAt(now() + retrySoonMs);
      });
    running.set(job.id, { ended, abort });
    await begun.promise;
  }

  async function begin(): Promise<void> {
    if (isOnlyCopy) await freeLost();
    await keepRecurring();
  }

  /** Of a process that was killed. */
  async function freeLost(): Promise<void> {
    const where = { state: "running" };
    for (;;) {
      // oxlint-disable-next-line no-await-in-loop -- what is freed is not found again
      const lost = await backend.findDocuments(jobsCollection, { where, limit: 100 });
      const dueAt = new Date(now()).toISOString();
      const free = { state: "waiting", holder: null, dueAt };
      const writes = lost.map(({ path, updateTime }) => ({
        update: path,
        data: free,
        when: { updateTime },
      }));
      // oxlint-disable-next-line no-await-in-loop -- see above
      if (writes.length > 0) await backend.commit(writes);
      if (lost.length < 100) return;
    }
  }

  /** Each kind that comes again has its one job, and a clock that was wrong has not put it off. */
  async function keepRecurring(): Promise<void> {
    for (const [kind, { every }] of Object.entries(kinds)) {
      if (every === undefined) continue;
      const id = recurringId(kind);
      const latest = new Date(now() + every.ms);
      // oxlint-disable-next-line no-await-in-loop -- a few, at the start
      if (await store(kind, { id, dueAt: latest, data: {}, isRecurring: true })) continue;
      // oxlint-disable-next-line no-await-in-loop -- see above
      const job = await get(id);
      if (job === null || job.state !== "waiting" || Date.parse(job.dueAt ?? "") <= +latest)
        continue;
      const when = { updateTime: job.updateTime };
      // oxlint-disable-next-line no-await-in-loop -- see above
      await commitIf([{ update: jobPath(id), data: { dueAt: latest.toISOString() }, when }]);
    }
  }

  return {
    async schedule(kind, { id = newId(), dueAt, data }) {
      if (kinds[kind] === undefined) throw new TypeError(`There is no kind of job "${kind}".`);
      checkJobId(id);
      checkJobData(data);
      if (await store(kind, { id, dueAt, data })) wakeAt(dueAt.getTime());
      return id;
    },
    async cancel(id) {
      const job = await get(id);
      if (job === null || job.state !== "waiting" || job.isRecurring) return false;
      return commitIf([{ delete: jobPath(id), when: { updateTime: job.updateTime } }]);
    },
    get,
    async list({ state, after, limit }) {
      const found = await backend.findDocuments(jobsCollection, {
        where: state === undefined ? {} : { state },
        order: { field: "createdAt", descending: true, after: readCursor(after) },
        limit: limit + 1,
      });
      const jobs = found.slice(0, limit).map(readJob);
      const last = jobs.at(-1);
      const isMore = found.length > limit && last !== undefined;
      return { jobs, next: isMore ? `${last.createdAt}|${last.id}` : undefined };
    },
    async retry(id) {
      const job = await get(id);
      if (job === null || job.state !== "failed") return false;
      const dueAt = new Date(now()).toISOString();
      const again = { state: "waiting", attempt: 0, dueAt, finishedAt: null, forgetAt: null };
      const when = { updateTime: job.updateTime };
      const isAgain = await commitIf([{ update: jobPath(id), data: again, when }]);
      if (isAgain) wakeAt(now());
      return isAgain;
    },
    start() {
      isStarted = true;
      begin()
        .catch((error: unknown) => {
          log.error({ err: error }, "jobs of before could not be looked after");
        })
        .finally(() => {
          if (!isClosed) look();
        });
    },
    async runDue() {
      let before: number;
      do {
        before = taken;
        look();
        // oxlint-disable-next-line no-await-in-loop -- what ends may make room for another
        await looking;
        // oxlint-disable-next-line no-await-in-loop -- see above
        await Promise.all([...running.values()].map(({ ended }) => ended));
      } while (taken !== before);
    },
    async close() {
      isClosed = true;
      clearTimeout(timer);
      await looking;
      const ended = Promise.all([...running.values()].map((job) => job.ended));
      const grace = Promise.withResolvers<void>();
      const patience = setTimeout(grace.resolve, graceMs);
      await Promise.race([ended, grace.promise]);
      clearTimeout(patience);
      for (const { abort } of running.values()) abort.abort(new Error("The server stops."));
      // What does not listen is taken again when its lease ends.
      const end = Promise.withResolvers<void>();
      const lastPatience = setTimeout(end.resolve, abortedMs);
      await Promise.race([ended, end.promise]);
      clearTimeout(lastPatience);
    },
  };
}

function readCursor(text: string | undefined): { value: string; id: string } | undefined {
  if (text === undefined) return undefined;
  const [value = "", ...id] = text.split("|");
  return { value, id: id.join("|") };
}

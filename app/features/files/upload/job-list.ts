/** The jobs of a tab as screens see them, and kept in the browser a few times a second. */
import { type Job, recordOf } from "./job.ts";
import type { JobRecords } from "#app/live/uploads/drive-jobs.ts";

const keepEveryMs = 200;
/** Only for who looks at it. */
const shownOnly: ReadonlySet<string> = new Set(["sentBytes", "hasFile", "isInstant"]);

export type JobList = {
  get(id: string): Job | undefined;
  /** Kept when this resolves. */
  add(jobs: readonly Job[]): Promise<void>;
  /** One that is gone stays away. */
  change(id: string, change: Partial<Job>): void;
  remove(ids: readonly string[]): void;
  /** Resolves when all that was changed until now is kept. */
  flush(): Promise<void>;
  /** In their order; the same array until something changes. */
  snapshot(): readonly Job[];
  /** Called at most once a frame. */
  subscribe(listener: () => void): () => void;
  /** What an earlier visit left is kept already. */
  show(jobs: readonly Job[]): void;
  /** Resolves when all is kept. */
  close(): Promise<void>;
};

export function createJobList(
  records: Pick<JobRecords, "add" | "change" | "remove">,
  nextFrame: (call: () => void) => void,
  onUnkept: (error: unknown) => void,
): JobList {
  const jobs = new Map<string, Job>();
  const dirty = new Set<string>();
  const listeners = new Set<() => void>();
  let shown: readonly Job[] | undefined = [];
  let isAnnounced = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** So that what is kept later is also written later. */
  let writing: Promise<void> = Promise.resolve();

  function changed(): void {
    shown = undefined;
    if (isAnnounced) return;
    isAnnounced = true;
    nextFrame(() => {
      isAnnounced = false;
      for (const listener of listeners) listener();
    });
  }

  function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    write(async () => {
      // Those that ask while one is written are kept together by the next.
      const some = Array.from(dirty, (id) => jobs.get(id)).filter((job) => job !== undefined);
      dirty.clear();
      if (some.length > 0) await records.change(some.map(recordOf));
    });
    return writing;
  }

  function write(run: () => Promise<void>): void {
    writing = writing.then(run).catch(onUnkept);
  }

  return {
    get: (id) => jobs.get(id),
    async add(added) {
      await records.add(added.map(recordOf));
      for (const job of added) jobs.set(job.id, job);
      changed();
    },
    change(id, change) {
      const before = jobs.get(id);
      if (before === undefined) return;
      jobs.set(id, { ...before, ...change });
      changed();
      if (Object.keys(change).every((key) => shownOnly.has(key))) return;
      dirty.add(id);
      timer ??= setTimeout(() => void flush(), keepEveryMs);
    },
    remove(ids) {
      const known = ids.filter((id) => jobs.delete(id));
      for (const id of known) dirty.delete(id);
      if (known.length === 0) return;
      changed();
      write(() => records.remove(known));
    },
    flush,
    snapshot() {
      shown ??= [...jobs.values()].toSorted((a, b) => a.order - b.order);
      return shown;
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    show(left) {
      for (const job of left) jobs.set(job.id, job);
      changed();
    },
    close() {
      listeners.clear();
      return flush();
    },
  };
}

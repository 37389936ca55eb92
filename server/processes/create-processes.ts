/**
 * Processes for work that is heavy or not to be trusted: one for each job under way, started when first needed and ended
 * when idle, so that a server at rest has none. Each has one job at a time: when it dies it is known which job it died
 * of. They see no environment, read only what they are told, and nothing of theirs is loaded into the server's memory.
 */
import { fork } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { setPriority } from "node:os";
import { dirname, join } from "node:path";
import type { Log } from "../log.ts";
import type { Outcome } from "./answer-jobs.ts";
import { ProcessError } from "./errors.ts";

export type Processes<Job, Answer> = {
  /**
   * Jobs and answers are copied as by `structuredClone`. Rejects when nothing works on the job any more.
   * @throws ProcessError; the signal's reason.
   */
  run(job: Job, signal: AbortSignal): Promise<Answer>;
  /** Of those that run now. */
  pids(): number[];
  /** Ends them at once; resolves when they are gone. */
  close(): Promise<void>;
};

/** `onEnd`: of the job that it has. */
type Life = { gone: Promise<void>; jobs: number; onEnd: (() => void) | undefined };

class ProcessDiedError extends Error {
  override name = "ProcessDiedError";
}

const niceness = 5;

export function createProcesses<Job, Answer>(options: {
  /** What they are for, as the log says it: "pictures". */
  purpose: string;
  /** Absolute path of the process's file, which calls `answerJobs`; its folder may be read. */
  program: string;
  /** Absolute folders, beside the program's own. */
  readable: readonly string[];
  /** The only folder that they may write into, and read; without symbolic links in its path. */
  writable?: string;
  log: Log;
  idleMs: number;
  /** For one job, the start of a process included. */
  timeoutMs: number;
  maxHeapMb: number;
  /** Options of V8's own. */
  v8Options?: readonly string[];
  /** After so many a process ends, whatever it has gathered with it. */
  maxJobs?: number;
}): Processes<Job, Answer> {
  const { purpose, program, readable, writable, log } = options;
  const { idleMs, timeoutMs, maxHeapMb, v8Options = [] } = options;
  const { maxJobs = Number.POSITIVE_INFINITY } = options;
  const all = new Map<ChildProcess, Life>();
  const idle = new Map<ChildProcess, NodeJS.Timeout>();
  let closed = false;
  // Those that are ended by `close` are no fault of a job's.
  const isClosed = () => closed;
  const folders = [
    import.meta.dirname,
    dirname(program),
    ...readable,
    ...(writable ? [writable] : []),
  ];
  const execArgv = [
    "--permission",
    "--allow-addons",
    ...folders.map((folder) => `--allow-fs-read=${join(folder, "*")}`),
    ...(writable ? [`--allow-fs-write=${join(writable, "*")}`] : []),
    "--disable-warning=PERM0001",
    `--max-old-space-size=${maxHeapMb}`,
    ...v8Options,
  ];

  function start(): ChildProcess {
    const child = fork(program, [], {
      // Nothing of ours is to be found there, no secret least of all.
      env: {},
      execArgv,
      // Bytes stay bytes.
      serialization: "advanced",
      stdio: ["ignore", "ignore", "pipe", "ipc"],
    });
    child.stderr?.on("data", (chunk: Buffer) => {
      const text = chunk.toString().trim().slice(0, 1000);
      log.debug({ purpose, text }, "a process wrote");
    });
    const { promise: gone, resolve } = Promise.withResolvers<void>();
    const life: Life = { gone, jobs: 0, onEnd: undefined };
    const leave = () => {
      all.delete(child);
      clearTimeout(idle.get(child));
      idle.delete(child);
      life.onEnd?.();
      resolve();
    };
    child.once("exit", leave);
    // Without a process there is no exit. Later errors are of its channel, and an exit follows.
    child.on("error", (error) => {
      if (child.pid === undefined) leave();
      else child.kill("SIGKILL");
      log.error({ err: error, purpose }, "a process failed");
    });
    all.set(child, life);
    if (child.pid !== undefined) stepBack(child.pid, purpose, log);
    return child;
  }

  function takeIdle(): ChildProcess | undefined {
    const [found] = idle;
    if (found === undefined) return undefined;
    const [child, timer] = found;
    clearTimeout(timer);
    idle.delete(child);
    return child;
  }

  /** It ends by itself when its channel does. */
  function dismiss(child: ChildProcess): void {
    if (child.connected) child.disconnect();
  }

  function rest(child: ChildProcess, life: Life): void {
    if (!all.has(child)) return;
    if (life.jobs >= maxJobs) return dismiss(child);
    const timer = setTimeout(() => {
      idle.delete(child);
      dismiss(child);
    }, idleMs);
    timer.unref();
    idle.set(child, timer);
  }

  async function ask(job: Job, signal: AbortSignal): Promise<Outcome<Answer>> {
    signal.throwIfAborted();
    const child = takeIdle() ?? start();
    const life = all.get(child);
    if (child.pid === undefined || life === undefined) {
      throw new ProcessError("unavailable", `No process for ${purpose} could be started.`);
    }
    life.jobs += 1;
    const { promise, resolve, reject } = Promise.withResolvers<Outcome<Answer>>();
    let reason: Error | undefined;
    const end = (why: Error) => {
      reason = why;
      child.kill("SIGKILL");
    };
    const onAbort = () => end(signal.reason as Error);
    const timer = setTimeout(
      () => end(new ProcessError("slow", `A job for ${purpose} took over ${timeoutMs} ms.`)),
      timeoutMs,
    );
    signal.addEventListener("abort", onAbort, { once: true });
    const onMessage = (message: unknown) => resolve(message as Outcome<Answer>);
    child.once("message", onMessage);
    life.onEnd = () => reject(reason ?? new ProcessDiedError(`A process for ${purpose} died.`));
    child.send(job as object, (error) => {
      // It is dead or dying: its end is what answers.
      if (error !== null) child.kill("SIGKILL");
    });
    try {
      const outcome = await promise;
      if (reason === undefined) rest(child, life);
      return outcome;
    } finally {
      clearTimeout(timer);
      signal.removeEventListener("abort", onAbort);
      child.off("message", onMessage);
      life.onEnd = undefined;
    }
  }

  function unavailable(cause?: unknown): ProcessError {
    return new ProcessError("unavailable", `There are no more processes for ${purpose}.`, cause);
  }

  return {
    async run(job, signal) {
      // What kills a process may have nothing to do with its job; what kills two of them has.
      for (let attempt = 1; ; attempt += 1) {
        if (isClosed()) throw unavailable();
        try {
          // oxlint-disable-next-line no-await-in-loop -- one after the other is the point
          const outcome = await ask(job, signal);
          if ("answer" in outcome) return outcome.answer;
          throw new ProcessError("failed", outcome.failure);
        } catch (error) {
          if (!(error instanceof ProcessDiedError) || signal.aborted) throw error;
          if (attempt === 2) {
            if (isClosed()) throw unavailable(error);
            throw new ProcessError("died", `Two processes for ${purpose} died of one job.`, error);
          }
          log.warn({ purpose }, "a process died; its job is tried once more");
        }
      }
    },
    pids: () => Array.from(all.keys(), (child) => child.pid ?? []).flat(),
    async close() {
      closed = true;
      for (const child of all.keys()) child.kill("SIGKILL");
      await Promise.all(Array.from(all.values(), ({ gone }) => gone));
    },
  };
}

/** The other work of the machine goes first, and when memory runs out these are what the system ends. */
function stepBack(pid: number, purpose: string, log: Log): void {
  try {
    setPriority(pid, niceness);
  } catch (error) {
    log.debug({ err: error, purpose }, "a process keeps its priority");
  }
  if (process.platform !== "linux") return;
  writeFile(`/proc/${pid}/oom_score_adj`, "1000").catch((error: unknown) => {
    log.debug({ err: error, purpose }, "a process is not the first to go");
  });
}

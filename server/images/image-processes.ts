/**
 * The processes that decode pictures: one for each job under way, started when first needed and ended when idle, so that
 * a server at rest has none. Each has one job at a time: when it dies it is known which picture it died of.
 */
import { fork } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { setPriority } from "node:os";
import { join, sep } from "node:path";
import type { Log } from "../log.ts";
import { busyWithPictures, slowPicture, unfitPicture } from "./errors.ts";
import type { ImageJob, JobAnswer, Measured } from "./image-job.ts";

export type ImageProcesses = {
  /**
   * @returns what was measured, for a job of that kind; rejects when nothing works on its files any more.
   * @throws ImageError; the signal's reason.
   */
  run(job: ImageJob, signal: AbortSignal): Promise<Measured | null>;
  /** Of those that run now. */
  pids(): number[];
  /** Ends them at once; resolves when they are gone. */
  close(): Promise<void>;
};

/** `onEnd`: of the job that it has. */
type Life = { gone: Promise<void>; onEnd: (() => void) | undefined };

class ProcessDiedError extends Error {
  override name = "ProcessDiedError";
}

const program = join(import.meta.dirname, "image-process.ts");
const maxHeapMb = 128;
const niceness = 5;

/** The other work of the machine goes first, and when memory runs out these are what the system ends. */
function stepBack(pid: number, log: Log): void {
  try {
    setPriority(pid, niceness);
  } catch (error) {
    log.debug({ err: error }, "a process for pictures keeps its priority");
  }
  if (process.platform !== "linux") return;
  writeFile(`/proc/${pid}/oom_score_adj`, "1000").catch((error: unknown) => {
    log.debug({ err: error }, "a process for pictures is not the first to go");
  });
}

function packagesFolder(): string {
  const path = createRequire(import.meta.url).resolve("sharp");
  const name = `${sep}node_modules${sep}`;
  return path.slice(0, path.indexOf(name) + name.length);
}

export function createImageProcesses(options: {
  /** The only one that they may write into; without symbolic links in its path. */
  folder: string;
  log: Log;
  idleMs: number;
  /** For one job, the start of a process included. */
  timeoutMs: number;
}): ImageProcesses {
  const { folder, log, idleMs, timeoutMs } = options;
  const all = new Map<ChildProcess, Life>();
  const idle = new Map<ChildProcess, NodeJS.Timeout>();
  let closed = false;
  // Those that are ended by `close` are no fault of a picture's.
  const isClosed = () => closed;

  function start(): ChildProcess {
    const child = fork(program, [], {
      // Nothing of ours is to be found there, no secret least of all.
      env: {},
      execArgv: [
        "--permission",
        "--allow-addons",
        `--allow-fs-read=${join(packagesFolder(), "*")}`,
        `--allow-fs-read=${join(import.meta.dirname, "*")}`,
        `--allow-fs-read=${join(folder, "*")}`,
        `--allow-fs-write=${join(folder, "*")}`,
        "--disable-warning=PERM0001",
        `--max-old-space-size=${maxHeapMb}`,
      ],
      stdio: ["ignore", "ignore", "pipe", "ipc"],
    });
    child.stderr?.on("data", (chunk: Buffer) => {
      const text = chunk.toString().trim().slice(0, 1000);
      log.debug({ text }, "a process for pictures wrote");
    });
    const { promise: gone, resolve } = Promise.withResolvers<void>();
    const life: Life = { gone, onEnd: undefined };
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
      log.error({ err: error }, "a process for pictures failed");
    });
    all.set(child, life);
    if (child.pid !== undefined) stepBack(child.pid, log);
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

  function rest(child: ChildProcess): void {
    if (!all.has(child)) return;
    // It ends by itself when its channel does.
    const timer = setTimeout(() => {
      idle.delete(child);
      if (child.connected) child.disconnect();
    }, idleMs);
    timer.unref();
    idle.set(child, timer);
  }

  async function ask(job: ImageJob, signal: AbortSignal): Promise<JobAnswer> {
    signal.throwIfAborted();
    const child = takeIdle() ?? start();
    const life = all.get(child);
    if (child.pid === undefined || life === undefined) throw busyWithPictures();
    const { promise, resolve, reject } = Promise.withResolvers<JobAnswer>();
    let reason: Error | undefined;
    const end = (why: Error) => {
      reason = why;
      child.kill("SIGKILL");
    };
    const onAbort = () => end(signal.reason as Error);
    const timer = setTimeout(() => end(slowPicture()), timeoutMs);
    signal.addEventListener("abort", onAbort, { once: true });
    const onMessage = (message: unknown) => resolve(message as JobAnswer);
    child.once("message", onMessage);
    life.onEnd = () => reject(reason ?? new ProcessDiedError("A process for pictures died."));
    child.send(job, (error) => {
      // It is dead or dying: its end is what answers.
      if (error !== null) child.kill("SIGKILL");
    });
    try {
      const answer = await promise;
      if (reason === undefined) rest(child);
      return answer;
    } finally {
      clearTimeout(timer);
      signal.removeEventListener("abort", onAbort);
      child.off("message", onMessage);
      life.onEnd = undefined;
    }
  }

  return {
    async run(job, signal) {
      // What kills a process may have nothing to do with its picture; what kills two of them has.
      for (let attempt = 1; ; attempt += 1) {
        if (isClosed()) throw busyWithPictures();
        try {
          // oxlint-disable-next-line no-await-in-loop -- one after the other is the point
          const answer = await ask(job, signal);
          if (answer.outcome === "done") return answer.measured;
          const cause = new Error(answer.reason);
          throw answer.outcome === "unfit" ? unfitPicture(cause) : busyWithPictures(cause);
        } catch (error) {
          if (!(error instanceof ProcessDiedError) || signal.aborted) throw error;
          if (attempt === 2) throw isClosed() ? busyWithPictures(error) : unfitPicture(error);
          log.warn({ job: job.kind }, "a process for pictures died; its job is tried once more");
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

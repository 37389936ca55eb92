/**
 * A process for one piece of work that is long and heavy: the server's own threads stay free, it takes what they leave
 * of the processor, and ending it gives everything back at once.
 */
import { type ChildProcess, fork } from "node:child_process";
import { setPriority } from "node:os";
import { fileURLToPath } from "node:url";
import type { Log } from "../sqlite/index.ts";
import { BackupError, type BackupErrorCode } from "./errors.ts";
import type { Progress } from "./make-backup.ts";
import { removeWorkFolders } from "./work-folder.ts";

const niceness = 5;
/** Of its heap; what streams takes far less. */
const maxHeapMb = 256;

export type FromProcess =
  | { is: "progress"; progress: Progress }
  | { is: "done"; result: unknown }
  | { is: "failed"; code: BackupErrorCode | undefined; message: string };

/** @throws BackupError; Error of what nobody foresaw */
export async function runProcess<Result>(
  program: URL,
  job: { folder: string; site: string; work: object },
  options: { signal: AbortSignal; onProgress: (progress: Progress) => void; log: Log },
): Promise<Result> {
  const { signal, onProgress, log } = options;
  if (signal.aborted) throw cancelled();
  const compileCache = process.env["NODE_COMPILE_CACHE"];
  const child = fork(fileURLToPath(program), [], {
    // No secret of ours is to be found there.
    env: compileCache === undefined ? {} : { NODE_COMPILE_CACHE: compileCache },
    execArgv: [`--max-old-space-size=${maxHeapMb}`],
    serialization: "advanced",
    stdio: ["ignore", "ignore", "pipe", "ipc"],
  });
  const kill = () => child.kill("SIGKILL");
  signal.addEventListener("abort", kill, { once: true });
  try {
    return await answerOf<Result>(child, job.work, { signal, onProgress, log });
  } finally {
    signal.removeEventListener("abort", kill);
    child.kill("SIGKILL");
    removeWorkFolders(job.folder, job.site);
  }
}

function answerOf<Result>(
  child: ChildProcess,
  job: object,
  { signal, onProgress, log }: Parameters<typeof runProcess>[2],
): Promise<Result> {
  return new Promise((resolve, reject) => {
    let errors = "";
    let outcome: (() => void) | undefined;
    child.stderr?.on("data", (chunk: Buffer) => (errors = (errors + chunk).slice(-2000)));
    child.on("message", (message: FromProcess) => {
      if (message.is === "progress") return onProgress(message.progress);
      outcome = () => {
        if (message.is === "done") return resolve(message.result as Result);
        const { code, message: text } = message;
        reject(code === undefined ? new Error(text) : new BackupError(code, text));
      };
    });
    child.once("error", (error) => reject(error));
    // Its folder is gone by then.
    child.once("exit", (code, killedBy) => {
      if (outcome !== undefined) return outcome();
      if (signal.aborted) return reject(cancelled());
      log.error({ code, signal: killedBy, errors }, "The process of a back-up ended");
      const cause = errors.trim().slice(-500);
      reject(new Error(`The process of the back-up ended (${killedBy ?? code}).`, { cause }));
    });
    child.once("spawn", () => {
      try {
        setPriority(child.pid ?? 0, niceness);
      } catch (error) {
        log.warn({ err: error }, "The process of a back-up has the usual priority");
      }
      child.send(job);
    });
  });
}

function cancelled(): BackupError {
  return new BackupError("cancelled", "It was cancelled. Nothing of it was kept.");
}

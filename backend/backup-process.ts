/** The process of a back-up or a drill: one piece of work, an answer, and it ends. It ends with the server, too. */
import type { BackendOptions } from "./backend.ts";
import {
  BackupError,
  type DrillJob,
  type FromProcess,
  type MakeJob,
  type Progress,
  makeBackup,
} from "./backup/index.ts";

type Job = Pick<BackendOptions, "projectId" | "rules" | "indexes"> & {
  make?: MakeJob;
  drill?: DrillJob;
};

import { forgetDocument } from "./firestore/index.ts";

const progressEveryMs = 200;
let toldAt = 0;
let toldStep = "";

process.once("disconnect", () => process.exit(1));
process.once("message", (job: Job) => void answer(job));

async function answer(job: Job): Promise<void> {
  let message: FromProcess;
  try {
    message = { is: "done", result: await work(job) };
  } catch (error) {
    const { message: text, stack } = error as Error;
    if (error instanceof BackupError) message = { is: "failed", code: error.code, message: text };
    else message = { is: "failed", code: undefined, message: stack ?? text };
  }
  process.send?.(message, () => process.exit(0));
}

async function work({ make, drill, ...opening }: Job): Promise<unknown> {
  if (make !== undefined) return makeBackup(make, forgetDocument, tell);
  if (drill === undefined) throw new Error("There is nothing to do.");
  const { drillBackup } = await import("./drill-backup.ts");
  return drillBackup(drill, opening, tell);
}

function tell(progress: Progress): void {
  const now = Date.now();
  if (progress.step === toldStep && now - toldAt < progressEveryMs) return;
  toldAt = now;
  toldStep = progress.step;
  process.send?.({ is: "progress", progress } satisfies FromProcess);
}

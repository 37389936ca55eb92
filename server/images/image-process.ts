/**
 * A process of its own for what decodes files of strangers: a fault in a decoder ends this one, not the server. It is
 * started by image-processes.ts with no environment, and may write into the folder of pictures only.
 */
import { writeFile } from "node:fs/promises";
import type { ImageJob, JobAnswer } from "./image-job.ts";
import { makeVariant, measurePicture } from "./make-variant.ts";
import { UnfitPictureError } from "./open-picture.ts";

async function run(job: ImageJob): Promise<JobAnswer> {
  if (job.kind === "measure") {
    return { outcome: "done", measured: await measurePicture(job.source) };
  }
  await writeFile(job.target, await makeVariant(job.source, job), { flag: "wx" });
  return { outcome: "done", measured: null };
}

process.on("message", (job: ImageJob) => {
  run(job)
    .catch((error: unknown): JobAnswer => {
      const outcome = error instanceof UnfitPictureError ? "unfit" : "failed";
      return { outcome, reason: String(error).slice(0, 500) };
    })
    .then((answer) => process.send?.(answer))
    // Whoever asked has gone, and with it the reason to be here.
    .catch(() => process.exit(1));
});

process.on("disconnect", () => process.exit(0));

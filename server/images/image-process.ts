/**
 * A process of its own for what decodes files of strangers: a fault in a decoder ends this one, not the server. It is
 * started by image-processes.ts with no environment, and may write into the folder of pictures only.
 */
import { writeFile } from "node:fs/promises";
import { answerJobs } from "../processes/answer-jobs.ts";
import type { ImageJob, JobAnswer } from "./image-job.ts";
import { cleanPicture, makeVariant, measurePicture } from "./make-variant.ts";
import { UnfitPictureError } from "./open-picture.ts";

async function work(job: ImageJob): Promise<JobAnswer> {
  if (job.kind === "measure") {
    return { outcome: "done", measured: await measurePicture(job.source) };
  }
  const picture =
    job.kind === "clean" ? await cleanPicture(job.source) : await makeVariant(job.source, job);
  await writeFile(job.target, picture, { flag: "wx" });
  return { outcome: "done", measured: null };
}

answerJobs((job: ImageJob) =>
  work(job).catch((error: unknown): JobAnswer => {
    if (!(error instanceof UnfitPictureError)) throw error;
    return { outcome: "unfit", reason: String(error).slice(0, 500) };
  }),
);

/** The processes that decode pictures: what server/processes offers, in the words of pictures. */
import { join } from "node:path";
import type { Log } from "../log.ts";
import { createProcesses } from "../processes/create-processes.ts";
import { ProcessError } from "../processes/errors.ts";
import { packagesFolder } from "../processes/packages-folder.ts";
import { busyWithPictures, slowPicture, unfitPicture } from "./errors.ts";
import type { ImageError } from "./errors.ts";
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

export function createImageProcesses(options: {
  /** The only one that they may write into; without symbolic links in its path. */
  folder: string;
  log: Log;
  idleMs: number;
  /** For one job, the start of a process included. */
  timeoutMs: number;
}): ImageProcesses {
  const { folder, ...rest } = options;
  const processes = createProcesses<ImageJob, JobAnswer>({
    ...rest,
    purpose: "pictures",
    program: join(import.meta.dirname, "image-process.ts"),
    readable: [packagesFolder("sharp")],
    writable: folder,
    maxHeapMb: 128,
  });
  return {
    ...processes,
    async run(job, signal) {
      const answer = await processes.run(job, signal).catch((error: unknown) => {
        throw error instanceof ProcessError ? toImageError(error) : error;
      });
      if (answer.outcome === "unfit") throw unfitPicture(new Error(answer.reason));
      return answer.measured;
    },
  };
}

function toImageError(error: ProcessError): ImageError {
  switch (error.reason) {
    case "died":
      return unfitPicture(error);
    case "slow":
      return slowPicture();
    case "failed":
    case "unavailable":
      return busyWithPictures(error);
  }
}

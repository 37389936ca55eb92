/** A process for tests: reads the file that it is asked for. */
import { readFile } from "node:fs/promises";
import { answerJobs } from "../answer-jobs.ts";

answerJobs(async ({ path }: { path: string }) => ({
  pid: process.pid,
  bytes: await readFile(path),
}));

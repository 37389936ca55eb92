/** The other end of create-processes.ts, in the process itself: does one job after the other for as long as it is asked. */

/** What comes back for a job. */
export type Outcome<Answer> = { answer: Answer } | { failure: string };

/** @param work takes the job and answers as the type arguments of `createProcesses` say. */
export function answerJobs(work: (job: never) => Promise<unknown>): void {
  process.on("message", (job) => {
    work(job as never)
      .then((answer): Outcome<unknown> => ({ answer }))
      .catch((error: unknown): Outcome<never> => ({ failure: String(error).slice(0, 500) }))
      .then((outcome) => process.send?.(outcome))
      // Whoever asked has gone, and with it the reason to be here.
      .catch(() => process.exit(1));
  });
  process.on("disconnect", () => process.exit(0));
}

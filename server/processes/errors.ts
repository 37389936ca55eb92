/**
 * Why a job got no answer. `failed`: what does it threw, and the message is what it said; `died`: two processes died of
 * it, one after the other; `slow`: it took too long; `unavailable`: no process can be had, or not any more.
 */
export class ProcessError extends Error {
  readonly reason: "failed" | "died" | "slow" | "unavailable";

  constructor(reason: ProcessError["reason"], message: string, cause?: unknown) {
    super(message, cause === undefined ? {} : { cause });
    this.name = "ProcessError";
    this.reason = reason;
  }
}

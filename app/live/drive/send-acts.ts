/** Acts on their way: what several ask for at once goes together, and one request after the other keeps their order. */
import type { DriveAct, DriveActResult } from "#lib/drive/acts.ts";
import { mostActs } from "#lib/drive/limits.ts";
import { NoAnswerError } from "../outbox/outbox.ts";

/** A copy takes as long as its bytes: it goes alone, and nothing waits for it. */
const copyTimeoutMs = 15 * 60_000;

export type ActsCall = (
  acts: readonly DriveAct[],
  options: { timeoutMs?: number },
) => Promise<DriveActResult[]>;

type Waiting = {
  act: DriveAct;
  resolve: (result: DriveActResult) => void;
  reject: (error: unknown) => void;
};

/** @returns sends one act; what it returns throws what the call throws */
export function createActSender(call: ActsCall): (act: DriveAct) => Promise<DriveActResult> {
  let waiting: Waiting[] = [];
  let isSending = false;

  async function sendSome(some: readonly Waiting[], options: { timeoutMs?: number }) {
    try {
      const acts = some.map(({ act }) => act);
      const results = await call(acts, options);
      for (const [at, { resolve, reject }] of some.entries()) {
        const result = results[at];
        if (result) resolve(result);
        else reject(new NoAnswerError("The server answered less than it was asked. Try again."));
      }
    } catch (error) {
      for (const { reject } of some) reject(error);
      if (!(error instanceof NoAnswerError) || some[0]?.act.act === "copy-file") return;
      // Those after it would each wait as long for the same.
      const others = waiting;
      waiting = [];
      for (const { reject } of others) reject(error);
    }
  }

  async function sendAll(): Promise<void> {
    if (isSending) return;
    isSending = true;
    // What else is asked for at this moment goes with it.
    await Promise.resolve();
    while (waiting.length > 0) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      await sendSome(waiting.splice(0, mostActs), {});
    }
    isSending = false;
  }

  return (act) =>
    new Promise((resolve, reject) => {
      const one = { act, resolve, reject };
      if (act.act === "copy-file") {
        void sendSome([one], { timeoutMs: copyTimeoutMs });
        return;
      }
      waiting.push(one);
      void sendAll();
    });
}

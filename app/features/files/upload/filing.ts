/** Tells drives of what was stored: a request for many files, however they arrive, and again until it is answered. */
import { NoAnswerError } from "#app/live/outbox/outbox.ts";
import { type Waiting, createPatience } from "#app/live/uploads/patience.ts";
import type { DriveAct, DriveActResult } from "#lib/drive/acts.ts";
import { mostActs } from "#lib/drive/limits.ts";
import type { Drives } from "./drives.ts";

/** Files that arrive one after the other go together. */
const gatherMs = 400;

type Asked = {
  act: DriveAct;
  resolve: (result: DriveActResult) => void;
  reject: (error: unknown) => void;
};

export type Filing = {
  /** Each may be asked again, so that its ids make it once. @throws UploadFailure no-connection; what the drive throws; the signal's reason */
  act(owner: string, act: DriveAct): Promise<DriveActResult>;
  /** In their order, with nothing of others between. */
  actAll(owner: string, acts: readonly DriveAct[]): Promise<DriveActResult[]>;
  /** Does not wait for more. */
  hurry(): void;
};

export function createFiling(
  drives: Pick<Drives, "act">,
  waiting: Waiting,
  life: AbortSignal,
): Filing {
  const queues = new Map<string, Asked[]>();
  const running = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;

  const send = (owner: string, acts: readonly DriveAct[]) =>
    patiently(waiting, life, () => drives.act(owner, acts));

  async function run(owner: string): Promise<void> {
    if (running.has(owner)) return;
    running.add(owner);
    const queue = queues.get(owner) ?? [];
    while (queue.length > 0) {
      const some = queue.splice(0, mostActs);
      try {
        // One after the other, so that the next has all that came meanwhile.
        // oxlint-disable-next-line no-await-in-loop
        const results = await send(
          owner,
          some.map(({ act }) => act),
        );
        some.forEach(({ resolve }, index) => resolve(results[index] ?? { error: "changed" }));
      } catch (error) {
        for (const { reject } of some) reject(error);
      }
    }
    running.delete(owner);
  }

  function hurry(): void {
    clearTimeout(timer);
    timer = undefined;
    for (const owner of queues.keys()) void run(owner);
  }

  return {
    act(owner, act) {
      return new Promise((resolve, reject) => {
        const queue = queues.get(owner) ?? [];
        queues.set(owner, queue);
        queue.push({ act, resolve, reject });
        if (queue.length >= mostActs) hurry();
        else timer ??= setTimeout(hurry, gatherMs);
      });
    },
    async actAll(owner, acts) {
      const results: DriveActResult[] = [];
      for (let from = 0; from < acts.length; from += mostActs) {
        // A folder comes before what lies in it.
        // oxlint-disable-next-line no-await-in-loop
        results.push(...(await send(owner, acts.slice(from, from + mostActs))));
      }
      return results;
    },
    hurry,
  };
}

/** Until it is answered, for as long as one has patience with the server. @throws UploadFailure no-connection; what `run` throws else */
export async function patiently<Answer>(
  waiting: Waiting,
  life: AbortSignal,
  run: () => Promise<Answer>,
): Promise<Answer> {
  const patience = createPatience(waiting);
  for (;;) {
    try {
      // oxlint-disable-next-line no-await-in-loop -- each try comes after the last
      return await run();
    } catch (error) {
      life.throwIfAborted();
      if (!(error instanceof NoAnswerError)) throw error;
      // oxlint-disable-next-line no-await-in-loop
      await patience.wait(0, life, error);
    }
  }
}

/**
 * A job is taken by a commit with a condition, so one copy of the server has it, for as long as its lease is renewed.
 * Whoever lost it writes nothing more of it.
 */
import type { PlainFields } from "#lib/firestore-value.ts";
import { isConflict } from "#lib/server-backend.ts";
import type { ServerBackend } from "#lib/server-backend.ts";
import { jobPath, readJob } from "./job-document.ts";
import type { HeldJob } from "./job-document.ts";

type HoldBackend = Pick<ServerBackend, "getDocument" | "commit">;

/** Null fields are removed from what is asked for by time: a query by a field finds only who has it. */
export type JobChange = Partial<
  Record<
    "state" | "dueAt" | "error" | "holder" | "givenUpFor" | "finishedAt" | "forgetAt",
    string | null
  >
> & { attempt?: number; result?: PlainFields | null };

export type JobHold = {
  /** As it was when it was taken. */
  job: HeldJob;
  /** False when another has it by now. @throws BackendError */
  change(change: JobChange): Promise<boolean>;
};

/** Undefined when another was faster. @throws BackendError */
export async function holdJob(
  backend: HoldBackend,
  found: HeldJob,
  options: { holder: string; leaseEndsAt: Date },
): Promise<JobHold | undefined> {
  const { holder, leaseEndsAt } = options;
  const path = jobPath(found.id);
  const data = {
    state: "running",
    holder,
    dueAt: leaseEndsAt.toISOString(),
    attempt: found.attempt + 1,
  };
  if (!(await commitIf(backend, path, data, found.updateTime))) return undefined;
  const job = { ...found, ...data, state: "running" as const };
  let turn: Promise<unknown> = Promise.resolve();

  async function changeNow(change: JobChange): Promise<boolean> {
    const stored = await backend.getDocument(path);
    if (stored === null || readJob(stored).holder !== holder) return false;
    return commitIf(backend, path, change, stored.updateTime);
  }

  return {
    job,
    change(change) {
      // A renewal must not come in between an end's reading and its writing.
      const changed = turn.then(() => changeNow(change));
      turn = changed.catch(() => undefined);
      return changed;
    },
  };
}

async function commitIf(
  backend: HoldBackend,
  path: string,
  data: JobChange,
  updateTime: string,
): Promise<boolean> {
  try {
    await backend.commit([{ update: path, data, when: { updateTime } }]);
    return true;
  } catch (error) {
    if (isConflict(error)) return false;
    throw error;
  }
}

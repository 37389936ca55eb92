/** Ends what a process that died was at, and forgets what is old: `sweep-ai`, also at each start. docs/ai.md */
import { daysKept } from "#lib/ai/limits.ts";
import { everyChildPage } from "#lib/every-child.ts";
import { keysOf } from "#lib/keys-of.ts";
import type { DatabaseJson, ServerBackend } from "#lib/server-backend.ts";
import { valueAt } from "../chat/chat-updates.ts";
import type { JobKinds } from "../jobs/jobs.ts";
import type { Log } from "../log.ts";
import { streamPath } from "./answers.ts";
import { dayOf } from "./budget.ts";
import type { Finish } from "./finish.ts";
import { type RunRecords, type RunningEntry, readRun } from "./run-records.ts";
import { textOfParts } from "./stream-writer.ts";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** Longer than any answer takes: whoever had it has died. */
const deadMs = 600_000;
const mostRuns = 2_000;

export type AiSweep = {
  /** What no process goes on with is ended. @returns how many. @throws BackendError */
  endDead(): Promise<number>;
  jobKinds: JobKinds;
};

export function createAiSweep(deps: {
  backend: Pick<ServerBackend, "getValue" | "getShallow" | "updateValues" | "exportChildren">;
  records: RunRecords;
  finish: Finish;
  /** Whether this process is at it. */
  isMine: (id: string) => boolean;
  /** What another process had begun nobody goes on with. */
  isOnlyCopy: boolean;
  log: Log;
  /** Milliseconds since 1970. */
  now: () => number;
}): AiSweep {
  const { backend, records, finish, isMine, isOnlyCopy, log, now } = deps;

  async function endOne(id: string, { uid, room }: RunningEntry): Promise<void> {
    const run = await records.find(uid, id);
    if (run?.state !== "running") {
      await records.end({ uid, id }, {});
      return;
    }
    const text = textOfParts(await valueAt(backend, `${streamPath(room, id)}/parts`)).trim();
    const state = text === "" ? ("failed" as const) : ("broken" as const);
    // If it had become a message, that one says what it cost.
    await finish({ ...run, uid, id }, { state, why: "server", text, spent: 0, worked: 0 });
  }

  async function endDead(): Promise<number> {
    let ended = 0;
    for (const [id, entry] of await records.running()) {
      const isDead = isOnlyCopy || entry.at < now() - deadMs;
      if (isMine(id) || !isDead) continue;
      try {
        // oxlint-disable-next-line no-await-in-loop -- few are left
        await endOne(id, entry);
        ended += 1;
      } catch (error) {
        // The others have their turn all the same.
        log.error({ err: error, room: entry.room }, "an answer of the AI could not be ended");
      }
    }
    return ended;
  }

  async function forgetRuns(uid: string): Promise<void> {
    const place = `aiRuns/${uid}`;
    const all: { id: string; at: number; isOver: boolean }[] = [];
    for await (const page of everyChildPage(backend, place)) {
      for (const [id, stored] of page) {
        const run = readRun(stored);
        all.push({ id, at: run?.at ?? 0, isOver: run?.state !== "running" });
      }
    }
    const newest = all.toSorted((a, b) => b.at - a.at);
    const old = newest.filter(
      ({ at, isOver }, index) => isOver && (index >= mostRuns || at < now() - daysKept * dayMs),
    );
    if (old.length === 0) return;
    const gone = old.map(({ id }): [string, DatabaseJson] => [`${place}/${id}`, null]);
    await backend.updateValues(Object.fromEntries(gone));
  }

  async function forgetDays(): Promise<void> {
    const first = dayOf(now() - daysKept * dayMs);
    const old = keysOf(await backend.getShallow("aiBudget")).filter((day) => day < first);
    if (old.length === 0) return;
    await backend.updateValues(Object.fromEntries(old.map((day) => [`aiBudget/${day}`, null])));
  }

  return {
    endDead,
    jobKinds: {
      "sweep-ai": {
        every: { ms: hourMs },
        async run(_data, { signal }) {
          const ended = await endDead();
          await forgetDays();
          for (const uid of keysOf(await backend.getShallow("aiRuns"))) {
            signal.throwIfAborted();
            // oxlint-disable-next-line no-await-in-loop -- one account after the other
            await forgetRuns(uid);
          }
          return { ended };
        },
      },
    },
  };
}

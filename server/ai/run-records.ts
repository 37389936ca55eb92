/** What is known of an answer: `aiRuns/{uid}/{id}`, and `aiRunning/{id}` until it has ended. docs/ai.md */
import type { AiRun } from "#lib/ai/api.ts";
import type { DatabaseJson, ServerBackend } from "#lib/server-backend.ts";
import { numberOf, recordOf, textOf } from "./read-value.ts";

/** What has to be known to end it, whoever does. */
export type RunOf = Pick<AiRun, "room" | "key" | "model" | "day" | "held"> & {
  uid: string;
  id: string;
  root?: string | undefined;
};

export type RunningEntry = {
  uid: string;
  room: string;
  key: string;
  root?: string;
  at: number;
  /** The process that does it. */
  holder: string;
};

export type RunRecords = {
  /** @throws BackendError */
  find(uid: string, id: string): Promise<AiRun | undefined>;
  /** All that are under way, by id. @throws BackendError */
  running(): Promise<Map<string, RunningEntry>>;
  /** False: there is one of this id. @throws BackendError */
  begin(run: RunOf, entry: RunningEntry): Promise<boolean>;
  /** As if it had never begun. @throws BackendError */
  forget(run: Pick<RunOf, "uid" | "id">): Promise<void>;
  /** @throws BackendError */
  end(
    run: Pick<RunOf, "uid" | "id">,
    ended: Partial<Pick<AiRun, "state" | "why" | "spent" | "in" | "out" | "endedAt">>,
  ): Promise<void>;
};

const runPath = (uid: string, id: string) => `aiRuns/${uid}/${id}`;
const runningPath = (id: string) => `aiRunning/${id}`;

export function createRunRecords(deps: {
  backend: Pick<ServerBackend, "getValue" | "putValue" | "updateValues">;
}): RunRecords {
  const { backend } = deps;

  async function find(uid: string, id: string): Promise<AiRun | undefined> {
    return readRun((await backend.getValue(runPath(uid, id))).value);
  }

  return {
    find,
    async running() {
      const { value } = await backend.getValue("aiRunning");
      return new Map(Object.entries(recordOf(value)).map(([id, one]) => [id, readEntry(one)]));
    },
    async begin({ uid, id, ...run }, entry) {
      const { value, etag } = await backend.getValue(runningPath(id));
      if (value !== null || !(await backend.putValue(runningPath(id), entry, etag))) return false;
      // Another one of this id may have ended between two looks.
      if ((await find(uid, id)) !== undefined) {
        await backend.updateValues({ [runningPath(id)]: null });
        return false;
      }
      const { root, ...rest } = run;
      const record: AiRun = {
        ...rest,
        ...(root !== undefined && { root }),
        at: entry.at,
        state: "running",
      };
      await backend.updateValues({ [runPath(uid, id)]: record });
      return true;
    },
    async forget({ uid, id }) {
      await backend.updateValues({ [runPath(uid, id)]: null, [runningPath(id)]: null });
    },
    async end({ uid, id }, ended) {
      for (;;) {
        // oxlint-disable no-await-in-loop -- until nobody was quicker
        const { value, etag } = await backend.getValue(runPath(uid, id));
        // Of an account that is gone nothing is written any more, also if it goes just now.
        if (readRun(value) === undefined) break;
        if (await backend.putValue(runPath(uid, id), { ...recordOf(value), ...ended }, etag)) break;
        // oxlint-enable no-await-in-loop
      }
      await backend.updateValues({ [runningPath(id)]: null });
    },
  };
}

/** Undefined for what is none. */
export function readRun(value: DatabaseJson): AiRun | undefined {
  const run = recordOf(value);
  if (typeof run["room"] !== "string" || typeof run["state"] !== "string") return undefined;
  return run as unknown as AiRun;
}

function readEntry(value: DatabaseJson): RunningEntry {
  const { uid, room, key, root, at, holder } = recordOf(value);
  return {
    uid: textOf(uid),
    room: textOf(room),
    key: textOf(key),
    ...(typeof root === "string" && { root }),
    at: numberOf(at),
    holder: textOf(holder),
  };
}

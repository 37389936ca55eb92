/**
 * Reminders of tasks. Each that is near has a document `reminders/{hash}` and a job of the same name, where the hash is of
 * account, task and instant: planned again it is the same, moved it is another. docs/notifications.md
 */
import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";
import { keysOf } from "#lib/keys-of.ts";
import type { PlainFields } from "#lib/firestore-value.ts";
import type { DatabaseJson, DatabaseQuery, ServerBackend } from "#lib/server-backend.ts";
import { fixedWords } from "#lib/dates/date-words.ts";
import { isLocal } from "#lib/dates/floating.ts";
import type { Task } from "#lib/todo/task.ts";
import { localOf } from "#lib/todo/todo-changes.ts";
import type { JobKinds, Jobs } from "../jobs/jobs.ts";
import { createRateLimit } from "../limits/rate-limit.ts";
import type { Log } from "../log.ts";
import type { Notifier } from "../notifications/notify.ts";
import { isOpen, markOf, storedTask } from "./stored-todos.ts";

const collection = "reminders";
const hourMs = 3_600_000;
const planEveryMs = 6 * hourMs;
/** More than once between two plans. */
const aheadMs = 48 * hourMs;
/** Of a server that stood still; jobs that are over are known for much longer. */
const backMs = 7 * 24 * hourMs;
const pageSize = 200;
/** Of one account, to come as well as late. */
const mostNear = 1000;
/** New ones of one account: the others' wait behind them, and each is a job that is kept for a month. */
const planning = { burst: 200, perMinute: 1 };
/** The rest is planned so much later, the soonest first. */
const restMs = 10 * 60_000;
const debounceMs = 1000;

type RemindersBackend = Pick<
  ServerBackend,
  "queryValues" | "getShallow" | "getValue" | "getDocument" | "findDocuments" | "commit"
>;

export type Reminders = {
  /** To be told of every write to the Realtime Database; `path` is where it was made. */
  onWrite(path: string, value: DatabaseJson): void;
  /** What is near of one account. @throws BackendError */
  plan(uid: string): Promise<void>;
  /** What an earlier process did not come to; nobody waits for it. */
  start(): void;
  jobKinds: JobKinds;
  close(): Promise<void>;
};

export function createReminders(deps: {
  backend: RemindersBackend;
  /** They are made with the kinds that are given back here. */
  jobs: () => Pick<Jobs, "schedule" | "get">;
  notifier: Pick<Notifier, "notify">;
  log: Log;
  /** Milliseconds since 1970. */
  now: () => number;
}): Reminders {
  const { backend, jobs, notifier, log, now } = deps;
  /** Those that have a job. */
  const planned = new LRUCache<string, true>({ maxSize: 20_000, sizeCalculation: () => 1 });
  const ofAccount = createRateLimit({ ...planning, now });
  const soon = new Map<string, NodeJS.Timeout>();
  const rests = new Map<string, NodeJS.Timeout>();
  const life = new AbortController();
  let atStart: Promise<unknown> | undefined;
  const iso = (ms: number) => new Date(ms).toISOString();

  async function plan(uid: string): Promise<void> {
    const lateFrom = now() - hourMs;
    // What is to come must not wait behind what is late already.
    const isAll =
      (await planBetween(uid, lateFrom, now() + aheadMs)) &&
      (await planBetween(uid, now() - backMs, lateFrom));
    if (!isAll) planLater(uid, rests, restMs);
  }

  /** False when the account has had its share. */
  async function planBetween(uid: string, fromMs: number, toMs: number): Promise<boolean> {
    const bounds = { orderBy: "remind/at", endAt: iso(toMs), limit: pageSize };
    let startAfter: DatabaseQuery["startAfter"];
    for (let seen = 0; seen < mostNear && !life.signal.aborted; seen += pageSize) {
      const query = { ...bounds, ...(startAfter ? { startAfter } : { startAt: iso(fromMs) }) };
      // oxlint-disable-next-line no-await-in-loop -- page by page
      const page = await backend.queryValues(`todos/${uid}/tasks`, query);
      for (const [id, value] of page) {
        const stored = storedTask(id, value);
        // oxlint-disable-next-line no-await-in-loop -- few of them are new
        if (stored && isOpen(stored) && !(await planOne(uid, id, stored.remindAt))) return false;
      }
      const last = page.at(-1);
      if (last === undefined || page.length < pageSize) break;
      startAfter = markOf(last, "remind/at");
    }
    return true;
  }

  /** False when the account has had its share. */
  async function planOne(uid: string, task: string, at: string): Promise<boolean> {
    const due = Date.parse(at);
    // Written in another way it would stand elsewhere in the order of time.
    if (Number.isNaN(due) || iso(due) !== at) return true;
    const hash = hashOf(uid, task, at);
    if (planned.has(hash)) return true;
    const id = `remind-${hash}`;
    // A job that is over has told it, or has seen that there is nothing to tell.
    if ((await jobs().get(id)) === null) {
      if (ofAccount.take(uid) > 0) return false;
      await backend.commit([{ set: `${collection}/${hash}`, data: { uid, task, at } }]);
      await jobs().schedule("remind", { id, dueAt: new Date(due), data: { reminder: hash } });
    }
    planned.set(hash, true);
    return true;
  }

  async function remind({ reminder }: PlainFields): Promise<PlainFields> {
    const hash = typeof reminder === "string" ? reminder : "none";
    const path = `${collection}/${hash}`;
    const document = await backend.getDocument(path);
    if (document === null) return { end: "gone" };
    const { uid, task: id, at } = document.data as { uid: string; task: string; at: string };
    const { value } = await backend.getValue(`todos/${uid}/tasks/${id}`);
    const stored = storedTask(id, value);
    const isWanted = stored !== undefined && isOpen(stored) && stored.remindAt === at;
    if (isWanted) {
      await notifier.notify({
        uid,
        id: `rem-${hash}`,
        kind: "reminder",
        title: stored.task.title,
        text: dueWords(stored.task),
        path: `/AdvancedTodoList?task=${encodeURIComponent(id)}`,
        at: Date.parse(at),
      });
    }
    await backend.commit([{ delete: path }]);
    return { end: isWanted ? "told" : "not wanted" };
  }

  async function planAll(signal: AbortSignal): Promise<PlainFields> {
    const uids = keysOf(await backend.getShallow("todos"));
    let failed = 0;
    for (const uid of uids) {
      if (signal.aborted || life.signal.aborted) break;
      try {
        // oxlint-disable-next-line no-await-in-loop -- one account after the other
        await plan(uid);
      } catch (error) {
        // The others have their turn all the same.
        log.error({ err: error, uid }, "reminders of an account could not be planned");
        failed += 1;
      }
    }
    return { accounts: uids.length, failed, forgotten: await forgetOld(signal) };
  }

  /** Whose job has been over: two copies of the server planned at the same moment. */
  async function forgetOld(signal: AbortSignal): Promise<number> {
    const order = { field: "at", upTo: iso(now() - 2 * backMs) };
    for (let forgotten = 0; ;) {
      signal.throwIfAborted();
      // oxlint-disable-next-line no-await-in-loop -- what is deleted is not found again
      const old = await backend.findDocuments(collection, { order, limit: pageSize });
      // oxlint-disable-next-line no-await-in-loop -- see above
      if (old.length > 0) await backend.commit(old.map(({ path }) => ({ delete: path })));
      forgotten += old.length;
      if (old.length < pageSize) return forgotten;
    }
  }

  function planLater(uid: string, waiting: Map<string, NodeJS.Timeout>, ms: number): void {
    if (waiting.has(uid) || life.signal.aborted) return;
    const timer = setTimeout(() => {
      waiting.delete(uid);
      plan(uid).catch((error: unknown) => {
        log.error({ err: error }, "reminders could not be planned; they are, in some hours");
      });
    }, ms);
    waiting.set(uid, timer);
  }

  return {
    onWrite(path, value) {
      const [root, uid = "", kind, , register] = path.split("/");
      if (root !== "todos" || uid === "" || value === null) return;
      if ((kind ?? "tasks") === "tasks" && (register ?? "remind") === "remind")
        planLater(uid, soon, debounceMs);
    },
    plan,
    start() {
      atStart = planAll(life.signal).catch((error: unknown) => {
        if (!life.signal.aborted) log.error({ err: error }, "reminders could not be planned");
      });
    },
    jobKinds: {
      remind: { run: remind },
      "plan-reminders": {
        every: { ms: planEveryMs },
        leaseMs: 10 * 60_000,
        run: (_data, { signal }) => planAll(signal),
      },
    },
    async close() {
      life.abort();
      for (const timer of [...soon.values(), ...rests.values()]) clearTimeout(timer);
      await atStart;
    },
  };
}

function hashOf(uid: string, task: string, at: string): string {
  return createHash("sha256").update(`${uid} ${task} ${at}`).digest("hex").slice(0, 32);
}

function dueWords({ due }: Task): string {
  return due !== null && isLocal(localOf(due)) ? `Due ${fixedWords(localOf(due))}` : "";
}

/**
 * Reminders to write. `journalReminders/{hash}`, where the hash is of the account, says when; the next time is a job. When
 * it has come the server asks whether something was written that day, which is all that it can see, and is silent if so.
 * docs/journal.md
 */
import { createHash } from "node:crypto";
import type { PlainFields } from "#lib/firestore-value.ts";
import {
  type WritingReminder,
  dayBegan,
  nextReminder,
  readWritingReminder,
} from "#lib/journal/writing-reminder.ts";
import type { ServerBackend } from "#lib/server-backend.ts";
import type { JobKinds, Jobs } from "../jobs/jobs.ts";
import type { Log } from "../log.ts";
import type { Notifier } from "../notifications/notify.ts";

const collection = "journalReminders";
const dayMs = 24 * 3_600_000;
/** Of a server that stood still: in the morning nobody wants to hear of the evening. */
const lateMs = 3 * 3_600_000;
const pageSize = 200;
/** An account has no more than 20 that are there, and what is left of others. */
const mostJournals = 300;

type RemindersBackend = Pick<ServerBackend, "getDocument" | "findDocuments" | "commit">;

export type WritingReminders = {
  /** Null: none. @throws BackendError */
  read(uid: string): Promise<WritingReminder | null>;
  /** Null takes it away. @throws BackendError */
  save(uid: string, reminder: WritingReminder | null): Promise<void>;
  jobKinds: JobKinds;
};

export function createWritingReminders(deps: {
  backend: RemindersBackend;
  /** They are made with the kinds that are given back here. */
  jobs: () => Pick<Jobs, "schedule" | "cancel">;
  notifier: Pick<Notifier, "notify">;
  log: Log;
  /** Milliseconds since 1970. */
  now: () => number;
}): WritingReminders {
  const { backend, jobs, notifier, log, now } = deps;

  async function schedule(hash: string, reminder: WritingReminder, after: number): Promise<void> {
    const dueAt = nextReminder(reminder, after);
    const due = dueAt.toISOString();
    const id = jobId(hash, dueAt);
    await jobs().schedule("remind-writing", { id, dueAt, data: { reminder: hash, due } });
  }

  async function remind({ reminder: hash, due }: PlainFields): Promise<PlainFields> {
    if (typeof hash !== "string" || typeof due !== "string") return { end: "gone" };
    const found = await backend.getDocument(`${collection}/${hash}`);
    const reminder = readWritingReminder(found?.data);
    const uid = found?.data["uid"];
    if (!reminder || typeof uid !== "string") return { end: "gone" };
    const dueMs = Date.parse(due);
    // Changed since: the new times have a job of their own.
    if (nextReminder(reminder, dueMs - 1).getTime() !== dueMs) return { end: "gone" };
    const end = await tell(uid, hash, reminder, dueMs);
    await schedule(hash, reminder, Math.max(dueMs, now()));
    return { end };
  }

  async function tell(
    uid: string,
    hash: string,
    reminder: WritingReminder,
    dueMs: number,
  ): Promise<string> {
    if (now() - dueMs > lateMs) return "late";
    if (await hasWritten(uid, dayBegan(reminder, dueMs))) return "written";
    await notifier.notify({
      uid,
      id: `write-${hash.slice(0, 16)}-${new Date(dueMs).toISOString().slice(0, 10)}`,
      kind: "journal",
      title: "Time to write",
      text: "",
      path: "/AdvancedJournal",
      at: dueMs,
    });
    return "told";
  }

  /** Asks for times alone. */
  async function hasWritten(uid: string, since: Date): Promise<boolean> {
    const place = `users/${uid}/journals`;
    const journals = await backend.findDocuments(place, { fields: ["at"], limit: mostJournals });
    for (const { id } of journals) {
      const order = { field: "at", descending: true };
      const query = { order, fields: ["at"], limit: 1 };
      // oxlint-disable-next-line no-await-in-loop -- the first one that was written in is enough
      const [last] = await backend.findDocuments(`${place}/${id}/journalRecords`, query);
      const at = last?.data["at"];
      if (typeof at === "string" && Date.parse(at) >= since.getTime()) return true;
    }
    return false;
  }

  /** Those whose chain of jobs was broken, as by a job that failed too often. */
  async function planAll(signal: AbortSignal): Promise<PlainFields> {
    let [reminders, failed, after] = [0, 0, undefined as string | undefined];
    for (;;) {
      signal.throwIfAborted();
      const query = { limit: pageSize, ...(after !== undefined && { after }) };
      // oxlint-disable-next-line no-await-in-loop -- page by page
      const page = await backend.findDocuments(collection, query);
      for (const { id, data } of page) {
        const reminder = readWritingReminder(data);
        if (!reminder) continue;
        reminders += 1;
        try {
          // oxlint-disable-next-line no-await-in-loop -- one after the other
          await schedule(id, reminder, now());
        } catch (error) {
          // The others have their turn all the same.
          log.error({ err: error }, "a reminder to write could not be planned");
          failed += 1;
        }
      }
      after = page.at(-1)?.id;
      if (page.length < pageSize) return { reminders, failed };
    }
  }

  return {
    async read(uid) {
      const found = await backend.getDocument(`${collection}/${hashOf(uid)}`);
      return readWritingReminder(found?.data) ?? null;
    },
    async save(uid, reminder) {
      const hash = hashOf(uid);
      const path = `${collection}/${hash}`;
      const before = readWritingReminder((await backend.getDocument(path))?.data);
      // Else each change would leave a job behind.
      if (before) await jobs().cancel(jobId(hash, nextReminder(before, now())));
      if (reminder === null) return backend.commit([{ delete: path }]);
      const data = { uid, ...reminder, days: [...reminder.days] };
      await backend.commit([{ set: path, data }]);
      await schedule(hash, reminder, now());
    },
    jobKinds: {
      "remind-writing": { run: remind },
      "plan-writing": {
        every: { ms: dayMs },
        leaseMs: 10 * 60_000,
        run: (_data, { signal }) => planAll(signal),
      },
    },
  };
}

/** The same time again is the same job. */
function jobId(hash: string, dueAt: Date): string {
  return `write-${hash}-${dueAt.toISOString().replaceAll(/\D/g, "").slice(0, 12)}`;
}

/** So that the names of documents and jobs name nobody. */
function hashOf(uid: string): string {
  return createHash("sha256").update(`journal ${uid}`).digest("hex").slice(0, 32);
}

/** The documents `users/{uid}/todoArchive/…`: `{YYYY-MM}-{n}` with the tasks of a month, `days-{YYYY}` with their counts. */
import { isConflict } from "#lib/server-backend.ts";
import type { ServerBackend, Write } from "#lib/server-backend.ts";
import type { ArchivedTask } from "#lib/todo/archived-task.ts";

/** Firestore takes 1 MiB, and 40,000 entries of its indexes: a field is two. */
const mostBytes = 900_000;
const mostTasks = 500;
const maxTries = 5;
/** Of a month: its owner may write there, and all of them are read at once. */
const mostDocuments = 60;

type Tasks = Record<string, ArchivedTask>;
type Month = {
  path: string;
  tasks: Tasks;
  bytes: number;
  updateTime: string | undefined;
  isChanged: boolean;
};

export type ArchiveDocuments = {
  /** Those that are there already are replaced. @param month `2026-11`, of all of them. @throws BackendError */
  add(uid: string, month: string, tasks: readonly ArchivedTask[]): Promise<void>;
  /** They are in use again. @throws BackendError */
  remove(uid: string, month: string, ids: readonly string[]): Promise<void>;
};

export function createArchiveDocuments(
  backend: Pick<ServerBackend, "getDocument" | "commit">,
): ArchiveDocuments {
  const folderOf = (uid: string) => `users/${uid}/todoArchive`;

  /** They are numbered from 1. */
  async function read(uid: string, month: string): Promise<Month[]> {
    const months: Month[] = [];
    for (;;) {
      if (months.length === mostDocuments) throw new Error("The archive of a month is too long.");
      const path = `${folderOf(uid)}/${month}-${months.length + 1}`;
      // oxlint-disable-next-line no-await-in-loop -- whether there is another one is known then
      const stored = await backend.getDocument(path);
      if (stored === null) return months;
      const tasks = tasksIn(stored.data["tasks"]);
      const { updateTime } = stored;
      months.push({ path, tasks, bytes: bytesOf(tasks), updateTime, isChanged: false });
    }
  }

  async function change(uid: string, month: string, act: (months: Month[]) => void): Promise<void> {
    for (let tries = 1; ; tries += 1) {
      // oxlint-disable-next-line no-await-in-loop -- each try waits for the one before
      const months = await read(uid, month);
      act(months);
      const writes = months.filter(({ isChanged }) => isChanged).map((one) => writeOf(month, one));
      try {
        // oxlint-disable-next-line no-await-in-loop -- one large document at a time
        for (const write of writes) await backend.commit([write]);
        // oxlint-disable-next-line no-await-in-loop -- see above
        await countDays(uid, month, months);
        return;
      } catch (error) {
        if (tries === maxTries || !isConflict(error)) throw error;
      }
    }
  }

  /** Anew from all that the month has, so that it is right whatever was broken off. */
  async function countDays(uid: string, month: string, months: readonly Month[]): Promise<void> {
    const [year = "", number = ""] = month.split("-");
    const path = `${folderOf(uid)}/days-${year}`;
    const stored = await backend.getDocument(path);
    const before = Object.entries(recordIn(stored?.data["days"]));
    const others = before.filter(([day]) => !day.startsWith(`${number}-`));
    const days: Record<string, number> = {};
    for (const [day, count] of others) if (typeof count === "number") days[day] = count;
    for (const { done, doneDay } of months.flatMap(({ tasks }) => Object.values(tasks))) {
      const day = doneDay.slice(5);
      if (done === "done") days[day] = (days[day] ?? 0) + 1;
    }
    const when = stored ? { updateTime: stored.updateTime } : { exists: false };
    await backend.commit([{ set: path, data: { year: Number(year), days }, when }]);
  }

  return {
    add: (uid, month, tasks) =>
      change(uid, month, (months) => {
        for (const task of tasks) put(`${folderOf(uid)}/${month}`, months, task);
      }),
    remove: (uid, month, ids) =>
      change(uid, month, (months) => {
        for (const one of months) {
          const left = Object.entries(one.tasks).filter(([id]) => !ids.includes(id));
          if (left.length === Object.keys(one.tasks).length) continue;
          one.tasks = Object.fromEntries(left);
          one.isChanged = true;
        }
      }),
  };
}

function put(prefix: string, months: Month[], task: ArchivedTask): void {
  let place = months.find(({ tasks }) => Object.hasOwn(tasks, task.id));
  place ??= months.at(-1);
  if (place === undefined || (!Object.hasOwn(place.tasks, task.id) && !hasRoom(place, task))) {
    const path = `${prefix}-${months.length + 1}`;
    place = { path, tasks: {}, bytes: 0, updateTime: undefined, isChanged: true };
    months.push(place);
  }
  place.bytes += bytesOf(task);
  place.tasks[task.id] = task;
  place.isChanged = true;
}

function hasRoom({ tasks, bytes }: Month, task: ArchivedTask): boolean {
  return Object.keys(tasks).length < mostTasks && bytes + bytesOf(task) <= mostBytes;
}

function bytesOf(value: object): number {
  return Buffer.byteLength(JSON.stringify(value));
}

function writeOf(month: string, { path, tasks, updateTime }: Month): Write {
  const when = updateTime === undefined ? { exists: false } : { updateTime };
  return { set: path, data: { month, tasks }, when };
}

/** Its owner may write there, and anything. */
function tasksIn(value: unknown): Tasks {
  const found = Object.entries(recordIn(value) as Tasks);
  return Object.fromEntries(
    found.filter(([, task]) => typeof recordIn(task)["doneDay"] === "string"),
  );
}

function recordIn(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}

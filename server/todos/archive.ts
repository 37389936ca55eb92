/**
 * Takes tasks that were done a month ago out of `todos/{uid}` into documents `users/{uid}/todoArchive/…`, and what was
 * marked gone a month ago away. Broken off anywhere, the next run comes to the same. docs/todo.md
 */
import type { PlainFields } from "#lib/firestore-value.ts";
import { keysOf } from "#lib/keys-of.ts";
import { readItem } from "#lib/records/register.ts";
import type { DatabaseQuery, ServerBackend } from "#lib/server-backend.ts";
import { isLocal } from "#lib/dates/floating.ts";
import { registerText } from "#lib/todo/registers.ts";
import type { JobKind } from "../jobs/jobs.ts";
import type { Log } from "../log.ts";
import { createArchiveDocuments } from "./archive-documents.ts";
import { isGoneItem, itemsOf, markOf, openTasks, storedTask } from "./stored-todos.ts";
import type { StoredTask } from "./stored-todos.ts";

const dayMs = 86_400_000;
const keptDays = 30;
const pageSize = 500;
const tooManyTasks = 20_000;
const kinds = ["tasks", "lists", "labels", "filters", "series", "lost"] as const;

type ArchiveBackend = Pick<
  ServerBackend,
  "getShallow" | "getValue" | "putValue" | "queryValues" | "updateValues" | "getDocument" | "commit"
>;

export function todoArchive(deps: {
  backend: ArchiveBackend;
  log: Log;
  /** Milliseconds since 1970. */
  now: () => number;
}): JobKind {
  const { backend, log, now } = deps;
  const documents = createArchiveDocuments(backend);

  /** Whose place it is says who listens that things go away without being marked. */
  function createSweep(uid: string) {
    const place = `todos/${uid}`;
    let isMarked = false;
    return {
      /** Only as it was read: what somebody has written into since stays. */
      async delete(path: string, isSame: (value: unknown) => boolean): Promise<boolean> {
        if (!isMarked) await backend.updateValues({ [`${place}/meta/sweeping`]: now() });
        isMarked = true;
        const { value, etag } = await backend.getValue(`${place}/${path}`);
        return value !== null && isSame(value) && backend.putValue(`${place}/${path}`, null, etag);
      },
      async end(): Promise<void> {
        const { value } = await backend.getValue(`${place}/meta/sweeping`);
        // A run of before may have been broken off.
        if (!isMarked && value === null) return;
        await backend.updateValues({
          [`${place}/meta/swept`]: now(),
          [`${place}/meta/sweeping`]: null,
        });
      },
    };
  }
  type Sweep = ReturnType<typeof createSweep>;

  async function archive(uid: string, sweep: Sweep, signal: AbortSignal): Promise<number> {
    const until = new Date(now() - keptDays * dayMs).toISOString().slice(0, 10);
    let startAfter: DatabaseQuery["startAfter"];
    let names: Awaited<ReturnType<typeof namesOf>> | undefined;
    for (let archived = 0; ;) {
      signal.throwIfAborted();
      const bounds = startAfter ? { startAfter } : { startAt: "1" };
      const query = { orderBy: "done/day", ...bounds, endAt: until, limit: pageSize };
      // oxlint-disable-next-line no-await-in-loop -- page by page
      const page = await backend.queryValues(`todos/${uid}/tasks`, query);
      // oxlint-disable-next-line no-await-in-loop -- once, if there is anything
      if (page.length > 0) names ??= await namesOf(uid);
      const tasks = page.flatMap(([id, value]) => {
        const stored = storedTask(id, value);
        return stored && isOver(stored) && names?.parents.has(id) === false ? [stored] : [];
      });
      // oxlint-disable-next-line no-await-in-loop -- see above
      if (names) archived += await archiveSome(uid, sweep, { tasks, names });
      const last = page.at(-1);
      if (last === undefined || page.length < pageSize) return archived;
      startAfter = markOf(last, "done/day");
    }
  }

  async function archiveSome(
    uid: string,
    sweep: Sweep,
    { tasks, names }: { tasks: readonly StoredTask[]; names: Awaited<ReturnType<typeof namesOf>> },
  ): Promise<number> {
    let archived = 0;
    for (const [month, ofMonth] of Map.groupBy(tasks, ({ task }) => task.doneDay.slice(0, 7))) {
      const plain = ofMonth.map(({ task }) => ({
        ...task,
        labels: [...task.labels],
        listName: names.lists.get(task.list) ?? "",
        labelNames: task.labels.flatMap((label) => names.labels.get(label) ?? []),
      }));
      // oxlint-disable-next-line no-await-in-loop -- documents first: what goes is there already
      await documents.add(uid, month, plain);
      const back: string[] = [];
      for (const { task, at } of ofMonth) {
        const isSame = (value: unknown) => readItem(value)?.at === at;
        // oxlint-disable-next-line no-await-in-loop -- see above
        if (await sweep.delete(`tasks/${task.id}`, isSame)) archived += 1;
        else back.push(task.id);
      }
      // oxlint-disable-next-line no-await-in-loop -- see above
      if (back.length > 0) await documents.remove(uid, month, back);
    }
    return archived;
  }

  async function namesOf(uid: string) {
    const namesIn = async (kind: string) => {
      const names = new Map<string, string>();
      for await (const [id, item] of itemsOf(backend, uid, kind))
        names.set(id, registerText(item, "name"));
      return names;
    };
    const parents = new Set<string>();
    for await (const { task } of openTasks(backend, uid)) parents.add(task.parent);
    /** Who has something open below stays with it. */
    return { lists: await namesIn("lists"), labels: await namesIn("labels"), parents };
  }

  async function purge(uid: string, sweep: Sweep, signal: AbortSignal): Promise<number> {
    const endAt = (now() - keptDays * dayMs) * 1000;
    let purged = 0;
    for (const kind of kinds) {
      let startAfter: DatabaseQuery["startAfter"];
      for (;;) {
        signal.throwIfAborted();
        const bounds = startAfter ? { startAfter } : { startAt: 1 };
        const query = { orderBy: "gone/t", ...bounds, endAt, limit: pageSize };
        // oxlint-disable-next-line no-await-in-loop -- page by page
        const page = await backend.queryValues(`todos/${uid}/${kind}`, query);
        for (const [id, value] of page) {
          const item = readItem(value);
          if (item === undefined || !isGoneItem(kind, item)) continue;
          const isSame = (latest: unknown) => readItem(latest)?.at === item.at;
          // oxlint-disable-next-line no-await-in-loop -- see above
          if (await sweep.delete(`${kind}/${id}`, isSame)) purged += 1;
        }
        const last = page.at(-1);
        if (last === undefined || page.length < pageSize) break;
        startAfter = markOf(last, "gone/t");
      }
    }
    return purged;
  }

  async function runOne(uid: string, signal: AbortSignal) {
    const sweep = createSweep(uid);
    const archived = await archive(uid, sweep, signal);
    const purged = await purge(uid, sweep, signal);
    await sweep.end();
    const tasks = keysOf(await backend.getShallow(`todos/${uid}/tasks`)).length;
    if (tasks > tooManyTasks) log.warn({ uid, tasks }, "an account has very many tasks");
    return { archived, purged };
  }

  return {
    every: { ms: dayMs },
    async run(_data, { signal }): Promise<PlainFields> {
      const total = { archived: 0, purged: 0, failed: 0 };
      for (const uid of keysOf(await backend.getShallow("todos"))) {
        try {
          // oxlint-disable-next-line no-await-in-loop -- one account after the other
          const of = await runOne(uid, signal);
          total.archived += of.archived;
          total.purged += of.purged;
        } catch (error) {
          signal.throwIfAborted();
          // What one account has written must not keep the others from their turn.
          log.error({ err: error, uid }, "done tasks of an account could not be archived");
          total.failed += 1;
        }
      }
      return total;
    },
  };
}

/** No path and no field may come of what somebody wrote as a day or an id. */
function isOver({ task, isGone }: StoredTask): boolean {
  const isNamed = task.doneDay.length === 10 && isLocal(task.doneDay) && !/^__.*__$/.test(task.id);
  return !isGone && task.done !== "" && isNamed;
}

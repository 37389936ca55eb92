/** Jobs: a day that is over is counted anew from all of its views, and what is kept only for a time is deleted. */
import { addDays, dateOf } from "#lib/analytics/dates.ts";
import { isConflict } from "#lib/server-backend.ts";
import type { ServerBackend } from "#lib/server-backend.ts";
import { boundLists, countView, emptyCounts } from "./day-counts.ts";
import type { DayCounts, VisitorState } from "./day-counts.ts";
import { dayPath, daysCollection, toDayDocument, visitorsCollection } from "./day-document.ts";
import { keptDays, readView, viewsCollection } from "./page-view.ts";
import { forgetSalt } from "./visitor-salt.ts";
import { vitalDaysCollection } from "./vital-counts.ts";

type DaysBackend = Pick<ServerBackend, "getDocument" | "findDocuments" | "commit">;

/** As server/jobs has it. */
type Job = {
  every: { ms: number };
  run(data: unknown, context: { signal: AbortSignal }): Promise<Record<string, number>>;
};

const hourMs = 3_600_000;
/** Views of the last minute before midnight may still wait for their batch. */
const settledMs = 10 * 60_000;
const readAtOnce = 1000;
const deletedAtOnce = 400;
const maxTries = 3;
/** Counts of days, about three years. */
const daysKept = 1100;

/** `now` in milliseconds since 1970. */
export function createDayJobs(deps: {
  backend: DaysBackend;
  now: () => number;
}): Record<"count-page-views" | "sweep-page-views", Job> {
  const { backend, now } = deps;
  const empty = new Set<string>();

  return {
    "count-page-views": {
      every: { ms: hourMs },
      async run(_data, { signal }) {
        const today = dateOf(now() - settledMs);
        let counted = 0;
        // The oldest day that still has all of its views comes first.
        for (let age = keptDays - 1; age > 0; age -= 1) {
          const date = addDays(today, -age);
          signal.throwIfAborted();
          if (empty.has(date)) continue;
          // oxlint-disable-next-line no-await-in-loop -- one day after the other: a day may be many views
          const done = await countDay(backend, date, signal);
          if (done === "empty") empty.add(date);
          if (done === "counted") counted += 1;
        }
        for (const date of empty) if (date < addDays(today, -keptDays)) empty.delete(date);
        await deleteUpTo(backend, visitorsCollection, today, signal);
        await forgetSalt(backend, today);
        return { counted };
      },
    },
    "sweep-page-views": {
      every: { ms: 24 * hourMs },
      async run(_data, { signal }) {
        const deleted = await deleteViews(
          backend,
          new Date(now() - keptDays * 24 * hourMs).toISOString(),
          signal,
        );
        const oldest = addDays(dateOf(now()), -daysKept);
        await deleteUpTo(backend, daysCollection, oldest, signal);
        await deleteUpTo(backend, vitalDaysCollection, oldest, signal);
        return { deleted };
      },
    },
  };
}

/** The same views give the same counts, so it may be done again. @throws BackendError */
export async function countDay(
  backend: DaysBackend,
  date: string,
  signal: AbortSignal,
): Promise<"counted" | "counted before" | "empty"> {
  for (let tries = 1; ; tries += 1) {
    // oxlint-disable-next-line no-await-in-loop -- a late view changes the document: then it is counted anew
    const day = await backend.getDocument(dayPath(date));
    if (day?.data["isComplete"] === true) return "counted before";
    // oxlint-disable-next-line no-await-in-loop -- see above
    const counts = await countViews(backend, date, signal);
    if (counts === undefined && day === null) return "empty";
    const data = toDayDocument(date, boundLists(counts ?? emptyCounts()), true);
    try {
      const when = day === null ? { exists: false } : { updateTime: day.updateTime };
      // oxlint-disable-next-line no-await-in-loop -- see above
      await backend.commit([{ set: dayPath(date), data, when }]);
      return "counted";
    } catch (error) {
      if (!isConflict(error) || tries === maxTries) throw error;
    }
  }
}

/** Undefined when there are none. */
async function countViews(
  backend: DaysBackend,
  date: string,
  signal: AbortSignal,
): Promise<DayCounts | undefined> {
  const counts = emptyCounts();
  const visitors = new Map<string, VisitorState>();
  const end = addDays(date, 1);
  let found = 0;
  let after = { value: date, id: "-" };
  for (;;) {
    signal.throwIfAborted();
    // oxlint-disable-next-line no-await-in-loop -- each page begins where the one before it ended
    const page = await backend.findDocuments(viewsCollection, {
      order: { field: "at", upTo: end, after },
      limit: readAtOnce,
    });
    for (const { id, data } of page) {
      const view = readView(data);
      after = { value: view.at, id };
      const before = view.visitor === undefined ? undefined : visitors.get(view.visitor);
      const state = countView(counts, view, before);
      if (state !== undefined && view.visitor !== undefined) visitors.set(view.visitor, state);
    }
    found += page.length;
    if (page.length < readAtOnce) return found === 0 ? undefined : counts;
  }
}

/** Documents whose id is less. */
async function deleteUpTo(
  backend: DaysBackend,
  collection: string,
  end: string,
  signal: AbortSignal,
): Promise<void> {
  for (;;) {
    signal.throwIfAborted();
    // oxlint-disable-next-line no-await-in-loop -- what is deleted is not found again
    const page = await backend.findDocuments(collection, { limit: deletedAtOnce });
    const old = page.filter(({ id }) => id < end);
    // oxlint-disable-next-line no-await-in-loop -- see above
    if (old.length > 0) await backend.commit(old.map(({ path }) => ({ delete: path })));
    if (old.length < deletedAtOnce) return;
  }
}

async function deleteViews(
  backend: DaysBackend,
  upTo: string,
  signal: AbortSignal,
): Promise<number> {
  let deleted = 0;
  for (;;) {
    signal.throwIfAborted();
    // oxlint-disable-next-line no-await-in-loop -- what is deleted is not found again
    const page = await backend.findDocuments(viewsCollection, {
      order: { field: "at", upTo },
      limit: deletedAtOnce,
    });
    // oxlint-disable-next-line no-await-in-loop -- see above
    if (page.length > 0) await backend.commit(page.map(({ path }) => ({ delete: path })));
    deleted += page.length;
    if (page.length < deletedAtOnce) return deleted;
  }
}

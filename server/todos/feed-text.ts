/** What stands in the calendar of an account: its open tasks that have a day, as icsOf writes them. */
import type { ServerBackend } from "#lib/server-backend.ts";
import { icsOf } from "#lib/todo/ics.ts";
import { ruleIn } from "#lib/todo/registers.ts";
import type { Rule } from "#lib/todo/rule.ts";
import { localOf } from "#lib/todo/todo-changes.ts";
import { isGoneItem, itemsOf, openTasks } from "./stored-todos.ts";
import type { StoredTask } from "./stored-todos.ts";

/** A rule can be written so that its dates take milliseconds to find, and everybody else waits meanwhile. */
const mostSeries = 200;

/** @param place `origin` of the site; `now`: milliseconds since 1970. @throws BackendError */
export async function feedText(
  backend: Pick<ServerBackend, "queryValues">,
  uid: string,
  { origin, now }: { origin: string; now: number },
): Promise<string> {
  const tasks: StoredTask[] = [];
  for await (const stored of openTasks(backend, uid)) {
    if (stored.task.due !== null || stored.task.plan !== null) tasks.push(stored);
  }
  const recurring = soonest(tasks.filter(({ task }) => task.series !== null && task.due !== null));
  const wanted = new Set(recurring.map(({ task }) => task.series?.id));
  const series = new Map<string, Rule>();
  for await (const [id, item] of itemsOf(backend, uid, "series")) {
    const rule = wanted.has(id) && !isGoneItem("series", item) ? ruleIn(item) : undefined;
    if (rule) series.set(id, rule);
  }
  const unfolded = new Set(recurring);
  const shown = tasks.map((stored) =>
    unfolded.has(stored) ? stored : { ...stored, task: { ...stored.task, series: null } },
  );
  return icsOf({ tasks: shown, series, origin, now, name: "Tasks" });
}

function soonest(tasks: readonly StoredTask[]): StoredTask[] {
  const dueOf = ({ task }: StoredTask) => (task.due === null ? "" : localOf(task.due));
  const sorted = tasks.toSorted((one, other) => (dueOf(one) < dueOf(other) ? -1 : 1));
  return sorted.slice(0, mostSeries);
}

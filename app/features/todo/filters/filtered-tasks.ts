/** The tasks that a filter lets through. Only open ones, unless it asks for what is done. */
import { asksForDone, matcherOf } from "#lib/todo/filter-match.ts";
import { isFilterProblem, parseFilter } from "#lib/todo/filter.ts";
import type { Task } from "#lib/todo/task.ts";
import type { TodoStore } from "../index/todo-store.ts";
import { nowOf } from "../now.ts";
import { queryOfFilter } from "./saved-filters.ts";

type Options = {
  id: string;
  /** Empty: as it is saved. */
  query: string;
  /** Local day. */
  today: string;
  /** Title and notes, folded. */
  textOf: (task: Task) => string;
};

/** In no order; none, while the filter cannot be read. */
export function filteredTasks(store: TodoStore, { id, query, today, textOf }: Options): Task[] {
  const filter = parseFilter(query || queryOfFilter(store.records, id));
  if (isFilterProblem(filter)) return [];
  const { ms, zone } = nowOf(store);
  const namesOf = (groups: readonly { id: string; name: string }[]) =>
    new Map(groups.map((group) => [group.id, group.name]));
  const { children } = store.tree();
  const fits = matcherOf(filter, {
    today,
    now: ms,
    zone,
    weekStart: store.settings().weekStart,
    lists: namesOf(store.lists()),
    labels: namesOf(store.labels()),
    hasSubtasks: (task) => (children.get(task)?.length ?? 0) > 0,
    textOf,
  });
  const isAll = asksForDone(filter);
  return [...store.tasks().values()].filter((task) => (isAll || task.done === "") && fits(task));
}

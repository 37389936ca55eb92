/** What new tasks write, in the order they were typed. */
import type { Change } from "#app/live/records/records.ts";
import { randomId } from "#app/live/random-id.ts";
import { foldText } from "#lib/fold-text.ts";
import type { Named, QuickAdd } from "#lib/todo/quick-add-parts.ts";
import { newTaskChanges, seriesChange } from "#lib/todo/todo-changes.ts";
import type { TodoStore } from "../index/todo-store.ts";
import type { GroupKind } from "./group-acts.ts";
import { newGroupChanges } from "./new-group.ts";
import { ordersAt } from "./places.ts";
import type { Place } from "./places.ts";
import { labelsProblem, notesProblem, roomProblem } from "./room.ts";

export type Added = { ids: string[]; changes: Change[] } | { problem: string };

/** @param place where they go that name no list */
export function addedChanges(store: TodoStore, typed: readonly QuickAdd[], place: Place): Added {
  const made = { lists: new Map<string, string>(), labels: new Map<string, string>() };
  const groups: Change[] = [];
  const idOf = (kind: GroupKind, { id, name }: Named): string => {
    const folded = foldText(name);
    const known = id ?? made[kind].get(folded);
    if (known !== undefined) return known;
    const group = newGroupChanges(store, kind, name, made[kind].size);
    made[kind].set(folded, group.id);
    groups.push(...group.changes);
    return group.id;
  };
  const tasks = typed.map((task) => ({
    task,
    id: randomId(),
    list: task.list ? idOf("lists", task.list) : place.list,
    labels: [...new Set(task.labels.map((label) => idOf("labels", label)))],
  }));
  const wanted = { tasks: tasks.length, lists: made.lists.size, labels: made.labels.size };
  const problems = tasks.flatMap(
    ({ task, labels }) => labelsProblem(labels) ?? notesProblem(task.notes) ?? [],
  );
  const problem = roomProblem(store, wanted) ?? problems[0];
  if (problem !== undefined) return { problem };

  const changes: Change[] = [];
  for (const [list, its] of Map.groupBy(tasks, (one) => one.list)) {
    // What is named and not looked at has an order of its own.
    const at = list === place.list ? place : { list, parent: "" };
    const orders = ordersAt(store, at, its.length);
    for (const [index, { id, task, labels }] of its.entries()) {
      const { rule } = task;
      const series = rule && { id: randomId(), n: 1, on: rule.start.slice(0, 10) };
      if (rule && series) changes.push(seriesChange(series.id, rule, true));
      const { parent } = at;
      const placed = { list, parent, column: "", order: orders[index]!, labels, series };
      changes.push(...newTaskChanges(id, { ...task, ...placed }));
    }
  }
  return { ids: tasks.map(({ id }) => id), changes: [...groups, ...changes] };
}

/** What completing a task writes; of one that repeats the next one is made along. */
import type { Change } from "#app/live/records/records.ts";
import { isGone } from "#lib/records/register.ts";
import { completeChanges } from "#lib/todo/acts.ts";
import type { Task } from "#lib/todo/task.ts";
import { todoShape } from "#lib/todo/todo-shape.ts";
import type { TodoStore } from "../index/todo-store.ts";
import type { Now } from "../now.ts";
import { withSubtasks } from "./places.ts";
import { setOf } from "./values.ts";

export function completedChanges(
  store: TodoStore,
  task: Task,
  as: "done" | "skipped",
  { ms, zone }: Now,
): Change[] {
  const rule = task.series && (store.rule(task.series.id) ?? null);
  const subtasks = withSubtasks(store, task.id).slice(1);
  const texts = task.series ? store.nextTexts(task.series.id) : undefined;
  const changes = completeChanges(task, as, {
    now: ms,
    zone,
    rule,
    subtasks,
    ...(texts && { texts }),
  });
  const back = new Set<string>();
  const all = changes.flatMap(({ isNew, ...change }): Change[] => {
    const { kind, id } = change;
    const item = isNew && store.records.item(kind, id);
    if (!item) return [isNew ? { ...change, isNew } : change];
    // Another device has made the next one already, or it was made, and taken back, before.
    if (!isGone(todoShape, kind, item)) return [];
    back.add(id);
    return [change];
  });
  // Last: what is written into it later was written by somebody.
  return [...all, ...[...back].map((id) => setOf(id, "gone", { v: false }))];
}

/** What an import writes: only what is not there, and what was deleted once comes back. */
import type { Change } from "#app/live/records/records.ts";
import { countStates, missingChanges } from "#app/parts/records/missing-changes.ts";
import { todoShape } from "#lib/todo/todo-shape.ts";
import type { TodoChange } from "#lib/todo/change.ts";
import type { Wanted } from "../acts/room.ts";
import type { TodoStore } from "../index/todo-store.ts";

export type Importing = {
  changes: Change[];
  /** Tasks. */
  fresh: number;
  /** Tasks that were imported before, and stay as they are now. */
  there: number;
  /** What it needs room for. */
  wanted: Wanted;
};

export function importChanges(
  { records }: Pick<TodoStore, "records">,
  changes: readonly TodoChange[],
): Importing {
  const missing = missingChanges(records, todoShape, changes);
  const news = (kind: string) => countStates(missing, kind, "fresh", "gone");
  return {
    changes: missing.changes,
    fresh: news("tasks"),
    there: countStates(missing, "tasks", "there"),
    wanted: { tasks: news("tasks"), lists: news("lists"), labels: news("labels") },
  };
}

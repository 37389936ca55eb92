/** What an import writes: only what is not there, and what was deleted once comes back. */
import type { Change } from "#app/live/records/records.ts";
import { isGone } from "#lib/records/register.ts";
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
  const stateOf = new Map<string, "fresh" | "gone" | "there">();
  const wanted: Change[] = [];
  for (const { isNew, ...change } of changes) {
    const { kind, id } = change;
    const key = `${kind}/${id}`;
    let state = stateOf.get(key);
    if (state === undefined) {
      const item = records.item(kind, id);
      state = !item ? "fresh" : isGone(todoShape, kind, item) ? "gone" : "there";
      stateOf.set(key, state);
      if (state === "gone") wanted.push({ kind, id, register: "gone", value: { v: false } });
    }
    if (state === "fresh") wanted.push({ ...change, ...(isNew && { isNew }) });
    else if (state === "gone") wanted.push(change);
  }
  const tasks = [...stateOf].filter(([key]) => key.startsWith("tasks/"));
  const there = tasks.filter(([, state]) => state === "there").length;
  const fresh = tasks.length - there;
  const news = (kind: string) =>
    [...stateOf].filter(([key, state]) => key.startsWith(kind) && state !== "there").length;
  const needed = { tasks: fresh, lists: news("lists/"), labels: news("labels/") };
  return { changes: wanted, fresh, there, wanted: needed };
}

/** What a todo list has room for; docs/todo.md says so. Without room nothing is done, and it is said why. */
import { isGone } from "#lib/records/register.ts";
import { todoShape } from "#lib/todo/todo-shape.ts";
import type { TodoStore } from "../index/todo-store.ts";

export const longestTitle = 500;
export const longestNotes = 10_000;
export const longestName = 100;
/** Their ids are one text of a task. */
const longestLabels = 500;

const most = { tasks: 10_000, lists: 200, labels: 500, filters: 100 };
const words = { tasks: "open tasks", lists: "lists", labels: "labels", filters: "filters" };

export type Wanted = Partial<Record<keyof typeof most, number>>;

/** Undefined: so many more fit. Else a sentence of what does not. */
export function roomProblem(store: TodoStore, wanted: Wanted): string | undefined {
  for (const kind of Object.keys(most) as (keyof typeof most)[]) {
    const more = wanted[kind] ?? 0;
    const there = more === 0 ? 0 : countOf(store, kind);
    if (there + more <= most[kind]) continue;
    const count = (items: number) => items.toLocaleString("en");
    const ask = more === 1 ? "one more has no room" : `${count(more)} more have no room`;
    const free = kind === "tasks" ? "Complete or delete some" : "Delete one";
    return `There are ${count(there)} ${words[kind]} of at most ${count(most[kind])}: ${ask}. ${free} first; nothing was changed.`;
  }
  return undefined;
}

function countOf(store: TodoStore, kind: keyof typeof most): number {
  if (kind === "lists") return store.lists().length;
  if (kind === "labels") return store.labels().length;
  let count = 0;
  if (kind === "tasks") {
    for (const { done } of store.tasks().values()) if (done === "") count += 1;
  } else {
    for (const item of store.records.all(kind).values()) {
      if (!isGone(todoShape, kind, item)) count += 1;
    }
  }
  return count;
}

/** Undefined: they fit. */
export function notesProblem(notes: string): string | undefined {
  if (notes.length <= longestNotes) return undefined;
  const [there, room] = [notes.length, longestNotes].map((letters) => letters.toLocaleString("en"));
  return `These notes have ${there} letters, and ${room} have room. Nothing was added.`;
}

/** Undefined: they fit. @param labels ids */
export function labelsProblem(labels: readonly string[]): string | undefined {
  if (labels.join(" ").length <= longestLabels) return undefined;
  return `So many labels do not fit on one task: there is room for about ${Math.floor((longestLabels + 1) / 33)}. Nothing was changed.`;
}

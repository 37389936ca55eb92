/** What is done on a board. Each act is one step of the undo stack. */
import type { Change } from "#app/live/records/records.ts";
import { ordersAt, parentOf } from "../acts/places.ts";
import { quoted } from "../acts/words.ts";
import { setOf } from "../acts/values.ts";
import type { TodoApp } from "../use-todos.ts";
import { columnNames } from "./columns.ts";
import type { BoardBy, Column } from "./columns.ts";

export type CardPlace = {
  from: Pick<Column, "key">;
  to: Pick<Column, "key" | "title">;
  /** The task before it; null: it comes first; undefined: it comes last. Of columns only. */
  after?: string | null | undefined;
};

/** @returns whether there was anything to move */
export function moveCard(app: TodoApp, by: BoardBy, id: string, place: CardPlace): boolean {
  const { store, stack } = app;
  const task = store.task(id);
  if (!task) return false;
  const change = by === "column" ? placedIn(app, id, place) : valueIn(app, by, id, place);
  if (!change) return false;
  stack.run(`Move ${quoted(task.title)} to ${quoted(place.to.title)}`, [change]);
  return true;
}

function placedIn({ store }: TodoApp, id: string, { to, after }: CardPlace): Change | undefined {
  const task = store.task(id);
  if (!task) return undefined;
  const list = store.listOf(task);
  const parent = parentOf(store, id);
  const [order = task.order] = ordersAt(store, { list, parent, after }, 1, new Set([id]));
  return setOf(id, "place", { list, parent, order, column: to.key });
}

function valueIn(
  { store }: TodoApp,
  by: "prio" | "label",
  id: string,
  { from, to }: CardPlace,
): Change | undefined {
  const task = store.task(id);
  if (!task || from.key === to.key) return undefined;
  if (by === "prio") return setOf(id, "prio", { v: Number(to.key) });
  // Out of "No label" nothing goes, into it all do.
  const rest = to.key === "" ? [] : task.labels.filter((one) => one !== from.key && one !== to.key);
  return setOf(id, "labels", { v: [...rest, to.key].filter(Boolean).join(" ") });
}

export function showAs({ stack }: TodoApp, list: string, isBoard: boolean, by: BoardBy): void {
  const value = { v: isBoard ? "board" : "list", by };
  stack.run(
    isBoard ? "Show as a board" : "Show as a list",
    [{ kind: "lists", id: list, register: "view", value }],
    `view ${list}`,
  );
}

/** @param was empty: a new one */
export type NamedColumn = { was: string; name: string };

/** Tasks go along with a new name; those of a column that goes stand in the first. */
export function changeColumns(
  { store, stack }: TodoApp,
  list: string,
  columns: readonly NamedColumn[],
): void {
  const names = [...new Set(columns.map(({ name }) => name.trim()).filter(Boolean))];
  const before = columnNames(store, list);
  const renamed = new Map(columns.map(({ was, name }) => [was, name.trim()]));
  const changes: Change[] = [
    { kind: "lists", id: list, register: "columns", value: { v: names.join("\n") } },
  ];
  for (const task of store.tasks().values()) {
    if (store.listOf(task) !== list) continue;
    const at = before.includes(task.column) ? task.column : before[0]!;
    const column = renamed.get(at) || names[0] || "";
    const isThere = names.includes(task.column) ? task.column === column : column === names[0];
    if (isThere) continue;
    const { parent, order } = task;
    changes.push(setOf(task.id, "place", { list, parent, order, column }));
  }
  stack.run("Change the columns", changes);
}

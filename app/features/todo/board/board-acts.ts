/** What is done on a board. Each act is one step of the undo stack. */
import type { Change } from "#app/live/records/records.ts";
import type { CardDrop, CardPlace, Column } from "#app/parts/board/card-steps.ts";
import { dropPlace } from "#app/parts/board/card-steps.ts";
import { quoted } from "#lib/quoted.ts";
import { ordersAt, parentOf, placeAt } from "../acts/places.ts";
import { setOf } from "../acts/values.ts";
import type { TodoApp } from "../use-todos.ts";
import type { TodoStore } from "../index/todo-store.ts";
import { written } from "./board-mode.ts";
import type { BoardBy } from "./board-mode.ts";
import { columnNames, columnsOf } from "./columns.ts";

/** `after` counts in columns only. */
export type TaskPlace = Omit<CardPlace, "to"> & { to: Pick<Column, "key" | "title"> };

/** @returns whether there was anything to move */
export function moveCard(app: TodoApp, by: BoardBy, id: string, place: TaskPlace): boolean {
  const { store, stack } = app;
  const task = store.task(id);
  if (!task) return false;
  const change = by === "column" ? placedIn(app, id, place) : valueIn(app, by, id, place);
  if (!change) return false;
  const where = by === "column" ? placeInColumn(store, id, place) : "";
  stack.run(`Move ${quoted(task.title)} to ${quoted(place.to.title)}${where}`, [change]);
  return true;
}

/**
 * @param from of which column it was taken
 * @returns whether it went anywhere
 */
export function dropCard(
  app: TodoApp,
  by: BoardBy,
  dropped: { id: string; from: string; drop: CardDrop },
  list: string,
): boolean {
  const { store } = app;
  const { id } = dropped;
  const place = dropPlace(
    columnsOf(store, list, by),
    dropped,
    (target, edge) => placeAt(store, id, target, edge)?.after,
  );
  return place !== undefined && moveCard(app, by, id, place);
}

/** `, 2 of 3` */
function placeInColumn(store: TodoStore, id: string, { to, after }: TaskPlace): string {
  const list = store.listOf(store.task(id)!);
  const column = columnsOf(store, list, "column").find(({ key }) => key === to.key);
  const others = column?.ids.filter((one) => one !== id) ?? [];
  // What it comes behind may stand in another column.
  const siblings = store.children(list, parentOf(store, id));
  const before = siblings.slice(0, siblings.indexOf(after ?? "") + 1);
  const at =
    after === undefined ? others.length : others.filter((one) => before.includes(one)).length;
  return `, ${at + 1} of ${others.length + 1}`;
}

function placedIn({ store }: TodoApp, id: string, { to, after }: TaskPlace): Change | undefined {
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
  { from, to }: TaskPlace,
): Change | undefined {
  const task = store.task(id);
  if (!task || from.key === to.key) return undefined;
  if (by === "prio") return setOf(id, "prio", { v: Number(to.key) });
  // Out of "No label" nothing goes, into it all do.
  const rest = to.key === "" ? [] : task.labels.filter((one) => one !== from.key && one !== to.key);
  return setOf(id, "labels", { v: [...rest, to.key].filter(Boolean).join(" ") });
}

/** @param was empty: a new one */
export type NamedColumn = { was: string; name: string };

/**
 * Tasks go along with a new name; those of a column that goes stand in the first.
 * @param opened as the columns were when they were asked for; what was changed elsewhere since stays
 */
export function changeColumns(
  { store, stack }: TodoApp,
  list: string,
  columns: readonly NamedColumn[],
  opened: readonly string[] = columnNames(store, list),
): void {
  if (isSame(columns, opened)) return;
  const before = columnNames(store, list);
  const merged = mergedColumns(columns, opened, before);
  const names = [...new Set(merged.map(({ name }) => name))];
  const renamed = new Map(merged.map(({ was, name }) => [was, name]));
  const changes = [written(store, list, "columns", { v: names.join("\n") })];
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

function isSame(columns: readonly NamedColumn[], names: readonly string[]): boolean {
  if (columns.length !== names.length) return false;
  return columns.every(({ was, name }, at) => was === names[at] && name.trim() === was);
}

/** Those of `now` that nobody knew when they were `opened` come in where they stand; those that went are gone. */
function mergedColumns(
  columns: readonly NamedColumn[],
  opened: readonly string[],
  now: readonly string[],
): NamedColumn[] {
  const merged = columns
    .map(({ was, name }) => ({ was, name: name.trim() }))
    .filter(({ was, name }) => name !== "" && (was !== name || now.includes(was)));
  for (const [at, name] of now.entries()) {
    if (opened.includes(name) || merged.some((one) => one.name === name)) continue;
    const before = merged.findIndex(({ was }) => was === now[at - 1]);
    merged.splice(at === 0 || before !== -1 ? before + 1 : merged.length, 0, { was: name, name });
  }
  return merged;
}

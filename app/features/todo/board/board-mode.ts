/** Whether a list is shown as a board, and by what. Apart from the board itself, which comes when it is looked at. */
import type { Change } from "#app/live/records/records.ts";
import type { Parts } from "#lib/records/register.ts";
import type { TodoStore } from "../index/todo-store.ts";
import type { TodoApp } from "../use-todos.ts";

export type BoardBy = "column" | "prio" | "label";

/** Where it is kept how a list is shown; the Inbox is no item of its own. */
export function homeOf(list: string): { kind: string; id: string } {
  return list === "" ? { kind: "settings", id: "todo" } : { kind: "lists", id: list };
}

export type BoardView = { isBoard: boolean; by: BoardBy };

export function boardViewOf({ records }: Pick<TodoStore, "records">, list: string): BoardView {
  const { kind, id } = homeOf(list);
  const { v, by } = records.item(kind, id)?.registers["view"]?.value ?? {};
  return { isBoard: v === "board", by: by === "prio" || by === "label" ? by : "column" };
}

export function showAs(
  { store, stack }: TodoApp,
  list: string,
  isBoard: boolean,
  by: BoardBy,
): void {
  stack.run(
    isBoard ? "Show as a board" : "Show as a list",
    [written(store, list, "view", { v: isBoard ? "board" : "list", by })],
    `view ${list}`,
  );
}

/** What is kept with the list. */
export function written(
  { records }: TodoStore,
  list: string,
  register: string,
  value: Parts,
): Change {
  const home = homeOf(list);
  const isNew = !records.item(home.kind, home.id);
  return { ...home, register, value, ...(isNew && { isNew }) };
}

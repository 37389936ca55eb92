/** The columns of a board, and what stands in them. */
import type { Priority, Task } from "#lib/todo/task.ts";
import type { Column } from "#app/parts/board/card-steps.ts";
import type { TodoStore } from "../index/todo-store.ts";
import { homeOf } from "./board-mode.ts";
import type { BoardBy } from "./board-mode.ts";

/** Lines of one text that a register has room for. */
export const longestColumns = 480;
/** Of a list that has no columns yet. */
const firstName = "To do";

export function columnNames({ records }: Pick<TodoStore, "records">, list: string): string[] {
  const { kind, id } = homeOf(list);
  const v = records.item(kind, id)?.registers["columns"]?.value["v"];
  const names = typeof v === "string" ? v.split("\n").filter(Boolean) : [];
  return names.length === 0 ? [firstName] : [...new Set(names)];
}

/**
 * Of tasks that are open: in columns those without an open parent, else all. A key is the name of a column, a priority, or
 * the id of a label; empty: without one.
 */
export function columnsOf(store: TodoStore, list: string, by: BoardBy): Column[] {
  const { tops, children } = store.tree();
  const top = openTops(store, children, tops.get(list) ?? []);
  if (by === "column") {
    const names = columnNames(store, list);
    const columnOf = ({ column }: Task) => (names.includes(column) ? column : names[0]!);
    const groups = Map.groupBy(top, columnOf);
    return names.map((name) => columnWith(name, name, groups.get(name)));
  }
  const all = top.flatMap((task) => [task, ...openUnder(store, children, task.id)]);
  if (by === "prio") {
    const groups = Map.groupBy(all, ({ prio }) => prio);
    return ([1, 2, 3, 4] as const).map((prio) =>
      columnWith(String(prio), prioWords[prio], groups.get(prio)),
    );
  }
  const labels = store.labels();
  const known = new Set(labels.map(({ id }) => id));
  const none = all.filter((task) => !task.labels.some((id) => known.has(id)));
  return [
    columnWith("", "No label", none),
    ...labels.map(({ id, name }) =>
      columnWith(
        id,
        name,
        all.filter((task) => task.labels.includes(id)),
      ),
    ),
  ];
}

const prioWords: Readonly<Record<Priority, string>> = {
  1: "Priority 1",
  2: "Priority 2",
  3: "Priority 3",
  4: "No priority",
};

function columnWith(key: string, title: string, tasks: readonly Task[] = []): Column {
  return { key, title, ids: tasks.map(({ id }) => id) };
}

type Children = ReadonlyMap<string, readonly string[]>;

/** An open subtask of a task that is done stands in its place. */
function openTops(store: TodoStore, children: Children, ids: readonly string[]): Task[] {
  return ids.flatMap((id) => {
    const task = store.task(id);
    return task?.done === "" ? [task] : openTops(store, children, children.get(id) ?? []);
  });
}

function openUnder(store: TodoStore, children: Children, id: string): Task[] {
  return openTops(store, children, children.get(id) ?? []).flatMap((task) => [
    task,
    ...openUnder(store, children, task.id),
  ]);
}

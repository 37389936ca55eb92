/** The columns of a board, and what stands in them. */
import type { Priority, Task } from "#lib/todo/task.ts";
import type { TodoStore } from "../index/todo-store.ts";

export type BoardBy = "column" | "prio" | "label";

export type Column = {
  /** Name of a column, a priority, or the id of a label; empty: without one. */
  key: string;
  title: string;
  /** In their order. */
  ids: readonly string[];
};

/** Lines of one text that a register has room for. */
export const longestColumns = 480;
/** Of a list that has no columns yet. */
const firstName = "To do";

export function columnNames({ records }: Pick<TodoStore, "records">, list: string): string[] {
  const v = records.item("lists", list)?.registers["columns"]?.value["v"];
  const names = typeof v === "string" ? v.split("\n").filter(Boolean) : [];
  return names.length === 0 ? [firstName] : [...new Set(names)];
}

export type BoardView = { isBoard: boolean; by: BoardBy };

export function boardViewOf({ records }: Pick<TodoStore, "records">, list: string): BoardView {
  const { v, by } = records.item("lists", list)?.registers["view"]?.value ?? {};
  return { isBoard: v === "board", by: by === "prio" || by === "label" ? by : "column" };
}

/** Of tasks that are open: in columns those without a parent, else all. */
export function columnsOf(store: TodoStore, list: string, by: BoardBy): Column[] {
  const { tops, children } = store.tree();
  const top = (tops.get(list) ?? []).flatMap((id) => openTask(store, id) ?? []);
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

function openTask(store: TodoStore, id: string): Task | undefined {
  const task = store.task(id);
  return task?.done === "" ? task : undefined;
}

function openUnder(
  store: TodoStore,
  children: ReadonlyMap<string, readonly string[]>,
  id: string,
): Task[] {
  return (children.get(id) ?? []).flatMap((child) => {
    const task = openTask(store, child);
    return [...(task ? [task] : []), ...openUnder(store, children, child)];
  });
}

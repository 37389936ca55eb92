/** What the server reads of `todos/{uid}`: tasks as tools see them, with what only the database knows of them. */
import { isGone, readItem } from "#lib/records/register.ts";
import type { Item } from "#lib/records/register.ts";
import type { DatabaseJson, ServerBackend } from "#lib/server-backend.ts";
import { taskOf } from "#lib/todo/task.ts";
import type { Task } from "#lib/todo/task.ts";
import { todoShape } from "#lib/todo/todo-shape.ts";

/** As many as a person may have open, and some that another device added meanwhile. */
const mostOpen = 12_000;

export type StoredTask = {
  task: Task;
  /** Server time of the last write, milliseconds since 1970. */
  at: number;
  /** ISO instant; empty: none. */
  remindAt: string;
  isGone: boolean;
};

/** Undefined for what is no task. */
export function storedTask(id: string, value: DatabaseJson): StoredTask | undefined {
  const item = readItem(value);
  const task = item && taskOf(id, item);
  if (item === undefined || task === undefined) return undefined;
  return { task, at: item.at, remindAt: remindAtOf(item), isGone: isGoneItem("tasks", item) };
}

export function isOpen({ task, isGone: gone }: StoredTask): boolean {
  return task.done === "" && !gone;
}

export function isGoneItem(kind: string, item: Item): boolean {
  return isGone(todoShape, kind, item);
}

/** @throws BackendError */
export async function openTasks(
  backend: Pick<ServerBackend, "queryValues">,
  uid: string,
): Promise<StoredTask[]> {
  // An open one has no day of being done, or an empty one.
  const query = { orderBy: "done/day", endAt: "", limit: mostOpen };
  const found = await backend.queryValues(`todos/${uid}/tasks`, query);
  return found.flatMap(([id, value]) => {
    const stored = storedTask(id, value);
    return stored && isOpen(stored) ? [stored] : [];
  });
}

/** Of one kind, those that are no items left out. @throws BackendError */
export async function itemsOf(
  backend: Pick<ServerBackend, "getValue">,
  uid: string,
  kind: string,
): Promise<Map<string, Item>> {
  const { value } = await backend.getValue(`todos/${uid}/${kind}`);
  const items = new Map<string, Item>();
  for (const [id, stored] of Object.entries((value ?? {}) as Record<string, DatabaseJson>)) {
    const item = readItem(stored);
    if (item) items.set(id, item);
  }
  return items;
}

/** Empty where it is no text. */
export function textOf(item: Item | undefined, register: string): string {
  const text = item?.registers[register]?.value["v"];
  return typeof text === "string" ? text : "";
}

function remindAtOf({ registers }: Item): string {
  const at = registers["remind"]?.value["at"];
  return typeof at === "string" ? at : "";
}

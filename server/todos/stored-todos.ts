/** What the server reads of `todos/{uid}`: tasks as tools see them, with what only the database knows of them. */
import { isGone, readItem } from "#lib/records/register.ts";
import type { Item } from "#lib/records/register.ts";
import type { DatabaseJson, DatabaseQuery, ServerBackend } from "#lib/server-backend.ts";
import { taskOf } from "#lib/todo/task.ts";
import type { Task } from "#lib/todo/task.ts";
import { todoShape } from "#lib/todo/todo-shape.ts";

/** Of one kind: twice as many as a person may have open, as what is in the trash is read with them. */
const mostRead = 20_000;
const pageSize = 500;

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

type Reader = Pick<ServerBackend, "queryValues">;

/** Page by page: nobody holds all that an account has written. @throws BackendError */
export async function* openTasks(backend: Reader, uid: string): AsyncGenerator<StoredTask> {
  // An open one has no day of being done, or an empty one.
  const query = { orderBy: "done/day", endAt: "" };
  for await (const [id, value] of everyChild(backend, `todos/${uid}/tasks`, query)) {
    const stored = storedTask(id, value);
    if (stored && isOpen(stored)) yield stored;
  }
}

/** Of one kind, those that are no items left out. @throws BackendError */
export async function* itemsOf(
  backend: Reader,
  uid: string,
  kind: string,
): AsyncGenerator<[id: string, item: Item]> {
  for await (const [id, value] of everyChild(backend, `todos/${uid}/${kind}`, { orderBy: "at" })) {
    const item = readItem(value);
    if (item) yield [id, item];
  }
}

async function* everyChild(
  backend: Reader,
  path: string,
  query: Omit<DatabaseQuery, "limit" | "startAfter">,
): AsyncGenerator<[key: string, value: DatabaseJson]> {
  let startAfter: DatabaseQuery["startAfter"];
  for (let seen = 0; seen < mostRead; seen += pageSize) {
    const bounds = { ...query, ...(startAfter && { startAfter }), limit: pageSize };
    const page = await backend.queryValues(path, bounds);
    yield* page;
    const last = page.at(-1);
    if (last === undefined || page.length < pageSize) return;
    startAfter = markOf(last, query.orderBy);
  }
}

/** Where what was asked for in this order goes on, whatever else is stored there. @param orderBy `done/day` */
export function markOf(
  [key, value]: [key: string, value: DatabaseJson],
  orderBy: string,
): NonNullable<DatabaseQuery["startAfter"]> {
  let here: unknown = value;
  for (const name of orderBy.split("/")) {
    here =
      typeof here === "object" && here !== null ? (here as Record<string, unknown>)[name] : null;
  }
  const isPlain = typeof here === "string" || typeof here === "number" || typeof here === "boolean";
  return { value: isPlain ? here : null, key } as NonNullable<DatabaseQuery["startAfter"]>;
}

function remindAtOf({ registers }: Item): string {
  const at = registers["remind"]?.value["at"];
  return typeof at === "string" ? at : "";
}

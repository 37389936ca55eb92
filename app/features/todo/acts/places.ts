/** Where tasks go: among others, under another, into another list. */
import type { Change } from "#app/live/records/records.ts";
import { orderBehind } from "#lib/records/place.ts";
import type { Task } from "#lib/todo/task.ts";
import { mayMoveUnder, subtreeOf } from "#lib/todo/tree.ts";
import { quoted } from "#lib/quoted.ts";
import type { TodoStore } from "../index/todo-store.ts";
import { setOf } from "./values.ts";

export type Place = {
  /** Empty: the Inbox. */
  list: string;
  /** Empty: none. */
  parent: string;
  /** The sibling before it; null: it comes first; undefined: last. */
  after?: string | null | undefined;
};

/** The orders of so many in a row at a place. */
export function ordersAt(
  store: TodoStore,
  { list, parent, after }: Place,
  count: number,
  moved: ReadonlySet<string> = new Set(),
): string[] {
  const sorted = store
    .children(list, parent)
    .filter((id) => !moved.has(id))
    .map((id) => ({ id, order: store.task(id)?.order ?? "" }));
  const found = sorted.findIndex(({ id }) => id === after);
  let at = after === undefined ? sorted.length - 1 : found;
  return Array.from({ length: count }, () => {
    const order = orderBehind(sorted, at, Math.random);
    at += 1;
    sorted.splice(at, 0, { id: "", order });
    return order;
  });
}

/** A task with all that is under it, itself first. */
export function withSubtasks(store: TodoStore, id: string): Task[] {
  return subtreeOf(store.tree(), id).flatMap((one) => store.task(one) ?? []);
}

/** Of those that are moved together only the tops: what is under them goes along. */
export function topsOf(store: TodoStore, ids: readonly string[]): string[] {
  const tree = store.tree();
  const chosen = ids.filter((id) => store.task(id));
  const under = new Set(chosen.flatMap((id) => subtreeOf(tree, id).slice(1)));
  return chosen.filter((id) => !under.has(id));
}

/** Undefined: it would be too deep there, or under itself. */
export function moveChanges(
  store: TodoStore,
  ids: readonly string[],
  place: Place,
): Change[] | undefined {
  const tree = store.tree();
  const tops = topsOf(store, ids);
  if (!tops.every((id) => mayMoveUnder(tree, id, place.parent))) return undefined;
  const orders = ordersAt(store, place, tops.length, new Set(tops));
  return tops.flatMap((id, at) => {
    const [top, ...under] = withSubtasks(store, id);
    return [
      placed(top!, { ...place, order: orders[at]! }),
      ...under
        .filter(({ list }) => list !== place.list)
        .map((task) => placed(task, { ...task, list: place.list })),
    ];
  });
}

function placed(
  task: Task,
  { list, parent, order }: Pick<Task, "list" | "parent" | "order">,
): Change {
  const column = task.list === list ? task.column : "";
  return setOf(task.id, "place", { list, parent, order, column });
}

/** As it is shown, which is not always what its place wishes. Empty: none. */
export function parentOf(store: TodoStore, id: string): string {
  const task = store.task(id);
  if (!task) return "";
  const { children } = store.tree();
  return children.get(task.parent)?.includes(id) ? task.parent : "";
}

/** Under the one above it, or beside its parent. Undefined: it cannot. */
export function indentPlace(store: TodoStore, id: string, by: 1 | -1): Place | undefined {
  const task = store.task(id);
  if (!task) return undefined;
  const list = store.listOf(task);
  const parent = parentOf(store, id);
  if (by === 1) {
    const siblings = openOf(store, list, parent);
    const above = siblings[siblings.indexOf(id) - 1];
    return above === undefined ? undefined : { list, parent: above };
  }
  return parent === "" ? undefined : { list, parent: parentOf(store, parent), after: parent };
}

/** One up or down among its siblings. */
export function stepPlace(store: TodoStore, id: string, by: 1 | -1): Place | undefined {
  const task = store.task(id);
  if (!task) return undefined;
  const list = store.listOf(task);
  const parent = parentOf(store, id);
  const siblings = openOf(store, list, parent);
  const to = siblings.indexOf(id) + by;
  if (to < 0 || to >= siblings.length) return undefined;
  return { list, parent, after: by === 1 ? siblings[to]! : (siblings[to - 1] ?? null) };
}

/** ` to 3 of 14`, or ` to 3–5 of 14`, as it is said of those that go there; nothing of another list. */
export function placeWords(
  store: TodoStore,
  ids: readonly string[],
  { list, parent, after }: Place,
): string {
  const tops = topsOf(store, ids);
  if (tops.some((id) => store.listOf(store.task(id)!) !== list)) return "";
  const nameOf = (one: string) => quoted(store.task(one)?.title ?? "");
  const parents = new Set(tops.map((id) => parentOf(store, id)));
  if (parent !== "" && [...parents].some((one) => one !== parent))
    return ` under ${nameOf(parent)}`;
  const [old = ""] = parents;
  if (parents.size === 1 && old !== parent) return ` out of ${nameOf(old)}`;
  const siblings = store.children(list, parent).filter((id) => !tops.includes(id));
  const isOpen = (id: string) => store.task(id)?.done === "";
  const at = after === undefined ? siblings.length : siblings.indexOf(after ?? "") + 1;
  const first = siblings.slice(0, at).filter(isOpen).length + 1;
  const last = first + tops.length - 1;
  const count = siblings.filter(isOpen).length + tops.length;
  return ` to ${first === last ? first : `${first}–${last}`} of ${count}`;
}

function openOf(store: TodoStore, list: string, parent: string): string[] {
  return store.children(list, parent).filter((id) => store.task(id)?.done === "");
}

export type Drop = "before" | "after" | "under";

/** Where a task comes to stand that is dropped at another one. */
export function placeAt(
  store: TodoStore,
  id: string,
  target: string,
  drop: Drop,
): Place | undefined {
  const task = store.task(target);
  if (!task) return undefined;
  const list = store.listOf(task);
  if (drop === "under") return { list, parent: target, after: null };
  const parent = parentOf(store, target);
  if (drop === "after") return { list, parent, after: target };
  const siblings = store.children(list, parent).filter((one) => one !== id);
  return { list, parent, after: siblings[siblings.indexOf(target) - 1] ?? null };
}

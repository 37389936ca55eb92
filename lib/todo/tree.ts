import { byOrder } from "../records/place.ts";
import type { Task } from "./task.ts";

/** Tasks in tasks in tasks. */
export const deepest = 3;

export type TreeTask = Pick<Task, "id" | "list" | "parent" | "order" | "placed">;

export type Tree = {
  /** Ids in their order; of the Inbox under an empty id. */
  tops: ReadonlyMap<string, readonly string[]>;
  children: ReadonlyMap<string, readonly string[]>;
  /** 1 is at the top. */
  depth: ReadonlyMap<string, number>;
  /** The list where it is shown; empty: the Inbox. */
  list: ReadonlyMap<string, string>;
};

/**
 * Who is under whom. Two devices can move two tasks into each other, and none of them was wrong: so places are no more
 * than wishes, and all devices grant the same of them. A task whose parent is gone, in another list, too deep or its own
 * child stands at the top of its list; of a list that is gone, in the Inbox.
 * @param tasks those that are to be shown
 * @param lists ids of those that are there
 */
export function treeOf(tasks: Iterable<TreeTask>, lists: ReadonlySet<string>): Tree {
  const byId = new Map<string, TreeTask>();
  for (const task of tasks) byId.set(task.id, task);
  const listOf = (task: TreeTask) => (lists.has(task.list) ? task.list : "");
  const parents = new Map<string, TreeTask>();
  for (const task of byId.values()) {
    const parent = byId.get(task.parent);
    if (parent && parent !== task && listOf(parent) === listOf(task)) parents.set(task.id, parent);
  }
  cutCycles(byId.values(), parents);
  const depth = depthsOf(byId.values(), parents);
  const tops = new Map<string, TreeTask[]>();
  const children = new Map<string, TreeTask[]>();
  for (const task of byId.values()) {
    const parent = parents.get(task.id);
    if (parent) put(children, parent.id, task);
    else put(tops, listOf(task), task);
  }
  const list = new Map([...byId.values()].map((task) => [task.id, listOf(task)]));
  return { tops: sorted(tops), children: sorted(children), depth, list };
}

/** The task and all below it. */
export function subtreeOf({ children }: Pick<Tree, "children">, id: string): string[] {
  const ids = [id];
  for (let at = 0; at < ids.length; at += 1) ids.push(...(children.get(ids[at]!) ?? []));
  return ids;
}

/** Levels that it takes with all below it: 1 has no subtask. */
export function heightOf({ children }: Pick<Tree, "children">, id: string): number {
  return 1 + Math.max(0, ...(children.get(id) ?? []).map((child) => heightOf({ children }, child)));
}

/** Whether it may be put under another one; an empty id is the top. */
export function mayMoveUnder(tree: Tree, id: string, parent: string): boolean {
  if (parent === "") return true;
  const depth = tree.depth.get(parent);
  if (depth === undefined || subtreeOf(tree, id).includes(parent)) return false;
  return depth + heightOf(tree, id) <= deepest;
}

/** At the one who was moved last, for that move made it; of the same stamp by id. */
function cutCycles(tasks: Iterable<TreeTask>, parents: Map<string, TreeTask>): void {
  const settled = new Set<string>();
  for (const task of tasks) {
    const way = new Set<TreeTask>();
    let at: TreeTask | undefined = task;
    while (at && !settled.has(at.id) && !way.has(at)) {
      way.add(at);
      at = parents.get(at.id);
    }
    if (at && way.has(at)) {
      const cycle = [...way].slice([...way].indexOf(at));
      const last = cycle.reduce((one, other) =>
        one.placed > other.placed || (one.placed === other.placed && one.id > other.id)
          ? one
          : other,
      );
      parents.delete(last.id);
    }
    for (const { id } of way) settled.add(id);
  }
}

/** Who is too deep goes to the top, and what is below it counts from there. */
function depthsOf(tasks: Iterable<TreeTask>, parents: Map<string, TreeTask>): Map<string, number> {
  const depth = new Map<string, number>();
  for (const task of tasks) {
    const way: TreeTask[] = [];
    for (let at: TreeTask | undefined = task; at && !depth.has(at.id); at = parents.get(at.id)) {
      way.push(at);
    }
    for (const { id } of way.toReversed()) {
      const parent = parents.get(id);
      const below = parent ? depth.get(parent.id)! + 1 : 1;
      if (below > deepest) parents.delete(id);
      depth.set(id, below > deepest ? 1 : below);
    }
  }
  return depth;
}

function put(groups: Map<string, TreeTask[]>, id: string, task: TreeTask): void {
  const group = groups.get(id);
  if (group) group.push(task);
  else groups.set(id, [task]);
}

function sorted(groups: Map<string, TreeTask[]>): Map<string, string[]> {
  return new Map(
    [...groups].map(([id, group]) => [id, group.toSorted(byOrder).map(({ id }) => id)]),
  );
}

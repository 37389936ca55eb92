/** Which items a change at a path concerns, found by walking the path and what is kept below it. */
import type { DatabasePath } from "../rules/index.ts";
import { WHOLE } from "./view.ts";

type Node<Item> = { items: Set<Item>; children: Map<string, Node<Item>> };

export type PathTree<Item> = {
  add(path: DatabasePath, item: Item): void;
  remove(path: DatabasePath, item: Item): void;
  /** `part`: where the change is below the item's path; [] when it is there or above. */
  concernedBy(path: DatabasePath): Iterable<{ item: Item; part: DatabasePath }>;
};

export function createPathTree<Item>(): PathTree<Item> {
  const root = newNode<Item>();

  function remove(node: Node<Item>, path: DatabasePath, item: Item): void {
    const [key, ...rest] = path;
    if (key === undefined) {
      node.items.delete(item);
      return;
    }
    const child = node.children.get(key);
    if (child === undefined) return;
    remove(child, rest, item);
    if (child.items.size === 0 && child.children.size === 0) node.children.delete(key);
  }

  return {
    add(path, item) {
      let node = root;
      for (const key of path) {
        let child = node.children.get(key);
        if (child === undefined) node.children.set(key, (child = newNode<Item>()));
        node = child;
      }
      node.items.add(item);
    },
    remove: (path, item) => remove(root, path, item),
    *concernedBy(path) {
      let node: Node<Item> | undefined = root;
      for (let depth = 0; depth < path.length; depth += 1) {
        for (const item of node.items) yield { item, part: path.slice(depth) };
        node = node.children.get(path[depth] as string);
        if (node === undefined) return;
      }
      for (const item of allOf(node)) yield { item, part: WHOLE };
    },
  };
}

function newNode<Item>(): Node<Item> {
  return { items: new Set(), children: new Map() };
}

function* allOf<Item>(node: Node<Item>): Iterable<Item> {
  yield* node.items;
  for (const child of node.children.values()) yield* allOf(child);
}

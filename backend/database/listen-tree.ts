/** Which listens a change at a path concerns, found by walking the path and what is listened to below it. */
import type { DatabasePath } from "../rules/index.ts";

type Node<Listen> = { listens: Set<Listen>; children: Map<string, Node<Listen>> };

export type ListenTree<Listen> = {
  add(path: DatabasePath, listen: Listen): void;
  remove(path: DatabasePath, listen: Listen): void;
  /** `part`: where the change is below the listen's path; [] when it is there or above. */
  concernedBy(path: DatabasePath): Iterable<{ listen: Listen; part: DatabasePath }>;
};

export function createListenTree<Listen>(): ListenTree<Listen> {
  const root = newNode<Listen>();

  function remove(node: Node<Listen>, path: DatabasePath, listen: Listen): void {
    const [key, ...rest] = path;
    if (key === undefined) {
      node.listens.delete(listen);
      return;
    }
    const child = node.children.get(key);
    if (child === undefined) return;
    remove(child, rest, listen);
    if (child.listens.size === 0 && child.children.size === 0) node.children.delete(key);
  }

  return {
    add(path, listen) {
      let node = root;
      for (const key of path) {
        let child = node.children.get(key);
        if (child === undefined) node.children.set(key, (child = newNode()));
        node = child;
      }
      node.listens.add(listen);
    },
    remove: (path, listen) => remove(root, path, listen),
    *concernedBy(path) {
      let node: Node<Listen> | undefined = root;
      for (let depth = 0; depth < path.length; depth += 1) {
        for (const listen of node.listens) yield { listen, part: path.slice(depth) };
        node = node.children.get(path[depth] as string);
        if (node === undefined) return;
      }
      for (const listen of allOf(node)) yield { listen, part: [] };
    },
  };
}

function newNode<Listen>(): Node<Listen> {
  return { listens: new Set(), children: new Map() };
}

function* allOf<Listen>(node: Node<Listen>): Iterable<Listen> {
  yield* node.listens;
  for (const child of node.children.values()) yield* allOf(child);
}

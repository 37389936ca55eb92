/** Which views a change at a path concerns, found by walking the path and what is listened to below it. */
import type { DatabasePath } from "../rules/index.ts";
import { type View, WHOLE } from "./view.ts";

type Node = { views: Set<View>; children: Map<string, Node> };

export type ViewTree = {
  add(view: View): void;
  remove(view: View): void;
  /** `part`: where the change is below the view's path; [] when it is there or above. */
  concernedBy(path: DatabasePath): Iterable<{ view: View; part: DatabasePath }>;
};

export function createViewTree(): ViewTree {
  const root = newNode();

  function remove(node: Node, path: DatabasePath, view: View): void {
    const [key, ...rest] = path;
    if (key === undefined) {
      node.views.delete(view);
      return;
    }
    const child = node.children.get(key);
    if (child === undefined) return;
    remove(child, rest, view);
    if (child.views.size === 0 && child.children.size === 0) node.children.delete(key);
  }

  return {
    add(view) {
      let node = root;
      for (const key of view.path) {
        let child = node.children.get(key);
        if (child === undefined) node.children.set(key, (child = newNode()));
        node = child;
      }
      node.views.add(view);
    },
    remove: (view) => remove(root, view.path, view),
    *concernedBy(path) {
      let node: Node | undefined = root;
      for (let depth = 0; depth < path.length; depth += 1) {
        for (const view of node.views) yield { view, part: path.slice(depth) };
        node = node.children.get(path[depth] as string);
        if (node === undefined) return;
      }
      for (const view of allOf(node)) yield { view, part: WHOLE };
    },
  };
}

function newNode(): Node {
  return { views: new Set(), children: new Map() };
}

function* allOf(node: Node): Iterable<View> {
  yield* node.views;
  for (const child of node.children.values()) yield* allOf(child);
}

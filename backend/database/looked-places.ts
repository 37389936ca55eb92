/** The places that rules looked at when they let somebody listen: what changes there may end it. */
import type { DatabasePath } from "../rules/index.ts";
import { formatPath } from "./path.ts";
import { createPathTree } from "./path-tree.ts";
import type { View } from "./view.ts";

export type LookedPlaces = {
  /** Instead of those of before. @returns whether one of them is new */
  set(view: View, paths: readonly DatabasePath[]): boolean;
  remove(view: View): void;
  /** Whose access a change at this path may concern. */
  viewsAt(path: DatabasePath): Iterable<View>;
};

export function createLookedPlaces(): LookedPlaces {
  const tree = createPathTree<View>();
  const known = new Map<View, Map<string, DatabasePath>>();

  function set(view: View, paths: readonly DatabasePath[]): boolean {
    const before = known.get(view);
    const after = new Map(paths.map((path) => [formatPath(path), path]));
    let hasNew = false;
    for (const [text, path] of after) {
      if (before?.has(text) === true) continue;
      tree.add(path, view);
      hasNew = true;
    }
    for (const [text, path] of before ?? []) if (!after.has(text)) tree.remove(path, view);
    if (after.size > 0) known.set(view, after);
    else known.delete(view);
    return hasNew;
  }

  return {
    set,
    remove: (view) => void set(view, []),
    *viewsAt(path) {
      for (const { item } of tree.concernedBy(path)) yield item;
    },
  };
}

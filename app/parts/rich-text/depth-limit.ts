import { Extension } from "@tiptap/core";
import type { Node } from "@tiptap/pm/model";
import { Plugin } from "@tiptap/pm/state";
import { maxDepth } from "#lib/rich-text/check.ts";

/** No change makes a text deeper than can be stored. */
export const DepthLimit = Extension.create<{ onRefused: () => void }>({
  name: "depthLimit",
  addOptions: () => ({ onRefused: () => {} }),
  addProseMirrorPlugins() {
    return [
      new Plugin({
        filterTransaction: (transaction, { doc }) => {
          if (!transaction.docChanged) return true;
          const depth = depthOf(transaction.doc);
          // One that came so may still be made shallower.
          if (depth <= maxDepth || depth <= depthOf(doc)) return true;
          this.options.onRefused();
          return false;
        },
      }),
    ];
  },
});

/** As lib/rich-text/check.ts counts, where each line has a text already: in an empty one somebody wants to write. */
export function depthOf(node: Node): number {
  if (node.inlineContent) return 2;
  let deepest = 0;
  for (const child of node.children) deepest = Math.max(deepest, depthOf(child));
  return deepest + 1;
}

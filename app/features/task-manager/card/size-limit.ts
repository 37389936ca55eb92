import { Extension } from "@tiptap/core";
import type { Node } from "@tiptap/pm/model";
import { Plugin } from "@tiptap/pm/state";
import { toStored } from "#app/parts/rich-text/to-stored.ts";
import type { EditorNode } from "#app/parts/rich-text/to-stored.ts";

/** No change makes a text longer than can be stored. */
export const SizeLimit = Extension.create<{
  /** Letters of its JSON. */
  most: number;
  /** @param left how many there still are */
  onRefused: (left: number) => void;
}>({
  name: "sizeLimit",
  addOptions: () => ({ most: Infinity, onRefused: () => {} }),
  addProseMirrorPlugins() {
    const { most, onRefused } = this.options;
    if (most === Infinity) return [];
    return [
      new Plugin({
        filterTransaction: (transaction, { doc }) => {
          // Far from the end it is not counted: a letter is at most six of JSON, and a node has some sixty.
          if (!transaction.docChanged || transaction.doc.nodeSize * 60 <= most) return true;
          const size = sizeOf(transaction.doc);
          if (size <= most) return true;
          const before = sizeOf(doc);
          // One that came so may still be made shorter.
          if (size <= before) return true;
          onRefused(Math.max(0, most - before));
          return false;
        },
      }),
    ];
  },
});

/** As it is stored, in letters. */
function sizeOf(doc: Node): number {
  const stored = toStored(doc.toJSON() as EditorNode);
  return stored === undefined ? 0 : JSON.stringify(stored).length;
}

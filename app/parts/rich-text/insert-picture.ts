import type { Node } from "@tiptap/pm/model";
import { insertPoint } from "@tiptap/pm/transform";
import type { EditorState, Transaction } from "@tiptap/pm/state";

/** A picture beside the block that `at` is in. Nothing is replaced, and the cursor stays where somebody writes. */
export function insertPicture(
  state: EditorState,
  at: number,
  picture: object,
): Transaction | undefined {
  const node = state.schema.nodes["image"]?.create({ ...picture });
  const place = node && placeFor(state.doc, at, node);
  return place === undefined ? undefined : state.tr.insert(place, node!);
}

function placeFor(doc: Node, at: number, node: Node): number | undefined {
  const beside = insertPoint(doc, at, node.type);
  if (beside !== null) return beside;
  const place = doc.resolve(at);
  for (let depth = place.depth; depth > 0; depth--) {
    const index = place.indexAfter(depth - 1);
    if (place.node(depth - 1).canReplaceWith(index, index, node.type)) return place.after(depth);
  }
  return undefined;
}

/** Pictures that are added to a text: each keeps its place in it until it is there. */
import type { Editor } from "@tiptap/react";
import { useEffect, useRef } from "react";
import type { PictureValue } from "../media/picture-value.ts";
import { useMediaAdder } from "../media/use-media.ts";
import { changeComing, placeOfComing } from "./coming-pictures.ts";
import { insertPicture } from "./insert-picture.ts";

export function useEditorPictures(editor: Editor) {
  const { adder, coming } = useMediaAdder();
  const placed = useRef(new Set<string>());

  function change(what: Parameters<typeof changeComing>[0]): void {
    if (editor.isDestroyed) return;
    const { key, change: meta } = changeComing(what);
    editor.view.dispatch(editor.state.tr.setMeta(key, meta).setMeta("addToHistory", false));
  }

  function insert(picture: PictureValue, at = editor.state.selection.to): void {
    if (editor.isDestroyed) return;
    const transaction = insertPicture(editor.state, at, picture);
    if (transaction) editor.view.dispatch(transaction);
  }

  /** @param at a place in the text; where the cursor is without it */
  function add(files: File[], at = editor.state.selection.to): void {
    const ids = adder?.addPictures(files, (picture, id) => {
      const place = placeOfComing(editor.state, id);
      placed.current.delete(id);
      change({ remove: id });
      insert(picture, place);
    });
    for (const [index, id] of (ids ?? []).entries()) {
      placed.current.add(id);
      change({ add: { id, at, fileName: files[index]?.name ?? "A picture" } });
    }
  }

  // Those that were cancelled, or failed and were dismissed.
  useEffect(() => {
    for (const id of placed.current) {
      if (coming.some((each) => each.id === id)) continue;
      placed.current.delete(id);
      change({ remove: id });
    }
  });

  return { adder, coming, add, insert };
}

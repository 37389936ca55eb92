/** Pictures that are added to a text: each keeps its place in it until it is there. */
import type { Editor } from "@tiptap/react";
import { useEffect, useRef } from "react";
import { useMediaAdder } from "../media/use-media.ts";
import { changeComing, placeOfComing } from "./coming-pictures.ts";
import { insertPicture } from "./insert-picture.ts";

/** Attributes of the nodes; none: nothing came of the files. */
export type PutPictures = (pictures: readonly object[]) => void;

/** @param onFiles takes the files in place of the MediaPlace around */
export function useEditorPictures(
  editor: Editor,
  onFiles: ((files: File[], put: PutPictures) => void) | undefined,
) {
  const { adder, coming } = useMediaAdder();
  const placed = useRef(new Set<string>());
  const handed = useRef(0);

  function change(what: Parameters<typeof changeComing>[0]): void {
    if (editor.isDestroyed) return;
    const { key, change: meta } = changeComing(what);
    editor.view.dispatch(editor.state.tr.setMeta(key, meta).setMeta("addToHistory", false));
  }

  function insert(picture: object, at = editor.state.selection.to): void {
    if (editor.isDestroyed) return;
    const transaction = insertPicture(editor.state, at, picture);
    if (transaction) editor.view.dispatch(transaction);
  }

  /** @param at a place in the text; where the cursor is without it */
  function add(files: File[], at = editor.state.selection.to): void {
    if (onFiles) return hand(files, at, onFiles);
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

  function hand(files: File[], at: number, take: NonNullable<typeof onFiles>): void {
    handed.current += 1;
    const id = `handed ${handed.current}`;
    const fileName =
      files.length === 1 ? (files[0]?.name ?? "A picture") : `${files.length} pictures`;
    change({ add: { id, at, fileName } });
    take(files, (pictures) => {
      if (editor.isDestroyed) return;
      const place = placeOfComing(editor.state, id);
      change({ remove: id });
      // The last one first: each goes to the same place, before those that are there.
      for (const picture of pictures.toReversed()) insert(picture, place);
    });
  }

  // Those that were cancelled, or failed and were dismissed.
  useEffect(() => {
    for (const id of placed.current) {
      if (coming.some((each) => each.id === id)) continue;
      placed.current.delete(id);
      change({ remove: id });
    }
  });

  return { adder, coming, add, insert, canAdd: adder !== undefined || onFiles !== undefined };
}

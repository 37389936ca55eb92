/** Dragging files onto folders, wherever one is shown: rows, cards, the path and the views at the side. */
import { useEffect, useRef, useState } from "react";
import type { DragEvent } from "react";

/** What the page drags, so that nobody takes it for files of the desktop. */
const dragType = "application/x-foyer-nodes";

export type DragParts = {
  /** @returns what goes along, with a word for it; undefined: it does not go */
  take: (id: string) => { ids: readonly string[]; title: string } | undefined;
  /** Whether they may go there. */
  fits: (ids: readonly string[], folder: string) => boolean;
  drop: (ids: readonly string[], folder: string) => void;
};

/** @returns what is put on the element around all of it */
export function useFileDrag(parts: DragParts) {
  const now = useRef(parts);
  useEffect(() => {
    now.current = parts;
  });
  const ids = useRef<readonly string[]>(undefined);
  const [over, setOver] = useState<Element>();
  useEffect(() => {
    over?.setAttribute("data-drop", "");
    return () => over?.removeAttribute("data-drop");
  }, [over]);

  function targetOf({ target }: DragEvent): { element: Element; folder: string } | undefined {
    const element = (target as Element).closest<HTMLElement>("[data-folder]");
    const folder = element?.dataset["folder"];
    if (!element || folder === undefined || ids.current === undefined) return undefined;
    return now.current.fits(ids.current, folder) ? { element, folder } : undefined;
  }

  function end(): void {
    ids.current = undefined;
    setOver(undefined);
  }

  return {
    onDragStart(event: DragEvent) {
      const row = (event.target as Element).closest<HTMLElement>("[data-id]");
      const taken = row?.dataset["id"] ? now.current.take(row.dataset["id"]) : undefined;
      if (!taken) return;
      ids.current = taken.ids;
      const { dataTransfer } = event;
      dataTransfer.clearData();
      dataTransfer.setData(dragType, taken.ids.join(" "));
      dataTransfer.effectAllowed = "move";
      const ghost = document.createElement("div");
      ghost.className = "drive-ghost";
      ghost.textContent = taken.title;
      document.body.append(ghost);
      dataTransfer.setDragImage(ghost, 12, 12);
      // The browser has drawn it by then.
      setTimeout(() => ghost.remove());
    },
    onDragOver(event: DragEvent) {
      if (!ids.current) return;
      const found = targetOf(event);
      setOver(found?.element);
      if (!found) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = "move";
    },
    onDrop(event: DragEvent) {
      const dragged = ids.current;
      const found = targetOf(event);
      if (!dragged) return;
      event.preventDefault();
      end();
      if (found) now.current.drop(dragged, found.folder);
    },
    onDragEnd: end,
  };
}

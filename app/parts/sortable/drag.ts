/** Dragging within one list, loaded after the list is there. */
import { autoScrollWindowForElements } from "@atlaskit/pragmatic-drag-and-drop-auto-scroll/element";
import { attachClosestEdge } from "@atlaskit/pragmatic-drag-and-drop-hitbox/closest-edge/attach-closest-edge";
import { extractClosestEdge } from "@atlaskit/pragmatic-drag-and-drop-hitbox/closest-edge/extract-closest-edge";
import {
  draggable,
  dropTargetForElements,
  monitorForElements,
} from "@atlaskit/pragmatic-drag-and-drop/element/adapter";
import { watchElements } from "./watch-elements.ts";

export type DragEdge = "before" | "after";

type Options = {
  list: HTMLElement;
  /** Tells the lists of a page apart: nothing is dragged from one into another. */
  own: string;
  axis: "vertical" | "horizontal";
  onDrop: (key: string, target: string, edge: DragEdge) => void;
};

/** Follows the rows as they come and go. @returns stops it */
export function watchDrag({ list, own, axis, onDrop }: Options): () => void {
  const edges = axis === "horizontal" ? (["left", "right"] as const) : (["top", "bottom"] as const);
  const isOwn = (data: Record<string, unknown>) => data["list"] === own;

  const put = (row: HTMLElement) => {
    const handle = row.querySelector(".sortable-handle");
    const data = () => ({ list: own, key: row.dataset["key"] });
    const unmark = () => delete row.dataset["drop"];
    const stops = [
      dropTargetForElements({
        element: row,
        canDrop: ({ source }) => isOwn(source.data),
        getData: ({ input, element }) =>
          attachClosestEdge(data(), { input, element, allowedEdges: [...edges] }),
        onDrag: ({ self, source }) => {
          if (source.element === row) unmark();
          else row.dataset["drop"] = edgeOf(self.data);
        },
        onDragLeave: unmark,
        onDrop: unmark,
      }),
    ];
    if (handle !== null) {
      stops.push(
        draggable({
          element: row,
          dragHandle: handle,
          getInitialData: data,
          onDragStart: () => (row.dataset["dragging"] = ""),
          onDrop: () => delete row.dataset["dragging"],
        }),
      );
    }
    return () => stops.forEach((stop) => stop());
  };

  const stopRows = watchElements(list, ":scope > *", put);
  const stopScroll = autoScrollWindowForElements({ canScroll: ({ source }) => isOwn(source.data) });
  const stopDrop = monitorForElements({
    canMonitor: ({ source }) => isOwn(source.data),
    onDrop: ({ source, location }) => {
      const target = location.current.dropTargets.find(({ data }) => isOwn(data));
      const [key, other] = [source.data["key"], target?.data["key"]];
      if (target === undefined || typeof key !== "string" || typeof other !== "string") return;
      onDrop(key, other, edgeOf(target.data));
    },
  });
  return () => {
    stopRows();
    stopScroll();
    stopDrop();
  };
}

function edgeOf(data: Record<string | symbol, unknown>): DragEdge {
  const edge = extractClosestEdge(data);
  return edge === "bottom" || edge === "right" ? "after" : "before";
}

/** Dragging cards between the columns of a board, and into lists of the sidebar. */
import { autoScrollForElements } from "@atlaskit/pragmatic-drag-and-drop-auto-scroll/element";
import { attachClosestEdge } from "@atlaskit/pragmatic-drag-and-drop-hitbox/closest-edge/attach-closest-edge";
import { extractClosestEdge } from "@atlaskit/pragmatic-drag-and-drop-hitbox/closest-edge/extract-closest-edge";
import {
  draggable,
  dropTargetForElements,
  monitorForElements,
} from "@atlaskit/pragmatic-drag-and-drop/element/adapter";
import { watchElements } from "#app/parts/sortable/watch-elements.ts";
import type { CardDrop } from "./card-steps.ts";

type Options = {
  place: HTMLElement;
  onDrop: (id: string, from: string, drop: CardDrop) => void;
  onList: (id: string, list: string) => void;
};

type Data = Record<string | symbol, unknown>;

const own = Symbol("card");

/** Follows the cards as they come and go. @returns ends it */
export function watchBoardDrag({ place, onDrop, onList }: Options): () => void {
  const isCard = ({ source }: { source: { data: Data } }) => source.data[own] === true;
  const columnOf = (element: Element) =>
    element.closest<HTMLElement>("[data-column]")?.dataset["column"] ?? "";
  const root = place.closest<HTMLElement>(".todo") ?? place;

  function target(element: HTMLElement, mark: string, data: () => Data): () => void {
    const unmark = () => {
      delete element.dataset["drop"];
    };
    return dropTargetForElements({
      element,
      canDrop: isCard,
      getData: data,
      onDragEnter: () => (element.dataset["drop"] = mark),
      onDragLeave: unmark,
      onDrop: unmark,
    });
  }

  function putCard(row: HTMLElement): () => void {
    const handle = row.querySelector(".task-handle");
    const unmark = () => {
      delete row.dataset["drop"];
    };
    const stops = [
      dropTargetForElements({
        element: row,
        canDrop: isCard,
        getData: ({ input, element }) =>
          attachClosestEdge(
            { column: columnOf(row), at: row.dataset["id"] },
            { input, element, allowedEdges: ["top", "bottom"] },
          ),
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
          getInitialData: () => ({ [own]: true, id: row.dataset["id"], from: columnOf(row) }),
          onDragStart: () => (row.dataset["dragging"] = ""),
          onDrop: () => delete row.dataset["dragging"],
        }),
      );
    }
    return () => stops.forEach((stop) => stop());
  }

  function put(element: HTMLElement): () => void {
    if (element.matches(".task-row")) return putCard(element);
    const { column, list } = element.dataset;
    return target(element, "into", () => (column === undefined ? { list } : { column }));
  }

  const wanted = ".task-row, .board-column, .todo-nav [data-list]";
  const stopElements = watchElements(root, wanted, put);
  const stopScroll = autoScrollForElements({ element: place, canScroll: isCard });
  const stopDrop = monitorForElements({
    canMonitor: isCard,
    onDrop({ source, location }) {
      const data = location.current.dropTargets[0]?.data;
      if (data === undefined) return;
      const { id, from } = source.data;
      const { list, column, at } = data;
      if (typeof list === "string") onList(String(id), list);
      else if (typeof at === "string")
        onDrop(String(id), String(from), { column: String(column), at, edge: edgeOf(data) });
      else onDrop(String(id), String(from), { column: String(column) });
    },
  });
  return () => {
    stopElements();
    stopScroll();
    stopDrop();
  };
}

function edgeOf(data: Data): "before" | "after" {
  return extractClosestEdge(data) === "bottom" ? "after" : "before";
}

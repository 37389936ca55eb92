/** Dragging tasks among each other, under each other and into lists of the sidebar. Loaded after the list is there. */
import { autoScrollWindowForElements } from "@atlaskit/pragmatic-drag-and-drop-auto-scroll/element";
import { attachClosestEdge } from "@atlaskit/pragmatic-drag-and-drop-hitbox/closest-edge/attach-closest-edge";
import { extractClosestEdge } from "@atlaskit/pragmatic-drag-and-drop-hitbox/closest-edge/extract-closest-edge";
import {
  draggable,
  dropTargetForElements,
  monitorForElements,
} from "@atlaskit/pragmatic-drag-and-drop/element/adapter";
import { watchElements } from "#app/parts/sortable/watch-elements.ts";
import { placeAt } from "../acts/places.ts";
import type { Drop } from "../acts/places.ts";
import type { TodoActs } from "../acts/todo-acts.ts";
import type { TodoStore } from "../index/todo-store.ts";

type Options = {
  place: HTMLElement;
  store: TodoStore;
  acts: Pick<TodoActs, "move">;
  /** Else tasks go into lists only. */
  isOrdered: boolean;
};

/** So far to the right of a task's own text it becomes a subtask, pixels. */
const indentPx = 28;
const own = Symbol("task");

/** Follows the rows as they come and go. @returns ends it */
export function watchTaskDrag({ place, store, acts, isOrdered }: Options): () => void {
  const isTask = (data: Record<string | symbol, unknown>) => data[own] === true;
  const idOf = (data: Record<string | symbol, unknown>) => String(data["id"]);

  function putRow(row: HTMLElement): () => void {
    const handle = row.querySelector(".task-handle");
    const unmark = () => {
      delete row.dataset["drop"];
    };
    const stops: (() => void)[] = [];
    if (handle !== null) {
      stops.push(
        draggable({
          element: row,
          dragHandle: handle,
          getInitialData: () => ({ [own]: true, id: row.dataset["id"] }),
          onDragStart: () => (row.dataset["dragging"] = ""),
          onDrop: () => delete row.dataset["dragging"],
        }),
      );
    }
    if (isOrdered) {
      stops.push(
        dropTargetForElements({
          element: row,
          canDrop: ({ source }) => isTask(source.data),
          getData({ input, element }) {
            const title = element.querySelector(".task-opener")?.getBoundingClientRect();
            const isUnder = title !== undefined && input.clientX > title.left + indentPx * 2;
            const data = { id: row.dataset["id"], isUnder };
            return attachClosestEdge(data, { input, element, allowedEdges: ["top", "bottom"] });
          },
          onDrag({ self, source }) {
            if (source.element === row) unmark();
            else row.dataset["drop"] = dropOf(self.data);
          },
          onDragLeave: unmark,
          onDrop: unmark,
        }),
      );
    }
    return () => stops.forEach((stop) => stop());
  }

  function putList(link: HTMLElement): () => void {
    const unmark = () => {
      delete link.dataset["drop"];
    };
    return dropTargetForElements({
      element: link,
      canDrop: ({ source }) => isTask(source.data),
      getData: () => ({ list: link.dataset["list"] }),
      onDragEnter: () => (link.dataset["drop"] = "into"),
      onDragLeave: unmark,
      onDrop: unmark,
    });
  }

  const root = place.closest<HTMLElement>(".todo") ?? place;
  const stopElements = watchElements(root, ".task-row, .todo-nav [data-list]", (element) =>
    element.matches(".task-row") ? putRow(element) : putList(element),
  );
  const stopScroll = autoScrollWindowForElements({
    canScroll: ({ source }) => isTask(source.data),
  });
  const stopDrop = monitorForElements({
    canMonitor: ({ source }) => isTask(source.data),
    onDrop({ source, location }) {
      const data = location.current.dropTargets[0]?.data;
      const id = idOf(source.data);
      if (data === undefined) return;
      if (typeof data["list"] === "string") acts.move([id], { list: data["list"], parent: "" });
      else if (idOf(data) !== id) {
        const to = placeAt(store, id, idOf(data), dropOf(data));
        if (to) acts.move([id], to);
      }
    },
  });
  return () => {
    stopElements();
    stopScroll();
    stopDrop();
  };
}

function dropOf(data: Record<string | symbol, unknown>): Drop {
  if (extractClosestEdge(data) !== "bottom") return "before";
  return data["isUnder"] === true ? "under" : "after";
}

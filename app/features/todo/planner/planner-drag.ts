/** Dragging tasks to a time or a day, and back into the list of what is not planned. */
import {
  autoScrollForElements,
  autoScrollWindowForElements,
} from "@atlaskit/pragmatic-drag-and-drop-auto-scroll/element";
import {
  draggable,
  dropTargetForElements,
  monitorForElements,
} from "@atlaskit/pragmatic-drag-and-drop/element/adapter";
import { watchElements } from "#app/parts/sortable/watch-elements.ts";
import { dayMinutes, usualMinutes } from "./entries.ts";
import type { Of, Slot } from "./entries.ts";
import { snapped } from "./slots.ts";
import { spanWords } from "./week.ts";

/** `of` is undefined of what comes from the list of what is not planned. */
export type Dragged = { id: string; of: Of | undefined; minutes: number };

type Options = {
  place: HTMLElement;
  onPlace: (dragged: Dragged, slot: Slot) => void;
  onTakeOut: (dragged: Dragged) => void;
};

type Data = Record<string | symbol, unknown>;

const own = Symbol("planned");
const sources = "[data-draggable]";
const targets = ".planner-day, .planner-all-day, .planner-side";

/** Follows what is shown as it comes and goes. @returns ends it */
export function watchPlannerDrag({ place, onPlace, onTakeOut }: Options): () => void {
  const stopWatching = watchElements(place, `${sources}, ${targets}`, (element) =>
    element.matches(sources) ? putSource(element) : putTarget(element),
  );
  const grid = place.querySelector(".planner-grid");
  const stops = [
    stopWatching,
    autoScrollWindowForElements({ canScroll: isOwn }),
    ...(grid === null ? [] : [autoScrollForElements({ element: grid, canScroll: isOwn })]),
    monitorForElements({
      canMonitor: isOwn,
      onDrop({ source, location }) {
        const slot = location.current.dropTargets[0]?.data;
        if (slot === undefined) return;
        const dragged = draggedOf(source.data);
        if (slot["isSide"] === true) onTakeOut(dragged);
        else onPlace(dragged, slotOf(slot, dragged));
      },
    }),
  ];
  return () => stops.forEach((stop) => stop());
}

const isOwn = ({ source }: { source: { data: Data } }) => source.data[own] === true;

function putSource(element: HTMLElement): () => void {
  return draggable({
    element,
    // Its lower edge is dragged by itself.
    canDrag: ({ input: { clientX, clientY } }) =>
      !document.elementFromPoint(clientX, clientY)?.closest(".planner-edge"),
    getInitialData({ input }) {
      const { id, of, minutes } = element.dataset;
      const day = element.closest(".planner-day")?.getBoundingClientRect();
      const { top } = element.getBoundingClientRect();
      // So far below its begin it was taken.
      const grabbed = day ? ((input.clientY - top) / day.height) * dayMinutes : 0;
      return { [own]: true, id, of, minutes: Number(minutes ?? usualMinutes), grabbed };
    },
    onDragStart: () => (element.dataset["dragging"] = ""),
    onDrop: () => delete element.dataset["dragging"],
  });
}

function putTarget(element: HTMLElement): () => void {
  const day = element.dataset["day"];
  const isTimed = element.matches(".planner-day");
  const ghost = element.querySelector<HTMLElement>(".planner-ghost");
  const unmark = () => {
    delete element.dataset["drop"];
    if (ghost) ghost.hidden = true;
  };
  return dropTargetForElements({
    element,
    canDrop: ({ source }) => isOwn({ source }) && (day !== undefined || isPlanned(source.data)),
    getData({ input, source }) {
      if (day === undefined) return { isSide: true };
      if (!isTimed) return { day, start: null };
      const { top, height } = element.getBoundingClientRect();
      const minutes = ((input.clientY - top) / height) * dayMinutes;
      return { day, start: snapped(minutes - Number(source.data["grabbed"])) };
    },
    onDrag({ self, source }) {
      element.dataset["drop"] = "";
      const { start, minutes } = slotOf(self.data, draggedOf(source.data));
      if (!ghost || start === null) return;
      const words = spanWords(start, minutes);
      if (!ghost.hidden && ghost.textContent === words) return;
      ghost.hidden = false;
      ghost.textContent = words;
      ghost.style.setProperty("--from", String(start));
      ghost.style.setProperty("--to", String(Math.min(start + minutes, dayMinutes)));
    },
    onDragLeave: unmark,
    onDrop: unmark,
  });
}

/** What is due has no other place. */
function isPlanned({ of }: Data): boolean {
  return of === "plan" || of === "both";
}

function draggedOf({ id, of, minutes }: Data): Dragged {
  return {
    id: String(id),
    of: of === "plan" || of === "due" || of === "both" ? of : undefined,
    minutes: Number(minutes),
  };
}

function slotOf({ day, start }: Data, { minutes }: Dragged): Slot {
  return { day: String(day), start: typeof start === "number" ? start : null, minutes };
}

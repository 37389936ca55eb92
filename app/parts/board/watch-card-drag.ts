/**
 * Dragging cards between the columns of a board, and to what stands beside it: by mouse, and on a touch screen by holding.
 * One listener for all cards, and React draws nothing until the drop, so that many of them are no more work than few.
 */
import type { CardDrop } from "./card-steps.ts";
import { createDragLayer } from "./drag-layer.ts";
import type { DragFrame } from "./drag-layer.ts";
import { createEdgeScroll } from "./edge-scroll.ts";
import { findDrop } from "./find-drop.ts";
import type { Found } from "./find-drop.ts";
import { watchGrab } from "./watch-grab.ts";
import type { Grab, Grabbed } from "./watch-grab.ts";

type Options = {
  /** The board, which scrolls along. Its columns have `data-column`; of each its `.board-cards` scroll. */
  place: HTMLElement;
  /** Selector of the cards. They have `data-id`. */
  cards: string;
  /** Selector of what a card is taken by; else by all of it that is no field or button. */
  handle?: string;
  onDrop: (id: string, from: string, drop: CardDrop) => void;
  /** Such columns are marked `full`; what is dropped there is told with no card it is at. */
  isFull?: (column: string, from: string) => boolean;
  /** Further places to drop at, by a selector. */
  beside?: { elements: string; onDrop: (id: string, element: HTMLElement) => void };
};

/** Marks the card by `data-dragging`, and where it would be dropped by `data-drop`: `into` or `full`. @returns ends it */
export function watchCardDrag(options: Options): () => void {
  const { place, cards, handle, onDrop, isFull, beside } = options;
  return watchGrab({ place, cards, handle, onGrab: drag });

  function drag({ card, pointerId, at }: Grab): Grabbed {
    const id = card.dataset["id"] ?? "";
    const from = columnOf(card);
    const layer = createDragLayer(card, at);
    const edges = createEdgeScroll(place);
    let [x, y] = [at.x, at.y];
    let found: Found | undefined;
    let isMoved = true;
    let frame = requestAnimationFrame(look);
    let lookedAt = performance.now();
    card.dataset["dragging"] = "";
    layer.picture.setPointerCapture(pointerId);
    layer.element.addEventListener("wheel", (event) => edges.wheel(event, found?.column), {
      passive: false,
    });

    function look(now: number): void {
      const isScrolled = edges.scroll({ x, y }, now - lookedAt, found?.column);
      lookedAt = now;
      // Also what scrolls by itself, and what is changed by others, comes under the pointer.
      if (isMoved || isScrolled) layer.move(x, y);
      mark(findDrop({ place, cards, id, x, y, beside: beside?.elements }));
      isMoved = false;
      frame = requestAnimationFrame(look);
    }

    function mark(next: Found | undefined): void {
      const isFullNow =
        next?.column !== undefined && isFull?.(columnOf(next.column), from) === true;
      const element = next?.column ?? next?.beside;
      const before = found?.column ?? found?.beside;
      if (before !== element) delete before?.dataset["drop"];
      const words = isFullNow ? "full" : "into";
      if (element && element.dataset["drop"] !== words) element.dataset["drop"] = words;
      layer.line(isFullNow ? undefined : next?.line);
      layer.frame(next?.column && frameOf(next.column, place), isFullNow);
      found = next?.column && isFullNow ? { column: next.column } : next;
    }

    return {
      move(to) {
        [x, y] = [to.x, to.y];
        isMoved = true;
      },
      end(isDropped) {
        cancelAnimationFrame(frame);
        const last = found;
        delete (last?.column ?? last?.beside)?.dataset["drop"];
        delete card.dataset["dragging"];
        layer.remove();
        if (!isDropped || !last || last.isStaying) return;
        if (last.beside) beside?.onDrop(id, last.beside);
        else if (last.column) onDrop(id, from, { column: columnOf(last.column), ...last.at });
      },
    };
  }
}

/** What is seen of it. */
function frameOf(column: HTMLElement, place: HTMLElement): DragFrame {
  const [own, board] = [column.getBoundingClientRect(), place.getBoundingClientRect()];
  const [left, right] = [Math.max(own.left, board.left), Math.min(own.right, board.right)];
  return { left, width: right - left, top: own.top, height: own.height };
}

function columnOf(element: Element): string {
  return element.closest<HTMLElement>("[data-column]")?.dataset["column"] ?? "";
}

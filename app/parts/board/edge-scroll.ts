/** What scrolls while a card is held, near an edge by itself and by the wheel: its column up and down, the board across. */
import { columnsIn } from "./find-drop.ts";

type Point = { x: number; y: number };

export type EdgeScroll = {
  /** @param forMs since it was last asked @returns whether anything did */
  scroll(at: Point, forMs: number, column: HTMLElement | undefined): boolean;
  wheel(event: WheelEvent, column: HTMLElement | undefined): void;
};

const edgePx = 56;
const mostPxAMs = 1.4;
/** Of browsers that tell a wheel in lines. */
const linePx = 20;
/** A board that snaps goes on by a column once a card was held so long, so near. */
const snap = { edgePx: 40, afterMs: 600 };

export function createEdgeScroll(place: HTMLElement): EdgeScroll {
  const isSnapped = getComputedStyle(place).scrollSnapType !== "none";
  let waitedMs = 0;
  /** Less than a pixel waits for the next frame. */
  const rest = { x: 0, y: 0 };

  function across({ x }: Point, forMs: number): boolean {
    const { left, right } = place.getBoundingClientRect();
    const [from, to] = [Math.max(0, left), Math.min(innerWidth, right)];
    if (isSnapped) return turn(x - from < snap.edgePx ? -1 : to - x < snap.edgePx ? 1 : 0, forMs);
    rest.x += speed(x, from, to) * forMs;
    const by = Math.trunc(rest.x);
    rest.x -= by;
    return by !== 0 && moved(place, "scrollLeft", by);
  }

  function turn(way: -1 | 0 | 1, forMs: number): boolean {
    waitedMs = way === 0 ? 0 : waitedMs + forMs;
    if (waitedMs < snap.afterMs) return false;
    waitedMs = 0;
    const { left: from } = place.getBoundingClientRect();
    const lefts = columnsIn(place).map((column) => column.getBoundingClientRect().left - from);
    const shown = lefts.findIndex((left) => left >= 0);
    const [own, next] = [lefts[shown], lefts[shown + way]];
    if (own === undefined || next === undefined) return false;
    place.scrollBy({ left: next - own });
    return true;
  }

  function along({ y }: Point, forMs: number, column: HTMLElement | undefined): boolean {
    const scroller = scrollerOf(column);
    if (!scroller || scroller.scrollHeight <= scroller.clientHeight) return false;
    const { top, bottom } = scroller.getBoundingClientRect();
    rest.y += speed(y, Math.max(0, top), Math.min(innerHeight, bottom)) * forMs;
    const by = Math.trunc(rest.y);
    rest.y -= by;
    return by !== 0 && moved(scroller, "scrollTop", by);
  }

  return {
    scroll: (at, forMs, column) => {
      // After a pause, of another tab for one, it does not jump.
      const ms = Math.min(forMs, 50);
      const isAcross = across(at, ms);
      return along(at, ms, column) || isAcross;
    },
    wheel(event, column) {
      const { deltaX, deltaY, shiftKey } = event;
      const px = event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? 1 : linePx;
      const scroller = scrollerOf(column);
      const isAcross = shiftKey || deltaX !== 0;
      const isMoved = isAcross
        ? moved(place, "scrollLeft", (deltaX || deltaY) * px)
        : scroller !== null && moved(scroller, "scrollTop", deltaY * px);
      // Else the page is scrolled.
      if (isMoved) event.preventDefault();
    },
  };
}

const scrollerOf = (column: HTMLElement | undefined) =>
  column?.querySelector<HTMLElement>(".board-cards") ?? null;

/** Pixels a millisecond, the faster the nearer to the edge; none between them. */
function speed(at: number, from: number, to: number): number {
  const edge = Math.min(edgePx, (to - from) / 4);
  const near = at < from + edge ? at - from - edge : at > to - edge ? at - to + edge : 0;
  return mostPxAMs * Math.max(-1, Math.min(1, near / edge));
}

function moved(element: HTMLElement, side: "scrollLeft" | "scrollTop", by: number): boolean {
  const before = element[side];
  element[side] = before + by;
  return element[side] !== before;
}

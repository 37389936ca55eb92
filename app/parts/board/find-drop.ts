/** What lies under a card that is dragged: a column and a gap between its cards, or a place beside the board. */
import type { CardDrop } from "./card-steps.ts";
import type { DragLine } from "./drag-layer.ts";

export type Found = {
  column?: HTMLElement;
  beside?: HTMLElement;
  /** The card it would stand at; none: behind the last. */
  at?: Pick<CardDrop, "at" | "edge">;
  line?: DragLine;
  /** It stands there already. */
  isStaying?: boolean;
};

const halfGapPx = 4;

type Where = {
  place: HTMLElement;
  cards: string;
  /** Of the one that is dragged. */
  id: string;
  x: number;
  y: number;
  /** Selector of places beside the board. */
  beside: string | undefined;
};

export function findDrop({ place, cards, id, x, y, beside }: Where): Found | undefined {
  if (beside !== undefined) {
    const under = document.elementsFromPoint(x, y).find((one) => !one.closest(".board-layer"));
    const other = under?.closest<HTMLElement>(beside);
    if (other) return { beside: other };
  }
  const column = isOver(place.getBoundingClientRect(), x, y) ? columnAt(place, x) : undefined;
  const list = column?.querySelector<HTMLElement>(".board-cards");
  return column && list ? { column, ...gapAt({ list, cards, id, y }) } : undefined;
}

function isOver({ left, right, top, bottom }: DOMRect, x: number, y: number): boolean {
  return x >= left && x <= right && y >= top && y <= bottom;
}

/** Also below a short one, and where a note lies over it. */
function columnAt(place: HTMLElement, x: number): HTMLElement | undefined {
  return columnsIn(place).find((column) => {
    const { left, right } = column.getBoundingClientRect();
    return x >= left && x <= right;
  });
}

/** They stand side by side in it: no need to look through their cards. */
export function columnsIn(place: HTMLElement): HTMLElement[] {
  return [...place.children].filter(
    (child): child is HTMLElement =>
      child instanceof HTMLElement && child.dataset["column"] !== undefined,
  );
}

type Gap = { list: HTMLElement; cards: string; id: string; y: number };

function gapAt({ list, cards, id, y }: Gap): Omit<Found, "column"> {
  // In their order from top to bottom, the dragged one too, which stays in the page wherever it is scrolled to.
  const rows = list.firstElementChild?.children ?? [];
  const next = firstBelow(rows, y);
  const cardIn = (row: Element | undefined) => row?.querySelector<HTMLElement>(cards);
  const [after, before] = [cardIn(rows[next - 1]), cardIn(rows[next])];
  if ([after, before].some((card) => card?.dataset["id"] === id)) return { isStaying: true };
  const frame = list.getBoundingClientRect();
  const box = (before ?? after)?.getBoundingClientRect();
  if (!box) return { line: { left: frame.left, width: frame.width, top: frame.top } };
  const gap = before ? box.top - halfGapPx : box.bottom + halfGapPx;
  const line = {
    left: box.left,
    width: box.width,
    top: Math.max(frame.top, Math.min(gap, frame.bottom)),
  };
  const at = (before ?? after)?.dataset["id"];
  return { line, ...(at !== undefined && { at: { at, edge: before ? "before" : "after" } }) };
}

/** The first of them whose middle is below; the number of all: none is. */
function firstBelow(rows: ArrayLike<Element>, y: number): number {
  let [from, to] = [0, rows.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    const { top, height } = rows[middle]!.getBoundingClientRect();
    if (y < top + height / 2) to = middle;
    else from = middle + 1;
  }
  return from;
}

/** The focus on a board: it stays with its card wherever that goes, and goes to its neighbour when it is gone. */
import { useCallback, useLayoutEffect, useMemo, useRef, useState } from "react";
import type { RefObject } from "react";
import { flushSync } from "react-dom";
import type { Column } from "#app/parts/board/card-steps.ts";
import { useIsPrinted } from "#app/parts/board/use-is-printed.ts";
import { createBoardStop } from "./board-stop.ts";
import type { BoardStop, Stop } from "./board-stop.ts";
import { stopFrom, stopNear } from "./board-steps.ts";
import type { Way } from "./board-steps.ts";

export type BoardFocus = {
  stop: BoardStop;
  focus: (stop: Stop) => void;
  /** @returns false: there is no further */
  walk: (way: Way) => boolean;
  /** To where it is, or was. */
  back: () => void;
  onFocus: (event: { target: EventTarget }) => void;
  onBlur: () => void;
};

type Options = {
  place: RefObject<HTMLElement | null>;
  columns: () => readonly Column[];
  /** Heads of columns have something to press. */
  hasHeads: boolean;
  /** A card that is not in the page yet. */
  reveal: (column: string, at: number) => void;
};

/** Whoever calls it draws anew with each change of the board. */
export function useBoardFocus(options: Options): BoardFocus {
  const [stop] = useState(createBoardStop);
  const now = useRef(options);
  const row = useRef(0);
  const hasFocus = useRef(false);
  // Each card is made anew for it, and again for the screen.
  useIsPrinted();

  useLayoutEffect(() => {
    now.current = options;
    const columns = options.columns();
    const near = stopNear(columns, stop.get(), row.current, options.hasHeads);
    // Who is not there comes in by a card.
    const next = near && withFirst(columns, near);
    const entered = hasFocus.current || !next ? next : { ...next, card: next.card ?? next.first };
    row.current = rowOf(columns, entered);
    stop.set(entered);
    // The browser tells nobody of what is taken out of the page with the focus in it.
    if (hasFocus.current && isNowhere()) onceDrawn(() => put(options.place.current, next));
  });

  const focus = useCallback(
    (next: Stop) => {
      const { place, columns, reveal } = now.current;
      row.current = rowOf(columns(), next);
      flushSync(() => stop.set(withFirst(columns(), next)));
      if (next.card !== undefined) reveal(next.column, row.current);
      showColumn(place.current, next.column);
      if (!put(place.current, next)) onceDrawn(() => put(place.current, next));
    },
    [stop],
  );
  const walk = useCallback(
    (way: Way) => {
      const { hasHeads } = now.current;
      const columns = now.current.columns();
      const from = stop.get() ?? stopNear(columns, undefined, 0, hasHeads);
      if (!from) return false;
      // The first step goes to where one would come in by Tab.
      const next = hasFocus.current ? stopFrom(columns, from, way, hasHeads) : from;
      if (next) focus(next);
      return next !== undefined;
    },
    [stop, focus],
  );
  const back = useCallback(() => {
    requestAnimationFrame(() => {
      const next = stop.get();
      if (next) focus(next);
    });
  }, [stop, focus]);
  const onFocus = useCallback(
    ({ target }: { target: EventTarget }) => {
      const next = stopOf(target);
      if (!next) return;
      hasFocus.current = true;
      const columns = now.current.columns();
      row.current = rowOf(columns, next);
      stop.set(withFirst(columns, next));
    },
    [stop],
  );
  const onBlur = useCallback(() => {
    hasFocus.current = false;
  }, []);
  return useMemo(
    () => ({ stop, focus, walk, back, onFocus, onBlur }),
    [stop, focus, walk, back, onFocus, onBlur],
  );
}

function rowOf(columns: readonly Column[], stop: Stop | undefined): number {
  if (stop?.card === undefined) return 0;
  return Math.max(0, columns.find(({ key }) => key === stop.column)?.ids.indexOf(stop.card) ?? 0);
}

function withFirst(columns: readonly Column[], { column, card }: Stop): Stop {
  if (card !== undefined) return { column, card };
  return { column, card, first: columns.find(({ key }) => key === column)?.ids[0] };
}

/** The card or column that it stands in. */
function stopOf(target: EventTarget): Stop | undefined {
  if (!(target instanceof Element)) return undefined;
  const column = target.closest<HTMLElement>("[data-column]")?.dataset["column"];
  const card = target.closest<HTMLElement>("[data-id]")?.dataset["id"];
  return column === undefined ? undefined : { column, card };
}

/** @returns whether it is there, and has the focus */
function put(place: HTMLElement | null, stop: Stop | undefined): boolean {
  if (!place || !stop) return true;
  const column = place.querySelector(`[data-column="${CSS.escape(stop.column)}"]`);
  const element = column?.querySelector<HTMLElement>(
    stop.card === undefined ? ".column-menu" : `[data-id="${CSS.escape(stop.card)}"] .card-link`,
  );
  if (!element) return false;
  element.focus({ preventScroll: true });
  element.closest(".board-cards li")?.scrollIntoView({ block: "nearest", inline: "nearest" });
  return element === document.activeElement;
}

/** Without moving the page. */
function showColumn(place: HTMLElement | null, id: string): void {
  const column = place?.querySelector<HTMLElement>(`[data-column="${CSS.escape(id)}"]`);
  if (!place || !column) return;
  const [frame, box] = [place.getBoundingClientRect(), column.getBoundingClientRect()];
  if (box.left < frame.left) place.scrollLeft += box.left - frame.left;
  else if (box.right > frame.right) place.scrollLeft += box.right - frame.right;
}

function isNowhere(): boolean {
  const { activeElement } = document;
  return activeElement === document.body || activeElement === null;
}

/** What comes into sight takes a few frames until it can have the focus. */
function onceDrawn(find: () => boolean): void {
  let tries = 0;
  const again = () => {
    tries += 1;
    if (!find() && tries < 10) requestAnimationFrame(again);
  };
  again();
}

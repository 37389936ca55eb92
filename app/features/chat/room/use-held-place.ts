/**
 * What the list is held to: its end, or a row that somebody is led to, while rows are measured, pictures come and the window
 * changes. Whoever scrolls lets go of it.
 */
import { type RefObject, useCallback, useEffect, useLayoutEffect, useMemo, useRef } from "react";
import type { VirtualizerHandle } from "virtua";
import type { Row } from "./rows.ts";

/** Pixels from the end that count as being there. */
const nearEnd = 60;
/** What stays in sight above the first new one. */
const aboveNew = 48;

type Goal = "end" | { id: string; isFirst: boolean } | undefined;

const isRow = (goal: Goal) => typeof goal === "object";

export type HeldPlace = {
  toEnd: () => void;
  /** isFirst: what is new begins there. */
  toRow: (id: string, options: { isFirst: boolean }) => void;
  /** Where it is now is where it stays. */
  letGo: () => void;
  /** After a scroll. @returns whether its end is in sight */
  looked: () => boolean;
  /** Again, where rows have changed. hasCome: one came at the end, which who is there follows. */
  hold: (hasCome: boolean) => void;
};

export function useHeldPlace(
  place: RefObject<HTMLElement | null>,
  list: RefObject<VirtualizerHandle | null>,
  {
    rows,
    hasNewer,
    begins,
  }: { rows: readonly Row[]; hasNewer: boolean; begins: "end" | undefined },
): HeldPlace {
  const goal = useRef<Goal>(begins);
  const last = useRef({ top: 0, isNear: false, byHand: false });
  const now = useRef({ rows, hasNewer });
  useLayoutEffect(() => {
    now.current = { rows, hasNewer };
  });

  const lead = useCallback(
    (isAgain = false) => {
      const [virtual, element] = [list.current, place.current];
      const { current: held } = goal;
      if (!virtual || !element || held === undefined) return;
      const { rows: all, hasNewer: isCut } = now.current;
      if (held === "end") {
        if (isCut || all.length === 0) return;
        if (isAgain) element.scrollTop = element.scrollHeight;
        else virtual.scrollToIndex(all.length - 1, { align: "end" });
        return;
      }
      const index = all.findIndex(({ id }) => id === held.id);
      if (index === -1) return;
      const isHigh = virtual.getItemSize(index) > element.clientHeight;
      if (held.isFirst) virtual.scrollToIndex(index, { align: "start", offset: -aboveNew });
      else virtual.scrollToIndex(index, { align: isHigh ? "start" : "center" });
    },
    [list, place],
  );

  useEffect(() => {
    const { current: element } = place;
    if (!element) return;
    const letGo = ({ type, target }: Event) => {
      if (isRow(goal.current)) goal.current = undefined;
      // What is pressed beside all rows is the scrollbar.
      if (type !== "pointerdown" || target === element) last.current.byHand = true;
    };
    const events = ["wheel", "touchmove", "pointerdown", "keydown"];
    for (const name of events) element.addEventListener(name, letGo, { passive: true });
    // The composer grows, the keyboard of a phone comes, rows become what they are.
    const watch = new ResizeObserver(() => lead(true));
    watch.observe(element);
    for (const child of element.children) watch.observe(child);
    return () => {
      watch.disconnect();
      for (const name of events) element.removeEventListener(name, letGo);
    };
  }, [place, lead]);

  const looked = useCallback(() => {
    const { current: element } = place;
    if (!element) return false;
    const { scrollTop: top, scrollHeight: height, clientHeight } = element;
    const isNear = top + clientHeight >= height - nearEnd;
    const { current: before } = last;
    // What is measured moves it, too: that is nobody's wish to be elsewhere.
    const isUp = before.byHand && top < before.top;
    last.current = { ...before, top, isNear };
    if (!isRow(goal.current) && !now.current.hasNewer) {
      if (isNear) goal.current = "end";
      else if (isUp) goal.current = undefined;
    }
    return isNear;
  }, [place]);

  const hold = useCallback(
    (hasCome: boolean) => {
      if (hasCome && last.current.isNear) goal.current = "end";
      lead();
    },
    [lead],
  );
  const set = useCallback(
    (next: Goal) => {
      goal.current = next;
      lead();
    },
    [lead],
  );
  const toEnd = useCallback(() => set("end"), [set]);
  const toRow = useCallback<HeldPlace["toRow"]>((id, { isFirst }) => set({ id, isFirst }), [set]);
  const letGo = useCallback(() => set(undefined), [set]);
  return useMemo(
    () => ({ toEnd, toRow, letGo, looked, hold }),
    [toEnd, toRow, letGo, looked, hold],
  );
}

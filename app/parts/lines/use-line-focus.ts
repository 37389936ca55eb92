import { useEffect, useRef } from "react";
import type { RefObject } from "react";

type Last = {
  element: Element;
  /** What stays when a button gives way to another one. */
  around: Element | null;
  /** The line in which it is, or the one that follows where that has gone; undefined: none. */
  line: string | undefined;
  isGone: boolean;
  /** Which of the line's controls it is. */
  at: number;
};

const controls = "a, button, input, select";

/**
 * Lines that go with the focus in them, as those of a trash do: the next one has it then, and once there is none what
 * stands above them, or the heading of what is said instead.
 * @param place around the lines, of which each has its id as `data-line`
 * @param ids of all of them, in their order
 */
export function useLineFocus(place: RefObject<HTMLElement | null>, ids: readonly string[]): void {
  const last = useRef<Last>(undefined);
  const known = useRef(ids);
  useEffect(() => {
    const around = place.current;
    const note = ({ target }: FocusEvent) => {
      if (!(target instanceof Element)) return;
      // A dialog that it asks by gives the focus back, to where it can.
      const dialog = target.closest("dialog");
      if (!dialog || !around?.contains(dialog)) last.current = lastOf(target);
    };
    around?.addEventListener("focusin", note);
    return () => around?.removeEventListener("focusin", note);
  }, [place]);
  // After each rendering: that is when something goes.
  useEffect(() => {
    const before = known.current;
    known.current = ids;
    const now = last.current;
    if (!now) return;
    if (now.line !== undefined && before !== ids && !ids.includes(now.line)) {
      now.line = lineBehind(before, now.line, new Set(ids)) ?? ids.at(-1);
      now.isGone = true;
    }
    if (now.element.isConnected || document.activeElement !== document.body) return;
    // A line that was scrolled out of sight is there still.
    if (now.line !== undefined && !now.isGone) return;
    const next = nextOf(now, place.current);
    next?.focus();
    // Behind a dialog that still asks nothing takes it: after that one has gone.
    if (next === null || document.activeElement === next) last.current = undefined;
  });
}

function lastOf(element: Element): Last {
  const line = element.closest<HTMLElement>("[data-line]");
  return {
    element,
    around: element.parentElement,
    line: line?.dataset["line"],
    isGone: false,
    at: line ? [...line.querySelectorAll(controls)].indexOf(element) : 0,
  };
}

function lineBehind(
  ids: readonly string[],
  line: string,
  left: ReadonlySet<string>,
): string | undefined {
  return ids.slice(ids.indexOf(line)).find((id) => left.has(id));
}

function nextOf({ around, line, at }: Last, place: HTMLElement | null): HTMLElement | null {
  if (line !== undefined) {
    const all = place?.querySelectorAll<HTMLElement>(
      `[data-line="${CSS.escape(line)}"] :is(${controls})`,
    );
    return all?.[at] ?? [...(all ?? [])].at(-1) ?? null;
  }
  const heading = place?.querySelector<HTMLElement>(".empty-room h2");
  if (heading) heading.tabIndex = -1;
  const there = around?.isConnected ? around : place;
  return heading ?? there?.querySelector<HTMLElement>(controls) ?? null;
}

import { useLayoutEffect, useRef } from "react";
import type { RefObject } from "react";
import { useLocation } from "react-router";

/**
 * Who closes an entry goes on where they were: on what had opened it, else on what leads to it, else in the view.
 * @param opened its key; empty: none
 * @param hasList the list does it by itself: it is given the key of the one that was open until now
 */
export function useEntryFocus(opened: string, hasList: boolean): RefObject<string> {
  const last = useRef("");
  const opener = useRef<Element>(null);
  const before = useRef(opened);
  // The router comes a moment later, and scrolls then.
  const routed = new URLSearchParams(useLocation().search).get("entry") ?? "";
  const closed = useRef(routed);
  useLayoutEffect(() => {
    if (before.current === "" && opened !== "") opener.current = document.activeElement;
    before.current = opened;
  }, [opened]);
  useLayoutEffect(() => {
    const key = closed.current;
    closed.current = routed;
    const isClosed = key !== "" && routed === "" && before.current === "";
    if (!isClosed || document.activeElement !== document.body) return;
    if (hasList) last.current = key;
    else comeBack(opener.current, key);
  }, [routed, hasList]);
  return last;
}

/** What was out of sight takes a few frames to be drawn again. */
function comeBack(opener: Element | null, key: string): void {
  const find = (tries: number) => {
    if (document.activeElement !== document.body) return;
    const main = document.querySelector<HTMLElement>(".journal-main");
    const link = main?.querySelector(`[data-key="${CSS.escape(key)}"] a`);
    const there = [opener, link].find(
      (one) => one instanceof HTMLElement && one !== document.body && one.checkVisibility(),
    );
    if (there instanceof HTMLElement) {
      there.focus({ preventScroll: true });
      there.scrollIntoView({ block: "nearest" });
    } else if (tries > 0) requestAnimationFrame(() => find(tries - 1));
    else main?.focus({ preventScroll: true });
  };
  requestAnimationFrame(() => find(10));
}

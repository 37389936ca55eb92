import type { RefObject } from "react";
import { useEffect, useRef } from "react";

/**
 * What had the focus may go: a file arrived, a question was answered. The keyboard then goes on at `fallback`, not at
 * the start of the page.
 */
export function useFocusKept(
  place: RefObject<HTMLElement | null>,
  fallback: RefObject<HTMLElement | null>,
): void {
  const last = useRef<Element>(undefined);
  useEffect(() => {
    const element = place.current;
    const note = (event: FocusEvent) => {
      last.current = event.target as Element;
    };
    element?.addEventListener("focusin", note);
    return () => element?.removeEventListener("focusin", note);
  }, [place]);
  // After each rendering: that is when something goes.
  useEffect(() => {
    const gone = last.current !== undefined && !last.current.isConnected;
    if (!gone) return;
    last.current = undefined;
    if (document.activeElement === document.body) fallback.current?.focus({ preventScroll: true });
  });
}

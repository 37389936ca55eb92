import { useEffect, useRef } from "react";
import type { RefObject } from "react";

/**
 * Once something that was open in a part has closed and taken the focus with it, the focus is on what is marked
 * `data-focus-back` there, or on the part's first button.
 */
export function useFocusBack(isOpen: boolean): RefObject<HTMLElement | null> {
  const part = useRef<HTMLElement>(null);
  const wasOpen = useRef(isOpen);
  useEffect(() => {
    const hasClosed = wasOpen.current && !isOpen;
    wasOpen.current = isOpen;
    if (!hasClosed || document.activeElement !== document.body) return;
    const buttons = part.current;
    (
      buttons?.querySelector<HTMLElement>("[data-focus-back]") ?? buttons?.querySelector("button")
    )?.focus();
  }, [isOpen]);
  return part;
}

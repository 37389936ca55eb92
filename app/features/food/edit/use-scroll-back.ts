import { useEffect } from "react";

/** A list that does not come back to its length in this time was another one. */
const patienceMs = 5000;

/**
 * Scrolls to where somebody was, once there is enough to scroll, unless they have begun to read elsewhere.
 * @param top CSS pixels
 */
export function useScrollBack(key: string, top: number | undefined): void {
  useEffect(() => {
    if (top === undefined || top === 0) return;
    const life = new AbortController();
    const root = document.documentElement;
    const look = () => {
      if (root.scrollHeight < top + innerHeight) return;
      scrollTo({ top });
      life.abort();
    };
    const observer = new MutationObserver(look);
    observer.observe(document.body, { childList: true, subtree: true });
    life.signal.addEventListener("abort", () => observer.disconnect());
    const timer = setTimeout(() => life.abort(), patienceMs);
    for (const begun of ["wheel", "keydown", "pointerdown", "touchstart"]) {
      addEventListener(begun, () => life.abort(), { signal: life.signal, passive: true });
    }
    look();
    return () => {
      clearTimeout(timer);
      life.abort();
    };
    // Where they were is asked once for each time that they come.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [key]);
}

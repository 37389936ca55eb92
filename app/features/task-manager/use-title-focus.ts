import { useEffect, useEffectEvent } from "react";

/**
 * What led to a board, or away from it, has gone with the page on which it stood: the keyboard goes on at the title.
 * @param isMoved else somebody has just opened the site, and begins at its start
 * @param isShown the page that is to stay
 */
export function useTitleFocus(isMoved: boolean, isShown: boolean): void {
  const goOn = useEffectEvent(() => {
    const title = document.querySelector<HTMLElement>(".tool-head h1");
    if (!isMoved || !title || document.activeElement !== document.body) return;
    title.tabIndex = -1;
    title.focus({ preventScroll: true });
  });
  useEffect(() => {
    if (isShown) goOn();
  }, [isShown]);
}

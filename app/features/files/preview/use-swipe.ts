import { type RefObject, useEffect, useEffectEvent } from "react";

/** CSS pixels. */
const least = 60;

/** One finger to the left leads to the next one (1), to the right to the one before (-1). */
export function useSwipe(
  place: RefObject<HTMLElement | null>,
  onSwipe: (by: 1 | -1) => void,
): void {
  const tell = useEffectEvent(onSwipe);
  useEffect(() => {
    const element = place.current;
    if (element === null) return;
    const life = new AbortController();
    const options = { signal: life.signal, passive: true };
    let start: { x: number; y: number } | undefined;
    element.addEventListener(
      "touchstart",
      ({ touches, target }) => {
        const [touch] = touches;
        const isOne = touches.length === 1 && touch !== undefined;
        start = isOne && !movesItself(target) ? { x: touch.clientX, y: touch.clientY } : undefined;
      },
      options,
    );
    element.addEventListener(
      "touchend",
      ({ changedTouches: [touch] }) => {
        if (start === undefined || touch === undefined) return;
        const [x, y] = [touch.clientX - start.x, touch.clientY - start.y];
        start = undefined;
        if (Math.abs(x) < least || Math.abs(x) < 2 * Math.abs(y)) return;
        tell(x < 0 ? 1 : -1);
      },
      options,
    );
    return () => life.abort();
  }, [place]);
}

/** A picture that is closer is moved, a wide text is scrolled, a film has a bar of its own. */
function movesItself(target: EventTarget | null): boolean {
  if (!(target instanceof Element)) return false;
  if (target.closest("[data-zoomed], video, audio, input")) return true;
  const own = target.closest("[data-own-arrows]");
  return own !== null && own.scrollWidth > own.clientWidth;
}

import { type RefObject, useLayoutEffect } from "react";

/** Tells the style sheet how far down the page the tool begins: a room is as high as what is left of the window. */
export function useTop(place: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const measure = () => {
      const { current } = place;
      if (!current) return;
      const top = Math.round(current.getBoundingClientRect().top + scrollY);
      current.style.setProperty("--chat-top", `${top}px`);
    };
    measure();
    const watch = new ResizeObserver(measure);
    watch.observe(document.body);
    addEventListener("resize", measure);
    return () => {
      watch.disconnect();
      removeEventListener("resize", measure);
    };
  }, [place]);
}

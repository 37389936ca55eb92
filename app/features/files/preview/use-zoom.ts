/** Wheel, mouse and fingers on a picture's stage, which is there as long as who calls this. */
import { type RefObject, useCallback, useEffect, useState } from "react";
import { type Stage, type Zoom, fits, moved, zoomed } from "./zoom.ts";

export type Zooming = {
  zoom: Zoom;
  /** Round the middle. */
  change: (factor: number) => void;
  reset: () => void;
};

const middle = { x: 0, y: 0 };
const closeUp = 2.5;

export function useZoom(
  stage: RefObject<HTMLElement | null>,
  picture: RefObject<HTMLElement | null>,
): Zooming {
  const [zoom, setZoom] = useState(fits);
  const sizes = useCallback((): Stage => {
    const [room, shown] = [stage.current, picture.current];
    return {
      width: room?.clientWidth ?? 0,
      height: room?.clientHeight ?? 0,
      shownWidth: shown?.offsetWidth ?? 0,
      shownHeight: shown?.offsetHeight ?? 0,
    };
  }, [stage, picture]);

  useEffect(() => {
    const element = stage.current;
    if (element === null) return;
    const life = new AbortController();
    const fingers = new Map<number, { x: number; y: number }>();
    const fromMiddle = ({ clientX, clientY }: { clientX: number; clientY: number }) => {
      const box = element.getBoundingClientRect();
      return { x: clientX - box.x - box.width / 2, y: clientY - box.y - box.height / 2 };
    };
    const on = <Name extends keyof HTMLElementEventMap>(
      name: Name,
      call: (event: HTMLElementEventMap[Name]) => void,
    ) => element.addEventListener(name, call, { signal: life.signal, passive: false });

    on("wheel", (event) => {
      event.preventDefault();
      const factor = Math.exp(-event.deltaY * (event.deltaMode === 0 ? 0.002 : 0.05));
      setZoom((now) => zoomed(now, factor, fromMiddle(event), sizes()));
    });
    on("dblclick", (event) =>
      setZoom((now) => (now.scale > 1 ? fits : zoomed(now, closeUp, fromMiddle(event), sizes()))),
    );
    on("pointerdown", (event) => {
      if (event.button !== 0) return;
      fingers.set(event.pointerId, fromMiddle(event));
      element.setPointerCapture(event.pointerId);
    });
    on("pointermove", (event) => {
      const before = fingers.get(event.pointerId);
      if (before === undefined) return;
      const now = fromMiddle(event);
      const other = [...fingers].find(([id]) => id !== event.pointerId)?.[1];
      fingers.set(event.pointerId, now);
      if (other === undefined) {
        setZoom((last) => moved(last, now.x - before.x, now.y - before.y, sizes()));
        return;
      }
      const far = (from: typeof now) => Math.hypot(from.x - other.x, from.y - other.y) || 1;
      const between = { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 };
      setZoom((last) => zoomed(last, far(now) / far(before), between, sizes()));
    });
    for (const name of ["pointerup", "pointercancel"] as const) {
      on(name, (event) => fingers.delete(event.pointerId));
    }
    return () => life.abort();
  }, [stage, sizes]);

  return {
    zoom,
    change: useCallback(
      (factor) => setZoom((now) => zoomed(now, factor, middle, sizes())),
      [sizes],
    ),
    reset: useCallback(() => setZoom(fits), []),
  };
}

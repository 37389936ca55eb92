/** Pulling the lower edge of a block, with mouse, pen or finger: it becomes longer or shorter. */
import { lengthWords } from "#lib/todo/quick-add-times.ts";
import { dayMinutes } from "./entries.ts";
import { leastDrawn } from "./layout.ts";
import { stepMinutes } from "./slots.ts";

type Options = { place: HTMLElement; onLength: (key: string, minutes: number) => void };

/** @returns ends it */
export function watchEdges({ place, onLength }: Options): () => void {
  let stop: (() => void) | undefined;
  const start = (event: PointerEvent) => {
    const edge = event.target instanceof Element ? event.target.closest(".planner-edge") : null;
    if (!(edge instanceof HTMLElement) || event.button !== 0) return;
    event.preventDefault();
    stop?.();
    stop = pull(edge, event, (key, minutes) => {
      stop = undefined;
      if (minutes !== undefined) onLength(key, minutes);
    });
  };
  place.addEventListener("pointerdown", start);
  return () => {
    stop?.();
    place.removeEventListener("pointerdown", start);
  };
}

/** @param onEnd without minutes: it stays as it was. @returns breaks it off */
function pull(
  edge: HTMLElement,
  { pointerId, clientY }: PointerEvent,
  onEnd: (key: string, minutes: number | undefined) => void,
): () => void {
  const block = edge.closest<HTMLElement>("[data-entry]")!;
  const perPixel = dayMinutes / block.closest(".planner-day")!.getBoundingClientRect().height;
  const { entry: key = "", minutes: text } = block.dataset;
  const before = block.style.getPropertyValue("--to");
  const from = Number(block.style.getPropertyValue("--from"));
  const was = Number(text);
  let minutes = was;
  const life = new AbortController();

  const end = (isKept: boolean) => {
    life.abort();
    delete block.dataset["pulled"];
    delete edge.dataset["says"];
    block.style.setProperty("--to", before);
    onEnd(key, isKept && minutes !== was ? minutes : undefined);
  };
  const move = (event: PointerEvent) => {
    const asked = was + (event.clientY - clientY) * perPixel;
    const next = Math.round(asked / stepMinutes) * stepMinutes;
    minutes = Math.min(Math.max(next, stepMinutes), dayMinutes - from);
    edge.dataset["says"] = lengthWords(minutes);
    block.style.setProperty("--to", String(from + Math.max(minutes, leastDrawn)));
  };
  const escape = (event: KeyboardEvent) => {
    if (event.key !== "Escape") return;
    event.preventDefault();
    end(false);
  };

  block.dataset["pulled"] = "";
  edge.setPointerCapture(pointerId);
  const { signal } = life;
  edge.addEventListener("pointermove", move, { signal });
  edge.addEventListener("pointerup", () => end(true), { signal });
  edge.addEventListener("pointercancel", () => end(false), { signal });
  addEventListener("keydown", escape, { signal, capture: true });
  return () => end(false);
}

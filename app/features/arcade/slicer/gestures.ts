/** In lanes a tap anywhere in one presses its button. The blade is the finger itself: the engine is told where it is. */
import { placeRange } from "#games/kit/engine.ts";
import { type Rules, laneCount } from "#games/slicer/index.ts";
import type { GestureSend, Gestures } from "../game.ts";
import { buttons } from "./buttons.ts";

const nothing = () => undefined;

export function gestures({ press }: GestureSend, { hands }: Rules): Gestures {
  return {
    // At once, not when the finger is lifted: what flies does not wait.
    down({ x }) {
      if (hands !== "lanes") return;
      const lane = Math.min(laneCount - 1, Math.max(0, Math.floor((x * laneCount) / placeRange)));
      press(buttons[lane]!.id);
    },
    move: nothing,
    up: nothing,
    cancel: nothing,
  };
}

/** A swipe is a turn, and so is each bend of one that goes on: the finger can draw the way without being lifted. */
import type { Rules } from "#games/snake/index.ts";
import type { GestureSend, Gestures, Touch } from "../game.ts";
import { boardSize } from "./board.ts";

/** How far a finger has to go, of the field's width. */
const far = 0.045;
/** How much farther to one side than across it: what is askew is not clear yet. */
const clear = 1.2;

export function snakeGestures(send: GestureSend, rules: Rules): Gestures {
  const least = boardSize(rules).width * far;
  let finger: number | undefined;
  let from = { x: 0, y: 0 };
  let last: string | undefined;

  function turn({ x, y }: Touch): void {
    const way = wayOf(x - from.x, y - from.y, least);
    if (way === undefined) return;
    from = { x, y };
    if (way === last) return;
    last = way;
    send.press(way);
  }

  function end(): void {
    finger = undefined;
    last = undefined;
  }

  return {
    down({ id, x, y }) {
      if (finger !== undefined) return;
      finger = id;
      from = { x, y };
    },
    move(touch) {
      if (touch.id === finger) turn(touch);
    },
    up(touch) {
      if (touch.id !== finger) return;
      turn(touch);
      end();
    },
    cancel: end,
  };
}

/** @returns the button that a way so long presses; undefined: it is too short, or askew */
function wayOf(dx: number, dy: number, least: number): string | undefined {
  const [across, along] = [Math.abs(dx), Math.abs(dy)];
  if (Math.max(across, along) < least) return undefined;
  if (across > along * clear) return dx < 0 ? "left" : "right";
  if (along > across * clear) return dy < 0 ? "up" : "down";
  return undefined;
}

/** One for each lane: the left hand's row of letters, the right hand's, and the numbers. */
import { type Rules, buttons as bits } from "#games/slicer/index.ts";
import type { Button, PadControl } from "../game.ts";

const isUsed = ({ hands }: Rules) => hands === "lanes";

function lane(
  id: keyof typeof bits,
  keys: readonly string[],
  pad: readonly PadControl[],
  side: "left" | "right",
): Button {
  const number = id.slice(-1);
  return {
    id,
    bit: bits[id],
    title: `Cut in lane ${number}`,
    keys: [`Digit${number}`, ...keys],
    pad,
    touch: { side, sign: number },
    isUsed,
  };
}

/** From left to right, as they lie on a gamepad, too. */
export const buttons: readonly Button[] = [
  lane("lane1", ["KeyA", "KeyH"], [14, "stick-left"], "left"),
  lane("lane2", ["KeyS", "KeyJ"], [15, "stick-right"], "left"),
  lane("lane3", ["KeyD", "KeyK"], [12, 13, 0, 3], "left"),
  lane("lane4", ["KeyF", "KeyL"], [2, 4], "right"),
  lane("lane5", ["KeyG", "Semicolon"], [1, 5], "right"),
];

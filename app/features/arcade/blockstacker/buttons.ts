/** What Block Stacker is played with: one hand on the arrows and one on Z, X and C, or on WASD and J, K and L. */
import { buttons as bits } from "#games/blockstacker/index.ts";
import type { Button } from "../game.ts";

export const buttons: readonly Button[] = [
  {
    id: "left",
    bit: bits.left,
    title: "Move left",
    keys: ["ArrowLeft", "KeyA"],
    pad: [14, "stick-left"],
    touch: { side: "left", sign: "←" },
  },
  {
    id: "right",
    bit: bits.right,
    title: "Move right",
    keys: ["ArrowRight", "KeyD"],
    pad: [15, "stick-right"],
    touch: { side: "left", sign: "→" },
  },
  {
    id: "soft",
    bit: bits.soft,
    title: "Soft drop",
    keys: ["ArrowDown", "KeyS"],
    pad: [13, "stick-down"],
    touch: { side: "left", sign: "↓" },
  },
  {
    id: "hold",
    bit: bits.hold,
    title: "Hold",
    keys: ["KeyC", "KeyL"],
    pad: [4, 5],
    touch: { side: "left", sign: "H" },
  },
  {
    id: "counter",
    bit: bits.counter,
    title: "Turn anticlockwise",
    keys: ["KeyZ", "KeyJ"],
    pad: [1, 2],
    touch: { side: "right", sign: "↺" },
  },
  {
    id: "clockwise",
    bit: bits.clockwise,
    title: "Turn clockwise",
    keys: ["ArrowUp", "KeyX", "KeyK"],
    pad: [0, 3],
    touch: { side: "right", sign: "↻" },
  },
  {
    id: "hard",
    bit: bits.hard,
    title: "Hard drop",
    keys: ["Space", "KeyW"],
    pad: [12, "stick-up"],
    touch: { side: "right", sign: "⇓" },
  },
];

import { buttons as bits } from "#games/snake/index.ts";
import type { Button } from "../game.ts";

export const buttons: readonly Button[] = [
  {
    id: "left",
    bit: bits.left,
    title: "Turn left",
    keys: ["ArrowLeft", "KeyA"],
    pad: [14, 2, "stick-left"],
    touch: { side: "left", sign: "←" },
  },
  {
    id: "right",
    bit: bits.right,
    title: "Turn right",
    keys: ["ArrowRight", "KeyD"],
    pad: [15, 1, "stick-right"],
    touch: { side: "left", sign: "→" },
  },
  {
    id: "up",
    bit: bits.up,
    title: "Turn up",
    keys: ["ArrowUp", "KeyW"],
    pad: [12, 3, "stick-up"],
    touch: { side: "right", sign: "↑" },
  },
  {
    id: "down",
    bit: bits.down,
    title: "Turn down",
    keys: ["ArrowDown", "KeyS"],
    pad: [13, 0, "stick-down"],
    touch: { side: "right", sign: "↓" },
  },
];

import { buttons as bits } from "#games/raiders/index.ts";
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
    id: "fire",
    bit: bits.fire,
    title: "Fire",
    keys: ["Space", "ArrowUp", "KeyW"],
    pad: [0, 1, 5],
    touch: { side: "right", sign: "↑" },
  },
];

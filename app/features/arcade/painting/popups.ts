/** Points that rise from where they were won, and fade. */
import type { Look, Size } from "../game.ts";
import { easeOut } from "./sparks.ts";

export type Popups = {
  add: (popup: { text: string; x: number; y: number }) => void;
  tick: () => void;
  draw: (pen: CanvasRenderingContext2D, part: number, look: Look) => void;
};

const most = 4;
const lifeTicks = 54;
const fadeTicks = 18;

export const fontOf = (weight: number, size: number) =>
  `${weight} ${size}px Figtree, system-ui, sans-serif`;

/** @param size of the letters, in units of the field, within which they stay */
export function createPopups(size: number, field: Size): Popups {
  let popups: { text: string; x: number; y: number; age: number }[] = [];
  const font = fontOf(700, size);
  return {
    add({ text, x, y }) {
      const room = size * 1.3;
      popups = [
        ...popups.slice(1 - most),
        {
          text,
          x: Math.min(field.width - room, Math.max(room, x)),
          y: Math.max(size * 1.6, y),
          age: 0,
        },
      ];
    },
    tick() {
      if (popups.length === 0) return;
      for (const popup of popups) popup.age += 1;
      popups = popups.filter(({ age }) => age < lifeTicks);
    },
    draw(pen, part, { colours, isCalm }) {
      if (popups.length === 0) return;
      pen.font = font;
      pen.textAlign = "center";
      pen.textBaseline = "middle";
      pen.lineJoin = "round";
      pen.lineWidth = size * 0.3;
      for (const { text, x, y, age } of popups) {
        const now = age + part;
        const risen = isCalm ? 0 : easeOut(Math.min(1, now / lifeTicks)) * size;
        pen.globalAlpha = Math.max(0, Math.min(1, (lifeTicks - now) / fadeTicks));
        // Its own paper below it: whatever it passes over, it is read.
        pen.strokeStyle = colours.field;
        pen.strokeText(text, x, y - risen);
        pen.fillStyle = colours.ink;
        pen.fillText(text, x, y - risen);
      }
      pen.globalAlpha = 1;
    },
  };
}

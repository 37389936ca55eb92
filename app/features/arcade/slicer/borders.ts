/** Along the edges: what lasts for a while, as long as there is of it, and that a bomb was hit. Nothing of it flashes. */
import { type State, happened, sixteenths } from "#games/slicer/index.ts";
import { placeRange } from "#games/kit/engine.ts";
import type { Look } from "../game.ts";
import { between, turn } from "./pens.ts";
import { easeOut, fadeOf } from "./pool.ts";
import type { Tones } from "./tones.ts";

/** How long the engine lets them last. */
export const lastingTicks = { star: 300, frost: 240 };
const hitTicks = 48;

export function createBorders() {
  let hitAge = hitTicks;
  let hitAt = { x: 0, y: 0 };
  return {
    tick({ events, cuts }: State): void {
      hitAge = Math.min(hitTicks, hitAge + 1);
      if ((events & happened.bomb) === 0) return;
      const bomb = cuts.find(({ kind }) => kind === "bomb");
      if (bomb === undefined) return;
      hitAge = 0;
      hitAt = { x: bomb.x / sixteenths, y: bomb.y / sixteenths };
    },

    draw(
      pen: CanvasRenderingContext2D,
      { before, state, part }: Scene,
      tones: Tones,
      look: Look,
    ): void {
      const now = between(before.tick, state.tick, part);
      const [clay, amber, , , blue] = tones.hues;
      drawLeft(pen, (state.doubleUntil - now) / lastingTicks.star, 0, amber, look);
      drawLeft(pen, (state.frostUntil - now) / lastingTicks.frost, 1, blue, look);
      const age = hitAge + part;
      if (age >= hitTicks) return;
      pen.globalAlpha = fadeOf(age, hitTicks, hitTicks);
      pen.strokeStyle = clay;
      pen.lineWidth = 20;
      pen.beginPath();
      pen.arc(hitAt.x, hitAt.y, look.isCalm ? 330 : 180 + 330 * easeOut(age / hitTicks), 0, turn);
      pen.stroke();
      pen.strokeRect(10, 10, placeRange - 20, placeRange - 20);
      pen.globalAlpha = 1;
    },
  };
}

type Scene = { before: State; state: State; part: number };

/** A frame from the middle above on, to both sides, that becomes shorter. */
function drawLeft(
  pen: CanvasRenderingContext2D,
  share: number,
  row: number,
  colour: string,
  { hasPatterns }: Look,
): void {
  if (share <= 0) return;
  const inset = 32 + row * 52;
  const side = placeRange - 2 * inset;
  const length = Math.min(1, share) * side * 2;
  pen.strokeStyle = colour;
  pen.lineWidth = 24;
  if (hasPatterns) pen.setLineDash(row === 0 ? [130, 60] : [10, 56]);
  for (const to of [1, -1]) {
    pen.beginPath();
    drawAlong(pen, inset, side, length, to);
    pen.stroke();
  }
  if (hasPatterns) pen.setLineDash([]);
}

/** Half of the frame's way around, from the middle above to that side. */
function drawAlong(
  pen: CanvasRenderingContext2D,
  inset: number,
  side: number,
  length: number,
  to: number,
): void {
  const middle = placeRange / 2;
  const corner = middle + (to * side) / 2;
  const [above, down, back] = [
    Math.min(length, side / 2),
    Math.min(Math.max(0, length - side / 2), side),
    Math.max(0, length - side * 1.5),
  ];
  pen.moveTo(middle, inset);
  pen.lineTo(middle + to * above, inset);
  if (down > 0) pen.lineTo(corner, inset + down);
  if (back > 0) pen.lineTo(corner - to * back, inset + side);
}

/** What was cut off, as it falls. */
import { type State, happenings } from "#games/tower/index.ts";
import type { Look } from "../game.ts";
import { drawStorey } from "./storeys.ts";
import { type View, hangs } from "./view.ts";

export type Piece = {
  since: number;
  layer: number;
  x: number;
  width: number;
  side: number;
  /** Of its windows. */
  middle: number;
};

/** In units of the canvas, and ticks. */
const gravity = 0.34;
const aside = 1.1;
const turns = 0.022;
const lasts = 75;

export function pieceOf({ tick, happened, cut, layers }: State, middle: number): Piece | undefined {
  if ((happened & happenings.cut) === 0 || cut === undefined) return undefined;
  const top = layers.at(-1)!;
  return {
    since: tick,
    layer: layers.length - 1,
    x: cut.x,
    width: cut.width,
    middle,
    side: cut.x < top.x ? -1 : 1,
  };
}

export function drawPieces(
  pen: CanvasRenderingContext2D,
  pieces: readonly Piece[],
  { at, view, look }: { at: number; view: View; look: Look },
) {
  for (const { since, layer, x, width, side, middle: windows } of pieces) {
    const age = at - since;
    if (age < 0 || age > lasts) continue;
    const left = view.x(x);
    const wide = view.x(x + width) - left;
    const middle = {
      x: left + wide / 2 + side * aside * age,
      y: view.y(layer) + view.storey / 2 - hangs + (gravity * age * age) / 2,
    };
    if (middle.y - wide > view.height) continue;
    pen.save();
    pen.translate(middle.x, middle.y);
    pen.rotate(side * turns * age);
    const from = view.x(windows) - left - wide / 2;
    const box = { x: -wide / 2, y: -view.storey / 2, width: wide, middle: from };
    drawStorey(pen, box, { layer, view, look });
    pen.restore();
  }
}

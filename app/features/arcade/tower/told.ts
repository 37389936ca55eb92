/** What an exact one has brought: a frame that opens, and how many in a row. */
import { type State, happenings } from "#games/tower/index.ts";
import type { Look } from "../game.ts";
import type { View } from "./view.ts";

export type Told = {
  since: number;
  layer: number;
  x: number;
  width: number;
  lines: readonly string[];
};

const lasts = 50;
const opens = 14;
const comes = 8;
const fades = 12;

export function toldOf(before: State, state: State): Told | undefined {
  if ((state.happened & happenings.perfect) === 0) return undefined;
  const { x, width } = state.layers.at(-1)!;
  const isWider = (state.happened & happenings.grown) > 0;
  const row = state.perfects === 1 ? "Exact" : `${state.perfects} in a row`;
  return {
    since: state.tick,
    layer: state.layers.length - 1,
    x,
    width,
    lines: [`+${state.score - before.score}`, row, ...(isWider ? ["Wider"] : [])],
  };
}

const font = (weight: number, size: number) => `${weight} ${size}px Figtree, system-ui, sans-serif`;
/** Of the canvas, for the longest of them. */
const room = 96;

export function drawTold(
  pen: CanvasRenderingContext2D,
  told: Told,
  { at, view, look }: { at: number; view: View; look: Look },
) {
  const age = at - told.since;
  if (age < 0 || age >= lasts) return;
  if (!look.isCalm) drawFrame(pen, told, { age, view, look });
  const come = look.isCalm ? 1 : 1 - (1 - Math.min(1, age / comes)) ** 3;
  const right = view.x(told.x + told.width) + 14;
  const isRight = right + room <= view.width;
  const x = isRight ? right - (1 - come) * 8 : view.x(told.x) - 14 + (1 - come) * 8;
  pen.globalAlpha = come * Math.min(1, (lasts - age) / fades);
  pen.textAlign = isRight ? "left" : "right";
  pen.textBaseline = "alphabetic";
  let y = view.y(told.layer) + 20;
  for (const [index, line] of told.lines.entries()) {
    pen.font = index === 0 ? font(700, 19) : font(600, 15);
    pen.fillStyle = index === 0 ? look.colours.accent : look.colours.ink;
    pen.fillText(line, x, y);
    y += 20;
  }
  pen.globalAlpha = 1;
}

function drawFrame(
  pen: CanvasRenderingContext2D,
  { layer, x, width }: Told,
  { age, view, look }: { age: number; view: View; look: Look },
) {
  if (age >= opens) return;
  const part = 1 - (1 - age / opens) ** 2;
  const by = 12 * part;
  const left = view.x(x) - by;
  pen.globalAlpha = 1 - part;
  pen.strokeStyle = look.colours.accent;
  pen.lineWidth = 2;
  pen.strokeRect(left, view.y(layer) - by, view.x(x + width) + by - left, view.storey + 2 * by);
  pen.globalAlpha = 1;
}

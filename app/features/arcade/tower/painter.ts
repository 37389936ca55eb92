/** Tower, drawn: the sky, the house, what hangs above it, and what fell off. */
import { type State, happenings } from "#games/tower/index.ts";
import type { Look, Painter } from "../game.ts";
import { type Middles, follow, middleOf, middlesOf } from "./middles.ts";
import { type Piece, drawPieces, pieceOf } from "./pieces.ts";
import { drawSky } from "./sky.ts";
import { drawDoor, drawStorey, hueOf } from "./storeys.ts";
import { type Told, drawTold, toldOf } from "./told.ts";
import { type View, hangs, upFor, viewOf } from "./view.ts";

/** Of the way that is left, in each tick. */
const follows = 0.14;
const landsTicks = 6;
const mostPieces = 12;

export function createPainter(): Painter<State> {
  let up: { before: number; now: number } | undefined;
  let placed = -60;
  let pieces: readonly Piece[] = [];
  let told: Told | undefined;
  let middles: Middles | undefined;

  return {
    tick(before, state) {
      up ??= begin(before);
      up = { before: up.now, now: up.now + (upFor(state.layers.length) - up.now) * follows };
      if ((state.happened & happenings.placed) > 0) {
        placed = state.tick;
        told = toldOf(before, state);
      }
      middles = follow(middles ?? middlesOf(before), before, state);
      const piece = pieceOf(state, middles.at(-1)!);
      if (piece !== undefined) pieces = [...pieces.slice(1 - mostPieces), piece];
    },

    draw(pen, { before, state, part }, look) {
      up ??= begin(state);
      middles ??= middlesOf(state);
      const at = before.tick + (state.tick - before.tick) * part;
      const view = viewOf(look, up.before + (up.now - up.before) * part);
      const drop = hangs * (1 - Math.min(1, (at - placed) / landsTicks)) ** 2;
      drawSky(pen, view, look);
      drawMarks(pen, view, look);
      drawLayers(pen, state, { view, look, middles, drop });
      if (!look.isCalm) drawPieces(pen, pieces, { at, view, look });
      drawNow(pen, { before, state, part }, { view, look, middles });
      if (told !== undefined) drawTold(pen, told, { at, view, look });
    },
  };
}

function begin({ layers }: State) {
  const up = upFor(layers.length);
  return { before: up, now: up };
}

type Scene = { view: View; look: Look; middles: Middles };

function drawLayers(
  pen: CanvasRenderingContext2D,
  { layers }: State,
  { view, look, middles, drop }: Scene & { drop: number },
) {
  const lowest = Math.max(0, Math.floor((view.ground - view.height) / view.storey) - 1);
  for (let layer = lowest; layer < layers.length; layer += 1) {
    const { x, width } = layers[layer]!;
    const left = view.x(x);
    const y = view.y(layer) - (layer === layers.length - 1 ? drop : 0);
    const box = { x: left, width: view.x(x + width) - left, y, middle: view.x(middles[layer]!) };
    drawStorey(pen, box, { layer, view, look });
    if (layer === 0) drawDoor(pen, box, { view, look });
  }
}

/** It hangs from a rope. What has missed is only an outline any more. */
function drawNow(
  pen: CanvasRenderingContext2D,
  { before, state, part }: { before: State; state: State; part: number },
  { view, look, middles }: Scene,
) {
  const layer = state.layers.length;
  const isSame = before.layers.length === layer;
  const from = isSame ? before.now.x : state.now.x;
  const x = view.x(from + (state.now.x - from) * part);
  const width = view.x(state.now.width);
  const y = view.y(layer);
  if (state.over !== "") {
    pen.strokeStyle = hueOf(layer, look);
    pen.lineWidth = 2;
    pen.setLineDash([6, 5]);
    pen.strokeRect(x + 1, y + 1, Math.max(0, width - 2), view.storey - 2);
    pen.setLineDash([]);
    return;
  }
  drawRope(pen, { x: x + width / 2, y: y - hangs }, { view, look });
  const middle = x + view.x(middleOf(middles, state)) - view.x(state.now.x);
  drawStorey(pen, { x, width, y: y - hangs, middle }, { layer, view, look });
}

function drawRope(
  pen: CanvasRenderingContext2D,
  to: { x: number; y: number },
  { view: { pixel }, look }: { view: View; look: Look },
) {
  const thick = Math.max(1, Math.round(1.5 / pixel)) * pixel;
  const x = Math.round(to.x / pixel) * pixel;
  pen.fillStyle = look.colours.soft;
  pen.fillRect(x, 0, thick, Math.max(0, to.y - 7));
  pen.beginPath();
  pen.moveTo(x + thick / 2, to.y - 9);
  pen.lineTo(x + thick / 2 + 8, to.y);
  pen.lineTo(x + thick / 2 - 8, to.y);
  pen.fill();
}

const marksEvery = 10;

function drawMarks(pen: CanvasRenderingContext2D, view: View, { colours }: Look) {
  const lowest = Math.ceil((view.ground - view.height) / view.storey / marksEvery) * marksEvery;
  pen.fillStyle = colours.soft;
  pen.font = `600 12px Figtree, system-ui, sans-serif`;
  pen.textAlign = "left";
  pen.textBaseline = "middle";
  for (let mark = Math.max(marksEvery, lowest); ; mark += marksEvery) {
    // The ground is no layer of its own.
    const y = view.y(mark);
    if (y < 0) return;
    pen.fillRect(0, y, 10, view.pixel);
    pen.fillText(String(mark), 15, y);
  }
}

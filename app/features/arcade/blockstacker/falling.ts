/** What falls, where it will be, and what was left behind by what was dropped. */
import { type Placed, type State, cellsIn, dropOf, seenRows } from "#games/blockstacker/index.ts";
import type { Look } from "../game.ts";
import {
  type Cut,
  cellsAt,
  colourOf,
  drawCells,
  drawOutline,
  fillCells,
  joinsAmong,
} from "./cells.ts";
import type { Layout } from "./layout.ts";
import type { Placed as PlacedCells } from "./stack.ts";

export type Scene = { layout: Layout; cut: Cut; look: Look };

const onCanvas = (
  { x, y }: { x: number; y: number },
  { cell, x: left, y: top, pixel }: Layout,
) => ({
  x: left + Math.round((x * cell) / pixel) * pixel,
  y: top + Math.round(((seenRows - y) * cell) / pixel) * pixel,
});

export function drawFalling(
  pen: CanvasRenderingContext2D,
  { before, state, part }: { before: State; state: State; part: number },
  { hasGhost, ...scene }: Scene & { hasGhost: boolean },
) {
  const { now } = state;
  const { layout, cut } = scene;
  const is = (at: Placed) => cellsAt(now.piece, now.turn, onCanvas(at, layout), cut.cell);
  const parts = { piece: now.piece, ...scene };
  if (state.over === "top") {
    drawOutline(pen, { ...parts, cells: is(now) });
    return;
  }
  const by = dropOf(state.field, now);
  if (hasGhost && by > 0) drawOutline(pen, { ...parts, cells: is({ ...now, y: now.y - by }) });
  const from = isSame(before, state) ? before.now : now;
  const at = {
    ...now,
    x: from.x + (now.x - from.x) * part,
    y: from.y + (now.y - from.y) * part,
  };
  drawCells(pen, { ...parts, cells: is(at) });
}

/** The same piece, which only moved. */
const isSame = (before: State, state: State) =>
  before.pieces === state.pieces &&
  before.kept === state.kept &&
  before.now.turn === state.now.turn;

const shines = 9;

/** Placed just now: lighter for a moment. */
export function drawShine(
  pen: CanvasRenderingContext2D,
  placed: PlacedCells & { since: number },
  { at, ...scene }: Scene & { at: number },
) {
  const part = 1 - (at - placed.since) / shines;
  if (part <= 0 || part > 1) return;
  pen.fillStyle = scene.look.colours.field;
  pen.globalAlpha = 0.3 * part;
  const by = joinsAmong(placed.cells);
  fillCells(
    pen,
    placed.cells.map(([x, y], index) => ({
      ...onCanvas({ x, y: y + 1 }, scene.layout),
      joins: by[index]!,
    })),
    scene.cut,
  );
  pen.globalAlpha = 1;
}

/** Where it was dropped from, and by how many rows; so many of them are seen at most. */
const longest = 8;
export type Trail = { since: number; piece: Placed["piece"]; from: Placed; by: number };

export function trailOf({ now, field }: State, tick: number): Trail | undefined {
  const by = dropOf(field, now);
  return by < 2 ? undefined : { since: tick, piece: now.piece, from: now, by };
}

export function drawTrail(
  pen: CanvasRenderingContext2D,
  { since, piece, from, by }: Trail,
  { at, layout, look }: Scene & { at: number },
) {
  const part = 1 - (at - since) / shines;
  if (part <= 0 || part > 1) return;
  const tops = new Map<number, number>();
  for (const [x, y] of cellsIn(from)) tops.set(x, Math.max(y, tops.get(x) ?? y));
  pen.fillStyle = colourOf(piece, look);
  pen.globalAlpha = 0.16 * part;
  for (const [x, y] of tops) {
    const start = onCanvas({ x, y: y + 1 - by + Math.min(longest, by) * part }, layout);
    const end = onCanvas({ x, y: y + 1 - by }, layout);
    pen.fillRect(start.x, start.y, layout.cell, Math.max(0, end.y - start.y));
  }
  pen.globalAlpha = 1;
}

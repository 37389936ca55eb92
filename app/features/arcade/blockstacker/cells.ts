/** Pieces as they are cut: cells of one piece hang together, with a fine seam where one begins. */
import { type Offset, type Piece, type Turn, cellsOf } from "#games/blockstacker/index.ts";
import type { Look } from "../game.ts";
import { drawSigns } from "./signs.ts";

/** With which neighbours a cell hangs together, as bits. */
export const joins = { up: 1, right: 2, down: 4, left: 8 } as const;

/** A cell on the canvas: its upper left corner. */
export type Cell = { x: number; y: number; joins: number };

export type Pen = OffscreenCanvasRenderingContext2D | CanvasRenderingContext2D;

export type Cut = {
  cell: number;
  pixel: number;
  gap: number;
  /** Of the corners of a cell, by its joins; undefined: none is round. */
  radii: readonly (readonly number[] | undefined)[];
};

export function cutOf(cell: number, pixel: number): Cut {
  const gap = Math.max(1, Math.round((cell * 0.035) / pixel)) * pixel;
  const radius = cell * 0.2;
  const round = (by: number, ...sides: number[]) =>
    sides.every((side) => (by & side) === 0) ? radius : 0;
  const radii = Array.from({ length: 16 }, (_, by) => {
    const corners = [
      round(by, joins.up, joins.left),
      round(by, joins.up, joins.right),
      round(by, joins.down, joins.right),
      round(by, joins.down, joins.left),
    ];
    return corners.some((corner) => corner > 0) ? corners : undefined;
  });
  return { cell, pixel, gap, radii };
}

/** Which of these cells hang together, in their order. */
export function joinsAmong(cells: readonly Offset[]): number[] {
  const has = (x: number, y: number) => cells.some(([cx, cy]) => cx === x && cy === y);
  return cells.map(
    ([x, y]) =>
      (has(x, y + 1) ? joins.up : 0) |
      (has(x + 1, y) ? joins.right : 0) |
      (has(x, y - 1) ? joins.down : 0) |
      (has(x - 1, y) ? joins.left : 0),
  );
}

const known = new Map<number, readonly number[]>();

function joinsOf(piece: Piece, turn: Turn): readonly number[] {
  const key = piece * 4 + turn;
  const found = known.get(key) ?? joinsAmong(cellsOf[piece][turn]);
  known.set(key, found);
  return found;
}

/** In the classic order of colours, as near as the house's come to it. */
const hueOf: Record<Piece, 0 | 1 | 2 | 3 | 4 | 5 | 6> = {
  1: 3,
  2: 4,
  3: 0,
  4: 1,
  5: 2,
  6: 5,
  7: 6,
};

export const colourOf = (piece: Piece, look: Look): string => look.colours.hues[hueOf[piece]];

/** @param at the lower left corner of its box */
export function cellsAt(
  piece: Piece,
  turn: Turn,
  at: { x: number; y: number },
  cell: number,
): Cell[] {
  const by = joinsOf(piece, turn);
  return cellsOf[piece][turn].map(([x, y], index) => ({
    x: at.x + x * cell,
    y: at.y - (y + 1) * cell,
    joins: by[index]!,
  }));
}

/** Cells of one kind of piece. */
export function drawCells(
  pen: Pen,
  { piece, cells, cut, look }: { piece: Piece; cells: readonly Cell[]; cut: Cut; look: Look },
) {
  if (cells.length === 0) return;
  pen.fillStyle = colourOf(piece, look);
  fillCells(pen, cells, cut);
  addSeams(pen, cells, { cut, look });
  if (look.hasPatterns) drawSigns(pen, piece, cells, { size: cut.cell, look });
}

export function fillCells(pen: Pen, cells: readonly Cell[], cut: Cut) {
  pen.beginPath();
  for (const cell of cells) addCell(pen, cell, cut);
  pen.fill();
}

function addCell(pen: CanvasPath, { x, y, joins: by }: Cell, { cell, gap, radii }: Cut) {
  const left = (by & joins.left) > 0 ? 0 : gap;
  const up = (by & joins.up) > 0 ? 0 : gap;
  // The far sides keep no gap of their own: the neighbour's is enough.
  const corners = radii[by];
  if (corners === undefined) pen.rect(x + left, y + up, cell - left, cell - up);
  else pen.roundRect(x + left, y + up, cell - left, cell - up, corners as number[]);
}

function addSeams(
  pen: Pen,
  cells: readonly Cell[],
  { cut: { cell, pixel, gap }, look }: { cut: Cut; look: Look },
) {
  const alpha = pen.globalAlpha;
  pen.fillStyle = look.colours.field;
  pen.globalAlpha = alpha * 0.3;
  pen.beginPath();
  for (const { x, y, joins: by } of cells) {
    const left = (by & joins.left) > 0 ? 0 : gap;
    const up = (by & joins.up) > 0 ? 0 : gap;
    if ((by & joins.left) > 0) pen.rect(x, y + up, pixel, cell - up);
    if ((by & joins.up) > 0) pen.rect(x + left, y, cell - left, pixel);
  }
  pen.fill();
  pen.globalAlpha = alpha;
}

/** The outline of a piece, for where it will be. */
export function drawOutline(
  pen: CanvasRenderingContext2D,
  { piece, cells, cut, look }: { piece: Piece; cells: readonly Cell[]; cut: Cut; look: Look },
) {
  const { cell, pixel, gap } = cut;
  pen.fillStyle = colourOf(piece, look);
  pen.globalAlpha = 0.14;
  fillCells(pen, cells, cut);
  pen.globalAlpha = 1;
  const thick = Math.max(1, Math.round(1.6 / pixel)) * pixel;
  for (const { x, y, joins: by } of cells) {
    const left = (by & joins.left) > 0 ? x : x + gap;
    const up = (by & joins.up) > 0 ? y : y + gap;
    const wide = x + cell - left;
    const high = y + cell - up;
    if ((by & joins.up) === 0) pen.fillRect(left, up, wide, thick);
    if ((by & joins.down) === 0) pen.fillRect(left, y + cell - thick, wide, thick);
    if ((by & joins.left) === 0) pen.fillRect(left, up, thick, high);
    if ((by & joins.right) === 0) pen.fillRect(x + cell - thick, up, thick, high);
  }
}

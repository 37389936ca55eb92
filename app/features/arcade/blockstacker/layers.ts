/** What is drawn once and shown many times: the empty field, what stands in it, and the pieces beside it. */
import { type Piece, cellAt, cellsOf, columns, seenRows } from "#games/blockstacker/index.ts";
import type { Look } from "../game.ts";
import { type Cell, type Cut, cellsAt, drawCells } from "./cells.ts";
import { type Layout, drawnRows } from "./layout.ts";
import type { Stack } from "./stack.ts";

export type Layer = { picture: OffscreenCanvas; pen: OffscreenCanvasRenderingContext2D };

/** Its unit is the field's. */
function createLayer(across: number, down: number, { cell, pixel }: Cut): Layer {
  const size = Math.round(cell / pixel);
  const picture = new OffscreenCanvas(across * size, down * size);
  const pen = picture.getContext("2d")!;
  pen.scale(1 / pixel, 1 / pixel);
  return { picture, pen };
}

/** As large as the field and a row above it. */
export const createFieldLayer = (cut: Cut): Layer => createLayer(columns, drawnRows, cut);

const pieces = [1, 2, 3, 4, 5, 6, 7] satisfies Piece[];

/** Each piece as it comes, in a strip: two rows of four cells for each. */
export function drawSamples(cut: Cut, look: Look): Layer {
  const layer = createLayer(4, 2 * pieces.length, cut);
  for (const piece of pieces) {
    const lowest = Math.min(...cellsOf[piece][0].map(([, y]) => y));
    const corner = { x: 0, y: (2 * piece + lowest) * cut.cell };
    drawCells(layer.pen, { piece, cells: cellsAt(piece, 0, corner, cut.cell), cut, look });
  }
  return layer;
}

/** In cells: how far the middle of a piece in that strip is from the left and from its lowest row. */
export const middleOf = (piece: Piece): { x: number; y: number } => middles[piece - 1]!;

const middles = pieces.map((piece) => {
  const xs = cellsOf[piece][0].map(([x]) => x);
  const ys = cellsOf[piece][0].map(([, y]) => y);
  return {
    x: (Math.max(...xs) + 1) / 2,
    y: (Math.max(...ys) + 1 - Math.min(...ys)) / 2,
  };
});

/** Dots where four cells meet. */
export function drawGround({ pen }: Layer, { cell, pixel }: Layout, look: Look) {
  const dot = Math.max(2, Math.round(1.6 / pixel)) * pixel;
  pen.fillStyle = look.colours.faint;
  pen.globalAlpha = 0.5;
  for (let y = 1; y < seenRows; y += 1) {
    for (let x = 1; x < columns; x += 1) {
      pen.fillRect(x * cell - dot / 2 + pixel / 2, (y + 1) * cell - dot / 2 + pixel / 2, dot, dot);
    }
  }
  pen.globalAlpha = 1;
}

/** @param version of the stack that is drawn there already */
export function drawStack(
  { pen }: Layer,
  stack: Stack,
  { version, ...scene }: { version: number; cut: Cut; look: Look },
) {
  const { cell } = scene.cut;
  const cellOf = (x: number, y: number): Cell => ({
    x: x * cell,
    y: (drawnRows - 1 - y) * cell,
    joins: stack.joins[y]![x]!,
  });
  if (stack.placed?.version === stack.version && version === stack.version - 1) {
    const { piece, cells } = stack.placed;
    const seen = cells.filter(([, y]) => y < drawnRows);
    drawCells(pen, { piece, cells: seen.map(([x, y]) => cellOf(x, y)), ...scene });
    return;
  }
  pen.clearRect(0, 0, columns * cell, drawnRows * cell);
  const byPiece: Cell[][] = [[], [], [], [], [], [], [], []];
  for (let y = 0; y < drawnRows; y += 1) {
    if (stack.field[y] === 0) continue;
    for (let x = 0; x < columns; x += 1) {
      const piece = cellAt(stack.field, x, y);
      if (piece > 0) byPiece[piece]!.push(cellOf(x, y));
    }
  }
  for (const piece of pieces) drawCells(pen, { piece, cells: byPiece[piece]!, ...scene });
}

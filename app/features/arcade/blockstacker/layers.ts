/** What is drawn once and shown many times: the empty field, and what stands in it. */
import { columns, seenRows } from "#games/blockstacker/index.ts";
import { type Piece, cellAt } from "#games/blockstacker/index.ts";
import type { Look } from "../game.ts";
import { type Cell, type Cut, drawCells } from "./cells.ts";
import { type Layout, drawnRows } from "./layout.ts";
import type { Stack } from "./stack.ts";

export type Layer = { picture: OffscreenCanvas; pen: OffscreenCanvasRenderingContext2D };

/** As large as the field and a row above it. Its unit is the field's, its origin `drawnRows` above the ground. */
export function createLayer({ cell, pixel }: Layout): Layer {
  const size = Math.round(cell / pixel);
  const picture = new OffscreenCanvas(columns * size, drawnRows * size);
  const pen = picture.getContext("2d")!;
  pen.scale(1 / pixel, 1 / pixel);
  return { picture, pen };
}

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

export function drawStack({ pen }: Layer, stack: Stack, scene: { cut: Cut; look: Look }) {
  const { cell } = scene.cut;
  pen.clearRect(0, 0, columns * cell, drawnRows * cell);
  const byPiece: Cell[][] = [[], [], [], [], [], [], [], []];
  for (let y = 0; y < drawnRows; y += 1) {
    if (stack.field[y] === 0) continue;
    for (let x = 0; x < columns; x += 1) {
      const at = { x: x * cell, y: (drawnRows - 1 - y) * cell, joins: stack.joins[y]![x]! };
      byPiece[cellAt(stack.field, x, y)]!.push(at);
    }
  }
  for (const piece of [1, 2, 3, 4, 5, 6, 7] satisfies Piece[]) {
    drawCells(pen, { piece, cells: byPiece[piece]!, ...scene });
  }
}

/** The ground that a run is played on: cells, and what is around them. It stands still. */
import { type Rules, fieldOf } from "#games/snake/index.ts";
import type { Look, Size } from "../game.ts";
import { type Pen, type StillLayer, createStillLayer } from "../painting/still-layer.ts";

/** Units of the field to a cell, and around all of them. */
export const cell = 32;
export const margin = 22;

export function boardSize(rules: Rules): Size {
  const side = fieldOf(rules).width * cell + 2 * margin;
  return { width: side, height: side };
}

export function createBoard(rules: Rules): StillLayer {
  const cells = fieldOf(rules).width;
  const joins = rules.mode === "wrap";
  return createStillLayer(boardSize(rules), (pen, look) => {
    pen.fillStyle = look.colours.field;
    pen.fillRect(0, 0, cells * cell + 2 * margin, cells * cell + 2 * margin);
    drawCells(pen, look, cells);
    if (joins) drawOpenEdge(pen, look, cells);
    else drawWall(pen, look, cells);
  });
}

/** As on squared paper, but faint: enough to count by. */
function drawCells(pen: Pen, { colours }: Look, cells: number): void {
  pen.fillStyle = colours.line;
  pen.globalAlpha = 0.42;
  pen.beginPath();
  for (let y = 0; y < cells; y += 1) {
    for (let x = (y + 1) % 2; x < cells; x += 2) {
      pen.rect(margin + x * cell, margin + y * cell, cell, cell);
    }
  }
  pen.fill();
  pen.globalAlpha = 1;
}

function drawWall(pen: Pen, { colours }: Look, cells: number): void {
  const thick = 7;
  const away = 4 + thick / 2;
  pen.strokeStyle = colours.soft;
  pen.lineWidth = thick;
  pen.beginPath();
  pen.roundRect(margin - away, margin - away, cells * cell + 2 * away, cells * cell + 2 * away, 10);
  pen.stroke();
}

/** Gaps to go through, and at each side the same ones as on the other. */
function drawOpenEdge(pen: Pen, { colours }: Look, cells: number): void {
  const [near, far] = [margin - 7, margin + cells * cell + 7];
  const dash = cell * 0.3;
  pen.strokeStyle = colours.faint;
  pen.lineWidth = 3;
  pen.lineCap = "round";
  pen.beginPath();
  for (let at = 0; at < cells; at += 1) {
    const from = margin + at * cell + (cell - dash) / 2;
    for (const side of [near, far]) {
      pen.moveTo(from, side);
      pen.lineTo(from + dash, side);
      pen.moveTo(side, from);
      pen.lineTo(side, from + dash);
    }
  }
  pen.stroke();
}

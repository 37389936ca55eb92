/** The edge of the field, and what of the mode is seen on it: how much time is left, how many rows. */
import {
  type State,
  columns,
  minutesTicks,
  seenRows,
  sprintLines,
} from "#games/blockstacker/index.ts";
import type { Look } from "../game.ts";
import type { Layout } from "./layout.ts";

type Scene = { layout: Layout; look: Look };

/** From so many rows on the edge is of another colour. */
const high = 16;

export function drawFrame(
  pen: CanvasRenderingContext2D,
  { field, over }: State,
  { layout: { x, y, cell, pixel }, look: { colours } }: Scene,
) {
  const wide = Math.max(1, Math.round(2 / pixel)) * pixel;
  const width = columns * cell;
  const height = seenRows * cell;
  const isHigh = over === "" && field.some((row, at) => at >= high && row !== 0);
  pen.fillStyle = isHigh ? colours.hues[0] : colours.faint;
  pen.fillRect(x - wide, y, wide, height);
  pen.fillRect(x + width, y, wide, height);
  pen.fillRect(x - wide, y + height, width + 2 * wide, wide);
}

export function drawMode(pen: CanvasRenderingContext2D, state: State, scene: Scene) {
  const { x, y, cell, pixel } = scene.layout;
  const { rules, tick, lines } = state;
  const wide = Math.max(2, Math.round(2 / pixel)) * pixel;
  const width = columns * cell;
  pen.fillStyle = scene.look.colours.accent;
  if (rules.mode === "minutes" || rules.mode === "daily") {
    const left = Math.max(0, 1 - tick / minutesTicks);
    pen.fillRect(x, y + seenRows * cell + wide, Math.round((width * left) / pixel) * pixel, wide);
  }
  const rows = sprintLines - lines;
  if (rules.mode !== "lines" || rows > seenRows || rows <= 0) return;
  // As high as what has still to be cleared.
  for (let column = 0; column < columns; column += 1) {
    pen.fillRect(x + (column + 0.3) * cell, y + (seenRows - rows) * cell, cell * 0.4, wide);
  }
}

/** How what stands in the field is shown, and how full rows leave it: from the middle out, then what is above comes down. */
import { columns } from "#games/blockstacker/index.ts";
import type { Layer } from "./layers.ts";
import { type Layout, drawnRows } from "./layout.ts";
import { type Going, goingTicks } from "./stack.ts";

type Scene = { layer: Layer; layout: Layout; isCalm: boolean; alpha: number };

export function showStack(pen: CanvasRenderingContext2D, scene: Scene, going?: Going, at = 0) {
  pen.globalAlpha = scene.alpha;
  if (going === undefined) show(pen, scene, { from: 0, count: drawnRows }, 0);
  else showGoing(pen, scene, going, Math.min(1, Math.max(0, (at - going.since) / goingTicks)));
  pen.globalAlpha = 1;
}

const easeOut = (part: number) => 1 - (1 - part) ** 2;

function showGoing(pen: CanvasRenderingContext2D, scene: Scene, { rows }: Going, part: number) {
  const { cell, pixel } = scene.layout;
  const wiped = easeOut(Math.min(1, part / 0.6));
  const fallen = easeOut(Math.max(0, (part - 0.4) / 0.6));
  const whole = (units: number) => Math.round(units / pixel) * pixel;
  let from = 0;
  for (const [below, row] of [...rows, drawnRows].entries()) {
    show(
      pen,
      scene,
      { from, count: Math.min(row, drawnRows) - from },
      whole(below * fallen * cell),
    );
    if (row < drawnRows) wipe(pen, scene, { row, part: wiped, down: whole(below * fallen * cell) });
    from = row + 1;
  }
}

function wipe(
  pen: CanvasRenderingContext2D,
  scene: Scene,
  { row, part, down }: { row: number; part: number; down: number },
) {
  const half = columns / 2;
  if (scene.isCalm) {
    pen.globalAlpha = scene.alpha * (1 - part);
    show(pen, scene, { from: row, count: 1 }, down);
    pen.globalAlpha = scene.alpha;
    return;
  }
  const left = half * (1 - part);
  show(pen, scene, { from: row, count: 1 }, down, { from: 0, count: left });
  show(pen, scene, { from: row, count: 1 }, down, { from: columns - left, count: left });
}

type Span = { from: number; count: number };
const all: Span = { from: 0, count: columns };

/** Rows from the bottom, and columns from the left. */
function show(
  pen: CanvasRenderingContext2D,
  { layer, layout }: Scene,
  rows: Span,
  down: number,
  { from, count }: Span = all,
) {
  const { cell, pixel, x, y } = layout;
  const size = Math.round(cell / pixel);
  const left = Math.round(from * size);
  const width = Math.round(count * size);
  const top = (drawnRows - rows.from - rows.count) * size;
  const height = rows.count * size;
  if (width <= 0 || height <= 0) return;
  const to = { x: x + left * pixel, y: y - cell + top * pixel + down };
  const source = [left, top, width, height] as const;
  pen.drawImage(layer.picture, ...source, to.x, to.y, width * pixel, height * pixel);
}

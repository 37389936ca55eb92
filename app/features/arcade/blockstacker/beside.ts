/** What is held and what comes next, beside the field. */
import { type Piece, type State } from "#games/blockstacker/index.ts";
import type { Look } from "../game.ts";
import { type Layer, middleOf } from "./layers.ts";
import type { Column, Layout } from "./layout.ts";
import { fontOf } from "./popups.ts";

const shown = 5;
const movesTicks = 9;

/** The ticks since which the next pieces, and the held one, are what they are. */
export type Since = { queue: number; kept: number };

export function drawBeside(
  pen: CanvasRenderingContext2D,
  state: State,
  scene: { since: Since; at: number; layout: Layout; samples: Layer; look: Look },
) {
  const { layout, look, since, at } = scene;
  const late = (from: number) =>
    look.isCalm ? 0 : (1 - Math.min(1, (at - from) / movesTicks)) ** 3;
  label(pen, "Hold", layout.held, scene);
  label(pen, "Next", layout.next, scene);
  if (state.kept !== 0) {
    pen.globalAlpha = state.mayKeep ? 1 : 0.4;
    const low = layout.held.slot * (0.5 - 0.2 * late(since.kept));
    drawIn(pen, state.kept, { ...scene, column: layout.held, below: low });
    pen.globalAlpha = 1;
  }
  const slide = late(since.queue);
  for (let index = 0; index < shown; index += 1) {
    const below = layout.next.slot * (index + 0.5 + slide * 0.4);
    drawIn(pen, state.queue[index]!, { ...scene, column: layout.next, below });
  }
}

function label(
  pen: CanvasRenderingContext2D,
  text: string,
  { x, y, width }: Column,
  { layout, look }: { layout: Layout; look: Look },
) {
  pen.font = fontOf(600, layout.text);
  pen.textAlign = "center";
  pen.textBaseline = "alphabetic";
  pen.fillStyle = look.colours.soft;
  pen.fillText(text, x + width / 2, y + layout.text);
}

/** @param below where its middle is, below the label */
function drawIn(
  pen: CanvasRenderingContext2D,
  piece: Piece,
  scene: { column: Column; below: number; layout: Layout; samples: Layer; look: Look },
) {
  const { column, below, layout, samples } = scene;
  const { small, pixel, text } = layout;
  const whole = (units: number) => Math.round(units / pixel) * pixel;
  const middle = middleOf(piece);
  const x = whole(column.x + column.width / 2 - middle.x * small);
  const y = whole(column.y + text + 8 + below + (middle.y - 2) * small);
  const { width, height } = samples.picture;
  const high = height / 7;
  const from = [0, (piece - 1) * high, width, high] as const;
  pen.drawImage(samples.picture, ...from, x, y, width * pixel, high * pixel);
}

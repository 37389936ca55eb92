/** A sign for each piece, for those who do not tell its colour. */
import type { Piece } from "#games/blockstacker/index.ts";
import type { Look } from "../game.ts";

type Part = readonly [x: number, y: number, width: number, height: number];

/** In hundredths of a cell, from its middle. */
const bars: Record<Piece, readonly Part[]> = {
  // A bar that lies, and one that stands.
  1: [[-28, -7, 56, 14]],
  7: [[-7, -28, 14, 56]],
  // An angle each way, as the pieces are.
  2: [
    [-24, -24, 14, 48],
    [-24, 10, 48, 14],
  ],
  3: [
    [10, -24, 14, 48],
    [-24, 10, 48, 14],
  ],
  4: [[-18, -18, 36, 36]],
  5: [
    [-7, -26, 14, 52],
    [-26, -7, 52, 14],
  ],
  // Two dots.
  6: [
    [-25, -8, 16, 16],
    [9, -8, 16, 16],
  ],
};

export function drawSigns(
  pen: OffscreenCanvasRenderingContext2D | CanvasRenderingContext2D,
  piece: Piece,
  cells: readonly { x: number; y: number }[],
  { size, look }: { size: number; look: Look },
) {
  const part = size / 100;
  const whole = (units: number) => Math.round(units / look.pixel) * look.pixel;
  const alpha = pen.globalAlpha;
  pen.fillStyle = look.colours.onHue;
  pen.globalAlpha = alpha * 0.85;
  pen.beginPath();
  for (const { x, y } of cells) {
    for (const [left, up, width, height] of bars[piece]) {
      pen.rect(
        whole(x + size / 2 + left * part),
        whole(y + size / 2 + up * part),
        Math.max(look.pixel, whole(width * part)),
        Math.max(look.pixel, whole(height * part)),
      );
    }
  }
  pen.fill();
  pen.globalAlpha = alpha;
}

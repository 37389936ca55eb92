/** What stands still behind all: a few far lights, and the ground. */
import { sizes } from "#games/raiders/index.ts";
import type { Size } from "../game.ts";
import { type StillLayer, createStillLayer } from "../painting/still-layer.ts";

const { px } = sizes;
export const field: Size = { width: sizes.field.width / px, height: sizes.field.height / px };
export const ground = sizes.field.ground / px;

const lights = 46;

export function createSky(): StillLayer {
  return createStillLayer(field, (pen, { colours }) => {
    pen.fillStyle = colours.field;
    pen.fillRect(0, 0, field.width, field.height);
    pen.fillStyle = colours.line;
    for (let at = 1; at <= lights; at += 1) {
      // Spread evenly and yet in no order (R2 of Martin Roberts).
      const x = Math.round(((at * 0.7548776662) % 1) * (field.width - 8)) + 4;
      const y = Math.round(((at * 0.569840291) % 1) * (ground - 40)) + 6;
      if (at % 4 === 0) {
        pen.fillRect(x - 1, y, 3, 1);
        pen.fillRect(x, y - 1, 1, 3);
      } else pen.fillRect(x, y, 1, 1);
    }
    pen.fillRect(0, ground + 1, field.width, 1);
    for (let x = 6; x < field.width; x += 12) pen.fillRect(x, ground + 3, 4, 1);
  });
}

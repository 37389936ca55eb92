/** Where things of Tower are, in units of the canvas. */
import { fieldWidth } from "#games/tower/index.ts";
import type { Size } from "../game.ts";

const wide: Size = { width: 660, height: 540 };
const tall: Size = { width: 400, height: 600 };

export const sizeOf = (isTall: boolean): Size => (isTall ? tall : wide);

const storey = 28;
/** How high above its place a block moves. */
export const hangs = 16;
const street = 54;
/** So many layers are below the view's middle before it moves up. */
const still = 8;

export type View = Size & {
  pixel: number;
  /** How many layers it has gone up. */
  up: number;
  /** In whole pixels. */
  x: (units: number) => number;
  /** Of the upper edge of that layer. */
  y: (layer: number) => number;
  /** The street's. */
  ground: number;
  /** How high a layer is. */
  storey: number;
};

export function viewOf({ isTall, pixel }: { isTall: boolean; pixel: number }, up: number): View {
  const size = sizeOf(isTall);
  const whole = (units: number) => Math.round(units / pixel) * pixel;
  const high = Math.max(1, Math.floor(storey / pixel)) * pixel;
  const ground = whole(size.height - street + up * high);
  return {
    ...size,
    pixel,
    up,
    x: (units) => whole((units * size.width) / fieldWidth),
    y: (layer) => ground - (layer + 1) * high,
    ground,
    storey: high,
  };
}

export const upFor = (layers: number): number => Math.max(0, layers - still);

/** Where things are and how big: in units of 1/16 pixel of a field of 224 x 256 pixels. */

export const px = 16;

export const field = {
  width: 224 * px,
  height: 256 * px,
  /** Ship and raiders keep that far from both sides. */
  margin: 4 * px,
  /** Shots of the ship end there; what is above has room for the score. */
  top: 32 * px,
  /** Shots of the raiders end there; what is below has room for the lives. */
  ground: 232 * px,
};

export const ship = { width: 13 * px, height: 8 * px, y: 216 * px, dx: 20 };
export const shipMiddle = (field.width - ship.width) / 2;

/** Of the ship, flying up, and of the raiders, flying down. */
export const shot = { width: px, height: 4 * px, dy: -4 * px };
export const raiderShot = { width: px, height: 6 * px };

export const saucer = { width: 16 * px, height: 7 * px, y: 40 * px, dx: 14 };

/** `widths` and `insets` in the cell are of each rank, the lowest first. */
export const raider = {
  ranks: 5,
  columns: 11,
  cell: 16 * px,
  height: 8 * px,
  widths: [12 * px, 12 * px, 11 * px, 11 * px, 8 * px],
  insets: [2 * px, 2 * px, 2 * px, 2 * px, 4 * px],
  dx: 2 * px,
  /** As high as a raider: going down, none passes over anything. */
  drop: 8 * px,
};
export const raiderCount = raider.ranks * raider.columns;

/** In pixels. */
export const shield = { lefts: [32, 77, 122, 167], top: 192, width: 22, height: 16 };

export type Box = { left: number; right: number; top: number; bottom: number };

export function meets(a: Box, b: Box): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}

/** Of things of one size, by their upper left corners. */
export function firstMet<Thing extends { x: number; y: number }>(
  things: readonly Thing[],
  { width, height }: { width: number; height: number },
  box: Box,
): Thing | undefined {
  for (const thing of things) {
    const { x, y } = thing;
    if (meets(box, { left: x, right: x + width, top: y, bottom: y + height })) return thing;
  }
  return undefined;
}

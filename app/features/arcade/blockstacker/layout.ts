/**
 * Where things are, in units of which a cell has 30. Wide: what is held at the left, what comes next at the right. Tall: both
 * in a column at the right, which leaves larger cells on a telephone than a strip above would.
 */
import { columns, seenRows } from "#games/blockstacker/index.ts";
import type { Size } from "../game.ts";

export const cellUnits = 30;
/** Rows of which the layers have room: one is half seen above the field. */
export const drawnRows = seenRows + 1;

export type Column = { x: number; y: number; width: number; slot: number };
export type Layout = {
  cell: number;
  pixel: number;
  /** Of the field's upper left corner. */
  x: number;
  y: number;
  held: Column;
  next: Column;
  /** A cell of what is beside the field. */
  small: number;
  text: number;
  /** In the middle of what is told there; undefined: above the rows that went. */
  told: { x: number; y: number } | undefined;
};

const wide = { x: 162, y: 24, width: 624, height: 636 };
const tall = { x: 6, y: 14, width: 408, height: 622 };

export const sizeOf = (isTall: boolean): Size => {
  const { width, height } = isTall ? tall : wide;
  return { width, height };
};

/** All in whole pixels, and each cell as wide as every other. */
export function layoutOf(isTall: boolean, pixel: number): Layout {
  const whole = (units: number) => Math.round(units / pixel) * pixel;
  const least = (units: number) => Math.max(1, Math.floor(units / pixel)) * pixel;
  const cell = least(cellUnits);
  const from = isTall ? tall : wide;
  const x = whole(from.x + (columns * (cellUnits - cell)) / 2);
  const y = whole(from.y + (seenRows * (cellUnits - cell)) / 2);
  const right = whole(x + columns * cell + (isTall ? 10 : 18));
  const small = least(isTall ? 19 : 23);
  const at = { cell, pixel, x, y, small, text: isTall ? 13 : 14, told: undefined };
  if (isTall) {
    const column = { x: right, width: 84 };
    return {
      ...at,
      held: { ...column, y, slot: 60 },
      next: { ...column, y: y + 104, slot: 74 },
    };
  }
  return {
    ...at,
    told: { x: x - 84, y: y + 240 },
    held: { x: x - 150, y, width: 132, slot: 78 },
    next: { x: right, y, width: 132, slot: 78 },
  };
}

import { type Direction, directions } from "./directions.ts";
import type { Field } from "./rules.ts";

/** @returns undefined: there is a wall */
export function cellAhead(field: Field, cell: number, direction: Direction): number | undefined {
  const { width, height } = field;
  const isLevel = direction === directions.left || direction === directions.right;
  const by = direction === directions.left || direction === directions.up ? -1 : 1;
  const x = (cell % width) + (isLevel ? by : 0);
  const y = Math.floor(cell / width) + (isLevel ? 0 : by);
  const isInside = x >= 0 && y >= 0 && x < width && y < height;
  if (!isInside && !field.wraps) return undefined;
  return ((y + height) % height) * width + ((x + width) % width);
}

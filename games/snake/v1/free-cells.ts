import { type Random, draw } from "../../kit/random.ts";
import type { Field } from "./rules.ts";

/** @returns one of the cells that are not taken, each as likely as the others; undefined: all are taken, and nothing was drawn */
export function drawFreeCell(
  field: Field,
  taken: readonly number[],
  random: Random,
): [number | undefined, Random] {
  const free = freeCells(field, taken);
  if (free.length === 0) return [undefined, random];
  const [at, next] = draw(random, free.length);
  return [free[at], next];
}

/** Row by row from the top, and from left to right: the draw stands on this order. */
function freeCells({ width, height }: Field, taken: readonly number[]): number[] {
  const isTaken = new Set(taken);
  const free: number[] = [];
  for (let cell = 0; cell < width * height; cell += 1) if (!isTaken.has(cell)) free.push(cell);
  return free;
}

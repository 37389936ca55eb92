/** Whether a T that is placed was turned into a place that it could not fall to (Tetris Design Guideline, 2009, 10.2). */
import { type Field, type Placed, cellAt } from "./field.ts";
import { T, type Turn } from "./pieces.ts";

export type Spin = "" | "mini" | "full";

/** Corners of its box, those in front of its point first. */
const corners: Record<Turn, readonly (readonly [number, number])[]> = {
  0: [
    [0, 2],
    [2, 2],
    [0, 0],
    [2, 0],
  ],
  1: [
    [2, 2],
    [2, 0],
    [0, 2],
    [0, 0],
  ],
  2: [
    [2, 0],
    [0, 0],
    [2, 2],
    [0, 2],
  ],
  3: [
    [0, 0],
    [0, 2],
    [2, 0],
    [2, 2],
  ],
};

/** The last of the kicks: one column and two rows. */
const farKick = 4;

/** @param kick by which it was turned, where that was the last that was done with it; else -1 */
export function spinOf(field: Field, placed: Placed, kick: number): Spin {
  if (placed.piece !== T || kick < 0) return "";
  const full = corners[placed.turn].map(([x, y]) => cellAt(field, placed.x + x, placed.y + y) > 0);
  const count = full.filter(Boolean).length;
  if (count < 3) return "";
  return (full[0] && full[1]) || kick === farKick ? "full" : "mini";
}

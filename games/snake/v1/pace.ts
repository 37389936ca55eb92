/** How fast the snake goes, and what that makes its food worth. */
import type { Speed } from "./rules.ts";

/** Ticks of one move, from so many cells on. */
const paces = [
  { cells: 100, slow: 10, normal: 6, fast: 4 },
  { cells: 50, slow: 10, normal: 7, fast: 5 },
  { cells: 25, slow: 11, normal: 7, fast: 5 },
  { cells: 10, slow: 11, normal: 8, fast: 5 },
  { cells: 0, slow: 12, normal: 8, fast: 6 },
] as const;

export function ticksOfMove(speed: Speed, cells: number): number {
  return paces.find((pace) => cells >= pace.cells)![speed];
}

export const foodPoints: Record<Speed, number> = { slow: 5, normal: 10, fast: 15 };

/** A second food, now and then, that goes away again: the sooner it is eaten the more it is worth. The snake stays as long as it is. */
import { type Random, draw } from "../../kit/random.ts";
import { foodPoints, ticksOfMove } from "./pace.ts";
import type { Field, Speed } from "./rules.ts";

export type Bonus = {
  cell: number;
  /** Ticks for which it is still there, of `whole`. */
  left: number;
  whole: number;
};

/** @returns how many foods have to be eaten until the next one, 4 to 8 */
export function drawFoodsToBonus(random: Random): [number, Random] {
  const [more, next] = draw(random, 5);
  return [4 + more, next];
}

/** It stays for one and a half times as many moves as lead from one corner to the opposite one. */
export function bonusAt(cell: number, { width, height, speed }: Field, length: number): Bonus {
  const whole = ((width + height) >> 1) * 3 * ticksOfMove(speed, length);
  return { cell, left: whole, whole };
}

export function tickBonus(bonus: Bonus | undefined): Bonus | undefined {
  if (bonus === undefined || bonus.left === 1) return undefined;
  return { ...bonus, left: bonus.left - 1 };
}

/** Five foods in its first quarter, two in its last one. */
export function bonusPoints({ left, whole }: Bonus, speed: Speed): number {
  return foodPoints[speed] * (1 + Math.ceil((left * 4) / whole));
}

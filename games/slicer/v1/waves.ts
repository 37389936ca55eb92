/** Throws come in waves; later ones have more in them, closer together, and the pauses between them are shorter. */
import { type Random, draw } from "../../kit/random.ts";
import type { Rules } from "./rules.ts";

export type Wave = {
  number: number;
  /** How many throws are still to come. */
  left: number;
  /** Ticks between two of them. */
  gap: number;
  /** The tick of the next one; it may be late. */
  nextAt: number;
};

const togetherGap = 2;

/** @param from the tick at which the pause before it begins */
export function drawWave(
  number: number,
  { pace }: Rules,
  from: number,
  random: Random,
): [Wave, Random] {
  const slow = pace === "gentle" ? 2 : 1;
  const [more, second] = draw(random, Math.min(4, 2 + Math.floor(number / 6)));
  const [pattern, third] = draw(second, 3);
  const wave = {
    number,
    left: 1 + Math.min(5, number >> 2) + more,
    gap: slow * (pattern === 0 ? togetherGap : Math.max(10, 26 - number)),
    nextAt: from + slow * Math.max(30, 90 - 2 * number),
  };
  return [wave, third];
}

/** Four shields, eaten pixel by pixel. */
import { type Box, px, shield } from "./sizes.ts";
import type { Shields } from "./state.ts";

/** Rows of ints, the first column in the lowest bit. */
function rowsOf(picture: string): readonly number[] {
  return picture
    .trim()
    .split("\n")
    .map((line) =>
      Array.from(line.trim(), (dot, at) => Number(dot === "#") << at).reduce((a, b) => a | b),
    );
}

const whole = rowsOf(`
  ....##############....
  ...################...
  ..##################..
  .####################.
  ######################
  ######################
  ######################
  ######################
  ######################
  ######################
  ######################
  ######################
  #######........#######
  ######..........######
  #####............#####
  #####............#####
`);
export const wholeShields: Shields = shield.lefts.map(() => whole);

/** What a shot takes out, around the pixel that it met. */
type Blast = { rows: readonly number[]; left: number; top: number };

export const blastUp: Blast = {
  rows: rowsOf(`
    #...#..#
    ..#...#.
    .######.
    ########
    ########
    .######.
    ..#..#..
    #..#...#
  `),
  left: -4,
  top: -4,
};
export const blastDown: Blast = {
  rows: rowsOf(`
    ..#...
    #...#.
    ..##.#
    .####.
    #.###.
    .#####
    #.###.
    .#.#.#
  `),
  left: -3,
  top: -4,
};

/**
 * A shot on its way from one row of pixels to another, both with it.
 * @returns the row of the first pixel of a shield that it meets; -1: it meets none
 */
export function rowMet(shields: Shields, column: number, from: number, to: number): number {
  const first = Math.max(shield.top, Math.min(from, to));
  const last = Math.min(shield.top + shield.height - 1, Math.max(from, to));
  if (first > last) return -1;
  const which = shield.lefts.findIndex((left) => column >= left && column < left + shield.width);
  if (which < 0) return -1;
  const rows = shields[which]!;
  const bit = 1 << (column - shield.lefts[which]!);
  for (let passed = 0; passed <= last - first; passed += 1) {
    const row = from < to ? first + passed : last - passed;
    if ((rows[row - shield.top]! & bit) !== 0) return row;
  }
  return -1;
}

/** @returns the same shields, if nothing was there */
export function blast(shields: Shields, column: number, row: number, by: Blast): Shields {
  return eat(shields, by.rows, column + by.left, row + by.top);
}

/** What a raider walks over. */
export function eatBox(shields: Shields, { left, right, top, bottom }: Box): Shields {
  const first = Math.floor(top / px);
  const last = Math.ceil(bottom / px);
  if (last <= shield.top || first >= shield.top + shield.height) return shields;
  const [from, to] = [Math.floor(left / px), Math.ceil(right / px)];
  const rows = Array.from({ length: last - first }, () => (1 << (to - from)) - 1);
  return eat(shields, rows, from, first);
}

function eat(shields: Shields, mask: readonly number[], left: number, top: number): Shields {
  const eaten = shields.map((rows, which) =>
    eatRows(rows, mask, left - shield.lefts[which]!, top - shield.top),
  );
  return eaten.every((rows, which) => rows === shields[which]) ? shields : eaten;
}

function eatRows(
  rows: readonly number[],
  mask: readonly number[],
  left: number,
  top: number,
): readonly number[] {
  // Farther off a shift would come round.
  if (left <= -shield.width || left >= shield.width) return rows;
  const eaten = rows.map((row, at) => {
    const bits = mask[at - top] ?? 0;
    return row & ~(left < 0 ? bits >> -left : bits << left);
  });
  return eaten.every((row, at) => row === rows[at]) ? rows : eaten;
}

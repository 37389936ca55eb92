/** A direction is the number of its button's bit. */
export type Direction = 0 | 1 | 2 | 3;

const [up, down, left, right] = [0, 1, 2, 3] as const;
export const directions = { up, down, left, right } as const;

export const buttons = {
  up: 1 << up,
  down: 1 << down,
  left: 1 << left,
  right: 1 << right,
} as const;
export const allButtons = 0b1111;

/** One goes up or down, and the other one left or right. */
export const areAcross = (one: Direction, other: Direction) => one >> 1 !== other >> 1;

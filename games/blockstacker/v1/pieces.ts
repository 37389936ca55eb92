/**
 * The seven pieces, their four turns and their kicks, as the Super Rotation System has them (Tetris Design Guideline, 2009,
 * table 5). x goes to the right, y up; a turn is 0 as it comes, 1 once clockwise, 2, 3.
 */

/** A piece's number is what its cells are in the field; 0 is an empty one. */
export const pieceNames = ["I", "J", "L", "O", "S", "T", "Z"] as const;
export type Piece = 1 | 2 | 3 | 4 | 5 | 6 | 7;
export type Turn = 0 | 1 | 2 | 3;
export type Offset = readonly [x: number, y: number];

export const I: Piece = 1;
export const O: Piece = 4;
export const T: Piece = 6;

/** As they come: rows of the box from its top, and how wide it is. */
const drawn: Record<Piece, readonly string[]> = {
  1: ["....", "####", "....", "...."],
  2: ["#..", "###", "..."],
  3: ["..#", "###", "..."],
  4: ["##", "##"],
  5: [".##", "##.", "..."],
  6: [".#.", "###", "..."],
  7: ["##.", ".##", "..."],
};

/** The four cells of each piece in each turn, from the lower left corner of its box. */
export const cellsOf: Record<Piece, Record<Turn, readonly Offset[]>> = {
  1: turnsOf(drawn[1]),
  2: turnsOf(drawn[2]),
  3: turnsOf(drawn[3]),
  4: turnsOf(drawn[4]),
  5: turnsOf(drawn[5]),
  6: turnsOf(drawn[6]),
  7: turnsOf(drawn[7]),
};

function turnsOf(rows: readonly string[]): Record<Turn, readonly Offset[]> {
  const size = rows.length;
  const once = (cells: readonly Offset[]): Offset[] => cells.map(([x, y]) => [y, size - 1 - x]);
  const zero = rows.flatMap((row, fromTop) =>
    Array.from(row).flatMap((sign, x): Offset[] => (sign === "#" ? [[x, size - 1 - fromTop]] : [])),
  );
  const one = once(zero);
  const two = once(one);
  return { 0: zero, 1: one, 2: two, 3: once(two) };
}

/** The way from one turn to another: `${from}${to}`. */
type Way = "01" | "10" | "12" | "21" | "23" | "32" | "30" | "03";
type Kicks = Record<Way, readonly Offset[]>;

const right: readonly Offset[] = [
  [0, 0],
  [1, 0],
  [1, -1],
  [0, 2],
  [1, 2],
];
const left: readonly Offset[] = [
  [0, 0],
  [-1, 0],
  [-1, 1],
  [0, -2],
  [-1, -2],
];
const rightUp: readonly Offset[] = [
  [0, 0],
  [1, 0],
  [1, 1],
  [0, -2],
  [1, -2],
];
const leftDown: readonly Offset[] = [
  [0, 0],
  [-1, 0],
  [-1, -1],
  [0, 2],
  [-1, 2],
];

const usual: Kicks = {
  "01": left,
  "10": right,
  "12": right,
  "21": left,
  "23": rightUp,
  "32": leftDown,
  "30": leftDown,
  "03": rightUp,
};

const farLeft: readonly Offset[] = [
  [0, 0],
  [-2, 0],
  [1, 0],
  [-2, -1],
  [1, 2],
];
const farRight: readonly Offset[] = [
  [0, 0],
  [2, 0],
  [-1, 0],
  [2, 1],
  [-1, -2],
];
const nearLeft: readonly Offset[] = [
  [0, 0],
  [-1, 0],
  [2, 0],
  [-1, 2],
  [2, -1],
];
const nearRight: readonly Offset[] = [
  [0, 0],
  [1, 0],
  [-2, 0],
  [1, -2],
  [-2, 1],
];

const long: Kicks = {
  "01": farLeft,
  "10": farRight,
  "12": nearLeft,
  "21": nearRight,
  "23": farRight,
  "32": farLeft,
  "30": nearRight,
  "03": nearLeft,
};

/** Where a piece that turns is tried, one after the other. */
export function kicksOf(piece: Piece, from: Turn, to: Turn): readonly Offset[] {
  if (piece === O) return stays;
  return (piece === I ? long : usual)[`${from}${to}` as Way];
}

const stays: readonly Offset[] = [[0, 0]];

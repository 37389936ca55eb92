/** The field: 10 columns, 40 rows from the bottom, of which 20 are seen. A row is one integer, three bits for each cell. */
import { type Offset, type Piece, type Turn, cellsOf } from "./pieces.ts";

export const columns = 10;
export const rows = 40;
export const seenRows = 20;

export type Field = readonly number[];

/** A piece where it is: the lower left corner of its box. */
export type Placed = { piece: Piece; x: number; y: number; turn: Turn };

export const emptyField: Field = Array.from({ length: rows }, () => 0);

/** The piece whose cell it is, or 0. What is beside or below the field is full, what is above it empty. */
export function cellAt(field: Field, x: number, y: number): number {
  if (x < 0 || x >= columns || y < 0) return wall;
  return (field[y]! >> (3 * x)) & 7;
}

const wall = 7;

/** @param dx how many columns farther to the right, and `dy` how many rows higher, than where it is */
export function fits(field: Field, { piece, x, y, turn }: Placed, dx = 0, dy = 0): boolean {
  const cells = cellsOf[piece][turn];
  for (let at = 0; at < cells.length; at += 1) {
    const cell = cells[at]!;
    if (cellAt(field, x + dx + cell[0], y + dy + cell[1]) !== 0) return false;
  }
  return true;
}

export function cellsIn({ piece, x, y, turn }: Placed): Offset[] {
  return cellsOf[piece][turn].map(([dx, dy]) => [x + dx, y + dy]);
}

/** Whether no cell of it is below that row. */
export const isAbove = (placed: Placed, row: number): boolean =>
  cellsIn(placed).every(([, y]) => y >= row);

/** @param placed where it fits */
export function withPiece(field: Field, placed: Placed): Field {
  const next = [...field];
  for (const [x, y] of cellsIn(placed)) next[y]! |= placed.piece << (3 * x);
  return next;
}

/** The full rows from the bottom, and the field without them. */
export function withoutFull(field: Field): { field: Field; cleared: number[] } {
  const cleared: number[] = [];
  for (let y = 0; y < rows; y += 1) if (isFull(field[y]!)) cleared.push(y);
  if (cleared.length === 0) return { field, cleared };
  const left = field.filter((row) => !isFull(row));
  return { field: [...left, ...cleared.map(() => 0)], cleared };
}

/** The lowest bit of each cell. */
const eachCell = 0o1111111111;

const isFull = (row: number): boolean => ((row | (row >> 1) | (row >> 2)) & eachCell) === eachCell;

export const isEmpty = (field: Field): boolean => field.every((row) => row === 0);

/** How many rows it could fall. */
export function dropOf(field: Field, placed: Placed): number {
  let by = 0;
  while (fits(field, placed, 0, -by - 1)) by += 1;
  return by;
}

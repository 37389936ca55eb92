/**
 * What stands in the field, with what the engine does not keep: which cells came as one piece. Rows that are full stay here
 * until they have been seen to go.
 */
import {
  type Field,
  type Offset,
  type Piece,
  type State,
  allRows,
  cellAt,
  columns,
  happenings,
} from "#games/blockstacker/index.ts";
import { joins, joinsAmong } from "./cells.ts";

export type Placed = { piece: Piece; cells: readonly Offset[] };
export type Going = { since: number; rows: readonly number[] };

export type Stack = {
  field: Field;
  /** Of the cell in each column of each row from the bottom. */
  joins: readonly (readonly number[])[];
  /** Differs where anything of it does. */
  version: number;
  /** Full rows that are still in `field`. */
  going: Going | undefined;
  /** What was placed last, where it was before rows went. */
  placed: (Placed & { since: number; version: number }) | undefined;
};

export const goingTicks = 9;

const noJoins = Array.from({ length: columns }, () => 0);

export const stackOf = (field: Field): Stack => ({
  field,
  joins: Array.from({ length: allRows }, () => noJoins),
  version: 0,
  going: undefined,
  placed: undefined,
});

export function follow(stack: Stack, before: State, state: State): Stack {
  const { going } = stack;
  const isLate = going !== undefined && state.tick - going.since >= goingTicks;
  const so =
    isLate || (going !== undefined && before.field !== state.field) ? settle(stack) : stack;
  if (before.field === state.field) return so;
  const placed = placedIn(before, state);
  // In Zen a full field is emptied; and who looks on from the middle of a run knows no pieces.
  if (placed === undefined) return { ...stackOf(state.field), version: so.version + 1 };
  const rows = rowsOf(state);
  const kept = so.joins.map((row) => [...row]);
  for (const [index, by] of joinsAmong(placed.cells).entries()) {
    const [x, y] = placed.cells[index]!;
    kept[y]![x] = by;
  }
  const full: Stack = {
    field: fieldBefore(before, state, placed.piece),
    joins: kept,
    version: so.version + 1,
    going: { since: state.tick, rows },
    placed: { ...placed, since: state.tick, version: so.version + 1 },
  };
  return rows.length > 0 ? full : { ...full, going: undefined };
}

/** Without the rows that were going. */
function settle(stack: Stack): Stack {
  const { going, field, joins: all } = stack;
  if (going === undefined) return stack;
  const isLeft = (_: unknown, y: number) => !going.rows.includes(y);
  const cut = all.map((row, y) =>
    row.map(
      (by) =>
        by &
        ~(going.rows.includes(y + 1) ? joins.up : 0) &
        ~(going.rows.includes(y - 1) ? joins.down : 0),
    ),
  );
  return {
    ...stack,
    field: [...field.filter(isLeft), ...going.rows.map(() => 0)],
    joins: [...cut.filter(isLeft), ...going.rows.map(() => noJoins)],
    version: stack.version + 1,
    going: undefined,
  };
}

const rowsOf = ({ brought, tick }: State): readonly number[] =>
  brought?.tick === tick ? brought.rows : [];

/** The piece that was placed in this tick; undefined: none, or the field is another one since. */
export function placedIn(before: State, state: State): Placed | undefined {
  if ((state.happened & happenings.locked) === 0) return undefined;
  const piece = pieceOf(before, state);
  const full = fieldBefore(before, state, piece);
  const cells: Offset[] = [];
  for (let y = 0; y < allRows; y += 1) {
    if (full[y] === before.field[y]) continue;
    for (let x = 0; x < columns; x += 1) {
      if (cellAt(full, x, y) > 0 && cellAt(before.field, x, y) === 0) cells.push([x, y]);
    }
  }
  return cells.length === 4 ? { piece, cells } : undefined;
}

/** It may have been taken out of the hold and dropped within one tick. */
function pieceOf({ now, kept, queue }: State, { happened }: State): Piece {
  if ((happened & happenings.held) === 0) return now.piece;
  return kept === 0 ? queue[0]! : kept;
}

/** As it was before full rows went. */
function fieldBefore(before: State, state: State, piece: Piece): Field {
  const rows = rowsOf(state);
  let from = 0;
  return before.field.map((row, y) =>
    rows.includes(y) ? filled(row, piece) : state.field[from++]!,
  );
}

function filled(row: number, piece: Piece): number {
  let all = row;
  for (let x = 0; x < columns; x += 1) if (((row >> (3 * x)) & 7) === 0) all |= piece << (3 * x);
  return all;
}

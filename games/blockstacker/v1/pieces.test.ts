import { expect, test } from "vitest";
import { hold, put, begun } from "../testing/hands.ts";
import { drawnField } from "../testing/drawn-field.ts";
import { type Placed, cellsIn, columns, fits } from "./field.ts";
import { type Piece, type Turn, cellsOf, kicksOf, pieceNames } from "./pieces.ts";

/** As the Tetris Design Guideline prints it: from and to are 0, R, 2, L; x to the right, y up. */
const usual = `
  0>R ( 0, 0) (-1, 0) (-1,+1) ( 0,-2) (-1,-2)
  R>0 ( 0, 0) (+1, 0) (+1,-1) ( 0,+2) (+1,+2)
  R>2 ( 0, 0) (+1, 0) (+1,-1) ( 0,+2) (+1,+2)
  2>R ( 0, 0) (-1, 0) (-1,+1) ( 0,-2) (-1,-2)
  2>L ( 0, 0) (+1, 0) (+1,+1) ( 0,-2) (+1,-2)
  L>2 ( 0, 0) (-1, 0) (-1,-1) ( 0,+2) (-1,+2)
  L>0 ( 0, 0) (-1, 0) (-1,-1) ( 0,+2) (-1,+2)
  0>L ( 0, 0) (+1, 0) (+1,+1) ( 0,-2) (+1,-2)`;
const long = `
  0>R ( 0, 0) (-2, 0) (+1, 0) (-2,-1) (+1,+2)
  R>0 ( 0, 0) (+2, 0) (-1, 0) (+2,+1) (-1,-2)
  R>2 ( 0, 0) (-1, 0) (+2, 0) (-1,+2) (+2,-1)
  2>R ( 0, 0) (+1, 0) (-2, 0) (+1,-2) (-2,+1)
  2>L ( 0, 0) (+2, 0) (-1, 0) (+2,+1) (-1,-2)
  L>2 ( 0, 0) (-2, 0) (+1, 0) (-2,-1) (+1,+2)
  L>0 ( 0, 0) (+1, 0) (-2, 0) (+1,-2) (-2,+1)
  0>L ( 0, 0) (-1, 0) (+2, 0) (-1,+2) (+2,-1)`;

type Vector = { piece: Piece; from: Turn; to: Turn; kick: number; x: number; y: number };

const vectors = ([1, 2, 3, 5, 6, 7] satisfies Piece[]).flatMap((piece) =>
  (piece === 1 ? long : usual)
    .trim()
    .split("\n")
    .flatMap((line) => {
      const [from, to] = Array.from(line.matchAll(/[0R2L]/g), ([sign]) => "0R2L".indexOf(sign));
      const offsets = line.matchAll(/\(([ +-]\d),([ +-]\d)\)/g);
      return Array.from(offsets, ([, x, y], kick): Vector => ({
        piece,
        from: from as Turn,
        to: to as Turn,
        kick,
        x: Number(x),
        y: Number(y),
      }));
    }),
);

const nameOf = ({ piece, from, to, kick }: Vector) =>
  `${pieceNames[piece - 1]} ${"0R2L"[from]}>${"0R2L"[to]} kick ${kick + 1}`;

/** Full but for where it is and where it is to come; undefined where an earlier kick fits in there, too. */
function around({ piece, from, to, kick, x, y }: Vector) {
  const now: Placed = { piece, x: 4, y: 10, turn: from };
  const goal: Placed = { piece, x: 4 + x, y: 10 + y, turn: to };
  const field = [...drawnField("#".repeat(columns) + `\n${"#".repeat(columns)}`.repeat(29))];
  for (const [cx, cy] of [...cellsIn(now), ...cellsIn(goal)]) field[cy]! &= ~(7 << (3 * cx));
  const isEarlier = kicksOf(piece, from, to)
    .slice(0, kick)
    .some(([dx, dy]) => fits(field, { ...goal, x: 4 + dx, y: 10 + dy }));
  return isEarlier ? undefined : { now, goal, field };
}

test("there are 240 kicks of six pieces; four of the T can never be the first that fits", () => {
  expect(vectors).toHaveLength(240);
  expect(vectors.filter((one) => around(one) === undefined).map(nameOf)).toEqual([
    "T 0>R kick 4",
    "T 2>R kick 3",
    "T 2>L kick 3",
    "T 0>L kick 4",
  ]);
});

test.each(vectors.map((vector) => [nameOf(vector), vector] as const))("%s", (_, vector) => {
  const { piece, from, to, kick, x, y } = vector;
  expect(kicksOf(piece, from, to)[kick]).toEqual([x, y]);
  const forced = around(vector);
  if (forced === undefined) return;
  const isRight = (to - from + 4) % 4 === 1;
  const button = isRight ? "clockwise" : "counter";
  const turned = hold(put(begun(), forced.now, forced.field), [button]);
  expect(turned.now).toEqual(forced.goal);
  expect(turned.kick).toBe(kick);
});

test("the O turns where it is", () => {
  const state = put(begun(), { piece: 4, x: 4, y: 10, turn: 0 });
  expect(hold(state, ["clockwise"]).now).toEqual({ piece: 4, x: 4, y: 10, turn: 1 });
});

test("a piece that fits nowhere stays as it is", () => {
  const state = around(vectors.find((one) => nameOf(one) === "T 0>R kick 1")!)!;
  const field = [...state.field];
  for (const [x, y] of cellsIn(state.goal)) {
    if (!cellsIn(state.now).some(([ox, oy]) => ox === x && oy === y)) field[y]! |= 7 << (3 * x);
  }
  const turned = hold(put(begun(), state.now, field), ["clockwise"]);
  expect(turned.now).toEqual(state.now);
});

test("both turns at once are none", () => {
  const state = put(begun(), { piece: 6, x: 4, y: 10, turn: 0 });
  expect(hold(state, ["clockwise", "counter"]).now.turn).toBe(0);
});

test.each([
  ["I", 0, "....\n####\n....\n...."],
  ["I", 1, "..#.\n..#.\n..#.\n..#."],
  ["J", 0, "#..\n###\n..."],
  ["L", 2, "...\n###\n#.."],
  ["S", 3, "#..\n##.\n.#."],
  ["T", 1, ".#.\n.##\n.#."],
  ["Z", 1, "..#\n.##\n.#."],
  ["O", 3, "##\n##"],
] as const)("%s in turn %s looks as the guideline draws it", (name, turn, drawn) => {
  const lines = drawn.split("\n");
  const cells = lines.flatMap((line, fromTop) =>
    Array.from(line).flatMap((sign, x) =>
      sign === "#" ? [`${x} ${lines.length - 1 - fromTop}`] : [],
    ),
  );
  const piece = (pieceNames.indexOf(name) + 1) as Piece;
  expect(cellsOf[piece][turn].map((cell) => cell.join(" ")).toSorted()).toEqual(cells.toSorted());
});

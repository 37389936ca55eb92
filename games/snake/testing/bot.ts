/** Players for tests: they see a state and say what is held in the next tick. */
import { draw, randomOf } from "../../kit/random.ts";
import type { State } from "../index.ts";
import { cellAhead } from "../v1/cell-ahead.ts";
import { type Direction, areAcross, directions } from "../v1/directions.ts";

export type Bot = (state: State) => number;
export type Style = "careful" | "hasty" | "cycle";

const all: readonly Direction[] = [0, 1, 2, 3];
const bitOf = (direction: Direction) => 1 << direction;
const pressOf = (direction: Direction, state: State) =>
  direction === state.direction ? 0 : bitOf(direction);
const { up, down, left, right } = directions;

/** Careful and hasty ones slip now and then, and die of it some day; hasty ones press two turns at once. A cycle fills the board. */
export function createBot(seed: number, style: Style): Bot {
  let random = randomOf(seed, 77);
  function chance(of: number): number {
    const [value, next] = draw(random, of);
    random = next;
    return value;
  }
  return (state) => {
    if (state.untilMove !== state.wholeMove || state.turns.length > 0) return 0;
    if (style === "cycle") return pressOf(cycleTurn(state), state);
    if (chance(style === "hasty" ? 150 : 300) === 0) return chance(16);
    const [first, second] = wayOf(state);
    if (first === undefined) return 0;
    const isTwo =
      second !== undefined && areAcross(first, state.direction) && areAcross(first, second);
    return isTwo && style === "hasty" ? bitOf(first) | bitOf(second) : pressOf(first, state);
  };
}

/** Through all cells and back: the rows to and fro, and up again in the first column. */
function cycleTurn({ field, cells, direction }: State): Direction {
  const [x, y] = [cells[0]! % field.width, Math.floor(cells[0]! / field.width)];
  const isBack = x > 1 || y === field.height - 1;
  const inOddRow = isBack ? left : down;
  const inEvenRow = x < field.width - 1 ? right : down;
  const turn = y % 2 === 0 ? inEvenRow : inOddRow;
  const wanted = x === 0 && y > 0 ? up : turn;
  // At the beginning the snake may lie against it.
  return wanted === (direction ^ 1) ? up : wanted;
}

/** The next directions: to what there is to eat if there is room behind it, otherwise to where there is most room. */
function wayOf(state: State): Direction[] {
  const goal = state.bonus?.cell ?? state.food;
  const shortest = search(state, state.cells[0]!, goal).way;
  const rooms = all.map((direction) => roomAhead(state, direction));
  const first = shortest[0];
  if (first !== undefined && rooms[first]! >= Math.min(state.cells.length, Math.max(...rooms))) {
    return shortest;
  }
  const most = Math.max(...rooms);
  return most === 0 ? [] : all.filter((direction) => rooms[direction] === most).slice(0, 1);
}

function roomAhead(state: State, direction: Direction): number {
  const next = cellAhead(state.field, state.cells[0]!, direction);
  if (next === undefined || isBody(state, next)) return 0;
  return search(state, next, undefined).room;
}

const isBody = ({ cells }: State, cell: number) => cells.lastIndexOf(cell, cells.length - 2) >= 0;

/** @returns the shortest way to the goal, empty if there is none, and how many cells were come upon */
function search(state: State, from: number, goal: number | undefined) {
  const taken = new Set(state.cells.slice(0, -1));
  const ways = new Map<number, Direction[]>([[from, []]]);
  for (const [cell, way] of ways) {
    if (cell === goal) return { way, room: ways.size };
    for (const direction of all) {
      const next = cellAhead(state.field, cell, direction);
      if (next === undefined || taken.has(next) || ways.has(next)) continue;
      ways.set(next, way.length < 2 ? [...way, direction] : way);
    }
  }
  return { way: [], room: ways.size };
}

/** What is held for some ticks, and then something else: whoever leans on the keyboard. */
export function createFumbler(seed: number): Bot {
  let random = randomOf(seed, 78);
  let [held, left] = [0, 0];
  function chance(of: number): number {
    const [value, next] = draw(random, of);
    random = next;
    return value;
  }
  return () => {
    left -= 1;
    if (left < 0) [held, left] = [chance(4096), chance(12)];
    return held;
  };
}

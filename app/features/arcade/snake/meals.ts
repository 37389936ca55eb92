/**
 * The engine moves the snake at once, and it is seen gliding there afterwards: what it eats is seen until its mouth is there,
 * and then as a bulge that the snake passes over.
 */
import { type State, bonusPoints, events } from "#games/snake/index.ts";

export type Meal = { kind: "fruit" | "star"; cell: number; points: number };

export type Meals = {
  /** @returns what was swallowed in this tick */
  tick: (before: State, state: State) => Meal | undefined;
  /** On its way into the mouth. */
  waiting: () => Meal | undefined;
  /** Cells with something inside, the last eaten first. */
  bulges: () => readonly number[];
};

/** Parts of the move: when the mouth is there, and when it is shut again. */
const biteFrom = 0.3;
const biteTo = 0.55;
const mostBulges = 6;

/** @param part of the move @returns how much of it there still is to see */
export const restOf = (part: number): number =>
  Math.min(1, Math.max(0, (biteTo - part) / (biteTo - biteFrom)));

export function createMeals(): Meals {
  let waiting: Meal | undefined;
  let bulges: number[] = [];
  return {
    tick(before, state) {
      const eaten = mealOf(before, state);
      if (before.cells !== state.cells && bulges.length > 0) {
        bulges = bulges.filter((cell) => state.cells.includes(cell));
      }
      if (eaten !== undefined) waiting = eaten;
      if (waiting === undefined || partOf(state) < biteTo) return undefined;
      const swallowed = waiting;
      waiting = undefined;
      if (swallowed.kind === "fruit") bulges = [swallowed.cell, ...bulges].slice(0, mostBulges);
      return swallowed;
    },
    waiting: () => waiting,
    bulges: () => bulges,
  };
}

function mealOf(before: State, { events: happened, cells, field }: State): Meal | undefined {
  const cell = cells[0]!;
  const { bonus } = before;
  if ((happened & events.ateBonus) > 0 && bonus !== undefined) {
    // It had grown older by a tick when it was eaten.
    const points = bonusPoints({ ...bonus, left: bonus.left - 1 }, field.speed);
    return { kind: "star", cell, points };
  }
  return (happened & events.ate) > 0 ? { kind: "fruit", cell, points: 0 } : undefined;
}

/** How much of its move is over. */
export const partOf = ({ wholeMove, untilMove }: State): number =>
  (wholeMove - untilMove) / wholeMove;

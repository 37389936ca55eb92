/** A run between two ticks. A cell is `y * width + x`, from the top left. */
import { type Random, randomOf } from "../../kit/random.ts";
import { type Bonus, drawFoodsToBonus } from "./bonus.ts";
import { type Direction, directions } from "./directions.ts";
import { drawFreeCell } from "./free-cells.ts";
import { ticksOfMove } from "./pace.ts";
import { type Field, type Rules, fieldOf } from "./rules.ts";
import type { Turns } from "./turns.ts";

export type State = {
  field: Field;
  /** From the head to the tail. */
  cells: readonly number[];
  /** Where the tail was before the last move, for drawing what lies between; where it is, if the snake grew. */
  tailBefore: number;
  /** In which the head came to its cell; for a dead snake, in which it went when it died. */
  direction: Direction;
  turns: Turns;
  /** Of the last tick. */
  held: number;
  /** Ticks until the next move, of `wholeMove`; 0 for a dead snake. */
  untilMove: number;
  wholeMove: number;
  /** Undefined once the board is full. */
  food: number | undefined;
  bonus: Bonus | undefined;
  /** How many foods have to be eaten until the next bonus comes; a bonus that is there holds the count. */
  foodsToBonus: number;
  foodRandom: Random;
  bonusRandom: Random;
  score: number;
  over: "" | "wall" | "self" | "full";
  /** What happened in the last tick: bits of `events`. */
  events: number;
};

export const events = { ate: 1, ateBonus: 2, died: 4, turned: 8 } as const;

const streams = { food: 0, bonus: 1 };

export function begin(seed: number, rules: Rules): State {
  const field = fieldOf(rules);
  const head = (field.height >> 1) * field.width + (field.width >> 2) + 1;
  const cells = [head, head - 1, head - 2];
  const [food, foodRandom] = drawFreeCell(field, cells, randomOf(seed, streams.food));
  const [foodsToBonus, bonusRandom] = drawFoodsToBonus(randomOf(seed, streams.bonus));
  const wholeMove = ticksOfMove(field.speed, cells.length);
  return {
    field,
    cells,
    tailBefore: head - 2,
    direction: directions.right,
    turns: [],
    held: 0,
    untilMove: wholeMove,
    wholeMove,
    food,
    bonus: undefined,
    foodsToBonus,
    foodRandom,
    bonusRandom,
    score: 0,
    over: "",
    events: 0,
  };
}

/** What eating does, and where the next food is. */
import { bonusAt, bonusPoints, drawFoodsToBonus, type Bonus } from "./bonus.ts";
import { drawFreeCell } from "./free-cells.ts";
import { foodPoints } from "./pace.ts";
import { type State, events } from "./state.ts";

/** @param state the snake is already one cell longer, and its head is where the food was */
export function eatFood(state: State): State {
  const { field, cells } = state;
  const eaten = {
    ...state,
    score: state.score + foodPoints[field.speed],
    events: state.events | events.ate,
  };
  if (cells.length === field.width * field.height) {
    return { ...eaten, food: undefined, over: "full" };
  }
  return withBonus(withFood(eaten));
}

export function eatBonus(state: State, bonus: Bonus): State {
  return {
    ...state,
    bonus: undefined,
    score: state.score + bonusPoints(bonus, state.field.speed),
    events: state.events | events.ateBonus,
  };
}

/** The last cell is the food's: a bonus that lies there goes. */
function withFood(state: State): State {
  const { field, cells, bonus } = state;
  const taken = bonus === undefined ? cells : [...cells, bonus.cell];
  const [food, foodRandom] = drawFreeCell(field, taken, state.foodRandom);
  if (food === undefined) return { ...state, food: bonus?.cell, bonus: undefined };
  return { ...state, food, foodRandom };
}

function withBonus(state: State): State {
  if (state.bonus !== undefined) return state;
  if (state.foodsToBonus > 1) return { ...state, foodsToBonus: state.foodsToBonus - 1 };
  const { field, cells, food } = state;
  const [cell, random] = drawFreeCell(field, [...cells, food!], state.bonusRandom);
  if (cell === undefined) return state;
  const [foodsToBonus, bonusRandom] = drawFoodsToBonus(random);
  return { ...state, bonus: bonusAt(cell, field, cells.length), foodsToBonus, bonusRandom };
}

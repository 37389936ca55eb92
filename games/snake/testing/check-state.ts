/** What is true of every state, whatever was held. */
import { type State, events } from "../index.ts";

/** @returns what is wrong, in words */
export function faultsOf(state: State): string[] {
  const checks: [boolean, string][] = [
    [isSnakeWhole(state), "the snake is in pieces"],
    [new Set(state.cells).size === state.cells.length, "a cell is twice in the snake"],
    [placed(state).every((cell) => isInside(state, cell)), "something is outside"],
    [isFoodApart(state), "food lies under the snake or under other food"],
    [(state.food === undefined) === (state.over === "full"), "food is missing, or is too much"],
    [isBonusAlive(state), "the bonus should have gone"],
    [isTimeRight(state), "the time until the next move is wrong"],
    [areTurnsRight(state), "turns wait that can be none"],
    [state.held >= 0 && state.held < 16, "a button is held that there is none of"],
    [state.foodsToBonus >= 1 && state.foodsToBonus <= 8, "the bonus is too far away"],
    [state.events >= 0 && state.events < 16, "an event is unknown"],
    [(state.over === "full") === (state.cells.length === sizeOf(state)), "full is not full"],
    [isDead(state) === (state.events & events.died) > 0, "it died unheard"],
  ];
  return checks.filter(([isTrue]) => !isTrue).map(([, fault]) => fault);
}

/** @returns what is wrong with how one state follows another */
export function faultsBetween(before: State, after: State): string[] {
  const hasMoved = before.cells !== after.cells;
  const grown = after.cells.length - before.cells.length;
  const { ate, ateBonus, turned } = events;
  const checks: [boolean, string][] = [
    [after.score >= before.score, "the score fell"],
    [hasMoved === (before.untilMove === 1 && !isDead(after)), "it moved at another time"],
    [grown === (after.events & ate ? 1 : 0), "it grew without food"],
    [after.score > before.score === (after.events & (ate | ateBonus)) > 0, "points for nothing"],
    [(after.direction !== before.direction) === (after.events & turned) > 0, "it turned unheard"],
    [after.direction !== (before.direction ^ 1), "it went back"],
    [after.events === 0 || before.untilMove === 1, "something happened between two moves"],
    [!hasMoved || after.tailBefore === before.cells.at(-1), "the tail was elsewhere"],
    [!hasMoved || after.cells[1] === before.cells[0], "the head came from elsewhere"],
  ];
  return checks.filter(([isTrue]) => !isTrue).map(([, fault]) => fault);
}

const sizeOf = ({ field }: State) => field.width * field.height;
const isDead = ({ over }: State) => over === "wall" || over === "self";
const isInside = (state: State, cell: number) =>
  Number.isSafeInteger(cell) && cell >= 0 && cell < sizeOf(state);

function placed({ cells, tailBefore, food, bonus }: State): number[] {
  return [
    ...cells,
    tailBefore,
    ...(food === undefined ? [] : [food]),
    ...(bonus ? [bonus.cell] : []),
  ];
}

function isSnakeWhole({ field, cells }: State): boolean {
  const { width, height, wraps } = field;
  const apart = (one: number, other: number, size: number) => {
    const by = Math.abs(one - other);
    return wraps ? Math.min(by, size - by) : by;
  };
  return cells.slice(1).every((cell, at) => {
    const next = cells[at]!;
    const across = apart(cell % width, next % width, width);
    return across + apart(Math.floor(cell / width), Math.floor(next / width), height) === 1;
  });
}

function isFoodApart({ cells, food, bonus }: State): boolean {
  const under = (cell: number | undefined) => cell !== undefined && cells.includes(cell);
  return !under(food) && !under(bonus?.cell) && (bonus === undefined || bonus.cell !== food);
}

const isBonusAlive = ({ bonus }: State) =>
  bonus === undefined || (bonus.left >= 1 && bonus.left <= bonus.whole);

function isTimeRight(state: State): boolean {
  const { untilMove, wholeMove } = state;
  if (isDead(state)) return untilMove === 0;
  return wholeMove >= 4 && wholeMove <= 12 && untilMove >= 1 && untilMove <= wholeMove;
}

function areTurnsRight({ turns }: State): boolean {
  const isAcross = turns.slice(1).every((turn, at) => turn >> 1 !== turns[at]! >> 1);
  return turns.length <= 3 && isAcross && turns.every((turn) => turn >= 0 && turn < 4);
}

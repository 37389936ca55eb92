import { type State, bonusPoints, directions, foodPoints } from "#games/snake/index.ts";
import type { Readout } from "../game.ts";

const lengthSaidEach = 10;

export function said(before: State, state: State): string | undefined {
  if (state.over !== "") return undefined;
  const { cells, bonus, field } = state;
  const words: string[] = [];
  const hasGrown = cells.length > before.cells.length;
  if (hasGrown && cells.length % lengthSaidEach === 0) words.push(`${cells.length} cells long.`);
  if (before.bonus === undefined && bonus !== undefined) {
    const worth = bonusPoints(bonus, field.speed);
    words.push(`A star ${awayOf(state, bonus.cell)}, worth ${worth}.`);
  }
  return words.length === 0 ? undefined : words.join(" ");
}

export function describe(state: State): string {
  const { cells, food, bonus, field } = state;
  if (state.over !== "") return lineOf(state);
  const snake = `The snake is ${cells.length} cells long and goes ${wayOf(state)}`;
  const fruit = food === undefined ? "nothing" : `fruit ${awayOf(state, food)}`;
  const star = bonus === undefined ? "" : `, and a star ${awayOf(state, bonus.cell)}`;
  const edge = field.wraps ? "edges join" : edgeOf(state);
  return `${snake}; ${edge}. From its head there is ${fruit}${star}.`;
}

export function readouts(state: State): readonly Readout[] {
  const { score, cells, bonus, field } = state;
  return [
    { title: "Points", value: String(score) },
    { title: "Length", value: String(cells.length) },
    {
      title: "Star",
      value: bonus === undefined ? "–" : `+${bonusPoints(bonus, field.speed)}`,
    },
  ];
}

export function ended(state: State): { line: string; numbers: readonly Readout[] } {
  const { cells, score, field } = state;
  const fruit = cells.length - 3;
  const area = field.width * field.height;
  return {
    line: lineOf(state),
    numbers: [
      { title: "Length", value: String(cells.length) },
      { title: "Fruit", value: String(fruit) },
      { title: "Points from stars", value: String(score - fruit * foodPoints[field.speed]) },
      { title: "Of the field", value: `${Math.floor((cells.length * 100) / area)} %` },
    ],
  };
}

function lineOf({ over, cells }: State): string {
  const long = `${cells.length} cells long`;
  if (over === "full") return `It fills the whole field, ${long}.`;
  if (over === "wall") return `It ran into a wall, ${long}.`;
  return over === "self" ? `It bit itself, ${long}.` : `It was stopped, ${long}.`;
}

function wayOf({ direction }: State): string {
  if (direction === directions.up) return "up";
  if (direction === directions.down) return "down";
  return direction === directions.left ? "left" : "right";
}

/** "3 cells up and 2 to the right"; where edges join, the shorter way. */
function awayOf({ cells, field }: State, to: number): string {
  const from = cells[0]!;
  const x = near((to % field.width) - (from % field.width), field.width, field.wraps);
  const rows = Math.floor(to / field.width) - Math.floor(from / field.width);
  const y = near(rows, field.height, field.wraps);
  const upright = y === 0 ? undefined : `${Math.abs(y)} ${y < 0 ? "up" : "down"}`;
  const level = x === 0 ? undefined : `${Math.abs(x)} to the ${x < 0 ? "left" : "right"}`;
  const parts = [upright, level].filter((part) => part !== undefined);
  return parts.length === 0 ? "right there" : parts.join(" and ");
}

function near(apart: number, size: number, joins: boolean): number {
  if (!joins || Math.abs(apart) * 2 <= size) return apart;
  return apart - Math.sign(apart) * size;
}

/** What is ahead, if nothing turns. */
function edgeOf({ direction, cells, field }: State): string {
  const x = cells[0]! % field.width;
  const y = Math.floor(cells[0]! / field.width);
  const free = {
    [directions.up]: y,
    [directions.down]: field.height - 1 - y,
    [directions.left]: x,
    [directions.right]: field.width - 1 - x,
  }[direction];
  return `the wall ahead is ${free === 0 ? "next" : `${free} cells away`}`;
}

/** Tower in words and numbers. */
import { type State, firstWidth, happenings } from "#games/tower/index.ts";
import { countText, counted, timeText } from "../figures.ts";
import type { Readout } from "../game.ts";

/** Without the ground. */
const heightOf = ({ layers }: State): number => layers.length - 1;

const high = (state: State) => `${counted(heightOf(state), "layer", "layers")} high`;

const widthOf = ({ layers }: State): number =>
  Math.round((layers.at(-1)!.width * 100) / firstWidth);

/** What is placed otherwise is narrower than what it stands on. */
function exactOf({ layers }: State): { all: number; row: number } {
  let all = 0;
  let row = 0;
  let now = 0;
  for (let at = 1; at < layers.length; at += 1) {
    const isExact = layers[at]!.width >= layers[at - 1]!.width;
    now = isExact ? now + 1 : 0;
    all += Number(isExact);
    row = Math.max(row, now);
  }
  return { all, row };
}

/** From so many exact ones in a row on each makes the tower wider. */
const widerFrom = 4;

export function said(before: State, state: State): string | undefined {
  if (state.over !== "") return before.over === "" ? ended(state).line : undefined;
  if ((state.happened & happenings.placed) === 0) return undefined;
  const height = heightOf(state);
  if (height % 10 === 0) return `${height} layers`;
  return state.perfects === widerFrom ? `${widerFrom} exact in a row` : undefined;
}

export function describe(state: State): string {
  const { now, layers, speed, over } = state;
  const tower = `The tower is ${high(state)}, ${widthOf(state)} % as wide as at first.`;
  if (over !== "") return `The game is over. ${tower}`;
  const off = Math.round(((now.x - layers.at(-1)!.x) * 100) / now.width);
  const side = off < 0 ? "left" : "right";
  const place = off === 0 ? "just above it" : `${Math.abs(off)} % of its width too far ${side}`;
  return `${tower} The block is ${place} and moves ${speed < 0 ? "left" : "right"}.`;
}

export const readouts = (state: State): readonly Readout[] => [
  { title: "Score", value: countText(state.score) },
  { title: "Layers", value: countText(heightOf(state)) },
  { title: "Width", value: `${widthOf(state)} %` },
  { title: "In a row", value: countText(state.perfects) },
];

export function ended(state: State): { line: string; numbers: readonly Readout[] } {
  const { all, row } = exactOf(state);
  return {
    line: `The tower is ${high(state)}: ${counted(state.score, "point", "points")}.`,
    numbers: [
      { title: "Score", value: countText(state.score) },
      { title: "Layers", value: countText(heightOf(state)) },
      { title: "Exact", value: countText(all) },
      { title: "Most in a row", value: countText(row) },
      { title: "Time", value: timeText(state.tick) },
    ],
  };
}

/** What there is to hear: short, low and wooden. */
import { type State, happened } from "#games/slicer/index.ts";
import type { Sound } from "../game.ts";
import { secondsLeft } from "./time-left.ts";

export const sounds = {
  slice: [0.6, 0.12, 205, 0.003, 0.012, 0.09, 0, 1.5, -7, 0, 0, 0, 0, 0.7],
  combo: [0.5, 0.02, 294, 0.005, 0.06, 0.2, 1, 1.3, 0, 0, 147, 0.07],
  special: [0.5, 0.02, 349, 0.02, 0.1, 0.28, 0, 1.1, 0, 0, 175, 0.09],
  bomb: [0.9, 0.05, 56, 0.008, 0.08, 0.34, 0, 1.7, -0.5, 0, 0, 0, 0, 1.2],
  missed: [0.5, 0.03, 147, 0.008, 0.04, 0.16, 0, 1.3, -3],
  blunt: [0.4, 0.04, 92, 0.002, 0.02, 0.05, 1, 1.6],
  thrown: [0.18, 0.1, 116, 0.01, 0.03, 0.07, 0, 1, 5],
  fuse: [0.14, 0.05, 160, 0.03, 0.1, 0.12, 4, 1, 0, 0, 0, 0, 0, 0.6],
  second: [0.3, 0, 392, 0.001, 0.01, 0.04, 1, 1.6],
  over: [0.6, 0.02, 220, 0.02, 0.14, 0.42, 1, 1.3, 0, 0, -55, 0.16],
} satisfies Record<string, Sound>;

type Name = keyof typeof sounds;

export function heard(before: State, state: State): readonly Name[] {
  const isOver = before.over === undefined && state.over !== undefined;
  const left = secondsLeft(state);
  const isLast = left !== undefined && left <= 5 && left > 0 && left !== secondsLeft(before);
  const names: [Name, boolean][] = [
    ["bomb", has(state, happened.bomb)],
    ["special", has(state, happened.special)],
    ["slice", has(state, happened.cut)],
    ["combo", has(state, happened.combo)],
    ["missed", has(state, happened.missed)],
    ["blunt", has(state, happened.blunted)],
    [state.things.at(-1)?.kind === "bomb" ? "fuse" : "thrown", has(state, happened.thrown)],
    ["second", isLast && !isOver],
    ["over", isOver],
  ];
  return names.flatMap(([name, happens]) => (happens ? [name] : []));
}

const has = ({ events }: State, bit: number) => (events & bit) !== 0;

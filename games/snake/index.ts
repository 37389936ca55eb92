/** Snake: the engine that new runs are played with, and what drawing needs of it. docs/games.md */
import type { Engine } from "../kit/engine.ts";
import { type Rules, boardOf, parseRules } from "./v1/rules.ts";
import { type State, begin } from "./v1/state.ts";
import { step } from "./v1/step.ts";

export { buttons } from "./v1/directions.ts";
export { modes, sizes, speeds } from "./v1/rules.ts";
export { events } from "./v1/state.ts";
export type { Rules, State };

export const snakeEngine: Engine<State, Rules> = {
  version: 1,
  parseRules,
  boardOf,
  begin,
  step,
  isOver: ({ over }) => over !== "",
  resultOf: ({ over, score }) => (over === "" ? undefined : score),
};

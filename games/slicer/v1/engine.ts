import type { Engine } from "../../kit/engine.ts";
import { type Rules, boardOf, parseRules } from "./rules.ts";
import { type State, begin } from "./state.ts";
import { step } from "./step.ts";

export const engine: Engine<State, Rules> = {
  version: 1,
  parseRules,
  boardOf,
  begin,
  step,
  isOver: ({ over }) => over !== undefined,
  resultOf: ({ over, score }) => (over === undefined ? undefined : score),
};

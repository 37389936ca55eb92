/** Tower, first version: what moves to and fro is dropped onto the layers below, and what hangs over falls off. docs/games.md */
import type { Engine } from "../../kit/engine.ts";
import { type Rules, parseRules } from "./rules.ts";
import { type State, begin } from "./state.ts";
import { step } from "./step.ts";

export const engine: Engine<State, Rules> = {
  version: 1,
  parseRules,
  boardOf: ({ mode }) => (mode === "calm" ? undefined : { name: mode, order: "highest" }),
  begin,
  step,
  isOver: ({ over }) => over !== "",
  resultOf: ({ rules, over, score }) => (over === "" || rules.mode === "calm" ? undefined : score),
};

/** Block Stacker, first version. docs/games.md */
import type { Engine } from "../../kit/engine.ts";
import { nextComes } from "./next-piece.ts";
import { type Rules, parseRules } from "./rules.ts";
import { type State, begin } from "./state.ts";
import { step } from "./step.ts";

export const engine: Engine<State, Rules> = {
  version: 1,
  parseRules,
  boardOf: ({ mode }) =>
    mode === "zen" ? undefined : { name: mode, order: mode === "lines" ? "lowest" : "highest" },
  begin(seed, rules) {
    const first = begin(seed, rules);
    nextComes(first);
    return first;
  },
  step,
  isOver: ({ over }) => over !== "",
  resultOf({ rules, over, score, tick }) {
    if (over === "" || rules.mode === "zen") return undefined;
    if (rules.mode !== "lines") return score;
    return over === "done" ? tick : undefined;
  },
};

/** Space Raiders: a ship, four shields, and ranks of raiders that come down. Rules only: docs/games.md */
import type { Engine } from "../kit/engine.ts";
import { begin } from "./v1/begin.ts";
import { type Rules, boardOf, parseRules } from "./v1/rules.ts";
import type { State } from "./v1/state.ts";
import { step } from "./v1/step.ts";

export type { Rules as RaidersRules, State as RaidersState };
export { type Hit, happened } from "./v1/events.ts";
export { isAlive, raiderBox } from "./v1/ranks.ts";
export { buttons } from "./v1/ship.ts";
export * as sizes from "./v1/sizes.ts";

export const raidersEngine: Engine<State, Rules> = {
  version: 1,
  parseRules,
  boardOf,
  begin,
  step,
  isOver: ({ over }) => over,
  resultOf: ({ over, score }) => (over ? score : undefined),
};

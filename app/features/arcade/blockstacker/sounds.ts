/** What of Block Stacker is heard: wood on wood, and a few notes where rows go. */
import { type State, happenings } from "#games/blockstacker/index.ts";
import type { Sound } from "../game.ts";

export const sounds = {
  move: [0.25, 0.02, 220, 0, 0.005, 0.015, 1, 0.6, 0, 0, 0, 0, 0, 0.4],
  turn: [0.3, 0.02, 330, 0, 0.008, 0.025, 1, 0.7, -2],
  keep: [0.4, 0.01, 247, 0.005, 0.02, 0.06, 1, 1, 3],
  place: [0.5, 0.03, 130, 0, 0.008, 0.05, 1, 0.5, -4, 0, 0, 0, 0, 0.8],
  drop: [0.7, 0.03, 92, 0, 0.012, 0.08, 1, 0.4, -5, 0, 0, 0, 0, 1.2],
  clear: [0.5, 0, 392, 0.005, 0.05, 0.14, 0, 1, 0, 0, 131, 0.06],
  four: [0.6, 0, 392, 0.005, 0.09, 0.26, 0, 1, 0, 0, 196, 0.07],
  spin: [0.6, 0, 349, 0.01, 0.08, 0.24, 1, 1.2, 0, 0, 174, 0.05],
  all: [0.6, 0, 523, 0.01, 0.16, 0.4, 0, 1, 0, 0, 262, 0.1, 0, 0, 0, 0, 0.08],
  level: [0.45, 0, 294, 0.02, 0.1, 0.22, 0, 1, 0, 0, 147, 0.1],
  done: [0.6, 0, 440, 0.01, 0.2, 0.4, 0, 1, 0, 0, 220, 0.14],
  over: [0.55, 0, 196, 0.02, 0.16, 0.4, 1, 0.8, -1.2],
} satisfies Record<string, Sound>;

type Name = keyof typeof sounds;

export function heard(_before: State, state: State): readonly Name[] {
  const did = (what: keyof typeof happenings) => (state.happened & happenings[what]) > 0;
  if (state.happened === 0) return [];
  const names: Name[] = [];
  // A key that is held makes steps by the dozen; only the first is heard.
  if (did("moved") && state.charge === 0) names.push("move");
  if (did("turned")) names.push("turn");
  if (did("held")) names.push("keep");
  if (did("locked")) names.push(did("dropped") ? "drop" : "place", ...broughtBy(state));
  if (did("leveled")) names.push("level");
  if (did("over")) names.push(state.over === "done" ? "done" : "over");
  return names;
}

function broughtBy({ brought }: State): Name[] {
  if (brought === undefined) return [];
  if (brought.isAllClear) return ["all"];
  if (brought.spin !== "") return ["spin"];
  if (brought.rows.length === 4) return ["four"];
  return brought.rows.length > 0 ? ["clear"] : [];
}

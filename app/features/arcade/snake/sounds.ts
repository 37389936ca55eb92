/** What there is to hear: short, soft, of wood. Parameters of zzfx. */
import { type State, events } from "#games/snake/index.ts";
import type { Sound } from "../game.ts";

export const sounds = {
  turn: [0.14, 0, 220, 0, 0.005, 0.03, 1, 1.6, -3],
  eat: [0.5, 0.02, 330, 0.004, 0.02, 0.09, 1, 1.4, 3, 0, 110, 0.03],
  bonus: [0.5, 0, 392, 0.006, 0.06, 0.2, 0, 1, 0, 0, 196, 0.06, 0, 0, 0, 0, 0, 0.7, 0.04],
  bonusCame: [0.35, 0, 523, 0.02, 0.05, 0.22, 0, 1, 0, 0, 131, 0.09],
  bonusGone: [0.3, 0, 294, 0.02, 0.03, 0.16, 0, 1, -2],
  died: [0.6, 0.02, 147, 0.005, 0.06, 0.28, 1, 1.2, -0.5, 0, 0, 0, 0, 0.25],
  full: [0.6, 0, 392, 0.02, 0.2, 0.5, 0, 1, 0, 0, 131, 0.12, 0.24, 0, 0, 0, 0, 0.8, 0.1],
} satisfies Record<string, Sound>;

export function heard(before: State, state: State): readonly (keyof typeof sounds)[] {
  if (state.over !== "") {
    if (before.over !== "") return [];
    return [state.over === "full" ? "full" : "died"];
  }
  const { events: happened } = state;
  const names: (keyof typeof sounds)[] = [];
  if ((happened & events.turned) > 0) names.push("turn");
  if ((happened & events.ate) > 0) names.push("eat");
  if ((happened & events.ateBonus) > 0) names.push("bonus");
  if (before.bonus === undefined && state.bonus !== undefined) names.push("bonusCame");
  const isGone = before.bonus !== undefined && state.bonus === undefined;
  if (isGone && (happened & events.ateBonus) === 0) names.push("bonusGone");
  return names;
}

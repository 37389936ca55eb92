/** What of Tower is heard. Exact ones in a row go up a scale. */
import { type State, happenings } from "#games/tower/index.ts";
import type { Sound } from "../game.ts";

const exact = (frequency: number): Sound => [0.5, 0, frequency, 0.004, 0.05, 0.16, 0, 1];

export const sounds = {
  turn: [0.15, 0.02, 180, 0, 0.004, 0.02, 1, 0.6, 0, 0, 0, 0, 0, 0.4],
  place: [0.6, 0.03, 110, 0, 0.01, 0.07, 1, 0.5, -4, 0, 0, 0, 0, 1],
  cut: [0.4, 0.05, 160, 0, 0.02, 0.1, 2, 0.6, -3, 0, 0, 0, 0, 2],
  exact1: exact(330),
  exact2: exact(370),
  exact3: exact(415),
  exact4: exact(494),
  exact5: exact(554),
  wider: [0.4, 0, 247, 0.02, 0.1, 0.2, 0, 1, 1.5],
  over: [0.55, 0, 174, 0.02, 0.16, 0.4, 1, 0.8, -1.2],
} satisfies Record<string, Sound>;

type Name = keyof typeof sounds;

const scale: readonly Name[] = ["exact1", "exact2", "exact3", "exact4", "exact5"];

export function heard(_before: State, state: State): readonly Name[] {
  const did = (what: keyof typeof happenings) => (state.happened & happenings[what]) > 0;
  if (did("over")) return ["over"];
  if (did("turned")) return ["turn"];
  if (!did("placed")) return [];
  if (did("cut")) return ["place", "cut"];
  const note = scale[Math.min(scale.length, state.perfects) - 1]!;
  return did("grown") ? ["place", note, "wider"] : ["place", note];
}

/** What there is to hear: short, soft, of wood. Parameters of zzfx. */
import { type RaidersState, happened } from "#games/raiders/index.ts";
import type { Sound } from "../game.ts";

export const sounds = {
  shot: [0.22, 0.02, 520, 0.003, 0.01, 0.07, 0, 1.6, -9],
  raiderHit: [0.4, 0.03, 220, 0.003, 0.015, 0.1, 1, 1.5, -2.4, 0, 0, 0, 0, 0.3],
  shieldHit: [0.2, 0.05, 120, 0.002, 0.006, 0.05, 0, 1.4, -2, 0, 0, 0, 0, 1],
  shotsMet: [0.22, 0.02, 640, 0.002, 0.008, 0.05, 1, 1.6, -6],
  saucerCame: [0.3, 0, 440, 0.03, 0.06, 0.26, 0, 1, 0, 0, 110, 0.08, 0.16],
  saucerHit: [0.5, 0, 494, 0.005, 0.07, 0.24, 0, 1, 0, 0, 165, 0.06, 0, 0, 0, 0, 0, 0.7, 0.05],
  lifeLost: [0.65, 0.02, 124, 0.005, 0.1, 0.4, 1, 1.2, -0.32, 0, 0, 0, 0, 0.5],
  extraLife: [0.5, 0, 392, 0.02, 0.1, 0.3, 0, 1, 0, 0, 196, 0.1],
  marchLow: [0.28, 0, 104, 0.004, 0.02, 0.07, 1, 1.3, -0.5],
  marchHigh: [0.28, 0, 124, 0.004, 0.02, 0.07, 1, 1.3, -0.5],
  wave: [0.4, 0, 262, 0.03, 0.1, 0.3, 0, 1, 0, 0, 65, 0.1],
  landed: [0.65, 0, 110, 0.02, 0.16, 0.5, 1, 1, -0.12, 0, -18, 0.14],
} satisfies Record<string, Sound>;

type Name = keyof typeof sounds;

const byEvent: readonly (readonly [number, Name])[] = [
  [happened.shot, "shot"],
  [happened.raiderHit, "raiderHit"],
  [happened.shieldHit, "shieldHit"],
  [happened.shotsMet, "shotsMet"],
  [happened.saucerCame, "saucerCame"],
  [happened.saucerHit, "saucerHit"],
  [happened.lifeLost, "lifeLost"],
  [happened.extraLife, "extraLife"],
  [happened.landed, "landed"],
];

/** From one beat of the march to the next, about, at least: one raider alone makes a round in each tick. */
const beatTicks = 9;

export function heard(before: RaidersState, state: RaidersState): readonly Name[] {
  // A run that is over is not stepped again, and has the events of its last tick.
  if (before.over) return [];
  const { events, ranks, wave } = state;
  const names: Name[] = [];
  for (const [event, name] of byEvent) if ((events & event) > 0) names.push(name);
  if (wave > before.wave) names.push("wave");
  if ((events & happened.round) > 0) {
    const each = Math.ceil(beatTicks / Math.max(1, ranks.left));
    if (ranks.rounds % each === 0) {
      names.push((ranks.rounds / each) % 2 === 0 ? "marchLow" : "marchHigh");
    }
  }
  return names;
}

import { happened } from "./events.ts";
import { firstRaiderWait } from "./raider-fire.ts";
import { ranksOf } from "./ranks.ts";
import { wholeShields } from "./shields.ts";
import { type Draft, add } from "./state.ts";

/** Ticks from the last raider to the next wave. */
export const wavePause = 90;

export function passWave(next: Draft): void {
  if (next.ranks.left > 0) return;
  next.pause -= 1;
  if (next.pause > 0) return;
  next.wave += 1;
  next.ranks = ranksOf(next.wave);
  next.shields = wholeShields;
  next.raiderShots = [];
  next.raiderWait = firstRaiderWait;
  add(next, happened.wave);
}

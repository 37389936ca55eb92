import { happened } from "./events.ts";
import { type Draft, add } from "./state.ts";

const extraLifeAt = 1500;

export function gain(next: Draft, points: number): void {
  next.score += points;
  if (next.hadExtraLife || next.score < extraLifeAt) return;
  next.hadExtraLife = true;
  next.lives += 1;
  add(next, happened.extraLife);
}

/** It comes by the time, from a side and for points that hang on how many shots were fired. */
import { happened } from "./events.ts";
import { gain } from "./score.ts";
import { type Box, field, saucer } from "./sizes.ts";
import { type Draft, type State, add } from "./state.ts";

export const saucerWait = 1500;
/** It stays away from the last few of a wave, who are none too slow themselves. */
const fewestRaiders = 8;
/** One for each shot fired, and from the first on again. */
const points = [50, 100, 50, 150, 100, 50, 100, 300, 50, 100, 150, 50, 100, 50, 100];

export function moveSaucer(next: Draft): void {
  if (next.saucer !== undefined) {
    const x = next.saucer.x + next.saucer.dx;
    if (x > -saucer.width && x < field.width) next.saucer = { ...next.saucer, x };
    else leave(next);
  } else if (next.ranks.left >= fewestRaiders && next.ship.gone === 0) {
    next.saucerWait -= 1;
    if (next.saucerWait === 0) come(next);
  }
}

function come(next: Draft): void {
  const fromLeft = next.shotsFired % 2 === 0;
  next.saucer = fromLeft ? { x: -saucer.width, dx: saucer.dx } : { x: field.width, dx: -saucer.dx };
  add(next, happened.saucerCame);
}

function leave(next: Draft): void {
  next.saucer = undefined;
  next.saucerWait = saucerWait;
}

export function saucerBox(at: NonNullable<State["saucer"]>): Box {
  const { width, height, y } = saucer;
  return { left: at.x, right: at.x + width, top: y, bottom: y + height };
}

export function hitSaucer(next: Draft, x: number): void {
  const gained = points[next.shotsFired % points.length]!;
  leave(next);
  add(next, happened.saucerHit, { what: "saucer", x, y: saucer.y, points: gained });
  gain(next, gained);
}

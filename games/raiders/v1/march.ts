/** One raider steps in a tick, so that they get faster as they thin. */
import { happened } from "./events.ts";
import { aliveFrom, raiderBox, reachOf, stepX } from "./ranks.ts";
import { paceOf } from "./rules.ts";
import { eatBox } from "./shields.ts";
import { field, raider, ship } from "./sizes.ts";
import { type Draft, type Ranks, add } from "./state.ts";

export function march(next: Draft): void {
  if (next.ship.gone > 0 || next.ranks.left === 0) return;
  if (next.tick % paceOf(next.rules).ticksPerStep > 0) return;
  let index = aliveFrom(next.ranks, next.ranks.next);
  if (index < 0) {
    next.ranks = nextRound(next.ranks);
    add(next, happened.round);
    index = aliveFrom(next.ranks, 0);
  }
  next.ranks = { ...next.ranks, next: index + 1 };
  const box = raiderBox(next.ranks, index);
  next.shields = eatBox(next.shields, box);
  if (box.bottom <= ship.y) return;
  add(next, happened.landed);
  next.over = true;
}

/** The side is reached once for all of them: all go down in one round, and the other way in the one after. */
function nextRound(ranks: Ranks): Ranks {
  const { rounds, dropping, way } = ranks;
  const begun = { ...ranks, next: 0, rounds: rounds + 1, dropping: false };
  if (dropping) return { ...begun, y: ranks.y + raider.drop };
  const moved = { ...begun, x: ranks.x + stepX(ranks) };
  return reachesSide(moved) ? { ...moved, dropping: true, way: -way } : moved;
}

function reachesSide(ranks: Ranks): boolean {
  const { left, right } = reachOf(ranks);
  return ranks.way > 0
    ? right + raider.dx > field.width - field.margin
    : left - raider.dx < field.margin;
}

/** What cuts bring: points, combos, and what stars, frosts and bombs do. The score never falls. */
import { ticksPerSecond } from "../../kit/engine.ts";
import type { Stroke } from "./flight.ts";
import { type Cut, type Draft, happened } from "./state.ts";
import { type Kind, type Thing, kinds } from "./things.ts";

const comboTicks = 18;
const leastCombo = 3;
const doubleTicks = 5 * ticksPerSecond;
const frostTicks = 4 * ticksPerSecond;

const factorOf = ({ tick, doubleUntil }: Draft) => (tick < doubleUntil ? 2 : 1);

export function countCuts(next: Draft, cut: readonly Thing[], { dx, dy }: Stroke): void {
  if (cut.length === 0) return;
  const factor = factorOf(next);
  next.cuts = cut.map(({ kind, x, y, vx, vy, angle }): Cut => {
    return { kind, x, y, vx, vy, angle, dx, dy, points: kinds[kind].points * factor };
  });
  for (const { kind, points } of next.cuts) {
    next.score += points;
    if (kind === "bomb") next.events |= happened.bomb;
    else countSliced(next, kind);
  }
}

function countSliced(next: Draft, kind: Kind): void {
  const { tick } = next;
  next.sliced += 1;
  next.combo += 1;
  next.comboUntil = tick + comboTicks;
  next.events |= happened.cut;
  if (kind === "star") next.doubleUntil = tick + doubleTicks;
  if (kind === "frost") next.frostUntil = tick + frostTicks;
  if (kind === "star" || kind === "frost") next.events |= happened.special;
}

/** Three or more bring as many points again as there were. */
export function closeCombo(next: Draft): void {
  const { combo } = next;
  next.combo = 0;
  if (combo < leastCombo) return;
  const points = combo * factorOf(next);
  next.score += points;
  next.bestCombo = Math.max(next.bestCombo, combo);
  next.closed = { size: combo, points };
  next.events |= happened.combo;
}

/** Ends with the swipe, or when nothing follows for a while; of lanes' buttons only the latter. */
export function closeComboInTime(next: Draft): void {
  const lifted = next.blade === undefined && next.rules.hands === "blade";
  if (lifted || next.tick >= next.comboUntil) closeCombo(next);
}

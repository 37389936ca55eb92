/** One tick of everything in the air. */
import type { Draft } from "./state.ts";
import { type Thing, angles, below } from "./things.ts";

/** Sixteenths of a unit per tick, per tick; a multiple of 4. */
export const gravity = 24;

type Gone = {
  cut: readonly Thing[];
  /** What fell out of the field. */
  fallen: readonly Thing[];
};

/** What the player does in one tick. */
export type Stroke = {
  /** Whether something that was at one place and is at another is cut on the way. */
  cuts: (before: Thing, after: Thing) => boolean;
  /** How it goes, in the pointer's units. */
  dx: number;
  dy: number;
};

export const noStroke: Stroke = { cuts: () => false, dx: 0, dy: 0 };

const none: readonly Thing[] = [];

/** @returns what is in the air no longer */
export function flyAll(next: Draft, stroke: Stroke): Gone {
  const flying: Thing[] = [];
  let cut = none;
  let fallen = none;
  const quarters = quartersOf(next);
  for (const before of next.things) {
    const after = fly(before, quarters);
    if (stroke !== noStroke && stroke.cuts(before, after)) cut = [...cut, after];
    else if (after.y > below) fallen = [...fallen, after];
    else flying.push(after);
  }
  next.things = flying;
  return { cut, fallen };
}

/** How fast things fly now, in quarters. */
export function quartersOf({ rules, tick, frostUntil }: Draft): number {
  const full = rules.pace === "full" ? 4 : 2;
  return tick < frostUntil ? full >> 1 : full;
}

function fly({ id, kind, x, y, vx, vy, angle, turn, age }: Thing, quarters: number): Thing {
  return {
    id,
    kind,
    x: x + ((vx * quarters) >> 2),
    y: y + ((vy * quarters) >> 2),
    vx,
    vy: vy + ((gravity * quarters) >> 2),
    angle: (angle + ((turn * quarters) >> 2)) & (angles - 1),
    turn,
    age: age + 1,
  };
}

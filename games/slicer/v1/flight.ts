/** One tick of everything in the air. */
import type { State } from "./state.ts";
import { type Thing, angles, below } from "./things.ts";

/** Sixteenths of a unit per tick, per tick; a multiple of 4. */
export const gravity = 24;

/** How fast things fly now, in quarters. */
export function quartersOf({ rules, frostUntil }: State, tick: number): number {
  const full = rules.pace === "full" ? 4 : 2;
  return tick < frostUntil ? full >> 1 : full;
}

type Flown = {
  things: readonly Thing[];
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

const none: readonly Thing[] = [];

export function flyAll(things: readonly Thing[], quarters: number, stroke: Stroke): Flown {
  if (things.length === 0) return { things, cut: none, fallen: none };
  const flying: Thing[] = [];
  let cut = none;
  let fallen = none;
  for (const before of things) {
    const after = fly(before, quarters);
    if (stroke.cuts(before, after)) cut = [...cut, after];
    else if (after.y > below) fallen = [...fallen, after];
    else flying.push(after);
  }
  return { things: flying, cut, fallen };
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

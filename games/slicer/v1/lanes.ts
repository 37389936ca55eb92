/** Five lanes, each with a button that cuts what is in its upper part at that tick. */
import { placeRange } from "../../kit/engine.ts";
import { type Stroke, noStroke } from "./flight.ts";
import { type Draft, type State, happened, laneCount } from "./state.ts";
import { type Thing, field, sixteenths } from "./things.ts";

/** A bit of `held` each. */
export const buttons = { lane1: 1, lane2: 2, lane3: 4, lane4: 8, lane5: 16 };
const allButtons = (1 << laneCount) - 1;

/** What is above that can be cut. */
export const zoneBottom = (placeRange * sixteenths * 9) / 16;

/** How long a button does nothing after it hit nothing: to hammer at all of them does not pay. */
export const bluntTicks = 30;

/** From 0 on. */
export const laneOf = (x: number) => Math.floor((x * laneCount) / field);

/** Buttons that are pressed in that tick and are not blunt, as bits. */
export function pressedOf({ held, bluntUntil }: State, tick: number, heldNow: number): number {
  const pressed = heldNow & ~held & allButtons;
  if (pressed === 0) return 0;
  return bluntUntil.reduce(
    (sharp, until, lane) => (tick < until ? sharp & ~(1 << lane) : sharp),
    pressed,
  );
}

/** Cuts level. */
export function laneStroke(pressed: number): Stroke {
  if (pressed === 0) return noStroke;
  const cuts: Stroke["cuts"] = (_, { x, y }) =>
    y < zoneBottom && ((pressed >> laneOf(x)) & 1) === 1;
  return { cuts, dx: 256, dy: 0 };
}

/** Buttons that hit nothing are blunt for a while, and the combo is lost. */
export function bluntLanes(next: Draft, pressed: number, cut: readonly Thing[]): void {
  if (pressed === 0) return;
  const vain = cut.reduce((left, { x }) => left & ~(1 << laneOf(x)), pressed);
  if (vain === 0) return;
  next.combo = 0;
  next.bluntUntil = next.bluntUntil.map((until, lane) =>
    ((vain >> lane) & 1) === 1 ? next.tick + bluntTicks : until,
  );
  next.events |= happened.blunted;
}

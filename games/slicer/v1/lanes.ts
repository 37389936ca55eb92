/** Five lanes, each with a button that cuts what is in its upper part at that tick. */
import { placeRange } from "../../kit/engine.ts";
import type { Edge } from "./flight.ts";
import { type State, happened, laneCount } from "./state.ts";
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

/** Buttons that were pressed in this tick and are not blunt, as bits. */
export function strokeOf({ tick, held, bluntUntil }: State, heldBefore: number): number {
  const pressed = held & ~heldBefore & allButtons;
  if (pressed === 0) return 0;
  return bluntUntil.reduce(
    (stroke, until, lane) => (tick < until ? stroke & ~(1 << lane) : stroke),
    pressed,
  );
}

export function laneEdge(stroke: number): Edge {
  return (_, { x, y }) => y < zoneBottom && ((stroke >> laneOf(x)) & 1) === 1;
}

/** Buttons that hit nothing are blunt for a while, and the combo is lost. */
export function bluntLanes(state: State, stroke: number, cut: readonly Thing[]): State {
  const vain = cut.reduce((left, { x }) => left & ~(1 << laneOf(x)), stroke);
  if (vain === 0) return state;
  return {
    ...state,
    combo: 0,
    bluntUntil: state.bluntUntil.map((until, lane) =>
      ((vain >> lane) & 1) === 1 ? state.tick + bluntTicks : until,
    ),
    events: state.events | happened.blunted,
  };
}

/** States and things for tests, with what a test is about. */
import { type TickInput, noInput } from "../../kit/engine.ts";
import { slicerEngine } from "../index.ts";
import type { Rules } from "../v1/rules.ts";
import type { State } from "../v1/state.ts";
import { type Thing, sixteenths } from "../v1/things.ts";

export const rulesOf = (overrides: Partial<Rules> = {}): Rules => ({
  mode: "classic",
  hands: "blade",
  pace: "full",
  ...overrides,
});

/** At x, y in the pointer's units, and it falls from rest. */
export function buildThing(x: number, y: number, overrides: Partial<Thing> = {}): Thing {
  const place = { x: x * sixteenths, y: y * sixteenths };
  return { id: 0, kind: "apple", ...place, vx: 0, vy: 0, angle: 0, turn: 0, age: 0, ...overrides };
}

const never = 1_000_000_000;

/** Nothing is thrown. */
export function buildState(rules: Partial<Rules>, overrides: Partial<State> = {}): State {
  const state = slicerEngine.begin(1, rulesOf(rules));
  return { ...state, wave: { ...state.wave, nextAt: never }, ...overrides };
}

export const at = (x: number, y: number): TickInput => ({ held: 0, at: { x, y } });
export const press = (held: number): TickInput => ({ held, at: undefined });

export function stepAll(state: State, inputs: readonly TickInput[]): State {
  return inputs.reduce((so, input) => slicerEngine.step(so, input), state);
}

export function rest(state: State, ticks: number): State {
  return stepAll(
    state,
    Array.from({ length: ticks }, () => noInput),
  );
}

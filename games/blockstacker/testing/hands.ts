/** Runs for tests: what is pressed at which tick. */
import { noInput } from "../../kit/engine.ts";
import { engine } from "../v1/engine.ts";
import type { Field, Placed } from "../v1/field.ts";
import { type Mode, usualHandling } from "../v1/rules.ts";
import { type State, buttons } from "../v1/state.ts";

export type Button = keyof typeof buttons;

export function begun(
  mode: Mode = "marathon",
  handling: Partial<typeof usualHandling> = {},
): State {
  return engine.begin(1, { mode, ...usualHandling, ...handling });
}

/** As if the piece had just come there. */
export function put(state: State, now: Placed, field: Field = state.field): State {
  return { ...state, field, now, lowest: now.y, fallen: 0, stood: 0, resets: 0, hasLanded: false };
}

/** Holds them for so many ticks; then whatever comes next is a press again. */
export function hold(state: State, held: readonly Button[], ticks = 1): State {
  let so = state;
  const bits = held.reduce((sum, name) => sum | buttons[name], 0);
  for (let tick = 0; tick < ticks; tick += 1) so = engine.step(so, { held: bits, at: undefined });
  return so;
}

export function wait(state: State, ticks: number): State {
  let so = state;
  for (let tick = 0; tick < ticks; tick += 1) so = engine.step(so, noInput);
  return so;
}

/** Pressed for one tick and let go of for one. */
export function tap(state: State, ...held: Button[]): State {
  return wait(hold(state, held), 1);
}

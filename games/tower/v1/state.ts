/** A run of Tower at one tick. Lengths are in units of which the field is 4096 wide. */
import { type Random, draw, randomOf } from "../../kit/random.ts";
import type { Rules } from "./rules.ts";

export const fieldWidth = 4096;
export const firstWidth = 1600;

/** The one button; a press of a finger or a mouse anywhere is the same. */
export const buttons = { drop: 1 } as const;

/** What happened in the last tick, as bits. */
export const happenings = {
  placed: 1,
  perfect: 2,
  grown: 4,
  cut: 8,
  turned: 16,
  over: 32,
} as const;

type Layer = { x: number; width: number };

export type State = {
  rules: Rules;
  tick: number;
  chance: Random;
  isHeld: boolean;
  /** From the ground up. */
  layers: readonly Layer[];
  /** What moves to and fro above them. */
  now: Layer;
  /** Units a tick, to the right. */
  speed: number;
  /** How many in a row were placed exactly. */
  perfects: number;
  score: number;
  over: "" | "missed";
  happened: number;
  /** What fell off at the last layer. */
  cut: Layer | undefined;
};

export function begin(seed: number, rules: Rules): State {
  const ground = { x: (fieldWidth - firstWidth) / 2, width: firstWidth };
  return withNext({
    rules,
    tick: 0,
    chance: randomOf(seed, 0),
    isHeld: false,
    layers: [ground],
    now: ground,
    speed: 0,
    perfects: 0,
    score: 0,
    over: "",
    happened: 0,
    cut: undefined,
  });
}

const firstSpeed = 28;
const calmSpeed = 18;
/** Faster by one unit with each layer, up to so many more. */
const mostFaster = 60;
/** By chance, so that no rhythm leads up. */
const differs = 9;

/** The next one comes from one of the sides. */
export function withNext(state: State): State {
  const { width } = state.layers.at(-1)!;
  const [side, drawn] = draw(state.chance, 2);
  const [more, chance] = draw(drawn, differs);
  const first = state.rules.mode === "calm" ? calmSpeed : firstSpeed;
  const faster = state.rules.mode === "calm" ? 0 : Math.min(mostFaster, state.layers.length - 1);
  const speed = first + faster + more;
  return {
    ...state,
    chance,
    now: { x: side === 0 ? 0 : fieldWidth - width, width },
    speed: side === 0 ? speed : -speed,
  };
}

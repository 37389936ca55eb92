/** A run of Block Stacker at one tick. */
import { type Random, draw, randomOf } from "../../kit/random.ts";
import { type Field, type Placed, emptyField } from "./field.ts";
import type { Piece } from "./pieces.ts";
import type { Rules } from "./rules.ts";
import type { Spin } from "./spin.ts";

/** Buttons, as bits of what is held. */
export const buttons = {
  left: 1,
  right: 2,
  soft: 4,
  hard: 8,
  clockwise: 16,
  counter: 32,
  hold: 64,
} as const;

/** What happened in the last tick, as bits. */
export const happenings = {
  moved: 1,
  turned: 2,
  held: 4,
  dropped: 8,
  locked: 16,
  cleared: 32,
  leveled: 64,
  over: 128,
} as const;

/** What the last piece that was placed has brought. */
type Brought = {
  tick: number;
  /** The rows that went, from the bottom. */
  rows: readonly number[];
  spin: Spin;
  isBackToBack: boolean;
  isAllClear: boolean;
  points: number;
};

export type State = {
  rules: Rules;
  /** How many ticks are over. */
  tick: number;
  field: Field;
  /** What falls; where the run is over, what could not. */
  now: Placed;
  /** The piece that is kept, or 0. */
  kept: Piece | 0;
  /** Once for each piece that falls. */
  mayKeep: boolean;
  /** Five at least. */
  queue: readonly Piece[];
  bags: Random;
  /** The buttons of the last tick. */
  held: number;
  /** To which side it is pushed: -1, 0 or 1, and for how many ticks. */
  side: number;
  charge: number;
  /** Of the next row, in 1/65536. */
  fallen: number;
  /** The lowest row that the piece has come to. */
  lowest: number;
  /** It has stood on something at that row. */
  hasLanded: boolean;
  /** How many ticks it has stood since it was last moved, and how often it was moved after it had landed. */
  stood: number;
  resets: number;
  /** By which kick it was turned, where that was the last that was done with it; else -1. */
  kick: number;
  score: number;
  lines: number;
  level: number;
  /** How many pieces in a row have cleared something, less one. */
  combo: number;
  /** How many difficult ones have followed each other. */
  backToBack: number;
  pieces: number;
  over: "" | "top" | "done";
  happened: number;
  brought: Brought | undefined;
};

/** The tick's own copy: its fields are set anew, and what hangs on them is never changed. */
export type Draft = { -readonly [Name in keyof State]: State[Name] };

const shown = 5;

export function begin(seed: number, rules: Rules): State {
  const first: Draft = {
    rules,
    tick: 0,
    field: emptyField,
    now: { piece: 1, x: 0, y: 0, turn: 0 },
    kept: 0,
    mayKeep: true,
    queue: [],
    bags: randomOf(seed, 0),
    held: 0,
    side: 0,
    charge: 0,
    fallen: 0,
    lowest: 0,
    hasLanded: false,
    stood: 0,
    resets: 0,
    kick: -1,
    score: 0,
    lines: 0,
    level: 1,
    combo: -1,
    backToBack: 0,
    pieces: 0,
    over: "",
    happened: 0,
    brought: undefined,
  };
  fillQueue(first);
  return first;
}

/** With the bags that it takes for the piece that comes and those that are shown. */
export function fillQueue(next: Draft): void {
  while (next.queue.length <= shown) {
    const bag: Piece[] = [];
    const left: Piece[] = [1, 2, 3, 4, 5, 6, 7];
    while (left.length > 0) {
      const [at, bags] = draw(next.bags, left.length);
      next.bags = bags;
      bag.push(...left.splice(at, 1));
    }
    next.queue = [...next.queue, ...bag];
  }
}

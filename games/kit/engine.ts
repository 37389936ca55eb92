/**
 * What every game's engine is: pure rules over integers, 60 ticks a second, the same in each browser and on the server, so
 * that a run is its seed, its rules and what was held at which tick. docs/games.md
 */

export const ticksPerSecond = 60;

/** Of a pointer: 0 to 4095 in both directions, whatever the screen is. */
export type Place = { x: number; y: number };
export const placeRange = 4096;

/** What the player does during one tick. */
export type TickInput = {
  /** A bit for each button that is held; which is which says the game. */
  held: number;
  /** Where a finger or a pressed mouse is. */
  at: Place | undefined;
};
export const buttonBits = 12;
export const noInput: TickInput = { held: 0, at: undefined };

/** Where runs are compared; `lowest` is for times, in ticks. */
export type Board = { name: string; order: "highest" | "lowest" };

/**
 * State has no functions and nothing but integers, booleans, strings, and arrays and objects of them.
 * What a version does with a log never changes: other rules are another version.
 */
export type Engine<State, Rules> = {
  version: number;
  /** Undefined: these are no rules of this game. */
  parseRules: (value: unknown) => Rules | undefined;
  /** Undefined: such runs are not compared. */
  boardOf: (rules: Rules) => Board | undefined;
  /** @param seed an integer from 0 to 2^32 - 1 */
  begin: (seed: number, rules: Rules) => State;
  /** Changes nothing of what it is given. */
  step: (state: State, input: TickInput) => State;
  isOver: (state: State) => boolean;
  /** What counts on the board; undefined: nothing does, or not yet. */
  resultOf: (state: State) => number | undefined;
};

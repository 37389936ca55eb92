/** States to begin a test from. */
import { type RaidersRules, type RaidersState, raidersEngine } from "../index.ts";

export const plain: RaidersRules = { mode: "normal", shots: 1, autofire: false };

/** The beginning, but for what a test is about. */
export function stateWith(
  changes: Partial<RaidersState> = {},
  rules: RaidersRules = plain,
): RaidersState {
  return { ...raidersEngine.begin(1, rules), ...changes };
}

/** Nobody shoots for a long time, and no shield is in the way. */
export const quiet: Partial<RaidersState> = {
  raiderWait: 1_000_000,
  saucerWait: 1_000_000,
  shields: Array.from({ length: 4 }, () => Array.from({ length: 16 }, () => 0)),
};

export function after(state: RaidersState, ticks: number, held = 0): RaidersState {
  let now = state;
  for (let tick = 0; tick < ticks; tick += 1) now = raidersEngine.step(now, input(held));
  return now;
}

/** Every state from the first tick on. */
export function eachAfter(state: RaidersState, ticks: number, held = 0): RaidersState[] {
  const states: RaidersState[] = [];
  let now = state;
  for (let tick = 0; tick < ticks; tick += 1) {
    now = raidersEngine.step(now, input(held));
    states.push(now);
  }
  return states;
}

/** With nothing held, until it is so: a test that never gets there fails instead of going on. */
export function until(state: RaidersState, isSo: (now: RaidersState) => boolean): RaidersState {
  let now = state;
  for (let tick = 0; tick < 20_000; tick += 1) {
    if (isSo(now)) return now;
    now = raidersEngine.step(now, input(0));
  }
  throw new Error("It never was so.");
}

export const noShots = ({ shots }: RaidersState): boolean => shots.length === 0;
export const noRaiderShots = ({ raiderShots }: RaidersState): boolean => raiderShots.length === 0;

const input = (held: number) => ({ held, at: undefined });

/** Ranks of which only these raiders are left. */
export function only(state: RaidersState, ...indexes: number[]): RaidersState["ranks"] {
  const alive = [0, 0, 0, 0, 0];
  for (const index of indexes) alive[Math.floor(index / 11)]! |= 1 << (index % 11);
  return { ...state.ranks, alive, left: indexes.length };
}

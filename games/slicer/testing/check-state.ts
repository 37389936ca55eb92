/** What holds for every state, whatever was held. */
import { laneOf } from "../v1/lanes.ts";
import { modeOf } from "../v1/rules.ts";
import { type State, happened, laneCount } from "../v1/state.ts";
import { type Thing, angles, below, field, kinds, sixteenths } from "../v1/things.ts";

/** @returns what is wrong, and since which tick */
export function faultsOf(state: State, before: State | undefined): string[] {
  const checks = [
    ...eventChecks(state),
    ...(before === undefined ? [] : changeChecks(before, state)),
    // They take a while, and what is wrong with a state stays wrong.
    ...(state.tick % 4 === 0 || state.over !== undefined
      ? [...shapeChecks(state), ...state.things.flatMap((thing) => thingChecks(thing, state))]
      : []),
  ];
  return checks.flatMap(([name, holds]) => (holds ? [] : [`tick ${state.tick}: ${name}`]));
}

const isCount = (value: number) => Number.isSafeInteger(value) && value >= 0;

function shapeChecks(state: State): [string, boolean][] {
  const { things, wave, missed, endsAt, tick } = state;
  const { misses, ticks, firstWave } = modeOf(state.rules);
  const counts = [state.score, tick, state.thrown, state.sliced, missed, state.combo, wave.nextAt];
  const ids = things.map(({ id }) => id);
  return [
    ["counts are none", [...counts, state.bestCombo].every(isCount)],
    ["too many things", things.length <= 24],
    ["things out of order", ids.every((id, at) => id < state.thrown && id > (ids[at - 1] ?? -1))],
    ["more cut than thrown", state.sliced + missed + things.length <= state.thrown],
    ["a wave without throws", wave.left >= 1 && wave.left <= 9 && wave.number >= firstWave],
    ["a best combo that is none", state.bestCombo === 0 || state.bestCombo >= 3],
    ["lanes are lost", state.bluntUntil.length === laneCount && state.bluntUntil.every(isCount)],
    ["goes on without time", endsAt === undefined || tick < endsAt || state.over !== undefined],
    ["time where there is none", (endsAt === undefined) === (ticks === undefined)],
    ["goes on after misses", missed < (misses ?? Infinity) || state.over !== undefined],
  ];
}

function eventChecks({ cuts, events, closed, rules, things }: State): [string, boolean][] {
  const says = (bit: number) => (events & bit) !== 0;
  const has = (test: (kind: Thing["kind"]) => boolean) => cuts.some(({ kind }) => test(kind));
  return [
    ["cut", says(happened.cut) === has((kind) => kind !== "bomb")],
    ["bomb", says(happened.bomb) === has((kind) => kind === "bomb")],
    ["special", says(happened.special) === has((kind) => kind === "star" || kind === "frost")],
    ["combo", says(happened.combo) === (closed !== undefined && closed.size >= 3)],
    ["blunted", !says(happened.blunted) || rules.hands === "lanes"],
    ["thrown", !says(happened.thrown) || things.at(-1)?.age === 0],
  ];
}

function changeChecks(before: State, state: State): [string, boolean][] {
  const points = state.cuts.reduce((sum, cut) => sum + cut.points, state.closed?.points ?? 0);
  return [
    ["the score fell", state.score >= before.score],
    ["points from nowhere", state.score === before.score + points],
    ["time went by otherwise", state.tick === before.tick + 1],
    ["time was won", (state.endsAt ?? 0) <= (before.endsAt ?? 0)],
    ["something was thrown twice", state.thrown - before.thrown <= 1],
    ["a miss was forgotten", state.missed >= before.missed],
  ];
}

function thingChecks(thing: Thing, { rules }: State): [string, boolean][] {
  const { x, y, vx, vy, angle, turn, age } = thing;
  const lane = laneOf(x);
  return [
    ["no integers", [x, y, vx, vy, angle, turn, age].every(Number.isSafeInteger)],
    ["beyond a side", x >= 250 * sixteenths && x < field - 250 * sixteenths],
    ["beyond the top", y > 0 && y <= below],
    ["an angle that is none", angle >= 0 && angle < angles && turn >= -64 && turn <= 64],
    ["not in the middle of its lane", rules.hands === "blade" || (vx === 0 && lane < laneCount)],
    ["an unknown kind", thing.kind in kinds],
    ["too old", age < 700],
  ];
}

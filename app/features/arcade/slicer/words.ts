/** The game in words: numbers above the field, what a screen reader is told, and how it went. */
import { ticksPerSecond } from "#games/kit/engine.ts";
import {
  type State,
  type Thing,
  happened,
  laneOf,
  modeOf,
  sixteenths,
} from "#games/slicer/index.ts";
import type { Readout } from "../game.ts";
import { zoneEdge } from "./board.ts";
import { secondsLeft, secondsUntil } from "./time-left.ts";

export function readouts(state: State): readonly Readout[] {
  const { misses, ticks, specials } = modeOf(state.rules);
  const left = secondsLeft(state) ?? 0;
  return [
    { title: "Score", value: `${state.score}` },
    ...(misses === undefined ? [] : [{ title: "Missed", value: `${state.missed} of ${misses}` }]),
    ...(ticks === undefined ? [] : [{ title: "Time", value: clock(left) }]),
    { title: "Combo", value: state.combo < 2 ? "–" : `${state.combo}` },
    ...(specials === 0
      ? []
      : [
          { title: "Double", value: lasting(state.doubleUntil, state.tick) },
          { title: "Slow", value: lasting(state.frostUntil, state.tick) },
        ]),
  ];
}

const clock = (seconds: number) =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;

function lasting(until: number, tick: number): string {
  const seconds = secondsUntil(until, tick);
  return seconds === 0 ? "–" : `${seconds} s`;
}

/** Of so many points each time. */
const scoreStep = 100;

export function said(before: State, state: State): string | undefined {
  if (before.over === undefined && state.over !== undefined) return `${endLine(state)}.`;
  const { misses, ticks } = modeOf(state.rules);
  if (state.missed > before.missed && misses !== undefined)
    return `${state.missed} of ${misses} missed.`;
  if ((state.events & happened.bomb) !== 0 && ticks !== undefined)
    return "A bomb: five seconds less.";
  if (begins(before.doubleUntil, state.doubleUntil, state))
    return "Points count twice for five seconds.";
  if (begins(before.frostUntil, state.frostUntil, state))
    return "Everything flies slowly for four seconds.";
  if (secondsLeft(state) === 10 && secondsLeft(before) !== 10) return "Ten seconds left.";
  const passed = Math.floor(state.score / scoreStep);
  return passed > Math.floor(before.score / scoreStep)
    ? `${passed * scoreStep} points.`
    : undefined;
}

/** Another one while it lasts is nothing new. */
const begins = (before: number, until: number, { tick }: State) => until > before && before < tick;

export function describe(state: State): string {
  const { score } = state;
  const sky = state.rules.hands === "lanes" ? lanesLine(state) : fieldLine(state);
  return `${sky} The score is ${score}${stakes(state)}.`;
}

function stakes(state: State): string {
  const { misses } = modeOf(state.rules);
  const left = secondsLeft(state);
  if (misses !== undefined) return `, ${state.missed} of ${misses} missed`;
  return left === undefined ? "" : `, ${count(left, "second")} left`;
}

function fieldLine({ things }: State): string {
  if (things.length === 0) return "Nothing is in the air.";
  const bombs = things.filter(({ kind }) => kind === "bomb").length;
  const rest = things.length - bombs;
  const parts = [
    ...(rest > 0 ? [count(rest, "fruit")] : []),
    ...(bombs > 0 ? [count(bombs, "bomb")] : []),
  ];
  return `${parts.join(" and ")} in the air.`;
}

/** "Lane 1: apple, to cut. Lane 4: bomb, below." as one sentence. */
function lanesLine({ things }: State): string {
  if (things.length === 0) return "Nothing is in the air.";
  const lines = things
    .toSorted((a, b) => a.x - b.x || a.y - b.y || a.id - b.id)
    .map((thing) => `${thing.kind} ${placeOf(thing)} in lane ${laneOf(thing.x) + 1}`);
  return `${sentence(lines.join(", "))}.`;
}

function placeOf({ y, vy }: Thing): string {
  if (y / sixteenths < zoneEdge) return "to cut";
  return vy < 0 ? "rising" : "falling";
}

const sentence = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

const count = (number: number, name: string) => (number === 1 ? `1 ${name}` : `${number} ${name}s`);

export function ended(state: State): { line: string; numbers: readonly Readout[] } {
  const { tick, sliced, missed, bestCombo, rules } = state;
  const lasted = { title: "Lasted", value: clock(Math.floor(tick / ticksPerSecond)) };
  return {
    line: `${endLine(state)}, with ${sliced === 0 ? "nothing" : count(sliced, "thing")} cut.`,
    numbers: [
      { title: "Cut", value: `${sliced}` },
      { title: "Missed", value: `${missed}` },
      { title: "Best combo", value: bestCombo === 0 ? "–" : `${bestCombo}` },
      ...(modeOf(rules).ticks === undefined ? [lasted] : []),
    ],
  };
}

function endLine({ over, missed }: State): string {
  if (over === "bomb") return "It ended with a bomb";
  if (over === "time") return "The time is up";
  return over === "missed"
    ? `It ended with ${count(missed, "missed fruit")}`
    : "It was not over yet";
}

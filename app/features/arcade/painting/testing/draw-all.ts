import type { Look, Painter } from "../../game.ts";
import { day } from "./looks.ts";
import type { RecordingPen } from "./recording-pen.ts";

/** The looks that differ in what is drawn. */
export const looks: readonly Look[] = [
  { ...day, isTall: true, pixel: 0.35 },
  { ...day, hasPatterns: true, pixel: 0.79 },
  { ...day, hasPatterns: true, isCalm: true, isTall: true, pixel: 1.36 },
];

export function callsOf({ calls }: RecordingPen): number {
  let sum = 0;
  for (const count of calls().values()) sum += count;
  return sum;
}

/** Draws every tick, now in one look, now in another. @returns the most calls of three pictures of one tick */
export function drawAll<State>(
  made: RecordingPen,
  painter: Painter<State>,
  states: readonly State[],
): number {
  let most = 0;
  for (const [index, state] of states.entries()) {
    const before = states[Math.max(0, index - 1)]!;
    if (index > 0) painter.tick(before, state);
    const from = callsOf(made);
    for (const part of [0, 0.5, 1]) {
      const look = looks[Math.trunc(index / 100) % looks.length]!;
      painter.draw(made.pen, { before, state, part }, look);
    }
    most = Math.max(most, callsOf(made) - from);
  }
  return most;
}

/** What is true of every state of a run. Returns what is not. */
import { columns, fits, rows } from "../v1/field.ts";
import type { State } from "../v1/state.ts";

export function faultsOf(state: State): string[] {
  const { field, now, queue, score, lines, level, stood, resets, over, rules } = state;
  const all: [string, boolean][] = [
    ["the field has 40 rows", field.length === rows],
    [
      "a row has 30 bits",
      field.every((row) => Number.isInteger(row) && row >> (3 * columns) === 0),
    ],
    ["no full row is left", !field.some(isFull)],
    ["what falls is where it fits", over !== "" || fits(field, now)],
    ["five are shown", queue.length >= 5 && queue.length <= 12],
    ["nothing stands longer than it may", stood >= 0 && stood < 30],
    ["nothing is moved more often than it may", resets >= 0 && resets <= 15],
    ["the level follows from the lines", level === levelOf(state)],
    ["points are whole", Number.isSafeInteger(score) && score >= 0],
    ["lines are below their end", lines <= 153],
    ["it is over at its time", rules.mode !== "minutes" || state.tick <= 7200],
  ];
  return all.flatMap(([name, isTrue]) => (isTrue ? [] : [name]));
}

function levelOf({ rules, lines }: State): number {
  return rules.mode === "marathon" ? Math.min(15, 1 + Math.trunc(lines / 10)) : 1;
}

function isFull(row: number): boolean {
  return Array.from({ length: columns }, (_, x) => (row >> (3 * x)) & 7).every((cell) => cell > 0);
}

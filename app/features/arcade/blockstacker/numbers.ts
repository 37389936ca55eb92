/** The numbers of a run: above the field, and at its end. */
import { type State, marathonLines, minutesTicks, sprintLines } from "#games/blockstacker/index.ts";
import { ticksPerSecond } from "#games/kit/engine.ts";
import { countText, counted, timeText } from "../figures.ts";
import type { Readout } from "../game.ts";

export function readouts(state: State): readonly Readout[] {
  const { rules, score, lines, level, pieces, tick } = state;
  const points = { title: "Score", value: countText(score) };
  const time = { title: "Time", value: timeText(tick, 1) };
  switch (rules.mode) {
    case "marathon":
      return [
        points,
        { title: "Level", value: String(level) },
        { title: "Lines", value: `${lines}/${marathonLines}` },
        { title: "Time", value: timeText(tick) },
      ];
    case "lines":
      return [
        time,
        { title: "Lines left", value: String(Math.max(0, sprintLines - lines)) },
        { title: "Pieces", value: countText(pieces) },
      ];
    case "zen":
      return [
        points,
        { title: "Lines", value: countText(lines) },
        { title: "Time", value: timeText(tick) },
      ];
    case "minutes":
    case "daily":
      return [
        points,
        { title: "Time left", value: timeText(Math.max(0, minutesTicks - tick), 1) },
        { title: "Lines", value: countText(lines) },
      ];
  }
}

export function ended(state: State): { line: string; numbers: readonly Readout[] } {
  const { score, lines, pieces, tick, rules, level } = state;
  const pace = tick === 0 ? 0 : (pieces * ticksPerSecond) / tick;
  const points = { title: "Score", value: countText(score) };
  return {
    line: lineOf(state),
    numbers: [
      ...(rules.mode === "lines" ? [] : [points]),
      { title: "Time", value: timeText(tick, rules.mode === "lines" ? 2 : 0) },
      { title: "Lines", value: countText(lines) },
      ...(rules.mode === "marathon" ? [{ title: "Level", value: String(level) }] : []),
      { title: "Pieces", value: countText(pieces) },
      { title: "Pieces per second", value: pace.toFixed(2) },
    ],
  };
}

function lineOf({ rules, over, lines, tick, score }: State): string {
  const rows = counted(lines, "line", "lines");
  const points = counted(score, "point", "points");
  if (rules.mode === "lines") {
    if (over === "done") return `${sprintLines} lines in ${timeText(tick, 2)}.`;
    const left = counted(Math.max(0, sprintLines - lines), "line", "lines");
    return over === "top"
      ? `The field was full with ${left} to go.`
      : `It ended with ${left} to go.`;
  }
  if (over === "top") return `The field was full after ${rows}: ${points}.`;
  if (over === "done" && rules.mode !== "marathon") return `${rows} in two minutes: ${points}.`;
  return `${rows}: ${points}.`;
}

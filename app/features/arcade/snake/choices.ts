/** What can be chosen before a run, and the rules that come of it. */
import { type Rules, modes as freeModes, sizes, speeds } from "#games/snake/index.ts";
import type { Choice, ChoiceValues, Mode } from "../game.ts";

const free = ["speed", "size"];

export const modes: readonly Mode[] = [
  {
    id: "classic",
    title: "Walls",
    line: "A wall ends it, and so does the snake’s own body.",
    choices: free,
  },
  {
    id: "wrap",
    title: "Open edges",
    line: "What leaves on one side comes in on the other; only the snake’s own body ends it.",
    choices: free,
  },
  {
    id: "daily",
    title: "Daily",
    line: "Walls, normal speed and the medium field, with the same fruit for everybody today.",
    choices: [],
    isDaily: true,
  },
];

export const choices: readonly Choice[] = [
  {
    id: "speed",
    title: "Speed",
    usual: 1,
    place: "start",
    options: [
      { value: 0, title: "Slow" },
      { value: 1, title: "Normal" },
      { value: 2, title: "Fast" },
    ],
  },
  {
    id: "size",
    title: "Field",
    usual: 1,
    place: "start",
    options: [
      { value: 0, title: "10 × 10" },
      { value: 1, title: "16 × 16" },
      { value: 2, title: "20 × 20" },
    ],
  },
];

/** A value is the place in the engine's own list; what is not in it is the usual one. */
export function rulesOf(mode: string, values: ChoiceValues): Rules {
  const found = freeModes.find((one) => one === mode);
  if (found === undefined) return { mode: "daily" };
  return {
    mode: found,
    speed: speeds[values["speed"] ?? 1] ?? "normal",
    size: sizes[values["size"] ?? 1] ?? "medium",
  };
}

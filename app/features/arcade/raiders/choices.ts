/** What can be chosen before a run, and the rules that come of it. */
import type { RaidersRules } from "#games/raiders/index.ts";
import type { Choice, ChoiceValues, Mode } from "../game.ts";

export const modes: readonly Mode[] = [
  {
    id: "normal",
    title: "Waves",
    line: "It ends when the last ship is hit or a raider lands.",
    choices: ["shots", "autofire"],
  },
  {
    id: "calm",
    title: "Calm",
    line: "Raiders at half speed that shoot less; nobody compares points.",
    choices: ["shots", "autofire"],
  },
  {
    id: "daily",
    title: "Daily",
    line: "One shot at a time, and the same raiders’ fire for everybody today.",
    choices: ["autofire"],
    isDaily: true,
  },
];

export const choices: readonly Choice[] = [
  {
    id: "shots",
    title: "Shots in the air",
    usual: 1,
    place: "start",
    options: [
      { value: 1, title: "One" },
      { value: 2, title: "Two" },
    ],
  },
  {
    id: "autofire",
    title: "Firing",
    usual: 0,
    place: "start",
    options: [
      { value: 0, title: "By each press" },
      { value: 1, title: "While held" },
    ],
  },
];

export function rulesOf(mode: string, values: ChoiceValues): RaidersRules {
  const autofire = values["autofire"] === 1;
  if (mode === "daily") return { mode, shots: 1, autofire };
  const shots = values["shots"] === 2 ? 2 : 1;
  return { mode: mode === "calm" ? "calm" : "normal", shots, autofire };
}

/** Fruit Slicer, as the shell of games knows it. Its rules are in games/slicer. */
import { placeRange } from "#games/kit/engine.ts";
import { type Rules, type State, slicerEngine } from "#games/slicer/index.ts";
import type { Choice, ChoiceValues, Game, Mode } from "../game.ts";
import { buttons } from "./buttons.ts";
import { gestures } from "./gestures.ts";
import { createPainter } from "./painter.ts";
import { heard, sounds } from "./sounds.ts";
import { describe, ended, readouts, said } from "./words.ts";

const modes: readonly Mode[] = [
  {
    id: "classic",
    title: "Classic",
    line: "Three missed fruits or one bomb end it; points count.",
    choices: ["hands", "pace"],
  },
  {
    id: "arcade",
    title: "Arcade",
    line: "60 seconds with stars, frosts and bombs that cost five seconds each; points count.",
    choices: ["hands", "pace"],
  },
  {
    id: "zen",
    title: "Zen",
    line: "90 seconds without bombs, and nothing is missed; points count.",
    choices: ["hands", "pace"],
  },
  {
    id: "daily",
    title: "Daily",
    line: "Arcade with the same throws for everybody today; points count.",
    choices: ["hands"],
    isDaily: true,
  },
];

const hands = ["blade", "lanes"] as const;
const paces = ["full", "gentle"] as const;

const choices: readonly Choice[] = [
  {
    id: "hands",
    title: "Cut with",
    usual: 0,
    place: "start",
    options: [
      { value: 0, title: "A blade" },
      { value: 1, title: "Five lanes" },
    ],
  },
  {
    id: "pace",
    title: "Pace",
    usual: 0,
    place: "start",
    options: [
      { value: 0, title: "Full" },
      { value: 1, title: "Gentle, not compared" },
    ],
  },
];

function rulesOf(mode: string, values: ChoiceValues): Rules {
  const isFree = modes.some(({ id, choices }) => id === mode && choices.includes("pace"));
  const rules = slicerEngine.parseRules({
    mode,
    hands: hands[values["hands"] ?? 0],
    pace: isFree ? paces[values["pace"] ?? 0] : "full",
  });
  if (rules === undefined) throw new Error(`There is no mode ${mode} with these choices.`);
  return rules;
}

export const slicer: Game<State, Rules> = {
  name: "slicer",
  title: "Fruit Slicer",
  engine: slicerEngine,
  modes,
  choices,
  rulesOf,
  buttons,
  usesPointer: (rules) => rules.hands === "blade",
  gestures,
  fieldOf: () => ({ width: placeRange, height: placeRange }),
  createPainter,
  sounds,
  heard,
  said,
  describe,
  readouts,
  ended,
  hints: [
    "Cut three or more in one swipe: each brings one point more.",
    "With five lanes no swipe is needed: a key or a tap cuts what is above its lane's line.",
    "A lane that is pressed in vain is blunt for half a second, so wait for the ring.",
  ],
};

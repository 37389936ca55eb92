/** Space Raiders, as it is seen, heard and said. Its rules are in games/raiders. */
import { type RaidersRules, type RaidersState, raidersEngine } from "#games/raiders/index.ts";
import type { Game } from "../game.ts";
import { buttons } from "./buttons.ts";
import { choices, modes, rulesOf } from "./choices.ts";
import { raidersGestures } from "./gestures.ts";
import { createRaidersPainter } from "./painter.ts";
import { field } from "./sky.ts";
import { heard, sounds } from "./sounds.ts";
import { describe, ended, readouts, said } from "./words.ts";

export const raiders: Game<RaidersState, RaidersRules> = {
  name: "raiders",
  title: "Space Raiders",
  engine: raidersEngine,
  modes,
  choices,
  rulesOf,
  buttons,
  usesPointer: () => false,
  gestures: raidersGestures,
  fieldOf: () => field,
  createPainter: createRaidersPainter,
  sounds,
  heard,
  said,
  describe,
  readouts,
  ended,
  hints: [
    "Put a finger down anywhere and drag: the ship goes to that side until you go back.",
    "Tap to fire, or use another finger; with firing while held, the finger that steers fires too.",
    "A shot of yours takes one of theirs out of the air.",
    "What the saucer is worth hangs on how many shots were fired before: up to 300.",
  ],
};

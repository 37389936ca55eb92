/** Block Stacker, as the arcade takes it. docs/games.md */
import { type Rules, type State, blockstackerEngine } from "#games/blockstacker/index.ts";
import type { Game } from "../game.ts";
import { buttons } from "./buttons.ts";
import { choices, modes, rulesOf } from "./choices.ts";
import { createGestures } from "./gestures.ts";
import { sizeOf } from "./layout.ts";
import { ended, readouts } from "./numbers.ts";
import { createPainter } from "./painter.ts";
import { heard, sounds } from "./sounds.ts";
import { describe, said } from "./words.ts";

export const blockstacker: Game<State, Rules> = {
  name: "blockstacker",
  title: "Block Stacker",
  engine: blockstackerEngine,
  modes,
  choices,
  rulesOf,
  buttons,
  usesPointer: () => false,
  gestures: createGestures,
  fieldOf: (_, isTall) => sizeOf(isTall),
  createPainter,
  sounds,
  heard,
  said,
  describe,
  readouts,
  ended,
  hints: [
    "Drag sideways to move a piece, flick down to drop it, drag slowly down to push it.",
    "Tap to turn a piece clockwise; tap with a second finger to turn it the other way.",
    "Swipe up to hold a piece for later.",
    "A T that is turned into a place where it could not fall brings more points.",
    "Four rows at once, or T-spins, one after the other bring half as many points more.",
  ],
};

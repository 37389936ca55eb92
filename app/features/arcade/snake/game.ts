/** Snake, as it is seen, heard and said. Its rules are in games/snake. */
import { type Rules, type State, snakeEngine } from "#games/snake/index.ts";
import type { Game } from "../game.ts";
import { boardSize } from "./board.ts";
import { buttons } from "./buttons.ts";
import { choices, modes, rulesOf } from "./choices.ts";
import { snakeGestures } from "./gestures.ts";
import { createSnakePainter } from "./painter.ts";
import { heard, sounds } from "./sounds.ts";
import { describe, ended, readouts, said } from "./words.ts";

export const snake: Game<State, Rules> = {
  name: "snake",
  title: "Snake",
  engine: snakeEngine,
  modes,
  choices,
  rulesOf,
  buttons,
  usesPointer: () => false,
  gestures: snakeGestures,
  fieldOf: boardSize,
  createPainter: createSnakePainter,
  sounds,
  heard,
  said,
  describe,
  readouts,
  ended,
  hints: [
    "Two quick turns both happen: up to three wait for the snake.",
    "The snake may go to the cell that the end of its tail is just leaving.",
    "A star is worth most right after it comes, and makes the snake no longer.",
    "Swipe anywhere; without lifting the finger, each bend of it is a turn.",
  ],
};

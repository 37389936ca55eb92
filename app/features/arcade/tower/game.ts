/** Tower, as the arcade takes it. docs/games.md */
import {
  type Rules,
  type State,
  buttons,
  modes as known,
  towerEngine,
} from "#games/tower/index.ts";
import type { Game } from "../game.ts";
import { createPainter } from "./painter.ts";
import { heard, sounds } from "./sounds.ts";
import { sizeOf } from "./view.ts";
import { describe, ended, readouts, said } from "./words.ts";

export const tower: Game<State, Rules> = {
  name: "tower",
  title: "Tower",
  engine: towerEngine,
  modes: [
    {
      id: "tower",
      title: "Tower",
      line: "Faster with each layer; over when a block misses, and points count.",
      choices: [],
    },
    {
      id: "calm",
      title: "Calm",
      line: "Slower, never faster, and compared with nobody.",
      choices: [],
    },
    {
      id: "daily",
      title: "Daily",
      line: "The same blocks for all; over when one misses, and points count.",
      choices: [],
      isDaily: true,
    },
  ],
  choices: [],
  rulesOf: (mode) => ({ mode: known.find((one) => one === mode) ?? "tower" }),
  buttons: [
    {
      id: "drop",
      bit: buttons.drop,
      title: "Drop",
      keys: ["Space", "ArrowDown", "KeyS"],
      pad: [0, 1, 2, 3, 13],
      touch: { side: "right", sign: "↓" },
    },
  ],
  usesPointer: () => true,
  fieldOf: (_, isTall) => sizeOf(isTall),
  createPainter,
  sounds,
  heard,
  said,
  describe,
  readouts,
  ended,
  hints: [
    "Press anywhere on the field to drop the block.",
    "What is placed exactly loses nothing; from the fourth in a row on the tower grows wider again.",
    "Blocks come from either side and at a pace of their own: watch the edge, not the rhythm.",
  ],
};

/** The door of Tower: the engine that new runs are played with, and what drawing needs of it. docs/games.md */
export { engine as towerEngine } from "./v1/engine.ts";
export { type Rules, modes } from "./v1/rules.ts";
export { type State, buttons, fieldWidth, firstWidth, happenings } from "./v1/state.ts";

/** Snake: the engine that new runs are played with, and what drawing needs of it. docs/games.md */
export { bonusPoints } from "./v1/bonus.ts";
export { type Direction, buttons, directions } from "./v1/directions.ts";
export { snakeEngine } from "./v1/engine.ts";
export { foodPoints } from "./v1/pace.ts";
export { type Rules, fieldOf, modes, sizes, speeds } from "./v1/rules.ts";
export { type State, events } from "./v1/state.ts";

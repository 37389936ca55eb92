/** Snake: the engine that new runs are played with, and what drawing needs of it. docs/games.md */
export { buttons } from "./v1/directions.ts";
export { snakeEngine } from "./v1/engine.ts";
export { type Rules, modes, sizes, speeds } from "./v1/rules.ts";
export { type State, events } from "./v1/state.ts";

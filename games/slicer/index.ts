/** Fruit Slicer: things are thrown up from below, a blade cuts them. docs/games.md */
export { engine as slicerEngine } from "./v1/engine.ts";

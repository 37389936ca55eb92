/** The door of Block Stacker. */
export { engine as blockstackerEngine } from "./v1/engine.ts";

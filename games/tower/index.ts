/** The door of Tower. */
export { engine as towerEngine } from "./v1/engine.ts";

/** Fruit Slicer: things are thrown up from below, a blade cuts them. docs/games.md */
export { engine as slicerEngine } from "./v1/engine.ts";
export { gravity, quartersOf } from "./v1/flight.ts";
export { bluntTicks, buttons, laneOf, zoneBottom } from "./v1/lanes.ts";
export { type Rules, modeOf } from "./v1/rules.ts";
export { type Cut, type State, happened, laneCount } from "./v1/state.ts";
export { type Kind, type Thing, angles, below, isFruit, kinds, sixteenths } from "./v1/things.ts";

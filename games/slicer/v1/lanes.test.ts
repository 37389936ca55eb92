import { expect, test } from "vitest";
import { slicerEngine } from "../index.ts";
import { at, buildState, buildThing, press, rest, stepAll } from "../testing/build.ts";
import { bluntTicks, buttons, laneOf, zoneBottom } from "./lanes.ts";
import { type State, happened } from "./state.ts";
import { field, sixteenths } from "./things.ts";

const lanes = { mode: "zen", hands: "lanes" } as const;
const middle = (lane: number) => Math.floor(((2 * lane + 1) * 4096) / 10);

/** A fruit in each of these lanes, high enough. */
function withFruits(...lanesOfFruits: number[]): State {
  const things = lanesOfFruits.map((lane, id) => buildThing(middle(lane), 1500, { id }));
  return buildState(lanes, { things, thrown: things.length });
}

test("there are five lanes of the same width", () => {
  expect(laneOf(0)).toBe(0);
  expect(laneOf(field - 1)).toBe(4);
  expect([0, 1, 2, 3, 4].map((lane) => laneOf(middle(lane) * sixteenths))).toEqual([0, 1, 2, 3, 4]);
});

test("each button cuts what is in its lane, and nothing else", () => {
  Object.values(buttons).forEach((button, lane) => {
    const { things, cuts, score } = slicerEngine.step(withFruits(0, 1, 2, 3, 4), press(button));
    expect(things.map(({ x }) => laneOf(x))).toEqual([0, 1, 2, 3, 4].filter((at) => at !== lane));
    expect(cuts).toHaveLength(1);
    expect(score).toBe(1);
  });
});

test("two buttons at once cut in both lanes", () => {
  const { cuts } = slicerEngine.step(withFruits(0, 2, 4), press(buttons.lane1 | buttons.lane3));
  expect(cuts.map(({ x }) => laneOf(x))).toEqual([0, 2]);
});

test("what is below the zone is not cut", () => {
  const low = buildThing(middle(0), zoneBottom / sixteenths, { kind: "lime" });
  const state = slicerEngine.step(buildState(lanes, { things: [low], thrown: 1 }), press(1));
  expect(state.things).toHaveLength(1);
  expect(state.score).toBe(0);
});

test("a button that is held cuts what was there when it was pressed, and nothing that comes later", () => {
  const cut = slicerEngine.step(withFruits(0), press(1));
  expect(cut.sliced).toBe(1);
  const { things } = withFruits(0);
  const held = stepAll({ ...cut, things, thrown: 2 }, [press(1), press(3)]);
  expect(held.sliced).toBe(1);
  expect(held.bluntUntil[0]).toBe(0);
});

test("a button that hits nothing is blunt for half a second, the others are not", () => {
  const vain = slicerEngine.step(withFruits(1), press(buttons.lane1));
  expect(vain.events).toBe(happened.blunted);
  const with2 = { ...rest(vain, 1), things: withFruits(0, 1).things, thrown: 3 };
  expect(slicerEngine.step(with2, press(buttons.lane1)).sliced).toBe(0);
  expect(slicerEngine.step(with2, press(buttons.lane2)).sliced).toBe(1);
  const soon = { ...rest(vain, bluntTicks - 2), things: withFruits(0).things };
  expect(slicerEngine.step(soon, press(buttons.lane1)).sliced).toBe(0);
  const then = { ...rest(vain, bluntTicks - 1), things: withFruits(0).things };
  expect(slicerEngine.step(then, press(buttons.lane1)).sliced).toBe(1);
});

test("a blunt button that is pressed does not stay blunt for longer", () => {
  const vain = stepAll(withFruits(), [press(1), press(0), press(1)]);
  expect(vain.events).toBe(0);
  expect(vain.bluntUntil[0]).toBe(1 + bluntTicks);
});

test("a press that hits nothing loses the combo", () => {
  const three = slicerEngine.step(withFruits(0, 1, 2), press(7));
  expect(three.combo).toBe(3);
  const { combo, closed, score } = rest(slicerEngine.step(three, press(buttons.lane5)), 30);
  expect({ combo, closed, score }).toEqual({ combo: 0, closed: undefined, score: 3 });
});

test("a combo lasts though no pointer is there, until nothing follows for 18 ticks", () => {
  const three = slicerEngine.step(withFruits(0, 1, 2), press(7));
  expect(rest(three, 17).closed).toBeUndefined();
  expect(rest(three, 18).closed).toEqual({ size: 3, points: 3 });
});

test("the pointer does nothing, as other buttons do", () => {
  const swiped = stepAll(withFruits(0, 1, 2, 3, 4), [at(0, 1500), at(4095, 1500), press(32)]);
  expect(swiped.things).toHaveLength(5);
  expect(swiped.bluntUntil).toEqual([0, 0, 0, 0, 0]);
});

test("what a button cuts is cut level", () => {
  const [cut] = slicerEngine.step(withFruits(0), press(1)).cuts;
  expect(cut).toMatchObject({ dx: 256, dy: 0 });
});

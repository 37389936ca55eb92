import { expect, test } from "vitest";
import { noInput } from "../../kit/engine.ts";
import { slicerEngine } from "../index.ts";
import { buildState, buildThing, rest, rulesOf } from "../testing/build.ts";
import { laneOf, zoneBottom } from "./lanes.ts";
import type { Rules } from "./rules.ts";
import { type State, happened } from "./state.ts";
import { type Kind, type Thing, below, sixteenths } from "./things.ts";
import { mostThings } from "./throw.ts";
import { drawWave } from "./waves.ts";
import { randomOf } from "../../kit/random.ts";

/** Each thing as it was thrown, with the tick; misses do not matter. */
function throwsOf(rules: Partial<Rules>, seed: number, ticks: number) {
  let state = slicerEngine.begin(seed, rulesOf(rules));
  const thrown: { tick: number; thing: Thing; wave: number }[] = [];
  for (let tick = 0; tick < ticks; tick += 1) {
    const wave = state.wave.number;
    state = { ...slicerEngine.step({ ...state, missed: 0 }, noInput), over: undefined };
    if ((state.events & happened.thrown) !== 0) {
      thrown.push({ tick: state.tick, thing: state.things.at(-1)!, wave });
    }
  }
  return thrown;
}

const countKinds = (thrown: readonly { thing: Thing }[]) => {
  const counts: { [kind in Kind]?: number } = {};
  for (const { thing } of thrown) counts[thing.kind] = (counts[thing.kind] ?? 0) + 1;
  return counts;
};

test("the first throw comes three quarters of a second after the beginning, from below", () => {
  const [first] = throwsOf({}, 1, 200);
  expect(first!.tick).toBe(45);
  expect(first!.thing).toMatchObject({ id: 0, y: below, age: 0 });
  expect(first!.thing.vy).toBeLessThan(-1300);
});

test("the same seed throws the same, another one something else", () => {
  const [a, b, c] = [1, 1, 2].map((seed) => throwsOf({}, seed, 1000));
  expect(a).toEqual(b);
  expect(a).not.toEqual(c);
});

test("what the player does changes nothing of what is thrown by which wave", () => {
  const kindsOf = (held: number) => {
    let state = slicerEngine.begin(4, rulesOf({ mode: "arcade" }));
    const seen: Kind[] = [];
    while (!slicerEngine.isOver(state)) {
      const blade = { x: (state.tick * held) % 4096, y: 2000 };
      state = slicerEngine.step(state, { held: 0, at: blade });
      if ((state.events & happened.thrown) !== 0) seen.push(state.things.at(-1)!.kind);
    }
    return seen;
  };
  const [idle, busy] = [kindsOf(0), kindsOf(700)];
  const both = Math.min(idle.length, busy.length);
  expect(both).toBeGreaterThan(50);
  expect(idle.slice(0, both)).toEqual(busy.slice(0, both));
});

test("waves grow, come closer together, and stop growing", () => {
  const mostOf = (number: number) => {
    let random = randomOf(number, 9);
    const lefts: number[] = [];
    for (let run = 0; run < 200; run += 1) {
      const [wave, next] = drawWave(number, rulesOf(), 0, random);
      lefts.push(wave.left);
      random = next;
    }
    return [
      Math.min(...lefts),
      Math.max(...lefts),
      drawWave(number, rulesOf(), 0, random)[0].nextAt,
    ];
  };
  expect(mostOf(1)).toEqual([1, 2, 88]);
  expect(mostOf(8)).toEqual([3, 5, 74]);
  expect(mostOf(20)).toEqual([6, 9, 50]);
  expect(mostOf(500)).toEqual([6, 9, 30]);
});

test("a wave is thrown all at once, or one after the other; at the gentle pace half as fast", () => {
  const gapsOf = (pace: Rules["pace"], number: number) => {
    const gaps = Array.from({ length: 50 }, (_, seed) => {
      return drawWave(number, rulesOf({ pace }), 0, randomOf(seed, 0))[0].gap;
    });
    return [...new Set(gaps)].toSorted((a, b) => a - b);
  };
  expect(gapsOf("full", 1)).toEqual([2, 25]);
  expect(gapsOf("full", 40)).toEqual([2, 10]);
  expect(gapsOf("gentle", 1)).toEqual([4, 50]);
});

test("classic has bombs from its fourth wave on, more and more of them", () => {
  const thrown = throwsOf({}, 3, 12_000);
  const bombsIn = (from: number, to: number) => {
    const some = thrown.filter(({ wave }) => wave >= from && wave < to);
    return some.filter(({ thing }) => thing.kind === "bomb").length / some.length;
  };
  expect(bombsIn(1, 4)).toBe(0);
  expect(bombsIn(4, 16)).toBeGreaterThan(0.03);
  expect(bombsIn(40, 100)).toBeGreaterThan(0.2);
  expect(bombsIn(40, 100)).toBeLessThan(0.4);
  expect(Object.keys(countKinds(thrown)).toSorted()).toEqual([
    "apple",
    "bomb",
    "cherry",
    "lime",
    "melon",
    "orange",
    "plum",
  ]);
});

test("zen has no bombs, arcade and the day have bombs, stars and frosts", () => {
  expect(countKinds(throwsOf({ mode: "zen" }, 3, 5000)).bomb).toBeUndefined();
  for (const mode of ["arcade", "daily"] as const) {
    const { bomb, star, frost } = countKinds(throwsOf({ mode }, 3, 5000));
    expect(bomb).toBeGreaterThan(20);
    expect(star).toBeGreaterThan(3);
    expect(frost).toBeGreaterThan(3);
  }
});

test("everything comes to the upper half or near it, and nothing leaves at a side", () => {
  const xs: number[] = [];
  const tops = throwsOf({ mode: "arcade" }, 5, 5000).map(({ thing }) => {
    let state = buildState({ mode: "zen" }, { things: [thing], thrown: 1 });
    let top = below;
    for (; state.things.length > 0; state = rest(state, 1)) {
      const [{ x, y }] = state.things as [Thing];
      xs.push(x);
      top = Math.min(top, y);
    }
    return top;
  });
  expect(Math.min(...xs)).toBeGreaterThanOrEqual(290 * sixteenths);
  expect(Math.max(...xs)).toBeLessThanOrEqual(3806 * sixteenths);
  expect(Math.min(...tops)).toBeGreaterThan(500 * sixteenths);
  expect(Math.max(...tops)).toBeLessThan(2100 * sixteenths);
});

test("at most 24 are in the air, and what is due waits", () => {
  const things = Array.from({ length: mostThings }, (_, id) => buildThing(2000, 2000, { id }));
  const due: State = { ...slicerEngine.begin(1, rulesOf()), things, thrown: mostThings, tick: 500 };
  const full = slicerEngine.step(due, noInput);
  expect(full.things).toHaveLength(mostThings);
  const room = slicerEngine.step({ ...full, things: full.things.slice(1) }, noInput);
  expect(room.events).toBe(happened.thrown);
});

test("lanes are thrown into straight, and each throw stays in the zone for a second", () => {
  for (const { thing } of throwsOf({ hands: "lanes" }, 6, 3000)) {
    expect(thing.vx).toBe(0);
    let state = buildState({ mode: "zen", hands: "lanes" }, { things: [thing], thrown: 1 });
    let ticks = 0;
    for (; state.things.length > 0; state = rest(state, 1)) {
      if (state.things[0]!.y < zoneBottom) ticks += 1;
    }
    expect(ticks).toBeGreaterThanOrEqual(60);
  }
});

test("no fruit is hidden by bombs all the way: each can be cut alone for a third of a second", () => {
  let state = slicerEngine.begin(8, rulesOf({ hands: "lanes" }));
  const alone = new Map<number, number>();
  for (let tick = 0; tick < 20_000; tick += 1) {
    state = { ...slicerEngine.step({ ...state, missed: 0 }, noInput), over: undefined };
    const inZone = state.things.filter(({ y }) => y < zoneBottom);
    for (const { id, x, kind } of inZone) {
      if (kind === "bomb") continue;
      const hidden = inZone.some((other) => other.kind === "bomb" && laneOf(other.x) === laneOf(x));
      alone.set(id, (alone.get(id) ?? 0) + (hidden ? 0 : 1));
    }
  }
  const inAir = new Set(state.things.map(({ id }) => id));
  const whole = [...alone].filter(([id]) => !inAir.has(id)).map(([, ticks]) => ticks);
  expect(whole.length).toBeGreaterThan(800);
  expect(Math.min(...whole)).toBeGreaterThanOrEqual(20);
});

test("while something rises in every lane, what is due waits", () => {
  const rising = Array.from({ length: 5 }, (_, lane) =>
    buildThing(409 + lane * 819, 2000, { id: lane, vy: -1000 }),
  );
  const begun = slicerEngine.begin(1, rulesOf({ hands: "lanes" }));
  const due: State = { ...begun, things: rising, thrown: 5, tick: 500 };
  expect(slicerEngine.step(due, noInput).things).toHaveLength(5);
  const free = {
    ...due,
    things: rising.map((thing, at) => (at === 3 ? { ...thing, vy: 0 } : thing)),
  };
  const { things } = slicerEngine.step(free, noInput);
  expect(laneOf(things.at(-1)!.x)).toBe(3);
});

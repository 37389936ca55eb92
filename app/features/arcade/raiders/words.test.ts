import { expect, test } from "vitest";
import { type RaidersState, happened, raidersEngine } from "#games/raiders/index.ts";
import { eachTick } from "../painting/testing/kept-states.ts";
import { raiders } from "./game.ts";
import { sounds } from "./sounds.ts";

const begun = raidersEngine.begin(1, { mode: "normal", shots: 1, autofire: false });

function run(at: number) {
  const heard: string[] = [];
  const beats: number[] = [];
  const said: string[] = [];
  const { last } = eachTick("raiders", raidersEngine, at, (before, state, tick) => {
    const names = raiders.heard(before, state);
    heard.push(...names);
    if (names.some((name) => name.startsWith("march"))) beats.push(tick);
    const words = raiders.said(before, state);
    if (words !== undefined) said.push(words);
    expect(raiders.describe(state)).toMatch(/^(?:Wave \d+: |Wave \d+ is|The last ship)[^\n]*\.$/);
    for (const { value } of raiders.readouts(state)) expect(value.length).toBeLessThanOrEqual(8);
  });
  return { heard, beats, said, last, ended: raiders.ended(last) };
}

test("everything that happens is heard, and every sound is heard in some run", () => {
  const { heard, last } = run(14);
  expect(heard.filter((name) => name === "shot")).toHaveLength(last.shotsFired);
  expect(heard.filter((name) => name === "lifeLost")).toHaveLength(4);
  expect(heard.filter((name) => name === "saucerHit")).toHaveLength(2);
  const landed = raiders.heard(begun, { ...begun, events: happened.landed, over: true });
  expect(new Set([...heard, ...landed])).toEqual(new Set(Object.keys(sounds)));
});

test("the march beats no more than eight times a second, however few are left", () => {
  for (const at of [14, 21]) {
    const { beats } = run(at);
    expect(beats.length).toBeGreaterThan(50);
    const eight = beats.slice(8).map((tick, which) => tick - beats[which]!);
    expect(Math.min(...eight)).toBeGreaterThanOrEqual(60);
  }
});

test("little is said: waves, saucers, and ships lost and won", () => {
  const { said } = run(14);
  expect(said.filter((words) => words.startsWith("Wave"))).toEqual(["Wave 2.", "Wave 3."]);
  expect(said.filter((words) => words.startsWith("Ship hit"))).toEqual([
    "Ship hit, 2 ships left.",
    "Ship hit, 2 ships left.",
    "Ship hit, 1 ship left.",
  ]);
  expect(said).toContain("One more ship, 3 now.");
  expect(said.some((words) => words.startsWith("A saucer from the"))).toBe(true);
  expect(said.length).toBeLessThan(12);
});

test("after the end nothing is heard or said", () => {
  const { last } = run(14);
  expect(last.over).toBe(true);
  expect(raiders.heard(last, last)).toEqual([]);
  expect(raiders.said(last, last)).toBeUndefined();
});

test("how a run ended is told with numbers", () => {
  const { last, ended } = run(14);
  expect(ended.line).toBe("The last ship was hit in wave 3.");
  expect(ended.numbers).toEqual([
    { title: "Wave", value: "3" },
    { title: "Raiders hit", value: String(3 * 55 - last.ranks.left) },
    { title: "Shots fired", value: String(last.shotsFired) },
    { title: "Time", value: "2:11" },
  ]);
  const landed: RaidersState = { ...last, events: happened.landed };
  expect(raiders.ended(landed).line).toBe("A raider landed in wave 3.");
});

test("the field is told to who does not see it", () => {
  expect(raiders.describe(begun)).toBe(
    "Wave 1: 55 raiders going right, the lowest 11 steps above the ship. The ship is 50 % of the way across, and no shot comes down.",
  );
  const shot = { x: begun.ship.x, y: 1000, dy: 20, kind: 0 };
  expect(raiders.describe({ ...begun, raiderShots: [shot, { ...shot, x: 0 }] })).toMatch(
    /2 shots come down, 1 of them at the ship\.$/,
  );
  expect(raiders.describe({ ...begun, raiderShots: [{ ...shot, x: 0 }] })).toMatch(
    /1 shot comes down, not at the ship\.$/,
  );
  expect(raiders.describe({ ...begun, ship: { ...begun.ship, gone: 75 } })).toMatch(
    /The next ship comes in 1 s\.$/,
  );
});

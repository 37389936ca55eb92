import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { happened, raidersEngine, sizes } from "#games/raiders/index.ts";
import type { Look } from "../game.ts";
import { eachTick } from "../painting/testing/kept-states.ts";
import { day, night } from "../painting/testing/looks.ts";
import { createRecordingPen, offscreenStub } from "../painting/testing/recording-pen.ts";
import { createBursts } from "./bursts.ts";
import { raiderMasks, saucerMask, shipMask, shotMasks } from "./masks.ts";
import { createRaidersPainter } from "./painter.ts";
import { rankOf } from "./ranks.ts";

const made = createRecordingPen();
beforeAll(() => void vi.stubGlobal("OffscreenCanvas", offscreenStub(made)));
afterAll(() => void vi.unstubAllGlobals());

const looks: Look[] = [
  day,
  { ...night, hasPatterns: true, pixel: 0.287 },
  { ...day, isCalm: true },
];

test.each([
  [14, "three waves, saucers, all ships"],
  [4, "calm, two shots"],
  [17, "the daily one, for long"],
])("kept run %i is drawn without a fault: %s", (at) => {
  const recording = createRecordingPen();
  const painter = createRaidersPainter();
  const { last } = eachTick("raiders", raidersEngine, at, (before, state, tick) => {
    painter.tick(before, state);
    const look = looks[Math.floor(tick / 200) % 3]!;
    painter.draw(recording.pen, { before, state, part: (tick % 4) / 3 }, look);
  });
  painter.draw(recording.pen, { before: last, state: last, part: 1 }, day);
  expect(recording.faults()).toEqual([]);
  expect(made.faults()).toEqual([]);
  expect(recording.texts()).toContain("Wave 1");
});

test("masks are as wide and high as what is hit", () => {
  const { px, raider, ship, saucer, raiderShot } = sizes;
  for (const [rank, masks] of raiderMasks.entries()) {
    expect(masks).toHaveLength(2);
    for (const { width, height } of masks) {
      expect([width * px, height * px]).toEqual([raider.widths[rank], raider.height]);
    }
  }
  expect([shipMask.width * px, shipMask.height * px]).toEqual([ship.width, ship.height]);
  expect([saucerMask.width * px, saucerMask.height * px]).toEqual([saucer.width, saucer.height]);
  for (const { height } of shotMasks.flat()) expect(height * px).toBe(raiderShot.height);
  for (const mask of [...raiderMasks.flat(), ...shotMasks.flat(), shipMask, saucerMask]) {
    expect(new Set(mask.rows.map((row) => row.length))).toEqual(new Set([mask.width]));
    expect(mask.rows.join("")).toMatch(/^[.#]+$/);
  }
});

test("raiders and ship are the same on both sides", () => {
  for (const { rows } of [...raiderMasks.flat(), shipMask]) {
    for (const row of rows) expect(row.split("").toReversed().join("")).toBe(row);
  }
});

const pointsOfRank = [10, 10, 20, 20, 30];

test("pieces have the colour of the rank that was hit, and are never too many", () => {
  const bursts = createBursts();
  let most = 0;
  const ranks: number[] = [];
  const points: number[] = [];
  eachTick("raiders", raidersEngine, 14, (_, state) => {
    bursts.tick();
    for (const hit of state.hits) bursts.add(hit, rankOf(state.ranks, hit));
    const raiders = state.hits.filter(({ what }) => what === "raider");
    ranks.push(...raiders.map((hit) => rankOf(state.ranks, hit)));
    points.push(...raiders.map((hit) => hit.points));
    most = Math.max(most, bursts.pieces());
  });
  expect(points.length).toBeGreaterThan(110);
  expect(ranks.map((rank) => pointsOfRank[rank])).toEqual(points);
  expect(most).toBeGreaterThan(20);
  expect(most).toBeLessThanOrEqual(112);
});

test("what a saucer was worth is shown, of other hits nothing", () => {
  const painter = createRaidersPainter();
  const recording = createRecordingPen();
  const worth = new Set<string>();
  eachTick("raiders", raidersEngine, 14, (before, state) => {
    painter.tick(before, state);
    for (const { what, points } of state.hits) if (what === "saucer") worth.add(`+${points}`);
    painter.draw(recording.pen, { before, state, part: 0.5 }, day);
  });
  expect(worth.size).toBeGreaterThan(0);
  expect(new Set(recording.texts().filter((text) => text.startsWith("+")))).toEqual(worth);
});

test("the last tick's hits do not burst again while the run stands", () => {
  const painter = createRaidersPainter();
  const { last } = eachTick("raiders", raidersEngine, 14, (before, state) =>
    painter.tick(before, state),
  );
  expect(last.events & happened.lifeLost).toBeGreaterThan(0);
  for (let tick = 0; tick < 60; tick += 1) painter.tick(last, last);
  const recording = createRecordingPen();
  painter.draw(recording.pen, { before: last, state: last, part: 0 }, day);
  expect(recording.calls().get("fillRect") ?? 0).toBeLessThanOrEqual(last.shots.length);
});

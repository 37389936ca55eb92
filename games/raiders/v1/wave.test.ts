import { expect, test } from "vitest";
import { buttons, happened, raiderBox, sizes } from "../index.ts";
import { after, eachAfter, only, quiet, stateWith } from "../testing/states.ts";
import { ranksOf } from "./ranks.ts";

const { px } = sizes;

function lastHit() {
  const start = stateWith({
    ...quiet,
    raiderShots: [{ x: 10 * px, y: 60 * px, dy: 1, kind: 1 }],
  });
  const { left, bottom } = raiderBox(start.ranks, 0);
  const shots = [{ x: left + 50, y: bottom, dy: -64 }];
  return after({ ...start, ranks: only(start, 0), shots }, 1);
}

test("the next wave comes a second and a half after the last raider, with whole shields", () => {
  const cleared = lastHit();
  expect(cleared.events & happened.cleared).toBe(happened.cleared);
  const states = eachAfter(cleared, 90);
  expect(states[88]).toMatchObject({ wave: 1, pause: 1, ranks: { left: 0 } });
  expect(states[89]).toMatchObject({ wave: 2, pause: 0, raiderShots: [], raiderWait: 89 });
  expect(states[89]!.ranks.left).toBe(55);
  expect(states[89]!.events & happened.wave).toBe(happened.wave);
  expect(states[89]!.shields).toEqual(stateWith().shields);
});

test("meanwhile the ship goes on", () => {
  const moved = after(lastHit(), 40, buttons.left | buttons.fire);
  expect(moved.ship.x).toBeLessThan(sizes.shipMiddle);
  expect(moved.shotsFired).toBe(1);
});

test("waves begin lower, to a limit at which they stand above the shields", () => {
  const heights = Array.from({ length: 12 }, (_, at) => ranksOf(at + 1).y / px);
  expect(heights).toEqual([120, 136, 144, 152, 160, 168, 176, 176, 176, 176, 176, 176]);
});

import { expect, test } from "vitest";
import { type RaidersState, happened, sizes } from "../index.ts";
import { after, eachAfter, noShots, only, quiet, stateWith, until } from "../testing/states.ts";

const { px, field } = sizes;
const start = stateWith({ ...quiet, saucerWait: 1 });

test("it comes after 25 seconds, and again 25 seconds after it is gone", () => {
  let now = stateWith(quiet);
  const { ranks } = now;
  now = { ...now, saucerWait: 1500 };
  const came: number[] = [];
  for (let tick = 0; tick < 4000; tick += 1) {
    now = after({ ...now, ranks }, 1);
    if ((now.events & happened.saucerCame) > 0) came.push(now.tick);
  }
  const flight = Math.ceil((field.width + 16 * px) / 14);
  expect(came).toEqual([1500, 3000 + flight]);
});

test("it flies from one side to the other, by how many shots were fired", () => {
  const fromLeft = after(start, 1);
  expect(fromLeft.saucer).toEqual({ x: -16 * px, dx: 14 });
  expect(after(fromLeft, 10).saucer).toEqual({ x: 140 - 16 * px, dx: 14 });
  const fromRight = after({ ...start, shotsFired: 7 }, 1);
  expect(fromRight.saucer).toEqual({ x: field.width, dx: -14 });
  const last = eachAfter(fromRight, 300)
    .filter(({ saucer }) => saucer !== undefined)
    .at(-1);
  expect(last!.saucer!.x).toBeGreaterThan(-16 * px);
  expect(last!.saucer!.x).toBeLessThanOrEqual(14 - 16 * px);
});

test("it does not come for fewer than eight raiders, or while the ship is gone", () => {
  const few = (count: number) =>
    after(
      { ...start, ranks: only(start, ...Array.from({ length: count }, (_, index) => index)) },
      1,
    ).saucer;
  expect(few(7)).toBeUndefined();
  expect(few(8)).toBeDefined();
  expect(after({ ...start, ship: { ...start.ship, gone: 20 } }, 19).saucer).toBeUndefined();
});

test("its points hang on how many shots were fired, and come round", () => {
  const points = Array.from({ length: 32 }, (_, shotsFired) => {
    const hit = after(
      {
        ...start,
        shotsFired,
        saucer: { x: 100 * px, dx: 14 },
        shots: [{ x: 108 * px, y: 48 * px, dy: -64 }],
      },
      1,
    );
    expect(hit.saucer).toBeUndefined();
    expect(hit.saucerWait).toBe(1500);
    expect(hit.shots).toEqual([]);
    expect(hit.events & happened.saucerHit).toBe(happened.saucerHit);
    expect(hit.hits).toEqual([{ what: "saucer", x: 100 * px + 14, y: 40 * px, points: hit.score }]);
    return hit.score;
  });
  expect(points.slice(15, 30)).toEqual(points.slice(0, 15));
  expect(points.filter((score) => score === 300).length).toBe(2);
  expect(new Set(points)).toEqual(new Set([50, 100, 150, 300]));
});

test("a shot beside it flies on", () => {
  const saucer = { x: 100 * px, dx: 14 };
  const missed = after({ ...start, saucer, shots: [{ x: 120 * px, y: 48 * px, dy: -64 }] }, 1);
  expect([missed.shots.length, missed.saucer?.x]).toEqual([1, 100 * px + 14]);
});

test("however fast a shot is, it does not pass through the saucer", () => {
  for (let dy = -180 * px; dy < 0; dy += 13) {
    let now: RaidersState = {
      ...start,
      saucer: { x: 10 * px, dx: 0 },
      shots: [{ x: 15 * px, y: 200 * px, dy }],
    };
    now = { ...now, ranks: only(now, 10) };
    now = until(now, noShots);
    expect(now.saucer).toBeUndefined();
  }
});

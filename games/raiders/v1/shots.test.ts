import { expect, test } from "vitest";
import { type RaidersState, happened, raiderBox, sizes } from "../index.ts";
import { after, eachAfter, noShots, only, quiet, stateWith, until } from "../testing/states.ts";

const { px, shot } = sizes;
const start = stateWith(quiet);

const shotAt = (x: number, y: number) => ({ x, y, dy: shot.dy });

/** Nothing but one shot of the ship, and what a test adds. */
function shooting(x: number, y: number, more: Partial<RaidersState> = {}): RaidersState {
  return { ...start, ranks: only(start, 0), shots: [shotAt(x, y)], ...more };
}

test("a shot takes out one raider and is gone", () => {
  const { left, bottom } = raiderBox(start.ranks, 14);
  const shots = [shotAt(left + 5 * px, bottom + 20)];
  const hit = after({ ...start, ranks: only(start, 14, 25, 30), shots }, 1);
  expect(hit.ranks).toMatchObject({ left: 2, alive: [0, 0, (1 << 3) | (1 << 8), 0, 0] });
  expect(hit.shots).toEqual([]);
  expect(hit.events & happened.raiderHit).toBe(happened.raiderHit);
  expect(hit.score).toBe(10);
});

test("raiders of higher ranks score more", () => {
  const scores = [0, 1, 2, 3, 4].map((rank) => {
    const index = rank * 11 + 4;
    const { left, top } = raiderBox(start.ranks, index);
    const shots = [shotAt(left + 4 * px, top + 40)];
    const hit = after({ ...start, ranks: only(start, index, 0), shots }, 1);
    expect(hit.hits).toEqual([{ what: "raider", x: left, y: top, points: hit.score }]);
    return hit.score;
  });
  expect(scores).toEqual([10, 10, 20, 20, 30]);
});

test("of two raiders one above the other the lower one is hit", () => {
  const { left, bottom } = raiderBox(start.ranks, 2);
  const shots = [shotAt(left + 5 * px, bottom)];
  expect(after({ ...start, ranks: only(start, 2, 13), shots }, 1).ranks.alive).toEqual([
    0,
    1 << 2,
    0,
    0,
    0,
  ]);
});

test("a shot flies between two columns, and past raiders on both sides", () => {
  const { right } = raiderBox(start.ranks, 2);
  const states = eachAfter({ ...start, shots: [shotAt(right + 2 * px, 150 * px)] }, 30);
  expect(states.at(-1)!.shots).toEqual([]);
  expect(states.every(({ ranks }) => ranks.left === 55)).toBe(true);
});

test("however fast a shot is, it passes through nothing", () => {
  const { left } = raiderBox(start.ranks, 0);
  for (let dy = -100 * px; dy < 0; dy += 7) {
    // Raiders stand while the ship is gone.
    const ship = { ...start.ship, gone: 1_000_000 };
    const shots = [{ x: left + 50, y: 210 * px, dy }];
    let now: RaidersState = { ...start, ship, ranks: only(start, 0, 10), shots };
    now = until(now, noShots);
    expect(now.ranks.left).toBe(1);
  }
});

test("a raider that steps or drops onto a shot is hit", () => {
  const box = raiderBox(start.ranks, 0);
  const beside = shooting(box.right, box.top + 40, { ranks: only(start, 0, 10) });
  expect(after(beside, 1).ranks.left).toBe(1);
  const below = shooting(box.left + 50, box.bottom + 100, {
    ranks: { ...only(start, 0, 10), dropping: true },
  });
  expect(after(below, 1).ranks.left).toBe(1);
});

test("a shot that meets nothing ends at the top", () => {
  const missed = after(shooting(100, 33 * px), 1);
  expect(missed.shots).toEqual([]);
  expect(missed.hits).toEqual([{ what: "miss", x: 100, y: 32 * px, points: 0 }]);
  expect(after(shooting(100, 36 * px), 1).shots).toEqual([shotAt(100, 32 * px)]);
});

test("a shot takes out of a shield what its blast is, and goes no farther", () => {
  const { shields } = stateWith();
  const hit = after(shooting(43 * px, 206 * px, { shields }), 1);
  expect(hit.shots).toEqual([]);
  expect(hit.events & happened.shieldHit).toBe(happened.shieldHit);
  expect(hit.hits).toEqual([{ what: "shield", x: 43 * px, y: 203 * px, points: 0 }]);
  expect(hit.shields[0]).not.toEqual(shields[0]);
});

test("of a shield and a raider in its ruins the lower one is hit", () => {
  const { shields } = stateWith();
  const ranks = { ...only(start, 0, 10), x: 36 * px, y: 190 * px, next: 1 };
  const { left } = raiderBox(ranks, 0);
  const shots = [shotAt(left + 64, 200 * px)];
  const behind = after({ ...start, shields, ranks, shots }, 1);
  expect(behind.ranks.left).toBe(2);
  const gone = shields.map((rows) => rows.map((row, at) => (at > 5 ? 0 : row)));
  expect(after({ ...start, shields: gone, ranks, shots }, 1).ranks.left).toBe(1);
});

test("shots of both sides that meet are both gone", () => {
  const raiderShots = [
    { x: 100 * px, y: 190 * px, dy: 32, kind: 0 },
    { x: 20 * px, y: 150 * px, dy: 32, kind: 1 },
  ];
  const met = after(shooting(100 * px + 8, 198 * px, { raiderShots }), 1);
  expect(met.shots).toEqual([]);
  expect(met.raiderShots.map(({ x }) => x)).toEqual([20 * px]);
  expect(met.hits).toEqual([{ what: "shots", x: 100 * px + 8, y: 196 * px, points: 0 }]);
  expect(met.score).toBe(0);
});

test("they cannot fly past each other, however fast they are", () => {
  for (let dy = 8; dy < 64 * px; dy += 9) {
    let now = shooting(100 * px, 205 * px, {
      raiderShots: [{ x: 100 * px, y: 140 * px, dy, kind: 0 }],
    });
    now = until(now, noShots);
    expect([now.raiderShots.length, now.lives]).toEqual([0, 3]);
  }
});

test("at 1,500 points there is one more life, once", () => {
  const { left, bottom } = raiderBox(start.ranks, 0);
  const before = shooting(left + 50, bottom, { ranks: only(start, 0, 1, 2), score: 1480 });
  expect(after(before, 1)).toMatchObject({ score: 1490, lives: 3 });
  const reached = after({ ...before, score: 1490 }, 1);
  expect(reached).toMatchObject({ score: 1500, lives: 4, hadExtraLife: true });
  expect(reached.events & happened.extraLife).toBe(happened.extraLife);
  expect(after({ ...before, score: 1600, hadExtraLife: true }, 1)).toMatchObject({ lives: 3 });
});

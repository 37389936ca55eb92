import { expect, test } from "vitest";
import { type RaidersState, happened, sizes } from "../index.ts";
import { after, noRaiderShots, only, quiet, stateWith, until } from "../testing/states.ts";

const { px, shipMiddle } = sizes;
const start = stateWith(quiet);

function under(x: number, y: number, dy = 32, more: Partial<RaidersState> = {}): RaidersState {
  return { ...start, ranks: only(start, 0), raiderShots: [{ x, y, dy, kind: 1 }], ...more };
}

test("a shot falls by its speed and ends at the ground", () => {
  expect(after(under(100, 100 * px), 3).raiderShots).toEqual([
    { x: 100, y: 106 * px, dy: 32, kind: 1 },
  ]);
  expect(after(under(100, 224 * px - 1), 1).raiderShots.length).toBe(1);
  expect(after(under(100, 224 * px), 1).raiderShots.length).toBe(0);
  const missed = after(under(100, 225 * px), 1);
  expect(missed.raiderShots).toEqual([]);
  expect(missed.hits).toEqual([{ what: "miss", x: 100, y: 232 * px, points: 0 }]);
});

test("a shot hits the ship from edge to edge, and not beside it", () => {
  const lives = (x: number) => after(under(x, 209 * px), 1).lives;
  expect(lives(shipMiddle - px)).toBe(3);
  expect(lives(shipMiddle - px + 1)).toBe(2);
  expect(lives(shipMiddle + 13 * px - 1)).toBe(2);
  expect(lives(shipMiddle + 13 * px)).toBe(3);
});

test("however fast it is, it passes through no ship and no shield", () => {
  const { shields } = stateWith();
  for (let dy = 5; dy < 200 * px; dy += 31) {
    let now = under(shipMiddle, 120 * px, dy, { ranks: only(start, 55 - 1) });
    now = until(now, noRaiderShots);
    expect(now.lives).toBe(2);
    now = under(43 * px, 120 * px, dy, { shields, ranks: only(start, 54) });
    now = until(now, noRaiderShots);
    expect(now.shields).not.toEqual(shields);
    expect(now.lives).toBe(3);
  }
});

test("the ship is safe behind a shield until there is a hole in it", () => {
  const { shields } = stateWith();
  let now = stateWith({
    ...quiet,
    shields,
    ranks: only(start, 54),
    ship: { ...start.ship, x: 37 * px },
  });
  let shots = 0;
  while (now.lives === 3 && shots < 100) {
    now = { ...now, raiderShots: [{ x: 43 * px, y: 180 * px, dy: 32, kind: 1 }] };
    now = until(now, noRaiderShots);
    shots += 1;
  }
  expect(shots).toBe(4);
});

test("a pixel is met in the column of the shot's middle", () => {
  const { shields } = stateWith();
  const hits = (x: number) => after(under(x, 186 * px, 40 * px, { shields }), 1).hits[0];
  expect(hits(32 * px - 9)).toMatchObject({ what: "miss" });
  expect(hits(32 * px - 8)).toMatchObject({ what: "shield", y: 196 * px });
  expect(hits(54 * px - 9)).toMatchObject({ what: "shield", y: 196 * px });
  expect(hits(54 * px - 8)).toMatchObject({ what: "miss" });
});

test("a shot that is in front of a shield is met before it, and one behind it is not", () => {
  const { shields } = stateWith();
  const meet = (y: number) =>
    after(under(43 * px, 180 * px, 40 * px, { shields, shots: [{ x: 43 * px, y, dy: 0 }] }), 1);
  const before = meet(187 * px);
  expect(before.events & happened.shotsMet).toBe(happened.shotsMet);
  expect(before.shields).toBe(shields);
});

test("a shield stops a shot before it meets one behind", () => {
  const { shields } = stateWith();
  const shots = [{ x: 43 * px, y: 212 * px, dy: 0 }];
  const stopped = after(under(43 * px, 180 * px, 40 * px, { shields, shots }), 1);
  expect(stopped.events & happened.shieldHit).toBe(happened.shieldHit);
  expect(stopped.shots).toEqual(shots);
});

test("two of the ship's shots are told apart", () => {
  const shots = [
    { x: 150 * px, y: 130 * px, dy: 0 },
    { x: 90 * px, y: 160 * px, dy: 0 },
  ];
  const met = after(under(90 * px, 150 * px, 65, { shots }), 1);
  expect(met.shots).toEqual(shots.slice(0, 1));
  expect(met.raiderShots).toEqual([]);
});

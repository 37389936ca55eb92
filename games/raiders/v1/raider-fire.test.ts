import { expect, test } from "vitest";
import { type RaidersState, buttons, happened, raiderBox, sizes } from "../index.ts";
import { after, eachAfter, only, plain, quiet, stateWith } from "../testing/states.ts";

const { px } = sizes;
const start = stateWith(quiet);

/** What raiders do in so long a time when no shot meets anything. */
function fired(state: RaidersState, ticks: number): { tick: number; kind: number; x: number }[] {
  let now = state;
  const found: { tick: number; kind: number; x: number }[] = [];
  for (let tick = 0; tick < ticks; tick += 1) {
    now = after({ ...now, raiderShots: [], ranks: state.ranks }, 1);
    const at = now.raiderShots[0];
    if (at !== undefined) found.push({ tick: now.tick, kind: at.kind, x: at.x });
  }
  return found;
}

test("the first shot comes a second and a half into a wave", () => {
  const states = eachAfter(stateWith(), 90);
  expect(states.findIndex(({ events }) => (events & happened.raiderShot) > 0)).toBe(89);
});

test("the lowest raider of a column shoots, from its middle", () => {
  const state = { ...start, raiderWait: 1, ranks: { ...only(start, 13, 24, 35), next: 55 } };
  const [at] = after({ ...state, ranks: { ...state.ranks, next: 35 } }, 1).raiderShots;
  const { left, right, bottom } = raiderBox({ ...state.ranks, next: 35 }, 13);
  expect(at!.x + px / 2).toBe((left + right) / 2);
  expect(at!.y).toBe(bottom + at!.dy);
});

test("shots of the first kind come from the column that is nearest to the ship", () => {
  for (const x of [4 * px, 60 * px, 105 * px, 150 * px, 207 * px]) {
    const state = { ...start, raiderWait: 1, ship: { ...start.ship, x } };
    const aimed = fired(state, 2000).filter(({ kind }) => kind === 0);
    expect(aimed.length).toBeGreaterThan(4);
    const off = (column: number) => Math.abs(24 * px + column * 256 + 128 - (x + 96));
    const columns = Array.from({ length: 11 }, (_, column) => column);
    const nearest = columns.toSorted((a, b) => off(a) - off(b))[0]!;
    for (const shot of aimed) {
      expect(Math.abs(shot.x - (24 * px + nearest * 256 + 120))).toBeLessThanOrEqual(2 * px);
    }
  }
});

test("the others come from any column that has raiders", () => {
  const ranks = only(start, 2, 16, 17, 31, 54);
  const shots = fired({ ...start, raiderWait: 1, ranks }, 20_000).filter(({ kind }) => kind > 0);
  const columns = shots.map(({ x }) => Math.floor((x - 24 * px) / 256));
  expect([...new Set(columns)].toSorted((a, b) => a - b)).toEqual([2, 5, 6, 9, 10]);
});

test("at most three are in the air, two when it is calm", () => {
  const most = (state: RaidersState) => {
    let [now, found] = [state, 0];
    for (let tick = 0; tick < 2000; tick += 1) {
      const raiderShots = now.raiderShots.map((shot) => ({ ...shot, y: 100 * px }));
      now = after({ ...now, raiderShots, ranks: state.ranks }, 1);
      found = Math.max(found, now.raiderShots.length);
    }
    return found;
  };
  expect(most(stateWith())).toBe(3);
  expect(most(stateWith({}, { ...plain, mode: "calm" }))).toBe(2);
});

test("waits get shorter with the waves, to a limit, and longer when it is calm", () => {
  const count = (wave: number, mode: "normal" | "calm" = "normal") =>
    fired(stateWith({ wave, saucerWait: 1_000_000 }, { ...plain, mode }), 20_000).length;
  const counts = [count(1, "calm"), count(1), count(3), count(8)];
  expect(counts).toEqual(counts.toSorted((a, b) => a - b));
  expect(new Set(counts).size).toBe(4);
  expect(count(99)).toBe(count(8));
});

test("shots are slower when it is calm, and faster from the last few raiders", () => {
  const speeds = (left: number, mode: "normal" | "calm") => {
    const few = only(start, ...Array.from({ length: left }, (_, index) => index));
    const state = stateWith({ ...quiet, raiderWait: 1, ranks: few }, { ...plain, mode });
    const found = new Set<number>();
    let now = state;
    for (let tick = 0; tick < 3000; tick += 1) {
      now = after({ ...now, raiderShots: [], ranks: state.ranks }, 1);
      for (const { dy } of now.raiderShots) found.add(dy);
    }
    return [...found].toSorted((a, b) => a - b);
  };
  expect(speeds(9, "normal")).toEqual([22, 26, 32]);
  expect(speeds(8, "normal")).toEqual([28, 32, 38]);
  expect(speeds(9, "calm")).toEqual([11, 13, 16]);
});

test("nobody shoots while the ship is gone, or when nobody is left", () => {
  const gone = stateWith({ raiderWait: 1, ship: { ...start.ship, gone: 60 } });
  expect(after(gone, 59).raiderShots).toEqual([]);
  const none = stateWith({ raiderWait: 1, ranks: only(start), pause: 50 });
  expect(after(none, 40).raiderShots).toEqual([]);
});

test("what the player does moves none of the chance that was not drawn", () => {
  const [a, b] = [0, buttons.left].map((held) => after(stateWith(), 80, held));
  expect(a!.waitChance).toEqual(b!.waitChance);
  expect(a!.columnChance).toEqual(b!.columnChance);
});

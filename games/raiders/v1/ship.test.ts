import { expect, test } from "vitest";
import { buttons, happened, sizes } from "../index.ts";
import { after, eachAfter, only, plain, quiet, stateWith } from "../testing/states.ts";

const { px, field, shipMiddle } = sizes;
const start = stateWith(quiet);

test("the ship goes to the side that is held, and stops with it", () => {
  expect(after(start, 8, buttons.right).ship.x).toBe(shipMiddle + 160);
  expect(after(start, 8, buttons.left).ship.x).toBe(shipMiddle - 160);
  expect(after(start, 8, buttons.left | buttons.right).ship.x).toBe(shipMiddle);
  const moved = after(start, 1, buttons.right);
  expect(moved.ship.dx).toBe(20);
  expect(after(moved, 1).ship).toEqual({ ...moved.ship, dx: 0 });
});

test("it stays in the field", () => {
  const left = after(start, 200, buttons.left).ship;
  expect(left).toMatchObject({ x: 4 * px, dx: 0 });
  expect(after(start, 200, buttons.right).ship.x + 13 * px).toBe(field.width - 4 * px);
});

test("a shot leaves from its middle when the button goes down, and none while it stays down", () => {
  const states = eachAfter(start, 100, buttons.fire);
  expect(states[0]!.shots).toEqual([{ x: shipMiddle + 6 * px, y: 208 * px, dy: -64 }]);
  expect(states.filter(({ events }) => (events & happened.shot) > 0).length).toBe(1);
  expect(states.at(-1)!.shotsFired).toBe(1);
});

test("one is in the air at once, or two where the rules say so", () => {
  const tapped = (shots: 1 | 2) => {
    let now = stateWith({ ...quiet, ranks: only(start, 54) }, { ...plain, shots });
    let most = 0;
    for (let tap = 0; tap < 20; tap += 1) {
      now = after(after(now, 1, buttons.fire), 1);
      most = Math.max(most, now.shots.length);
    }
    return [most, now.shotsFired];
  };
  expect(tapped(1)).toEqual([1, 1]);
  expect(tapped(2)).toEqual([2, 2]);
});

test("with autofire the next one leaves as soon as it may, and no sooner than by tapping", () => {
  const held = eachAfter(stateWith(quiet, { mode: "calm", shots: 2, autofire: true }), 20, 4);
  const fired = held.flatMap(({ events, tick }) => ((events & happened.shot) > 0 ? [tick] : []));
  expect(fired).toEqual([1, 11]);
  let now = stateWith(quiet, { ...plain, shots: 2 });
  now = after(after(now, 1, buttons.fire), 8);
  expect(after(now, 1, buttons.fire).shotsFired).toBe(1);
  expect(after(after(now, 1), 1, buttons.fire).shotsFired).toBe(2);
  expect(after(stateWith(quiet, { ...plain, autofire: true }), 20, buttons.left).shots).toEqual([]);
});

test("buttons that there are not change nothing", () => {
  expect(after(start, 1, 0xff8)).toEqual(after(start, 1));
});

const hit = () =>
  after({ ...start, raiderShots: [{ x: shipMiddle + 6 * px, y: 209 * px, dy: 32, kind: 1 }] }, 1);

test("a ship that is hit is gone for a while and does nothing", () => {
  const lost = hit();
  expect(lost.lives).toBe(2);
  expect(lost.events & happened.lifeLost).toBe(happened.lifeLost);
  expect(lost.hits).toEqual([{ what: "ship", x: shipMiddle, y: 216 * px, points: 0 }]);
  expect(lost.ship.gone).toBe(75);
  const meanwhile = after(lost, 74, buttons.right | buttons.fire);
  expect(meanwhile.ship).toEqual({ x: shipMiddle, dx: 0, gone: 1, safe: 0 });
  expect(meanwhile.shots).toEqual([]);
});

test("it comes back in the middle, and nothing harms it at first", () => {
  const back = after({ ...hit(), ship: { ...hit().ship, x: 100, gone: 1 } }, 1);
  expect(back.ship).toEqual({ x: shipMiddle, dx: 0, gone: 0, safe: 90 });
  const shotAt = (ticks: number) => {
    const now = after(back, ticks);
    const raiderShots = [{ x: shipMiddle + 6 * px, y: 209 * px, dy: 32, kind: 1 }];
    return after({ ...now, raiderShots }, 1).lives;
  };
  expect(shotAt(0)).toBe(2);
  expect(shotAt(88)).toBe(2);
  expect(shotAt(89)).toBe(1);
});

test("the run is over with the last life", () => {
  const raiderShots = [{ x: shipMiddle + 6 * px, y: 209 * px, dy: 32, kind: 1 }];
  const last = after({ ...start, lives: 1, raiderShots }, 1);
  expect([last.lives, last.over]).toEqual([0, true]);
});

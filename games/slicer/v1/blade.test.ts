import { expect, test } from "vitest";
import { draw, randomOf } from "../../kit/random.ts";
import { buildThing } from "../testing/build.ts";
import { bladeStroke, meets } from "./blade.ts";

const still = buildThing(2000, 2000);
const cuts = (fromX: number, fromY: number, toX: number, toY: number) =>
  bladeStroke({ x: fromX, y: fromY }, { x: toX, y: toY }).cuts(still, still);

test("a swipe right across the field in one tick cuts what is in between", () => {
  expect(cuts(0, 2000, 4095, 2000)).toBe(true);
  expect(cuts(0, 0, 4095, 4095)).toBe(true);
});

test("a swipe that passes by does not, to the unit", () => {
  expect(cuts(0, 1800, 4095, 1800)).toBe(true);
  expect(cuts(0, 1799, 4095, 1799)).toBe(false);
});

test("a swipe that ends before or begins behind does not", () => {
  expect(cuts(1000, 2000, 1799, 2000)).toBe(false);
  expect(cuts(1000, 2000, 1800, 2000)).toBe(true);
  expect(cuts(2201, 2000, 3000, 2000)).toBe(false);
  expect(cuts(2200, 2000, 3000, 2000)).toBe(true);
});

test("what creeps does not cut, in any direction", () => {
  expect(cuts(2000, 2000, 2031, 2000)).toBe(false);
  expect(cuts(2000, 2000, 2000, 1969)).toBe(false);
  expect(cuts(2000, 2000, 2000, 2000)).toBe(false);
  expect(cuts(2000, 2000, 2032, 2000)).toBe(true);
  expect(cuts(2000, 2000, 2023, 2023)).toBe(true);
});

test("there is no blade before the pointer is pressed, at its first tick, and after it was let go", () => {
  const place = { x: 2000, y: 2000 };
  for (const [from, to] of [
    [undefined, undefined],
    [undefined, place],
    [place, undefined],
  ]) {
    expect(bladeStroke(from, to).cuts(still, still)).toBe(false);
  }
});

test("what flies through a swipe within one tick is cut", () => {
  const blade = bladeStroke({ x: 1950, y: 2000 }, { x: 2050, y: 2000 });
  const [above, beneath] = [buildThing(2000, 1700), buildThing(2000, 2300)];
  expect(blade.cuts(above, above)).toBe(false);
  expect(blade.cuts(beneath, beneath)).toBe(false);
  expect(blade.cuts(above, beneath)).toBe(true);
});

test("a large one is met where a small one is not", () => {
  const blade = bladeStroke({ x: 1000, y: 2250 }, { x: 3000, y: 2250 });
  const melon = buildThing(2000, 2000, { kind: "melon" });
  const cherry = buildThing(2000, 2000, { kind: "cherry" });
  expect(blade.cuts(melon, melon)).toBe(true);
  expect(blade.cuts(cherry, cherry)).toBe(false);
});

/** By fractions of big integers: the nearest place of the line is a + d * n / m. */
function meetsExactly([ax, ay, bx, by, radius]: readonly bigint[]): boolean {
  const [dx, dy] = [bx! - ax!, by! - ay!];
  const m = dx * dx + dy * dy;
  const along = -(ax! * dx + ay! * dy);
  const n = along < 0n ? 0n : along > m ? m : along;
  const [x, y] = m === 0n ? [ax!, ay!] : [ax! * m + dx * n, ay! * m + dy * n];
  const scale = m === 0n ? 1n : m;
  return x * x + y * y <= radius! * radius! * scale * scale;
}

test("it is exact over the whole field", () => {
  let random = randomOf(1, 0);
  const upTo = (below: number) => {
    const [value, next] = draw(random, below);
    random = next;
    return value;
  };
  let met = 0;
  for (let run = 0; run < 20_000; run += 1) {
    const size = [12, 600, 6000][run % 3]!;
    const some = () => upTo(2 * size) - size;
    const [ax, ay, bx, by] = [some(), some(), some(), some()];
    const radius = 1 + upTo(Math.max(6, size >> 2));
    const exact = meetsExactly([ax, ay, bx, by, radius].map(BigInt));
    expect(meets(ax, ay, bx, by, radius), `${ax} ${ay} ${bx} ${by} ${radius}`).toBe(exact);
    if (exact) met += 1;
  }
  expect(met).toBeGreaterThan(2000);
  expect(met).toBeLessThan(18_000);
});

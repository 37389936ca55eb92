import { expect, test } from "vitest";
import { keptRevisions } from "./revisions.ts";

const now = Date.UTC(2026, 11, 1, 12);
const minute = 60_000;
const day = 86_400_000;
const stampAt = (ms: number) => ms * 1000;
const ago = (ms: number) => stampAt(now - ms);

test("all of the last day stay, twenty at most and the first of them among those", () => {
  const some = Array.from({ length: 20 }, (_, n) => ago(n * 10 * minute));
  expect(keptRevisions(some, now)).toEqual(some);
  const many = Array.from({ length: 100 }, (_, n) => ago(n * 10 * minute));
  expect(keptRevisions(many, now)).toEqual([...many.slice(0, 19), many[99]]);
});

test("of a day before, and of a month before 30 days, the last one stays", () => {
  const yesterday = [ago(2 * day), ago(2 * day + minute), ago(2 * day + 60 * minute)];
  expect(keptRevisions(yesterday, now)).toEqual([yesterday[0]]);
  const july = [20, 10, 5].map((date) => stampAt(Date.UTC(2026, 6, date)));
  const june = stampAt(Date.UTC(2026, 5, 30));
  expect(keptRevisions([june, ...july], now)).toEqual([july[0], june]);
});

test("sixty are the most, and the oldest go first", () => {
  const stamps = Array.from({ length: 100 }, (_, month) => stampAt(Date.UTC(2026, 9 - month, 15)));
  expect(keptRevisions(stamps, now)).toEqual(stamps.slice(0, 60));
});

test("whoever asks again keeps the same ones, and the latest is always among them", () => {
  let state = 1;
  const random = () => (state = (Math.imul(state, 48_271) >>> 0) % 2_147_483_647) / 2_147_483_647;
  for (let run = 0; run < 100; run += 1) {
    const reach = [day, 30 * day, 900 * day][run % 3]!;
    const stamps = Array.from({ length: 80 }, () => ago(Math.floor(random() * reach)));
    const kept = keptRevisions(stamps, now);
    expect(kept.length).toBeLessThanOrEqual(60);
    expect(kept[0]).toBe(Math.max(...stamps));
    expect(kept).toEqual(kept.toSorted((one, other) => other - one));
    expect(keptRevisions(kept, now)).toEqual(kept);
    expect(keptRevisions([...stamps, ...stamps].toReversed(), now)).toEqual(kept);
    // What was thinned before keeps what it would have kept now.
    const later = now + 40 * day;
    expect(keptRevisions(kept, later).every((stamp) => stamps.includes(stamp))).toBe(true);
  }
});

test("stamps that no clock shows do no harm", () => {
  expect(keptRevisions([], now)).toEqual([]);
  const odd = [Infinity, 1e300, 0, -1e300];
  expect(keptRevisions(odd, now)).toEqual(odd);
});

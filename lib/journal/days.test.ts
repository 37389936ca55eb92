import { expect, test } from "vitest";
import { compareWhen, dateOfEntry, entriesByDate, meanMood } from "./days.ts";

const entry = (id: string, v: string, zone = "UTC") => ({ id, when: { v, zone } });

test("the day of an entry is what its writer's clock showed, wherever it is read", () => {
  expect(dateOfEntry(entry("a", "2026-12-01T23:59", "Pacific/Kiritimati"))).toBe("2026-12-01");
  expect(dateOfEntry(entry("a", "2026-12-01", "Pacific/Niue"))).toBe("2026-12-01");
});

test("entries stand by the clock's words, then by which came first on the globe, then by id", () => {
  const sorted = [
    entry("e", "2026-12-02"),
    entry("d", "2026-12-01T09:00", "America/New_York"),
    entry("b", "2026-12-01T09:00", "Asia/Tokyo"),
    entry("c", "2026-12-01T09:00", "Europe/Lisbon"),
    entry("a", "2026-12-01T09:00", "Asia/Tokyo"),
    entry("f", "2026-12-01T10:00", "Asia/Tokyo"),
  ].toSorted(compareWhen);
  expect(sorted.map(({ id }) => id)).toEqual(["a", "b", "c", "d", "f", "e"]);
});

test("the order is the same from wherever it is begun, also with zones that nobody knows", () => {
  const zones = ["UTC", "Asia/Tokyo", "+01:00", "", "No/Where"];
  const all = zones.flatMap((zone, at) => [
    entry(`${at}`, "2026-12-01T09:00", zone),
    entry(`${at}x`, "2026-12-01T09:00", zone),
  ]);
  const isBefore = (one: (typeof all)[number], other: (typeof all)[number]) =>
    compareWhen(one, other) < 0;
  const faults = all.flatMap((one) =>
    all.flatMap((other) => {
      const isOne = [isBefore(one, other), isBefore(other, one), one === other];
      const isTold = isOne.filter(Boolean).length === 1;
      const passed = all.filter(
        (third) => isBefore(one, other) && isBefore(other, third) && !isBefore(one, third),
      );
      return isTold && passed.length === 0 ? [] : [[one, other, ...passed]];
    }),
  );
  expect(faults).toEqual([]);
});

test("entries of a date are together, the earliest first", () => {
  const days = entriesByDate([
    entry("late", "2026-12-01T22:00"),
    entry("early", "2026-12-01T08:00"),
    entry("other", "2026-12-03"),
  ]);
  expect([...days].map(([date, all]) => [date, all.map(({ id }) => id)])).toEqual([
    ["2026-12-01", ["early", "late"]],
    ["2026-12-03", ["other"]],
  ]);
});

test("the mood of a day is the mean of those that say one, rounded half up", () => {
  expect(meanMood([])).toBe(0);
  expect(meanMood([0, 0])).toBe(0);
  expect(meanMood([0, 5])).toBe(5);
  expect(meanMood([1, 2])).toBe(2);
  expect(meanMood([1, 1, 2])).toBe(1);
  expect(meanMood([9, -1, 3])).toBe(3);
});

import { expect, test } from "vitest";
import { seededRandom } from "../../tests/support/seeded-random.ts";
import { dateOf, dayOf, localAt } from "../dates/floating.ts";
import { streaksOf } from "./streak.ts";

const today = "2026-12-20";
const streakOf = (dates: Iterable<string>, now: string) => streaksOf(dates, now).streak;
const longestStreak = (dates: Iterable<string>, now: string) => streaksOf(dates, now).longest;
/** `x` a day with an entry, `.` one without; the last one is today. */
const datesOf = (days: string) =>
  days
    .split("")
    .flatMap((day, at) => (day === "x" ? [dateOf(dayOf(today) - (days.length - 1 - at))] : []));

test.each([
  ["", 0, [], false],
  [".", 0, [], false],
  ["x", 1, [], false],
  ["xxx", 3, [], false],
  // Today is not over.
  ["xx.", 2, [], false],
  // A day is forgiven.
  ["xx.x", 3, ["2026-12-19"], false],
  // Yesterday is: today has to be written.
  ["xxx..", 3, ["2026-12-19"], true],
  ["xxx...", 0, [], false],
  // Two in a row are not.
  ["xxx..x", 1, [], false],
  // The next one only a week later.
  ["xxx.xxxxxx.x", 10, ["2026-12-19", "2026-12-12"], false],
  ["xxx.xxxxx.x", 6, ["2026-12-19"], false],
  // Today would be a second one within a week.
  ["xxx.xxx.", 6, ["2026-12-16"], true],
  ["xxx.xxxxxx.", 9, ["2026-12-13"], false],
])("%j is a streak of %i days, forgiven %j, ends today: %j", (days, count, forgiven, endsToday) => {
  expect(streakOf(datesOf(days), today)).toEqual({ days: count, forgiven, endsToday });
});

test("several entries of a day are one day, and what is no date or still to come is let be", () => {
  const dates = [today, today, "2026-12-19", "2026-12-21", "2027-01-01", "", "2026-02-30", "x"];
  expect(streakOf(dates, today)).toEqual({ days: 2, forgiven: [], endsToday: false });
  expect(longestStreak(dates, today)).toEqual({ days: 2, from: "2026-12-19", to: today });
});

test("the change of a year, a leap day and a change of the clocks are days like others", () => {
  const all = Array.from({ length: 800 }, (_, at) => dateOf(dayOf("2025-02-01") + at));
  expect(streakOf(all, all.at(-1) ?? "")).toEqual({ days: 800, forgiven: [], endsToday: false });
});

test("the longest is said with its days, of two as long ones the last", () => {
  expect(longestStreak(datesOf("xx.xx...xxxx."), today)).toEqual({
    days: 4,
    from: "2026-12-16",
    to: "2026-12-19",
  });
  expect(longestStreak(datesOf("xxxx.x.xxxx"), today)).toEqual({
    days: 5,
    from: "2026-12-15",
    to: today,
  });
  expect(longestStreak([], today)).toEqual({ days: 0, from: "", to: "" });
});

test("who writes each evening keeps a streak wherever the clock of the device stands", () => {
  for (const zone of ["Pacific/Kiritimati", "Etc/GMT+12", "Pacific/Apia", "America/St_Johns"]) {
    const dates: string[] = [];
    for (let day = 0; day < 30; day++) {
      const now = localAt(Date.UTC(2026, 2, 1 + day, 20), zone).slice(0, 10);
      expect(streakOf(dates, now).days, zone).toBe(day);
      dates.push(now);
      expect(streakOf(dates, now).days, zone).toBe(day + 1);
    }
  }
});

test("whoever flies over the date line loses or repeats a day, and no streak", () => {
  // 5 December is left out; 7 December comes twice.
  const west = ["2026-12-03", "2026-12-04", "2026-12-06", "2026-12-07"];
  expect(streakOf(west, "2026-12-07").days).toBe(4);
  expect(streakOf([...west, "2026-12-07"], "2026-12-07").days).toBe(4);
  // Written where it was tomorrow already, looked at where it is still today.
  expect(streakOf([...west, "2026-12-08"], "2026-12-07").days).toBe(4);
});

const streakOfSet = (days: ReadonlySet<number>, now: number) =>
  streakOf([...days].map(dateOf), dateOf(now));

test.each(Array.from({ length: 300 }, (_, seed) => seed))(
  "seed %i: a day more never shortens it, an empty today never breaks it, the longest is what trying all ends gives",
  (seed) => {
    const { below, next } = seededRandom(seed);
    const start = dayOf("2026-01-01");
    const share = 0.5 + next() / 2;
    const days = new Set<number>();
    for (let at = 0; at < 60; at++) if (next() < share) days.add(start + at);
    const now = start + below(62);
    const before = streakOfSet(days, now);
    const longest = longestStreak([...days].map(dateOf), dateOf(now));

    const more = new Set(days).add(start + below(62));
    expect(streakOfSet(more, now).days).toBeGreaterThanOrEqual(before.days);
    expect(longestStreak([...more].map(dateOf), dateOf(now)).days).toBeGreaterThanOrEqual(
      longest.days,
    );

    const without = new Set([...days].filter((day) => day < now));
    const yesterday = streakOfSet(days, now - 1).days;
    const emptyToday = streakOfSet(without, now).days;
    expect(emptyToday).toBe(days.has(now - 1) ? yesterday : emptyToday);

    // What is said of tomorrow is so.
    const tomorrow = streakOfSet(without, now + 1).days;
    expect(before.endsToday).toBe(!days.has(now) && tomorrow < before.days);

    const ends = [...days].filter((day) => day <= now);
    const tried = ends.map(
      (end) => streakOfSet(new Set(ends.filter((day) => day <= end)), end).days,
    );
    expect(longest.days).toBe(Math.max(0, ...tried));
    expect(before.days).toBeLessThanOrEqual(longest.days);
    const inside = ends.filter((day) => day >= dayOf(longest.from) && day <= dayOf(longest.to));
    expect(inside).toHaveLength(longest.days);
  },
);

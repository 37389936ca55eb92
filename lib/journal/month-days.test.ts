import { expect, test } from "vitest";
import { monthDaysOf } from "./month-days.ts";

const entry = (
  v: string,
  more: { mood?: number; title?: string; gist?: string; star?: boolean } = {},
) => ({
  id: v,
  when: { v, zone: "Europe/Berlin" },
  mood: 0,
  title: "",
  gist: "",
  star: false,
  ...more,
});

test("each cell has the entries of its day, their mood and the first words there are", () => {
  const days = monthDaysOf(
    [
      entry("2026-12-01T21:40", { mood: 4, title: "Second", star: true }),
      entry("2026-12-01T07:00", { mood: 5, title: " ", gist: "First words" }),
      entry("2026-12-01T06:00"),
      entry("2027-01-10T23:59", { gist: "The last cell" }),
      entry("2026-11-30T00:00", { title: "The first cell" }),
      entry("2026-11-29T23:59", { title: "Before" }),
      entry("2027-01-11T00:00", { title: "After" }),
      entry("2026-12-32T00:00", { title: "No day" }),
    ],
    "2026-12",
    0,
  );
  expect(days).toHaveLength(42);
  expect(days[1]).toEqual({
    date: "2026-12-01",
    isInside: true,
    entries: [
      expect.objectContaining({ id: "2026-12-01T06:00" }),
      expect.objectContaining({ id: "2026-12-01T07:00" }),
      expect.objectContaining({ id: "2026-12-01T21:40" }),
    ],
    mood: 5,
    words: "First words",
    hasStar: true,
  });
  expect(days.filter(({ entries }) => entries.length > 0).map(({ words }) => words)).toEqual([
    "The first cell",
    "First words",
    "The last cell",
  ]);
  expect(days.filter(({ isInside }) => isInside)).toHaveLength(31);
});

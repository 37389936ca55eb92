import { expect, test, vi } from "vitest";
import { onThisDay } from "./on-this-day.ts";

const entry = (v: string, zone = "Europe/Berlin", id = v) => ({ id, when: { v, zone } });
const idsOn = (today: string, ...entries: ReturnType<typeof entry>[]) =>
  onThisDay(entries, today).map(({ ago, entries: found }) => [ago, ...found.map(({ id }) => id)]);

test("earlier years, the last one first, each in the order of its day", () => {
  expect(
    idsOn(
      "2026-12-01",
      entry("2020-12-01T09:00"),
      entry("2025-12-01T22:00"),
      entry("2025-12-01T08:00"),
      entry("2025-12-02T08:00"),
      entry("2026-12-01T08:00"),
      entry("2027-12-01T08:00"),
    ),
  ).toEqual([
    [1, "2025-12-01T08:00", "2025-12-01T22:00"],
    [6, "2020-12-01T09:00"],
  ]);
});

test("the day is that of the writer's clock, wherever it was", () => {
  const late = entry("2025-12-01T23:59", "Pacific/Honolulu");
  const early = entry("2025-12-01T00:01", "Pacific/Kiritimati");
  expect(idsOn("2026-12-01", late, early)).toEqual([[1, early.id, late.id]]);
  expect(idsOn("2026-12-02", late, early)).toEqual([]);
});

test("of the same minute the one that came first on the globe is first, then by id", () => {
  const tokyo = entry("2025-12-01T09:00", "Asia/Tokyo", "z");
  const [b, a] = [entry("2025-12-01T09:00", "", "b"), entry("2025-12-01T09:00", "", "a")];
  expect(idsOn("2026-12-01", b, a, tokyo)).toEqual([[1, "z", "a", "b"]]);
});

test("29 February is remembered each year, once", () => {
  const [leap, before] = [entry("2024-02-29T10:00"), entry("2024-02-28T10:00")];
  expect(idsOn("2026-02-28", leap, before)).toEqual([[2, before.id, leap.id]]);
  expect(idsOn("2026-03-01", leap, before)).toEqual([]);
  expect(idsOn("2028-02-28", leap, before)).toEqual([[4, before.id]]);
  expect(idsOn("2028-02-29", leap, before)).toEqual([[4, leap.id]]);
});

test("it counts with no date, however many entries there are", () => {
  const parse = vi.spyOn(Date, "parse");
  onThisDay(
    Array.from({ length: 500 }, (_, at) => entry(`2025-12-02T10:00`, "UTC", `${at}`)),
    "2026-12-01",
  );
  expect(parse).not.toHaveBeenCalled();
});

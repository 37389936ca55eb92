import { expect, test } from "vitest";
import { movedAddress, noQuery, searchOf, viewOf } from "./views.ts";

test("the address has what is not as usual, and an unknown view is the list", () => {
  expect(searchOf({ ...noQuery, view: "calendar", month: "2026-12" })).toBe(
    "view=calendar&month=2026-12",
  );
  expect(searchOf(noQuery)).toBe("");
  expect([viewOf({ view: "" }), viewOf({ view: "nothing" }), viewOf({ view: "year" })]).toEqual([
    "list",
    "list",
    "year",
  ]);
});

test("an address of a journal that was encrypted leads to what it became, and others stay", () => {
  const [old, now] = ["p0diary0000000000000a", "s0diary0000000000000a"];
  const moved = new Map([
    [old, now],
    ["p0gone00000000000000a", "-"],
    [now, ""],
  ]);
  const of = (entry: string, journal: string) => movedAddress({ entry, journal }, moved);
  expect(of(`${old}.rain`, old)).toEqual({ entry: `${now}.rain`, journal: now });
  expect(of("", old)).toEqual({ entry: "", journal: now });
  for (const same of [
    { entry: `${now}.rain`, journal: now },
    { entry: "p0gone00000000000000a.rain", journal: "p0gone00000000000000a" },
    { entry: "no key", journal: "" },
  ]) {
    expect(of(same.entry, same.journal)).toEqual(same);
  }
});

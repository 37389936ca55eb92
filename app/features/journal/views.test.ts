import { expect, test } from "vitest";
import { noQuery, searchOf, viewOf } from "./views.ts";

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

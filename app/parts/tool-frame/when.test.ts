import { expect, test } from "vitest";
import { calendarDayOf } from "./when.ts";

test("a day of the calendar is the same everywhere, and what is none stays as it was written", () => {
  expect(calendarDayOf("2026-11-22")).toBe("22 Nov 2026");
  expect(["", "2026-13-45", "soon"].map(calendarDayOf)).toEqual(["", "2026-13-45", "soon"]);
});

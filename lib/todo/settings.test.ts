import { expect, test } from "vitest";
import { settingsOf, usualSettings } from "./settings.ts";

const item = (values: Record<string, string | number>) => ({
  at: 1,
  registers: Object.fromEntries(
    Object.entries(values).map(([name, v]) => [name, { value: { v }, t: 1, p: 0 }]),
  ),
});

test("what is set counts, the rest is as usual", () => {
  expect(settingsOf(undefined)).toEqual(usualSettings);
  expect(settingsOf(item({ zone: "Asia/Tokyo", week: "su", hours: "9-17", remind: 0 }))).toEqual({
    zone: "Asia/Tokyo",
    weekStart: 6,
    hours: { from: 9, to: 17 },
    remind: 0,
  });
  expect(settingsOf(item({ remind: 10 }))).toEqual({ ...usualSettings, remind: 10 });
});

test("what cannot be read counts as never set", () => {
  const values = { zone: "Atlantis/Deep", week: "we", hours: "18-8", remind: -1 };
  expect(settingsOf(item(values))).toEqual(usualSettings);
  expect(settingsOf(item({ zone: "", hours: "8-25", remind: "soon" }))).toEqual(usualSettings);
});

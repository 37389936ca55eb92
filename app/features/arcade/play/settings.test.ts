import { expect, test } from "vitest";
import { parseSettings, usualSettings } from "./settings.ts";

test("what was never set, or is of no use, is as usual", () => {
  for (const text of [null, "", "{", "3", "[]", "null", '"x"', '{"volume":"loud","keys":7}'])
    expect(parseSettings(text)).toEqual(usualSettings);
});

test("nothing is heard before somebody asks for it", () => {
  expect(usualSettings.hasSound).toBe(false);
});

test("what was set comes back", () => {
  const settings = {
    ...usualSettings,
    hasSound: true,
    volume: 15,
    keys: { snake: { up: ["KeyI"], down: [] } },
    pad: { snake: { up: [12, "stick-up"] } },
    modes: { snake: "wrap" },
    values: { snake: { speed: 2 } },
  };
  expect(parseSettings(JSON.stringify(settings))).toEqual(settings);
});

test("of hostile ones only what fits is kept", () => {
  const text = JSON.stringify({
    volume: 4000,
    isCalm: 1,
    keys: { snake: { up: ["KeyI", 3], left: ["KeyJ"] }, tower: null },
    modes: { snake: {}, tower: "calm" },
    values: { snake: { speed: "fast", size: 1 } },
  });
  expect(parseSettings(text)).toEqual({
    ...usualSettings,
    keys: { snake: { left: ["KeyJ"] }, tower: {} },
    modes: { tower: "calm" },
    values: { snake: { size: 1 } },
  });
});

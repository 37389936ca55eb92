import { expect, test } from "vitest";
import type { Entry } from "./entries.ts";
import { slotByKey, snapped } from "./slots.ts";

const entry: Entry = {
  key: "plan a",
  id: "a",
  of: "plan",
  day: "2026-11-30",
  start: 540,
  minutes: 30,
  isComing: false,
  hasLength: true,
  isLengthKnown: true,
};

function pressed(key: string, fields: Partial<Entry> = {}, shiftKey = false): string | undefined {
  const event = { key, shiftKey, altKey: true, ctrlKey: false, metaKey: false };
  const slot = slotByKey({ ...entry, ...fields }, event, 480);
  return slot && `${slot.day} ${slot.start} ${slot.minutes}`;
}

test("with Alt a task goes by a quarter of an hour or a day, over midnight and the end of the month too", () => {
  expect(pressed("ArrowDown")).toBe("2026-11-30 555 30");
  expect(pressed("ArrowUp")).toBe("2026-11-30 525 30");
  expect(pressed("ArrowRight")).toBe("2026-12-01 540 30");
  expect(pressed("ArrowLeft")).toBe("2026-11-29 540 30");
  expect(pressed("ArrowUp", { start: 0 })).toBe("2026-11-29 1425 30");
  expect(pressed("ArrowDown", { start: 1425 })).toBe("2026-12-01 0 30");
});

test("with Shift too it becomes longer or shorter, not shorter than a quarter of an hour", () => {
  expect(pressed("ArrowDown", {}, true)).toBe("2026-11-30 540 45");
  expect(pressed("ArrowUp", {}, true)).toBe("2026-11-30 540 15");
  expect(pressed("ArrowUp", { minutes: 15 }, true)).toBe("2026-11-30 540 15");
  expect(pressed("ArrowDown", { hasLength: false }, true)).toBe("2026-11-30 540 30");
});

test("what is all day goes from day to day, and down to where the work begins", () => {
  expect(pressed("ArrowRight", { start: null })).toBe("2026-12-01 null 30");
  expect(pressed("ArrowDown", { start: null })).toBe("2026-11-30 480 30");
  expect(pressed("ArrowUp", { start: null })).toBe("2026-11-30 null 30");
});

test("other keys are not the planner's", () => {
  expect(pressed("a")).toBeUndefined();
  expect(pressed("ArrowRight", {}, true)).toBeUndefined();
  const plain = {
    key: "ArrowDown",
    shiftKey: false,
    altKey: false,
    ctrlKey: false,
    metaKey: false,
  };
  expect(slotByKey(entry, plain, 480)).toBeUndefined();
});

test("a drag ends at the nearest quarter of an hour of its day", () => {
  expect([-20, 7, 8, 1439].map(snapped)).toEqual([0, 0, 15, 1425]);
});

import { expect, test } from "vitest";
import { GB } from "chrono-node/en";
import { readDatesOf } from "#lib/todo/chrono-dates.ts";
import { readQuickAdd } from "#lib/todo/quick-add.ts";
import { lineOf } from "./draft-line.ts";

const draft = { kind: "todo", title: "Water the beans", text: "" } as const;

test("a draft is a line of the quick add, with its day, and its notes behind", () => {
  expect(lineOf(draft)).toBe("Water the beans");
  const whole = { ...draft, text: "Not at noon.\n\nAsk Ben.", due: "2026-12-01" };
  expect(lineOf(whole)).toBe("Water the beans 2026-12-01 // Not at noon. Ask Ben.");
  expect(lineOf({ ...draft, due: "soon" })).toBe("Water the beans");
});

test("the quick add understands it", () => {
  const known = { lists: [], labels: [], ignored: [], zone: "Europe/Berlin" };
  const read = readQuickAdd(lineOf({ ...draft, text: "Ask Ben.", due: "2026-12-01" }), {
    ...known,
    now: "2026-11-22T10:00",
    weekStart: 0,
    dates: readDatesOf(GB),
  });
  expect(read).toMatchObject({ title: "Water the beans", notes: "Ask Ben." });
  expect(read.due).toMatchObject({ date: "2026-12-01", time: null });
});

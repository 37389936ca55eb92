import { expect, test } from "vitest";
import { plainQuickAdd } from "#lib/todo/quick-add-parts.ts";
import { withReminder, withView } from "./quick-add-defaults.ts";

const today = "2026-11-22";
const timed = { ...plainQuickAdd("Call"), due: { date: today, time: "18:00", zone: "UTC" } };

test("what is added to Today is due today, unless it has a day", () => {
  expect(withView(plainQuickAdd("Call"), { kind: "today" }, today, []).due?.date).toBe(today);
  const dated = { ...timed, due: { ...timed.due, date: "2026-12-01" } };
  expect(withView(dated, { kind: "today" }, today, [])).toBe(dated);
});

test("what is added to a label has it, once", () => {
  const label = { id: "l", name: "Home", order: "a0", colour: "" };
  const added = withView(timed, { kind: "label", id: "l" }, today, [label]);
  expect(added.labels.map(({ id }) => id)).toEqual(["l"]);
  expect(withView(added, { kind: "label", id: "l" }, today, [label])).toBe(added);
});

test("of a time one is reminded as it is set, of a day or against the typed one not", () => {
  expect(withReminder(timed, 30).remind).toEqual({ date: today, time: "17:30", zone: "UTC" });
  expect(withReminder(timed, null)).toBe(timed);
  const day = { ...timed, due: { ...timed.due, time: null } };
  expect(withReminder(day, 30)).toBe(day);
  const own = { ...timed, remind: { date: today, time: "09:00", zone: "UTC" } };
  expect(withReminder(own, 30)).toBe(own);
});

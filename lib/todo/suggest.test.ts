import { expect, test } from "vitest";
import { isOverdue, suggestNext } from "./suggest.ts";
import type { NewTask } from "./todo-changes.ts";
import { newTaskChanges } from "./todo-changes.ts";
import { TestList } from "./testing/list.ts";

function tasksOf(tasks: Readonly<Record<string, Partial<NewTask>>>) {
  const list = new TestList();
  for (const [id, task] of Object.entries(tasks)) {
    list.change(newTaskChanges(id, { title: id, list: "", parent: "", order: "a0", ...task }));
  }
  return Object.keys(tasks).map((id) => list.task(id)!);
}

const due = (date: string, time: string | null = null) => ({
  date,
  time,
  zone: time ? "Europe/Berlin" : "",
});
const today = "2026-11-22";

test("overdue and today's come first, then priority, then what is due soonest", () => {
  const tasks = tasksOf({
    later: { due: due("2026-12-01") },
    none: {},
    urgent: { prio: 1 },
    todayLate: { due: due(today, "18:00") },
    today: { due: due(today, "09:00") },
    overdue: { due: due("2026-11-20"), prio: 3 },
  });
  const suggested = suggestNext(tasks, { today, minutes: 60, most: 9 }).map(({ id }) => id);
  expect(suggested).toEqual(["overdue", "today", "todayLate", "urgent", "later", "none"]);
  expect(suggestNext(tasks, { today, minutes: 60 })).toHaveLength(3);
});

test("what takes too long, is done or has not begun is left out", () => {
  const tasks = tasksOf({
    long: { minutes: 90 },
    short: { minutes: 15 },
    usual: {},
    notYet: { start: "2026-11-23" },
    begun: { start: today, minutes: 5 },
  });
  const ids = (minutes: number) =>
    suggestNext(tasks, { today, minutes, most: 9 }).map(({ id }) => id);
  expect(ids(20)).toEqual(["begun", "short"]);
  expect(ids(30)).toEqual(["begun", "short", "usual"]);
  expect(suggestNext([{ ...tasks[1]!, done: "done" }], { today, minutes: 60 })).toEqual([]);
});

test("a day is over with its end, a time with its minute, in its own zone", () => {
  const now = Date.parse("2026-11-22T23:30Z");
  const at = (when: ReturnType<typeof due>) =>
    isOverdue({ due: when, done: "" }, now, "Europe/Berlin");
  expect(at(due("2026-11-22"))).toBe(true);
  expect(at(due("2026-11-23"))).toBe(false);
  expect(at(due("2026-11-23", "00:29"))).toBe(true);
  expect(at(due("2026-11-23", "00:30"))).toBe(false);
  expect(isOverdue({ due: due("2026-11-01"), done: "done" }, now, "UTC")).toBe(false);
  expect(isOverdue({ due: null, done: "" }, now, "UTC")).toBe(false);
});

test("who is tired gets what is short first, of what is not urgent", () => {
  const list = tasksOf({
    long: { prio: 1, minutes: 60 },
    short: { minutes: 5 },
    usual: { prio: 1 },
    due: { minutes: 60, due: due(today) },
  });
  const asked = { today, minutes: 120, most: 4 };
  const ids = (isTired: boolean) => suggestNext(list, { ...asked, isTired }).map(({ id }) => id);
  expect(ids(false)[1]).not.toBe("short");
  expect(ids(true)).toEqual(["due", "short", "usual", "long"]);
});

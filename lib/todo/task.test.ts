import { expect, test } from "vitest";
import { readItem } from "../records/register.ts";
import { taskOf } from "./task.ts";

const place = { list: "home", parent: "", order: "a0", column: "", t: 1, p: 0 };

test("a task is read from its registers", () => {
  const item = readItem({
    at: 9,
    title: { v: "Pay rent", t: 5, p: 1 },
    notes: { v: "By transfer", t: 7, p: 0 },
    place,
    due: { v: "2026-12-01T09:00", zone: "Europe/Berlin", t: 1, p: 0 },
    plan: { v: "2026-11-30", minutes: 45, zone: "", t: 1, p: 0 },
    prio: { v: 1, t: 1, p: 0 },
    labels: { v: "a b", t: 1, p: 0 },
    done: { v: "done", day: "2026-11-22", when: "2026-11-22T09:00:00.000Z", t: 1, p: 0 },
    series: { v: "s", n: 4, t: 1, p: 0 },
  });
  expect(taskOf("x", item!)).toEqual({
    id: "x",
    title: "Pay rent",
    notes: "By transfer",
    list: "home",
    parent: "",
    order: "a0",
    column: "",
    placed: 1,
    due: { date: "2026-12-01", time: "09:00", zone: "Europe/Berlin" },
    start: null,
    plan: { date: "2026-11-30", time: null, zone: "", minutes: 45 },
    minutes: 45,
    prio: 1,
    labels: ["a", "b"],
    done: "done",
    doneDay: "2026-11-22",
    remind: null,
    series: { id: "s", n: 4 },
    lastText: 7,
  });
});

test("what has no title or no place is no task, and odd values are none", () => {
  expect(taskOf("x", readItem({ at: 1, place })!)).toBeUndefined();
  const odd = readItem({
    at: 1,
    title: { v: 5, t: 1, p: 0 },
    place,
    prio: { v: 9, t: 1, p: 0 },
    done: { v: "maybe", t: 1, p: 0 },
  });
  expect(taskOf("x", odd!)).toMatchObject({ title: "", prio: 4, done: "", labels: [], due: null });
});

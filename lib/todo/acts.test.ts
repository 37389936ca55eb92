import { expect, test } from "vitest";
import { completeChanges, nextIdOf, reopenChanges } from "./acts.ts";
import type { Rule } from "./rule.ts";
import { newTaskChanges, type NewTask } from "./todo-changes.ts";
import { TestList } from "./testing/list.ts";

const zone = "Europe/Berlin";
/** Sunday evening in Berlin, Monday already where the clocks are ahead. */
const now = Date.parse("2026-11-22T20:00Z");
const plain: NewTask = { title: "Pay rent", list: "home", parent: "", order: "a0" };
const monthly: Rule = {
  rule: "FREQ=MONTHLY;BYMONTHDAY=1",
  mode: "schedule",
  start: "2026-11-01T09:00",
  zone,
};

function listWith(tasks: Readonly<Record<string, Partial<NewTask>>>): TestList {
  const list = new TestList();
  for (const [id, task] of Object.entries(tasks))
    list.change(newTaskChanges(id, { ...plain, ...task }));
  return list;
}

function complete(list: TestList, id: string, rule: Rule | null, below: readonly string[] = []) {
  const subtasks = below.map((one) => list.task(one)!);
  const changes = completeChanges(list.task(id)!, "done", { now, zone, rule, subtasks });
  list.change(changes);
  return changes;
}

test("completing is of the local day, and takes what is open below along", () => {
  const list = listWith({ a: {}, b: { parent: "a" }, c: { parent: "b" } });
  complete(list, "c", null);
  complete(list, "a", null, ["b", "c"]);
  expect(list.task("a")).toMatchObject({ done: "done", doneDay: "2026-11-22" });
  expect(list.open()).toEqual([]);
  expect(list.itemOf("tasks", "c")?.registers["done"]?.p).toBe(0);
  const far = completeChanges(list.task("a")!, "skipped", {
    now,
    zone: "Asia/Tokyo",
    rule: null,
    subtasks: [],
  });
  expect(far).toEqual([
    {
      kind: "tasks",
      id: "a",
      register: "done",
      value: { v: "skipped", day: "2026-11-23", when: "2026-11-22T20:00:00.000Z" },
    },
  ]);
});

const recurring: Partial<NewTask> = {
  notes: "By transfer",
  column: "Doing",
  due: { date: "2026-11-01", time: "09:00", zone },
  start: "2026-10-29",
  plan: { date: "2026-11-01", time: "08:00", zone, minutes: 20 },
  remind: { date: "2026-10-31", time: "08:30", zone },
  prio: 1,
  labels: ["x", "y"],
  series: { id: "s", n: 1 },
};

test("the next one has all that this one had, as far before its day", () => {
  const list = listWith({ a: recurring });
  complete(list, "a", monthly);
  expect(list.task("s-2")).toMatchObject({
    title: "Pay rent",
    notes: "By transfer",
    list: "home",
    column: "Doing",
    due: { date: "2026-12-01", time: "09:00", zone },
    start: "2026-11-28",
    plan: null,
    minutes: 20,
    remind: { date: "2026-11-30", time: "08:30", zone },
    prio: 1,
    labels: ["x", "y"],
    done: "",
    series: { id: "s", n: 2 },
  });
  expect(list.itemOf("tasks", "s-2")?.registers["remind"]?.value["at"]).toBe(
    "2026-11-30T07:30:00.000Z",
  );
});

test("a reminder stays at its hour where the clocks have changed in between", () => {
  const list = listWith({
    a: {
      ...recurring,
      due: { date: "2026-03-01", time: "09:00", zone },
      remind: { date: "2026-03-01", time: "08:00", zone },
    },
  });
  const april = Date.parse("2026-03-01T20:00Z");
  const rule = { ...monthly, start: "2026-03-01T09:00" };
  list.change(completeChanges(list.task("a")!, "done", { now: april, zone, rule, subtasks: [] }));
  expect(list.itemOf("tasks", "s-2")?.registers["remind"]?.value).toEqual({
    v: "2026-04-01T08:00",
    zone,
    at: "2026-04-01T06:00:00.000Z",
  });
});

test("two devices that complete the same one make the same next one", () => {
  const list = listWith({ a: recurring, b: { parent: "a" } });
  const task = list.task("a")!;
  const by = { now, zone, rule: monthly, subtasks: [list.task("b")!] };
  list.change(completeChanges(task, "done", by));
  list.change(completeChanges(task, "done", { ...by, now: now + 60_000 }));
  expect(list.open()).toEqual(["s-2", "s-2-1"]);
});

test("what is below comes again too, open and under its own", () => {
  const list = listWith({
    a: recurring,
    b: { parent: "a", title: "Look" },
    c: { parent: "b", title: "Sign", prio: 2 },
  });
  complete(list, "c", null);
  complete(list, "a", monthly, ["b", "c"]);
  expect(list.open()).toEqual(["s-2", "s-2-1", "s-2-2"]);
  expect(list.task("s-2-1")).toMatchObject({ title: "Look", parent: "s-2" });
  expect(list.task("s-2-2")).toMatchObject({
    title: "Sign",
    parent: "s-2-1",
    prio: 2,
    series: null,
  });
});

test.each([
  ["the last of a number of times", { ...monthly, rule: "FREQ=MONTHLY;COUNT=1" }, "s"],
  ["one whose end is past", { ...monthly, rule: "FREQ=DAILY;UNTIL=20261101T235959Z" }, "s"],
  ["a rule that is none", { ...monthly, rule: "FREQ=SECONDLY" }, "s"],
  ["a series with a name that nothing is stored under", monthly, "../s"],
])("after %s comes none", (_, rule, id) => {
  const list = listWith({ a: { ...recurring, series: { id, n: 1 } } });
  expect(complete(list, "a", rule)).toHaveLength(1);
});

test("without a due date the next one counts from today", () => {
  const list = listWith({ a: { series: { id: "s", n: 1 } } });
  complete(list, "a", {
    ...monthly,
    rule: "FREQ=DAILY;INTERVAL=3",
    mode: "after",
    start: "2026-11-01",
    zone: "",
  });
  expect(list.task("s-2")?.due).toEqual({ date: "2026-11-25", time: null, zone: "" });
});

test("opened again, the next one goes where nobody has touched it, with what is below", () => {
  const list = listWith({ a: recurring, b: { parent: "a" } });
  complete(list, "a", monthly, ["b"]);
  const itemOf = (id: string) => list.itemOf("tasks", id);
  list.change(reopenChanges(list.task("a")!, itemOf));
  expect(list.open()).toEqual(["a"]);
  complete(list, "a", monthly, ["b"]);
});

test("opened again, a next one that somebody has written into stays", () => {
  const list = listWith({ a: recurring });
  complete(list, "a", monthly);
  list.change([{ kind: "tasks", id: "s-2", register: "title", value: { v: "Pay more" } }]);
  list.change(reopenChanges(list.task("a")!, (id) => list.itemOf("tasks", id)));
  expect(list.open()).toEqual(["a", "s-2"]);
});

test("an id is made of letters that a place may have", () => {
  expect(nextIdOf({ series: { id: "s", n: 4 } })).toBe("s-5");
  for (const n of [0, -1, 1.5, 1e21, Number.NaN]) {
    expect(nextIdOf({ series: { id: "s", n } })).toBeUndefined();
  }
  for (const id of ["", "a/b", "a.b", "x".repeat(91), "ä"]) {
    expect(nextIdOf({ series: { id, n: 1 } })).toBeUndefined();
  }
});

test("moved to an earlier day it does not come again on its own", () => {
  const due = { date: "2026-10-28", time: "09:00", zone };
  const list = listWith({ a: { ...recurring, due, series: { id: "s", n: 1, on: "2026-12-01" } } });
  complete(list, "a", monthly);
  expect(list.task("s-2")).toMatchObject({
    due: { date: "2027-01-01" },
    series: { on: "2027-01-01" },
  });
});

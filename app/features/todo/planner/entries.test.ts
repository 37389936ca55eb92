import { expect, test } from "vitest";
import type { Rule } from "#lib/todo/rule.ts";
import type { Plan, Task, When } from "#lib/todo/task.ts";
import { comingEntries, dayIn, planSlot, plannerOf } from "./entries.ts";
import type { Planner } from "./entries.ts";
import { spanWords } from "./week.ts";

const berlin = "Europe/Berlin";

function task(id: string, fields: Partial<Task> = {}): Task {
  return {
    id,
    title: id,
    notes: "",
    list: "",
    parent: "",
    order: "a0",
    column: "",
    placed: 0,
    due: null,
    start: null,
    plan: null,
    minutes: null,
    prio: 4,
    labels: [],
    done: "",
    doneDay: "",
    remind: null,
    series: null,
    lastText: 0,
    ...fields,
  };
}

function at(local: string, zone = berlin): When {
  const [date = "", time] = local.split("T");
  return { date, time: time ?? null, zone: time === undefined ? "" : zone };
}

function planned(local: string, minutes: number, zone = berlin): Pick<Task, "plan" | "minutes"> {
  const plan: Plan = { ...at(local, zone), minutes };
  return { plan, minutes };
}

/** As `id 09:00–09:30`; of what goes on from the day before `id …01:00`. */
function shown(planner: Planner, day: string): string[] {
  const { allDay, timed } = dayIn(planner.days, day);
  return [
    ...allDay.map(({ key }) => key),
    ...timed.map(({ entry, isRest, to }) =>
      isRest ? `${entry.key} …${to}` : `${entry.key} ${spanWords(entry.start!, entry.minutes)}`,
    ),
  ];
}

test("a task stands at its plan and at its due time, and without a time on its day", () => {
  const planner = plannerOf(
    [
      task("write", planned("2026-11-24T09:00", 90)),
      task("pay", { due: at("2026-11-24") }),
      task("call", { due: at("2026-11-24T15:00"), minutes: 45 }),
      task("both", { ...planned("2026-11-24T10:00", 120), due: at("2026-11-25T18:00") }),
      task("some day", { start: "2026-11-24" }),
      task("done", { due: at("2026-11-24"), done: "done" }),
    ],
    berlin,
  );
  expect(shown(planner, "2026-11-24")).toEqual([
    "due pay",
    "plan write 09:00–10:30",
    "due call 15:00–15:45",
    "plan both 10:00–12:00",
  ]);
  // How long it takes is said by its plan.
  expect(shown(planner, "2026-11-25")).toEqual(["due both 18:00–18:30"]);
  expect(planner.unplanned.map(({ id }) => id)).toEqual(["pay", "some day"]);
});

test("what is due when it is planned stands there once", () => {
  const own = task("dentist", { ...planned("2026-11-24T09:30", 45), due: at("2026-11-24T09:30") });
  const planner = plannerOf([own], berlin);
  expect(shown(planner, "2026-11-24")).toEqual(["both dentist 09:30–10:15"]);
  expect(planner.unplanned).toEqual([]);
});

test("what goes on after midnight is on both days", () => {
  const planner = plannerOf([task("party", planned("2026-12-31T23:00", 120))], berlin);
  expect(shown(planner, "2026-12-31")).toEqual(["plan party 23:00–01:00"]);
  expect(shown(planner, "2027-01-01")).toEqual(["plan party …60"]);
});

test("noon is at noon on the days on which the clocks change", () => {
  for (const day of ["2026-03-29", "2026-10-25"]) {
    const planner = plannerOf([task("lunch", planned(`${day}T12:00`, 60))], berlin);
    expect(shown(planner, day)).toEqual(["plan lunch 12:00–13:00"]);
  }
});

test("times of another zone are those of who looks, on the day that it is there", () => {
  const zone = "America/New_York";
  const tasks = [
    task("meet", planned("2026-11-24T20:00", 60, zone)),
    task("day", { due: at("2026-11-24") }),
  ];
  const planner = plannerOf(tasks, berlin);
  expect(shown(planner, "2026-11-24")).toEqual(["due day"]);
  expect(shown(planner, "2026-11-25")).toEqual(["plan meet 02:00–03:00"]);
  // Between the two changes of the clocks New York is an hour nearer.
  const spring = plannerOf([task("meet", planned("2026-03-17T09:00", 60, zone))], berlin);
  expect(shown(spring, "2026-03-17")).toEqual(["plan meet 14:00–15:00"]);
  // In its own zone it stays where it is.
  expect(shown(plannerOf(tasks, zone), "2026-11-24")).toContain("plan meet 20:00–21:00");
});

test("a date that there is not, and lengths beyond a day, do no harm", () => {
  const planner = plannerOf(
    [
      task("broken", { due: at("2026-02-31T10:00") }),
      task("long", planned("2026-11-24T10:00", 100_000)),
      task("none", { ...planned("2026-11-24T10:00", 30), minutes: null }),
    ],
    berlin,
  );
  expect(shown(planner, "2026-11-24")).toEqual(["plan long 10:00–10:00", "plan none 10:00–10:30"]);
  expect(shown(planner, "2026-11-25")).toEqual(["plan long …600"]);
});

function comingOf(rule: Partial<Rule>, days: string[], zone = berlin): string[] {
  const series = { id: "s", n: 1 };
  const start = rule.start ?? "2026-11-20T09:00";
  const own = task("water", { series, due: at(start, rule.zone ?? berlin), minutes: 15 });
  return comingEntries([own], {
    days,
    today: "2026-11-23",
    zone,
    ruleOf: () => ({ rule: "FREQ=DAILY", mode: "schedule", start, zone: berlin, ...rule }),
  }).map(({ day, start: minutes, isComing }) => `${day} ${minutes} ${isComing}`);
}

const week = ["2026-11-30", "2026-12-01", "2026-12-02"];

test("later ones of a series stand on the days that are shown, and on no day before today", () => {
  expect(comingOf({}, week)).toEqual([
    "2026-11-30 540 true",
    "2026-12-01 540 true",
    "2026-12-02 540 true",
  ]);
  expect(comingOf({}, ["2026-11-21", "2026-11-22"])).toEqual([]);
  expect(comingOf({ rule: "FREQ=WEEKLY;BYDAY=TU" }, week)).toEqual(["2026-12-01 540 true"]);
  expect(comingOf({ rule: "FREQ=DAILY;UNTIL=20261130T235959Z" }, week)).toEqual([
    "2026-11-30 540 true",
  ]);
  expect(comingOf({ start: "2026-11-20" }, week.slice(0, 1))).toEqual(["2026-11-30 null true"]);
});

test("a series that is counted ends, also where a later week is looked at", () => {
  // The first is the one that is there; what was missed until today does not count.
  expect(comingOf({ rule: "FREQ=DAILY;COUNT=9" }, week)).toEqual(["2026-11-30 540 true"]);
  expect(comingOf({ rule: "FREQ=DAILY;COUNT=4" }, week)).toEqual([]);
});

test("after completion none is known, and in another zone they are on its days", () => {
  expect(comingOf({ mode: "after" }, week)).toEqual([]);
  const rule = {
    rule: "FREQ=WEEKLY;BYDAY=MO",
    start: "2026-11-16T23:00",
    zone: "America/New_York",
  };
  expect(comingOf(rule, week)).toEqual(["2026-12-01 300 true"]);
});

test("the block of a task is said on the clock of who looks, at most a day long", () => {
  const slotOf = (fields: Partial<Task>) => planSlot(task("a", fields), berlin);
  expect(slotOf(planned("2026-11-24T20:00", 45, "America/New_York"))).toEqual({
    day: "2026-11-25",
    start: 120,
    minutes: 45,
  });
  expect(slotOf(planned("2026-11-24", 9000))).toEqual({
    day: "2026-11-24",
    start: null,
    minutes: 1440,
  });
  expect([slotOf({}), slotOf(planned("2026-02-31T10:00", 30))]).toEqual([undefined, undefined]);
});

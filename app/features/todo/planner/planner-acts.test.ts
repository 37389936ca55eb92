import { expect, test } from "vitest";
import { openTodoBench } from "../testing/todo-bench.ts";
import { putInSlot, takeOut } from "./planner-acts.ts";

const slot = { day: "2026-11-24", start: 555, minutes: 45 };

test("a task gets a block of time, is undone, and keeps how long it takes without it", () => {
  const app = openTodoBench();
  const id = app.put("write");
  putInSlot(app, { id, of: "plan", slot });
  expect(app.store.task(id)?.plan).toMatchObject({
    date: "2026-11-24",
    time: "09:15",
    minutes: 45,
  });
  takeOut(app, id, "plan");
  expect(app.store.task(id)).toMatchObject({ plan: null, minutes: 45 });
  app.acts.undo();
  expect(app.store.task(id)?.plan).toMatchObject({ time: "09:15", minutes: 45 });
  app.acts.undo();
  expect(app.store.task(id)?.plan).toBeNull();
});

test("steps of one task in a row are one undo", () => {
  const app = openTodoBench();
  const id = app.put("write");
  putInSlot(app, { id, of: "plan", slot });
  app.stack.settle();
  for (const start of [570, 585, 600]) {
    putInSlot(app, { id, of: "plan", slot: { ...slot, start }, isStep: true });
  }
  app.acts.undo();
  expect(app.store.task(id)?.plan?.time).toBe("09:15");
});

test("what is due stays due, its reminder goes along, and its length is kept beside it", () => {
  const app = openTodoBench();
  const id = app.put("call");
  app.acts.due([id], { date: "2026-11-23", time: "15:00", zone: "UTC" });
  app.acts.remind(id, { date: "2026-11-23", time: "14:30", zone: "UTC" });
  putInSlot(app, { id, of: "due", slot });
  expect(app.store.task(id)).toMatchObject({
    due: { date: "2026-11-24", time: "09:15", zone: "UTC" },
    remind: { date: "2026-11-24", time: "08:45" },
    plan: null,
    minutes: 45,
  });
  putInSlot(app, { id, of: "due", slot: { ...slot, start: null } });
  expect(app.store.task(id)?.due).toEqual({ date: "2026-11-24", time: null, zone: "" });
});

test("what is due when it is planned stays so", () => {
  const app = openTodoBench();
  const id = app.put("dentist");
  const when = { date: "2026-11-23", time: "15:00", zone: "UTC" };
  app.acts.due([id], when);
  app.acts.plan([id], { ...when, minutes: 30 });
  putInSlot(app, { id, of: "both", slot });
  const next = { date: "2026-11-24", time: "09:15", zone: "UTC" };
  expect(app.store.task(id)).toMatchObject({ due: next, plan: { ...next, minutes: 45 } });
  takeOut(app, id, "both");
  expect(app.store.task(id)).toMatchObject({ due: null, plan: null, minutes: 45 });
  app.acts.undo();
  app.acts.undo();
  expect(app.store.task(id)).toMatchObject({ due: when, plan: { ...when, minutes: 30 } });
});

test("a time stays on the clock that it was written on", () => {
  const app = openTodoBench();
  const id = app.put("meet");
  const plan = { date: "2026-11-23", time: "09:00", zone: "America/New_York", minutes: 30 };
  app.acts.plan([id], plan);
  app.records.elsewhere([
    { kind: "settings", id: "todo", register: "zone", value: { v: "Europe/Berlin" } },
  ]);
  // 16:00 in Berlin.
  putInSlot(app, { id, of: "plan", slot: { day: "2026-11-24", start: 960, minutes: 30 } });
  expect(app.store.task(id)?.plan).toMatchObject({
    date: "2026-11-24",
    time: "10:00",
    zone: "America/New_York",
  });
});

import { expect, test } from "vitest";
import { openTodoBench } from "../testing/todo-bench.ts";
import { changeSettings } from "./settings-acts.ts";

test("what is changed is written, and nothing else; undone it is as usual", () => {
  const app = openTodoBench();
  const was = app.store.settings();
  expect(changeSettings(app, was, was)).toBe(false);
  const now = { ...was, zone: "Asia/Tokyo", weekStart: 6, remind: 30 } as const;
  expect(changeSettings(app, was, now)).toBe(true);
  expect(app.store.settings()).toEqual(now);
  const { registers } = app.records.item("settings", "todo")!;
  expect(Object.keys(registers)).toEqual(["zone", "week", "remind"]);
  app.stack.undo();
  expect(app.store.settings()).toEqual(was);
  app.stack.redo();
  expect(app.store.settings()).toEqual(now);
});

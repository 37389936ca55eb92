import { expect, test } from "vitest";
import { openTodoBench } from "./testing/todo-bench.ts";

test("an act is undone and done again", () => {
  const { put, acts, store, stack } = openTodoBench();
  put("rent");
  acts.prio(["rent"], 1);
  expect(stack.state()).toEqual({ undo: "Priority of “rent”", redo: undefined });
  acts.undo();
  expect(store.task("rent")?.prio).toBe(4);
  expect(stack.state().redo).toBe("Priority of “rent”");
  acts.redo();
  expect(store.task("rent")?.prio).toBe(1);
  acts.undo();
  expect(store.task("rent")?.prio).toBe(4);
});

test("20 steps go back one after the other, and no further", () => {
  const { put, acts, store } = openTodoBench();
  put("rent");
  for (let step = 1; step <= 25; step += 1) {
    acts.start(["rent"], `2026-01-${String(step).padStart(2, "0")}`);
  }
  let steps = 0;
  while (acts.undo()) steps += 1;
  expect(steps).toBe(20);
  expect(store.task("rent")?.start).toBe("2026-01-05");
  while (acts.redo()) steps -= 1;
  expect(steps).toBe(0);
  expect(store.task("rent")?.start).toBe("2026-01-25");
});

test("what somebody else has changed since stays, and is counted", () => {
  const { put, acts, stack, store, records } = openTodoBench();
  for (const id of ["one", "two", "three"]) put(id);
  acts.prio(["one", "two", "three"], 1);
  records.elsewhere([{ kind: "tasks", id: "two", register: "prio", value: { v: 2 } }]);
  expect(stack.undo()).toMatchObject({ kept: 1, of: 3 });
  expect(["one", "two", "three"].map((id) => store.task(id)?.prio)).toEqual([4, 2, 4]);
});

test("an act under a later one of the same field is undone after it", () => {
  const { put, acts, store } = openTodoBench();
  put("rent");
  acts.prio(["rent"], 1);
  acts.prio(["rent"], 2);
  acts.undo();
  expect(store.task("rent")?.prio).toBe(1);
  acts.undo();
  expect(store.task("rent")?.prio).toBe(4);
});

test("what was made goes, also after more was done to it and taken back; not when somebody else has written in it", () => {
  const { acts, store, stack, records } = openTodoBench();
  const list = acts.groups.add("lists", "Home")!;
  acts.groups.rename("lists", list, "House");
  acts.undo();
  expect(store.lists().map(({ name }) => name)).toEqual(["Home"]);
  acts.undo();
  expect(store.lists()).toEqual([]);
  acts.redo();
  expect(store.lists().map(({ name }) => name)).toEqual(["Home"]);
  acts.undo();
  const other = acts.groups.add("lists", "Garden")!;
  records.elsewhere([{ kind: "lists", id: other, register: "colour", value: { v: "red" } }]);
  expect(stack.undo()).toMatchObject({ kept: 1 });
  expect(store.lists()).toHaveLength(1);
});

test("a field of a new task that was set and taken back does not keep the task from going", () => {
  const { put, acts, store } = openTodoBench();
  put("parent");
  acts.addUnder("parent", "Child");
  const [child] = store.children("", "parent");
  acts.prio([child!], 1);
  acts.undo();
  acts.undo();
  expect(store.children("", "parent")).toEqual([]);
});

test("typing in one field is one step, until the field is left", () => {
  const { put, acts, stack, store } = openTodoBench();
  put("rent");
  for (const text of ["P", "Pa", "Pay"]) acts.write("rent", "notes", text);
  stack.settle();
  acts.write("rent", "notes", "Pay it");
  acts.undo();
  expect(store.task("rent")?.notes).toBe("Pay");
  acts.undo();
  expect(store.task("rent")?.notes).toBe("");
});

test("a new act takes the way forward", () => {
  const { put, acts, stack } = openTodoBench();
  put("rent");
  acts.prio(["rent"], 1);
  acts.undo();
  acts.prio(["rent"], 3);
  expect(stack.state().redo).toBeUndefined();
});

import { expect, test } from "vitest";
import { renameGroup } from "./acts/change-group.ts";
import { openTodoBench } from "./testing/todo-bench.ts";

test("a register that was never written comes back as it is read without", () => {
  const { put, acts, store, stack } = openTodoBench();
  put("rent");
  acts.prio(["rent"], 1);
  expect(stack.state()).toEqual({ undo: "Priority of “rent”", redo: undefined });
  acts.undo();
  expect(store.task("rent")?.prio).toBe(4);
  expect(stack.state().redo).toBe("Priority of “rent”");
  acts.complete(["rent"]);
  acts.undo();
  expect(store.task("rent")).toMatchObject({ done: "", doneDay: "" });
  acts.remove(["rent"]);
  acts.undo();
  expect(store.task("rent")?.title).toBe("rent");
});

test("a list that was made goes with its name changed and taken back; not when somebody else has written in it", () => {
  const { acts, store, stack, records } = openTodoBench();
  acts.groups.add("lists", "Home");
  renameGroup({ stack }, "lists", store.lists()[0]!, "House");
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

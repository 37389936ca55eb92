import { expect, test } from "vitest";
import { readTodoist } from "#lib/todo/todoist.ts";
import { openTodoBench } from "../testing/todo-bench.ts";
import { importChanges } from "./import-changes.ts";

const file = `TYPE,CONTENT,PRIORITY,INDENT,DATE
section,Rooms,,,
task,Paint the door @loud,1,1,
task,Buy paint,4,2,
`;
const read = () =>
  readTodoist(file, {
    fileName: "Home [123].csv",
    now: "2026-11-22T15:00",
    zone: "UTC",
    dates: () => [],
    labels: [],
    order: "a0",
  });

test("a file is there once, however often it is imported", () => {
  const { store, stack, shown } = openTodoBench();
  const first = importChanges(store, read().changes);
  expect([first.fresh, first.there]).toEqual([2, 0]);
  stack.run("Import", first.changes);
  const [list] = store.lists();
  expect(shown(list!.id)).toHaveLength(2);
  const again = importChanges(store, read().changes);
  expect(first.wanted).toEqual({ tasks: 2, lists: 1, labels: 1 });
  expect(again).toEqual({
    changes: [],
    fresh: 0,
    there: 2,
    wanted: { tasks: 0, lists: 0, labels: 0 },
  });
});

test("an import is taken back in one step, and comes back with another", () => {
  const { store, stack, shown, acts } = openTodoBench();
  stack.run("Import", importChanges(store, read().changes).changes);
  acts.undo();
  expect([store.lists(), store.tasks().size]).toEqual([[], 0]);
  const again = importChanges(store, read().changes);
  expect(again.fresh).toBe(2);
  stack.run("Import", again.changes);
  expect(shown(store.lists()[0]!.id)).toHaveLength(2);
});

test("what was changed since stays as it is", () => {
  const { store, stack, acts } = openTodoBench();
  stack.run("Import", importChanges(store, read().changes).changes);
  const task = [...store.tasks().values()].find(({ title }) => title === "Buy paint")!;
  acts.write(task.id, "title", "Buy white paint");
  stack.run("Import", importChanges(store, read().changes).changes);
  expect(store.task(task.id)?.title).toBe("Buy white paint");
});

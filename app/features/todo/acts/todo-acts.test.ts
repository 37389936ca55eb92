import { afterEach, expect, test } from "vitest";
import { closeAllToasts, currentToasts } from "#app/parts/tool-frame/toasts.ts";
import type { QuickAdd } from "#lib/todo/quick-add-parts.ts";
import { placeAt } from "./places.ts";
import type { Drop } from "./places.ts";
import { openTodoBench } from "../testing/todo-bench.ts";

afterEach(closeAllToasts);

const said = () => currentToasts().map(({ text }) => text);
const typed = (title: string, rest: Partial<QuickAdd> = {}): QuickAdd => ({
  title,
  notes: "",
  list: null,
  labels: [],
  prio: 4,
  due: null,
  start: null,
  plan: null,
  minutes: null,
  remind: null,
  rule: null,
  chips: [],
  ...rest,
});
const top = { list: "", parent: "" };

test("a new task goes to the end of its list, with the list and labels that it names", () => {
  const { acts, put, shown, store } = openTodoBench();
  put("first");
  const plain = acts.add({ typed: typed("Second"), place: top });
  expect(shown()).toEqual(["first", plain]);
  const named = acts.add({
    typed: typed("Paint", {
      list: { id: null, name: "Home" },
      labels: [{ id: null, name: "loud" }],
    }),
    place: top,
  });
  const [list] = store.lists();
  expect(list?.name).toBe("Home");
  expect(shown(list!.id)).toEqual([named]);
  expect(store.task(named!)?.labels).toEqual(store.labels().map(({ id }) => id));
  acts.undo();
  expect([store.lists(), store.labels(), store.task(named!)]).toEqual([[], [], undefined]);
});

test("tasks typed into another list stand there in the order they were typed", () => {
  const { acts, put, shown, store } = openTodoBench();
  for (const id of ["one", "two", "three"]) put(id);
  acts.groups.add("lists", "House");
  const [house] = store.lists();
  const list = { id: house!.id, name: "House" };
  const ids = ["Build", "Paint", "Move in"].map((title) =>
    acts.add({ typed: typed(title, { list }), place: top }),
  );
  expect(shown(house!.id)).toEqual(ids);
});

test("completing takes subtasks along, is said, and undone whole", () => {
  const { acts, put, shown } = openTodoBench();
  put("move");
  put("boxes", { parent: "move" });
  put("rest");
  acts.complete(["move"]);
  expect(shown()).toEqual(["rest"]);
  expect(said()).toEqual(["Completed “move”."]);
  acts.undo();
  expect(shown()).toEqual(["move", "move>boxes", "rest"]);
});

test("one that repeats makes the next one, which goes again with the undo and comes with another try", () => {
  const { acts, put, store } = openTodoBench();
  put("rent", { due: "2026-11-20" });
  acts.repeat("rent", { rule: "FREQ=DAILY", mode: "schedule", start: "2026-11-20", zone: "" });
  const next = () => store.task(`${store.task("rent")!.series!.id}-2`);
  acts.complete(["rent"]);
  expect(next()?.due?.date).toBe("2026-11-22");
  acts.undo();
  expect([next(), store.task("rent")?.done]).toEqual([undefined, ""]);
  acts.complete(["rent"], "skipped");
  expect(next()?.due?.date).toBe("2026-11-22");
  expect(store.task("rent")?.done).toBe("skipped");
});

test("indented it is a subtask of the one above, three levels deep and no deeper", () => {
  const { acts, put, shown } = openTodoBench();
  for (const id of ["a", "b", "c", "d"]) put(id);
  expect(acts.indent("a", 1)).toBe(false);
  acts.indent("b", 1);
  acts.indent("c", 1);
  acts.indent("c", 1);
  acts.indent("d", 1);
  acts.indent("d", 1);
  expect(shown()).toEqual(["a", "a>b", "a>b>c", "a>b>d"]);
  expect(acts.indent("d", 1)).toBe(false);
  acts.indent("d", -1);
  acts.indent("b", -1);
  expect(shown()).toEqual(["a", "a>d", "b", "b>c"]);
});

test("it is moved by one, and into another list with all that is under it", () => {
  const { acts, put, shown } = openTodoBench();
  for (const id of ["a", "b", "c"]) put(id);
  put("under", { parent: "b" });
  acts.step("b", -1);
  expect(shown()).toEqual(["b", "b>under", "a", "c"]);
  expect(acts.step("b", -1)).toBe(false);
  acts.step("b", 1);
  acts.step("b", 1);
  expect(shown()).toEqual(["a", "c", "b", "b>under"]);
  const home = acts.groups.add("lists", "Home");
  acts.move(["b", "under", "a"], { list: home, parent: "" });
  expect(shown(home)).toEqual(["b", "b>under", "a"]);
  expect(said()).toEqual(["Moved 3 tasks to “Home”."]);
  acts.undo();
  expect(shown()).toEqual(["a", "c", "b", "b>under"]);
});

test("dropped at another task it stands before, behind or under it", () => {
  const { acts, put, shown, store } = openTodoBench();
  for (const id of ["a", "b", "c"]) put(id);
  const drop = (id: string, target: string, at: Drop) =>
    acts.move([id], placeAt(store, id, target, at)!);
  drop("c", "a", "before");
  expect(shown()).toEqual(["c", "a", "b"]);
  drop("c", "b", "before");
  expect(shown()).toEqual(["a", "c", "b"]);
  drop("a", "b", "after");
  expect(shown()).toEqual(["c", "b", "a"]);
  drop("a", "c", "under");
  expect(shown()).toEqual(["c", "c>a", "b"]);
});

test("no task goes under itself", () => {
  const { acts, put, shown } = openTodoBench();
  put("a");
  put("b", { parent: "a" });
  expect(acts.move(["a"], { list: "", parent: "b" })).toBe(false);
  expect(shown()).toEqual(["a", "a>b"]);
});

test("what is deleted is in the trash with its subtasks, and comes back", () => {
  const { acts, put, shown, store } = openTodoBench();
  put("a");
  put("b", { parent: "a" });
  acts.remove(["a"]);
  expect(store.deleted().map(({ id }) => id)).toEqual(["b", "a"]);
  acts.restore(["a", "b"]);
  expect(shown()).toEqual(["a", "a>b"]);
});

test("a list goes with its tasks; one that is restored stands in the Inbox", () => {
  const { acts, put, shown, store } = openTodoBench();
  const home = acts.groups.add("lists", "Home");
  put("paint", { list: home });
  acts.groups.remove("lists", home);
  expect([store.lists(), store.task("paint")]).toEqual([[], undefined]);
  expect(said()).toEqual(["Deleted the list “Home” and what is in it (1)."]);
  acts.restore(["paint"]);
  expect(shown()).toEqual(["paint"]);
  acts.undo();
  acts.undo();
  expect(shown(home)).toEqual(["paint"]);
});

test("what reminds of a task moves with its day", () => {
  const { acts, put, store } = openTodoBench();
  put("dentist");
  const zone = "UTC";
  acts.due(["dentist"], { date: "2026-11-25", time: "10:00", zone });
  acts.remind("dentist", { date: "2026-11-25", time: "09:30", zone });
  acts.due(["dentist"], { date: "2026-12-01", time: "08:00", zone });
  expect(store.task("dentist")?.remind).toEqual({ date: "2026-12-01", time: "07:30", zone });
});

test("a text that lost takes the place of the other one, or is let go", () => {
  const { acts, put, records, store } = openTodoBench();
  put("rent", { notes: "theirs" });
  for (const id of ["x", "y"]) {
    records.elsewhere([
      { kind: "lost", id, register: "of", value: { v: "tasks/rent/notes" } },
      { kind: "lost", id, register: "text", value: { v: `mine ${id}` } },
    ]);
  }
  acts.settleLost("x", true);
  acts.settleLost("y", false);
  expect([store.task("rent")?.notes, store.lost()]).toEqual(["mine x", []]);
});

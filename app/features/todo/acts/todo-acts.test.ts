import { afterEach, expect, test } from "vitest";
import { closeAllToasts, currentToasts, undoToast } from "#app/parts/tool-frame/toasts.ts";
import { plainQuickAdd } from "#lib/todo/quick-add-parts.ts";
import type { QuickAdd } from "#lib/todo/quick-add-parts.ts";
import { placeAt } from "./places.ts";
import type { Drop } from "./places.ts";
import { openTodoBench } from "../testing/todo-bench.ts";
import { mergeLabel } from "./change-group.ts";
import { settleLost } from "./settle-lost.ts";

afterEach(closeAllToasts);

const said = () => currentToasts().map(({ text }) => text);
const typed = (title: string, rest: Partial<QuickAdd> = {}): QuickAdd => ({
  ...plainQuickAdd(title),
  ...rest,
});
const top = { list: "", parent: "" };

test("a new task goes to the end of its list, with the list and labels that it names", () => {
  const { acts, put, shown, store } = openTodoBench();
  put("first");
  const [plain] = acts.add({ typed: [typed("Second")], place: top })!;
  expect(shown()).toEqual(["first", plain]);
  const [named] = acts.add({
    typed: [
      typed("Paint", {
        list: { id: null, name: "Home" },
        labels: [{ id: null, name: "loud" }],
      }),
    ],
    place: top,
  })!;
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
  const ids = ["Build", "Paint", "Move in"].flatMap((title) =>
    acts.add({ typed: [typed(title, { list })], place: top })!,
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
  expect(said()).toEqual(["Completed “move” and its subtask."]);
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
  const home = acts.groups.add("lists", "Home")!;
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
  const home = acts.groups.add("lists", "Home")!;
  put("paint", { list: home });
  acts.groups.remove("lists", home);
  expect([store.lists(), store.task("paint")]).toEqual([[], undefined]);
  expect(said()).toEqual(["Deleted the list “Home” with 1 task, 1 open."]);
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
  const app = openTodoBench();
  const { put, records, store } = app;
  put("rent", { notes: "theirs" });
  for (const id of ["x", "y"]) {
    records.elsewhere([
      { kind: "lost", id, register: "of", value: { v: "tasks/rent/notes" } },
      { kind: "lost", id, register: "text", value: { v: `mine ${id}` } },
    ]);
  }
  for (const lost of store.lost()) settleLost(app, lost, lost.id === "x");
  expect([store.task("rent")?.notes, store.lost()]).toEqual(["mine x", []]);
});

test("pasted lines are tasks of one act, in their order; a list that several name is made once", () => {
  const { acts, shown, store, stack } = openTodoBench();
  const list = { id: null, name: "Shop" };
  const lines = ["milk", "eggs", "bread"].map((title) => typed(title, { list }));
  const ids = acts.add({ typed: [...lines, typed("rest")], place: top });
  const [shop] = store.lists();
  expect([store.lists().length, shown(shop!.id), shown()]).toEqual([
    1,
    ids!.slice(0, 3),
    ids!.slice(3),
  ]);
  expect(said()).toEqual(["Added 4 tasks."]);
  stack.undo();
  expect([store.lists(), store.tasks().size]).toEqual([[], 0]);
});

test("where there is no room nothing is done, and it is said", () => {
  const { acts, records, store, stack } = openTodoBench();
  for (let at = 0; at < 200; at += 1) {
    const register = (name: string) => ({ kind: "lists", id: `l${at}`, register: name });
    records.elsewhere([
      { ...register("name"), value: { v: `List ${at}` } },
      { ...register("order"), value: { v: `a${at}` } },
    ]);
  }
  expect(acts.groups.add("lists", "One more")).toBeUndefined();
  const named = typed("Paint", { list: { id: null, name: "New" } });
  expect(acts.add({ typed: [named], place: top })).toBeUndefined();
  expect([store.lists().length, store.tasks().size, stack.state().undo]).toEqual([
    200,
    0,
    undefined,
  ]);
  expect(said()).toEqual([
    "There are 200 lists of at most 200: one more has no room. Delete one first; nothing was changed.",
  ]);
});

test("a list has room for 10,000 open tasks, whichever way they come", () => {
  const { acts, put, records, store } = openTodoBench();
  put("gone", { gone: "" });
  records.elsewhere([{ kind: "tasks", id: "gone", register: "gone", value: { v: true } }]);
  put("done", { done: "done" });
  records.elsewhere(
    Array.from({ length: 10_000 }, (_, at) => [
      { kind: "tasks", id: `t${at}`, register: "title", value: { v: "x" } },
      { kind: "tasks", id: `t${at}`, register: "place", value: { list: "", order: "a0" } },
    ]).flat(),
  );
  expect(acts.add({ typed: [typed("more")], place: top })).toBeUndefined();
  expect(acts.addUnder("t1", "more")).toBe(false);
  acts.reopen(["done"]);
  acts.restore(["gone"]);
  expect([store.task("done")?.done, store.task("gone"), store.tasks().size]).toEqual([
    "done",
    undefined,
    10_001,
  ]);
  expect(said()[0]).toMatch(/^There are 10,000 open tasks of at most 10,000/);
});

test("more labels than fit are not put on a task, and it is said", () => {
  const { acts, put, store } = openTodoBench();
  put("rent");
  for (let at = 0; at < 16; at += 1) {
    acts.label(["rent"], acts.groups.add("labels", `Label ${at}`)!, true);
  }
  const notes = "x".repeat(10_001);
  expect(acts.add({ typed: [typed("long", { notes })], place: top })).toBeUndefined();
  expect(said().at(-1)).toContain("10,001 letters");
  acts.label(["rent"], store.labels().at(-1)!.id, true);
  expect(store.task("rent")?.labels).toHaveLength(15);
  expect(said().at(-1)).toContain("there is room for about 15");
});

test("a label that is merged into another one is on all its tasks, until it is undone", () => {
  const app = openTodoBench();
  const { acts, put, store } = app;
  const [one, other] = [acts.groups.add("labels", "home")!, acts.groups.add("labels", "House")!];
  put("a", { labels: one });
  put("b", { labels: `${one} ${other}` });
  const labelOf = (id: string) => store.labels().find((label) => label.id === id)!;
  mergeLabel(app, labelOf(one), labelOf(other));
  expect(store.labels().map(({ name }) => name)).toEqual(["House"]);
  expect(["a", "b"].map((id) => store.task(id)?.labels)).toEqual([[other], [other]]);
  expect(said()).toEqual(["Merged “home” into “House”: 2 tasks."]);
  acts.undo();
  expect(store.task("a")?.labels).toEqual([one]);
});

test("one that repeats, opened again, takes back the next one that nobody has touched", () => {
  const { acts, put, shown, store } = openTodoBench();
  const rule = { rule: "FREQ=DAILY", mode: "schedule", start: "2026-11-20", zone: "" } as const;
  put("rent", { due: "2026-11-20" });
  acts.repeat("rent", rule);
  for (let time = 0; time < 3; time += 1) {
    acts.complete(["rent"]);
    acts.reopen(["rent"]);
    expect(shown()).toEqual(["rent"]);
  }
  acts.complete(["rent"]);
  const [next] = shown();
  acts.write(next!, "title", "Rent and deposit");
  acts.reopen(["rent"]);
  expect(new Set(shown())).toEqual(new Set(["rent", next]));
  expect(store.task(next!)?.title).toBe("Rent and deposit");
});

test("one that was moved to an earlier day does not come again on its own", () => {
  const { acts, put, shown, store } = openTodoBench();
  put("bins", { due: "2026-11-30" });
  const rule = "FREQ=WEEKLY;BYDAY=MO";
  acts.repeat("bins", { rule, mode: "schedule", start: "2026-11-30", zone: "" });
  acts.due(["bins"], { date: "2026-11-27", time: null, zone: "" });
  acts.complete(["bins"]);
  expect(store.task(shown()[0]!)?.due?.date).toBe("2026-12-07");
});

test("a title can be of only this one: those after it keep theirs", () => {
  const { acts, put, shown, store } = openTodoBench();
  put("rent", { due: "2026-11-22", title: "Pay rent" });
  acts.repeat("rent", { rule: "FREQ=DAILY", mode: "schedule", start: "2026-11-22", zone: "" });
  acts.write("rent", "title", "Pay rent and deposit");
  acts.nextText("rent", "title", "Pay rent");
  acts.complete(["rent"]);
  const [second] = shown();
  expect(store.task(second!)?.title).toBe("Pay rent");
  acts.write(second!, "title", "Transfer rent");
  acts.complete([second!]);
  expect(store.task(shown()[0]!)?.title).toBe("Transfer rent");
});

test("an end of a series is said, and taken back", () => {
  const { acts, put, store } = openTodoBench();
  put("rent", { due: "2026-11-22" });
  acts.repeat("rent", { rule: "FREQ=DAILY", mode: "schedule", start: "2026-11-22", zone: "" });
  acts.repeat("rent", null);
  expect(said()).toEqual(["“rent” stays, and does not come again."]);
  acts.undo();
  expect(store.task("rent")?.series?.n).toBe(1);
  closeAllToasts();
  acts.remove(["rent"]);
  expect(said()).toEqual([
    "Deleted “rent”. It does not come again: to leave out one day only, skip it instead.",
  ]);
});

test("many on another day keep each its time", () => {
  const { acts, put, store } = openTodoBench();
  put("a", { due: "2026-11-20T09:00" });
  put("b");
  acts.day(["a", "b"], "2026-12-01");
  expect(["a", "b"].map((id) => store.task(id)?.due)).toEqual([
    { date: "2026-12-01", time: "09:00", zone: "" },
    { date: "2026-12-01", time: null, zone: "" },
  ]);
});

test("1,000 at once are one act and one undo", () => {
  const { acts, put, shown, store } = openTodoBench();
  const ids = Array.from({ length: 1000 }, (_, at) => put(`t${at}`));
  const home = acts.groups.add("lists", "Home")!;
  acts.prio(ids, 1);
  acts.move(ids, { list: home, parent: "" });
  acts.complete(ids);
  expect(shown(home)).toEqual([]);
  acts.undo();
  expect(shown(home)).toHaveLength(1000);
  acts.undo();
  acts.undo();
  expect([shown().length, store.task("t7")?.prio]).toEqual([1000, 4]);
  acts.remove(ids);
  expect(store.deleted()).toHaveLength(1000);
  acts.undo();
  expect(shown()).toHaveLength(1000);
});

test("a move says where to, also of several and among tasks that are done", () => {
  const { acts, put, stack, store } = openTodoBench();
  for (const id of ["a", "b", "c", "d", "e"]) put(id);
  const last = () => stack.state().undo;
  acts.complete(["b"]);
  acts.move(["e"], placeAt(store, "e", "c", "before")!);
  expect(last()).toBe("Move “e” to 2 of 4");
  acts.move(["a", "e"], { ...top, after: undefined });
  expect(last()).toBe("Move 2 tasks to 3–4 of 4");
  acts.move(["c", "d"], { list: "", parent: "a" });
  expect(last()).toBe("Move 2 tasks under “a”");
  acts.move(["c", "d"], { ...top, after: null });
  expect(last()).toBe("Move 2 tasks out of “a”");
});

test("taken back by its toast it says what was taken back", async () => {
  const { acts, put } = openTodoBench();
  put("call");
  acts.complete(["call"]);
  undoToast();
  await expect.poll(said).toEqual(["Undone: Complete “call”."]);
});

test("completed and opened again, those after it are still called as before", () => {
  const { acts, put, store } = openTodoBench();
  put("rent", { title: "Rent", due: "2026-11-20" });
  acts.repeat("rent", { rule: "FREQ=DAILY", mode: "schedule", start: "2026-11-20", zone: "" });
  acts.write("rent", "title", "Rent, with the deposit");
  acts.nextText("rent", "title", "Rent");
  const next = () => store.task(`${store.task("rent")!.series!.id}-2`)?.title;
  acts.complete(["rent"]);
  expect(next()).toBe("Rent");
  acts.reopen(["rent"]);
  expect(next()).toBeUndefined();
  acts.complete(["rent"]);
  expect(next()).toBe("Rent");
});

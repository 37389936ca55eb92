import * as chrono from "chrono-node/en";
import { expect, test } from "vitest";
import { readDatesOf } from "./chrono-dates.ts";
import { TestList } from "./testing/list.ts";
import { readTodoist, type TodoistContext } from "./todoist.ts";

const context: TodoistContext = {
  fileName: "Home [2203306141].csv",
  now: "2026-11-22T15:00",
  zone: "Europe/Berlin",
  dates: readDatesOf(chrono.casual),
  labels: [{ id: "x", name: "Errand" }],
  order: "a5",
};

const header =
  "TYPE,CONTENT,DESCRIPTION,PRIORITY,INDENT,AUTHOR,RESPONSIBLE,DATE,DATE_LANG,TIMEZONE,DURATION,DURATION_UNIT,DEADLINE,DEADLINE_LANG";

function imported(rows: readonly string[], more: Partial<TodoistContext> = {}) {
  const read = readTodoist([header, ...rows].join("\r\n"), { ...context, ...more });
  const list = new TestList();
  list.change(read.changes);
  const tasks = [...list.items.keys()].flatMap((key) => {
    const task = key.startsWith("tasks/") ? list.task(key.slice(6)) : undefined;
    return task ? [task] : [];
  });
  return { ...read, list, items: tasks };
}

test("an export is a list with its sections, tasks, subtasks, notes, labels and dates", () => {
  const { name, tasks, items, list, said } = imported([
    "meta,view_style=board,,,,,,,,,,,,",
    "task,Buy milk @errand @new,Two litres,1,1,Ann (1),,tomorrow 9am,en,America/New_York,,,,",
    "note,By the cow,,,,Ann (1),,,,,,,,",
    ",,,,,,,,,,,,,",
    "section,Rooms,,,,,,,,,,,,",
    "task,Kitchen,,4,1,,,,,,,,,",
    "task,Floor,,3,2,,,every! 3 days,en,,45,minute,,",
    "task,Corner,,,3,,,2026-12-01,,,,,,",
    'task,"* Read, ""this""",,,1,,,,,,,,2026-12-24,en',
  ]);
  expect([name, tasks, said]).toEqual(["Home", 5, []]);
  const [milk, kitchen, floor, corner, read] = items;
  expect(milk).toMatchObject({
    title: "Buy milk",
    notes: "Two litres\n\nBy the cow",
    prio: 1,
    column: "",
    due: { date: "2026-11-23", time: "09:00", zone: "America/New_York" },
  });
  const [, label] = milk!.labels;
  expect(milk!.labels[0]).toBe("x");
  expect(list.itemOf("labels", label!)?.registers["name"]?.value).toEqual({ v: "new" });
  expect(kitchen).toMatchObject({ title: "Kitchen", column: "Rooms", parent: "", prio: 4 });
  expect(floor).toMatchObject({
    parent: kitchen!.id,
    prio: 3,
    minutes: 45,
    due: { date: "2026-11-22" },
  });
  expect(list.itemOf("series", floor!.series!.id)?.registers["rule"]?.value).toMatchObject({
    v: "FREQ=DAILY;INTERVAL=3",
    mode: "after",
  });
  expect(corner).toMatchObject({
    parent: floor!.id,
    due: { date: "2026-12-01", time: null, zone: "" },
  });
  expect(read).toMatchObject({ title: 'Read, "this"', parent: "", due: { date: "2026-12-24" } });
  expect(list.itemOf("lists", milk!.list)?.registers).toMatchObject({
    name: { value: { v: "Home" } },
    columns: { value: { v: "Tasks\nRooms" } },
    order: { value: { v: "a5" } },
  });
  expect(items.map(({ order }) => order)).toEqual(items.map(({ order }) => order).toSorted());
});

test("columns are found by their names, in any order; what is not there is left out", () => {
  const csv = "\uFEFFcontent,Indent,TYPE\nOne,1,task\nTwo,2,task\n";
  const read = readTodoist(csv, context);
  expect([read.tasks, read.said]).toEqual([2, []]);
});

test("imported twice it is there once, another file is another list", () => {
  const rows = ["task,One,,,,,,,,,,,,"];
  const [one, again, other] = [
    imported(rows),
    imported(rows),
    imported(rows, { fileName: "Work.csv" }),
  ];
  expect(again.changes).toEqual(one.changes);
  expect(other.items[0]!.id).not.toBe(one.items[0]!.id);
  expect(
    one.changes.every(({ isNew, id }) => isNew === true && /^[A-Za-z0-9_-]{1,120}$/.test(id)),
  ).toBe(true);
});

test("what is deeper than three is moved up, and said", () => {
  const { items, said } = imported(
    ["a,1", "b,2", "c,3", "d,4", "e,5", "f,9", "g,1", "h,3"].map((row) => {
      const [title, indent] = row.split(",");
      return `task,${title},,,${indent},,,,,,,,,`;
    }),
  );
  const titles = new Map(items.map(({ id, title }) => [id, title]));
  expect(items.map(({ title, parent }) => `${title}<${titles.get(parent) ?? ""}`)).toEqual([
    "a<",
    "b<a",
    "c<b",
    "d<b",
    "e<b",
    "f<b",
    "g<",
    "h<g",
  ]);
  expect(said).toEqual(["Tasks deeper than 3 levels are moved up to the third. (3 times)"]);
});

test.each([
  ["jeden Tag", "de", "Date: jeden Tag"],
  ["when it rains", "en", "Date: when it rains"],
  ["tomorrow #x", "en", "Date: tomorrow #x"],
  ["31 feb", "", "Date: 31 feb"],
])("the date %j (%s) is not understood, and is in the notes", (date, language, notes) => {
  const { items, said } = imported([`task,One,,,,,,${date},${language},,,,,`]);
  expect(items[0]).toMatchObject({ due: null, notes });
  expect(said).toHaveLength(1);
});

test("a deadline beside a date, and who is responsible, are said", () => {
  const { items, said } = imported(["task,One,,,,,Bob (2),today,en,,,,2026-12-24,en"]);
  expect(items[0]).toMatchObject({ due: { date: "2026-11-22" }, notes: "Deadline: 2026-12-24" });
  expect(said).toHaveLength(2);
});

test.each([
  ["", "no column CONTENT"],
  ["a,b\n1,2", "no column CONTENT"],
  ['TYPE,CONTENT\ntask,"never closed', "broken off"],
  ["TYPE,CONTENT\n", "no tasks"],
  ["TYPE,CONTENT\nwish,One", "“wish”"],
  ["TYPE,CONTENT\nnote,One", "without a task"],
  ["\u0000\u0001PK\u0003", "no column CONTENT"],
])("of %j nothing is imported, and it is said why", (csv, words) => {
  const read = readTodoist(csv, context);
  expect([read.tasks, read.changes]).toEqual([0, []]);
  expect(read.said.join(" ")).toContain(words);
});

test("no text is too long for its register, and no word of a title is lost", () => {
  const words = Array.from({ length: 1_500 }, (_, at) => `w${at}`).join(" ");
  const { items, list, said } = imported(
    [
      `section,${"s".repeat(300)},,,,,,,,,,,,`,
      ...Array.from({ length: 60 }, (_, at) => `section,section ${at},,,,,,,,,,,,`),
      `task,${words},"${"n\n".repeat(20_000)}",,,,,${"every day ".repeat(500)},en,,,,,`,
      `task,${"\u202E\u0007 @a".repeat(300)},,9,-3,,,,,Mars/One,-5,day,,`,
    ],
    { fileName: `${"f".repeat(5_000)}\u0000.csv` },
  );
  const [one, two] = items;
  expect(`${one!.title} ${one!.notes}`.startsWith(words)).toBe(true);
  expect(two).toMatchObject({ prio: 4, parent: "", minutes: null });
  expect(said).toEqual(
    expect.arrayContaining([
      "The name of the list is cut after 100 letters.",
      "Names of sections are cut after 60 letters.",
    ]),
  );
  for (const item of list.items.values()) {
    for (const [register, { value }] of Object.entries(item.registers)) {
      for (const part of Object.values(value)) {
        expect(String(part).length, register).toBeLessThanOrEqual(
          register === "notes" ? 10_000 : 500,
        );
      }
    }
  }
});

test("of a very long file the first rows are read, and it is said", () => {
  const { tasks, said } = imported(
    Array.from({ length: 6_000 }, (_, at) => `task,Task ${at},,,,,,,,,,,,`),
  );
  expect([tasks, said]).toEqual([5_000, ["Only the first 5000 rows are read."]]);
});

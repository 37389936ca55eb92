import { expect, test } from "vitest";
import { asksForDone, type FilterContext, matcherOf, matches } from "./filter-match.ts";
import {
  conditionProblem,
  filterParts,
  filterText,
  isFilterProblem,
  parseFilter,
} from "./filter.ts";
import type { Filter, FilterField, FilterOp } from "./filter-tree.ts";
import { completeChanges } from "./acts.ts";
import { type NewTask, newTaskChanges } from "./todo-changes.ts";
import { TestList } from "./testing/list.ts";

function parsed(text: string): Filter {
  const read = parseFilter(text);
  if (isFilterProblem(read)) throw new Error(`${read.at}: ${read.text}`);
  return read;
}

const has = (field: FilterField, value: string, op: FilterOp = "="): Filter => ({
  field,
  op,
  value,
});

test.each<[string, Filter]>([
  ["milk", has("text", "milk")],
  ["list:home", has("list", "home")],
  ["#home", has("list", "home")],
  ['#"two words"', has("list", "two words")],
  ["@x", has("label", "x")],
  ["!1", has("prio", "1")],
  ["priority<=2", has("prio", "2", "<=")],
  ["PRIO=2", has("prio", "2")],
  ["due:Today", has("due", "today")],
  ["due<2026-12-01", has("due", "2026-12-01", "<")],
  ["due>=-7d", has("due", "-7d", ">=")],
  ['text:"due:today \\"x\\" \\\\"', has("text", 'due:today "x" \\')],
  ["http://example.com", has("text", "http://example.com")],
  ["__proto__:x", has("text", "__proto__:x")],
  ["a b", { and: [has("text", "a"), has("text", "b")] }],
  ["a and b & c", { and: [has("text", "a"), has("text", "b"), has("text", "c")] }],
  ["a or b c", { or: [has("text", "a"), { and: [has("text", "b"), has("text", "c")] }] }],
  ["(a|b)c", { and: [{ or: [has("text", "a"), has("text", "b")] }, has("text", "c")] }],
  ["-a", { not: has("text", "a") }],
  ["not not a", { not: { not: has("text", "a") } }],
  ["not(a or b)", { not: { or: [has("text", "a"), has("text", "b")] } }],
  [
    "android orange note",
    { and: [has("text", "android"), has("text", "orange"), has("text", "note")] },
  ],
  ["!important", has("text", "!important")],
  ["  ( a )  ", has("text", "a")],
])("%j is understood", (text, filter) => {
  expect(parsed(text)).toEqual(filter);
  expect(parsed(filterText(filter))).toEqual(filter);
});

test.each<[string, number]>([
  ["", 0],
  ["   ", 3],
  ["a or", 4],
  ["or a", 0],
  ["a and and b", 6],
  ["(a", 0],
  ["a)", 1],
  ["()", 1],
  ["a (b or (c)", 2],
  ["not", 3],
  ["due:", 0],
  ["a due:soon", 2],
  ["due<none", 0],
  ["due:2026-02-30", 0],
  ["start:overdue", 0],
  ["prio:5", 0],
  ["has:money", 0],
  ["list<home", 0],
  ["du:today", 0],
  ["constructor:x", 0],
  ['text:"never closed', 5],
  ["#", 0],
  ["@ x", 0],
  ["(".repeat(200), 21],
  ["not ".repeat(100), 83],
  [`${"-".repeat(200)}a`, 21],
  ["a".repeat(501), 500],
  ["(a ".repeat(10_000), 500],
])("%j is not, and it says where", (text, at) => {
  const read = parseFilter(text);
  expect(read).toEqual({ at, text: expect.stringMatching(/\.$/) });
});

const values: Readonly<Record<FilterField, readonly string[]>> = {
  list: ["home", "two words", 'a"b', "and", "x)y", "ä|ö"],
  label: ["x", "or", " spaced ", "\\"],
  prio: ["1", "4"],
  due: ["today", "overdue", "none", "2026-12-01", "+7d"],
  start: ["tomorrow", "any"],
  plan: ["week", "-3d"],
  done: ["month", "yesterday", "any"],
  has: filterParts,
  text: ["milk", "not", "-x", "(", "due:today", '"', "\u202E", "😀 a", "a\\\\"],
};

test("a thousand trees are the same again after they were text", () => {
  let state = 11;
  const below = (most: number) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return Math.floor((state / 0x80000000) * most);
  };
  const names = Object.keys(values) as FilterField[];
  const some = (depth: number): Filter => {
    const kind = depth === 0 ? 3 : below(5);
    const parts = () => Array.from({ length: 2 + below(2) }, () => some(depth - 1));
    if (kind === 0) return { or: parts() };
    if (kind === 1) return { and: parts() };
    if (kind === 2) return { not: some(depth - 1) };
    const field = names[below(names.length)]!;
    const value = values[field][below(values[field].length)]!;
    const op = (["=", "<", "<=", ">", ">="] as const)[below(5)]!;
    return { field, op: conditionProblem(field, op, value) === undefined ? op : "=", value };
  };
  let checked = 0;
  for (let run = 0; run < 1_000; run += 1) {
    const filter = some(3);
    const text = filterText(filter);
    if (text.length > 500) continue;
    expect(parsed(text), text).toEqual(filter);
    checked += 1;
  }
  expect(checked).toBeGreaterThan(700);
});

const context: FilterContext = {
  today: "2026-11-22",
  now: Date.parse("2026-11-22T14:00Z"),
  zone: "Europe/Berlin",
  weekStart: 0,
  lists: new Map([
    ["h", "Home"],
    ["w", "Wörk stuff"],
  ]),
  labels: new Map([
    ["x", "Errand"],
    ["y", "Waiting"],
  ]),
  hasSubtasks: (id) => id === "rent",
};

function tasks() {
  const list = new TestList();
  const add = (id: string, task: Partial<NewTask>) =>
    list.change(newTaskChanges(id, { title: id, list: "", parent: "", order: "a0", ...task }));
  const day = (date: string) => ({ date, time: null, zone: "" });
  add("rent", {
    title: "Pay Rént",
    list: "h",
    due: day("2026-11-20"),
    prio: 1,
    series: { id: "s", n: 1 },
  });
  add("milk", { list: "h", labels: ["x"], due: day("2026-11-22"), notes: "Two litres" });
  add("call", {
    list: "w",
    labels: ["x", "y"],
    due: { date: "2026-11-22", time: "14:00", zone: "Europe/Berlin" },
    prio: 2,
  });
  add("book", { start: "2026-12-01", plan: { ...day("2026-11-29"), minutes: 30 } });
  add("lost", {
    list: "gone",
    due: day("2026-11-30"),
    remind: { date: "2026-11-29", time: "09:00", zone: "UTC" },
  });
  add("old", { list: "h" });
  const by = { now: context.now, zone: context.zone, rule: null, subtasks: [] };
  list.change(completeChanges(list.task("old")!, "done", by));
  return ["rent", "milk", "call", "book", "lost", "old"].map((id) => list.task(id)!);
}

test.each([
  ["#home", "rent milk old"],
  ["#inbox", "book lost"],
  ['#"work stuff"', "call"],
  ["#nowhere", ""],
  ["@errand", "milk call"],
  ["@errand -@waiting", "milk"],
  ["prio<=2", "rent call"],
  ["prio>2", "milk book lost old"],
  ["rent", "rent"],
  ["LITRES", "milk"],
  ["due:today", "milk call"],
  ["due:overdue", "rent call"],
  ["due<today", "rent"],
  ["due<=today", "rent milk call"],
  ["due>today", "lost"],
  ["due:none", "book old"],
  ["due:any", "rent milk call lost"],
  ["due:week", "rent milk call"],
  ["due>week", "lost"],
  ["due:month", "rent milk call lost"],
  ["due<=8d due>0d", "lost"],
  ["due:2026-11-20", "rent"],
  ["start>today", "book"],
  ["plan:7d", "book"],
  ["done:today", "old"],
  ["done:none", "rent milk call book lost"],
  ["has:notes or has:plan", "milk book"],
  ["has:subtasks", "rent"],
  ["has:repeat", "rent"],
  ["has:reminder", "lost"],
  ["has:label", "milk call"],
  ["has:due not has:label", "rent lost"],
  ["has:start", "book"],
  ["not (#home or @errand)", "book lost"],
  ["(due<=today or !1) -@waiting", "rent milk"],
])("%s finds %j", (text, ids) => {
  const fits = matcherOf(parsed(text), context);
  expect(
    tasks()
      .filter(fits)
      .map(({ id }) => id)
      .join(" "),
  ).toBe(ids);
});

test("a view knows whether what is done is asked for", () => {
  expect(
    ["done:week", "#a (b or -done:any)", "#a b", "-x"].map((text) => asksForDone(parsed(text))),
  ).toEqual([true, true, false, false]);
});

test("folded text that is there already is used", () => {
  const textOf = () => "from the index";
  expect(matches(parsed("index"), tasks()[0]!, { ...context, textOf })).toBe(true);
});

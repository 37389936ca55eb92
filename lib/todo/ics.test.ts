import { expect, test } from "vitest";
import { icsOf } from "./ics.ts";
import type { Rule } from "./rule.ts";
import { type NewTask, newTaskChanges } from "./todo-changes.ts";
import { TestList } from "./testing/list.ts";

const zone = "Europe/Berlin";
const now = Date.parse("2026-11-22T14:00Z");

type ReadEvent = Readonly<Record<string, string>>;

/** A small reader of the format: unfolds, splits, and takes the escapes back. */
function readCalendar(text: string): { events: ReadEvent[]; head: ReadEvent } {
  expect(text.endsWith("\r\n")).toBe(true);
  expect(text.replaceAll("\r\n", "")).not.toMatch(/[\r\n]/);
  for (const line of text.split("\r\n")) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
  const head: Record<string, string> = {};
  const events: Record<string, string>[] = [];
  let event: Record<string, string> | undefined;
  for (const line of text.replaceAll("\r\n ", "").trimEnd().split("\r\n")) {
    const [, name = "", value = ""] = /^([A-Z-]+(?:;[A-Z=-]+)*):(.*)$/s.exec(line) ?? [];
    expect(name, line).not.toBe("");
    if (line === "BEGIN:VEVENT") events.push((event = {}));
    else if (line === "END:VEVENT") event = undefined;
    else (event ?? head)[name] = value.replace(/\\(.)/gs, (_, one) => (one === "n" ? "\n" : one));
  }
  return { events, head };
}

function calendarOf(
  tasks: Readonly<Record<string, Partial<NewTask>>>,
  series: Readonly<Record<string, Rule>> = {},
) {
  const list = new TestList();
  for (const [id, task] of Object.entries(tasks)) {
    list.change(newTaskChanges(id, { title: id, list: "", parent: "", order: "a0", ...task }));
  }
  const stored = Object.keys(tasks).map((id) => ({ task: list.task(id)!, at: now }));
  return icsOf({
    tasks: stored,
    series: new Map(Object.entries(series)),
    origin: "https://example.com",
    now,
    name: "Tasks, mine",
  });
}

const day = (date: string) => ({ date, time: null, zone: "" });
const time = (date: string, at: string) => ({ date, time: at, zone });

test("a day is a whole day, a time is its instant for half an hour or as long as it takes", () => {
  const { events, head } = readCalendar(
    calendarOf({
      a: { due: day("2026-12-31"), notes: "One\nTwo", prio: 1 },
      b: { due: time("2026-12-01", "09:00") },
      c: { due: time("2026-07-01", "09:00"), minutes: 90 },
      d: { plan: { ...time("2026-12-02", "23:45"), minutes: 20 } },
      none: {},
    }),
  );
  expect(head).toMatchObject({
    VERSION: "2.0",
    "X-WR-CALNAME": "Tasks, mine",
    "REFRESH-INTERVAL;VALUE=DURATION": "PT1H",
  });
  expect(events.map(({ UID }) => UID)).toEqual(
    ["c", "b", "d", "a"].map((id) => `${id}@example.com`),
  );
  expect(events[3]).toEqual({
    UID: "a@example.com",
    DTSTAMP: "20261122T140000Z",
    "DTSTART;VALUE=DATE": "20261231",
    "DTEND;VALUE=DATE": "20270101",
    SUMMARY: "a",
    DESCRIPTION: "One\nTwo",
    URL: "https://example.com/AdvancedTodoList?task=a",
    PRIORITY: "1",
    TRANSP: "TRANSPARENT",
  });
  expect(events[1]).toMatchObject({ DTSTART: "20261201T080000Z", DTEND: "20261201T083000Z" });
  expect(events[0]).toMatchObject({ DTSTART: "20260701T070000Z", DTEND: "20260701T083000Z" });
  expect(events[2]).toMatchObject({ DTSTART: "20261202T224500Z", DTEND: "20261202T230500Z" });
});

test("what comes again is there for ninety days, each under the name that it will have", () => {
  const weekly: Rule = { rule: "FREQ=WEEKLY", mode: "schedule", start: "2026-11-23T09:00", zone };
  const { events } = readCalendar(
    calendarOf(
      { a: { due: time("2026-11-23", "09:00"), series: { id: "s", n: 4 } } },
      { s: weekly },
    ),
  );
  expect(events).toHaveLength(13);
  expect(events.slice(0, 3).map(({ UID, DTSTART }) => `${UID} ${DTSTART}`)).toEqual([
    "a@example.com 20261123T080000Z",
    "s-5@example.com 20261130T080000Z",
    "s-6@example.com 20261207T080000Z",
  ]);
  const events2 = (rule: Partial<Rule>, n = 4) =>
    readCalendar(
      calendarOf(
        { a: { due: time("2026-11-23", "09:00"), series: { id: "s", n } } },
        { s: { ...weekly, ...rule } },
      ),
    ).events.length;
  expect(events2({ rule: "FREQ=DAILY" })).toBe(31);
  expect(events2({ rule: "FREQ=DAILY;COUNT=6" })).toBe(3);
  expect(events2({ mode: "after" })).toBe(1);
  expect(events2({ rule: "nonsense" })).toBe(1);
});

test("a time that the clocks leave out is moved, as everywhere", () => {
  const { events } = readCalendar(calendarOf({ a: { due: time("2026-03-29", "02:30") } }));
  expect(events[0]).toMatchObject({ DTSTART: "20260329T013000Z" });
});

test.each([
  'a;b,c\\d:e"f',
  "\\n is no line end, \n is",
  "END:VEVENT\r\nBEGIN:VEVENT\r\nSUMMARY:forged",
  "x".repeat(500),
  "😀".repeat(250),
  "ä".repeat(500),
  `${"a".repeat(66)}ä${"b".repeat(72)}😀`,
  "\u202Etfel ot thgir \u200F",
  "e\u0301".repeat(200),
  " leading and trailing ",
])("a title %j comes through whole", (title) => {
  const { events } = readCalendar(calendarOf({ a: { title, due: day("2026-12-01") } }));
  expect(events).toHaveLength(1);
  expect(events[0]!["SUMMARY"]).toBe(title.replaceAll("\r\n", "\n"));
});

test("control letters and halves of letters are left out or replaced", () => {
  const { events } = readCalendar(
    calendarOf({ a: { title: "a\u0000b\u0007c\td\uD800e\u2028f", due: day("2026-12-01") } }),
  );
  expect(events[0]!["SUMMARY"]).toBe("abc d\uFFFDe\nf");
});

test("a date that is none is left out, and so is a series with a name that nothing is stored under", () => {
  const daily: Rule = { rule: "FREQ=DAILY", mode: "schedule", start: "2026-11-23", zone: "" };
  const tasks = {
    bad: { due: day("2026-02-31") },
    worse: { due: day("x\r\nBEGIN:VEVENT") },
    a: { due: day("2026-12-01"), series: { id: "s\r\nX:1", n: 1 } },
    end: { due: day("9999-12-31") },
  };
  const { events } = readCalendar(calendarOf(tasks, { "s\r\nX:1": daily }));
  expect(events.map(({ UID }) => UID)).toEqual(["a@example.com", "end@example.com"]);
});

test("of very many the soonest two thousand are there", () => {
  const tasks = Object.fromEntries(
    Array.from({ length: 3_000 }, (_, at) => [
      `t${at}`,
      { due: day(at % 2 ? "2026-12-01" : "2027-01-01") },
    ]),
  );
  const { events } = readCalendar(calendarOf(tasks));
  expect(events).toHaveLength(2_000);
  expect(events.filter((event) => event["DTSTART;VALUE=DATE"] === "20261201")).toHaveLength(1_500);
});

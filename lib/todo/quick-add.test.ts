import * as chrono from "chrono-node/en";
import { expect, test } from "vitest";
import { readDatesOf } from "./chrono-dates.ts";
import { readQuickAdd, type QuickAddContext } from "./quick-add.ts";
import type { QuickAdd } from "./quick-add-parts.ts";
import { nextDates } from "./recurrence.ts";
import { isRule } from "./testing/is-rule.ts";
import { phrases } from "./testing/phrases.ts";
import { shown } from "./testing/shown.ts";

const context: QuickAddContext = {
  now: "2026-11-22T15:00",
  zone: "Europe/Berlin",
  lists: [
    { id: "h", name: "Home" },
    { id: "tw", name: "Two words" },
  ],
  labels: [{ id: "x", name: "Errand" }],
  dates: readDatesOf(chrono.casual),
  ignored: [],
};

function read(text: string, more: Partial<QuickAddContext> = {}): QuickAdd {
  return readQuickAdd(text, { ...context, ...more });
}

test.each(phrases)("%j is %j: %s", (text, title, words) => {
  const made = read(text);
  expect(made.title).toBe(title);
  expect(shown(made)).toBe(words);
  if (!made.rule) return;
  expect(isRule(made.rule)).toBe(true);
  expect(nextDates(made.rule, made.rule.start, 1)).toEqual([made.rule.start]);
  expect(made.rule.start).toBe(
    `${made.due!.date}${made.due!.time === null ? "" : `T${made.due!.time}`}`,
  );
});

test("there are more than a hundred phrases, each once", () => {
  expect(new Set(phrases.map(([text]) => text)).size).toBe(phrases.length);
  expect(phrases.length).toBeGreaterThan(100);
});

test.each([
  ["2026-11-23T08:00", "2026-12-04", "Monday: the Friday of the next week"],
  ["2026-11-27T08:00", "2026-12-04", "Friday"],
  ["2026-11-28T08:00", "2026-12-04", "Saturday"],
])("at %s next fri is %s (%s)", (now, date) => {
  expect(read("report next fri", { now }).due?.date).toBe(date);
});

test("where weeks begin on Sunday, the next one has begun on that day", () => {
  const at = { now: "2026-11-22T08:00", weekStart: 6 };
  expect(read("report next fri", at).due?.date).toBe("2026-12-04");
  expect(read("report next week", at).due?.date).toBe("2026-11-29");
  expect(read("trash every 2 weeks on tue", at).rule?.rule).toContain("WKST=SU");
});

test("a time that is past is tomorrow's, and a repeated one begins then", () => {
  expect(read("tea 16:00").due).toEqual({
    date: "2026-11-22",
    time: "16:00",
    zone: "Europe/Berlin",
  });
  expect(read("tea 14:00").due?.date).toBe("2026-11-23");
  expect(read("tea every 3 days at 14:00").rule?.start).toBe("2026-11-23T14:00");
  expect(read("tea every sunday at 14:00").rule?.start).toBe("2026-11-29T14:00");
  expect(read("tea every sunday at 16:00").rule?.start).toBe("2026-11-22T16:00");
});

test("days come first where that is usual, and the chip says the month by its name", () => {
  const made = read("dentist on 5/1", { dates: readDatesOf(chrono.GB) });
  expect(made.due?.date).toBe("2027-01-05");
  expect(made.chips).toEqual([{ start: 8, end: 14, kind: "due", words: "Tue 5 Jan 2027" }]);
});

test("every month from the 31st on is the last day of shorter ones", () => {
  expect(read("close every month", { now: "2026-10-31T09:00" }).rule?.rule).toBe(
    "FREQ=MONTHLY;BYMONTHDAY=28,29,30,31;BYSETPOS=-1",
  );
});

test("each part is a chip of its place in the text, and one that is ignored is text again", () => {
  const text = "pay rent every 1st at 9am #home @errand !1 ~30m";
  const made = read(text);
  expect(made.chips.map(({ start, end, kind }) => `${kind}: ${text.slice(start, end)}`)).toEqual([
    "repeat: every 1st at 9am",
    "list: #home",
    "label: @errand",
    "prio: !1",
    "minutes: ~30m",
  ]);
  expect(made.plan).toEqual({
    date: "2026-12-01",
    time: "09:00",
    zone: "Europe/Berlin",
    minutes: 30,
  });
  const titles = made.chips.map((chip) => read(text, { ignored: [chip] }).title);
  expect(titles).toEqual([
    "pay rent every 1st at 9am",
    "pay rent #home",
    "pay rent @errand",
    "pay rent !1",
    "pay rent ~30m",
  ]);
  const none = read(text, { ignored: made.chips });
  expect([none.title, none.chips, none.rule, none.due]).toEqual([text, [], null, null]);
  expect(read(text, { ignored: [{ start: -5, end: 9_999 }] }).title).toBe(text);
});

test("the last of several lists, priorities and days counts, the others stay text", () => {
  expect(shown(read("friday notes #home p1 !2 for monday #x"))).toBe("due 2026-11-23; #new x; !2");
  expect(read("friday notes #home p1 !2 for monday #x").title).toBe("friday notes #home p1");
});

test("a title is never empty, has no control letters, and one line", () => {
  expect(read("").title).toBe("");
  expect(read("  buy\n\u0000 milk\t\u0007 ").title).toBe("buy milk");
  expect(read("#home @errand !1").title).toBe("#home @errand !1");
  expect(read("tomorrow, !!!").title).toBe("tomorrow, !!!");
});

test("other writings, marks and directions stay as they are", () => {
  for (const text of [
    "اتصل بأمي",
    "買牛奶 🥛",
    "\u202Egnp.exe\u202C",
    "Ärger über Öl",
    "e\u0301tude",
  ]) {
    expect(read(`${text} tomorrow #küche`)).toMatchObject({
      title: text,
      due: { date: "2026-11-23" },
      list: { id: null, name: "küche" },
    });
  }
});

test("names of lists are found whatever their letters' marks and case", () => {
  const lists = [{ id: "k", name: "Küche & Bad" }];
  expect(read("tiles #kuche & bad tomorrow", { lists }).list).toEqual({
    id: "k",
    name: "Küche & Bad",
  });
});

test("what a title has no room for goes to the notes, and no word of it is lost", () => {
  const words = Array.from({ length: 2_000 }, (_, at) => `w${at}`).join(" ");
  const made = read(words);
  expect(made.title.length).toBeLessThanOrEqual(500);
  expect(`${made.title} ${made.notes}`).toBe(words);
  const letters = `${"x".repeat(499)}😀 tomorrow`;
  expect(read(letters).title).toBe("x".repeat(499));
  expect(read(letters).notes).toBe("😀");
  expect(read(letters).due?.date).toBe("2026-11-23");
});

const pieces = [
  "every",
  "each!",
  "other",
  "1st",
  "-1",
  "mon",
  "fri-sun",
  ",",
  "and",
  "at",
  "9",
  "9am",
  "25:61",
  "#",
  "#home",
  "@",
  "@x",
  "!1",
  "~",
  "~9h",
  "*",
  "*30m",
  "remind me",
  "until",
  "for",
  "2 weeks",
  "0 times",
  "999",
  "jan",
  "31",
  "feb 30",
  "//",
  "\\",
  '"',
  "“",
  "next",
  "last",
  "tomorrow",
  "5/1",
  "2026-02-30",
  "\u0000",
  "\u202E",
  "😀",
  "\uD800",
  "__proto__",
  "constructor",
  "daily",
  "from",
  "start",
  "to",
  "the",
  "of",
  "month",
  "12-31",
  "noon",
  "--",
  "🇩🇪",
  "\u200B",
];

const runs = Number(process.env["FUZZ_RUNS"] ?? 1_500);

test("no heap of pieces is refused or makes what cannot be kept", () => {
  let state = 7;
  const below = (most: number) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return Math.floor((state / 0x80000000) * most);
  };
  for (let run = 0; run < runs; run += 1) {
    const text = Array.from({ length: 1 + below(12) }, () => pieces[below(pieces.length)]!).join(
      below(5) ? " " : "",
    );
    const made = read(text);
    const at = `run ${run}: ${JSON.stringify(text)}`;
    expect(made.title === "" && /[\p{L}\p{N}]/u.test(text), at).toBe(false);
    for (const when of [made.due, made.remind]) {
      if (!when) continue;
      expect(when.date, at).toMatch(/^\d{4}-\d\d-\d\d$/);
      expect(when.time ?? "00:00", at).toMatch(/^(?:[01]\d|2[0-3]):[0-5]\d$/);
      expect(when.zone === "", at).toBe(when.time === null);
    }
    expect(made.rule === null || isRule(made.rule), at).toBe(true);
    for (const { start, end } of made.chips)
      expect(start >= 0 && start < end && end <= text.length, at).toBe(true);
  }
});

test.each([
  "every ",
  "every mon, ",
  "#",
  "# ",
  '"',
  '#"',
  "1",
  "9:",
  "~1.",
  "at ",
  "/ ",
  "\\ ",
  "remind me ",
  "last day of the ",
  " ",
  "_",
  "“",
  "jan ",
  "2026-",
])("ten thousand letters of %j are no trouble", (piece) => {
  for (const length of [1_000, 10_000]) {
    const text = piece.repeat(length).slice(0, length);
    const made = read(text);
    expect(made.title.length).toBeLessThanOrEqual(500);
  }
});

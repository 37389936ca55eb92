import { expect, test } from "vitest";
import { addCounts, boundLists, countView, emptyCounts, sortedRows } from "./day-counts.ts";
import type { DayCounts, VisitorState } from "./day-counts.ts";
import { readDayDocument, toDayDocument } from "./day-document.ts";
import type { PageView } from "./page-view.ts";

const at = (time: string) => `2026-03-01T${time}:00.000Z`;

function count(views: PageView[], isBounded = false): DayCounts {
  const counts = emptyCounts();
  const visitors = new Map<string, VisitorState>();
  for (const view of views) {
    const state = countView(counts, view, visitors.get(view.visitor ?? ""), isBounded);
    if (state !== undefined) visitors.set(view.visitor ?? "", state);
  }
  return counts;
}

const view = (path: string, time: string, more: Partial<PageView> = {}): PageView => ({
  path,
  at: at(time),
  campaign: {},
  visitor: "ann",
  ...more,
});

const rows = (counts: DayCounts, list: keyof DayCounts["lists"]) =>
  sortedRows(counts.lists[list]).map(([name, { views, visitors }]) => [name, views, visitors]);

test("half an hour without a view ends a visit, and a visit of one view bounces", () => {
  const counts = count([
    view("/", "09:00"),
    view("/about", "09:29"),
    view("/", "10:00"),
    view("/resume", "10:05", { visitor: "bob" }),
  ]);
  expect(counts).toMatchObject({ views: 4, visitors: 2, visits: 3, bounces: 2 });
  expect(rows(counts, "path")).toEqual([
    ["/", 2, 1],
    ["/about", 1, 1],
    ["/resume", 1, 1],
  ]);
  expect(rows(counts, "entry")).toEqual([
    ["/", 2, 2],
    ["/resume", 1, 1],
  ]);
  expect(new Set(rows(counts, "exit").map(String))).toEqual(
    new Set(["/,1,1", "/about,1,1", "/resume,1,1"]),
  );
  expect(counts.hours[9]).toEqual({ views: 2, visitors: 1 });
  expect(counts.hours[10]).toEqual({ views: 2, visitors: 2 });
});

test("who asks not to be followed is a view and nothing else, and robots are none", () => {
  const counts = count([
    { path: "/about", at: at("09:00"), campaign: { utm_source: "letter" } },
    view("/about", "09:01", { bot: true }),
    view("/about", "09:02", { suspected: true }),
  ]);
  expect(counts).toMatchObject({ views: 1, visitors: 0, visits: 0, unnamed: 1 });
  expect(counts.bots).toEqual({ named: 1, suspected: 1 });
  expect(rows(counts, "path")).toEqual([["/about", 1, 0]]);
  expect(rows(counts, "campaign")).toEqual([["letter", 1, 0]]);
  expect(rows(counts, "entry")).toEqual([]);
});

test.each([false, true])(
  "whatever visitors send, a day's document stays below 200 kB and loses no view (while they come: %s)",
  (isBounded) => {
    const long = "ü".repeat(90);
    const views = Array.from({ length: 600 }, (_, index) =>
      view(`/project/${"x".repeat(150)}${index % 500}`, "09:00", {
        visitor: `visitor-${index}`,
        referrerHost: `${long}${index}.example`,
        country: `${long}${index}`,
        device: `${long}${index}`,
        browser: `${long}${index}`,
        campaign: { utm_source: `${long}${index}`, utm_medium: long },
      }),
    );
    const counts = count(views, isBounded);
    if (!isBounded) boundLists(counts);
    const document = toDayDocument("2026-03-01", counts, true);
    expect(Buffer.byteLength(JSON.stringify(document))).toBeLessThan(200_000);
    for (const tally of Object.values(counts.lists)) {
      const all = [...tally.rows.values(), tally.other];
      expect(all.reduce((sum, one) => sum + one.views, 0)).toBe(600);
    }
  },
);

test("made-up names do not keep out what comes again, nor what came before them", () => {
  const from = (referrerHost: string, time = "09:00") => view("/", time, { referrerHost });
  const madeUp = Array.from({ length: 300 }, (_, index) => from(`made-up-${index}.example`));
  const counts = count(
    [
      from("before.example"),
      from("before.example"),
      ...madeUp,
      ...["10:00", "11:00", "12:00"].map((time) => from("after.example", time)),
    ],
    true,
  );
  expect(rows(counts, "referrer").slice(0, 2)).toEqual([
    ["after.example", 3, 0],
    ["before.example", 2, 1],
  ]);
  expect(counts.lists.referrer.rows.size).toBe(200);
});

test("a day's document gives back what was counted, names like __proto__ as well", () => {
  const counts = count([
    view("/", "09:00", { campaign: { utm_source: "__proto__" } }),
    view("/about", "23:59", { country: "DE", device: "mobile", browser: "Firefox" }),
  ]);
  const document = toDayDocument("2026-03-01", counts, false);
  expect(readDayDocument(JSON.parse(JSON.stringify(document)) as never)).toEqual(counts);
  const twice = emptyCounts();
  addCounts(twice, counts);
  addCounts(twice, counts);
  expect(rows(twice, "campaign")).toEqual([["__proto__", 2, 2]]);
  expect(twice.views).toBe(4);
  expect(rows(counts, "campaign")).toEqual([["__proto__", 1, 1]]);
});

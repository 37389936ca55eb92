import { expect, test } from "vitest";
import { wholeOrder } from "../home-about/whole-order.ts";
import { byDay } from "./by-day.ts";
import { editorOf } from "./kind-item.ts";
import type { KindItem } from "./kind-item.ts";

const item = (id: string, publishAt?: string): KindItem => ({
  kind: "projects",
  id,
  title: id,
  state: publishAt === undefined ? "draft" : "scheduled",
  isHidden: false,
  updatedAt: "2026-11-01T00:00:00Z",
  ...(publishAt !== undefined && { publishAt }),
});

test("the calendar has the days of what is scheduled, the soonest first, and nothing else", () => {
  const days = byDay([
    item("late", "2026-12-24T18:00:00Z"),
    item("draft"),
    item("second", "2026-12-01T12:30:00Z"),
    item("first", "2026-12-01T12:00:00Z"),
  ]);
  expect(days.map(({ entries }) => entries.map(({ id }) => id))).toEqual([
    ["first", "second"],
    ["late"],
  ]);
});

test("what is being written leads to where it is edited", () => {
  expect(editorOf({ kind: "certificates", id: "a b" })).toBe("/EditCertificates?id=a%20b");
  expect(editorOf({ kind: "site", id: "settings" })).toBe("/WebsiteManager?section=look");
});

test("parts that a stored order leaves out are offered hidden at its end, unknown ones stay", () => {
  expect(wholeOrder(undefined, ["a", "b"])).toEqual([
    { id: "a", hidden: false },
    { id: "b", hidden: false },
  ]);
  expect(wholeOrder([{ id: "new" }, { id: "b" }, { id: "b" }, 7], ["a", "b"])).toEqual([
    { id: "new", hidden: false },
    { id: "b", hidden: false },
    { id: "a", hidden: true },
  ]);
});

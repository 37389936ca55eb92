import { expect, test } from "vitest";
import { queryOf, viewOf } from "./views.ts";
import type { View } from "./views.ts";

const views: readonly View[] = [
  { kind: "today" },
  { kind: "upcoming" },
  { kind: "list", id: "" },
  { kind: "list", id: "a1" },
  { kind: "label", id: "b2" },
  { kind: "search", words: "a & b" },
  { kind: "done" },
  { kind: "trash" },
  { kind: "lost" },
];

test.each(views)("%j stands in the address and comes back", (view) => {
  const query = new URLSearchParams(queryOf(view));
  expect(viewOf({ view: query.get("view") ?? "", words: query.get("words") ?? "" })).toEqual(view);
});

test("an unknown view is the Inbox", () => {
  expect(viewOf({ view: "nowhere:3", words: "" })).toEqual({ kind: "list", id: "" });
});

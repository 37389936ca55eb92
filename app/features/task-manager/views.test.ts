import { expect, test } from "vitest";
import { readFilter } from "#app/ui/use-query-filter.ts";
import { addressOf, filterOf, noQuery, searchOf, viewOf, withView } from "./views.ts";
import type { BoardQuery } from "./views.ts";

const read = (search: string): BoardQuery => readFilter(noQuery, search);

test("what an address says is read back as it was written, and what is empty is not in it", () => {
  const query = { ...noQuery, board: "plan", card: "roof", words: "a & b", labels: "x y" };
  expect(searchOf(query)).toBe("board=plan&card=roof&words=a+%26+b&labels=x+y");
  expect(read(searchOf(query))).toEqual(query);
  expect(searchOf(noQuery)).toBe("");
});

test("another view keeps the filters, and closes the card", () => {
  const query = read("board=plan&card=roof&view=calendar&month=2026-12&due=week&done=open");
  expect(viewOf(query)).toBe("calendar");
  expect(searchOf(withView(query, "board"))).toBe("board=plan&due=week&done=open");
  expect(searchOf(withView(query, "trash"))).toBe("board=plan&view=trash&due=week&done=open");
  expect(filterOf(query)).toEqual({ words: "", labels: "", people: "", due: "week", done: "open" });
});

test("an unknown view is the board", () => {
  expect(viewOf({ view: "nonsense" })).toBe("board");
  expect(viewOf({ view: "" })).toBe("board");
});

test("a board, and a card on it, have an address for links", () => {
  expect(addressOf("plan")).toBe("/TaskManager?board=plan");
  expect(addressOf("plan", "roof")).toBe("/TaskManager?board=plan&card=roof");
});

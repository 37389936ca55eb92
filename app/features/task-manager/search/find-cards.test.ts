import { expect, test } from "vitest";
import { openBoardBench } from "../testing/board-bench.ts";
import { findCards } from "./find-cards.ts";
import { indexOf } from "./index-boards.ts";

const board = { id: "plan", role: "owner", name: "Roof", colour: "", at: 0 } as const;

function openSearch() {
  const bench = openBoardBench();
  const find = (words: string) => findCards([{ board, cards: indexOf(bench.records) }], words);
  return { ...bench, find, ids: (words: string) => find(words)[0]?.cards.map(({ id }) => id) };
}

test("a card is found by its number, title, description and comments, but not once it is deleted", () => {
  const { put, acts, ids } = openSearch();
  put("one", "todo", { title: { v: "Fix the Röof" }, number: { v: 7 } });
  put("two", "doing", { number: { v: 8 } });
  acts.comments.add("two", "Ask about the gutter", []);
  expect(ids("roof fix")).toEqual(["one"]);
  expect(ids("#8")).toEqual(["two"]);
  expect(ids("gutter")).toEqual(["two"]);
  expect(ids("  ")).toBeUndefined();
  acts.cards.remove(["two"]);
  expect(ids("gutter")).toBeUndefined();
});

test("it says where a card stands, and what stands around a word that is not in its title", () => {
  const { put, acts, find } = openSearch();
  put("one", "doing", { number: { v: 1 } });
  acts.comments.add("one", `${"before ".repeat(20)}gutter ${"after ".repeat(20)}`, []);
  put("two", "todo", { title: { v: "The gutter" }, number: { v: 2 } });
  acts.cards.archive(["two"]);
  const [one, two] = find("gutter")[0]!.cards;
  expect([one?.column, one?.isArchived]).toEqual(["doing", false]);
  expect(one?.around).toMatch(/^….*gutter.*…$/);
  expect([two?.isArchived, two?.around]).toEqual([true, ""]);
});

test("of many only the first are shown, and all are counted", () => {
  const { acts, find } = openSearch();
  acts.cards.add(
    Array.from({ length: 50 }, (_, at) => `card ${at}`),
    { column: "todo" },
  );
  const [found] = find("card");
  expect([found?.cards.length, found?.count]).toEqual([20, 50]);
});

test("what has the words in its title comes before what has them in its comments", () => {
  const { put, acts, ids } = openSearch();
  put("part", "todo", { title: { v: "Card 31" }, number: { v: 9 } });
  put("other", "todo", { title: { v: "Roof" }, number: { v: 8 } });
  acts.comments.add("other", "As card 3 says", []);
  put("whole", "todo", { title: { v: "Card 3" }, number: { v: 1 } });
  expect(ids("card 3")).toEqual(["whole", "part", "other"]);
});

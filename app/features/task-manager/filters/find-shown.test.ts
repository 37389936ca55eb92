import { expect, test } from "vitest";
import type { FilterText } from "#lib/boards/filter.ts";
import { openBoardBench } from "../testing/board-bench.ts";
import { foldedWords } from "./card-words.ts";
import { watchShown } from "./find-shown.ts";

const none: FilterText = { words: "", labels: "", people: "", due: "", done: "" };

function watch(bench: ReturnType<typeof openBoardBench>, text: Partial<FilterText>) {
  const heard: (string[] | undefined)[] = [];
  const of = { text: { ...none, ...text }, today: "2026-12-02", zone: "UTC" };
  const stop = watchShown(bench.store, of, (shown) => heard.push(shown && [...shown]));
  return { heard, stop };
}

test("cards are found by title, description, checks, comments and number, as they are now", () => {
  const bench = openBoardBench();
  const notes = JSON.stringify({
    type: "doc",
    content: [{ type: "paragraph", content: [{ type: "text", text: "Buy slates" }] }],
  });
  bench.put("roof", "todo", {
    title: { v: "Fix the röof" },
    notes: { v: notes },
    number: { v: 12 },
  });
  bench.put("door");
  bench.acts.checks.add("door", ["Sand it"]);
  bench.acts.comments.add("door", "Ask Ben", []);
  const found = (words: string) => {
    const { heard, stop } = watch(bench, { words });
    stop();
    return heard.at(-1);
  };
  expect(found("ROOF slates")).toEqual(["roof"]);
  expect(found("#12")).toEqual(["roof"]);
  expect(found("sand ben")).toEqual(["door"]);
  expect(found("sand slates")).toEqual([]);
});

test("archived and deleted cards are not shown, and what changes is told", () => {
  const bench = openBoardBench();
  bench.put("one");
  bench.put("two");
  const { heard, stop } = watch(bench, { done: "open" });
  bench.acts.cards.archive(["two"]);
  bench.write("cards", "one", "done", { v: true, by: "ann" });
  stop();
  bench.put("three");
  expect(heard).toEqual([["one", "two"], ["one"], []]);
});

test("what nobody knows as a condition hides nothing", () => {
  expect(watch(openBoardBench(), { due: "someday" }).heard).toEqual([undefined]);
});

test("five thousand cards are looked through without standing in the way", async () => {
  const bench = openBoardBench();
  const cards = Array.from({ length: 5000 }, (_, at) => `card ${at}`);
  bench.acts.cards.add(cards, { column: "todo" });
  const { promise, resolve } = Promise.withResolvers<ReadonlySet<string> | undefined>();
  const of = { text: { ...none, words: "card 4999" }, today: "2026-12-02", zone: "UTC" };
  const stop = watchShown(bench.store, of, resolve);
  expect((await promise)?.size).toBe(1);
  stop();
});

test("the words of a card are folded once, until one of them changes", () => {
  const bench = openBoardBench();
  bench.put("one", "todo", { title: { v: "Äpfel" } });
  const words = () => foldedWords(bench.store, bench.store.card("one")!);
  expect(words()).toContain("apfel");
  bench.acts.checks.add("one", ["Birnen"]);
  expect(words()).toContain("birnen");
  bench.acts.cards.write("one", "title", "Kirschen");
  expect(words()).not.toContain("apfel");
});

import { expect, test } from "vitest";
import type { LostText } from "#app/parts/kept-words/lost-text.ts";
import { openBoardBench } from "../testing/board-bench.ts";
import { createKeeper, heldIn, textsToShow } from "./keep-text.ts";

const notes = (...lines: string[]) =>
  JSON.stringify({
    type: "doc",
    content: lines.map((text) => ({ type: "paragraph", content: [{ type: "text", text }] })),
  });
const lost = (id: string, text: string, register = "notes"): LostText => ({
  id,
  kind: "cards",
  of: "c",
  register,
  text,
  t: 1,
});

test("what somebody goes on with is one kept text, and other words are another one", () => {
  const { store } = openBoardBench();
  const keep = createKeeper(store, { card: "c", register: "notes" });
  keep(notes("The gutter"));
  keep(notes("The gutter is full"));
  keep(notes("Something else"));
  keep("");
  const kept = [...store.records.all("lost").values()].map(
    ({ registers }) => registers["text"]?.value["v"],
  );
  expect(kept).toEqual([notes("The gutter is full"), notes("Something else")]);
  const [first] = store.records.all("lost").values();
  expect(first?.registers["of"]?.value["v"]).toBe("cards/c/notes");
});

test("only texts are shown whose words stand nowhere else", () => {
  const shown = { title: "Fix roof", notes: notes("One", "Two and a half") };
  const kept = [
    lost("a", notes("Two")),
    lost("b", notes("Three words here")),
    lost("c", notes("Three")),
    lost("d", notes("Three words here")),
    lost("e", "Fix", "title"),
    lost("f", "Mend roof", "title"),
  ];
  const shownOf = ({ register }: LostText) => (register === "notes" ? shown.notes : shown.title);
  expect(textsToShow(kept, shownOf).map(({ id }) => id)).toEqual(["b", "f"]);
});

test("words that only stand within others are shown, and do not go with them", () => {
  const long = lost("a", notes("I know 10 of them"));
  const kept = [long, lost("b", notes("no")), lost("c", notes("10")), lost("d", notes("I know 1"))];
  expect(textsToShow(kept, () => "").map(({ id }) => id)).toEqual(["a", "b", "c"]);
  expect(textsToShow(kept, () => long.text).map(({ id }) => id)).toEqual(["b", "c"]);
  expect(heldIn(long, kept).map(({ id }) => id)).toEqual(["d"]);
});

test("the same words on another card, and names of columns, are texts of their own", () => {
  const kept = [
    { ...lost("a", "Roof", "title"), of: "other" },
    lost("b", "Roof", "title"),
    { ...lost("c", "Roof", "name"), kind: "columns" },
  ];
  expect(textsToShow(kept, () => "").map(({ id }) => id)).toEqual(["a", "b", "c"]);
});

test("with a text go the shorter ones that stood in it, and no others", () => {
  const long = lost("a", notes("The gutter is full", "of leaves"));
  const kept = [
    long,
    lost("b", notes("The gutter")),
    lost("c", notes("The gutter is full", "of lea")),
    lost("d", notes("Something else")),
    lost("e", "The gutter", "title"),
    { ...lost("f", notes("The gutter")), of: "other" },
  ];
  expect(heldIn(long, kept).map(({ id }) => id)).toEqual(["b", "c"]);
});

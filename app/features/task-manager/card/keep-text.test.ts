import { expect, test } from "vitest";
import type { LostText } from "#app/parts/kept-words/lost-text.ts";
import { openBoardBench } from "../testing/board-bench.ts";
import { createKeeper, textsToShow } from "./keep-text.ts";

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
  expect(textsToShow(kept, shown).map(({ id }) => id)).toEqual(["b", "f"]);
});

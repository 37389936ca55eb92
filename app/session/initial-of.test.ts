import { expect, test } from "vitest";
import { initialOf } from "./initial-of.ts";

test("an initial is one whole letter as a reader sees it", () => {
  expect(["ada", "e\u0301milie", "👩‍👩‍👧‍👦 Family", "🇨🇭 Urs", "محمد"].map(initialOf)).toEqual([
    "A",
    "E\u0301",
    "👩‍👩‍👧‍👦",
    "🇨🇭",
    "م",
  ]);
});

test("what nobody sees is no initial, and there is always one", () => {
  expect(["\u200b ada", "", "\u200b\u2060"].map(initialOf)).toEqual(["A", "?", "?"]);
});

import { expect, test } from "vitest";
import { foundWords, mostListed, noneWords, searchedWords } from "./search-words.ts";

const found = (count: number, listed: number) => ({
  count,
  found: Array.from({ length: listed }, (_, at) => ({ journal: "one", id: `${at}` })),
});
const said = (count: number, listed: number) =>
  foundWords({ query: "sea", found: found(count, listed), shown: undefined, isAsking: false });

test("where more is found than is listed, it says so and what helps", () => {
  expect(said(0, 0)).toBe("Nothing found.");
  expect(said(1, 1)).toBe("1 entry found.");
  expect(said(200, 200)).toBe("200 entries found.");
  expect(said(5312, 200)).toBe(
    "5,312 entries found. The first 200 are listed: more words find fewer.",
  );
  const shown = Array.from({ length: mostListed + 1 });
  expect(foundWords({ query: "", found: undefined, shown, isAsking: false })).toBe(
    "1,001 entries found. The first 1,000 are listed: more words find fewer.",
  );
});

test("before an answer nothing is said to be found or not", () => {
  const ask = { query: "sea", shown: undefined, isAsking: true };
  expect(foundWords({ ...ask, found: undefined })).toBe("Searching…");
  expect(foundWords({ ...ask, found: found(2, 2) })).toBe("2 entries found.");
  expect(foundWords({ ...ask, query: "", found: undefined })).toBe("");
});

test("what was looked at is said with what is missing, and what was not found with what was asked", () => {
  const state = { building: undefined, isFailed: false };
  expect(searchedWords({ ...state, entries: 1, missing: 0 })).toBe("Searched 1 entry.");
  expect(searchedWords({ ...state, entries: 1200, missing: 2 })).toBe(
    "Searched all 1,200 entries; texts of 2 are not in this browser yet.",
  );
  expect(noneWords("sea", true)).toBe("No entry has “sea” and passes the filters.");
  expect(noneWords("", true)).toBe("No entry passes the filters.");
});

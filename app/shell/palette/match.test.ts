import { expect, test } from "vitest";
import { findEntries, normalise, prepare } from "./match.ts";

function entry(title: string, words = "", summary = "", kind = "Page") {
  return { title, words, summary, kind };
}

function find(query: string, ...entries: ReturnType<typeof entry>[]): string[] {
  return findEntries(prepare(entries), query, 50).map(({ title }) => title);
}

test("case, accents and punctuation are of no matter, on either side", () => {
  expect(normalise("  Crème–Brûlée, Straße & Łódź! ")).toBe("creme brulee strasse lodz");
  expect(find("creme brulee", entry("Crème brûlée"))).toEqual(["Crème brûlée"]);
  expect(find("CRÈME", entry("creme"))).toEqual(["creme"]);
  expect(find("дом", entry("Дом у моря"))).toEqual(["Дом у моря"]);
  expect(find("c++", entry("Lists in C++"), entry("Lists in C"))).toEqual(["Lists in C++"]);
});

test("a title that is the query comes first, then what starts with it, then a word of it, then its inside", () => {
  const titles = ["Overtake", "A take", "Takeaway", "Take"];
  const found = find("take", ...titles.map((title) => entry(title)));
  expect(found).toEqual(["Take", "Takeaway", "A take", "Overtake"]);
});

test("a title is worth more than a tag, and a tag more than a part of a sentence", () => {
  const found = find("rust", entry("C", "", "about trust"), entry("B", "rust"), entry("Rust"));
  expect(found).toEqual(["Rust", "B", "C"]);
});

test("every word must be found, in any order and anywhere", () => {
  const entries = [entry("Tide clock", "wood brass"), entry("Tide tables"), entry("Brass band")];
  expect(find("brass tide", ...entries)).toEqual(["Tide clock"]);
});

test("letters with gaps mean a title, from the start of a word on, and never a sentence", () => {
  const entries = [entry("Projects"), entry("About", "", "parts of jets")];
  expect(find("prjs", ...entries)).toEqual(["Projects"]);
  expect(find("rjcs", ...entries)).toEqual([]);
  expect(find("xyz", ...entries)).toEqual([]);
});

test("a query without letters finds nothing", () => {
  expect(find(" -- ", entry("Projects"))).toEqual([]);
});

test("equally good ones keep their order, and no more are shown than asked for", () => {
  const entries = Array.from({ length: 60 }, (_, at) => entry("Same", `${at}`));
  const found = findEntries(prepare(entries), "same", 50);
  expect(found).toEqual(entries.slice(0, 50));
});

test("two thousand long titles and a query made to be compared at length come to an end", () => {
  const entries = Array.from({ length: 2000 }, (_, at) => entry(`${"a".repeat(199)} ${at}`));
  expect(findEntries(prepare(entries), `${"a".repeat(150)}c`, 50)).toEqual([]);
});

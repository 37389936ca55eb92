import { expect, test } from "vitest";
import { createSearchIndex } from "./search-index.ts";
import { type NameOf, searchEntryOf, searchVersion } from "./search-entry.ts";

const names: Record<string, string> = {
  "tags/t1": "Holiday",
  "people/p1": "Zoë",
  "people/p2": "京",
};
const nameOf: NameOf = (kind, id) => names[`${kind}/${id}`];
const entry = {
  id: "e1",
  when: { v: "2026-12-01T21:40", zone: "Asia/Tokyo" },
  title: "都",
  tags: ["t1", "gone"],
  people: ["p1", "p2"],
  place: { name: "Lisbon" },
  edited: 1_764_000_000_000_000,
};

test("title, names and place are its head; what was chosen and has no name is let be", () => {
  const index = createSearchIndex();
  index.put(searchEntryOf(entry, nameOf, "the text"));
  for (const query of ["holiday zoe", "lisbon text", "京", "都"]) {
    expect(index.find(query).count, query).toBe(1);
  }
  expect(index.find("都京").count).toBe(0);
  expect(index.find("gone").count).toBe(0);
  expect(index.find("text").found).toEqual([
    { id: "e1", when: Date.UTC(2026, 11, 1, 21, 40) / 60_000, score: 4 },
  ]);
});

test("its version tells every change of what is searched, and is known without the text", () => {
  const { version } = searchEntryOf(entry, nameOf, "the text");
  expect(searchVersion({ ...entry }, nameOf, true)).toBe(version);
  const others = [
    searchVersion(entry, nameOf, false),
    searchVersion({ ...entry, edited: entry.edited + 1 }, nameOf, true),
    searchVersion({ ...entry, title: "" }, nameOf, true),
    searchVersion({ ...entry, place: null }, nameOf, true),
    searchVersion({ ...entry, when: { v: "2026-12-01T21:41", zone: "" } }, nameOf, true),
    searchVersion(entry, (kind, id) => (id === "t1" ? "Work" : nameOf(kind, id)), true),
    searchVersion(entry, () => undefined, true),
  ];
  expect(new Set([version, ...others]).size).toBe(others.length + 1);
  for (const one of [version, ...others]) expect(Number.isSafeInteger(one)).toBe(true);
});

import { expect, test } from "vitest";
import { type Filtered, filtersOf, idOfFilter, passes, readWords } from "./filters.ts";

const rooms = [
  { journal: "one", name: "Diary", colour: "" },
  { journal: "two", name: "Work", colour: "red" },
];
const names: Record<string, string> = { a: "Café", b: "Night shift", c: "Anna" };
const nameIn = (_: string, journal: string, id: string) =>
  journal === "one" ? names[id] : undefined;
const entry: Filtered = { journal: "one", mood: 4, star: true, tags: ["a", "b"], people: ["c"] };
const isFound = (text: string, of = entry) => passes(of, readWords(text, rooms).filters, nameIn);

test("what is typed before a colon narrows, and the rest are words", () => {
  expect(readWords('sunny tag:cafe with:"Anna" day', rooms).words).toBe("sunny day");
  expect(isFound("tag:CAF")).toBe(true);
  expect(isFound('tag:"night shift" tag:cafe')).toBe(true);
  expect(isFound("tag:shift")).toBe(false);
  expect(isFound("with:ben")).toBe(false);
  expect(isFound("mood:goo in:di is:starred")).toBe(true);
  expect(isFound("in:work")).toBe(false);
});

test("what says nothing stays a word", () => {
  expect(readWords("mood:purple http://a.b tag:", rooms)).toEqual({
    words: "mood:purple http://a.b tag:",
    filters: [],
  });
});

test("of moods and journals one is enough, of tags all must be there", () => {
  const all = filtersOf({
    rooms,
    topics: (kind) =>
      kind === "tags"
        ? [
            { name: "Café", colour: "" },
            { name: "Rain", colour: "" },
          ]
        : [],
  });
  const by = (...ids: string[]) => all.filter((one) => ids.includes(idOfFilter(one)));
  expect(all.filter(({ kind }) => kind === "tag")).toHaveLength(2);
  expect(passes(entry, by("mood:4", "mood:1"), nameIn)).toBe(true);
  expect(passes(entry, by("tag:cafe"), nameIn)).toBe(true);
  expect(passes(entry, by("tag:cafe", "tag:rain"), nameIn)).toBe(false);
  expect(passes({ ...entry, star: false }, by("star:"), nameIn)).toBe(false);
  // One journal is no choice.
  const single = filtersOf({ rooms: rooms.slice(0, 1), topics: () => [] });
  expect(single.some(({ kind }) => kind === "in")).toBe(false);
});

import { expect, test } from "vitest";
import type { Parts } from "../records/register.ts";
import { padme } from "../sealed/padme.ts";
import { faultOfValue } from "./item-values.ts";
import { mostTextBytes, roomProblem } from "./limits.ts";

const wrong = "This is nothing that a journal can keep.";
const good: [place: string, value: Parts][] = [
  ["entries/when", { v: "2026-12-01T21:40", zone: "Europe/Berlin" }],
  ["entries/when", { v: "2026-12-01", zone: "" }],
  ["entries/when", { v: "2024-02-29T00:00", zone: "+05:30" }],
  ["entries/when", { v: "2026-12-01T21:40", zone: "America/Argentina/Nowhere_Yet" }],
  ["entries/title", { v: "" }],
  ["entries/title", { v: "x".repeat(300) }],
  ["entries/gist", { v: "x".repeat(240), words: 100_000 }],
  ["entries/mood", { v: 0 }],
  ["entries/mood", { v: 5 }],
  ["entries/tags", { v: "" }],
  ["entries/people", { v: "a b-c d_e" }],
  ["entries/place", { v: "", lat: -90, lon: 180 }],
  ["entries/place", { v: "Home" }],
  ["entries/weather", { v: "snow", temp: -12.5 }],
  ["entries/weather", { v: "" }],
  ["entries/revs", { v: Array(120).fill("1795600000000000").join(" ") }],
  ["texts/doc", { v: "é".repeat(mostTextBytes / 2) }],
  ["texts/gone", { v: true }],
  ["media/of", { entry: "d1-0F" }],
  [
    "media/file",
    { name: "a.jpg", type: "image/svg+xml", size: 1, width: 0, height: 0, sha: "0f".repeat(32) },
  ],
  ["media/spot", { lat: 0, lon: 0 }],
  ["tags/colour", { v: "teal" }],
  ["journal/stripPhotos", { v: "never" }],
  ["lost/of", { v: "texts/a/doc" }],
  ["revs/of", { entry: "a", device: "Phone" }],
];

const bad: [place: string, value: Parts][] = [
  ["entries/when", { v: "2026-02-30T09:00", zone: "" }],
  ["entries/when", { v: "2026-12-01T24:00", zone: "" }],
  ["entries/when", { v: "", zone: "" }],
  ["entries/when", { v: "2026-12-01" }],
  ["entries/when", { v: "2026-12-01", zone: "a b" }],
  ["entries/when", { v: "2026-12-01", zone: "x".repeat(65) }],
  ["entries/title", { v: 5 }],
  ["entries/title", { v: "a", more: "b" }],
  ["entries/title", {}],
  ["entries/gist", { v: "a", words: -1 }],
  ["entries/gist", { v: "a", words: 1.5 }],
  ["entries/mood", { v: 6 }],
  ["entries/mood", { v: Number.NaN }],
  ["entries/tags", { v: " a" }],
  ["entries/tags", { v: "a " }],
  ["entries/tags", { v: "a  b" }],
  ["entries/tags", { v: "a/b" }],
  ["entries/tags", { v: Array(201).fill("a").join(" ") }],
  ["entries/place", { v: "Home", lat: 1 }],
  ["entries/place", { v: "Home", lat: 91, lon: 0 }],
  ["entries/place", { v: "Home", lat: Number.NaN, lon: 0 }],
  ["entries/weather", { v: "toString" }],
  ["entries/weather", { v: "rain", temp: 71 }],
  ["entries/star", { v: 1 }],
  ["entries/doc", { v: "" }],
  ["entries/toString", { v: "" }],
  ["media/of", { entry: "a/b" }],
  ["media/of", { entry: "" }],
  [
    "media/file",
    { name: "a", type: "image/jpeg\n", size: 1, width: 1, height: 1, sha: "0f".repeat(32) },
  ],
  ["media/file", { name: "a", type: "image/jpeg", size: 1, width: 1, height: 1, sha: "0F" }],
  ["media/spot", { lat: 1 }],
  ["tags/colour", { v: "constructor" }],
  ["journal/week", { v: "sa" }],
  ["lost/of", { v: "a b" }],
  ["toString/name", { v: "a" }],
];

const faultOf = ([place, value]: [string, Parts]) => {
  const [kind = "", register = ""] = place.split("/");
  return faultOfValue(kind, register, value);
};

test("what a journal can keep is taken", () => {
  expect(good.map((one) => [one[0], faultOf(one)])).toEqual(
    good.map(([place]) => [place, undefined]),
  );
});

test("what it cannot keep is refused", () => {
  expect(bad.map((one) => [one, faultOf(one)])).toEqual(bad.map((one) => [one, wrong]));
});

test("texts that are too long are refused with a sentence", () => {
  expect(faultOfValue("entries", "title", { v: "x".repeat(301) })).toBe(
    "This text has more than 300 letters.",
  );
  expect(faultOfValue("templates", "doc", { v: "x".repeat(20_001) })).toBe(
    "This text has more than 20,000 letters.",
  );
  for (const v of ["x".repeat(mostTextBytes + 1), "漢".repeat(166_667), "é".repeat(250_001)]) {
    expect(faultOfValue("texts", "doc", { v })).toBe(
      "This text is longer than a journal can keep.",
    );
  }
});

test("the longest text fits into one document, of whatever letters, plain and sealed", () => {
  const document = 1_048_576;
  const beside = 1_000;
  for (const letters of ["x", '"', "\\", "漢", "🌲", "\n", "é"]) {
    // As the JSON of a rich text has it.
    const once = JSON.stringify(letters).slice(1, -1);
    const v = once.repeat(Math.floor(mostTextBytes / Buffer.byteLength(once)));
    expect(faultOfValue("texts", "doc", { v })).toBeUndefined();
    const item = { kind: "texts", id: "x".repeat(120), doc: { v, t: 1e16, p: 1e16 } };
    const plain = Buffer.byteLength(JSON.stringify(item));
    expect(plain + beside).toBeLessThan(document);
    expect(padme(4 + plain) + 29 + beside).toBeLessThan(document);
  }
});

test("many ids are judged quickly, also those that end badly", () => {
  const started = performance.now();
  expect(faultOfValue("entries", "tags", { v: `${"a".repeat(24_000)}!` })).toBe(wrong);
  expect(faultOfValue("entries", "tags", { v: `${"a ".repeat(199)}!` })).toBe(wrong);
  expect(performance.now() - started).toBeLessThan(2_000);
});

test("a journal without room says how many there are and what to do", () => {
  expect(roomProblem("entries", 19_999, 1)).toBeUndefined();
  expect(roomProblem("entries", 30_000, 0)).toBeUndefined();
  expect(roomProblem("entries", 20_000, 1)).toBe(
    "There are 20,000 entries of at most 20,000: one more has no room. Delete some for good first; nothing was changed.",
  );
  expect(roomProblem("media", 0, 20_001)).toBe(
    "There are 0 photos and files of at most 20,000: 20,001 more have no room. Choose fewer; nothing was changed.",
  );
  expect(roomProblem("journals", 20, 2)).toContain("2 more have no room");
});

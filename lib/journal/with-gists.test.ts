import { expect, test } from "vitest";
import { type Item, readItem } from "../records/register.ts";
import { besides, judgeWrites } from "./judge-writes.ts";

const now = 1_795_600_000_000;
const when = { v: "2026-12-01T21:40", zone: "", t: 5, p: 0 };
const itemOf = (registers: object) => readItem({ at: now - 1000, ...registers })!;
const docOf = (words: string) =>
  JSON.stringify({
    type: "doc",
    content: [{ type: "paragraph", content: [{ type: "text", text: words }] }],
  });
const doc = (words: string, t: number, p: number) => ({ v: docOf(words), t, p });
const gist = (v: string, t: number, p: number) => ({ v, words: v.split(" ").length, t, p });

function judge(writes: Record<string, unknown>, items: Record<string, Item>) {
  const stored = (kind: string, id: string) => items[`${kind}/${id}`];
  const verdict = judgeWrites({ writes, stored, now });
  if (typeof verdict === "string") return verdict;
  const changed = verdict.changes.map(({ kind, item }) => [kind, item?.registers] as const);
  return Object.fromEntries(changed);
}

const there = {
  "entries/a": itemOf({ when, gist: gist("one end", 20, 10) }),
  "texts/a": itemOf({ doc: doc("one end", 20, 10) }),
};

test("of a text that two have joined the list says what is in it, whoever wrote its head last", () => {
  // The later head is that of the other device, so only the text is written.
  const changed = judge({ "texts/a/doc": doc("begin one end", 21, 20) }, there);
  expect(changed).toMatchObject({
    texts: { doc: { t: 21 } },
    entries: { gist: { value: { v: "begin one end", words: 3 }, t: 22, p: 20 } },
  });
  // The own head is later, and knows the own words only.
  const writes = {
    "texts/a/doc": doc("begin one end", 31, 20),
    "entries/a/gist": gist("begin one", 30, 20),
  };
  expect(judge(writes, there)).toMatchObject({
    entries: { gist: { value: { v: "begin one end", words: 3 }, t: 32, p: 20 } },
  });
});

test("sent again after its answer was lost, the text stays, and whoever sent it hears of the right head", () => {
  const writes = {
    "texts/a/doc": doc("begin one end", 31, 20),
    "entries/a/gist": gist("begin one", 30, 20),
  };
  const after = {
    "entries/a": itemOf({ when, gist: { v: "begin one end", words: 3, t: 32, p: 20 } }),
    "texts/a": itemOf({ doc: doc("begin one end", 31, 20) }),
  };
  expect(judge(writes, after)).toEqual({
    entries: expect.objectContaining({
      gist: { value: { v: "begin one end", words: 3 }, t: 33, p: 32 },
    }),
  });
  expect(judge({ "texts/a/doc": writes["texts/a/doc"] }, after)).toEqual({});
});

test("a head that is written alone says what the text there says, later than what its writer has", () => {
  const alone = { "entries/a/gist": gist("something else", 30, 20) };
  expect(judge(alone, there)).toMatchObject({
    entries: { gist: { value: { v: "one end", words: 2 }, t: 31, p: 20 } },
  });
  expect(besides({ "entries/a/gist": {}, "texts/b/doc": {}, "entries/c/star": {} })).toEqual([
    "texts/a",
    "entries/b",
  ]);
});

test("of a text that was emptied, or became a picture, the head says no words", () => {
  const picture = { type: "doc", content: [{ type: "image", attrs: { src: "x" } }] };
  for (const v of ["", JSON.stringify(picture)]) {
    expect(judge({ "texts/a/doc": { v, t: 31, p: 20 } }, there)).toMatchObject({
      entries: { gist: { value: { v: "", words: 0 }, t: 32, p: 20 } },
    });
  }
  const silent = { ...there, "entries/a": itemOf({ when }) };
  expect(Object.keys(judge({ "texts/a/doc": { v: "", t: 31, p: 20 } }, silent))).toEqual(["texts"]);
});

test("what is right stays as it was written, and is asked whether it knew of the one before", () => {
  const writes = {
    "texts/a/doc": doc("one two", 31, 20),
    "entries/a/gist": gist("one two", 30, 20),
  };
  expect(judge(writes, there)).toMatchObject({ entries: { gist: { t: 30, p: 20 } } });
  expect(judge({ ...writes, "entries/a/gist": gist("one two", 30, 10) }, there)).toBe("stale");
});

test("without an entry, or with a text that nobody can read, there is nothing to say", () => {
  expect(judge({ "texts/a/doc": doc("one two", 21, 0) }, {})).toEqual({
    texts: expect.anything(),
  });
  const broken = { "texts/a/doc": { v: "no JSON", t: 31, p: 20 } };
  expect(Object.keys(judge(broken, there))).toEqual(["texts"]);
});

import { expect, test } from "vitest";
import {
  askedAt,
  mentionedAfter,
  mentionedIn,
  offeredFor,
  partsOf,
  withMention,
} from "./mentions.ts";

const ann = { uid: "ann", name: "Ann" };
const annLee = { uid: "lee", name: "Ann Lee" };
const zoe = { uid: "zoe", name: "Zoë (roof)" };
const members = [ann, annLee, zoe];
const asked = (text: string) => askedAt(text, text.length)?.words;

test("a name is asked for behind an @ that begins a word", () => {
  expect(asked("@")).toBe("");
  expect(asked("See @An")).toBe("an");
  expect(asked("(@Ann Le")).toBe("ann le");
  expect(asked("mail@example.org")).toBeUndefined();
  expect(asked("@Ann  went")).toBeUndefined();
  expect(asked("@ ")).toBeUndefined();
  expect(asked("@Ann\n")).toBeUndefined();
  expect(askedAt("@Ann is here", 3)).toEqual({ from: 0, words: "an" });
});

test("members are found by the beginning of their names, with or without marks", () => {
  expect(offeredFor(members, "an")).toEqual([ann, annLee]);
  expect(offeredFor(members, "lee")).toEqual([annLee]);
  expect(offeredFor(members, "zoe")).toEqual([zoe]);
  expect(offeredFor(members, "x")).toEqual([]);
  expect(offeredFor([{ uid: "no", name: "" }], "")).toEqual([]);
});

test("the name takes the place of what was typed, and the cursor stands behind it", () => {
  expect(withMention("See @an please", 7, 4, "Ann")).toEqual({
    text: "See @Ann please",
    cursor: 9,
  });
});

test("who is mentioned is who is named whole", () => {
  expect(mentionedIn("@Ann and @Zoë (roof): look", members)).toEqual(["ann", "zoe"]);
  expect(mentionedIn("@Ann Lee, look", members)).toEqual(["lee"]);
  expect(mentionedIn("@Annie", members)).toEqual([]);
  expect(mentionedIn("x@Ann", members)).toEqual([]);
});

test("of two of the same name it is who was chosen, else both", () => {
  const other = { uid: "ann2", name: "Ann" };
  expect(mentionedIn("@Ann", [ann, other])).toEqual(["ann", "ann2"]);
  expect(mentionedIn("@Ann", [ann, other], new Set(["ann2"]))).toEqual(["ann2"]);
});

test("an edit mentions who is new in it, and no more who is not named; of the same name who it was", () => {
  const other = { uid: "ann2", name: "Ann" };
  const after = (mentions: string[], from: string, to: string, chosen = new Set<string>()) =>
    mentionedAfter({ text: from, mentions }, to, [...members, other], chosen);
  expect(after(["ann"], "@Ann", "@Ann, @Ann Lee")).toEqual(["ann", "lee"]);
  expect(after(["ann"], "@Ann", "Nobody")).toEqual([]);
  expect(after(["ann"], "@Ann", "@Ann @Ann", new Set(["ann2"]))).toEqual(["ann", "ann2"]);
  // Who has left, or had another name, is named by a word that says nothing now.
  expect(after(["gone"], "@Zed", "@Zed and @Ann Lee")).toEqual(["gone", "lee"]);
});

test("a name that is a pattern is only a name", () => {
  expect(partsOf("Hi @a.* (b), @abc", ["a.* (b)"])).toEqual(["Hi ", "@a.* (b)", ", @abc"]);
});

import { expect, test } from "vitest";
import { mergeNotes } from "./merge-notes.ts";
import { joinNotes } from "./send-notes.ts";

test("what nobody else changed becomes what was typed", () => {
  expect(mergeNotes("", { from: "", to: "a" })).toBe("a");
  expect(mergeNotes("a", { from: "a", to: "a b" })).toBe("a b");
  expect(mergeNotes("a", { from: "a", to: "" })).toBe("");
});

test("what another wrote meanwhile stays, also while one goes on writing, and a change sent twice is made once", () => {
  const both = mergeNotes("theirs", { from: "", to: "mine" });
  expect(both).toBe("theirs\n\nmine");
  expect(mergeNotes(both, { from: "", to: "mine" })).toBe(both);
  expect(mergeNotes(both, { from: "mine", to: "mine, longer" })).toBe("theirs\n\nmine, longer");
  expect(mergeNotes(both, { from: "mine", to: "" })).toBe("theirs");
  expect(mergeNotes("theirs", { from: "old", to: "" })).toBe("theirs");
  expect(mergeNotes("a b c", { from: "a", to: "a b" })).toBe("a b c");
});

test("what was typed in two tabs is two changes, what was typed in one is one", () => {
  expect(joinNotes({ from: "", to: "a" }, { from: "a", to: "ab" })).toEqual({ from: "", to: "ab" });
  expect(joinNotes({ from: "", to: "a" }, { from: "", to: "b" })).toBeUndefined();
});

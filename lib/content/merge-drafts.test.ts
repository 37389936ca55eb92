import { expect, test } from "vitest";
import type { DraftConflict } from "./draft.ts";
import {
  type DraftChange,
  changesOf,
  joinChanges,
  mergeChange,
  sameValue,
  showChange,
  TooManyConflictsError,
} from "./merge-drafts.ts";

const ann = { by: "ann", byName: "Ann", over: "Bob", at: "2026-05-01T12:00:00.000Z" };
const change = (before: object, after: object): DraftChange => ({
  fields: changesOf(before as never, after as never),
  settled: [],
});
const stored = (fields: object, conflicts: DraftConflict[] = []) => ({
  fields: fields as never,
  conflicts,
});
const doc = (text: string) => ({
  type: "doc",
  content: [{ type: "paragraph", content: [{ type: "text", text }] }],
});

test("different fields of two editors are both taken", () => {
  const made = change({ title: "a", summary: "b" }, { title: "ann's" });
  const merged = mergeChange(stored({ title: "a", summary: "bob's" }), made, ann);
  expect(merged).toEqual({
    fields: { title: "ann's", summary: "bob's" },
    conflicts: [],
    lost: [],
  });
});

test("of the same field what is stored stays, and the other text is kept with its author", () => {
  const made = change({ body: doc("a") }, { body: doc("ann's") });
  const merged = mergeChange(stored({ body: doc("bob's") }), made, ann);
  expect(merged.fields).toEqual({ body: doc("bob's") });
  expect(merged.conflicts).toEqual([{ field: "body", value: doc("ann's"), ...ann }]);
  expect(merged.lost).toEqual(["body"]);
});

test("who goes on with a text that lost has one conflict, not one for each save", () => {
  const first = mergeChange(stored({ title: "bob's" }), change({ title: "" }, { title: "A" }), ann);
  const next = mergeChange(first, change({ title: "A" }, { title: "Ann" }), ann);
  expect(next.conflicts.map(({ value }) => value)).toEqual(["Ann"]);
  // Emptied, or made the same as what is saved, there is nothing left to choose.
  expect(mergeChange(next, change({ title: "Ann" }, { title: "" }), ann).conflicts).toEqual([]);
  const same = mergeChange(next, change({ title: "Ann" }, { title: "bob's" }), ann);
  expect(same).toEqual({ fields: { title: "bob's" }, conflicts: [], lost: [] });
});

test("lists of words lose nothing: both add, both take away", () => {
  const made = change({ tags: ["map", "old"] }, { tags: ["map", "ann"] });
  const merged = mergeChange(stored({ tags: ["old", "bob"] }), made, ann);
  expect(merged).toEqual({ fields: { tags: ["bob", "ann"] }, conflicts: [], lost: [] });
  expect(showChange({ tags: ["map", "old", "bob"] }, made)).toEqual({
    tags: ["map", "bob", "ann"],
  });
});

test("the parts of a resume are fields of their own", () => {
  const before = { document: { basics: { name: "A" }, work: [{ name: "x" }] } };
  const made = change(before, { document: { ...before.document, work: [{ name: "ann's" }] } });
  expect(Object.keys(made.fields)).toEqual(["document.work"]);
  const other = { document: { basics: { name: "bob's" }, work: [{ name: "x" }] } };
  expect(mergeChange(stored(other), made, ann).fields).toEqual({
    document: { basics: { name: "bob's" }, work: [{ name: "ann's" }] },
  });
  const same = { document: { basics: { name: "A" }, work: [{ name: "bob's" }] } };
  const { conflicts, fields } = mergeChange(stored(same), made, ann);
  expect(conflicts).toMatchObject([{ field: "document.work", value: [{ name: "ann's" }] }]);
  expect(fields).toEqual(same);
});

test("a field that was taken away stays away, unless somebody has changed it", () => {
  const made = change({ cover: { src: "/a" } }, { cover: undefined });
  expect(mergeChange(stored({ cover: { src: "/a" } }), made, ann).fields).toEqual({});
  const kept = mergeChange(stored({ cover: { src: "/bob" } }), made, ann);
  expect(kept).toEqual({ fields: { cover: { src: "/bob" } }, conflicts: [], lost: [] });
});

test("a change and the way back from it are nothing", () => {
  const there = change({ title: "a" }, { title: "b" });
  const back = change({ title: "b" }, { title: "a" });
  expect(joinChanges(there, back)).toEqual({ fields: {}, settled: [] });
  // One that began from something else is not taken for what follows.
  expect(joinChanges(there, change({ title: "c" }, { title: "d" }))).toBeUndefined();
  const whole = change({}, { document: { work: [] } });
  const part = change({ document: { work: [] } }, { document: { work: [1] } });
  expect(joinChanges(part, whole)).toBeUndefined();
});

test("only the text that was seen is settled, and it can be taken back", () => {
  const conflict = { field: "title", value: "Ann", ...ann };
  const wentOn = { ...conflict, value: "Ann and more" };
  const settle = { fields: {}, settled: [conflict] };
  expect(mergeChange(stored({}, [wentOn]), settle, ann).conflicts).toEqual([wentOn]);
  expect(mergeChange(stored({}, [conflict]), settle, ann).conflicts).toEqual([]);
  const back = { fields: {}, settled: [], unsettled: [conflict] };
  const both = joinChanges(settle, back)!;
  expect(mergeChange(stored({}, [conflict]), both, ann).conflicts).toEqual([conflict]);
  const again = joinChanges(both, settle)!;
  expect(mergeChange(stored({}, [conflict]), again, ann).conflicts).toEqual([]);
});

test("a conflict too many is refused, and none is dropped for it", () => {
  const full = Array.from({ length: 100 }, (_, at) => ({ field: "title", value: `${at}`, ...ann }));
  const made = change({ summary: "" }, { summary: "ann's" });
  const before = stored({ summary: "bob's" }, full);
  expect(() => mergeChange(before, made, ann)).toThrow(TooManyConflictsError);
  expect(before.conflicts).toHaveLength(100);
});

test("values are the same in whatever order their keys are", () => {
  expect(sameValue({ a: 1, b: [{ c: null }] }, { b: [{ c: null }], a: 1 })).toBe(true);
  expect(sameValue({ a: 1, b: undefined }, { a: 1 })).toBe(true);
  expect(sameValue(["a", "b"], ["b", "a"])).toBe(false);
  expect(sameValue({}, [])).toBe(false);
  expect(sameValue(null, undefined)).toBe(false);
});

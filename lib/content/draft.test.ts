import { expect, test } from "vitest";
import { readConflicts } from "./draft.ts";

test("of what a client wrote among the conflicts only those with a field and a value are read, and their names as texts", () => {
  const odd = ["x", null, { field: 7 }, { field: "__proto__.x", value: 1 }, { field: "tags" }];
  const named = { field: "title", value: "Mine", by: "ben", byName: { a: 1 }, over: {} };
  expect(readConflicts([...odd, named])).toEqual([
    { field: "title", value: "Mine", by: "ben", byName: "", at: "" },
  ]);
  expect(readConflicts({ field: "title", value: "Mine" })).toEqual([]);
});

import { expect, test } from "vitest";
import { openBoardBench } from "../testing/board-bench.ts";
import { restore } from "./restore.ts";

test("cards go back to where they stood, as far as there is room, the others are told", () => {
  const bench = openBoardBench();
  const { acts, put, write, titles } = bench;
  for (const id of ["a", "b", "c"]) put(id, "doing");
  put("d", "done");
  acts.cards.archive(["a", "b", "c", "d"]);
  write("columns", "doing", "limit", { v: 2 });
  write("columns", "done", "gone", { v: true });
  expect(restore(bench, ["a", "b", "c", "d"])).toEqual(["c", "d"]);
  expect(titles("doing")).toEqual(["a", "b"]);
  acts.undo();
  expect(titles("doing")).toEqual([]);
});

test("what somebody deleted for good meanwhile is asked about no more", () => {
  expect(restore(openBoardBench(), ["nothing"])).toEqual([]);
});

import { expect, test } from "vitest";
import { hasOlder, joined, withNewest } from "./log-pages.ts";

const entriesOf = (...seqs: number[]) =>
  seqs.map((seq) => ({
    key: `s${String(seq).padStart(9, "0")}`,
    at: seq,
    by: "ann",
    acts: [],
    w: [],
  }));
const seqsOf = (entries: readonly { at: number }[]) => entries.map(({ at }) => at);

test("what comes stands above what was read, each once", () => {
  const before = entriesOf(4, 3, 2);
  expect(seqsOf(withNewest(entriesOf(6, 5, 4), before))).toEqual([6, 5, 4, 3, 2]);
  expect(seqsOf(withNewest(entriesOf(5), before))).toEqual([5, 4, 3, 2]);
  expect(seqsOf(joined(before, entriesOf(2, 1)))).toEqual([4, 3, 2, 1]);
});

test("after a long time without a connection none is missing between: older ones are read again", () => {
  const entries = withNewest(entriesOf(90, 89, 88), entriesOf(4, 3, 2, 1));
  expect(seqsOf(entries)).toEqual([90, 89, 88]);
  expect(hasOlder(entries)).toBe(true);
});

test("there are older ones until the making of the board is read", () => {
  expect([entriesOf(3, 2), entriesOf(2, 1), []].map(hasOlder)).toEqual([true, false, false]);
});

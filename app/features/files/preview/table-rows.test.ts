import { expect, test } from "vitest";
import { mostColumns, mostRows, tableRows } from "./table-rows.ts";

test("commas, semicolons and tabs part the cells, whichever the first line has", () => {
  expect(tableRows('a;"b,c,d,e"\n1;2,5', "x.csv", false).rows).toEqual([
    ["a", "b,c,d,e"],
    ["1", "2,5"],
  ]);
  expect(tableRows("a\tb", "x.csv", false).rows).toEqual([["a", "b"]]);
  expect(tableRows("a,b", "x.tsv", false).rows).toEqual([["a,b"]]);
});

test("of a file that goes on the last row that is whole ends it, also inside of quotes", () => {
  expect(tableRows('a,b\n1,"two\nlines"\n3,"fo\nur', "x.csv", true)).toEqual({
    rows: [
      ["a", "b"],
      ["1", "two\nlines"],
    ],
    columns: 2,
    isCut: true,
  });
  expect(tableRows("a,b", "x.csv", true).rows).toEqual([]);
});

test("more rows and columns than are shown are said to be there", () => {
  expect(tableRows("a\n".repeat(mostRows + 5), "x.csv", false)).toMatchObject({ isCut: true });
  const wide = tableRows(`a${",".repeat(mostColumns)}b`, "x.csv", false);
  expect([wide.columns, wide.isCut]).toEqual([mostColumns, true]);
  expect(tableRows("", "x.csv", false)).toEqual({ rows: [], columns: 0, isCut: false });
});

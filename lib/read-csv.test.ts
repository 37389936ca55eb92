import { expect, test } from "vitest";
import { csvLine } from "./csv-line.ts";
import { CsvError, readCsv } from "./read-csv.ts";

test.for<[string, string[][]]>([
  [
    "a,b\r\nc,d\r\n",
    [
      ["a", "b"],
      ["c", "d"],
    ],
  ],
  [
    "a,b\nc,d",
    [
      ["a", "b"],
      ["c", "d"],
    ],
  ],
  ['"a, b","say ""hi""","two\nlines"', [["a, b", 'say "hi"', "two\nlines"]]],
  ["\uFEFFTitle,Note", [["Title", "Note"]]],
  [
    "a,,\n,,\n\n,b",
    [
      ["a", "", ""],
      ["", "b"],
    ],
  ],
  ['a "quoted" word,5" pan', [['a "quoted" word', '5" pan']]],
  ["a,", [["a", ""]]],
  ["", []],
])("%j has these cells", ([text, rows]) => {
  expect(readCsv(text.endsWith(",") ? `${text}\n` : text)).toEqual(rows);
});

test("what this site writes as CSV it reads again", () => {
  const rows = [
    ["plain", 'with "quotes"', "with, comma", "with\r\nlines", ""],
    ["ü", "日本", "🍜", " spaces ", "x"],
  ];
  expect(readCsv(rows.map((row) => csvLine(row)).join(""))).toEqual(rows);
});

test("a quote that is never closed is said, however long the text", () => {
  expect(() => readCsv(`a,"b${",x\n".repeat(200_000)}`)).toThrow(CsvError);
  expect(() => readCsv(`${'"",'.repeat(100_000)}"`)).toThrow(CsvError);
});

test("cells of many megabytes are read", () => {
  const long = "x".repeat(10_000_000);
  expect(readCsv(`"${long}",b`)[0]?.map(({ length }) => length)).toEqual([long.length, 1]);
});

test("no more rows are read than asked for", () => {
  expect(readCsv("a\nb\nc\n", 2)).toEqual([["a"], ["b"]]);
});

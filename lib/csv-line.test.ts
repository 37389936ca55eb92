import { expect, test } from "vitest";
import { csvLine } from "./csv-line.ts";

test("what a spreadsheet would take for a formula is a text in it", () => {
  expect(csvLine(["=1+1", "+1", "-1", "@a", "\t=1", " =1", "a=1", 3, null, true])).toBe(
    "'=1+1,'+1,'-1,'@a,'\t=1,' =1,a=1,3,,true\r\n",
  );
});

test("commas, quotes and line breaks stay in their cell", () => {
  expect(csvLine(["a,b", 'say "x"', "two\nlines", '="x",1'])).toBe(
    '"a,b","say ""x""","two\nlines","\'=""x"",1"\r\n',
  );
});

import { expect, test } from "vitest";
import { formatDate, formatPeriod, formatYears } from "./format-date.ts";

test("a date is shown as exactly as it is known", () => {
  expect(["2019", "2019-03", "2019-03-05"].map(formatDate)).toEqual([
    "2019",
    "Mar 2019",
    "Mar 5, 2019",
  ]);
});

test("a month or day that cannot be is left out", () => {
  expect(["2019-19", "2019-00-10", "2019-02-31", "2019-13-01"].map(formatDate)).toEqual([
    "2019",
    "2019",
    "Feb 2019",
    "2019",
  ]);
  expect(["2019-03-00", "2019-03-32", "2019-03-39"].map(formatDate)).toEqual(
    Array.from({ length: 3 }, () => "Mar 2019"),
  );
  expect(formatPeriod("2018-13-00", "2019-00")).toBe("2018 – 2019");
});

test("a period without an end goes on, and one without a start is its end", () => {
  expect(formatPeriod("2019-03-01", "2021-06")).toBe("Mar 2019 – Jun 2021");
  expect(formatPeriod("2019", undefined)).toBe("2019 – now");
  expect(formatPeriod(undefined, "2021-06-30")).toBe("Jun 2021");
  expect(formatPeriod(undefined, undefined)).toBe("");
});

test("a period within one month or year is shown once", () => {
  expect(formatPeriod("2016-08-01", "2016-08-24")).toBe("Aug 2016");
  expect(formatYears("2016-01", "2016-12")).toBe("2016");
});

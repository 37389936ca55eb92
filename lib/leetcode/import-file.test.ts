import { expect, test } from "vitest";
import { ImportFileError, readImport } from "./import-file.ts";

const read = (value: unknown) => readImport(JSON.stringify(value));

test("a list of problems is read, whichever way its entries name their problem", () => {
  const { problems, faults } = read({
    problems: [
      {
        title: " Two Sum ",
        link: "https://leetcode.com/problems/two-sum/description/",
        number: "1",
        difficulty: "Easy",
        categories: ["Array", " "],
        solutions: [{ language: " Python3 ", code: "pass", note: " Slow. ", label: null }],
      },
      { slug: "3sum" },
      { title: "Own", link: "https://problems.example.com/own" },
    ],
  });
  expect(faults).toEqual([]);
  expect(problems).toEqual([
    {
      title: "Two Sum",
      link: "https://leetcode.com/problems/two-sum/",
      number: 1,
      difficulty: "easy",
      categories: ["Array"],
      solutions: [{ language: "python3", code: "pass", note: "Slow." }],
    },
    { title: "3sum", link: "https://leetcode.com/problems/3sum/", categories: [], solutions: [] },
    { title: "Own", link: "https://problems.example.com/own", categories: [], solutions: [] },
  ]);
});

const submission = (more: object = {}) => ({
  id: 1,
  title: "Two Sum",
  title_slug: "two-sum",
  lang: "python3",
  code: "a",
  status_display: "Accepted",
  timestamp: 1_704_153_600,
  ...more,
});

test("pages of LeetCode's submissions become problems with every accepted code once", () => {
  const page = (...submissions_dump: object[]) => ({ submissions_dump, has_next: true });
  const { problems, skipped, faults } = read([
    page(submission(), submission({ code: "b", lang: "cpp" })),
    page(
      submission({ timestamp: "1600000000" }),
      submission({ status_display: "Wrong Answer" }),
      submission({ title_slug: "../x" }),
    ),
  ]);
  expect(skipped).toBe(1);
  expect(faults).toEqual([
    { at: "submissions", text: "1 cannot be read: they have another form than LeetCode’s." },
  ]);
  expect(problems).toEqual([
    {
      title: "Two Sum",
      link: "https://leetcode.com/problems/two-sum/",
      categories: [],
      solutions: [
        { language: "python3", code: "a", solvedOn: "2020-09-13" },
        { language: "cpp", code: "b", solvedOn: "2024-01-02" },
      ],
    },
  ]);
});

test("entries of the same problem are joined before anybody sees them", () => {
  const solution = (code: string) => ({ language: "c", code });
  const { problems } = read([
    { slug: "two-sum", categories: ["Array"], solutions: [solution("a")] },
    { link: "https://leetcode.com/problems/two-sum", solutions: [solution("b"), solution("a")] },
    submission(),
  ]);
  expect(problems).toHaveLength(1);
  expect(problems[0]?.categories).toEqual(["Array"]);
  expect(problems[0]?.solutions.map(({ code }) => code).toSorted()).toEqual(["a", "a", "b"]);
});

test("entries that cannot be used are named with the reason, and take no others with them", () => {
  const { problems, faults } = read([
    { title: "No link" },
    { title: "Bad link", link: "javascript:alert(1)" },
    { slug: "two-sum", difficulty: "tricky" },
    { slug: "two-sum", solutions: [{ language: "c" }] },
    "text",
    { slug: "3sum" },
  ]);
  expect(problems.map(({ title }) => title)).toEqual(["3sum"]);
  expect(faults.map(({ at }) => at)).toEqual([
    "No link",
    "Bad link",
    "two-sum",
    "two-sum",
    "entry 5",
  ]);
  for (const { text } of faults) expect(text).toMatch(/^\S.*\.$/);
});

test.for(["", "{", "null", "7", '"x"', "[]", "{}", '{"problems":{}}', '{"problems":[]}'])(
  "a file without problems is refused with a sentence: %s",
  (text) => {
    expect(() => readImport(text)).toThrow(ImportFileError);
  },
);

test("a file that is too large is refused before it is read", () => {
  expect(() => readImport(" ".repeat(33 * 1024 * 1024))).toThrow("Split it.");
  expect(() => read(Array.from({ length: 20_001 }, () => ({})))).toThrow("Split it.");
});

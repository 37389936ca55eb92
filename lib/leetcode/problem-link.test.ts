import { expect, test } from "vitest";
import { linkKey, slugOfTyped } from "./problem-link.ts";

test.for([
  "https://leetcode.com/problems/two-sum/",
  "https://leetcode.com/problems/two-sum",
  " https://www.leetcode.com/problems/two-sum/description/?envType=daily#top ",
  "http://leetcode.com/problems/Two-Sum/submissions/1",
])("all addresses of a problem at LeetCode are of the same problem: %s", (link) => {
  expect(linkKey(link)).toBe("https://leetcode.com/problems/two-sum/");
});

test.for([
  "https://example.com/problems/two-sum/",
  "https://leetcode.com/problemset/",
  "https://leetcode.com/problems/two%20sum/",
  "/problems/two-sum",
  "",
])("every other address is of itself: %s", (link) => {
  expect(linkKey(` ${link} `)).toBe(link);
});

test("a problem is meant by its slug or by its address, and by nothing else", () => {
  expect(slugOfTyped(" Two-Sum ")).toBe("two-sum");
  expect(slugOfTyped("https://leetcode.com/problems/3sum/")).toBe("3sum");
  for (const typed of ["", "two sum", "-", "a--b", "../x", "https://example.com/problems/3sum/"]) {
    expect(slugOfTyped(typed), typed).toBeUndefined();
  }
});

/** /leetcode with a LeetCode of this machine behind it, and the library of problems. @embedded */
import { openWeb } from "../../server/outgoing/testing/open-web.ts";
import { violationsInBothSchemes } from "../support/axe.ts";
import { startFoyer } from "../support/foyer-process.ts";
import { replayedMain } from "../support/github-replay.ts";
import { createLeetCodeReplay } from "../support/leetcode-replay.ts";
import { expect, open, test as base } from "../support/site-test.ts";
import { writeDocument } from "../support/write-document.ts";

const test = base.extend({
  foyer: [
    // Playwright reads the names of the fixtures from this pattern.
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      await using web = await openWeb({ "leetcode.com": createLeetCodeReplay().answer });
      await using site = await startFoyer({ args: replayedMain(web) });
      await use(site);
    },
    { scope: "test", timeout: 60_000 },
  ],
});
test.describe.configure({ timeout: 90_000 });

const python = 'def two(x):\n    return "é" + x  # done\n';
const twoSum = {
  title: "Two Sum",
  link: "https://leetcode.com/problems/two-sum/",
  number: 1,
  difficulty: "easy",
  categories: ["Array", "Hash Table"],
  solutions: [
    { language: "python3", code: python, label: "one pass", time: "O(n)", note: "Look back." },
    { language: "python3", code: "x = 1" },
    { language: "cpp", code: "int x = 1;" },
  ],
};

test(
  "a visitor sees what LeetCode says, finds a problem, reads its code and comes back",
  { tag: "@embedded" },
  async ({ page, foyer, watch }) => {
    const main = page.getByRole("main");
    const library = main.getByRole("region", { name: "Problems and solutions" });
    await writeDocument(foyer, "problems/two-sum", twoSum);
    await writeDocument(foyer, "site/resume", {
      document: {
        basics: { name: "Ada", profiles: [{ network: "LeetCode", username: "octo-solver" }] },
      },
    });
    await expect(async () => {
      await open(page, "/leetcode");
      await expect(main.getByRole("heading", { name: "Solved" })).toBeVisible();
    }).toPass();
    await expect(main.getByRole("img", { name: /submissions? in \d{4}/ })).toBeVisible();
    await expect(main.getByText(/^As of/)).toBeVisible();
    expect(await violationsInBothSchemes(page)).toEqual([]);

    await library.getByRole("searchbox", { name: "Search" }).fill("hash");
    await library.getByRole("combobox", { name: "Language" }).selectOption({ label: "C++" });
    await expect(library.getByRole("status")).toHaveText("1 problem");
    await expect(page).toHaveURL(/\?words=hash&language=cpp$/);
    await library.getByRole("link", { name: "Two Sum" }).click();
    await expect(main.getByRole("heading", { level: 1 })).toHaveText("Two Sum");
    await expect(page).toHaveURL(/problem=two-sum$/);
    await expect(main.locator("pre")).toHaveText([python, "x = 1"]);
    await expect(main.locator(".code-keyword", { hasText: "return" })).toBeVisible();
    expect(await violationsInBothSchemes(page)).toEqual([]);
    await main.getByRole("tab", { name: "Python 3" }).focus();
    await page.keyboard.press("ArrowRight");
    await expect(main.getByRole("tab", { name: "C++" })).toBeFocused();
    await expect(main.locator("pre")).toHaveText("int x = 1;");
    await page.goBack();
    await expect(library.getByRole("searchbox", { name: "Search" })).toHaveValue("hash");
    await expect(library.getByRole("link", { name: "Two Sum" })).toBeVisible();

    const link = encodeURIComponent("https://leetcode.com/problems/two-sum/description/");
    await open(page, `/leetcode?problem=${link}`);
    await expect(main.getByRole("heading", { level: 1 })).toHaveText("Two Sum");
    watch.expectFault(/^console error: Failed to load resource.*none\.json/);
    await open(page, "/leetcode?problem=none");
    await expect(main).toContainText("This problem is not here");
  },
);

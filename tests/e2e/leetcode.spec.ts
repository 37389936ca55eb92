/** /leetcode with a LeetCode of this machine behind it, and the library of problems. */
import { openWeb } from "../../server/outgoing/testing/open-web.ts";
import { violationsInBothSchemes } from "../support/axe.ts";
import { replayedMain } from "../support/github-replay.ts";
import { giveRole } from "../support/give-role.ts";
import { flag, texts } from "../support/hostile-values.ts";
import { createLeetCodeReplay } from "../support/leetcode-replay.ts";
import type { LeetCodeReplay } from "../support/leetcode-replay.ts";
import { createAccount } from "../support/sign-in-steps.ts";
import { expect, open, startSite, test as base } from "../support/site-test.ts";
import { trapsIn, trapsInHtml, trapsInMarkdown } from "../support/traps.ts";
import { writeDocument } from "../support/write-document.ts";

const test = base.extend<{ leetcode: LeetCodeReplay }>({
  // Playwright reads the names of the fixtures from this pattern.
  // oxlint-disable-next-line no-empty-pattern
  leetcode: async ({}, use) => use(createLeetCodeReplay()),
  foyer: [
    async ({ leetcode, backend }, use) => {
      await using web = await openWeb({ "leetcode.com": leetcode.answer });
      await using site = await startSite[backend]({ args: replayedMain(web) });
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

test("a visitor sees what LeetCode says, finds a problem, reads its code and comes back @long", async ({
  page,
  foyer,
  watch,
}) => {
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
  await expect(main.getByRole("heading", { level: 1 })).toHaveText("Two Sum", { timeout: 15_000 });
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
  await expect(main.getByRole("heading", { level: 1 })).toHaveText("Two Sum", { timeout: 15_000 });
  watch.expectFault(/^console error: Failed to load resource.*none\.json/);
  await open(page, "/leetcode?problem=none");
  await expect(main).toContainText("This problem is not here");
});

test("nothing that LeetCode says runs in the page, its mirror, or the dialog that imports from there @long", async ({
  page,
  foyer,
  leetcode,
}) => {
  const [long = "", , , short = ""] = texts;
  const run = `javascript:globalThis.${flag}=1`;
  const counts = [{ difficulty: "All", count: 5 }];
  const topics = [{ tagName: short, problemsSolved: 5 }];
  leetcode.instead.set("foyerProfile", {
    data: {
      allQuestionsCount: counts,
      matchedUser: {
        username: "octo-solver",
        profile: { ranking: 5, userAvatar: run, websites: [run] },
        submitStats: { acSubmissionNum: counts },
        languageProblemCount: [{ languageName: short, problemsSolved: 5 }],
        tagProblemCounts: { fundamental: topics, intermediate: topics, advanced: topics },
        userCalendar: { activeYears: [2023] },
      },
    },
  });
  leetcode.instead.set("foyerContests", {
    data: {
      userContestRanking: { attendedContestsCount: 1, rating: 1500, topPercentage: 5 },
      userContestRankingHistory: [
        {
          attended: true,
          rating: 1500,
          ranking: 5,
          contest: { title: long, startTime: 1_621_089_000 },
        },
      ],
    },
  });
  leetcode.instead.set("foyerRecent", {
    data: {
      recentAcSubmissionList: [run, `//evil.example/${short}`, "../../../evil"].map(
        (titleSlug) => ({ title: long, titleSlug, timestamp: "1705161771", lang: short }),
      ),
    },
  });
  leetcode.instead.set("foyerQuestion", {
    data: {
      question: {
        questionFrontendId: short,
        title: long,
        titleSlug: "two-sum",
        difficulty: short,
        topicTags: [{ name: short }],
      },
    },
  });
  await writeDocument(foyer, "problems/two-sum", twoSum);
  await writeDocument(foyer, "site/resume", {
    document: {
      basics: { name: "Ada", profiles: [{ network: "LeetCode", username: "octo-solver" }] },
    },
  });
  const main = page.getByRole("main");
  await expect(async () => {
    await open(page, "/leetcode");
    await expect(main.getByRole("heading", { name: "Recent" })).toBeVisible();
  }).toPass();
  await page.waitForLoadState("networkidle");
  await expect(main).toContainText(long.slice(0, 60));
  expect(await trapsIn(page)).toEqual([]);
  const links = await main
    .getByRole("link")
    .evaluateAll((all) => all.map((link) => new URL((link as HTMLAnchorElement).href).host));
  expect(new Set(links)).toEqual(new Set(["leetcode.com", new URL(foyer.origin).host]));
  const text = async (path: string) => (await fetch(foyer.origin + path)).text();
  expect(trapsInHtml(await text("/leetcode"))).toEqual([]);
  expect(trapsInMarkdown(await text("/leetcode.md"))).toEqual([]);

  await open(page, "/AdminLeetCodeView?act=import");
  const { uid } = await createAccount(page, "Ed Itor");
  await giveRole(foyer, uid, "editor");
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel(/slugs/i).fill("two-sum");
  await dialog.getByRole("button", { name: "Look them up" }).click();
  await expect(dialog.getByRole("button", { name: "Import 1 problem" })).toBeVisible();
  expect(await trapsIn(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Import 1 problem" }).click();
  await expect(dialog.getByText(/^1 (new|with more than before|unchanged)\./)).toBeVisible();
  expect(await trapsIn(page)).toEqual([]);
});

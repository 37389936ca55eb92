/** /github and /leetcode while those sites answer and while they do not, and what is brought from them. @embedded */
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { fromFirestoreFields, toFirestoreFields } from "#lib/firestore-value.ts";
import type { FirestoreFields, PlainFields } from "#lib/firestore-value.ts";
import recorded from "../fixtures/leetcode-graphql.json" with { type: "json" };
import { runCommand, startFoyer } from "../support/foyer-process.ts";
import type { FoyerProcess } from "../support/foyer-process.ts";
import { gitHubUser, openGitHubReplay, replayedMain } from "../support/github-replay.ts";
import type { GitHubMood, GitHubReplay } from "../support/github-replay.ts";
import { giveRole } from "../support/give-role.ts";
import { createLeetCodeReplay } from "../support/leetcode-replay.ts";
import type { LeetCodeMood, LeetCodeReplay } from "../support/leetcode-replay.ts";
import { createAccount } from "../support/sign-in-steps.ts";
import { expect, open, test as base } from "../support/site-test.ts";

type Sites = { github: GitHubReplay; leetcode: LeetCodeReplay };

const test = base.extend<{ sites: Sites }>({
  // Playwright reads the names of the fixtures from this pattern.
  // oxlint-disable-next-line no-empty-pattern
  sites: async ({}, use) => {
    const leetcode = createLeetCodeReplay();
    await using github = await openGitHubReplay({ "leetcode.com": leetcode.answer });
    await use({ github, leetcode });
  },
  foyer: [
    async ({ sites: { github } }, use) => {
      const env = { FOYER_GITHUB_TOKEN: "t" };
      await using site = await startFoyer({ args: replayedMain(github.web), env });
      await use(site);
    },
    { scope: "test", timeout: 60_000 },
  ],
});
test.describe.configure({ timeout: 120_000 });

const profiles = [
  { network: "GitHub", username: gitHubUser },
  { network: "LeetCode", username: "octo-solver" },
];
const resume = { document: { basics: { name: "Ada", profiles } } };

const main = (page: Page) => page.getByRole("main");
const toast = (page: Page) => page.locator(".toasts");

/** As only the server writes them, all by one command. */
async function write(foyer: FoyerProcess, documents: Record<string, PlainFields>): Promise<void> {
  const lines = Object.entries(documents).map(([path, data]) =>
    JSON.stringify({ path, fields: toFirestoreFields(data) }),
  );
  const file = join(foyer.dataDir, "..", `documents-${foyer.port}.jsonl`);
  await writeFile(file, lines.join("\n"));
  const { code, output } = await runCommand(foyer.dataDir, "documents", "import", file);
  expect(code, output).toBe(0);
}

/** By path. */
async function documentsOf(
  foyer: FoyerProcess,
  collection: string,
): Promise<Record<string, PlainFields>> {
  const { output } = await runCommand(foyer.dataDir, "documents", "export", collection);
  const lines = output.split("\n").filter((line) => line.startsWith("{"));
  return Object.fromEntries(
    lines.map((line) => {
      const { path, fields } = JSON.parse(line) as { path: string; fields: FirestoreFields };
      return [path, fromFirestoreFields(fields)];
    }),
  );
}

/** How often the server has noted that another site was not read. */
function failuresOf(foyer: FoyerProcess): number {
  return foyer.logs().split("a profile was not read").length - 1;
}

/** The page as soon as it has what was read of the other site. */
async function openRead(page: Page, path: string, words: RegExp): Promise<void> {
  await expect(async () => {
    await open(page, path);
    await expect(main(page)).toContainText(words, { timeout: 500 });
  }).toPass();
}

/** Of a heat map's table, year by year: `Jan 2 2023` with how many. */
async function daysOf(page: Page, name: string): Promise<Record<string, number>> {
  const days: Record<string, number> = {};
  const part = page.getByRole("region", { name, exact: true });
  await part.getByText("Show as table").click();
  for (const tab of await part.getByRole("tab").all()) {
    // oxlint-disable-next-line no-await-in-loop -- one tab after the other
    await tab.click();
    // oxlint-disable-next-line no-await-in-loop -- see above
    const year = await tab.textContent();
    // oxlint-disable-next-line no-await-in-loop -- see above
    const cells = await part
      .locator("table tbody tr")
      .evaluateAll((all) => all.map((one) => [...one.children].map((cell) => cell.textContent)));
    for (const [month, , list] of cells) {
      for (const [, day, count] of list!.matchAll(/(\d+): ([\d,]+)/g)) {
        days[`${month!.replace(/ .*/, "")} ${day} ${year}`] = Number(count!.replaceAll(",", ""));
      }
    }
  }
  return days;
}

function dayWords(at: Date): string {
  return `${at.toLocaleString("en", { month: "short", timeZone: "UTC" })} ${at.getUTCDate()} ${at.getUTCFullYear()}`;
}

test(
  "all that GitHub and LeetCode answered is on their pages",
  { tag: "@embedded" },
  async ({ page, foyer, sites: { github, leetcode } }) => {
    leetcode.instead.set("foyerContests", {
      data: {
        userContestRanking: {
          attendedContestsCount: 1,
          rating: 1540.27,
          globalRanking: 190_000,
          topPercentage: 41.2,
        },
        userContestRankingHistory: [
          {
            attended: true,
            rating: 1540.27,
            ranking: 4000,
            contest: { title: "Weekly Contest 1", startTime: 1_690_000_000 },
          },
        ],
      },
    });
    await write(foyer, { "site/resume": resume });
    await openRead(page, "/github", /Octokit fixtures/);
    const { user, repositories, contributions } = github.person;
    const text = (await main(page).innerText()).replaceAll(/\s+/g, " ");
    for (const words of [
      `${user.name} (${user.login})`,
      "Recorded for tests",
      "Wharf Street",
      "on GitHub since 2017",
      `${user.public_repos} public repositories`,
      `${user.followers.toLocaleString("en")} follower`,
      "Work in private repositories is not counted.",
      "TypeScript 60%",
      "C++ 25%",
      "CSS 15%",
      "A clock that knows the tide",
      "7 stars",
      "changed Oct 2026",
      repositories[0]!.topics.join(", "),
      `${repositories[0]!.stargazers_count} stars`,
      `${repositories[0]!.forks_count} forks`,
      "changed Nov 2026",
      "Pushed to main in hello-world",
      "Starred fastify",
      "Merged a pull request in hello-world",
    ]) {
      expect.soft(text).toContain(words);
    }
    // Forks are left out, of the languages as well.
    expect(text).not.toMatch(/linux| C \d/);
    expect(await daysOf(page, "Contributions")).toEqual(
      Object.fromEntries(
        Object.entries(contributions).map(([day, count]) => [dayWords(new Date(day)), count]),
      ),
    );

    await openRead(page, "/leetcode", /rank 630,800/);
    await page.getByRole("region", { name: "Contests" }).getByText("Show as table").click();
    const profile = (await main(page).innerText()).replaceAll(/\s+/g, " ");
    const { matchedUser } = recorded.languageStats.data;
    const skills = recorded.skillStats.data.matchedUser.tagProblemCounts;
    const topics = [...skills.advanced, ...skills.intermediate, ...skills.fundamental]
      .toSorted((a, b) => b.problemsSolved - a.problemsSolved)
      .slice(0, 20);
    for (const words of [
      "octo-solver",
      "rank 630,800",
      "133 of 3,273 problems",
      "122 of 823",
      "11 of 1,717",
      "0 of 733",
      "91 days active in all years, 17 days in a row at most.",
      "1,540",
      "Weekly Contest 1",
      "41.2",
      "190,000",
      ...topics.map(({ tagName, problemsSolved }) => `${tagName} ${problemsSolved}`),
      ...matchedUser.languageProblemCount.map(({ problemsSolved }) => ` ${problemsSolved}`),
      ...recorded.recentAcSubmissions.data.recentAcSubmissionList.map(({ title }) => title),
    ]) {
      expect.soft(profile).toContain(words);
    }
    const calendar = recorded.userCalendar.data.matchedUser.userCalendar.submissionCalendar;
    expect(await daysOf(page, "Submissions")).toEqual(
      Object.fromEntries(
        Object.entries(JSON.parse(calendar) as Record<string, number>).map(([second, count]) => [
          dayWords(new Date(Number(second) * 1000)),
          count,
        ]),
      ),
    );
  },
);

const badDays: [GitHubMood, LeetCodeMood][] = [
  ["silent", "slow"],
  ["down", "down"],
  ["limited", "limited"],
  ["nonsense", "nonsense"],
  ["emptied", "other-form"],
];

test(
  "on every bad day of theirs both pages stay as they were, say from when, and are renewed by the next good one @long",
  { tag: "@embedded" },
  async ({ page, foyer, sites: { github, leetcode } }) => {
    const asOf = main(page).locator("time").first();
    await write(foyer, { "site/resume": resume });
    await openRead(page, "/github", /Octokit fixtures/);
    await openRead(page, "/leetcode", /rank 630,800/);
    const last = await documentsOf(foyer, "snapshots");

    // Each day they were read another time, long ago.
    for (const [at, [gitHubMood, leetCodeMood]] of badDays.entries()) {
      const fetchedAt = new Date(Date.UTC(2026, 0, 1 + at, 12)).toISOString();
      github.mood = gitHubMood;
      github.resetAt = Date.now() / 1000 + 3600;
      leetcode.mood = leetCodeMood;
      github.web.asked.length = 0;
      const failures = failuresOf(foyer);
      // oxlint-disable-next-line no-await-in-loop -- one day after the other
      await write(foyer, {
        "server/snapshotErrors": {},
        "snapshots/github": { ...last["snapshots/github"], fetchedAt },
        "snapshots/leetcode": { ...last["snapshots/leetcode"], fetchedAt },
      });
      for (const [path, words, host] of [
        ["/github", "Octokit fixtures", "api.github.com"],
        ["/leetcode", "rank 630,800", "leetcode.com"],
      ] as const) {
        // The first who comes has it asked for, and does not wait; nor does who comes while nobody answers.
        await open(page, path);
        await expect.poll(() => github.web.asked.join(" "), gitHubMood).toContain(host);
        await open(page, path);
        await expect(main(page)).toContainText(words);
        await expect(main(page)).toContainText(/Last read from (GitHub|LeetCode) on /);
        await expect(asOf).toHaveAttribute("datetime", fetchedAt);
      }
      await expect.poll(() => failuresOf(foyer)).toBe(failures + 2);
    }

    github.mood = "well";
    leetcode.mood = "well";
    const fetchedAt = new Date(Date.UTC(2026, 1, 1)).toISOString();
    await write(foyer, {
      "server/snapshotErrors": {},
      "snapshots/github": { ...last["snapshots/github"], fetchedAt },
      "snapshots/leetcode": { ...last["snapshots/leetcode"], fetchedAt },
    });
    await openRead(page, "/github", /As of /);
    await openRead(page, "/leetcode", /As of /);
  },
);

test(
  "while nothing was ever read the pages say so and name the place where it is",
  { tag: "@embedded" },
  async ({ page, foyer, sites: { github, leetcode } }) => {
    github.mood = "down";
    leetcode.mood = "down";
    await write(foyer, { "site/resume": resume });
    for (const [path, name, home] of [
      ["/github", "GitHub", `https://github.com/${gitHubUser}`],
      ["/leetcode", "LeetCode", "https://leetcode.com/u/octo-solver/"],
    ] as const) {
      await open(page, path);
      const failures = path === "/github" ? 1 : 2;
      await expect.poll(() => failuresOf(foyer)).toBe(failures);
      await open(page, path);
      await expect(main(page)).toContainText(`What I do on ${name} is shown here soon.`);
      await expect(main(page).getByRole("link").first()).toHaveAttribute("href", home);
    }
  },
);

test(
  "an admin stops the reading of all submissions and goes on, and their cookie is kept nowhere",
  { tag: "@embedded" },
  async ({ page, foyer, sites: { leetcode } }) => {
    const marker = "marked.cookie-of.nobody-else-0123456789";
    leetcode.cookie = marker;
    leetcode.submissions = Array.from({ length: 25 }, (_, at) => ({
      id: at + 1,
      title: `Rope ${at % 3}`,
      title_slug: `rope-${at % 3}`,
      lang: "python3",
      status_display: "Accepted",
      timestamp: 1_700_000_000 + at,
      code: `rope = ${at}`,
    }));
    const gate = Promise.withResolvers<void>();
    leetcode.gate = gate.promise;
    await open(page, "/AdminLeetCodeView?tab=sync");
    const { uid } = await createAccount(page, "Ada Dmin");
    await giveRole(foyer, uid, "admin");
    const cookie = page.getByLabel("Value of LEETCODE_SESSION");
    await cookie.fill(`LEETCODE_SESSION=${marker}`);
    await page.getByRole("button", { name: "Read all of them" }).click();
    await expect(page.getByText("20 submissions read: 3 new.")).toBeVisible();
    await expect.poll(() => leetcode.asked.at(-1)).toMatch(/offset=20/);
    await page.getByRole("button", { name: "Stop" }).click();
    await expect(page.getByRole("button", { name: "Go on" })).toBeEnabled();
    gate.resolve();
    await page.getByRole("button", { name: "Go on" }).click();
    await expect(page.getByText(/^25 submissions read: /)).toBeVisible();
    await expect(cookie).toHaveValue("");
    // What the part that nobody waited for had made is not made twice.
    await page.getByRole("tab", { name: "Problems" }).click();
    await expect(page.locator(".content-row .opener").filter({ hasText: "Rope" })).toHaveCount(3);
    const drafts = Object.values(await documentsOf(foyer, "drafts"));
    const codes = drafts.map(({ fields }) => (fields as { solutions: object[] }).solutions.length);
    expect(codes.reduce((sum, count) => sum + count)).toBe(25);
    const kept = await page.context().storageState({ indexedDB: true });
    const session = await page.evaluate(() => Object.entries(sessionStorage));
    expect(JSON.stringify([kept, session])).not.toContain(marker);
    await page.goto("about:blank");
    await foyer.stop();
    expect(foyer.logs()).not.toContain(marker);
    expect(await filesWith(foyer.dataDir, "rope = 24")).not.toEqual([]);
    expect(await filesWith(foyer.dataDir, marker)).toEqual([]);
  },
);

/** Of all files below the folder those whose bytes have the text in them. */
async function filesWith(folder: string, text: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.flatMap((one) => (one.isFile() ? [join(one.parentPath, one.name)] : []));
  const has = await Promise.all(files.map(async (file) => (await readFile(file)).includes(text)));
  return files.filter((_, at) => has[at]);
}

const twoSum = "https://leetcode.com/problems/two-sum/";
const messy: Record<string, PlainFields> = {
  // The same link: the one with more categories, of equal ones the first by id.
  "problems/few": messyProblem("Few words", twoSum, ["Array"], " Python3 "),
  "problems/more": messyProblem("More words", ` ${twoSum} `, ["Array", "Hash Table"], "\tCPP\n"),
  "problems/tie-b": messyProblem("Tie of b", "https://example.com/tie", ["Graph"], "Rust"),
  "problems/tie-a": messyProblem("Tie of a", "https://example.com/tie", ["Tree"], "RUST "),
  // Another address of the same problem is another link.
  "problems/spelled": messyProblem("Other spelling", `${twoSum}description/`, [], "Java"),
  // Hidden ones, and those that no page can read, are no rivals.
  "problems/hidden": {
    ...messyProblem("Hidden one", twoSum, ["A", "B", "C", "D"], "c"),
    hidden: true,
  },
  "problems/misfit": { ...messyProblem("Misfit", twoSum, ["A", "B", "C"], "c"), solutions: "none" },
};

function messyProblem(
  title: string,
  link: string,
  categories: string[],
  language: string,
): PlainFields {
  return { title, link, categories, solutions: [{ language, code: `// ${title}` }] };
}

test(
  "of a messy library the public page and the admin's view say the same, also after merging, with notes, and undoing @long",
  { tag: "@embedded" },
  async ({ page, foyer }) => {
    await write(foyer, messy);
    const shown = async () => {
      await open(page, "/leetcode");
      const lines = await main(page).locator(".problem").allInnerTexts();
      return lines
        .map((line) => line.replaceAll(/\s+/g, " ").trim())
        .filter((line) =>
          Object.values(messy).some(({ title }) => line.startsWith(title as string)),
        );
    };
    const all = [
      "More words Array, Hash Table · C++",
      "Other spelling Java",
      "Tie of a Tree · Rust",
    ];
    expect(await shown()).toEqual(all);

    await open(page, "/AdminLeetCodeView?tab=duplicates");
    const { uid } = await createAccount(page, "Ed Itor");
    await giveRole(foyer, uid, "editor");
    const group = (link: string) =>
      page.getByRole("group", { name: `Keep one of ${link}`, exact: true });
    const told = (link: string) =>
      group(link).locator("label").filter({ hasText: "visitors see it" }).locator("bdi");
    await expect(told(twoSum)).toHaveText(["More words", "Other spelling"]);
    await expect(group(twoSum).locator("label")).toHaveCount(3);
    await expect(told("https://example.com/tie")).toHaveText(["Tie of a"]);
    await expect(group("https://example.com/tie").locator("label")).toHaveCount(2);

    // Notes on two of them; the third has none.
    await page.getByRole("tab", { name: "Problems" }).click();
    const notes = page.getByRole("dialog").getByLabel("Notes", { exact: true });
    const openNotes = (title: string) =>
      page.getByRole("button", { name: `Notes on ${title}` }).click();
    for (const [title, text] of [
      ["More words", "Look twice."],
      ["Few words", "Look once."],
    ] as const) {
      // oxlint-disable-next-line no-await-in-loop -- one dialog after the other
      await openNotes(title);
      // oxlint-disable-next-line no-await-in-loop -- see above
      await notes.fill(text);
      // oxlint-disable-next-line no-await-in-loop -- see above
      await page.getByRole("dialog").getByRole("button", { name: "Done" }).click();
      // oxlint-disable-next-line no-await-in-loop -- see above
      await expect(page.getByRole("dialog")).toHaveCount(0);
    }
    const noted = async (id: string) =>
      (await documentsOf(foyer, "problemNotes"))[`problemNotes/${id}`]?.["text"];

    await page.getByRole("tab", { name: "Duplicates" }).click();
    await group(twoSum)
      .getByRole("button", { name: /^Merge into/ })
      .click();
    await expect(toast(page)).toContainText("More words is one entry now; 2 others in the trash.");
    await expect(group(twoSum)).toHaveCount(0);
    expect(await noted("more")).toBe("Look twice.\n\nLook once.");
    await toast(page).getByRole("button", { name: "Undo" }).click();
    await expect(toast(page)).toContainText("Undone.");
    await expect(group(twoSum).locator("label")).toHaveCount(3);
    expect(await noted("more")).toBe("Look twice.");
    expect(await noted("few")).toBe("Look once.");
    expect(await shown()).toEqual(all);
  },
);

test(
  "an editor looks problems up by slug and finds their own name in the import of repositories",
  { tag: "@embedded" },
  async ({ page, foyer }) => {
    await write(foyer, { "site/resume": resume });
    await open(page, "/AdminLeetCodeView?act=import");
    const { uid } = await createAccount(page, "Ed Itor");
    await giveRole(foyer, uid, "editor");
    const problems = page.getByRole("dialog", { name: "Import problems" });
    await problems
      .getByLabel(/^Or slugs and addresses/)
      .fill(`two-sum\n${twoSum}\nno-such-one, a_b`);
    await problems.getByRole("button", { name: "Look them up" }).click();
    await expect(problems.getByText("1 problem found")).toBeVisible();
    await expect(problems.getByText("number 1 · easy · Array, Hash Table")).toBeVisible();
    await expect(problems.getByText("no-such-one: LeetCode has no such problem.")).toBeVisible();
    await expect(problems.getByText(/^a_b: This is no problem’s name/)).toBeVisible();
    await problems.getByRole("checkbox", { name: "Publish them at once" }).check();
    await problems.getByRole("button", { name: "Import 1 problem" }).click();
    await expect(problems.getByText("1 new.")).toBeVisible();
    expect(await (await fetch(`${foyer.origin}/leetcode/problems.json`)).text()).toContain(
      "Two Sum",
    );

    await open(page, "/EditProjects?act=import");
    const repositories = page.getByRole("dialog", { name: "Import from GitHub" });
    await expect(repositories.getByLabel("Name on GitHub")).toHaveValue(gitHubUser);
  },
);

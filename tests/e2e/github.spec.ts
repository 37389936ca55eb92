/** /github with a GitHub of this machine behind it, on good days and bad ones. */
import { violationsInBothSchemes } from "../support/axe.ts";
import { giveRole } from "../support/give-role.ts";
import { gitHubUser, openGitHubReplay, replayedMain } from "../support/github-replay.ts";
import type { GitHubReplay } from "../support/github-replay.ts";
import { flag, texts } from "../support/hostile-values.ts";
import { createAccount } from "../support/sign-in-steps.ts";
import { expect, open, startSite, test as base } from "../support/site-test.ts";
import { trapsIn, trapsInHtml, trapsInMarkdown } from "../support/traps.ts";
import { writeDocument } from "../support/write-document.ts";

const test = base.extend<{ replay: GitHubReplay }>({
  // Playwright reads the names of the fixtures from this pattern.
  // oxlint-disable-next-line no-empty-pattern
  replay: async ({}, use) => {
    await using replay = await openGitHubReplay();
    await use(replay);
  },
  foyer: [
    async ({ replay, backend }, use) => {
      const args = replayedMain(replay.web);
      await using site = await startSite[backend]({ args, env: { FOYER_GITHUB_TOKEN: "t" } });
      await use(site);
    },
    { scope: "test", timeout: 60_000 },
  ],
});
test.describe.configure({ timeout: 90_000 });

const lastSaid = {
  login: gitHubUser,
  url: `https://github.com/${gitHubUser}`,
  followers: 0,
  following: 0,
  repositories: 1,
  years: [{ year: 2024, total: 3, days: [0, 3] }],
  isPrivateCounted: false,
  languages: [],
  pinned: [],
  recent: [],
  activity: [],
};

const resume = {
  basics: { name: "Ada", profiles: [{ network: "GitHub", username: gitHubUser }] },
};

test("a visitor has GitHub read, sees all of it, and what there was when GitHub is silent", async ({
  page,
  foyer,
  replay,
}) => {
  const main = page.getByRole("main");
  // What is written at Firebase is seen some seconds later.
  const shows = (words: string) =>
    expect(async () => {
      await open(page, "/github");
      await expect(main).toContainText(words, { timeout: 1000 });
    }).toPass();
  await open(page, "/github");
  await expect(main).toContainText("Nothing is on show here yet.");
  expect(replay.web.asked).toEqual([]);
  await writeDocument(foyer, "site/resume", { document: resume });
  await shows("What I do on GitHub is shown here soon.");
  await shows("Octokit fixtures (octokit-fixture-org)");

  await expect(main.getByRole("heading", { level: 2 })).toHaveText([
    "Contributions",
    "Languages",
    "Pinned",
    "Also recent",
    "Activity",
  ]);
  await expect(main).toContainText("Work in private repositories is not counted.");
  await expect(main).toContainText("TypeScript 60%");
  await expect(
    main.getByRole("link", { name: "Merged a pull request in hello-world" }),
  ).toHaveAttribute("href", "https://github.com/octokit-fixture-org/hello-world/pull/12");

  // The calendar: its sentence, its tabs, its days by key, and its table.
  const tabs = main.getByRole("tab");
  await expect(tabs).toHaveText(["2026", "2025", "2024"]);
  await expect(
    main.getByRole("img", { name: /^11 contributions in 2026, on 2 days;/ }),
  ).toBeVisible();
  await tabs.first().focus();
  await page.keyboard.press("End");
  await expect(tabs.last()).toBeFocused();
  await expect(
    main.getByRole("img", { name: /^3 contributions in 2024, on 1 day;/ }),
  ).toBeVisible();
  await main.getByRole("group", { name: /in 2024, day by day/ }).focus();
  await page.keyboard.press("End");
  await expect(main.getByRole("status")).toHaveText("No contributions on Dec 31, 2024");
  await page.keyboard.press("ArrowLeft");
  await expect(main.getByRole("status")).toHaveText("No contributions on Dec 24, 2024");
  await main.getByText("Show as table").click();
  await expect(main.getByRole("row", { name: "Feb 2024" })).toContainText("29: 3");
  expect(await violationsInBothSchemes(page)).toEqual([]);

  // On a phone nothing sticks out, and links that stand alone are large enough for a finger.
  await page.setViewportSize({ width: 390, height: 844 });
  const [window, ...heights] = await main
    .locator("li > a, h3 a")
    .evaluateAll((links) => [
      document.documentElement.scrollWidth,
      ...links.map((link) => link.getBoundingClientRect().height),
    ]);
  expect(window).toBeLessThanOrEqual(390);
  expect(heights.length).toBeGreaterThan(3);
  expect(Math.min(...heights)).toBeGreaterThan(43.9);

  // Two days later GitHub takes the question and says nothing.
  const fetchedAt = new Date(Date.now() - 2 * 86_400_000).toISOString();
  replay.mood = "silent";
  replay.web.asked.length = 0;
  await writeDocument(foyer, "snapshots/github", { ...lastSaid, fetchedAt });
  await shows("Last read from GitHub on ");
  await expect.poll(() => replay.web.asked).toEqual(["POST https://api.github.com/graphql"]);
  await expect(main.locator("time").first()).toHaveAttribute("datetime", fetchedAt);
  await expect(main).toContainText("3 contributions in 2024");
  expect(await violationsInBothSchemes(page)).toEqual([]);
});

test("without a token the page says what is missing, and an editor may import from it", async ({
  page,
  foyer,
}) => {
  await writeDocument(foyer, "site/resume", { document: resume });
  const fetchedAt = new Date().toISOString();
  await writeDocument(foyer, "snapshots/github", { ...lastSaid, years: [], fetchedAt });
  await open(page, "/EditProjects");
  const { uid } = await createAccount(page, "Ed Itor");
  await giveRole(foyer, uid, "editor");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Edit projects");
  await open(page, "/github");
  const main = page.getByRole("main");
  await expect(main).toContainText("GitHub tells the days only to a site with an access token");
  await main.getByRole("link", { name: "Import a repository as a project" }).click();
  await expect(page.getByRole("dialog", { name: "Import from GitHub" })).toBeVisible();
});

test("nothing that GitHub says runs in the page, its mirror, or the dialog that imports from there @long", async ({
  page,
  foyer,
  replay,
}) => {
  const [long = "", , , short = ""] = texts;
  const run = `javascript:globalThis.${flag}=1`;
  const { person } = replay;
  const [first] = person.repositories;
  Object.assign(person.user, {
    name: long,
    bio: long,
    company: long,
    location: long,
    html_url: run,
    avatar_url: run,
    blog: run,
  });
  const hostile = { description: long, language: short, topics: [short], html_url: run };
  person.repositories = [
    { ...first!, ...hostile, name: short, homepage: run },
    { ...first!, ...hostile, name: "../../evil", owner: { ...first!.owner, login: "//evil" } },
  ] as typeof person.repositories;
  person.languages = { [short]: { [short]: 5 } };
  person.pinned = [short];
  person.events = ["PushEvent", "ReleaseEvent", "CreateEvent", "PullRequestEvent"].map((type) => ({
    ...person.events[0]!,
    type,
    repo: { name: `${gitHubUser}/${short}` },
    payload: {
      action: type === "ReleaseEvent" ? "published" : "opened",
      ref: short,
      ref_type: "tag",
      release: { tag_name: short, html_url: run },
      pull_request: { number: run, html_url: run },
    },
  }));
  await writeDocument(foyer, "site/resume", { document: resume });
  const main = page.getByRole("main");
  await expect(async () => {
    await open(page, "/github");
    await expect(main.getByRole("heading", { name: "Activity" })).toBeVisible();
  }).toPass();
  await expect(main).toContainText(`Pushed to ${short} in ${short}`);
  await expect(main.getByRole("heading", { level: 3, name: short })).toBeVisible();
  expect(await trapsIn(page)).toEqual([]);
  const links = await main
    .getByRole("link")
    .evaluateAll((all) => all.map((link) => new URL((link as HTMLAnchorElement).href).host));
  expect(new Set(links)).toEqual(new Set(["github.com"]));
  const text = async (path: string) => (await fetch(foyer.origin + path)).text();
  expect(trapsInHtml(await text("/github"))).toEqual([]);
  expect(trapsInMarkdown(await text("/github.md"))).toEqual([]);

  await open(page, "/EditProjects?act=import");
  const { uid } = await createAccount(page, "Ed Itor");
  await giveRole(foyer, uid, "editor");
  const dialog = page.getByRole("dialog", { name: "Import from GitHub" });
  // The one of the resume is there already.
  await expect(dialog.getByLabel("Name on GitHub")).toHaveValue(gitHubUser);
  await dialog.getByRole("button", { name: "Show repositories" }).click();
  await expect(dialog.getByRole("group", { name: "Repositories" })).toContainText(short);
  expect(await trapsIn(page)).toEqual([]);
});

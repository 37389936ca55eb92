/** /AdminLeetCodeView as an editor and an admin use it, with a LeetCode of this machine behind it. */
import { writeFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { openWeb } from "../../server/outgoing/testing/open-web.ts";
import { violationsOf } from "../support/axe.ts";
import { replayedMain } from "../support/github-replay.ts";
import { giveRole } from "../support/give-role.ts";
import { createLeetCodeReplay } from "../support/leetcode-replay.ts";
import type { LeetCodeReplay } from "../support/leetcode-replay.ts";
import { createAccount } from "../support/sign-in-steps.ts";
import { expect, open, startSite, test as base } from "../support/site-test.ts";
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

const titles = (page: Page) => page.locator(".content-row .opener");
const toast = (page: Page) => page.locator(".toasts");
const tab = (page: Page, name: string) => page.getByRole("tab", { name, exact: true });
const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });

test("an editor writes a problem with two solutions, imports others, merges twins and repeats one @long", async ({
  page,
  foyer,
  context,
  watch,
}) => {
  await open(page, "/AdminLeetCodeView");
  const { uid } = await createAccount(page, "Ed Itor");
  await giveRole(foyer, uid, "editor");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("LeetCode admin");
  await expect(titles(page).first()).toBeVisible();
  expect(await violationsOf(page)).toEqual([]);

  await page.getByRole("button", { name: "New problem" }).click();
  await field(page, "Title").fill("Ropes of the harbour");
  await field(page, "Link").fill("https://leetcode.com/problems/ropes/");
  await field(page, "Difficulty").selectOption("hard");
  await page.getByRole("button", { name: "Add a solution" }).click();
  await field(page, "Language").fill("rust");
  await field(page, "Code").fill("fn ropes() -> u8 {\n    1\n}\n");
  await page.getByRole("button", { name: "Add a solution" }).click();
  await field(page, "Language").fill("python3");
  await field(page, "Code").fill("ropes = 1\n");
  const preview = page.frameLocator('iframe[title="Preview of the problem"]');
  await expect(preview.getByRole("tab")).toHaveText(["Rust", "Python 3"]);
  await page.getByRole("button", { name: "Publish", exact: true }).click();
  await expect(page.locator(".tool-bar .state-badge").first()).toHaveText("Published");
  expect(await (await fetch(`${foyer.origin}/leetcode/problems.json`)).text()).toContain("Ropes");

  await page.getByRole("button", { name: "All problems" }).click();
  await page.getByLabel("Language").selectOption("rust");
  await page.getByLabel("Difficulty").selectOption("hard");
  await expect(titles(page).filter({ hasText: "Ropes of the harbour" })).toBeVisible();
  await page.getByLabel("Language").selectOption("");
  await page.getByLabel("Difficulty").selectOption("");

  // Notes are the editors' own.
  await page.getByRole("button", { name: "Notes on Ropes of the harbour" }).click();
  const notes = page.getByRole("dialog");
  await notes.getByLabel("Notes", { exact: true }).fill("Think of the knots.");
  // However it is closed, nothing that was typed is lost.
  await page.keyboard.press("Escape");
  await expect(notes).toHaveCount(0);
  await page.reload();
  await page.getByRole("button", { name: "Notes on Ropes of the harbour" }).click();
  await expect(notes.getByLabel("Notes", { exact: true })).toHaveValue("Think of the knots.");
  await expect(notes.getByText("Saved", { exact: true })).toBeVisible();
  await notes.getByRole("button", { name: "Done" }).click();

  await page.getByRole("button", { name: "Import", exact: true }).click();
  const dialog = page.getByRole("dialog");
  await dialog.locator('input[type="file"]').setInputFiles({
    name: "problems.json",
    mimeType: "application/json",
    buffer: Buffer.from(
      JSON.stringify([
        { slug: "tide-tables", solutions: [{ language: "cpp", code: "int tide;" }] },
        { title: "Nowhere" },
      ]),
    ),
  });
  await expect(dialog.getByText("It has no link.")).toBeVisible();
  await dialog.getByRole("button", { name: "Import 1 problem" }).click();
  await expect(dialog.getByText("1 new.")).toBeVisible();
  expect(await violationsOf(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Close" }).click();
  await expect(titles(page).filter({ hasText: "Tide Tables" })).toBeVisible();

  await tab(page, "Duplicates").click();
  await expect(page).toHaveURL(/tab=duplicates/);
  const groups = page.locator(".duplicate-group");
  await expect(groups).not.toHaveCount(0);
  const before = await groups.count();
  expect(await violationsOf(page)).toEqual([]);
  await groups
    .first()
    .getByRole("button", { name: /^Merge into/ })
    .click();
  await expect(groups).toHaveCount(before - 1);
  await expect(page.getByRole("region", { name: /here more than once$/ })).toBeFocused();
  await toast(page).getByRole("button", { name: "Undo" }).click();
  await expect(groups).toHaveCount(before);

  await tab(page, "Review").click();
  await page.getByRole("button", { name: /^Take \d/ }).click();
  const card = page.locator(".review-card h2");
  const first = (await card.textContent())!;
  expect(await violationsOf(page)).toEqual([]);
  await page.keyboard.press("3");
  await expect(toast(page)).toContainText(`${first}: tomorrow.`);
  await expect(card).not.toHaveText(first);
  await expect(page.getByRole("region", { name: /^Next: / })).toBeFocused();
  await toast(page).getByRole("button", { name: "Undo" }).click();
  await expect(card).toHaveText(first);

  // What was not saved is asked again, also where the server cannot be asked for the list.
  watch.expectFault(/ERR_INTERNET_DISCONNECTED|NoAnswerError|FirebaseError|firebase\/firestore/);
  await context.setOffline(true);
  await page.keyboard.press("4");
  await expect(toast(page)).toContainText("Your answer was not saved.");
  await expect(card).toHaveText(first);
  await expect(page.getByRole("region", { name: `Next: ${first}` })).toBeFocused();
});

test("a file that could not be read is chosen again under its name once it is mended", async ({
  page,
  foyer,
}, testInfo) => {
  await open(page, "/AdminLeetCodeView");
  const { uid } = await createAccount(page, "Ed Itor");
  await giveRole(foyer, uid, "editor");
  await page.getByRole("button", { name: "Import", exact: true }).click();
  const dialog = page.getByRole("dialog");
  const path = testInfo.outputPath("problems.json");
  const choose = async (text: string) => {
    await writeFile(path, text);
    const asked = page.waitForEvent("filechooser");
    await dialog.locator('input[type="file"]').click();
    await (await asked).setFiles(path);
  };
  await choose("no json");
  await expect(dialog.getByText("This is no JSON file.")).toBeVisible();
  await choose(JSON.stringify([{ slug: "tide-tables" }]));
  await expect(dialog.getByRole("button", { name: "Import 1 problem" })).toBeVisible();
});

test("an admin reads LeetCode now and all submissions by a cookie, and is told why it fails", async ({
  page,
  foyer,
  leetcode,
  watch,
}) => {
  watch.expectFault(/status of 40[0-9]|status of 502/);
  leetcode.submissions = Array.from({ length: 25 }, (_, at) => ({
    id: at + 1,
    title: `Rope ${at}`,
    title_slug: `rope-${at}`,
    lang: "python3",
    status_display: "Accepted",
    timestamp: 1_700_000_000 + at,
    code: `rope = ${at}`,
  }));
  await writeDocument(foyer, "site/resume", {
    document: {
      basics: { name: "Ada", profiles: [{ network: "LeetCode", username: "octo-solver" }] },
    },
  });
  await open(page, "/AdminLeetCodeView?tab=sync");
  const { uid } = await createAccount(page, "Ada Dmin");
  await giveRole(foyer, uid, "editor");
  const now = page.getByRole("button", { name: "Read it now" });
  await expect(now).toBeDisabled();
  await expect(page.getByText("Only an admin can do this.")).toBeVisible();
  await giveRole(foyer, uid, "admin");
  await expect(now).toBeEnabled();
  await now.click();
  await expect(page.getByText(/octo-solver at LeetCode, as of/)).toBeVisible();
  leetcode.mood = "blocked";
  await now.click();
  await expect(page.getByText(/^The last try, .* failed:/)).toBeVisible();
  expect(await violationsOf(page)).toEqual([]);

  leetcode.mood = "well";
  const cookie = page.getByLabel("Value of LEETCODE_SESSION");
  await cookie.fill("wrong");
  await page.getByRole("button", { name: "Read all of them" }).click();
  await expect(cookie).toHaveAttribute("aria-invalid", "true");
  await cookie.fill(leetcode.cookie);
  await page.getByRole("button", { name: "Read all of them" }).click();
  await expect(page.getByText("25 submissions read: 25 new.")).toBeVisible();
  await expect(cookie).toHaveValue("");
});

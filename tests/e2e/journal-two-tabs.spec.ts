/** One private journal in two tabs: what is unlocked in one is so in both, and what is written in both is in both. */
import type { Page } from "@playwright/test";
import {
  entryNames,
  entryPage,
  journalPath,
  openEmptyJournal,
  saved,
  shownText,
} from "../support/journal-hands.ts";
import { beginEntry, lock, makePrivate, unlock } from "../support/journal-steps.ts";
import { expect, open, test } from "../support/site-test.ts";

test.describe.configure({ timeout: 120_000 });

const passphrase = "four words nobody guesses";
const locked = (page: Page) => page.getByRole("heading", { name: "A private journal is locked" });
const words = (page: Page) => entryPage(page).locator(":is(.entry-prose, .editor-text)");

/** The first one has a private journal with one entry, both are open. */
async function twoTabs(one: Page): Promise<Page> {
  await openEmptyJournal(one);
  await makePrivate(one, { name: "Secret", passphrase });
  await beginEntry(one, "Secret");
  await one.keyboard.type("The beginning.");
  await one.getByRole("textbox", { name: "Title" }).fill("Sunday");
  await saved(one);
  const other = await one.context().newPage();
  await open(other, journalPath);
  return other;
}

test("a new tab has the keys of the one that is open; a lock in either locks both @embedded @long", async ({
  page,
}) => {
  const other = await twoTabs(page);
  await expect(entryNames(other)).toHaveText(["Sunday"]);
  await lock(other);
  await expect(locked(page)).toBeVisible();
  await expect(page.getByText("Sunday")).toHaveCount(0);
  await unlock(page, passphrase);
  await expect(locked(other)).toHaveCount(0);
  await expect(entryNames(other)).toHaveText(["Sunday"]);
  // The keys go with the last tab that has them.
  await page.close();
  await other.reload();
  await expect(locked(other)).toBeVisible();
});

test("somebody who is there in one tab keeps the other open, and a reload finds the keys @embedded @long", async ({
  page,
}) => {
  const other = await twoTabs(page);
  await expect(entryNames(other)).toHaveText(["Sunday"]);
  await page.reload();
  await expect(entryPage(page)).toBeVisible();
  await expect(locked(page)).toHaveCount(0);
  await expect(entryNames(other)).toHaveText(["Sunday"]);
});

test("words of a tab that was killed are in the one that is left, and on the server @embedded @long", async ({
  page,
}) => {
  const other = await twoTabs(page);
  await entryNames(other).click();
  await expect(shownText(other)).toContainText("The beginning.");
  await other.keyboard.press("e");
  await expect(entryPage(other).locator(".editor-text")).toBeFocused();
  await other.keyboard.press("Control+End");
  await other.keyboard.type(" More of it.");
  await expect(words(page)).toContainText("The beginning. More of it.");
  await other.close({ runBeforeUnload: false });
  await saved(page);
  await page.reload();
  await unlock(page, passphrase);
  await expect(words(page)).toContainText("The beginning. More of it.");
});

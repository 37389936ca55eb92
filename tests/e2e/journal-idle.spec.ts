/** What was unlocked is locked again wherever on the site somebody is by then. */
import type { Page } from "@playwright/test";
import { openEmptyJournal, saved } from "../support/journal-hands.ts";
import { beginEntry, makePrivate } from "../support/journal-steps.ts";
import { expect, test } from "../support/site-test.ts";

test.describe.configure({ timeout: 120_000 });

const passphrase = "four words nobody guesses";
const locked = (page: Page) => page.getByRole("heading", { name: "A private journal is locked" });

test("who leaves the journal for another page and stays away finds it locked, in a new tab, too @long", async ({
  page,
}) => {
  await openEmptyJournal(page);
  await makePrivate(page, { name: "Secret", passphrase });
  await beginEntry(page, "Secret");
  await page.keyboard.type("Nobody's words.");
  await saved(page);
  await page.clock.install();
  // Without a new page: what was unlocked is still in the memory of this one.
  await page.getByRole("link", { name: "About" }).first().click();
  await expect(page).toHaveURL(/\/about$/);
  await page.clock.fastForward("11:00");
  const other = await page.context().newPage();
  await other.goto("/AdvancedJournal");
  await expect(locked(other)).toBeVisible();
  await page.goBack();
  await expect(locked(page)).toBeVisible();
  await expect(page.getByText("Nobody's words.")).toHaveCount(0);
});

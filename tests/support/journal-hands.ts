/** /AdvancedJournal by what people see and press. */
import { expect } from "@playwright/test";
import type { Locator, Page } from "@playwright/test";
import type { FoyerProcess } from "./foyer-process.ts";
import { type SeededJournal, seedJournal } from "./seed-journal.ts";
import { type Known, createAccount } from "./sign-in-steps.ts";
import { open } from "./site-test.ts";

export const journalPath = "/AdvancedJournal";

export const entryRows = (page: Page): Locator => page.locator(".entry-row");
export const entryNames = (page: Page): Locator => page.locator(".entry-opener");
export const entryPage = (page: Page): Locator => page.getByRole("article", { name: "Entry" });
export const shownText = (page: Page): Locator => entryPage(page).locator(".entry-prose");
export const textEditor = (page: Page): Locator =>
  entryPage(page).getByRole("textbox", { name: "Text" });
export const writeButton = (page: Page): Locator =>
  page.getByRole("button", { name: "Write", exact: true });

/** What is on the screen is also on the server. */
export const saved = (page: Page): Promise<void> =>
  expect(page.locator(".sync-state")).toHaveText("Saved", { timeout: 20_000 });

/** A new account, which has no journal yet. */
export async function openEmptyJournal(page: Page): Promise<Known> {
  await open(page, journalPath);
  const known = await createAccount(page);
  await expect(page.getByRole("button", { name: "Write the first entry" })).toBeVisible();
  return known;
}

/** A new account with a journal that another device has written. */
export async function openSeededJournal(
  page: Page,
  foyer: FoyerProcess,
  seeded: SeededJournal,
  query = "",
): Promise<Known & { journal: string }> {
  const known = await openEmptyJournal(page);
  const journal = await seedJournal(foyer, known, seeded);
  await open(page, journalPath + query);
  await expect(page.getByRole("navigation", { name: "Views and journals" })).toBeAttached();
  return { ...known, journal };
}

/** Into the text of the entry that is open, behind what stands there. */
export async function writeOn(page: Page, words: string): Promise<void> {
  await page.keyboard.press("e");
  await expect(entryPage(page).locator(".editor-text")).toBeFocused();
  await page.keyboard.press("Control+End");
  await page.keyboard.type(words);
}

/** What a person does on /AdvancedJournal to begin: journals made, locked and unlocked by the tool's own dialogs. */
import type { Page } from "@playwright/test";
import { expect } from "@playwright/test";

export type NewPrivate = { name: string; passphrase: string };

const nav = (page: Page) => page.getByRole("navigation", { name: "Views and journals" });
const lockScreen = (page: Page) =>
  page.getByRole("heading", { name: /private journals? (?:is|are) locked/ });

/** Where the list or the room is: with journals, or without any. */
async function roomOpen(page: Page): Promise<void> {
  const empty = page.getByRole("heading", { name: "Write down the day" });
  await expect(nav(page).or(empty).or(lockScreen(page)).first()).toBeVisible();
}

export async function makePlain(page: Page, name: string): Promise<void> {
  await roomOpen(page);
  const first = page.getByRole("button", { name: "Write the first entry" });
  if (!(await nav(page).isVisible())) {
    await first.click();
    await expect(page.getByRole("textbox", { name: "Text", exact: true })).toBeVisible();
    await page.locator(".journal-page").getByText("All entries").click();
  }
  await nav(page).getByRole("button", { name: "New journal…" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill(name);
  await dialog.getByRole("button", { name: "Make the journal" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(nav(page).getByRole("link", { name: new RegExp(name) })).toBeVisible();
}

/** @returns its recovery key */
export async function makePrivate(page: Page, { name, passphrase }: NewPrivate): Promise<string> {
  await roomOpen(page);
  const isFirst = !(await nav(page).isVisible());
  const label = isFirst ? "A private journal…" : "New private journal…";
  await page.getByRole("button", { name: label }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill(name);
  await dialog.getByRole("button", { name: "Next" }).click();
  await dialog.getByLabel("Passphrase", { exact: true }).fill(passphrase);
  await dialog.getByLabel("The same again").fill(passphrase);
  await dialog.getByRole("button", { name: "Next" }).click();
  const groups = dialog.locator(".recovery-key span");
  await expect(groups).toHaveCount(9);
  const key = await groups.allInnerTexts();
  await dialog.getByLabel("Its last four letters").fill(key.at(-1)!);
  await dialog.getByRole("button", { name: "Make the journal" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(nav(page).getByRole("link", { name: new RegExp(name) })).toBeVisible();
  return key.join("-");
}

export async function unlock(page: Page, passphrase: string): Promise<void> {
  await page.getByLabel("Passphrase", { exact: true }).fill(passphrase);
  await page.getByRole("button", { name: "Unlock", exact: true }).click();
  await expect(lockScreen(page)).toHaveCount(0);
}

export async function lock(page: Page): Promise<void> {
  await page.keyboard.press("Control+Shift+L");
  await expect(lockScreen(page)).toBeVisible();
}

/** In the journal of this name: an entry with nothing in it, its text ready to be typed. */
export async function beginEntry(page: Page, journal: string): Promise<void> {
  await nav(page)
    .getByRole("link", { name: new RegExp(journal) })
    .click();
  await page.getByRole("button", { name: "Write", exact: true }).click();
  await expect(page.getByRole("textbox", { name: "Text", exact: true })).toBeFocused();
}

export const saved = (page: Page): Promise<void> =>
  expect(page.locator(".sync-state")).toHaveText("Saved", { timeout: 30_000 });

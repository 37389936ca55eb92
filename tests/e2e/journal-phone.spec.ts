/** /AdvancedJournal on a phone: the list, then the page, then back. */
import type { Page } from "@playwright/test";
import { violationsInBothSchemes } from "../support/axe.ts";
import {
  entryNames,
  entryPage,
  openSeededJournal,
  saved,
  shownText,
  textEditor,
  writeButton,
} from "../support/journal-hands.ts";
import { expect, test } from "../support/site-test.ts";

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
test.describe.configure({ timeout: 90_000 });

const entries = Array.from({ length: 40 }, (_, at) => ({
  id: `e${at}`,
  at: `2026-0${1 + (at % 9)}-1${at % 10}T20:15`,
  title: `Day ${at}`,
  text: `Words of day ${at}. ${"Donaudampfschifffahrt".repeat(4)}`,
}));

/** What a finger does not hit. */
const tooSmall = (page: Page, selector: string) =>
  page.locator(selector).evaluateAll((all) =>
    all
      .filter((one) => one.checkVisibility() && !one.closest(".editor-tools"))
      .filter((one) => one.getBoundingClientRect().height < 43.5)
      .map((one) => one.textContent),
  );

test("an entry takes the place of the list, and Back leads to where one was @embedded", async ({
  page,
  foyer,
}) => {
  await openSeededJournal(page, foyer, { entries });
  await expect(entryNames(page).first()).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  expect(await violationsInBothSchemes(page)).toEqual([]);
  const far = entryNames(page).filter({ hasText: "Day 15" });
  await expect(async () => {
    await page.evaluate(() => scrollBy(0, 600));
    await expect(far).toBeInViewport({ timeout: 500 });
  }).toPass({ timeout: 20_000 });
  await far.tap();
  await expect(shownText(page)).toContainText("Words of day 15.");
  await expect(entryNames(page).first()).toBeHidden();
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  expect(await violationsInBothSchemes(page)).toEqual([]);
  await page.goBack();
  await expect(entryPage(page)).toHaveCount(0);
  await expect(far).toBeInViewport();
});

test("what is pressed is large enough for a finger, and an entry is written @embedded @long", async ({
  page,
  foyer,
}) => {
  await openSeededJournal(page, foyer, { entries: entries.slice(0, 2) });
  await page.getByRole("button", { name: "All entries" }).tap();
  expect(await tooSmall(page, ".journal-nav :is(a, button), .tool-bar button")).toEqual([]);
  await page.setViewportSize({ width: 820, height: 1180 });
  await expect(page.getByRole("link", { name: "Calendar" })).toBeVisible();
  expect(await tooSmall(page, ".journal-nav :is(a, button), .tool-bar button")).toEqual([]);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole("button", { name: "All entries" }).tap();
  await writeButton(page).tap();
  await expect(textEditor(page)).toBeFocused();
  await page.keyboard.type("On the way home.");
  await expect(entryPage(page)).toContainText("On the way home.");
  expect(await tooSmall(page, ".journal-page button, .tool-bar button")).toEqual([]);
  // The way back is there, the search is not.
  await expect(page.locator(".tool-bar").getByRole("button", { name: "Undo" })).toBeVisible();
  await expect(page.getByRole("searchbox")).toBeHidden();
  await saved(page);
  await entryPage(page).getByRole("button", { name: "All entries" }).tap();
  await expect(entryNames(page).first()).toHaveText("On the way home.");
  await page.getByRole("button", { name: "All entries" }).tap();
  await page.getByRole("link", { name: "Calendar" }).tap();
  await expect(page).toHaveURL(/view=calendar/);
});

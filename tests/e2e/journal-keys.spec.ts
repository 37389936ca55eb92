/** /AdvancedJournal by the keyboard alone. */
import type { Page } from "@playwright/test";
import { violationsInBothSchemes } from "../support/axe.ts";
import {
  entryNames,
  entryPage,
  openEmptyJournal,
  openSeededJournal,
  saved,
  shownText,
  textEditor,
} from "../support/journal-hands.ts";
import { expect, test } from "../support/site-test.ts";
import { enterOn, tabTo } from "../support/tab-to.ts";

test.describe.configure({ timeout: 90_000 });

async function makePrivate(page: Page): Promise<void> {
  await page.getByRole("button", { name: "New private journal…" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill("Secret");
  await dialog.getByRole("button", { name: "Next" }).click();
  await dialog.getByLabel("Passphrase", { exact: true }).fill("long enough words here");
  await dialog.getByLabel("The same again").fill("long enough words here");
  await dialog.getByRole("button", { name: "Next" }).click();
  const key = (await dialog.locator("output.recovery-key").innerText()).trim();
  await dialog.getByLabel("Its last four letters").fill(key.slice(-4));
  await dialog.getByRole("button", { name: "Make the journal" }).click();
}

test("a journal is begun, written in, walked through and taken back without a mouse @embedded @long", async ({
  page,
}) => {
  await openEmptyJournal(page);
  await enterOn(page, page.getByRole("button", { name: "Write the first entry" }));
  await expect(textEditor(page)).toBeFocused();
  await page.keyboard.type("One.");
  // Esc leads out of the text, then out of the entry, to its row.
  await expect(entryPage(page).locator(".editor-text")).toBeFocused();
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  await expect(entryPage(page)).toHaveCount(0);
  await expect(entryNames(page)).toBeFocused();

  await page.keyboard.press("n");
  await expect(textEditor(page)).toBeFocused();
  await page.keyboard.type("Two.");
  await tabTo(page, entryPage(page).getByRole("textbox", { name: "Title" }), "Shift+Tab");
  await page.keyboard.type("The second");
  await page.keyboard.press("Enter");
  await expect(entryPage(page).locator(".editor-text")).toBeFocused();
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  await expect(entryNames(page)).toHaveText(["The second", "One."]);

  await expect(entryNames(page).first()).toBeFocused();
  await page.keyboard.press("j");
  await expect(entryNames(page).nth(1)).toBeFocused();
  await page.keyboard.press("k");
  await page.keyboard.press("s");
  await expect(page.locator(".entry-row").first()).toContainText("Starred");
  await page.keyboard.press("Delete");
  await expect(entryNames(page)).toHaveText(["One."]);
  await expect(entryNames(page)).toBeFocused();
  await page.keyboard.press("Control+z");
  await expect(entryNames(page)).toHaveCount(2);
  await page.keyboard.press("u");
  await expect(page.locator(".entry-row").first()).not.toContainText("Starred");
  await page.keyboard.press("r");
  await expect(page.locator(".entry-row").first()).toContainText("Starred");

  // All of them are said.
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog")).toContainText("New entry");
  await page.keyboard.press("Escape");
  await saved(page);
});

test("in an entry a key opens its mood, its tags, the older one; and the search is a key away @embedded", async ({
  page,
  foyer,
}) => {
  await openSeededJournal(page, foyer, {
    entries: [
      { id: "b", at: "2026-03-02T21:40", title: "Later", text: "Of the later day." },
      { id: "a", at: "2026-03-01T21:40", title: "Earlier", text: "Of the earlier day." },
    ],
  });
  await expect(entryNames(page)).toHaveCount(2);
  await page.keyboard.press("j");
  await page.keyboard.press("Enter");
  await expect(entryPage(page)).toBeFocused();
  await expect(shownText(page)).toHaveText("Of the later day.");
  await page.keyboard.press("m");
  await expect(entryPage(page).getByRole("radio").first()).toBeVisible();
  await expect(entryPage(page).getByRole("radio").and(page.locator(":focus"))).toHaveCount(1);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Escape");
  await expect(entryPage(page).locator(".entry-field")).toHaveText(/Great|Good|Okay|Low|Awful/);
  await page.keyboard.press("t");
  await expect(entryPage(page).getByLabel("Add a tag").and(page.locator(":focus"))).toHaveCount(1);
  await page.keyboard.type("Sea");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Escape");
  await expect(entryPage(page).locator(".entry-topics")).toHaveText("Sea");
  expect(await violationsInBothSchemes(page)).toEqual([]);
  await page.keyboard.press("[");
  await expect(shownText(page)).toHaveText("Of the earlier day.");
  await page.keyboard.press("]");
  await expect(shownText(page)).toHaveText("Of the later day.");
  await page.keyboard.press("/");
  await expect(page.getByRole("searchbox", { name: "Search" })).toBeFocused();
});

test("a key on a row opens its entry with the field that it means @embedded", async ({
  page,
  foyer,
}) => {
  await openSeededJournal(page, foyer, {
    entries: [{ id: "a", at: "2026-03-01T21:40", title: "Earlier", text: "Of that day." }],
  });
  await expect(entryNames(page)).toHaveCount(1);
  await page.keyboard.press("j");
  await page.keyboard.press("m");
  await expect(entryPage(page).getByRole("radio").and(page.locator(":focus"))).toHaveCount(1);
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  await expect(entryNames(page)).toBeFocused();
  await page.keyboard.press("e");
  await expect(entryPage(page).locator(".editor-text")).toBeFocused();
  await page.keyboard.type(" Words.");
  await expect(entryPage(page).locator(".editor-text")).toHaveText("Of that day. Words.");
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  await expect(entryNames(page)).toBeFocused();
  // Who is at something else does not mean the row.
  await page.locator(".journal-nav").getByRole("link", { name: "Settings" }).focus();
  await page.keyboard.press("Delete");
  await expect(entryNames(page)).toHaveCount(1);
});

test("an entry that is opened from the calendar or the search has the focus, and gives it back @embedded @long", async ({
  page,
  foyer,
}) => {
  await openSeededJournal(
    page,
    foyer,
    {
      entries: [
        { id: "a", at: "2026-03-02T09:00", title: "Morning", text: "Sun." },
        { id: "b", at: "2026-03-02T21:40", title: "Night", text: "Stars." },
      ],
    },
    "?view=calendar&month=2026-03&day=2026-03-02",
  );
  for (const width of [1440, 390]) {
    /* oxlint-disable no-await-in-loop -- one after the other */
    await page.setViewportSize({ width, height: 844 });
    await enterOn(page, page.locator(".chosen-day").getByRole("link", { name: "Night" }));
    await expect(shownText(page)).toHaveText("Stars.");
    await expect(entryPage(page)).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(entryPage(page)).toHaveCount(0);
    await expect(page.locator(".chosen-day").getByRole("link", { name: "Night" })).toBeFocused();
    /* oxlint-enable no-await-in-loop */
  }
  await page.keyboard.press("/");
  await page.keyboard.type("sun");
  const found = page.locator(".journal-main").getByRole("link", { name: "Morning" });
  await enterOn(page, found);
  await expect(entryPage(page)).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(found).toBeFocused();
});

test("what is meant for a private journal that was locked goes into no other one @embedded", async ({
  page,
  foyer,
}) => {
  await openSeededJournal(page, foyer, { name: "Plain", entries: [] });
  await makePrivate(page);
  await expect(page).toHaveURL(/journal=s/);
  await expect(page.getByRole("heading", { name: "Secret" })).toBeVisible();
  await page.keyboard.press("Control+Shift+L");
  await expect(page.getByRole("heading", { name: "This journal is locked" })).toBeVisible();
  await page.keyboard.press("n");
  await expect(page.locator(".toasts")).toContainText("This journal is locked");
  await expect(entryPage(page)).toHaveCount(0);
});

test("who writes in a plain journal goes on there when a private one is locked meanwhile @embedded", async ({
  page,
  foyer,
}) => {
  await openSeededJournal(page, foyer, {
    name: "Plain",
    entries: [{ id: "a", at: "2026-03-01T21:40", title: "Earlier", text: "Of that day." }],
  });
  await makePrivate(page);
  await expect(page).toHaveURL(/journal=s/);
  await page.getByRole("link", { name: "All journals" }).click();
  await entryNames(page).click();
  await expect(shownText(page)).toBeVisible();
  await page.keyboard.press("e");
  await expect(entryPage(page).locator(".editor-text")).toBeFocused();
  await page.keyboard.type(" One");
  await page.keyboard.press("Control+Shift+L");
  await expect(page.locator("html")).not.toHaveAttribute("data-journal-locking");
  await expect(entryPage(page).locator(".editor-text")).toBeFocused();
  await page.keyboard.type(" and on.");
  await expect(entryPage(page).locator(".editor-text")).toHaveText("Of that day. One and on.");
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: "Unlock a private journal…" })).toBeVisible();
  await expect(entryNames(page)).toHaveCount(1);
});

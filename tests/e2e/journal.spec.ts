/** /AdvancedJournal: entries from the first word to the trash. */
import type { Page } from "@playwright/test";
import { violationsInBothSchemes } from "../support/axe.ts";
import {
  entryNames,
  entryPage,
  entryRows,
  openEmptyJournal,
  openSeededJournal,
  saved,
  shownText,
  textEditor,
  writeButton,
  writeOn,
} from "../support/journal-hands.ts";
import { expect, test } from "../support/site-test.ts";

test.describe.configure({ timeout: 90_000 });

const toast = (page: Page) => page.locator(".toasts");
const diary = {
  name: "Diary",
  tags: { walks: "Walks" },
  entries: [
    {
      id: "river",
      at: "2026-03-02T21:40",
      title: "The river",
      text: "We walked until it was dark.\nNobody said a word.",
      mood: 4,
      tags: ["walks"],
      place: "Porto",
    },
    { id: "soup", at: "2026-03-02T08:10", text: "Soup for breakfast." },
    { id: "rain", at: "2026-02-11T19:00", title: "Rain", text: "It rained all day." },
  ],
};

test("the first entry is written from nothing, and stands there after a reload @embedded", async ({
  page,
}) => {
  await openEmptyJournal(page);
  expect(await violationsInBothSchemes(page)).toEqual([]);
  await page.getByRole("button", { name: "Write the first entry" }).click();
  await expect(textEditor(page)).toBeFocused();
  await page.keyboard.type("The first words of all.");
  await expect(textEditor(page)).toContainText("The first words of all.");
  await entryPage(page).getByRole("textbox", { name: "Title" }).fill("A beginning");
  await saved(page);
  expect(await violationsInBothSchemes(page)).toEqual([]);
  await page.reload();
  await expect(shownText(page)).toHaveText("The first words of all.");
  await expect(entryPage(page).getByRole("textbox", { name: "Title" })).toHaveValue("A beginning");
  await expect(entryNames(page)).toHaveText(["A beginning"]);
});

test("what is typed before the editor has come is handed to it, and the cursor with it @embedded", async ({
  page,
  foyer,
}) => {
  const answer = Promise.withResolvers<void>();
  await page.route(/entry-editor-/, async (route) => {
    await answer.promise;
    await route.continue();
  });
  await openSeededJournal(page, foyer, { entries: [] });
  await writeButton(page).click();
  const plain = entryPage(page).locator(".entry-first-words");
  await expect(plain).toBeFocused();
  await page.keyboard.type("first\nthird");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("End");
  await page.keyboard.type(" and ");
  answer.resolve();
  await expect(plain).toHaveCount(0);
  await expect(entryPage(page).locator(".editor-text")).toBeFocused();
  await page.keyboard.type("second");
  await expect(entryPage(page).locator(".editor-text p")).toHaveText(["first and second", "third"]);
  await saved(page);
  await page.reload();
  await expect(shownText(page).locator("p")).toHaveText(["first and second", "third"]);
});

test("an entry is read without the editor, which comes when somebody means to write @embedded", async ({
  page,
  foyer,
}) => {
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  // What comes ahead of its time would hide it.
  await page.route(/load-ahead-/, (route) =>
    route.fulfill({ contentType: "text/javascript", body: "export const loadAhead = () => {};" }),
  );
  await openSeededJournal(page, foyer, diary);
  await expect(entryNames(page)).toHaveText(["The river", "Soup for breakfast.", "Rain"]);
  await expect(page.locator(".entry-month")).toHaveText([/March 2026\s*2/, /February 2026\s*1/]);
  await entryNames(page).first().click();
  await expect(shownText(page).locator("p")).toHaveCount(2);
  expect(asked.filter((url) => /entry-editor-/.test(url))).toEqual([]);
  await shownText(page).locator("p").first().click();
  await expect(entryPage(page).locator(".editor-text")).toBeFocused();
  expect(asked.filter((url) => /entry-editor-/.test(url))).not.toEqual([]);
  expect(await violationsInBothSchemes(page)).toEqual([]);
});

test("what is typed right after the key that brings the editor is written on, and is no key of the journal @embedded", async ({
  page,
  foyer,
}) => {
  const answer = Promise.withResolvers<void>();
  await page.route(/entry-editor-/, async (route) => {
    await answer.promise;
    await route.continue();
  });
  await openSeededJournal(page, foyer, diary);
  await entryNames(page).nth(2).click();
  await expect(shownText(page)).toHaveText("It rained all day.");
  await expect(entryPage(page)).toBeFocused();
  await page.keyboard.type("e nms");
  await expect(shownText(page)).toHaveText("It rained all day. nms");
  answer.resolve();
  await expect(entryPage(page).locator(".editor-text")).toBeFocused();
  await page.keyboard.type("!");
  await expect(entryPage(page).locator(".editor-text")).toHaveText("It rained all day. nms!");
  await expect(entryNames(page)).toHaveCount(3);
});

test("an entry is starred, deleted, brought back by undo and from the trash, and deleted for good @embedded", async ({
  page,
  foyer,
}) => {
  await openSeededJournal(page, foyer, diary);
  await entryNames(page).nth(2).click();
  await entryPage(page).getByRole("button", { name: "Star" }).click();
  await expect(entryRows(page).nth(2)).toContainText("Starred");
  await entryPage(page).getByRole("button", { name: "Delete" }).click();
  await expect(entryNames(page)).toHaveText(["The river", "Soup for breakfast."]);
  await toast(page).getByRole("button", { name: "Undo" }).click();
  await expect(entryNames(page)).toHaveCount(3);
  await entryNames(page).nth(2).click();
  await expect(entryPage(page)).toBeFocused();
  await page.keyboard.press("Delete");
  await expect(entryNames(page)).toHaveCount(2);
  await page.getByRole("link", { name: "Trash" }).click();
  await page.getByRole("button", { name: "Restore “Rain”" }).click();
  await expect(page.getByRole("heading", { name: "The trash is empty" })).toBeVisible();
  await page.getByRole("link", { name: "All entries" }).click();
  await entryNames(page).nth(2).focus();
  await page.keyboard.press("Backspace");
  await expect(entryNames(page)).toHaveCount(2);
  await saved(page);
  await page.getByRole("link", { name: "Trash" }).click();
  expect(await violationsInBothSchemes(page)).toEqual([]);
  await page.getByRole("button", { name: "Empty the trash…" }).click();
  await page.getByRole("button", { name: "Delete for good" }).click();
  await expect(toast(page)).toContainText("Deleted 1 entry for good.");
  await page.reload();
  await expect(page.getByRole("heading", { name: "The trash is empty" })).toBeVisible();
});

test("what stood there before a sitting is a revision: compared word by word, restored, and taken back @embedded", async ({
  page,
  foyer,
}) => {
  await openSeededJournal(page, foyer, diary);
  await entryNames(page).nth(2).click();
  await expect(shownText(page)).toHaveText("It rained all day.");
  await writeOn(page, " And all night.");
  await expect(entryPage(page).locator(".editor-text")).toHaveText(
    "It rained all day. And all night.",
  );
  await entryPage(page).getByRole("button", { name: "1 revision" }).click();
  const revisions = page.getByRole("region", { name: "Revisions" });
  await expect(revisions.locator("ins")).toHaveText(/And all night/);
  expect(await violationsInBothSchemes(page)).toEqual([]);
  await revisions.getByRole("button", { name: "Restore" }).click();
  await expect(entryPage(page).locator(".editor-text")).toHaveText("It rained all day.");
  await expect(entryPage(page).getByRole("button", { name: "2 revisions" })).toBeVisible();
  await toast(page).getByRole("button", { name: "Undo" }).click();
  await expect(entryPage(page).locator(".editor-text")).toHaveText(
    "It rained all day. And all night.",
  );
  await saved(page);
  await page.reload();
  await expect(entryPage(page).getByRole("button", { name: "2 revisions" })).toBeVisible();
});

test("a second journal has its own entries, and all stand together where all are shown @embedded", async ({
  page,
  foyer,
}) => {
  await openSeededJournal(page, foyer, diary);
  await page.getByRole("button", { name: "New journal…" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill("Garden");
  await dialog.getByLabel("Colour").selectOption("Green");
  await dialog.getByRole("button", { name: "Make the journal" }).click();
  await expect(page.getByRole("heading", { name: "Garden" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Nothing is written yet" })).toBeVisible();
  await writeButton(page).click();
  await page.keyboard.type("The beans are out.");
  await saved(page);
  await expect(entryNames(page)).toHaveText(["The beans are out."]);
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  await page.getByRole("link", { name: "All journals" }).click();
  await expect(entryNames(page)).toHaveText([
    "The beans are out.",
    "The river",
    "Soup for breakfast.",
    "Rain",
  ]);
  await expect(entryRows(page).first()).toContainText("Garden");
  await page.getByLabel("Sort by").selectOption("Last edited");
  await expect(page.locator(".entry-month")).toHaveCount(0);
  expect(await violationsInBothSchemes(page)).toEqual([]);
});

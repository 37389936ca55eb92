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

test("what is typed before the editor has come is handed to it, and the cursor with it @embedded @long", async ({
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

test("an entry is read without the editor, which comes when somebody means to write @embedded @long", async ({
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

test("what is typed right after the key that brings the editor is written on, and is no key of the journal @embedded @long", async ({
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

test("an entry is starred, deleted, brought back by undo and from the trash, and deleted for good @embedded @long", async ({
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

test("what stood there before a sitting is a revision: compared word by word, restored, and taken back @embedded @long", async ({
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
  await revisions.getByRole("button", { name: "Close" }).click();
  await expect(entryPage(page).getByRole("button", { name: "1 revision" })).toBeFocused();
  await page.keyboard.press("Enter");
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

test("a second journal has its own entries, and all stand together where all are shown @embedded @long", async ({
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

test("an entry in the trash is read, and nothing of it is changed @embedded @long", async ({
  page,
  foyer,
}) => {
  await openSeededJournal(page, foyer, {
    entries: [
      {
        id: "rain",
        at: "2026-02-11T19:00",
        title: "Rain",
        text: "It rained.",
        mood: 4,
        gone: true,
      },
    ],
  });
  await page.getByRole("link", { name: "Trash" }).click();
  await page.getByRole("button", { name: "Rain", exact: true }).click();
  await expect(shownText(page)).toHaveText("It rained.");
  await expect(entryPage(page)).toBeFocused();
  const title = entryPage(page).getByRole("textbox", { name: "Title" });
  await expect(title).not.toBeEditable();
  await expect(entryPage(page).getByRole("button", { name: "Star" })).toBeDisabled();
  await expect(entryPage(page).locator(".entry-when")).toBeDisabled();
  await page.keyboard.press("m");
  await page.keyboard.press("t");
  await page.keyboard.press("e");
  await page.keyboard.press("s");
  await title.press("Enter");
  await expect(entryPage(page).getByRole("button", { name: "Star" })).toHaveAttribute(
    "aria-pressed",
    "false",
  );
  await expect(entryPage(page).getByRole("radio")).toHaveCount(0);
  await expect(entryPage(page).getByLabel("Add a tag")).toHaveCount(0);
  await expect(entryPage(page).locator(".editor-text")).toHaveCount(0);
  for (const name of ["Older", "Newer"]) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await expect(entryPage(page).getByRole("button", { name })).toHaveAttribute(
      "aria-disabled",
      "true",
    );
  }
  expect(await violationsInBothSchemes(page)).toEqual([]);
  await entryPage(page).getByRole("button", { name: "Restore", exact: true }).click();
  await expect(entryPage(page)).toBeFocused();
  await expect(title).toBeEditable();
  await expect(shownText(page)).toHaveText("It rained.");
});

test("from an entry of the calendar one goes to older and newer ones, up to the last @embedded @long", async ({
  page,
  foyer,
}) => {
  await openSeededJournal(page, foyer, diary, "?view=calendar&month=2026-02&day=2026-02-11");
  await page.locator(".chosen-day").getByRole("link", { name: "Rain" }).click();
  await expect(entryPage(page).getByRole("heading", { level: 2 })).toContainText(
    "11 February 2026",
  );
  const [older, newer] = ["Older", "Newer"].map((name) =>
    entryPage(page).getByRole("button", { name }),
  );
  await expect(older!).toHaveAttribute("aria-disabled", "true");
  await newer!.click();
  await expect(shownText(page)).toHaveText("Soup for breakfast.");
  await page.keyboard.press("]");
  await expect(shownText(page)).toContainText("We walked until it was dark.");
  await expect(newer!).toHaveAttribute("aria-disabled", "true");
  await page.keyboard.press("]");
  await page.keyboard.press("[");
  await expect(shownText(page)).toHaveText("Soup for breakfast.");
});

test("an address of a journal that is not there says so, and an empty one is begun from a template @embedded @long", async ({
  page,
  foyer,
}) => {
  await openSeededJournal(page, foyer, { entries: [] }, "?journal=p0gone00000000000000a");
  await expect(page.getByRole("heading", { name: "This journal is not there" })).toBeVisible();
  await expect(page.getByText("Nothing is written yet")).toHaveCount(0);
  await page.locator(".journal-main").getByRole("button", { name: "All entries" }).click();
  await expect(page.getByRole("heading", { name: "Nothing is written yet" })).toBeVisible();
  await page.getByRole("button", { name: "The day", exact: true }).click();
  await expect(shownText(page).getByRole("heading", { name: "What happened" })).toBeVisible();
  await saved(page);
  await page.reload();
  await expect(shownText(page).getByRole("heading", { name: "Tomorrow" })).toBeVisible();
});

test("blank lines before the first word stand there, too @embedded @long", async ({
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
  await expect(entryPage(page).locator(".entry-first-words")).toBeFocused();
  await page.keyboard.type("\n  Words");
  await expect(entryPage(page).locator(".entry-first-words")).toHaveValue("\n  Words");
  answer.resolve();
  await expect(entryPage(page).locator(".editor-text p")).toHaveText(["", "Words"]);
  await saved(page);
});

test("the list beside an entry follows it, and is where it was once that is closed @embedded @long", async ({
  page,
  foyer,
}) => {
  const name = (at: number) => `Entry ${String(at).padStart(3, "0")}`;
  await openSeededJournal(page, foyer, {
    entries: Array.from({ length: 150 }, (_, at) => ({
      id: `e${at}`,
      at: `20${25 - Math.floor(at / 12)}-${String(12 - (at % 12)).padStart(2, "0")}-10T10:00`,
      title: name(at),
      text: "Words.",
    })),
  });
  const row = (at: number) => entryNames(page).filter({ hasText: name(at) });
  await row(2).click();
  await expect(entryPage(page)).toBeFocused();
  for (let at = 3; at <= 33; at += 1) {
    /* oxlint-disable no-await-in-loop -- step by step */
    await page.keyboard.press("[");
    await expect(entryPage(page).getByRole("textbox", { name: "Title" })).toHaveValue(name(at));
    /* oxlint-enable no-await-in-loop */
  }
  await expect(row(33)).toBeInViewport();
  await expect(row(33)).toHaveAttribute("aria-current", "true");
  await page.keyboard.press("Escape");
  await expect(row(33)).toBeFocused();
  await expect(row(33)).toBeInViewport();

  // The list is scrolled on beside an entry, and another one opened there.
  await page.keyboard.press("Enter");
  await expect(entryPage(page)).toBeFocused();
  await expect(async () => {
    await page.evaluate(() => scrollBy(0, 500));
    await expect(row(90)).toBeInViewport({ timeout: 300 });
  }).toPass();
  await row(90).click();
  await expect(entryPage(page).getByRole("textbox", { name: "Title" })).toHaveValue(name(90));
  await expect(row(90)).toBeInViewport();
  await page.keyboard.press("Escape");
  await expect(row(90)).toBeFocused();
  await expect(row(90)).toBeInViewport();
});

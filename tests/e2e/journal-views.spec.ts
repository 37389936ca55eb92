/** The further views of /AdvancedJournal and the fields of an entry: by keys, with axe in both schemes. */
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
} from "../support/journal-hands.ts";
import { expect, test } from "../support/site-test.ts";
import { enterOn } from "../support/tab-to.ts";

test.describe.configure({ timeout: 120_000 });

const day = (page: Page, date: string) => page.locator(`.month [data-day="${date}"]`);
const chosen = (page: Page) => page.locator(".chosen-day");
const said = (page: Page) => page.locator(".year-said output");
const toast = (page: Page) => page.locator(".toasts");
const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name });
/** In the editor or without it. */
const anyText = (page: Page) => entryPage(page).locator(":is(.entry-prose, .editor-text)");
const noFaults = async (page: Page) => expect(await violationsInBothSchemes(page)).toEqual([]);

/** So many days before today, by the clock of the browser. */
const daysAgo = (page: Page, days: number) =>
  page.evaluate((by) => {
    const date = new Date();
    date.setHours(12);
    date.setDate(date.getDate() - by);
    return date.toLocaleDateString("en-CA");
  }, days);

test("the day, the place and the weather of an entry are changed where they stand @embedded", async ({
  page,
  foyer,
}) => {
  await openSeededJournal(page, foyer, {
    tags: { sea: "Sea" },
    entries: [
      { id: "a", at: "2026-03-02T21:40", title: "A day", text: "By the sea.", place: "Lisbon" },
      { id: "b", at: "2026-03-01T08:00", title: "Before", text: "At home." },
    ],
  });
  await entryNames(page).last().click();
  await expect(shownText(page)).toHaveText("At home.");

  await entryPage(page).locator(".entry-when").click();
  await expect(page.getByLabel("Day", { exact: true })).toBeFocused();
  await noFaults(page);
  await page.getByLabel("Day", { exact: true }).fill("2026-03-05");
  await page.keyboard.press("Enter");
  await page.getByLabel("Time zone").selectOption("Asia/Tokyo");
  await expect(entryPage(page).locator(".entry-when")).toContainText("5 March 2026");
  await expect(entryPage(page).locator(".entry-when")).toContainText("08:00, Tokyo time");
  await expect(entryPage(page).getByText("on this device.")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(entryPage(page).locator(".entry-when")).toBeFocused();
  await expect(entryNames(page)).toHaveText(["Before", "A day"]);

  await button(page, "Add place").click();
  const place = page.getByRole("combobox", { name: "Place" });
  await expect(place).toBeFocused();
  await place.fill("Kyoto");
  await page.keyboard.press("Escape");
  await expect(button(page, "Kyoto")).toBeFocused();

  await button(page, "Add weather").click();
  await expect(page.getByLabel("Temperature, °C")).toBeDisabled();
  await page.getByRole("combobox", { name: "Weather" }).selectOption("Snow");
  await page.getByLabel("Temperature, °C").fill("−2,5");
  await noFaults(page);
  await button(page, "Done").click();
  await expect(button(page, "Snow, −2.5 °C")).toBeVisible();

  await button(page, "Add people").click();
  await page.keyboard.type("Anna");
  await page.keyboard.press("Enter");
  await page.keyboard.type("Ben");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Backspace");
  await expect(entryPage(page).locator(".topic-chips li")).toHaveText(["Anna"]);
  await noFaults(page);
  await page.keyboard.press("Escape");
  await button(page, "Add tags").click();
  await page.keyboard.type("se");
  await expect(entryPage(page).locator("[role=option]")).toHaveText(["Sea", "New: “se”"]);
  await noFaults(page);
  await page.keyboard.press("Enter");
  await expect(entryPage(page).locator(".topic-chips li")).toHaveText(["Sea"]);
  await button(page, "Change the tags…").click();
  const dialog = page.getByRole("dialog", { name: "Tags" });
  await expect(dialog).toContainText("1 entry");
  await dialog.getByLabel("Name of “Sea”").fill("Seaside");
  await dialog.getByLabel("Colour of “Seaside”").selectOption("Blue");
  await noFaults(page);
  await dialog.getByRole("button", { name: "Close" }).click();
  await expect(entryPage(page).locator(".topic-chips li")).toHaveText(["Seaside"]);
  await page.keyboard.press("Escape");

  await button(page, "Add mood").click();
  await page.getByRole("radio", { name: "Good" }).check();
  await noFaults(page);
  await button(page, "Done").click();
  await expect(entryRows(page).first()).toContainText("Good");
  await saved(page);
  await page.reload();
  await expect(button(page, "Snow, −2.5 °C")).toBeVisible();
  await expect(entryPage(page).locator(".entry-topics")).toHaveText(["Seaside", "Anna"]);
});

test("the calendar is gone through by keys, opens a day, and a new entry is for the day that is chosen @embedded", async ({
  page,
  foyer,
}) => {
  await openSeededJournal(
    page,
    foyer,
    {
      entries: [
        { id: "a", at: "2026-03-02T09:00", title: "Morning", text: "Sun.", mood: 5 },
        { id: "b", at: "2026-03-02T21:00", title: "Night", text: "Stars.", mood: 3, star: true },
        { id: "c", at: "2026-03-09T21:00", title: "Alone on its day", text: "Rain." },
        { id: "d", at: "2026-03-10T21:00", title: "Deleted", text: "Gone.", gone: true },
      ],
    },
    "?view=calendar&month=2026-03",
  );
  await expect(page.getByRole("heading", { name: "March 2026", exact: true })).toBeVisible();
  await expect(page.getByText("3 entries on 2 days")).toBeVisible();
  await expect(day(page, "2026-03-02")).toContainText("Morning");
  await expect(day(page, "2026-03-02")).toHaveAccessibleName(/2 March, 2 entries, Good, Morning/);
  await expect(day(page, "2026-03-10")).not.toContainText("Deleted");
  await noFaults(page);

  await day(page, "2026-03-01").focus();
  await page.keyboard.press("ArrowRight");
  await expect(day(page, "2026-03-02")).toBeFocused();
  await expect(chosen(page).getByRole("heading")).toHaveText("Monday 2 March 2026");
  await expect(chosen(page).getByRole("link")).toHaveText(["Morning", "Night"]);
  await page.keyboard.press("Enter");
  await expect(chosen(page).getByRole("link", { name: "Morning" })).toBeFocused();

  await day(page, "2026-03-02").focus();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(shownText(page)).toHaveText("Rain.");
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");

  await day(page, "2026-03-12").click();
  await page.keyboard.press("n");
  await expect(textEditor(page)).toBeFocused();
  await page.keyboard.type("Afterwards.");
  await expect(entryPage(page).locator(".entry-when")).toContainText("12 March 2026");
  await saved(page);
  await expect(day(page, "2026-03-12")).toContainText("Afterwards.");

  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/AdvancedJournal?view=calendar&month=2026-03&day=2026-03-02");
  await expect(chosen(page).getByRole("link")).toHaveCount(2);
  await noFaults(page);
  await day(page, "2026-03-09").locator(".calendar-cell").click();
  await expect(shownText(page)).toHaveText("Rain.");
});

test("a year is gone through by keys, by mood and by words, and says in a table what it shows @embedded", async ({
  page,
  foyer,
}) => {
  await openSeededJournal(
    page,
    foyer,
    {
      entries: [
        { id: "a", at: "2025-01-31T09:00", title: "January", text: "One two three.", mood: 5 },
        { id: "b", at: "2025-02-01T21:00", title: "February", text: "One.", mood: 1 },
        { id: "c", at: "2025-02-01T22:00", title: "Also", text: "Two.", mood: 2 },
        { id: "d", at: "2023-07-01T22:00", title: "Long ago", text: "Two." },
      ],
    },
    "?view=year&year=2025",
  );
  await expect(page.getByRole("heading", { name: "2025" })).toBeVisible();
  await expect(page.getByText("3 entries on 2 days, 5 words.")).toBeVisible();
  await noFaults(page);
  const frame = page.getByRole("group", { name: /2025, day by day/ });
  await frame.focus();
  await page.keyboard.press("ArrowRight");
  await expect(said(page)).toHaveText("Saturday 1 February 2025: Low, 2 entries, 2 words");
  await page.keyboard.press("ArrowLeft");
  await expect(said(page)).toHaveText("Friday 31 January 2025: Great, 1 entry, 3 words");
  await page.keyboard.press("ArrowUp");
  await expect(said(page)).toContainText("31 January");
  await page.keyboard.press("ArrowRight");

  await page.getByLabel("Numbers").check();
  await page.getByRole("radio", { name: "Words" }).check();
  await page.getByText("Show as table").click();
  await expect(page.getByRole("row", { name: /January 2025/ })).toContainText("31: 3");
  await noFaults(page);
  await frame.focus();
  await page.keyboard.press("Enter");
  await expect(entryNames(page)).toHaveText(["Also", "February"]);
  await page.goBack();
  await button(page, "The year before in which something was written").click();
  await expect(page.getByRole("heading", { name: "2023" })).toBeVisible();

  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByText("Show as table").click();
  await noFaults(page);
});

test("earlier years of this day and days in a row are said above the list, and can be hidden @embedded", async ({
  page,
  foyer,
}) => {
  const [today, yesterday, before] = [
    await daysAgo(page, 0),
    await daysAgo(page, 1),
    await daysAgo(page, 3),
  ];
  const ago = `${Number(today.slice(0, 4)) - 4}${today.slice(4)}`;
  await openSeededJournal(page, foyer, {
    entries: [
      { id: "a", at: `${yesterday}T09:00`, title: "Yesterday", text: "One." },
      { id: "b", at: `${before}T09:00`, title: "Before", text: "One." },
      { id: "c", at: `${ago}T09:00`, title: "Years ago", text: "A letter came." },
    ],
  });
  const streak = page.locator(".streak summary");
  await expect(streak).toContainText("2 days, one forgiven");
  await streak.click();
  await expect(page.locator(".streak")).toContainText("is forgiven");
  await noFaults(page);
  await button(page, "Hide this").click();
  await expect(streak).toHaveCount(0);
  await toast(page).getByRole("button", { name: "Undo" }).click();
  await expect(streak).toBeVisible();

  await button(page, /On this day 4 years ago/).click();
  await expect(page.getByRole("heading", { name: "On this day" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Years ago" })).toBeVisible();
  await noFaults(page);
  await page.getByRole("link", { name: "Years ago" }).click();
  await expect(shownText(page)).toHaveText("A letter came.");
});

test("an entry begins with a question or a template, and becomes one @embedded", async ({
  page,
}) => {
  await openEmptyJournal(page);
  await enterOn(page, button(page, "Write the first entry"));
  await expect(textEditor(page)).toBeFocused();
  const question = page.locator(".prompt-line p");
  const first = await question.textContent();
  await button(page, "Another question").click();
  await expect(question).not.toHaveText(first ?? "");
  const asked = await question.textContent();
  await button(page, "Answer it").click();
  await expect(entryPage(page).getByRole("textbox", { name: "Title" })).toHaveValue(asked ?? "");
  await expect(question).toHaveCount(0);
  await expect(entryPage(page).locator(".entry-first-words, .editor-text")).toBeFocused();

  await button(page, "Use a template").click();
  await noFaults(page);
  await button(page, "The day").click();
  await expect(anyText(page).getByRole("heading")).toHaveText([
    "What happened",
    "What was good",
    "Tomorrow",
  ]);
  await toast(page).getByRole("button", { name: "Undo" }).click();
  await expect(anyText(page).getByRole("heading")).toHaveCount(0);

  await page.goto("/AdvancedJournal?view=templates");
  await button(page, "Add three samples").click();
  const rows = page.locator(".template-row");
  await expect(rows.getByRole("heading")).toHaveText(["The day", "The week", "A trip"]);
  await button(page, "Move “A trip” up").click();
  await expect(rows.getByRole("heading")).toHaveText(["The day", "A trip", "The week"]);
  await button(page, "Change “A trip”").click();
  await page.getByLabel("Name", { exact: true }).fill("A long trip");
  await expect(page.getByRole("textbox", { name: "Text of the template" })).toBeVisible();
  await noFaults(page);
  await button(page, "Done with “A long trip”").click();
  await button(page, "Delete “The week”").click();
  await expect(rows).toHaveCount(2);
  await button(page, "Write with “A long trip”").click();
  await expect(shownText(page)).toContainText("What we ate");
  await button(page, "Keep as a template").click();
  await expect(rows).toHaveCount(3);
  await saved(page);
});

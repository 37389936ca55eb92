/** The book of /AdvancedJournal, as a browser prints it: read back from the PDF. */
import type { Page } from "@playwright/test";
import { getDocument } from "pdfjs-dist/legacy/build/pdf.mjs";
import { violationsInBothSchemes } from "../support/axe.ts";
import { openSeededJournal, saved } from "../support/journal-hands.ts";
import { beginEntry, makePrivate } from "../support/journal-steps.ts";
import { expect, test } from "../support/site-test.ts";

test.describe.configure({ timeout: 120_000 });

const long = Array.from({ length: 60 }, (_, at) => `Line ${at} of a long day.`).join("\n");
const diary = {
  name: "My Diary",
  tags: { walks: "Walks" },
  entries: [
    { id: "before", at: "2025-12-31T12:00", text: "Not in the book." },
    {
      id: "river",
      at: "2026-01-02T21:40",
      title: "The river",
      text: long,
      mood: 4,
      tags: ["walks"],
      place: "Porto",
    },
    { id: "soup", at: "2026-01-03T08:10", text: "Soup for breakfast." },
    { id: "rain", at: "2026-03-11T19:00", title: "Rain", text: "It rained all day." },
    { id: "gone", at: "2026-03-12T19:00", text: "In the trash.", gone: true },
    { id: "after", at: "2026-04-01T12:00", text: "Not in it either." },
  ],
};

async function pagesOf(page: Page): Promise<{ words: string[]; width: number }> {
  const bytes = await page.pdf({ preferCSSPageSize: true, printBackground: true });
  const pdf = await getDocument({ data: new Uint8Array(bytes) }).promise;
  const words: string[] = [];
  let width = 0;
  for (let number = 1; number <= pdf.numPages; number += 1) {
    const one = await pdf.getPage(number);
    width = one.getViewport({ scale: 1 }).width;
    const { items } = await one.getTextContent();
    words.push(
      items
        .map((item) => ("str" in item ? item.str : ""))
        .join(" ")
        .replaceAll(/\s+/g, " ")
        .trim(),
    );
  }
  return { words, width };
}

test("the days that are chosen are a book with a title, chapters and page numbers, and nothing else is printed", async ({
  page,
  foyer,
}) => {
  await page.addInitScript(() => {
    window.print = () => document.documentElement.setAttribute("data-printed", "");
  });
  const query = "?view=book&from=2026-01-01&to=2026-03-31";
  await openSeededJournal(page, foyer, diary, query);
  const view = page.locator(".journal-exchange");
  await expect(view).toContainText("3 entries.");
  await expect(view).toContainText("Paper and PDF are not encrypted");
  expect(await violationsInBothSchemes(page)).toEqual([]);
  await view.getByRole("button", { name: "Print or save as PDF" }).click();
  await expect(page.locator("html[data-printed]")).toHaveCount(1);

  const { words, width } = await pagesOf(page);
  // A5 is 148 mm wide.
  expect(Math.round(width)).toBe(420);
  expect(words.length).toBeGreaterThan(4);
  expect(words[0]).toContain("2 Jan 2026 – 11 Mar 2026 3 entries");
  expect(words[1]).toMatch(/Contents January 2026 2 entries March 2026 1 entry/);
  const all = words.join(" ");
  for (const wanted of [
    "Friday 2 January 2026, 21:40",
    "The river",
    "Good · Porto · #Walks",
    "Line 0 of a long day.",
    "Line 59 of a long day.",
    "Soup for breakfast.",
    "Rain",
  ]) {
    expect(all).toContain(wanted);
  }
  for (const other of ["Not in", "In the trash", "Print or save", "All entries", "Search"]) {
    expect(all).not.toContain(other);
  }
  expect(words[0]).not.toMatch(/\b1$/);
  for (const [at, page] of words.entries()) {
    if (at > 0) expect(page).toMatch(new RegExp(`(^|\\s)${at + 1}($|\\s)`));
  }

  await view.getByLabel("With mood, tags, people, place and weather").click();
  await view.getByLabel("Paper").selectOption("a4");
  const plain = await pagesOf(page);
  expect(Math.round(plain.width)).toBe(595);
  expect(plain.words.join(" ")).not.toContain("Porto");
  await page.emulateMedia({ media: "screen" });
  await expect(view).toBeVisible();

  // The browser's own way of printing prints no days that were chosen before.
  await expect(page.locator(".journal-book")).toHaveCount(1);
  await view.getByRole("button", { name: "All days" }).click();
  await expect(view).toContainText("5 entries.");
  await expect(page.locator(".journal-book")).toHaveCount(0);
});

test("at a lock no word of a private journal stays in a book, though others are open @embedded @long", async ({
  page,
  foyer,
}) => {
  await page.addInitScript(() => {
    window.print = () => document.documentElement.setAttribute("data-printed", "");
  });
  await openSeededJournal(page, foyer, diary);
  await makePrivate(page, { name: "Secret", passphrase: "a long passphrase of mine" });
  await beginEntry(page, "Secret");
  await page.keyboard.type("Words of a secret.");
  await saved(page);
  // Beside an entry there is no room for the views.
  await page.goBack();
  const nav = page.getByRole("navigation", { name: "Views and journals" });
  await nav.getByRole("link", { name: "Book" }).click();
  await page.getByRole("button", { name: "Print or save as PDF" }).click();
  await expect(page.locator("html[data-printed]")).toHaveCount(1);
  await expect(page.locator(".journal-book")).toContainText("Words of a secret.");
  await page.keyboard.press("Control+Shift+L");
  await expect(page.locator(".journal-book")).toHaveCount(0);
  await expect(page.getByText("Words of a secret.")).toHaveCount(0);
});

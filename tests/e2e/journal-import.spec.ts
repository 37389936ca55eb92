/** Import of /AdvancedJournal: Day One and Markdown, looked at first, written once, taken back. */
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Page } from "@playwright/test";
import { makeZip } from "client-zip";
import sharp from "sharp";
import {
  dayOneEntries,
  dayOneZip,
  photoBytes,
} from "../../lib/journal/exchange/testing/day-one-zip.ts";
import { violationsInBothSchemes } from "../support/axe.ts";
import {
  entryNames,
  openEmptyJournal,
  openSeededJournal,
  saved,
  shownText,
} from "../support/journal-hands.ts";
import { makePrivate } from "../support/journal-steps.ts";
import { expect, test } from "../support/site-test.ts";

test.describe.configure({ timeout: 120_000 });

test.beforeEach(({ watch, backend }) => {
  // Firebase has no precondition, so that it is asked before an upload for an object of the name.
  if (backend === "hosted") watch.expectFault(/status of 404.*firebasestorage/);
});

const diary = {
  name: "Diary",
  tags: { fam: "family" },
  entries: [{ id: "mine", at: "2026-03-02T21:40", title: "Mine", text: "My own words." }],
};
const importing = (page: Page) => page.locator(".journal-exchange");
const target = (page: Page) => importing(page).getByLabel("Goes into");

async function dayOne() {
  const picture = await sharp({
    create: { width: 900, height: 600, channels: 3, background: "#245" },
  })
    .jpeg()
    .toBuffer();
  const isPhoto = (path: string) => path.startsWith("photos/");
  const zip = await dayOneZip(dayOneEntries, {
    bytesOf: (path) => (isPhoto(path) ? new Uint8Array(picture) : photoBytes(path)),
  });
  return {
    name: "Export.zip",
    mimeType: "application/zip",
    buffer: Buffer.from(await zip.arrayBuffer()),
  };
}

async function choose(page: Page, file: Awaited<ReturnType<typeof dayOne>>): Promise<void> {
  await importing(page).getByLabel("ZIP, JSON or Markdown", { exact: true }).setInputFiles(file);
}

test("a journal of Day One is shown, imported once, and taken back @long", async ({
  page,
  foyer,
}) => {
  const { journal } = await openSeededJournal(page, foyer, diary, "?view=import");
  expect(await violationsInBothSchemes(page)).toEqual([]);
  const file = await dayOne();
  await choose(page, file);
  await expect(importing(page)).toContainText("4 entries on 3 days, from 1 Jan 2015 to 3 Jul 2024");
  await expect(importing(page)).toContainText("Photo “gone.jpeg” is named, but is not in the ZIP.");
  expect(await violationsInBothSchemes(page)).toEqual([]);
  await target(page).selectOption(journal);
  await importing(page).getByText("Leave them out").click();
  await importing(page).getByRole("button", { name: "Import 4 entries" }).click();
  await expect(importing(page)).toContainText("3 entries imported, 4 photos", { timeout: 30_000 });
  expect(await violationsInBothSchemes(page)).toEqual([]);
  await importing(page).getByRole("button", { name: "Show the entries" }).click();
  await expect(entryNames(page)).toHaveText(["Mine", "Fireworks!", "No zone at all", "A title"]);
  await saved(page);

  await page.reload();
  await entryNames(page).filter({ hasText: "Fireworks!" }).click();
  await expect(shownText(page)).toContainText("We saw them from the roof.");
  await expect(shownText(page).locator("img")).toHaveCount(1, { timeout: 20_000 });
  const article = page.getByRole("article", { name: "Entry" });
  // A tag of that name was there.
  await expect(article).toContainText("family");
  await expect(article).toContainText("New York");

  await page.goto(`/AdvancedJournal?view=import&journal=${journal}`);
  await choose(page, file);
  await expect(importing(page)).toContainText("3 entries of it are there already");
  await importing(page).getByText("This day").click();
  await importing(page).getByRole("button", { name: "Import 4 entries" }).click();
  await expect(importing(page)).toContainText("1 entry imported; 3 entries were there already");
  await importing(page).getByRole("button", { name: "Take it back" }).click();
  await expect(importing(page)).toContainText("what was imported is in the trash");
  await page.goto(`/AdvancedJournal?journal=${journal}`);
  await expect(entryNames(page)).toHaveText(["Mine", "Fireworks!", "No zone at all", "A title"]);
});

test("a folder of Markdown goes into a new journal @embedded", async ({ page, foyer }, info) => {
  await openSeededJournal(page, foyer, diary, "?view=import");
  const picture = await sharp({
    create: { width: 40, height: 30, channels: 3, background: "#b52" },
  })
    .png()
    .toBuffer();
  const folder = join(info.outputDir, "Notes");
  const files: Record<string, string | Buffer> = {
    "2026/2026-01-05 Snow.md":
      "---\nmood: great\ntags: [winter]\n---\nIt snowed.\n\n![hill](../img/hill.png)",
    "Oslo.md": "# Oslo, 3 February 2026\n\n- [x] packed",
    "img/hill.png": picture,
  };
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), content);
  }
  await importing(page).getByLabel("Folder of Markdown", { exact: true }).setInputFiles(folder);
  await expect(importing(page)).toContainText("2 entries on 2 days");
  await expect(target(page)).toHaveValue("new");
  await importing(page).getByRole("button", { name: "Import 2 entries" }).click();
  await expect(importing(page)).toContainText("“Notes”: 2 entries imported, 1 photo");
  await importing(page).getByRole("button", { name: "Show the entries" }).click();
  await expect(page.getByRole("heading", { name: "Notes" })).toBeVisible();
  await expect(entryNames(page)).toHaveText(["Oslo, 3 February 2026", "Snow"]);
  await entryNames(page).last().click();
  await expect(shownText(page).getByRole("img", { name: "hill" })).toBeVisible({ timeout: 20_000 });
});

for (const into of ["the empty journal", "a new one"]) {
  test(`whoever begins by an import into ${into} has it @embedded @long`, async ({ page }) => {
    await openEmptyJournal(page);
    await page.getByRole("button", { name: "Import from Day One or Markdown" }).click();
    await choose(page, await dayOne());
    await expect(importing(page)).toContainText("4 entries on 3 days");
    // What was made for it a moment ago is empty, and meant.
    await expect(target(page).locator("option:checked")).toHaveText("Journal");
    if (into === "a new one") await target(page).selectOption("new");
    await importing(page).getByText("Leave them out").click();
    await importing(page).getByRole("button", { name: "Import 4 entries" }).click();
    await expect(importing(page)).toContainText("3 entries imported, 4 photos", {
      timeout: 30_000,
    });
    await importing(page).getByRole("button", { name: "Show the entries" }).click();
    await expect(entryNames(page)).toHaveCount(3);
    await saved(page);
  });
}

test("an import can be taken back after other views were looked at @embedded", async ({
  page,
  foyer,
}) => {
  const { journal } = await openSeededJournal(page, foyer, diary, "?view=import");
  const files = ["a", "b"].map((name) => ({
    name: `2026-01-0${name === "a" ? 1 : 2} ${name}.md`,
    mimeType: "text/markdown",
    buffer: Buffer.from(`Words of ${name}.`),
  }));
  await importing(page).getByLabel("ZIP, JSON or Markdown", { exact: true }).setInputFiles(files);
  await target(page).selectOption(journal);
  await importing(page).getByRole("button", { name: "Import 2 entries" }).click();
  await expect(importing(page)).toContainText("2 entries imported");
  const nav = page.getByRole("navigation", { name: "Views and journals" });
  await nav.getByRole("link", { name: "All entries" }).click();
  await expect(entryNames(page)).toHaveCount(3);
  await nav.getByRole("link", { name: "Import" }).click();
  await importing(page).getByRole("button", { name: "Take it back" }).click();
  await expect(importing(page)).toContainText("what was imported is in the trash");
  await nav.getByRole("link", { name: "All entries" }).click();
  await expect(entryNames(page)).toHaveText(["Mine"]);
});

test("an import goes on while other views are looked at, and is not left without a question @embedded @long", async ({
  page,
  context,
  foyer,
}) => {
  const { journal } = await openSeededJournal(page, foyer, diary);
  await makePrivate(page, { name: "Secret", passphrase: "mossy lantern by the canal" });
  await page.keyboard.press("Control+Shift+L");
  await expect(page.getByRole("heading", { name: "This journal is locked" })).toBeVisible();
  const nav = page.getByRole("navigation", { name: "Views and journals" });
  await nav.getByRole("link", { name: "Import" }).click();
  const opened = Promise.withResolvers<void>();
  await context.route(/\/v0\/b\//, async (route) => {
    if (route.request().method() === "POST") await opened.promise;
    await route.continue();
  });
  const picture = await sharp({
    create: { width: 40, height: 30, channels: 3, background: "#b52" },
  })
    .png()
    .toBuffer();
  const count = 60;
  const zip = makeZip(
    Array.from({ length: count }, (_, at) => [
      { name: `${at}.md`, input: `---\ndate: 2026-01-01\n---\nWords. ![one](${at}.png)` },
      { name: `${at}.png`, input: new Uint8Array(picture) },
    ]).flat(),
  );
  const buffer = Buffer.from(await new Response(zip).arrayBuffer());
  await choose(page, { name: "Notes.zip", mimeType: "application/zip", buffer });
  await target(page).selectOption(journal);
  await importing(page)
    .getByRole("button", { name: `Import ${count} entries` })
    .click();
  const waits = importing(page).getByText("20 photos are on their way to the server");
  await expect(waits).toBeVisible();

  await nav.getByRole("link", { name: "Diary" }).click();
  await nav.getByRole("link", { name: "All entries" }).click();
  await expect(entryNames(page).first()).toBeVisible();
  await nav.getByRole("button", { name: "Unlock a private journal…" }).click();
  await page.getByRole("button", { name: "Not now" }).click();
  await nav.getByRole("link", { name: "Import" }).click();
  await expect(waits).toBeVisible();
  const asked = page.waitForEvent("dialog");
  await page.close({ runBeforeUnload: true });
  const question = await asked;
  expect(question.type()).toBe("beforeunload");
  await question.dismiss();

  opened.resolve();
  await expect(importing(page)).toContainText(`${count} entries imported, ${count} photos`, {
    timeout: 90_000,
  });
});

test("what is no journal is said, and nothing is written @embedded", async ({ page, foyer }) => {
  await openSeededJournal(page, foyer, diary, "?view=import");
  const file = { name: "a.zip", mimeType: "application/zip", buffer: Buffer.from("PK no") };
  await choose(page, file);
  await expect(importing(page).getByRole("alert")).toContainText("This is no ZIP.");
  await choose(page, { ...file, name: "a.json", buffer: Buffer.from('{"a": 1}') });
  await expect(importing(page).getByRole("alert")).toContainText("There is no journal in it");
  await choose(page, { ...file, name: "a.json", buffer: Buffer.from("{") });
  await expect(importing(page).getByRole("alert")).toContainText(
    "a.json is broken off or damaged.",
  );
  await page.goto("/AdvancedJournal");
  await expect(entryNames(page)).toHaveText(["Mine"]);
});

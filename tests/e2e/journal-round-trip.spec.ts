/** Everything of a journal, out of one account and into another, which is empty: also through private journals. */
import { readFile } from "node:fs/promises";
import type { Browser, Page } from "@playwright/test";
import sharp from "sharp";
import { readZip } from "../../lib/zip/read-zip.ts";
import {
  journalPath,
  openEmptyJournal,
  openSeededJournal,
  saved,
} from "../support/journal-hands.ts";
import { makePrivate, unlock } from "../support/journal-steps.ts";
import { expect, open, test } from "../support/site-test.ts";

test.describe.configure({ timeout: 240_000 });

test.beforeEach(({ watch, backend }) => {
  // Firebase has no precondition, so that it is asked before an upload for an object of the name.
  if (backend === "hosted") watch.expectFault(/status of 404.*firebasestorage/);
});

const entries = Array.from({ length: 12 }, (_, at) => ({
  id: `e${at}`,
  at: `2026-${String(at + 1).padStart(2, "0")}-05T08:${10 + at}`,
  zone: at % 2 === 0 ? "Asia/Tokyo" : "America/New_York",
  title: at % 3 === 0 ? "" : `Day ${at} “quoted” 北京`,
  text: `Words of day ${at}.\nMore *words* <b>.`,
  mood: at % 6,
  tags: at % 2 === 0 ? ["t1", "t2"] : [],
  people: ["p1"],
  place: at % 4 === 0 ? "Kyōto" : "",
  star: at === 3,
  gone: at === 5,
}));
const diary = { name: "Diary", tags: { t1: "One", t2: "Two" }, people: { p1: "Ann" }, entries };

/** As far as a browser downloads: in a dialog nobody could press. */
async function withoutPicker(page: Page): Promise<void> {
  await page.addInitScript(() => Reflect.deleteProperty(window, "showSaveFilePicker"));
}

type Exported = { json: Record<string, unknown>; others: Record<string, string> };

const passphrase = "a long passphrase of mine";

/** Another document has no keys. */
async function openView(page: Page, view: "import" | "export", isPrivate: boolean): Promise<void> {
  await open(page, `${journalPath}?view=${view}`);
  if (isPrivate) await unlock(page, passphrase);
  await expect(page.locator(".journal-exchange")).toBeVisible();
}

async function exportOf(page: Page, isPrivate: boolean): Promise<Exported & { zip: Buffer }> {
  await openView(page, "export", isPrivate);
  const exporting = page.locator(".journal-exchange");
  await expect(exporting).toContainText("This file is not encrypted");
  const coming = page.waitForEvent("download");
  await exporting.getByRole("button", { name: "Save the ZIP" }).click();
  const zip = await readFile(await (await coming).path());
  await expect(exporting).toContainText("It is done");
  await expect(exporting).not.toContainText("It is not whole");
  return { ...(await contentOf(zip)), zip };
}

/** Without what an import cannot bring back: when it was made and edited, and the place among other journals. */
async function contentOf(bytes: Buffer): Promise<Exported> {
  const zip = await readZip(new Blob([new Uint8Array(bytes)]));
  let json: Exported["json"] = {};
  const others: Exported["others"] = {};
  for (const member of zip.members) {
    const content = Buffer.from(await zip.bytes(member, 1e8));
    if (member.name !== "journal.json") others[member.name] = content.toString("base64");
    else json = JSON.parse(content.toString()) as Exported["json"];
  }
  delete json["made"];
  const journal = json["journal"] as Record<string, unknown>;
  for (const one of ["order", "colour", "name"]) delete journal[one];
  for (const entry of json["entries"] as Record<string, unknown>[]) delete entry["edited"];
  return { json, others };
}

async function importInto(page: Page, zip: Buffer, label: RegExp): Promise<void> {
  await openView(page, "import", true);
  const importing = page.locator(".journal-exchange");
  await importing
    .getByLabel("ZIP, JSON or Markdown", { exact: true })
    .setInputFiles({ name: "Diary.zip", mimeType: "application/zip", buffer: zip });
  const option = importing.getByLabel("Goes into").locator("option").filter({ hasText: label });
  await importing.getByLabel("Goes into").selectOption(await option.getAttribute("value"));
  await importing.getByRole("button", { name: /^Import \d+ entries/ }).click();
  await expect(importing).toContainText("It is done.", { timeout: 60_000 });
  await saved(page);
}

async function newPage(browser: Browser): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  await withoutPicker(page);
  return page;
}

test("exported and imported into an empty account a journal is the same, through a private one too @long", async ({
  page,
  foyer,
  browser,
}) => {
  await withoutPicker(page);
  const { journal } = await openSeededJournal(page, foyer, diary, "?view=list");
  const picture = await sharp({
    create: { width: 900, height: 600, channels: 3, background: "#245" },
  })
    .jpeg()
    .toBuffer();
  await open(page, `${journalPath}?entry=${journal}.e7`);
  const strip = page.getByRole("region", { name: "Photos", exact: true });
  await strip
    .locator("input[type=file]")
    .setInputFiles({ name: "a photo.jpg", mimeType: "image/jpeg", buffer: picture });
  await expect(strip.locator(".photo-thumb")).toHaveCount(1, { timeout: 20_000 });
  await page.keyboard.press("e");
  await expect(page.getByRole("textbox", { name: "Text", exact: true })).toBeFocused();
  await page.keyboard.type("New words. ");
  await saved(page);

  const first = await exportOf(page, false);
  const list = first.json["entries"] as { doc?: unknown; revs?: unknown[]; gone?: boolean }[];
  expect(list.length).toBe(12);
  expect(list.filter(({ gone }) => gone === true).length).toBe(1);
  expect(JSON.stringify(list)).toContain("New words.");
  expect(Object.keys(first.others).filter((name) => name.startsWith("media/")).length).toBe(1);
  expect(Object.keys(first.others).filter((name) => name.startsWith("revisions/")).length).toBe(1);

  const other = await newPage(browser);
  await openEmptyJournal(other);
  await makePrivate(other, { name: "Secret", passphrase });
  await importInto(other, first.zip, /Secret/);
  const second = await exportOf(other, true);
  expect(second.json).toEqual(first.json);
  expect(second.others).toEqual(first.others);

  await importInto(other, second.zip, /^A new journal/);
  // While the private one is locked the other one is all there is.
  const third = await exportOf(other, false);
  expect(third.json).toEqual(first.json);
  expect(third.others).toEqual(first.others);
  await other.context().close();
});

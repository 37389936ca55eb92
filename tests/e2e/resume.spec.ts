import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { sampleResume } from "../support/sample-content.ts";
import { expect, open, test } from "../support/site-test.ts";

/** Also of a PDF that Chromium prints. */
const pagesOf = (pdf: Buffer) => pdf.toString("latin1").match(/\/Type\s*\/Page\b/g)?.length;

async function download(page: Page, name: string): Promise<{ file: Buffer; savedAs: string }> {
  const waiting = page.waitForEvent("download");
  await page.getByRole("link", { name, exact: true }).click();
  const saved = await waiting;
  return { file: await readFile(await saved.path()), savedAs: saved.suggestedFilename() };
}

test("a resume is taken along as a PDF for either paper, as JSON, or by printing the page @long", async ({
  page,
}) => {
  await page.addInitScript("window.print = () => (window.prints = (window.prints ?? 0) + 1)");
  await open(page, "/resume");
  const a4 = await download(page, "Download PDF");
  expect(a4.savedAs).toBe("imke-tarrow-resume.pdf");
  expect(pagesOf(a4.file)).toBe(2);
  expect(a4.file.toString("latin1")).toContain("/MediaBox [0 0 595");
  const letter = await download(page, "PDF on Letter paper");
  expect(letter.file.toString("latin1")).toContain("/MediaBox [0 0 612 792]");
  const json = await download(page, "JSON Resume");
  expect(JSON.parse(json.file.toString())).toEqual(sampleResume);
  await page.getByRole("button", { name: "Print" }).click();
  expect(await page.evaluate("window.prints")).toBe(1);
});

test(
  "printed from the dark, the sample is two pages of either paper, black on white, without the site around it",
  { tag: "@embedded" },
  async ({ page }) => {
    await page.emulateMedia({ colorScheme: "dark" });
    await open(page, "/resume");
    await page.emulateMedia({ media: "print", colorScheme: "dark" });
    await expect(page.getByRole("banner")).toBeHidden();
    await expect(page.getByRole("contentinfo")).toBeHidden();
    await expect(page.getByText("Download PDF")).toBeHidden();
    const colours = await page.evaluate(() => [
      getComputedStyle(document.body).color,
      getComputedStyle(document.documentElement).backgroundColor,
    ]);
    expect(colours).toEqual(["rgb(0, 0, 0)", "rgb(255, 255, 255)"]);
    const behindTitle = page.getByRole("link", { name: "Quay boards" });
    const address = await behindTitle.evaluate((link) => getComputedStyle(link, "::after").content);
    expect(address).toContain("https://quayboards.example.com");
    for (const format of ["A4", "Letter"]) {
      // oxlint-disable-next-line no-await-in-loop -- one page prints one thing at a time
      expect(pagesOf(await page.pdf({ format }))).toBe(2);
    }
  },
);

/** A server that went back to an old back-up has lost journals: what a browser has of them can be put back. @embedded */
import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Page, expect, test } from "@playwright/test";
import { type FoyerProcess, startFoyer } from "../support/foyer-process.ts";
import { freePort } from "../support/free-port.ts";
import {
  entryNames,
  entryPage,
  journalPath,
  shownText,
  textEditor,
} from "../support/journal-hands.ts";
import { beginEntry, makePlain, makePrivate, saved, unlock } from "../support/journal-steps.ts";
import { createAccount, signIn } from "../support/sign-in-steps.ts";

test.describe.configure({ timeout: 180_000 });

const passphrase = "four words nobody guesses";

async function write(page: Page, journal: string, title: string, text: string): Promise<void> {
  await beginEntry(page, journal);
  await page.keyboard.type(text);
  await page.getByRole("textbox", { name: "Title" }).fill(title);
  await saved(page);
  await entryPage(page).getByText("All entries").click();
}

const lostNote = (page: Page, name: string) =>
  page.getByRole("alert").filter({ hasText: `The server has lost “${name}”` });

test("journals that an old back-up does not have are put back from the browser that has them @embedded @long", async ({
  page,
  browser,
}) => {
  const folder = await mkdtemp(join(tmpdir(), "foyer-lost-"));
  const [dataDir, backup] = [join(folder, "data"), join(folder, "backup")];
  const options = { dataDir, env: { PORT: await freePort() } };
  let site: FoyerProcess | undefined;
  const start = async () => {
    site = await startFoyer(options);
    return site;
  };
  try {
    const { origin } = await start();
    await page.goto(origin + journalPath);
    const { email } = await createAccount(page);
    await makePlain(page, "Everyday");
    await saved(page);
    await site?.stop();
    await cp(dataDir, backup, { recursive: true });

    await start();
    await page.reload();
    await makePrivate(page, { name: "Secret", passphrase });
    await write(page, "Secret", "Sunday", "Words by the sea.");
    await site?.stop();
    await rm(dataDir, { recursive: true });
    await cp(backup, dataDir, { recursive: true });
    await start();

    // Its lock is in this browser alone.
    await page.reload();
    await page
      .getByRole("button", { name: /Unlock/ })
      .first()
      .click();
    await unlock(page, passphrase);
    await expect(lostNote(page, "Secret")).toBeVisible();
    await expect(lostNote(page, "Everyday")).toHaveCount(0);
    await entryNames(page).filter({ hasText: "Sunday" }).click();
    await expect(shownText(page)).toContainText("Words by the sea.");
    await page.keyboard.press("e");
    await expect(textEditor(page)).toBeFocused();
    await page.keyboard.press("Control+End");
    await page.keyboard.type(" And before it was put back.");
    await lostNote(page, "Secret").getByRole("button", { name: "Put it back" }).click();
    await expect(lostNote(page, "Secret")).toHaveCount(0);
    await saved(page);

    const context = await browser.newContext({ serviceWorkers: "block" });
    const other = await context.newPage();
    await other.goto(origin + journalPath);
    await signIn(other, email);
    await other
      .getByRole("button", { name: /Unlock/ })
      .first()
      .click();
    await unlock(other, passphrase);
    await entryNames(other).filter({ hasText: "Sunday" }).click();
    await expect(shownText(other)).toContainText("Words by the sea. And before it was put back.", {
      timeout: 30_000,
    });
    await context.close();
  } finally {
    await site?.[Symbol.asyncDispose]();
    await rm(folder, { recursive: true, force: true });
  }
});

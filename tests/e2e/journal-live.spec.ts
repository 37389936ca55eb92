/** One entry on two devices, one of which is without a network for long: nothing that was written is missing. */
import type { Browser, Page } from "@playwright/test";
import type { FoyerProcess } from "../support/foyer-process.ts";
import {
  entryNames,
  entryPage,
  journalPath,
  openSeededJournal,
  saved,
  shownText,
  writeOn,
} from "../support/journal-hands.ts";
import { password, signIn } from "../support/sign-in-steps.ts";
import { expect, open, test } from "../support/site-test.ts";

test.describe.configure({ timeout: 120_000 });

const text = "The morning.\nThe noon.\nThe evening.";
const paragraphs = (page: Page) => entryPage(page).locator(":is(.entry-prose, .editor-text) > p");

/** Both have the entry open. The phone can be without a network. */
async function twoDevices(
  desk: Page,
  browser: Browser,
  foyer: FoyerProcess,
): Promise<{ phone: Page; setOffline: (isOffline: boolean) => Promise<void> }> {
  const { email } = await openSeededJournal(desk, foyer, {
    entries: [{ id: "day", at: "2026-03-02T21:40", title: "A day", text }],
  });
  await entryNames(desk).click();
  await expect(shownText(desk)).toBeVisible();
  const context = await browser.newContext({
    baseURL: foyer.origin,
    viewport: { width: 390, height: 844 },
    hasTouch: true,
  });
  const phone = await context.newPage();
  await open(phone, journalPath);
  await signIn(phone, email, password);
  await entryNames(phone).tap();
  await expect(shownText(phone)).toBeVisible();
  // The editor has come: without a network it would not.
  await phone.keyboard.press("e");
  await expect(entryPage(phone).locator(".editor-text")).toBeFocused();
  return { phone, setOffline: (isOffline) => context.setOffline(isOffline) };
}

test("other paragraphs of one text, written apart, are one text without a question @embedded", async ({
  page,
  browser,
  foyer,
  watch,
}) => {
  watch.expectFault(/ERR_INTERNET_DISCONNECTED|status of 4\d\d/);
  const { phone, setOffline } = await twoDevices(page, browser, foyer);
  await setOffline(true);
  await phone.keyboard.press("Control+Home");
  await phone.keyboard.press("End");
  await phone.keyboard.type(" Fog.");
  await expect(phone.locator(".sync-state")).toHaveText(/Offline/);
  await writeOn(page, " Stars.");
  await saved(page);
  await setOffline(false);
  await saved(phone);
  for (const shown of [page, phone]) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await expect(paragraphs(shown)).toHaveText([
      "The morning. Fog.",
      "The noon.",
      "The evening. Stars.",
    ]);
    // oxlint-disable-next-line no-await-in-loop
    await expect(shown.locator(".kept-both")).toHaveCount(0);
  }
});

test("one paragraph that both have changed is kept twice, until somebody keeps both in one text @embedded", async ({
  page,
  browser,
  foyer,
  watch,
}) => {
  watch.expectFault(/ERR_INTERNET_DISCONNECTED|status of 4\d\d/);
  const { phone, setOffline } = await twoDevices(page, browser, foyer);
  await setOffline(true);
  await phone.keyboard.press("Control+End");
  await phone.keyboard.type(" Written on the phone.");
  await expect(phone.locator(".sync-state")).toHaveText(/Offline/);
  await writeOn(page, " Written at the desk.");
  await saved(page);
  await setOffline(false);
  await saved(phone);
  const note = page.locator(".kept-both");
  await expect(note).toContainText("Both are kept.");
  await note.getByRole("button", { name: "Keep both" }).click();
  await expect(note).toHaveCount(0);
  await saved(page);
  for (const shown of [page, phone]) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await expect(entryPage(shown)).toContainText("Written on the phone.");
    // oxlint-disable-next-line no-await-in-loop
    await expect(entryPage(shown)).toContainText("Written at the desk.");
  }
});

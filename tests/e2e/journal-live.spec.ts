/** One entry on two devices, one of which is without a network for long: nothing that was written is missing. */
import type { Browser, Page } from "@playwright/test";
import type { FoyerProcess } from "../support/foyer-process.ts";
import {
  entryNames,
  entryPage,
  journalPath,
  openEmptyJournal,
  openSeededJournal,
  saved,
  shownText,
  textEditor,
  writeButton,
  writeOn,
} from "../support/journal-hands.ts";
import { password, signIn } from "../support/sign-in-steps.ts";
import { expect, open, test } from "../support/site-test.ts";

test.describe.configure({ timeout: 120_000 });

const text = "The morning.\nThe noon.\nThe evening.";
/** An entry of its own, written and closed by keys. */
async function writeAnew(page: Page, words: string): Promise<void> {
  await writeButton(page).click();
  await expect(textEditor(page)).toBeFocused();
  await page.keyboard.type(words);
  await expect(entryNames(page).filter({ hasText: words })).toHaveCount(1);
  await expect(entryPage(page).locator(".editor-text")).toBeFocused();
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  await expect(entryPage(page)).toHaveCount(0);
}

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
  // ProseMirror puts its own cursor back where keys come within 20 ms of the focus.
  await expect(async () => {
    await phone.keyboard.press("Control+Home");
    expect(await phone.evaluate(() => getSelection()?.anchorNode?.textContent)).toBe(
      "The morning.",
    );
  }).toPass();
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

test("one paragraph that both have changed is kept twice, until somebody keeps both in one text @embedded @long", async ({
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
  const list = page.locator('.journal-nav a[href*="view=lost"]');
  await expect(list).toHaveCount(1);
  await note.getByRole("button", { name: "Keep both" }).click();
  await expect(note).toHaveCount(0);
  await expect(list).toHaveCount(0);
  await saved(page);
  for (const shown of [page, phone]) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await expect(entryPage(shown)).toContainText("Written on the phone.");
    // oxlint-disable-next-line no-await-in-loop
    await expect(entryPage(shown)).toContainText("Written at the desk.");
  }
});

test("a week on two devices, one of them without a network: what was written on both is there on both @long", async ({
  page,
  browser,
  foyer,
  watch,
}) => {
  test.setTimeout(300_000);
  // What is asked for while a day goes by in a moment has no answer in time.
  watch.expectFault(
    /ERR_INTERNET_DISCONNECTED|status of 4\d\d|There is no ID token|There was no answer/,
  );
  await page.clock.install();
  const { email } = await openEmptyJournal(page);
  await page.getByRole("button", { name: "Write the first entry" }).click();
  await expect(textEditor(page)).toBeFocused();
  await page.keyboard.type(text);
  await entryPage(page).getByRole("textbox", { name: "Title" }).fill("A day");
  await saved(page);
  const away = await browser.newContext({ baseURL: foyer.origin });
  const laptop = await away.newPage();
  await laptop.clock.install();
  await open(laptop, journalPath);
  await signIn(laptop, email, password);
  for (const one of [page, laptop]) {
    /* oxlint-disable no-await-in-loop -- one after the other */
    // All rows are drawn then.
    await one.setViewportSize({ width: 1440, height: 3000 });
    await writeAnew(one, one === page ? "Before, at the desk." : "Before, on the way.");
    /* oxlint-enable no-await-in-loop */
  }
  await saved(laptop);
  await saved(page);
  await away.setOffline(true);
  const written = [1, 4, 7];
  const count = 1 + 2 + 2 * written.length;
  for (let day = 1; day <= 7; day += 1) {
    /* oxlint-disable no-await-in-loop -- day by day */
    for (const one of [page, laptop]) await one.clock.fastForward("24:00:00");
    if (!written.includes(day)) continue;
    await writeAnew(page, `Day ${day} at the desk.`);
    await writeAnew(laptop, `Day ${day} on the way.`);
    await expect(laptop.locator(".sync-state")).toHaveText(/Offline/);
    await saved(page);
    /* oxlint-enable no-await-in-loop */
  }
  for (const [one, words] of [
    [page, " Stars at home."],
    [laptop, " Clouds on the way."],
  ] as const) {
    /* oxlint-disable no-await-in-loop */
    await entryNames(one).filter({ hasText: "A day" }).click();
    await expect(shownText(one)).toBeVisible();
    await writeOn(one, words);
    /* oxlint-enable no-await-in-loop */
  }
  await saved(page);
  await away.setOffline(false);
  await saved(laptop);
  for (const one of [page, laptop]) {
    /* oxlint-disable no-await-in-loop */
    await expect(entryNames(one)).toHaveCount(count);
    for (const day of written) {
      await expect(entryNames(one).filter({ hasText: `Day ${day} at the desk.` })).toHaveCount(1);
      await expect(entryNames(one).filter({ hasText: `Day ${day} on the way.` })).toHaveCount(1);
    }
    await expect(entryPage(one)).toContainText("Stars at home.");
    await expect(entryPage(one)).toContainText("Clouds on the way.");
    /* oxlint-enable no-await-in-loop */
  }
  await expect(page.locator(".kept-both")).toContainText("Both are kept.");
  // Also in a browser that was not there.
  await page.reload();
  await expect(entryNames(page)).toHaveCount(count);
});

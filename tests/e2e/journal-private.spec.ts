/** Private journals: made, locked, unlocked, with another passphrase, by the recovery key; encrypted later, and opened again. */
import type { Page } from "@playwright/test";
import sharp from "sharp";
import { violationsInBothSchemes } from "../support/axe.ts";
import {
  entryNames,
  entryPage,
  entryRows,
  journalPath,
  openEmptyJournal,
  openSeededJournal,
  saved,
  shownText,
  textEditor,
} from "../support/journal-hands.ts";
import { beginEntry, lock, makePlain, makePrivate, unlock } from "../support/journal-steps.ts";
import { password, signIn } from "../support/sign-in-steps.ts";
import { expect, open, test } from "../support/site-test.ts";
import { enterOn, tabTo } from "../support/tab-to.ts";

test.describe.configure({ timeout: 120_000 });

const passphrase = "four words nobody guesses";
const other = "another five words than before";
const settingsPath = `${journalPath}?view=settings`;

const nav = (page: Page) => page.getByRole("navigation", { name: "Views and journals" });
const dialog = (page: Page) => page.getByRole("dialog");
const toast = (page: Page) => page.locator(".toasts");
const isLocked = (page: Page) =>
  expect(page.getByRole("heading", { name: /locked$/ })).toBeVisible();
const passphraseField = (page: Page) => page.getByLabel("Passphrase", { exact: true });
const unlockButton = (page: Page) => page.getByRole("button", { name: "Unlock", exact: true });

async function openPrivate(page: Page): Promise<{ key: string; uid: string; idToken: string }> {
  const known = await openEmptyJournal(page);
  const key = await makePrivate(page, { name: "Secret", passphrase });
  return { key, ...known };
}

async function writeEntry(page: Page, journal: string, title: string, text: string): Promise<void> {
  await beginEntry(page, journal);
  await page.keyboard.type(text);
  await page.getByRole("textbox", { name: "Title" }).fill(title);
  await saved(page);
}

/** From the entry that is open, which covers what is at the side. */
async function backToList(page: Page): Promise<void> {
  await page.locator(".journal-page").getByText("All entries").click();
  await expect(nav(page)).toBeVisible();
}

test("it says what it guards against, is locked by a key, and opens by its passphrase alone @embedded", async ({
  page,
}) => {
  await openEmptyJournal(page);
  await page.getByRole("button", { name: "A private journal…" }).click();
  await expect(dialog(page)).toContainText("stolen disk or back-up");
  await expect(dialog(page)).toContainText("changed code");
  expect(await violationsInBothSchemes(page)).toEqual([]);
  await dialog(page).getByRole("button", { name: "Next" }).click();
  await expect(dialog(page)).toContainText("Who loses both loses the entries");
  expect(await violationsInBothSchemes(page)).toEqual([]);
  await dialog(page).getByLabel("Passphrase", { exact: true }).fill("too short");
  await dialog(page).getByRole("button", { name: "Next" }).click();
  await expect(dialog(page)).toContainText("at least 10 letters");
  await dialog(page).getByLabel("Passphrase", { exact: true }).fill(passphrase);
  await dialog(page).getByLabel("The same again").fill(other);
  await dialog(page).getByRole("button", { name: "Next" }).click();
  await expect(dialog(page)).toContainText("These are not the same");
  await page.keyboard.press("Escape");
  await expect(dialog(page)).toHaveCount(0);

  await makePrivate(page, { name: "Secret", passphrase });
  await writeEntry(page, "Secret", "Unspoken", "Nobody shall read this.");
  await lock(page);
  await expect(page.getByText("Unspoken")).toHaveCount(0);
  await expect(page.getByText("Nobody shall read this")).toHaveCount(0);
  expect(await page.title()).not.toContain("Unspoken");
  expect(await violationsInBothSchemes(page)).toEqual([]);

  await passphraseField(page).fill("not the passphrase");
  await unlockButton(page).click();
  await expect(page.getByText("This is not the passphrase of this journal.")).toBeVisible();
  await isLocked(page);
  await unlock(page, passphrase);
  await expect(page.getByText("Unspoken").first()).toBeVisible();

  // A reload of the only tab: the keys were in its memory and nowhere else.
  await page.reload();
  await isLocked(page);
  await unlock(page, passphrase);
  await expect(page.getByText("Unspoken").first()).toBeVisible();
});

test("the recovery key opens it and sets a new passphrase; typing errors are said before it is tried @embedded @long", async ({
  page,
}) => {
  const { key } = await openPrivate(page);
  await writeEntry(page, "Secret", "Kept", "All of it.");
  await lock(page);
  await page.getByRole("button", { name: "Use the recovery key" }).click();
  const field = page.getByLabel("Recovery key");
  const goOn = page.getByRole("button", { name: "Go on" });
  await field.fill(key.slice(0, -5));
  await goOn.click();
  await expect(page.getByText("Some of it is missing")).toBeVisible();
  const wrong = key.startsWith("7") ? `8${key.slice(1)}` : `7${key.slice(1)}`;
  await field.fill(wrong);
  await goOn.click();
  await expect(page.getByText("There is a typing error in it")).toBeVisible();
  expect(await violationsInBothSchemes(page)).toEqual([]);
  // As somebody types it from a sheet of paper.
  await field.fill(key.toLowerCase().replaceAll("-", " "));
  await goOn.click();
  await page.getByLabel("New passphrase").fill(other);
  await page.getByLabel("The same again").fill(other);
  await page.getByRole("button", { name: "Save it and open the journal" }).click();
  await expect(page.getByText("Kept").first()).toBeVisible();

  await lock(page);
  await passphraseField(page).fill(passphrase);
  await unlockButton(page).click();
  await expect(page.getByText("This is not the passphrase of this journal.")).toBeVisible();
  await unlock(page, other);
  await expect(page.getByText("Kept").first()).toBeVisible();
});

test("another passphrase is one small write: no entry and no photo is sent anew @embedded @long", async ({
  page,
}) => {
  await openPrivate(page);
  await writeEntry(page, "Secret", "With a photo", "Look.");
  await addPhoto(page);
  await page.goto(settingsPath);
  await unlock(page, passphrase);
  const commits: string[] = [];
  const objects: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.endsWith(":commit")) commits.push(request.postData() ?? "");
    if (/\/o(?:\/|$)/.test(pathname) && request.method() !== "GET") objects.push(pathname);
  });
  await page.getByRole("button", { name: "Change the passphrase…" }).click();
  await dialog(page).getByLabel("Old passphrase, or recovery key").fill("not the old one");
  await dialog(page).getByLabel("New passphrase").fill(other);
  await dialog(page).getByLabel("The same again").fill(other);
  await dialog(page).getByRole("button", { name: "Change it" }).click();
  await expect(dialog(page)).toContainText("This is not the passphrase.");
  expect(commits).toEqual([]);
  await dialog(page).getByLabel("Old passphrase, or recovery key").fill(passphrase);
  await dialog(page).getByRole("button", { name: "Change it" }).click();
  await expect(toast(page)).toContainText("The new passphrase holds");
  expect(commits).toHaveLength(1);
  const { writes } = JSON.parse(commits[0]!) as { writes: { update?: { name: string } }[] };
  expect(writes.map(({ update }) => update?.name)).toEqual([
    expect.stringMatching(/\/journals\/s[a-z0-9]{20}$/),
  ]);
  expect(objects).toEqual([]);

  await lock(page);
  await passphraseField(page).fill(passphrase);
  await unlockButton(page).click();
  await expect(page.getByText("This is not the passphrase of this journal.")).toBeVisible();
  await unlock(page, other);
});

test("a new recovery key takes the place of the old one once it is written down @embedded", async ({
  page,
}) => {
  const { key } = await openPrivate(page);
  await page.goto(settingsPath);
  await unlock(page, passphrase);
  await page.getByRole("button", { name: "New recovery key…" }).click();
  await dialog(page).getByLabel("Passphrase").fill(passphrase);
  await dialog(page).getByRole("button", { name: "Next" }).click();
  const groups = dialog(page).locator(".recovery-key span");
  await expect(groups).toHaveCount(9);
  const next = (await groups.allInnerTexts()).join("-");
  await dialog(page).getByLabel("Its last four letters").fill("????");
  await dialog(page).getByRole("button", { name: "Use this one from now on" }).click();
  await expect(dialog(page)).toContainText("These are not its last four");
  await dialog(page).getByLabel("Its last four letters").fill(next.slice(-4));
  await dialog(page).getByRole("button", { name: "Use this one from now on" }).click();
  await expect(dialog(page)).toHaveCount(0);
  await lock(page);
  await page.getByRole("button", { name: "Use the recovery key" }).click();
  await page.getByLabel("Recovery key").fill(key);
  await page.getByRole("button", { name: "Go on" }).click();
  await expect(page.getByText("not the one of this journal")).toBeVisible();
  await page.getByLabel("Recovery key").fill(next);
  await page.getByRole("button", { name: "Go on" }).click();
  await page.getByRole("button", { name: "Open it without a new one" }).click();
  await expect(nav(page)).toBeVisible();
});

test("it locks by itself once nobody has pressed a key for the chosen time @embedded @long", async ({
  page,
}) => {
  await openPrivate(page);
  await writeEntry(page, "Secret", "Left open", "On the kitchen table.");
  await backToList(page);
  await nav(page).getByRole("link", { name: "Settings" }).click();
  await page.getByLabel("Lock in this browser").selectOption("5");
  await page.clock.install();
  await page.clock.fastForward("03:00");
  await page.keyboard.press("Shift");
  await page.clock.fastForward("03:00");
  await expect(page.getByRole("heading", { name: "Settings" })).toBeVisible();
  await page.clock.fastForward("03:00");
  await isLocked(page);
  await expect(page.getByText("Left open")).toHaveCount(0);
});

test("what was typed last is there when the lock comes in the middle of a word, also without a network @embedded @long", async ({
  page,
  context,
  watch,
}) => {
  watch.expectFault(/ERR_INTERNET_DISCONNECTED/);
  await openPrivate(page);
  await writeEntry(page, "Secret", "Sunday", "First.");
  await context.setOffline(true);
  await textEditor(page).click();
  await page.keyboard.press("Control+End");
  await page.keyboard.type(" and the last wor");
  await page.keyboard.press("Control+Shift+L");
  await isLocked(page);
  await expect(page.getByText(/wait in this browser|waits in this browser/)).toBeVisible();
  await unlock(page, passphrase);
  await expect(entryPage(page).locator(":is(.entry-prose, .editor-text)")).toContainText(
    "First. and the last wor",
  );
  await context.setOffline(false);
  await saved(page);
});

test("while somebody presents, there is one journal and not a word of the others, until it ends @embedded @long", async ({
  page,
}) => {
  await openEmptyJournal(page);
  await makePlain(page, "Holiday");
  await makePlain(page, "Quarrels");
  await writeEntry(page, "Quarrels", "Harsh words", "They were said.");
  await backToList(page);
  await writeEntry(page, "Holiday", "The sea", "It was warm.");
  await page.goto(journalPath);
  await nav(page)
    .getByRole("link", { name: /Holiday/ })
    .click();
  await expect(entryRows(page)).toHaveCount(1);
  await page.keyboard.press("Shift+P");
  await expect(page.getByText("Only Holiday")).toBeVisible();
  for (const query of ["", "?view=calendar", "?view=trash", "?view=settings", "?view=year"]) {
    // oxlint-disable-next-line no-await-in-loop -- one view after the other
    await page.goto(journalPath + query);
    // oxlint-disable-next-line no-await-in-loop
    await expect(page.getByText("Only Holiday")).toBeVisible();
    // oxlint-disable-next-line no-await-in-loop
    expect(await page.content()).not.toMatch(/Quarrels|Harsh words/);
  }
  await page.getByRole("button", { name: "Show all", exact: true }).click();
  await expect(nav(page).getByRole("link", { name: /Quarrels/ })).toBeVisible();
});

test("who has lost passphrase and recovery key can write elsewhere, and delete the journal unread @embedded @long", async ({
  page,
  foyer,
}) => {
  const { uid, idToken } = await openPrivate(page);
  await writeEntry(page, "Secret", "Sealed for ever", "Nobody can read this any more.");
  await lock(page);
  await page.getByRole("button", { name: "Not now: write in another journal" }).click();
  await expect(page.getByRole("button", { name: "Write the first entry" })).toBeVisible();
  await page.getByRole("button", { name: "Unlock a private journal…" }).click();
  await isLocked(page);

  await page.getByRole("button", { name: "Use the recovery key" }).click();
  await page.getByText("Passphrase and recovery key are lost").click();
  await page.getByRole("button", { name: "Delete it for good…" }).click();
  await expect(dialog(page)).toContainText("nobody can bring it back");
  expect(await violationsInBothSchemes(page)).toEqual([]);
  await dialog(page).getByRole("button", { name: "Delete it for good" }).click();
  await expect(dialog(page).getByRole("alert")).toHaveText("Type “delete” to go on.");
  await dialog(page).getByLabel("Type “delete”").fill("delete");
  await dialog(page).getByRole("button", { name: "Delete it for good" }).click();
  await expect(page.getByRole("button", { name: "Write the first entry" })).toBeVisible();
  await expect(toast(page)).toContainText("The private journal is deleted.");
  const [header] = await headersOf(foyer.origin, uid, idToken);
  const left = () => documentsOf(foyer.origin, header!.path, idToken);
  await expect.poll(left).toEqual({ journalRecords: 0, journalTexts: 0, journalRevisions: 0 });
  expect((await headersOf(foyer.origin, uid, idToken)).map(({ goneTo }) => goneTo)).toEqual([
    expect.stringMatching(/^[-=]$/),
  ]);
});

test("while somebody presents, nothing that was done in another journal is said or taken back @embedded @long", async ({
  page,
}) => {
  await openEmptyJournal(page);
  await makePlain(page, "Holiday");
  await makePlain(page, "Quarrels");
  await writeEntry(page, "Holiday", "The sea", "It was warm.");
  await backToList(page);
  await writeEntry(page, "Quarrels", "Harsh words", "They were said.");
  await backToList(page);
  await entryRows(page).first().getByRole("link").focus();
  await page.keyboard.press("Delete");
  await expect(toast(page)).toContainText("Harsh words");
  await nav(page)
    .getByRole("link", { name: /Holiday/ })
    .click();
  await expect(entryNames(page)).toHaveText(["The sea"]);
  await page.keyboard.press("Shift+P");
  await expect(page.getByText("Only Holiday")).toBeVisible();
  await page.keyboard.press("u");
  await page.keyboard.press("u");
  expect(await page.content()).not.toMatch(/Quarrels|Harsh words/);
  await page.keyboard.press("Shift+P");
  await expect(page.getByText("Only Holiday")).toHaveCount(0);
  await page.keyboard.press("u");
  await expect(toast(page)).toContainText("Undone: Delete “Harsh words”");
  await nav(page)
    .getByRole("link", { name: /Quarrels/ })
    .click();
  await expect(entryNames(page)).toHaveText(["Harsh words"]);
});

test("a journal is encrypted with its photos, and nothing plain is left; then the encryption is taken off @embedded @long", async ({
  page,
  foyer,
}) => {
  const { journal, uid, idToken } = await openSeededJournal(page, foyer, {
    name: "Diary",
    tags: { sea: "Sea" },
    entries: [
      { id: "a", at: "2026-03-02T21:40", title: "A day", text: "Along the shore.", tags: ["sea"] },
      { id: "b", at: "2026-03-03T21:40", title: "In the trash", text: "Away.", gone: true },
    ],
  });
  await entryNames(page).click();
  await addPhoto(page);
  await page.goto(settingsPath);
  await page.getByRole("button", { name: "Encrypt this journal…" }).click();
  await expect(dialog(page)).toContainText("Back-ups made before still have the plain text");
  expect(await violationsInBothSchemes(page)).toEqual([]);
  await encrypt(page);
  await expect(toast(page)).toContainText("“Diary” is encrypted now.", { timeout: 30_000 });
  await expect(nav(page).getByRole("link", { name: /Diary/ })).toHaveCount(1);
  const left = await documentsOf(foyer.origin, `users/${uid}/journals/${journal}`, idToken);
  expect(left).toEqual({ journalRecords: 0, journalTexts: 0, journalRevisions: 0 });

  await page.goto(journalPath);
  await isLocked(page);
  await unlock(page, passphrase);
  await entryNames(page).click();
  await expect(shownText(page)).toContainText("Along the shore.");
  await expect(entryPage(page)).toContainText("Sea");
  await expect(entryPage(page).locator(".photo-thumb img")).toBeVisible();
  await page.goto(`${journalPath}?view=trash`);
  await unlock(page, passphrase);
  await expect(page.getByText("In the trash")).toBeVisible();

  await page.goto(settingsPath);
  await unlock(page, passphrase);
  await page.getByRole("button", { name: "Take the encryption off…" }).click();
  await dialog(page).getByLabel("Passphrase, or recovery key").fill("not this one");
  await dialog(page).getByRole("button", { name: "Take the encryption off" }).click();
  await expect(dialog(page)).toContainText("This is not the passphrase.");
  await dialog(page).getByLabel("Passphrase, or recovery key").fill(passphrase);
  await dialog(page).getByRole("button", { name: "Take the encryption off" }).click();
  await expect(toast(page)).toContainText("“Diary” is in plain text now.", { timeout: 30_000 });
  await page.goto(journalPath);
  await entryNames(page).click();
  await expect(shownText(page)).toContainText("Along the shore.");
  await expect(entryPage(page).locator(".photo-thumb img")).toBeVisible();
});

test("an encryption that was broken off leaves the journal whole, and goes on where it was @embedded @long", async ({
  page,
  foyer,
  watch,
}) => {
  watch.expectFault(/ERR_FAILED|Failed to fetch/);
  await openSeededJournal(page, foyer, {
    name: "Diary",
    entries: Array.from({ length: 30 }, (_, at) => ({
      id: `e${at}`,
      at: `2026-03-${String(at + 1).padStart(2, "0")}T20:00`,
      title: `Day ${at + 1}`,
      text: "Some words.",
    })),
  });
  await page.goto(settingsPath);
  await page.getByRole("button", { name: "Encrypt this journal…" }).click();
  // The header and the heads go through, the texts do not.
  await page.route(/:commit/, (route) =>
    (route.request().postData() ?? "").includes("/journalTexts/")
      ? route.abort("failed")
      : route.continue(),
  );
  await encrypt(page);
  await expect(dialog(page).getByRole("alert")).not.toBeEmpty({ timeout: 30_000 });
  await page.unroute(/:commit/);
  await page.goto(journalPath);
  await expect(entryRows(page).first()).toBeVisible();
  await expect(nav(page).getByRole("link", { name: /Diary/ })).toHaveCount(1);

  await page.goto(settingsPath);
  await page.getByRole("button", { name: "Go on encrypting…" }).click();
  await dialog(page)
    .getByLabel(/The passphrase that you chose/)
    .fill(passphrase);
  await dialog(page).getByRole("button", { name: "Go on" }).click();
  await expect(toast(page)).toContainText("“Diary” is encrypted now.", { timeout: 30_000 });
  await expect(page.locator(".journal-head-count")).toHaveText("30 entries");
  await entryNames(page).first().click();
  await expect(shownText(page)).toContainText("Some words.");
});

test("encryption that was taken off half is said until it is finished or its copy is thrown away @embedded @long", async ({
  page,
  foyer,
  watch,
}) => {
  watch.expectFault(/ERR_FAILED|Failed to fetch/);
  const { uid, idToken } = await openPrivate(page);
  await writeEntry(page, "Secret", "Unspoken", "Nobody shall read this.");
  await page.goto(settingsPath);
  await unlock(page, passphrase);
  await page.route(/:commit/, (route) =>
    /journals\/p[a-z0-9]{20}\/journalTexts\//.test(route.request().postData() ?? "")
      ? route.abort("failed")
      : route.continue(),
  );
  await page.getByRole("button", { name: "Take the encryption off…" }).click();
  await dialog(page).getByLabel("Passphrase, or recovery key").fill(passphrase);
  await dialog(page).getByRole("button", { name: "Take the encryption off" }).click();
  await expect(dialog(page).getByRole("alert")).not.toBeEmpty({ timeout: 30_000 });
  await page.unroute(/:commit/);

  await page.goto(journalPath);
  await unlock(page, passphrase);
  const note = page.getByText("lies in plain text on the server");
  await expect(note).toBeVisible();
  await page.getByRole("button", { name: "Throw the copy away" }).click();
  await expect(note).toHaveCount(0);
  const plain = async () =>
    (await headersOf(foyer.origin, uid, idToken)).find(({ path }) => /\/p[a-z0-9]{20}$/.test(path));
  await expect.poll(async () => (await plain())?.goneTo).toBe("=");
  expect(await documentsOf(foyer.origin, (await plain())!.path, idToken)).toEqual({
    journalRecords: 0,
    journalTexts: 0,
    journalRevisions: 0,
  });
  await entryNames(page).click();
  await expect(shownText(page)).toContainText("Nobody shall read this.");
});

test("changes of a device that was away while its journal was encrypted are put into it by hand @embedded @long", async ({
  page,
  browser,
  foyer,
  watch,
}) => {
  watch.expectFault(/ERR_INTERNET_DISCONNECTED|status of 4\d\d/);
  const { email } = await openSeededJournal(page, foyer, {
    name: "Diary",
    entries: [{ id: "a", at: "2026-03-02T21:40", title: "A day", text: "The beginning." }],
  });
  const context = await browser.newContext({
    baseURL: foyer.origin,
    viewport: { width: 1440, height: 900 },
  });
  const away = await context.newPage();
  await open(away, journalPath);
  await signIn(away, email, password);
  await entryNames(away).click();
  await expect(shownText(away)).toBeVisible();
  await away.keyboard.press("e");
  await expect(textEditor(away)).toBeFocused();
  await context.setOffline(true);
  await away.keyboard.press("Control+End");
  await away.keyboard.type(" Written far away.");
  await expect(away.locator(".sync-state")).toHaveText(/Offline/);

  await page.goto(settingsPath);
  await page.getByRole("button", { name: "Encrypt this journal…" }).click();
  await encrypt(page);
  await expect(toast(page)).toContainText("“Diary” is encrypted now.", { timeout: 30_000 });

  await context.setOffline(false);
  await isLocked(away);
  await expect(away.getByText("was encrypted on another device")).toBeVisible();
  await unlock(away, passphrase);
  const note = away.getByText(/Changes made here were not sent/);
  await expect(note).toBeVisible({ timeout: 30_000 });
  await away.getByRole("button", { name: "Put them into it" }).click();
  await expect(note).toHaveCount(0);
  await saved(away);
  await page.goto(journalPath);
  await unlock(page, passphrase);
  await entryNames(page).click();
  await expect(shownText(page)).toContainText("The beginning. Written far away.");
  await context.close();
});

test("an entry goes into another journal with its photo, comes back by undo, and a whole journal goes after it @embedded @long", async ({
  page,
}) => {
  await openPrivate(page);
  await makePlain(page, "Holiday");
  await writeEntry(page, "Holiday", "The sea", "It was warm.");
  await addPhoto(page);
  const move = page.getByRole("button", { name: "Move…" });
  await move.click();
  await expect(dialog(page)).toContainText("It is encrypted there.");
  expect(await violationsInBothSchemes(page)).toEqual([]);
  await dialog(page).getByRole("button", { name: "Move", exact: true }).click();
  await expect(toast(page)).toContainText("Moved “The sea” to “Secret”.");
  await expect(shownText(page)).toContainText("It was warm.");
  await expect(entryPage(page).locator(".photo-thumb img")).toBeVisible();
  await saved(page);
  await toast(page).getByRole("button", { name: "Undo" }).click();
  await backToList(page);
  await nav(page)
    .getByRole("link", { name: /Secret/ })
    .click();
  await expect(entryNames(page)).toHaveCount(0);
  await nav(page)
    .getByRole("link", { name: /Holiday/ })
    .click();
  await expect(entryNames(page)).toHaveText(["The sea"]);

  await writeEntry(page, "Holiday", "The road home", "It was long.");
  await backToList(page);
  await nav(page).getByRole("link", { name: "Settings" }).click();
  await page.getByRole("button", { name: "Merge into another journal…" }).click();
  await expect(dialog(page)).toContainText("All 2 entries go there");
  await dialog(page).getByRole("button", { name: "Merge", exact: true }).click();
  await expect(toast(page)).toContainText("All entries are in “Secret” now.", { timeout: 30_000 });
  await expect(entryNames(page)).toHaveText(["The road home", "The sea"]);
  await saved(page);
  await page.reload();
  await page.getByRole("button", { name: "Unlock…", exact: true }).click();
  await unlock(page, passphrase);
  await expect(entryNames(page)).toHaveText(["The road home", "The sea"]);
  await entryNames(page).last().click();
  await expect(shownText(page)).toContainText("It was warm.");
  await expect(entryPage(page).locator(".photo-thumb img")).toBeVisible();
});

test("a journal has a name, a colour and ways of its own, goes into the trash and comes back @embedded @long", async ({
  page,
}) => {
  await openEmptyJournal(page);
  await makePlain(page, "Holiday");
  await page.goto(settingsPath);
  const which = page.getByLabel("Of", { exact: true });
  await which.selectOption({ label: "Holiday" });
  await page.getByLabel("Name").fill("Travels");
  await page.getByLabel("Colour").selectOption({ index: 2 });
  await page.getByLabel("Weeks begin on").selectOption("Sunday");
  await page.getByLabel("Ask a question over an empty entry").uncheck();
  expect(await violationsInBothSchemes(page)).toEqual([]);
  await saved(page);
  await page.reload();
  await expect(page.getByLabel("Name")).toHaveValue("Travels");
  await expect(page.getByLabel("Weeks begin on")).toHaveValue("6");
  await expect(page.getByLabel("Ask a question over an empty entry")).not.toBeChecked();
  await page.getByRole("button", { name: "Delete “Travels”" }).click();
  await expect(nav(page).getByRole("link", { name: /Travels/ })).toHaveCount(0);
  await nav(page).getByRole("link", { name: "Trash" }).click();
  await page.getByRole("button", { name: "Restore" }).first().click();
  await expect(nav(page).getByRole("link", { name: /Travels/ })).toBeVisible();
});

test("the reminder to write is chosen, kept and taken away @embedded", async ({ page }) => {
  await openEmptyJournal(page);
  await page.getByRole("button", { name: "Write the first entry" }).click();
  await expect(
    textEditor(page)
      .or(page.getByRole("textbox", { name: "Text" }))
      .first(),
  ).toBeVisible();
  await page.goto(settingsPath);
  const section = page.getByRole("region", { name: "Reminder to write" });
  await section.getByLabel("At", { exact: true }).fill("21:30");
  await section.getByLabel("Sat").uncheck();
  await section.getByRole("button", { name: "Remind me" }).click();
  await expect(toast(page)).toContainText("You are reminded at 21:30.");
  await expect(section.getByRole("button", { name: "Save" })).toBeFocused();
  await page.reload();
  await expect(section.getByLabel("At", { exact: true })).toHaveValue("21:30");
  await expect(section.getByLabel("Sat")).not.toBeChecked();
  await section.getByRole("button", { name: "Stop reminding" }).click();
  await expect(section.getByRole("button", { name: "Remind me" })).toBeFocused();
});

test("made, locked and opened by the keyboard alone", async ({ page }) => {
  await openEmptyJournal(page);
  await tabTo(page, page.getByRole("button", { name: "A private journal…" }));
  await page.keyboard.press("Enter");
  await expect(dialog(page).getByLabel("Name")).toBeFocused();
  await page.keyboard.type("Secret");
  await page.keyboard.press("Enter");
  await expect(dialog(page).getByLabel("Passphrase", { exact: true })).toBeFocused();
  await page.keyboard.type(passphrase);
  await tabTo(page, dialog(page).getByLabel("The same again"));
  await page.keyboard.type(passphrase);
  await page.keyboard.press("Enter");
  const groups = dialog(page).locator(".recovery-key span");
  await expect(groups).toHaveCount(9);
  const last = await groups.last().innerText();
  await tabTo(page, dialog(page).getByLabel("Its last four letters"));
  await page.keyboard.type(last.toLowerCase());
  await page.keyboard.press("Enter");
  await expect(nav(page)).toBeVisible();
  await saved(page);
  await lock(page);
  await expect(passphraseField(page)).toBeFocused();
  await page.keyboard.type(passphrase);
  await page.keyboard.press("Enter");
  await expect(nav(page)).toBeVisible();
  await enterOn(page, nav(page).getByRole("button", { name: "Lock" }));
  await isLocked(page);
});

/** In the dialog, from the passphrase to the last press. */
async function encrypt(page: Page): Promise<void> {
  await dialog(page).getByLabel("Passphrase", { exact: true }).fill(passphrase);
  await dialog(page).getByLabel("The same again").fill(passphrase);
  await dialog(page).getByRole("button", { name: "Next" }).click();
  const last = await dialog(page).locator(".recovery-key span").last().innerText();
  await dialog(page).getByLabel("Its last four letters").fill(last);
  await dialog(page).getByRole("button", { name: "Encrypt the journal" }).click();
}

/** To the entry that is open. */
async function addPhoto(page: Page): Promise<void> {
  const create = { width: 900, height: 600, channels: 3 as const, background: "#c4522d" };
  const buffer = await sharp({ create }).jpeg().toBuffer();
  const strip = page.getByRole("region", { name: "Photos", exact: true });
  await strip
    .locator("input[type=file]")
    .setInputFiles({ name: "shore.jpg", mimeType: "image/jpeg", buffer });
  await expect(strip.locator(".photo-thumb")).toHaveCount(1);
  await expect(page.locator(".photo-state")).toHaveCount(0);
  await saved(page);
}

/** How many documents there are below it, by collection. */
async function documentsOf(origin: string, path: string, idToken: string) {
  const parts = ["journalRecords", "journalTexts", "journalRevisions"];
  const counts = await Promise.all(
    parts.map(async (part) => {
      const address = `${origin}/v1/projects/foyer/databases/(default)/documents/${path}/${part}`;
      const answer = await fetch(address, { headers: { Authorization: `Bearer ${idToken}` } });
      const { documents = [] } = (await answer.json()) as { documents?: unknown[] };
      return [part, documents.length] as const;
    }),
  );
  return Object.fromEntries(counts);
}

/** Of the account's journals, those that are gone among them. */
async function headersOf(origin: string, uid: string, idToken: string) {
  const address = `${origin}/v1/projects/foyer/databases/(default)/documents/users/${uid}/journals`;
  const answer = await fetch(address, { headers: { Authorization: `Bearer ${idToken}` } });
  const { documents = [] } = (await answer.json()) as {
    documents?: { name: string; fields: { goneTo?: { stringValue: string } } }[];
  };
  return documents.map(({ name, fields }) => ({
    path: name.slice(name.indexOf("users/")),
    goneTo: fields.goneTo?.stringValue ?? "",
  }));
}

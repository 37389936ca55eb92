/** Who signs out leaves nothing of a journal behind, and loses nothing unasked. */
import { formsOf, foundIn } from "../support/find-words.ts";
import {
  beginEntry,
  lock,
  makePlain,
  makePrivate,
  saved,
  unlock,
} from "../support/journal-steps.ts";
import { keptIn } from "../support/kept-in-page.ts";
import { askToSignOut, createAccount, dialog, signOut } from "../support/sign-in-steps.ts";
import { expect, open, test } from "../support/site-test.ts";

const word = "Zwetschgenkuchenduft";
const passphrase = "seven words of nobody";

test("who signs out leaves no word of a plain journal in the browser @long", async ({ page }) => {
  await open(page, "/AdvancedJournal");
  await createAccount(page);
  await makePlain(page, `Journal ${word}`);
  await beginEntry(page, `Journal ${word}`);
  await page.keyboard.type(`${word} in the kitchen.`);
  await saved(page);
  const forms = formsOf([word]);
  expect(foundIn(await keptIn(page), forms)).not.toEqual([]);
  await signOut(page);
  expect(foundIn(await keptIn(page), forms)).toEqual([]);
});

test("who signs out while a locked journal has changes is told, and can go back and unlock it @long", async ({
  page,
  context,
  watch,
}) => {
  watch.expectFault(/Failed to load resource|ERR_INTERNET_DISCONNECTED|WebSocket/);
  await open(page, "/AdvancedJournal");
  await createAccount(page);
  await makePrivate(page, { name: "Hidden", passphrase });
  await beginEntry(page, "Hidden");
  await page.keyboard.type("Before. ");
  await saved(page);
  await context.setOffline(true);
  await page.keyboard.type(word);
  await expect(page.locator(".sync-state")).toContainText(/offline/i);
  await lock(page);
  await context.setOffline(false);
  await page.reload();
  await expect(page.getByText("Changes wait in this browser, encrypted")).toBeVisible();
  await askToSignOut(page);
  await expect(dialog(page)).toContainText("1 change is not saved yet");
  await expect(dialog(page)).toContainText("Unlock it in the journal");
  await page.keyboard.press("Escape");
  await expect(dialog(page)).toHaveCount(0);
  // Said once, by the lock: nothing lies over its field.
  await expect(page.getByText("is not saved yet")).toHaveCount(0);
  await unlock(page, passphrase);
  await saved(page);
  await signOut(page);
  expect(foundIn(await keptIn(page), formsOf([word]))).toEqual([]);
});

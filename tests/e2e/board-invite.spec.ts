/** Somebody is invited to a board by their address: told, asked, let in, and taken back. */
import type { Browser, Page } from "@playwright/test";
import { confirmAddress } from "../support/confirm-address.ts";
import { type Known, signUpByDialog } from "../support/sign-in-steps.ts";
import { expect, open, test } from "../support/site-test.ts";

test.describe.configure({ timeout: 120_000 });

const dialog = (page: Page) => page.getByRole("dialog");

async function makeBoard(page: Page): Promise<void> {
  await open(page, "/TaskManager");
  await page.getByRole("button", { name: "New board" }).first().click();
  await dialog(page).getByLabel("Name").fill("Roof");
  await dialog(page).getByRole("button", { name: "Make the board" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Roof" })).toBeVisible();
}

async function invite(page: Page, email: string): Promise<void> {
  await page.getByRole("button", { name: /^People/ }).click();
  await dialog(page).getByLabel("E-mail address").fill(email);
  await dialog(page).getByRole("button", { name: "Invite", exact: true }).click();
  await expect(dialog(page).getByRole("button", { name: `Take back: ${email}` })).toBeVisible();
}

async function newPerson(browser: Browser, name: string): Promise<{ page: Page; known: Known }> {
  const page = await (await browser.newContext()).newPage();
  return { page, known: await signUpByDialog(page, name) };
}

test("an invite by address is told of, and accepted; nobody sees it who has not confirmed the address", async ({
  page: ann,
  browser,
  foyer,
}) => {
  await signUpByDialog(ann, "Ann");
  await makeBoard(ann);
  const { page: ben, known } = await newPerson(browser, "Ben");
  await invite(ann, known.email);
  await open(ben, "/TaskManager");
  await expect(ben.getByRole("button", { name: "New board" }).first()).toBeVisible();
  await expect(ben.getByRole("region", { name: "Invites to you" })).toHaveCount(0);

  await confirmAddress(foyer, known.uid);
  await dialog(ann)
    .getByRole("button", { name: `Take back: ${known.email}` })
    .click();
  await expect(dialog(ann).getByRole("button", { name: /^Take back/ })).toHaveCount(0);
  await dialog(ann).getByRole("button", { name: "Close" }).click();
  await invite(ann, known.email);
  await ben
    .getByRole("button", { name: /notification/i })
    .first()
    .click();
  await ben.getByRole("link", { name: /Ann invites you to the board “Roof”/ }).click();
  await expect(dialog(ben).getByRole("heading", { name: "Join Roof" })).toBeVisible();
  await dialog(ben).getByRole("button", { name: "Join" }).click();
  await expect(ben.getByRole("heading", { level: 1, name: "Roof" })).toBeVisible();
  await expect(dialog(ann).getByLabel("Role of Ben")).toHaveValue("member");
  await ben.getByRole("textbox", { name: "Add a card to To do" }).fill("Ask for a price");
  await ben.keyboard.press("Enter");
  await expect(ben.locator(".sync-state")).toHaveText("Saved");
  await dialog(ann).getByRole("button", { name: "Close" }).click();
  await expect(ann.locator(".card-title")).toHaveText([/Ask for a price$/]);
  await ben.context().close();
});

test("after an invite the focus is in the field again, but it is not taken from who has gone on @embedded", async ({
  page,
}) => {
  await signUpByDialog(page, "Ann");
  await makeBoard(page);
  await invite(page, "ben@example.com");
  const field = dialog(page).getByLabel("E-mail address");
  await expect(field).toBeFocused();

  const { promise: gone, resolve: goOn } = Promise.withResolvers<void>();
  await page.route("**/api/boards/*/invites", async (route) => {
    if (route.request().method() === "POST") await gone;
    await route.continue();
  });
  await field.fill("vic@example.com");
  await dialog(page).getByRole("button", { name: "Invite", exact: true }).click();
  const elsewhere = dialog(page).getByLabel("Ends after");
  await elsewhere.focus();
  goOn();
  await expect(
    dialog(page).getByRole("button", { name: "Take back: vic@example.com" }),
  ).toBeVisible();
  await expect(elsewhere).toBeFocused();
});

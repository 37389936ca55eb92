/** Making an account: by the form and its mail, by an invite, or not at all; and being signed out from elsewhere. */
import type { Browser, Page } from "@playwright/test";
import { runCommand } from "../support/foyer-process.ts";
import type { FoyerProcess } from "../support/foyer-process.ts";
import { linkIn } from "../support/mail-server.ts";
import { test } from "../support/mail-test.ts";
import {
  account,
  createAccount,
  dialog,
  newEmail,
  password,
  signIn,
  signInButton,
  signUpByDialog,
} from "../support/sign-in-steps.ts";
import { expect, hydrated, open, setMotion } from "../support/site-test.ts";

// One site for all, whose sign-up policy the last one changes.
test.describe.configure({ mode: "serial" });

async function command({ dataDir }: FoyerProcess, ...args: string[]): Promise<string> {
  const { code, output } = await runCommand(dataDir, ...args);
  expect(code, output).toBe(0);
  return output.trim();
}

/** Somebody else, at a browser of their own. */
async function openElsewhere(browser: Browser, baseURL: string): Promise<Page> {
  const context = await browser.newContext({ baseURL, serviceWorkers: "block" });
  const page = await context.newPage();
  await setMotion(page, "quick");
  return page;
}

const banner = (page: Page) => page.getByRole("region", { name: "Your e-mail is not confirmed" });

test("who signs up confirms the e-mail by the mail, and a tab that was open follows @smoke", async ({
  page,
  context,
  mails,
}) => {
  await open(page, "/PaintApp");
  const { email } = await createAccount(page);
  await expect(banner(page)).toContainText(email);
  await expect(banner(page)).toContainText("50 MB");
  const mail = await mails.take(email);
  const other = await context.newPage();
  await setMotion(other, "quick");
  await other.goto(linkIn(mail));
  await hydrated(other);
  await other.getByRole("button", { name: "Confirm" }).click();
  await expect(other.getByRole("heading", { level: 1 })).toHaveText("Your e-mail is confirmed");
  await expect(banner(page)).toHaveCount(0);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Paint");
});

test("a session that is ended from elsewhere is signed out here within 5 s, and told why @long", async ({
  page,
  foyer,
  browser,
  watch,
}) => {
  watch.expectFault(/status of 400|was not (?:read|written|refreshed)|could not be read/);
  const known = await signUpByDialog(page);
  const elsewhere = await openElsewhere(browser, foyer.origin);
  await open(elsewhere, "/about");
  await signInButton(elsewhere).click();
  await signIn(elsewhere, known.email);
  await expect(account(elsewhere)).toBeVisible();
  await command(foyer, "user", "sign-out", known.email);
  await Promise.all(
    [page, elsewhere].map(async (each) => {
      await expect(signInButton(each)).toBeVisible({ timeout: 5000 });
      await expect(each.getByText("You were signed out:")).toBeVisible();
    }),
  );
  await elsewhere.context().close();
  await signInButton(page).click();
  await signIn(page, known.email);
  await expect(account(page)).toBeVisible();
  // Who leaves knows why.
  await account(page).click();
  await page.getByRole("button", { name: "Sign out" }).click();
  await expect(signInButton(page)).toBeVisible();
  await expect(page.getByText("You were signed out:")).toHaveCount(0);
});

test("an invite makes an editor where sign-up is not open, once; its code is in no address @long", async ({
  page,
  foyer,
  watch,
}) => {
  watch.expectFault(/status of 4(?:00|10)/);
  await command(foyer, "sign-up", "invite");
  const link = await command(foyer, "invite", "create", "--editor");
  const code = new URL(link).hash.slice("#invite=".length);
  // What the panel asks the server is kept there for some seconds.
  await expect(async () => {
    await open(page, "/PaintApp");
    await expect(page.getByRole("main")).toContainText("needs an invite link", { timeout: 1500 });
  }).toPass();
  await expect(page.getByRole("button", { name: "Create an account" })).toHaveCount(0);

  await page.goto("/about");
  await page.goto(link);
  await expect(dialog(page)).toContainText("invited to this site as an editor");
  expect(page.url()).not.toContain(code);
  await page.reload();
  await expect(dialog(page)).toContainText("invited to this site as an editor");
  const email = newEmail();
  await page.getByLabel("Name (optional)").fill("Ada");
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password", { exact: true }).fill("123456");
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(dialog(page).getByRole("alert").filter({ hasText: /\w/ })).toContainText(
    "stolen ones",
  );
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(page.getByText("You are an editor of this site now.")).toBeVisible();
  await expect(account(page)).toHaveAccessibleName("Account of Ada");
  await account(page).click();
  const menu = page.getByRole("navigation", { name: "Account" });
  await expect(menu.getByRole("link", { name: "Edit projects" })).toBeVisible();
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain(code);

  await menu.getByRole("button", { name: "Sign out" }).click();
  await expect(signInButton(page)).toBeVisible();
  await page.goto(`/resume${new URL(link).hash}`);
  await expect(dialog(page)).toContainText("This invite does not work any more");
  await expect(page.getByRole("button", { name: "Create account" })).toHaveCount(0);
  expect(await command(foyer, "invite", "list")).toContain("used  editor  1/1");
});

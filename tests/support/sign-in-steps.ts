/** Signing in and out by the site's own panel and menu, as a visitor does it. */
import type { Page } from "@playwright/test";
import { expect, open } from "./site-test.ts";

export const password = "correct horse";
export const account = (page: Page) => page.getByRole("button", { name: /^Account of / });
export const signInButton = (page: Page) =>
  page.getByRole("banner").getByRole("button", { name: "Sign in" });
export const dialog = (page: Page) => page.getByRole("dialog");

let made = 0;
export function newEmail(): string {
  made += 1;
  return `p${process.pid}-${Date.now()}-${made}@example.com`;
}

export type Known = { email: string; uid: string; idToken: string };

/** Fills the panel that is on the page; resolves when the service has answered. */
export async function createAccount(
  page: Page,
  name = "Ada Lovelace",
  email = newEmail(),
): Promise<Known> {
  await page.getByRole("button", { name: "Create an account" }).click();
  await page.getByLabel("Name (optional)").fill(name);
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  const answered = page.waitForResponse((answer) => answer.url().includes("accounts:signUp"));
  const create = page.getByRole("button", { name: "Create account" });
  await create.click();
  // Else the page may be left before its browser keeps who is signed in.
  await expect(create).toHaveCount(0);
  const { localId, idToken } = (await (await answered).json()) as Record<string, string>;
  return { email, uid: localId!, idToken: idToken! };
}

export async function signUpByDialog(page: Page, name?: string): Promise<Known> {
  await open(page, "/about");
  await signInButton(page).click();
  const known = await createAccount(page, name);
  if (name !== "") await expect(account(page)).toBeVisible();
  return known;
}

export async function signIn(page: Page, email: string, secret = password): Promise<void> {
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(secret);
  await page.getByLabel("Password", { exact: true }).press("Enter");
}

/** Resolves when the browser knows nobody any more: the next page would find them still, or half. */
export async function signOut(page: Page): Promise<void> {
  await askToSignOut(page);
  await expect(account(page)).toHaveCount(0);
}

/** Who has something that is not saved is asked first. */
export async function askToSignOut(page: Page): Promise<void> {
  await account(page).click();
  await page.getByRole("button", { name: "Sign out", exact: true }).click();
}

/** /FileStorageApp by what people see and press. */
import type { Locator, Page } from "@playwright/test";
import { type DriveOwner, type Filling, fillDrive } from "./drive-filled.ts";
import { createAccount } from "./sign-in-steps.ts";
import { expect, open } from "./site-test.ts";

export const filesPath = "/FileStorageApp";

export const fileGrid = (page: Page): Locator => page.locator(".drive-list");
export const fileItem = (page: Page, name: string): Locator =>
  page.locator("[data-id]").filter({ has: page.getByText(name, { exact: true }) });
export const fileNames = (page: Page): Locator => page.locator(".drive-open");
export const chosenNames = (page: Page): Locator =>
  page.locator('[data-id][aria-selected="true"] .drive-open');
export const driveToast = (page: Page, text: string | RegExp): Locator =>
  page.locator(".toast").filter({ hasText: text });
export const menuItem = (page: Page, name: string): Locator =>
  page.getByRole("menuitem", { name, exact: true });

/** A new account, with these files. @returns ids by path */
export async function openFilledDrive(
  page: Page,
  origin: string,
  filling: Filling,
): Promise<{ owner: DriveOwner; ids: Map<string, string> }> {
  await open(page, filesPath);
  const { uid, idToken } = await createAccount(page);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Files");
  const owner = { origin, uid, idToken };
  const ids = await fillDrive(owner, filling);
  await open(page, filesPath);
  const [first = ""] = Object.keys(filling);
  await expect(fileItem(page, first.split("/")[0] ?? "")).toBeVisible();
  return { owner, ids };
}

/** Opens the menu of a row. */
export async function openMenu(page: Page, name: string): Promise<void> {
  await fileItem(page, name).click({ button: "right" });
  await expect(page.getByRole("menu")).toBeVisible();
}

/** The page of a problem: its code to be copied, its title, its way back. */
import type { Page } from "@playwright/test";
import { expect, open, test } from "../support/site-test.ts";

const solutions = (page: Page) => page.locator(".solution");

test("a code is copied as it was written, and its button says so", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await open(page, "/leetcode?problem=balanced-locks");
  await expect(page).toHaveTitle(/^Balanced lock gates · /);
  const solution = solutions(page).first();
  await solution.getByRole("button", { name: "Copy code" }).click();
  await expect(solution.getByRole("status")).toHaveText("Copied");
  const code = await solution.locator("pre").textContent();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(code);

  await page.getByRole("link", { name: "All problems" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("LeetCode");
  await expect(page).not.toHaveTitle(/Balanced/);
});

test("where there is no clipboard the button says what to do instead", async ({ page }) => {
  // As on an address without https.
  await page.addInitScript(() =>
    Object.defineProperty(navigator, "clipboard", { value: undefined }),
  );
  await open(page, "/leetcode?problem=balanced-locks");
  const solution = solutions(page).first();
  await solution.getByRole("button", { name: "Copy code" }).click();
  await expect(solution.getByRole("status")).toHaveText("Could not be copied: select it instead");
});

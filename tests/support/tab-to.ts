import { expect } from "@playwright/test";
import type { Locator, Page } from "@playwright/test";

/** More than a page of ours has. */
const mostTabs = 60;

/** As a hand on the keyboard gets there, and in no other way. */
export async function tabTo(
  page: Page,
  target: Locator,
  key: "Tab" | "Shift+Tab" = "Tab",
): Promise<void> {
  await target.waitFor();
  for (let tabs = 0; tabs < mostTabs; tabs += 1) {
    // oxlint-disable no-await-in-loop -- one after the other
    await page.keyboard.press(key);
    if (await target.evaluate((element) => element === document.activeElement)) return;
    // oxlint-enable no-await-in-loop
  }
  await expect(target).toBeFocused();
}

/** To it, and Enter. */
export async function enterOn(
  page: Page,
  target: Locator,
  key: "Tab" | "Shift+Tab" = "Tab",
): Promise<void> {
  await tabTo(page, target, key);
  await page.keyboard.press("Enter");
}

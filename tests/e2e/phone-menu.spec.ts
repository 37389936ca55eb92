import type { Page } from "@playwright/test";
import { expect, open, test } from "../support/site-test.ts";

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

const opener = (page: Page) => page.getByRole("button", { name: "Menu" });
const aboutLink = (page: Page) => page.getByRole("banner").getByRole("link", { name: "About" });

async function openMenu(page: Page): Promise<void> {
  await open(page, "/resume");
  await expect(aboutLink(page)).toBeHidden();
  await reopenMenu(page);
}

async function reopenMenu(page: Page): Promise<void> {
  await opener(page).tap();
  await expect(aboutLink(page)).toBeVisible();
}

test("closes on a link, also to the page one is on, on a tap outside and on resize", async ({
  page,
}) => {
  await openMenu(page);
  await page.getByRole("banner").getByRole("link", { name: "Resume" }).tap();
  await expect(aboutLink(page)).toBeHidden();
  await reopenMenu(page);
  await page.touchscreen.tap(195, 830);
  await expect(aboutLink(page)).toBeHidden();
  // A tap outside does nothing else.
  await expect(page).toHaveURL("/resume");
  await reopenMenu(page);
  await aboutLink(page).tap();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("About");
  await expect(aboutLink(page)).toBeHidden();
  await reopenMenu(page);
  await page.setViewportSize({ width: 844, height: 390 });
  await expect(aboutLink(page)).toBeHidden();
});

test("closes on Esc and by its own button, and focus is back where it was", async ({ page }) => {
  await openMenu(page);
  await page.keyboard.press("Escape");
  await expect(aboutLink(page)).toBeHidden();
  await expect(opener(page)).toBeFocused();
  await reopenMenu(page);
  await page.getByRole("button", { name: "Close" }).tap();
  await expect(aboutLink(page)).toBeHidden();
  await expect(opener(page)).toBeFocused();
});

test("can be reached, walked and left by keyboard alone", async ({ page }) => {
  await open(page, "/resume");
  for (let tabs = 0; tabs < 10; tabs += 1) {
    await page.keyboard.press("Tab");
    if (await opener(page).evaluate((button) => button === document.activeElement)) break;
  }
  await expect(opener(page)).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(aboutLink(page)).toBeVisible();
  for (let tabs = 0; tabs < 30; tabs += 1) {
    await page.keyboard.press("Tab");
    if (await aboutLink(page).evaluate((link) => link === document.activeElement)) break;
  }
  await expect(aboutLink(page)).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toContainText("About");
  await expect(aboutLink(page)).toBeHidden();
});

test("its targets are large enough for a finger", async ({ page }) => {
  await openMenu(page);
  const targets = await page.getByRole("banner").getByRole("link").all();
  for (const target of [...targets, opener(page), page.getByRole("button", { name: /^Theme/ })]) {
    if (!(await target.isVisible())) continue;
    const box = await target.boundingBox();
    expect(box!.height, `${await target.textContent()}`).toBeGreaterThanOrEqual(44);
  }
});

/** The panel, the dialog and the account's menu for every eye and hand. */
import type { Page } from "@playwright/test";
import { usernamePrompt } from "#lib/user-record.ts";
import { violationsInBothSchemes } from "../support/axe.ts";
import {
  account,
  createAccount,
  dialog,
  newEmail,
  password,
  signInButton,
} from "../support/sign-in-steps.ts";
import { expect, open, test } from "../support/site-test.ts";
import { tabTo } from "../support/tab-to.ts";

for (const width of [1440, 390]) {
  test.describe(`${width} wide`, () => {
    test.use({ viewport: { width, height: width === 390 ? 844 : 900 } });

    test("axe finds nothing in panel, dialog, menu, question and role page, light and dark @long", async ({
      page,
    }) => {
      test.slow();
      await open(page, "/Settings");
      await expect(page.getByLabel("E-mail")).toBeVisible();
      expect(await violationsInBothSchemes(page)).toEqual([]);
      await open(page, "/about");
      await signInButton(page).click();
      await expect(dialog(page).getByLabel("E-mail")).toBeFocused();
      await dialog(page).getByRole("button", { name: "Sign in" }).click();
      await expect(dialog(page).getByLabel("E-mail")).toHaveAttribute("aria-invalid", "true");
      expect(await violationsInBothSchemes(page)).toEqual([]);
      await createAccount(page, "");
      await expect(dialog(page)).toHaveAccessibleName(usernamePrompt);
      expect(await violationsInBothSchemes(page)).toEqual([]);
      await page.keyboard.press("Escape");
      await account(page).click();
      await expect(page.getByRole("button", { name: "Sign out" })).toBeVisible();
      expect(await violationsInBothSchemes(page)).toEqual([]);
      await open(page, "/UserManagement");
      await expect(page.getByRole("heading", { level: 1 })).toContainText("admin role");
      expect(await violationsInBothSchemes(page)).toEqual([]);
    });
  });
}

test("signing in, the menu and signing out work by keyboard alone @long", async ({ page }) => {
  await open(page, "/about");
  await tabTo(page, signInButton(page));
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("E-mail")).toBeFocused();
  await page.keyboard.press("Escape");
  // Closed at once, but only a moment later gone: it would not open again in between.
  await expect(page.locator("dialog")).toHaveCount(0);
  await expect(signInButton(page)).toBeFocused();
  await page.keyboard.press("Enter");
  await tabTo(page, page.getByRole("button", { name: "Create an account" }));
  await page.keyboard.press("Enter");
  await page.getByLabel("Name (optional)").focus();
  await page.keyboard.type("Ada");
  await page.keyboard.press("Tab");
  await page.keyboard.type(newEmail());
  await page.keyboard.press("Tab");
  await page.keyboard.type(password);
  await page.keyboard.press("Enter");
  await expect(account(page)).toBeFocused();
  await page.keyboard.press("Enter");
  const out = page.getByRole("button", { name: "Sign out" });
  await tabTo(page, out);
  await page.keyboard.press("Escape");
  await expect(out).toBeHidden();
  await expect(account(page)).toBeFocused();
  await page.keyboard.press("Enter");
  await tabTo(page, out);
  await page.keyboard.press("Enter");
  await expect(signInButton(page)).toBeFocused();
});

for (const width of [390, 320]) {
  test.describe(`on a phone ${width} wide`, () => {
    test.use({ viewport: { width, height: 700 }, hasTouch: true });

    test("one signs in and out by the phone's menu, and nothing sticks out @long", async ({
      page,
    }) => {
      const overflow = () =>
        page.evaluate(() =>
          Math.max(0, document.documentElement.scrollWidth - document.documentElement.clientWidth),
        );
      await open(page, "/about");
      await page.getByRole("button", { name: "Menu" }).tap();
      await page.locator("#menu-all").getByRole("button", { name: "Sign in" }).tap();
      await expect(dialog(page).getByLabel("E-mail")).toBeVisible();
      expect(await overflow()).toBe(0);
      await expectFingerSized(page, dialog(page));
      await createAccount(page, "Wolfeschlegelsteinhausenbergerdorff".repeat(2));
      await expect(account(page)).toBeVisible();
      await account(page).tap();
      expect(await overflow()).toBe(0);
      await expectFingerSized(page, page.getByRole("banner"));
      await page.keyboard.press("Escape");
      await page.getByRole("button", { name: "Menu" }).tap();
      await expectFingerSized(page, page.getByRole("banner"));
      await page.locator("#menu-all").getByRole("button", { name: "Sign out" }).tap();
      await expect(account(page)).toHaveCount(0);
    });
  });
}

async function expectFingerSized(page: Page, place: ReturnType<Page["locator"]>): Promise<void> {
  const controls = place.locator("button, a, input").filter({ visible: true });
  for (const control of await controls.all()) {
    const box = await control.boundingBox();
    const what = await control.evaluate((element) => element.outerHTML.slice(0, 120));
    expect(box!.height, what).toBeGreaterThanOrEqual(43.9);
    expect(box!.width, what).toBeGreaterThanOrEqual(43.9);
    expect(box!.x + box!.width, what).toBeLessThanOrEqual(page.viewportSize()!.width + 0.5);
  }
}

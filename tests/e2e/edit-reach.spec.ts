/** What fingers and keys reach in the tools that edit content, and what is never said while they load. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { runCommand } from "../support/foyer-process.ts";
import type { FoyerProcess } from "../support/foyer-process.ts";
import { newEmail, password, signIn } from "../support/sign-in-steps.ts";
import { expect, open, test } from "../support/site-test.ts";

test.describe.configure({ timeout: 60_000 });

async function becomeAdmin(page: Page, foyer: FoyerProcess, path: string): Promise<void> {
  const email = newEmail();
  const file = join(foyer.dataDir, "..", `password-${email}`);
  await writeFile(file, password);
  const who = [email, "--admin", "--password-file", file];
  const made = await runCommand(foyer.dataDir, "user", "create", ...who);
  expect(made.output).toContain("Created the account");
  await open(page, path);
  await signIn(page, email);
}

/** Buttons and switches of the page that are lower than a finger needs. */
function lowOnesOf(page: Page): Promise<string[]> {
  return page
    .locator("main :is(.mantine-Button-root, .mantine-Switch-root, .mantine-Checkbox-root)")
    .evaluateAll((all) =>
      all
        .filter((one) => one.checkVisibility() && one.getBoundingClientRect().height < 43.9)
        .map((one) => one.outerHTML.slice(0, 200)),
    );
}

test("the list of projects never says that none fits while it comes @embedded", async ({
  page,
  foyer,
}) => {
  await page.addInitScript(() => {
    const said: string[] = [];
    Object.assign(window, { said });
    new MutationObserver(() => {
      const title = document.querySelector(".empty-room h2")?.textContent;
      if (title) said.push(title);
    }).observe(document, { childList: true, subtree: true });
  });
  await becomeAdmin(page, foyer, "/EditProjects");
  await expect(page.locator(".content-row").first()).toBeVisible();
  expect(await page.evaluate(() => (window as unknown as { said: string[] }).said)).toEqual([]);
});

test("what a menu opened gives the focus back to the menu's button @embedded", async ({
  page,
  foyer,
}) => {
  await becomeAdmin(page, foyer, "/EditProjects");
  await page.locator(".content-row .opener").first().click();
  const more = page.getByRole("button", { name: "More", exact: true });
  await more.click();
  await page.getByRole("menuitem", { name: "Versions" }).click();
  await expect(page.getByRole("heading", { name: "Versions" })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(more).toBeFocused();
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test("every button and switch is high enough for a finger @embedded", async ({ page, foyer }) => {
    await becomeAdmin(page, foyer, "/WebsiteManager?section=profile");
    await expect(page.getByRole("button", { name: "Remove line 1", exact: true })).toBeVisible();
    expect(await lowOnesOf(page)).toEqual([]);
    for (const [section, sign] of [
      ["home", "Rooms of the home page"],
      ["media", "Only what is not used"],
    ]) {
      await open(page, `/WebsiteManager?section=${section}`);
      await expect(page.getByText(sign!)).toBeVisible();
      expect(await lowOnesOf(page)).toEqual([]);
    }
  });
});

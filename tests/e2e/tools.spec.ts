/** What stands around every tool: the rail, the keys, what the palette has of a tool. */
import { violationsOf } from "../support/axe.ts";
import { createAccount } from "../support/sign-in-steps.ts";
import { expect, open, test } from "../support/site-test.ts";
import { pages } from "../../lib/pages.ts";

test.describe.configure({ timeout: 60_000 });

test("a rail leads from tool to tool, folds and stays folded; keys and palette know the tool @embedded", async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await open(page, "/FileStorageApp");
  await createAccount(page);
  const rail = page.locator(".rail");
  const heading = page.getByRole("heading", { level: 1 });
  await expect(heading).toHaveText("Files");
  const own = pages.filter(({ group, access }) => group === "tools" && access === "user");
  await expect(rail.getByRole("link")).toHaveCount(own.length);
  await expect(rail.locator("a svg")).toHaveCount(own.length);
  await expect(rail.locator("[aria-current=page]")).toHaveText("Files");
  expect(await violationsOf(page)).toEqual([]);

  await rail.getByRole("button", { name: "Hide names" }).click();
  await expect(rail).toHaveAttribute("data-folded", "true");
  await page.reload();
  await expect(rail.getByRole("button", { name: "Show names" })).toBeVisible();
  await rail.getByRole("link", { name: "Chat" }).click();
  await expect(heading).toHaveText("Chat");
  await expect(rail.locator("[aria-current=page]")).toHaveAccessibleName("Chat");
  await expect(page.locator("main")).toBeFocused();
  await page.keyboard.press("Shift+Tab");
  await expect(rail.getByRole("button", { name: "Show names" })).toBeFocused();

  await page.keyboard.press("Control+k");
  await expect(page.getByRole("combobox", { name: "Search this site" })).toBeFocused();
  await page.keyboard.type("upload files");
  await expect(page.getByRole("option", { selected: true })).toContainText("Upload files");
  await page.keyboard.press("Enter");
  await expect(heading).toHaveText("Files");

  // A page that the role does not open stands in the frame, too.
  await open(page, "/UserManagement");
  await expect(heading).toHaveText("This page needs the admin role");
  await expect(rail.getByRole("link", { name: "Settings" })).toBeVisible();
});

test("a tool's code comes while it is asked whether who was here last still is @embedded", async ({
  page,
}) => {
  await open(page, "/Settings");
  await createAccount(page);
  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route(/accounts:lookup/, async (route) => {
    await held;
    await route.continue();
  });
  const code = page.waitForRequest(/\/assets\/settings-[^/]*\.js$/);
  await page.reload();
  await code;
  await expect(page.getByText("Loading...")).toBeVisible();
  answer();
  await expect(page.locator("main").getByRole("heading", { name: "Profile" })).toBeVisible();
});

test("on a phone the tools stand at the foot, four of them, and all behind More @embedded", async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page, "/FileStorageApp");
  await createAccount(page);
  const bar = page.locator(".tool-tabs");
  await expect(bar.locator("> a")).toHaveCount(4);
  await expect(page.locator(".rail")).toBeHidden();
  await bar.getByRole("button", { name: "More" }).click();
  const all = page.locator("#tools-all");
  await expect(all.locator("[aria-current=page]")).toHaveText("Files");
  expect(await violationsOf(page)).toEqual([]);
  await all.getByRole("link", { name: "Paint" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Paint");
  await expect(all).toBeHidden();
  await expect(bar.getByRole("button", { name: "More" })).toHaveAttribute("data-current", "true");
});

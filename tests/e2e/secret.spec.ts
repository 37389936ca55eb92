import type { Page } from "@playwright/test";
import { violationsOf } from "../support/axe.ts";
import { hiddenProjects, shownProjects } from "../support/sample-content.ts";
import { expect, open, test } from "../support/site-test.ts";

const line = (page: Page) => page.getByRole("textbox", { name: /Command/ });
const log = (page: Page) => page.getByRole("log");
const project = shownProjects[0]!;

async function type(page: Page, text: string): Promise<void> {
  await line(page).fill(text);
  await page.keyboard.press("Enter");
}

test("is found by the Konami code, and explored by keyboard @embedded", async ({ page }) => {
  await open(page, "/contact");
  const code = "ArrowUp ArrowUp ArrowDown ArrowDown ArrowLeft ArrowRight ArrowLeft ArrowRight b a";
  // What listens comes when the page has time for it.
  await expect(async () => {
    for (const key of code.split(" ")) await page.keyboard.press(key);
    await expect(page).toHaveURL("/secret", { timeout: 2000 });
  }).toPass();
  await expect(line(page)).toBeFocused();
  await expect(page.locator('meta[name="robots"]').first()).toHaveAttribute("content", "noindex");

  await page.keyboard.type("cd pro");
  await page.keyboard.press("Tab");
  await expect(line(page)).toHaveValue("cd projects/");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("textbox", { name: "Command in ~/projects $" })).toBeFocused();
  await type(page, `cat ${project.slug}.txt`);
  await expect(log(page)).toContainText(project.summary.slice(0, 60));
  await type(page, "tree /");
  for (const { slug } of hiddenProjects) await expect(log(page)).not.toContainText(slug);
  await type(page, "opne x");
  await expect(log(page)).toContainText("Did you mean open?");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowUp");
  await expect(line(page)).toHaveValue("tree /");
  await page.keyboard.press("Control+c");
  await expect(line(page)).toHaveValue("");
  await page.keyboard.press("Control+l");
  await expect(log(page)).toHaveText("");
  await type(page, "theme dark");
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await type(page, "<img src=x onerror=alert(1)>");
  await expect(log(page)).toContainText("There is no command <img");
  expect(await violationsOf(page)).toEqual([]);

  // Tab traps nobody: with nothing typed, and after Esc, it leads on.
  await page.keyboard.press("Tab");
  await expect(page.getByRole("button", { name: "Run" })).toBeFocused();
  await line(page).fill("c");
  await page.keyboard.press("Escape");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("button", { name: "Run" })).toBeFocused();

  await type(page, `open ${project.slug}.txt`);
  await expect(page).toHaveURL(`/project/${project.slug}`);
  await page.goBack();
  await line(page).press("ArrowUp");
  await expect(line(page)).toHaveValue(`open ${project.slug}.txt`);
});

test.describe("on a phone @embedded", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test("buttons do what keys do, and nothing sticks out", async ({ page }) => {
    await open(page, "/secret");
    await expect(line(page)).not.toBeFocused();
    for (const button of await page.locator(".terminal button").all())
      expect((await button.boundingBox())!.height).toBeGreaterThanOrEqual(44);
    await page.getByRole("button", { name: "help" }).tap();
    await expect(log(page)).toContainText("What can be typed here.");
    await page.getByRole("button", { name: "ls", exact: true }).tap();
    await log(page).getByRole("link", { name: "about.txt" }).tap();
    await expect(page).toHaveURL("/about");
    await page.goBack();
    await page.getByRole("button", { name: "Last line" }).tap();
    await expect(line(page)).toHaveValue("ls");
    await page.setViewportSize({ width: 320, height: 640 });
    await page.getByRole("button", { name: "help" }).tap();
    const { clientWidth, scrollWidth } = await page.evaluate(() => document.documentElement);
    expect(scrollWidth).toBe(clientWidth);
  });
});

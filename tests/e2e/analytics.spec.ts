/** Visits of others as the owner sees them in the website manager. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { violationsInBothSchemes, violationsOf } from "../support/axe.ts";
import { createAccount, dialog } from "../support/sign-in-steps.ts";
import { expect, open, test } from "../support/site-test.ts";

test.describe.configure({ timeout: 60_000 });

const path = "/WebsiteManager?section=analytics&period=7";
const list = (page: Page, name: string) => page.getByRole("region", { name, exact: true });

/** Leaves a page as a visitor does, so that it says what it has to say. */
async function visit(page: Page, address: string, referer?: string): Promise<void> {
  const counted = page.waitForResponse((answer) => answer.url().endsWith("/api/page-views"));
  await page.goto(address, referer === undefined ? {} : { referer });
  await counted;
}

test.describe("analytics", { tag: "@embedded" }, () => {
  test.use({ ownSite: true });

  test("the owner sees who came from where, not the robots and not themself, and saves it @long", async ({
    page,
    foyer,
    browser,
  }) => {
    const context = await browser.newContext({ baseURL: foyer.origin, serviceWorkers: "block" });
    const visitor = await context.newPage();
    await visit(visitor, "/about?utm_source=letter&utm_medium=mail", "https://found.example/q?a=b");
    await visit(visitor, "/project");
    const robot = await fetch(`${foyer.origin}/api/page-views`, {
      method: "POST",
      headers: { "User-Agent": "Googlebot/2.1 (+http://www.google.com/bot.html)" },
      body: JSON.stringify({ path: "/about" }),
    });
    expect(robot.status).toBe(204);

    // Before anything of this browser is counted.
    await page.addInitScript(() => localStorage.setItem("foyer:uncounted", "yes"));
    const link = await readFile(join(foyer.dataDir, "owner-link"), "utf8");
    await open(page, `/resume${new URL(link.trim()).hash}`);
    await dialog(page).getByRole("button", { name: "I have an account" }).click();
    await createAccount(page, "Olive Owner");
    await expect(page.getByText("You are the owner of this site now.")).toBeVisible();
    await open(page, path);
    await expect(list(page, "Pages")).toContainText("/about");
    await expect(page.getByRole("definition").first()).toHaveText("2");
    await expect(list(page, "Pages").getByRole("listitem")).toHaveCount(2);
    await expect(list(page, "Sites that link here")).toContainText("found.example");
    await expect(list(page, "Campaigns")).toContainText("letter / mail");
    await expect(list(page, "Devices")).toContainText("Computer");
    await expect(list(page, "Countries")).toContainText("FOYER_COUNTRIES_DB");
    await expect(list(page, "Last pages of visits")).toContainText("/project");
    await expect(list(page, "Now")).toContainText("1 visitor, 2 views");
    await expect(page.getByText("Not counted above: 1 view by robots")).toBeVisible();
    await expect(page.getByLabel("Do not count visits by this browser")).toBeChecked();
    await expect(page.getByText("Chart: 2 views and 1 visitor,")).toBeAttached();
    expect(await violationsInBothSchemes(page)).toEqual([]);

    await page.getByRole("button", { name: "Show as table" }).click();
    const days = page.getByRole("table", { name: "Views and visitors" });
    await expect(days.getByRole("row")).toHaveCount(8);
    await expect(days.getByRole("row").last()).toContainText(/2\s*1$/);

    await list(page, "Pages")
      .getByRole("button", { name: /^\/about/ })
      .click();
    await expect(page).toHaveURL(/path=%2Fabout/);
    await expect(list(page, "Pages").getByRole("listitem")).toHaveCount(1);
    await expect(days.getByRole("row").last()).toContainText(/1\s*1$/);
    await page.getByRole("button", { name: "Remove: Page /about" }).click();

    const saved = page.waitForEvent("download");
    await page.getByRole("button", { name: "Save as CSV" }).click();
    await page.getByRole("menuitem", { name: "Sites that link here" }).click();
    const file = await readFile(await (await saved).path(), "utf8");
    expect(file).toBe("\uFEFFreferrer,views,visitors\r\nfound.example,1,1\r\n");

    // Pages load what measures them only while the owner wants it.
    const scripts: string[] = [];
    visitor.on("request", (request) => scripts.push(new URL(request.url()).pathname));
    await visit(visitor, "/about");
    expect(scripts).not.toContain("/web-vitals.js");
    await page.getByLabel("Collect page speed from visitors’ browsers").click();
    await expect(page.getByText("Page speed is collected from now on.")).toBeVisible();
    await visit(visitor, "/about");
    expect(scripts).toContain("/web-vitals.js");
    await visitor.getByRole("heading", { level: 1 }).click();
    await visit(visitor, "/resume");
    const measured = page
      .getByRole("region", { name: "Speed by page" })
      .getByRole("rowheader", { name: "/about" });
    await expect(async () => {
      await page.reload();
      await expect(measured).toBeVisible({ timeout: 3000 });
    }).toPass();
    expect(await violationsOf(page)).toEqual([]);
    await context.close();
  });
});

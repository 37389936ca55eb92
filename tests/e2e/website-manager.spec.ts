/** /WebsiteManager as an owner uses it: what is published there is on the public pages at the next request. */
import type { Page } from "@playwright/test";
import { violationsOf } from "../support/axe.ts";
import { giveRole } from "../support/give-role.ts";
import { createAccount } from "../support/sign-in-steps.ts";
import { expect, open, test } from "../support/site-test.ts";

test.describe.configure({ timeout: 120_000 });

const main = (page: Page) => page.getByRole("main");
const section = (page: Page, name: string) => page.getByRole("region", { name, exact: true });

/** The last of the section's documents; most sections have one. */
async function publish(page: Page): Promise<void> {
  const answered = page.waitForResponse((answer) => answer.url().endsWith("/api/content/publish"));
  await main(page)
    .getByRole("button", { name: /^Publish( changes)?$/ })
    .last()
    .click();
  expect((await answered).status()).toBe(200);
}

async function goTo(page: Page, name: string): Promise<void> {
  await page
    .getByRole("navigation", { name: "Website manager" })
    .getByRole("link", { name, exact: true })
    .click();
  await expect(main(page).getByRole("heading", { level: 2, name, exact: true })).toBeVisible();
}

test.describe("website manager", () => {
  test.use({ ownSite: true });

  test("line, order, navigation, look, announcement and search engines are on the public pages at the next request @long", async ({
    page,
    foyer,
  }) => {
    const read = async (path: string) => (await fetch(foyer.origin + path)).text();
    await open(page, "/WebsiteManager");
    const { uid } = await createAccount(page, "Olive Owner");
    await giveRole(foyer, uid, "admin");
    await expect(section(page, "First steps")).toBeVisible();
    expect(await violationsOf(page)).toEqual([]);

    await goTo(page, "Profile");
    await page.getByLabel("Your line").fill("I keep the <b>lights</b> on.");
    expect(await read("/")).not.toContain("I keep the");
    await publish(page);
    expect(await read("/")).toContain("I keep the &lt;b&gt;lights&lt;/b&gt; on.");

    await goTo(page, "Home and about");
    await page.getByRole("switch", { name: "Shown: Play", exact: true }).click();
    const contact = page.getByRole("button", { name: "Move Contact", exact: true });
    await contact.focus();
    for (let step = 0; step < 3; step += 1) await page.keyboard.press("Alt+ArrowUp");
    await publish(page);
    const home = await read("/");
    const rooms = [...home.matchAll(/<li class="room"><h2><a[^>]*>([^<]+)</g)].map(([, it]) => it);
    expect(rooms).toEqual(["Contact", "Work", "Writing and food"]);

    await goTo(page, "Navigation");
    await page.getByRole("textbox", { name: "Name of /about" }).fill("Who I am");
    await page.getByRole("switch", { name: "Shown: Fruit Slicer", exact: true }).click();
    await publish(page);
    const nav = await read("/contact");
    expect(nav).toContain(">Who I am</a>");
    expect(nav).not.toContain(">Fruit Slicer</a>");

    await goTo(page, "Look");
    await page.getByRole("textbox", { name: "Colour as #rrggbb" }).fill("#ffd400");
    await expect(page.getByText(/text in it could not be read .* is shown: #/)).toBeVisible();
    await page.getByRole("radio", { name: "Fraunces" }).check();
    expect(await violationsOf(page)).toEqual([]);
    await goTo(page, "Announcement");
    await page.getByLabel("Text", { exact: true }).fill("Away until Monday");
    await page.getByLabel("Where it leads").fill("/contact");
    await publish(page);
    const looked = await read("/resume");
    expect(looked).toContain("--accent-source:#ffd400");
    const fonts = [...looked.matchAll(/rel="preload" as="font"[^>]*href="([^"]+)"/g)];
    expect(fonts.map(([, href]) => href)).toEqual([expect.stringContaining("/fraunces-")]);
    expect(looked).toContain('<a href="/contact">Away until Monday</a>');

    await goTo(page, "Search engines");
    await page.getByRole("button", { name: "Add a page" }).click();
    await page.getByLabel("Page", { exact: true }).fill("/about");
    await page.getByLabel("Title", { exact: true }).fill("The keeper");
    await page.getByLabel("Description", { exact: true }).fill("Who keeps the lights on.");
    await publish(page);
    const about = await read("/about");
    expect(about).toContain("<title>The keeper</title>");
    expect(about).toContain('name="description" content="Who keeps the lights on."');
  });
});

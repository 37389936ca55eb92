/** /EditProjects as an editor uses it, with a visitor's eyes beside it. */
import type { Page } from "@playwright/test";
import sharp from "sharp";
import { violationsOf } from "../support/axe.ts";
import type { FoyerProcess } from "../support/foyer-process.ts";
import { giveRole } from "../support/give-role.ts";
import { createAccount } from "../support/sign-in-steps.ts";
import { expect, open, test } from "../support/site-test.ts";

test.describe.configure({ timeout: 90_000 });
test.use({ ownSite: true });

const path = "/EditProjects";
const hostile = `<img src=x onerror=alert(1)> "'><script>alert(2)</script>`;
const inTenDays = new Date(Date.now() + 10 * 86_400_000).toISOString().slice(0, 10);
const toast = (page: Page) => page.locator(".toasts");
const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
const badge = (page: Page) => page.locator(".tool-bar .state-badge").first();
const preview = (page: Page) => page.frameLocator('iframe[title*="Preview"]');

async function becomeEditor(page: Page, foyer: FoyerProcess): Promise<void> {
  await open(page, path);
  const { uid } = await createAccount(page, "Ed");
  await giveRole(foyer, uid, "editor");
  await expect(page.getByRole("list", { name: "Edit projects" })).toBeVisible();
}

async function more(page: Page, act: string): Promise<void> {
  await page.getByRole("button", { name: "More", exact: true }).click();
  await page.getByRole("menuitem", { name: act }).click();
}

test("what an editor writes is seen when it is published, and nothing of it before, after or beside", async ({
  page,
  foyer,
  request,
  watch,
  backend,
}) => {
  // Firebase is asked first whether it has the file.
  if (backend === "hosted") watch.expectFault(/status of 404.*firebasestorage/);
  const visitor = async (at: string) => (await request.get(at)).text();
  const saved = () => expect(page.locator(".sync-state")).toHaveText("Saved");
  await becomeEditor(page, foyer);
  // No way to where only admins may go.
  const notices = page.getByRole("complementary", { name: "Notices" });
  await expect(notices).toContainText("sample content");
  await expect(notices.getByRole("link")).toHaveCount(0);
  expect(await violationsOf(page)).toEqual([]);

  // A new one, with what attackers write in every text.
  await page.keyboard.press("n");
  await field(page, "Title").fill("Lamps of the harbour");
  await expect(field(page, "Address")).toHaveValue("lamps-of-the-harbour");
  await field(page, "Summary").fill(hostile);
  await page.getByPlaceholder("Type one, then Enter").first().fill(hostile.slice(0, 50));
  await page.keyboard.press("Enter");
  const cover = sharp({
    create: { width: 900, height: 600, channels: 3, background: "#24506e" },
  });
  await page
    .locator('input[type="file"]')
    .first()
    .setInputFiles({
      name: "harbour.png",
      mimeType: "image/png",
      buffer: await cover.png().toBuffer(),
    });
  await field(page, "Description").fill("A lamp by night");
  await expect(preview(page).getByRole("heading", { level: 1 })).toHaveText("Lamps of the harbour");
  await expect(preview(page).getByText(hostile)).toBeVisible();
  await expect(preview(page).getByRole("img", { name: "A lamp by night" })).toHaveJSProperty(
    "naturalWidth",
    900,
  );
  await expect(badge(page)).toHaveText("Draft");
  await saved();
  expect(await violationsOf(page)).toEqual([]);
  expect(await visitor("/project")).not.toContain("Lamps");

  await page.getByRole("button", { name: "Publish", exact: true }).click();
  await expect(toast(page)).toContainText("visitors see it now");
  const shown = await visitor("/project/lamps-of-the-harbour");
  expect(shown).toContain("&lt;img src=x onerror=alert(1)&gt;");
  expect(shown).not.toContain("<img src=x");
  expect(shown).toMatch(/src="\/img\/[^"]+"[^>]+alt="A lamp by night"/);

  // Changed: visitors still see what was published. Then by itself, and taken back.
  await field(page, "Title").fill("Lamps, rewritten");
  await expect(badge(page)).toHaveText("Changed");
  await saved();
  expect(await visitor("/project/lamps-of-the-harbour")).not.toContain("rewritten");
  await more(page, "Publish later…");
  await page.getByLabel(/^Day and time/).fill(`${inTenDays}T08:00`);
  await page.getByRole("button", { name: "Publish then" }).click();
  await expect(badge(page)).toContainText("Scheduled");
  await toast(page).getByRole("button", { name: "Undo" }).click();
  await expect(badge(page)).toHaveText("Changed");
  await page.getByRole("button", { name: "Publish changes" }).click();
  await expect(badge(page)).toHaveText("Published");
  expect(await visitor("/project/lamps-of-the-harbour")).toContain("rewritten");

  // Hidden, nobody gets it; an older version comes back as a draft.
  await more(page, "Hide from visitors");
  await expect(badge(page)).toHaveText("Hidden");
  expect(await visitor("/project/lamps-of-the-harbour")).not.toContain("rewritten");
  await more(page, "Versions");
  await page.locator(".version-line").last().click();
  await expect(page.locator(".changes")).toContainText("rewritten");
  await page.getByRole("button", { name: "Restore this version" }).click();
  await expect(field(page, "Title")).toHaveValue("Lamps of the harbour");
  await page.getByRole("button", { name: "Close details" }).click();

  // On a phone, a word without an end moves nothing out of the page, and what publishes it stays in reach.
  const wide = page.viewportSize()!;
  await page.setViewportSize({ width: 390, height: 844 });
  await field(page, "Summary").fill("e".repeat(120));
  await page.getByRole("button", { name: "Add a link" }).scrollIntoViewIfNeeded();
  await expect(page.getByRole("heading", { level: 1 })).not.toBeInViewport();
  await expect(page.getByRole("button", { name: "Publish changes" })).toBeInViewport();
  // What is not kept is said wherever somebody reads.
  await saved();
  await page.locator(".sync-state").evaluate((said) => said.setAttribute("data-state", "failed"));
  await expect(page.locator(".sync-state")).toBeInViewport();
  await expect(page.getByRole("button", { name: "Publish changes" })).toBeInViewport();
  const sideways = ({ scrollWidth, clientWidth }: Element) => scrollWidth - clientWidth;
  expect(await page.locator(":root").evaluate(sideways)).toBeLessThanOrEqual(0);
  await page.setViewportSize(wide);

  // Back in the list the order is changed by keys alone.
  await page.goBack();
  const titles = page.locator(".content-row .opener");
  await expect(titles.first()).toBeVisible();
  const [first = "", second = ""] = await titles.allTextContents();
  await page.getByRole("button", { name: `Move ${first}`, exact: true }).focus();
  const stored = page.waitForResponse((answer) => answer.url().endsWith("/api/content/places"));
  await page.keyboard.press("Alt+ArrowDown");
  await expect(titles.first()).toHaveText(second);
  await expect(page.getByRole("button", { name: `Move ${first}`, exact: true })).toBeFocused();
  expect((await stored).ok()).toBe(true);
  await page.reload();
  await expect(titles.first()).toHaveText(second);

  // What the palette offers is done each time it is chosen, and not again by a reload.
  const choose = async (act: string) => {
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox", { name: "Search this site" }).fill(act);
    const offered = page.getByRole("dialog").getByRole("option", { selected: true });
    await expect(offered).toContainText(act);
    await page.keyboard.press("Enter");
  };
  for (let time = 0; time < 2; time += 1) {
    await choose("New project");
    await expect(field(page, "Title")).toHaveValue("");
    await page.goBack();
    await expect(titles.first()).toHaveText(second);
  }
  const importing = page.getByRole("dialog", { name: "Import from GitHub" });
  for (let time = 0; time < 2; time += 1) {
    await choose("Import projects from GitHub");
    await importing.getByRole("button", { name: "Close" }).click();
  }
  expect(new URL(page.url()).search).toBe("");
});

/** /FoodBlogEditTabSwitcher as an editor uses it, with a visitor's eyes beside it. */
import type { Page } from "@playwright/test";
import sharp from "sharp";
import { violationsInBothSchemes, violationsOf } from "../support/axe.ts";
import type { FoyerProcess } from "../support/foyer-process.ts";
import { giveRole } from "../support/give-role.ts";
import { createAccount } from "../support/sign-in-steps.ts";
import { expect, open, test } from "../support/site-test.ts";

test.describe.configure({ timeout: 90_000 });
test.use({ ownSite: true });

const path = "/FoodBlogEditTabSwitcher";
const toast = (page: Page) => page.locator(".toasts");
const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
const tab = (page: Page, name: string) => page.getByRole("tab", { name });
const badge = (page: Page) => page.locator(".tool-bar .state-badge").first();
const preview = (page: Page) => page.frameLocator('iframe[title*="Preview"]');
const saved = (page: Page) => expect(page.locator(".sync-state")).toHaveText("Saved");
const titles = (page: Page) => page.locator(".content-row .opener");

const choose = (page: Page, title: string) =>
  page.locator(".content-row", { hasText: title }).getByRole("checkbox");
/** Of the public page. */
const pageSheet = /\/assets\/food-(?!edit)[^/]*\.css/;

/** Titles of the drafts that this browser shows where the server cannot be reached. */
function keptTitles(page: Page): Promise<unknown[]> {
  return page.evaluate(
    () =>
      new Promise<unknown[]>((resolve, reject) => {
        const opening = indexedDB.open("foyer-drafts");
        opening.addEventListener("error", () => reject(opening.error!));
        opening.addEventListener("success", () => {
          const reading = opening.result.transaction("drafts").objectStore("drafts").getAll();
          reading.addEventListener("success", () => {
            opening.result.close();
            type Kept = { stored: { draft: { fields: { title?: unknown } } | null } };
            resolve((reading.result as Kept[]).map(({ stored }) => stored.draft?.fields.title));
          });
        });
      }),
  );
}

async function becomeEditor(page: Page, foyer: FoyerProcess, at: string): Promise<void> {
  await open(page, at);
  const { uid } = await createAccount(page, "Ed");
  await giveRole(foyer, uid, "editor");
  await expect(titles(page).first()).toBeVisible();
}

/** As a phone takes it: with the place where it was taken. */
function photo(): Promise<Buffer> {
  return sharp({ create: { width: 900, height: 600, channels: 3, background: "#245b2e" } })
    .withExif({
      IFD0: { Model: "Secret phone" },
      IFD3: { GPSLatitudeRef: "N", GPSLatitude: "44/1 29/1 38/1" },
    })
    .jpeg()
    .toBuffer();
}

test("a wish that came true becomes a post in one click, is written, rated, and published without where its photo was taken @long", async ({
  page,
  foyer,
  request,
  watch,
  backend,
}) => {
  // Firebase is asked first whether it has the file.
  if (backend === "hosted") watch.expectFault(/status of 404.*firebasestorage/);
  const visitor = async (at: string) => (await request.get(at)).text();
  await becomeEditor(page, foyer, `${path}?tab=wishlist`);
  await expect(tab(page, "Wishlist")).toHaveAttribute("aria-selected", "true");
  expect(await violationsInBothSchemes(page)).toEqual([]);

  // A wish of one's own, published.
  await page.keyboard.press("n");
  await field(page, "Title").fill("Da Nino");
  await field(page, "Name").first().fill("Da Nino");
  await field(page, "Town").fill("Bologna");
  await field(page, "Country").selectOption("IT");
  await field(page, "Latitude").fill("44.4938162");
  await field(page, "Longitude").fill("11.3426327");
  await page.getByRole("checkbox", { name: "Monday" }).check();
  await expect(preview(page).getByRole("heading", { name: "Da Nino" })).toBeVisible();
  await saved(page);
  expect(await violationsOf(page)).toEqual([]);
  await page.getByRole("button", { name: "Publish", exact: true }).click();
  await expect(toast(page)).toContainText("visitors see it now");
  const listed = await visitor("/foodwishlist");
  expect(listed).toContain("Da Nino");
  expect(listed).not.toContain("44.4938");

  // One click, taken back, and once more.
  await page.getByRole("button", { name: "Visited: write a post about Da Nino" }).click();
  await expect(tab(page, "Blog")).toHaveAttribute("aria-selected", "true");
  await expect(field(page, "Title")).toHaveValue("Da Nino");
  await toast(page).getByRole("button", { name: "Undo" }).click();
  await expect(tab(page, "Wishlist")).toHaveAttribute("aria-selected", "true");
  await expect(toast(page)).toContainText("is as it was");
  expect(await visitor("/foodwishlist")).not.toContain("/foodblog/da-nino");
  await page.getByRole("button", { name: "Visited: write a post about Da Nino" }).click();
  await expect(field(page, "Title")).toHaveValue("Da Nino");
  await expect(field(page, "Town")).toHaveValue("Bologna");

  // Half stars by keys alone; an amount in the currency of the last one.
  await page.getByRole("radio", { name: "4 of 5", exact: true }).focus();
  await page.keyboard.press("Space");
  await page.keyboard.press("ArrowRight");
  await expect(page.getByText("4.5 of 5", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Clear: Rating" }).click();
  await expect(page.getByText("No rating", { exact: true })).toBeVisible();
  await page.getByRole("radio", { name: "4 of 5", exact: true }).focus();
  await page.keyboard.press("Space");
  await page.keyboard.press("ArrowRight");
  await field(page, "Amount").fill("14,50");
  await field(page, "Currency").selectOption("CHF");
  await field(page, "Summary").fill("Tagliatelle as they should be.");
  await page
    .locator('input[type="file"]')
    .first()
    .setInputFiles({ name: "pasta.jpg", mimeType: "image/jpeg", buffer: await photo() });
  await field(page, "Description").fill("A plate of tagliatelle");
  await expect(preview(page).getByRole("heading", { level: 1 })).toHaveText("Da Nino");
  await saved(page);
  expect(await violationsOf(page)).toEqual([]);
  await page.getByRole("button", { name: "Publish", exact: true }).click();
  await expect(badge(page)).toHaveText("Published");

  const shown = await visitor("/foodblog/da-nino");
  expect(shown).toContain("4.5");
  expect(shown).toContain("14.50");
  expect(shown).toContain("Tagliatelle as they should be.");
  expect(shown).toContain("geo:44.494,11.343");
  const [picture = ""] = /<[^>]+alt="A plate of tagliatelle"[^>]*>/.exec(shown) ?? [];
  const sources = new Set(picture.match(/\/img\/[^"\s,]+/g));
  expect(sources.size).toBeGreaterThan(1);
  for (const src of sources) {
    // oxlint-disable-next-line no-await-in-loop -- a server makes one width after the other
    const bytes = await (await request.get(src.replaceAll("&amp;", "&"))).body();
    // oxlint-disable-next-line no-await-in-loop
    const { width, exif } = await sharp(bytes).metadata();
    expect(width).toBeGreaterThan(0);
    expect([exif, bytes.includes("Secret phone")]).toEqual([undefined, false]);
  }
  // What visitors see of the wish leads there.
  expect(await visitor("/foodwishlist")).toContain("/foodblog/da-nino");
});

test("each tab is found as it was left, whatever was typed, looked for or opened in it", async ({
  page,
  foyer,
  watch,
}) => {
  // Without a network, and the socket with it.
  watch.expectFault(/ERR_INTERNET_DISCONNECTED|ERR_NETWORK_CHANGED|WebSocket|could not be read/);
  watch.expectFault(/linkChecks|HTTP error has no status/);
  await becomeEditor(page, foyer, `${path}?tab=wishlist`);
  await page.getByRole("combobox", { name: "Status" }).selectOption("want");
  const wanted = ["Hand-pulled noodles", "Smoked eel on rye"];
  await expect(titles(page)).toHaveText(wanted);
  // By the arrow keys, as tabs are.
  await tab(page, "Wishlist").focus();
  await page.keyboard.press("ArrowLeft");
  await expect(tab(page, "Blog")).toBeFocused();
  await choose(page, "Grilled sardines").check();
  // The preview's style sheet is late: who types into the form meanwhile is not disturbed.
  const sheet = Promise.withResolvers<void>();
  const asked = page.waitForRequest(pageSheet);
  await page.route(pageSheet, async (route) => {
    await sheet.promise;
    await route.continue();
  });
  await titles(page).first().click();
  await field(page, "Title").focus();
  await asked;
  const stored = page.waitForResponse((answer) => answer.url().endsWith(":commit"));
  await field(page, "Title").fill("Written halfway");
  await expect(field(page, "Title")).toBeFocused();
  sheet.resolve();
  await expect(preview(page).getByRole("heading", { level: 1 })).toHaveText("Written halfway");
  await expect(field(page, "Title")).toBeFocused();
  await tab(page, "Wishlist").click();
  await expect(page.getByRole("combobox", { name: "Status" })).toHaveValue("want");
  await expect(titles(page)).toHaveText(wanted);
  await tab(page, "Blog").click();
  await expect(field(page, "Title")).toHaveValue("Written halfway");
  await page.getByRole("button", { name: "← All posts" }).click();
  await expect(choose(page, "Grilled sardines")).toBeChecked();
  await page.goBack();
  await expect(field(page, "Title")).toHaveValue("Written halfway");

  // Saved after it was left, it is found so without a network, too.
  await stored;
  await field(page, "Title").fill("Written on and left");
  const last = page.waitForResponse((answer) => answer.url().endsWith(":commit"));
  await tab(page, "Wishlist").click();
  await last;
  await expect.poll(() => keptTitles(page)).toContain("Written on and left");
  await page.context().setOffline(true);
  await tab(page, "Blog").click();
  await expect(field(page, "Title")).toHaveValue("Written on and left");
  await page.context().setOffline(false);
  // Nor is a word lost that was not ended when Back took its field away.
  await field(page, "Add to tags").pressSequentially("half written");
  await page.goBack();
  await expect(tab(page, "Wishlist")).toHaveAttribute("aria-selected", "true");
  await page.goForward();
  await expect(page.getByRole("list", { name: "Tags: chosen" })).toContainText("half written");
});

test("posts are compared two at a time until it is known where each stands by taste", async ({
  page,
  foyer,
}) => {
  await becomeEditor(page, foyer, path);
  const all = await titles(page).allTextContents();
  const dialog = page.getByRole("dialog", { name: "Compare" });
  await page.getByRole("button", { name: "Compare", exact: true }).click();
  await expect(dialog.getByRole("heading", { name: "Which was better?" })).toBeVisible();
  expect(await violationsOf(page)).toEqual([]);
  const which = dialog.getByRole("combobox", { name: "Which post" });
  // Twice: what the first ones were compared with was in no order.
  for (const title of [...all, ...all]) {
    await which.selectOption({ label: title });
    for (;;) {
      const [one, other] = await dialog.locator(".compare-pair b").allTextContents();
      if (one === undefined || other === undefined) break;
      // The one that begins later in the alphabet tastes better.
      await dialog.getByRole("button", { name: one > other ? one : other }).click();
    }
    await expect(dialog.getByRole("heading", { name: `${title} is number` })).toBeFocused();
    await expect(dialog.getByText("Saved.")).toBeVisible();
  }
  await dialog.getByRole("button", { name: "One answer back" }).click();
  await expect(dialog.getByRole("heading", { name: "Which was better?" })).toBeVisible();
  await dialog.getByRole("button", { name: "Close" }).click();
  await page.getByRole("combobox", { name: "Order" }).selectOption("taste");
  const byTaste = all.toSorted((a, b) => (a > b ? -1 : 1));
  await expect(titles(page)).toHaveText(byTaste);
  await page.reload();
  await expect(titles(page)).toHaveText(byTaste);
});

test("saved places of Google Maps become drafts of wishes, each once, and can be taken back @long", async ({
  page,
  foyer,
}) => {
  await becomeEditor(page, foyer, `${path}?tab=wishlist&act=import`);
  const dialog = page.getByRole("dialog", { name: "Import from Google Maps" });
  const choose = (name: string, text: string) =>
    dialog
      .locator('input[type="file"]')
      .setInputFiles({ name, mimeType: "text/csv", buffer: Buffer.from(text) });
  await choose("photo.csv", "<html></html>");
  await expect(dialog.getByText("neither a list as CSV")).toBeVisible();
  const maps = "https://www.google.com/maps/place/";
  const rows = Array.from({ length: 30 }, (_, at) => `Place ${at},note,${maps}p${at},`);
  const csv = ["Title,Note,URL,Comment", `Home,,${maps}home,`, ...rows, rows[3]].join("\n");
  await choose("Want to go.csv", csv);
  await expect(dialog.getByText("32 places, 31 new.")).toBeVisible();
  await expect(dialog.getByRole("checkbox", { name: "Home" })).not.toBeChecked();
  await dialog.getByRole("button", { name: "Choose none" }).click();
  await dialog.getByRole("button", { name: "Choose all that are new" }).click();
  await expect(dialog.getByRole("checkbox", { name: "Home" })).not.toBeChecked();
  expect(await violationsOf(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Make 30 drafts" }).click();
  await expect(toast(page)).toContainText("30 drafts made");
  await expect(titles(page).filter({ hasText: "Place" })).toHaveCount(30);
  await expect(page.getByText("from Google Maps: Want to go").first()).toBeVisible();

  // Once more: they are there already.
  await page.getByRole("button", { name: "Import from Google Maps" }).click();
  await choose("Want to go.csv", csv);
  await expect(dialog.getByText("32 places, 1 new.")).toBeVisible();
  await dialog.getByRole("button", { name: "Close" }).click();
  await toast(page).getByRole("button", { name: "Undo" }).click();
  await expect(titles(page).filter({ hasText: "Place" })).toHaveCount(0);
});

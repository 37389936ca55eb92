import type { Page } from "@playwright/test";
import { violationsInBothSchemes } from "../support/axe.ts";
import { sampleFoodPosts, sampleWishes } from "../support/sample-content.ts";
import { expect, navigateTo, open, test } from "../support/site-test.ts";

const [second, first] = sampleFoodPosts;
const main = (page: Page) => page.getByRole("main");
const titles = (page: Page) => main(page).getByRole("heading", { level: 2 });

test("posts are found by tag and stars in the address, and a post leads on", async ({ page }) => {
  await open(page, "/foodblog?tag=Seafood&stars=4.5");
  await expect(titles(page)).toHaveText([first!.title]);
  await page.getByRole("combobox", { name: /^Rating/ }).selectOption("");
  await expect(titles(page)).toHaveText([second!.title, first!.title]);
  await page.getByRole("combobox", { name: /^Order/ }).selectOption("taste");
  await expect(titles(page).first()).toHaveText(first!.title);

  await main(page).getByRole("link", { name: first!.title }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(first!.title);
  await expect(page.getByLabel("Facts")).toContainText("4.5 out of 5, excellent");
  await expect(page.getByLabel("Facts")).toContainText("€14.50");
  const visits = main(page).locator(".timeline li");
  await expect(visits).toHaveCount(2);
  await expect(visits.nth(1)).toHaveAttribute("aria-current", "true");
  await visits.getByRole("link", { name: second!.title }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(second!.title);
});

test("without a map of its own the site asks no other host, and a position opens in the visitor's", async ({
  page,
}) => {
  await open(page, `/foodblog/${first!.slug}`);
  await expect(page.getByRole("button", { name: "Show map" })).toHaveCount(0);
  const link = page.getByRole("link", { name: /^Open in a map/ });
  await expect(link).toHaveAttribute("href", /^geo:\d+\.\d{1,3},\d+\.\d{1,3}$/);
  await open(page, "/foodwishlist?view=map");
  await expect(page.locator(".map-list > li")).toHaveCount(3);
  await expect(page.getByRole("button", { name: "Show map" })).toHaveCount(0);
});

test("the wishlist is a list, a grid or a map's list, and filters stand in the address", async ({
  page,
}) => {
  await page.clock.setFixedTime(new Date("2026-11-23T12:00:00"));
  await open(page, "/foodwishlist");
  await expect(titles(page)).toHaveText(sampleWishes.map(({ title }) => title));
  await expect(main(page)).toContainText("Closed today (as on Mondays and Tuesdays)");
  await page.getByRole("combobox", { name: /^Open/ }).selectOption("today");
  await expect(titles(page)).toHaveCount(2);
  await page.getByRole("button", { name: "Grid" }).click();
  expect(new URL(page.url()).search).toBe("?open=today&view=grid");
  await expect(page.getByRole("button", { name: "Grid" })).toHaveAttribute("aria-pressed", "true");
  await expect(titles(page)).toHaveCount(2);
  await page.getByRole("combobox", { name: /^Status/ }).selectOption("visited");
  const post = main(page).getByRole("link", { name: first!.title });
  await expect(post).toHaveAttribute("href", `/foodblog/${first!.slug}`);
});

test.describe("a site with a map", () => {
  const host = "https://tiles.example.com";
  test.use({
    ownSite: true,
    siteEnv: {
      FOYER_MAP_TILES: `${host}/{z}/{x}/{y}.png`,
      FOYER_MAP_ATTRIBUTION: "© Map makers https://example.com/about-the-map",
    },
  });

  const pixel = Buffer.from(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mM8c+bMfwAGgAMBIl3qJAAAAABJRU5ErkJggg==",
    "base64",
  );

  async function countTiles(page: Page): Promise<() => number> {
    let asked = 0;
    await page.route(`${host}/**`, (route) => {
      asked += 1;
      return route.fulfill({ contentType: "image/png", body: pixel });
    });
    return () => asked;
  }

  test("asks for its pictures after a click, names who made them, and list and map choose together", async ({
    page,
    watch,
  }) => {
    watch.expectFault(
      /^request to another origin: https:\/\/tiles\.example\.com\/\d+\/\d+\/\d+\.png$/,
    );
    const asked = await countTiles(page);
    await page.emulateMedia({ reducedMotion: "reduce" });
    await open(page, "/foodwishlist?view=map");
    await expect(main(page)).toContainText("Its pictures come from tiles.example.com");
    expect(asked()).toBe(0);
    await page.getByRole("button", { name: "Show map" }).click();
    const map = page.getByRole("region", { name: "Map of the places" });
    await expect(map.getByRole("link", { name: "© Map makers" })).toHaveAttribute(
      "href",
      "https://example.com/about-the-map",
    );
    await expect.poll(asked).toBeGreaterThan(0);
    const rows = page.locator(".map-list > li");
    await expect(map.locator(".map-pin")).toHaveCount(await rows.count());

    expect(await violationsInBothSchemes(page)).toEqual([]);

    await rows.nth(1).getByRole("button").press("Enter");
    await expect(map.locator(".leaflet-popup")).toContainText(sampleWishes[1]!.title);
    await expect(rows.nth(1)).toHaveAttribute("aria-current", "true");
    await map.locator(".map-pin").first().press("Enter");
    await expect(rows.first()).toHaveAttribute("aria-current", "true");
    await expect(map.locator(".leaflet-popup")).toContainText(sampleWishes[0]!.title);

    await page.getByRole("combobox", { name: /^City/ }).selectOption("Westerhaff");
    await expect(map.locator(".map-pin")).toHaveCount(1);
    // Asked for once, it is there again.
    await page.getByRole("button", { name: "Grid" }).click();
    await page.getByRole("button", { name: "Map" }).click();
    await expect(map.locator(".map-pin")).toHaveCount(1);
  });

  test("is allowed those pictures on pages about food alone, also for who came from another page", async ({
    page,
    foyer,
    watch,
  }) => {
    watch.expectFault(/^request to another origin: https:\/\/tiles\.example\.com\//);
    const policyOf = async (path: string) =>
      (await fetch(foyer.origin + path)).headers.get("content-security-policy");
    expect(await policyOf("/foodwishlist")).toContain(`img-src 'self' data: blob: ${host};`);
    expect(await policyOf("/")).not.toContain(host);

    const asked = await countTiles(page);
    await open(page, "/");
    await navigateTo(page, `/foodblog/${first!.slug}`);
    await page.getByRole("button", { name: "Show map" }).click();
    await expect(page.getByRole("region", { name: "Map of The Blue Door" })).toBeVisible();
    await expect.poll(asked).toBeGreaterThan(0);
    // Who comes back has not asked for it again.
    await page.reload();
    await expect(page.getByRole("button", { name: "Show map" })).toBeVisible();
  });
});

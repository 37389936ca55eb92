import type { Page } from "@playwright/test";
import { violationsOf } from "../support/axe.ts";
import { distinctPaths, everyPath } from "../support/page-kinds.ts";
import { expect, open, test } from "../support/site-test.ts";

test.describe.configure({ timeout: 120_000 });

/** What sticks out of the window to the right. */
function overflowOf(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { clientWidth, scrollWidth } = document.documentElement;
    if (scrollWidth <= clientWidth) return [];
    return [...document.body.querySelectorAll("*")]
      .filter((element) => element.getBoundingClientRect().right > clientWidth + 0.5)
      .map((element) => element.outerHTML.slice(0, 80));
  });
}

for (const scheme of ["light", "dark"] as const) {
  for (const width of [1440, 390]) {
    test.describe(`${scheme}, ${width} wide`, () => {
      test.use({ colorScheme: scheme, viewport: { width, height: width === 390 ? 844 : 900 } });

      // Words alone do not change what it looks at: all words are seen once.
      const paths = scheme === "light" && width === 1440 ? everyPath : distinctPaths;

      test(`axe finds nothing on ${paths.length} pages`, async ({ page }) => {
        const found: Record<string, string[]> = {};
        for (const path of paths) {
          await open(page, path);
          const violations = await violationsOf(page);
          if (violations.length > 0) found[path] = violations;
        }
        expect(found).toEqual({});
      });

      test("axe finds nothing in an open menu", async ({ page }) => {
        await open(page, "/about");
        await page.getByRole("button", { name: width === 390 ? "Menu" : "Work" }).click();
        await expect(page.getByRole("banner").getByRole("link", { name: "GitHub" })).toBeVisible();
        expect(await violationsOf(page)).toEqual([]);
      });
    });
  }
}

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test("nothing sticks out on any page, also 320 wide, and links that stand alone are large enough for a finger", async ({
    page,
  }) => {
    const found: Record<string, string[]> = {};
    for (const path of everyPath) {
      await page.setViewportSize({ width: 390, height: 844 });
      await open(page, path);
      const faults = [...(await overflowOf(page)), ...(await smallLinksOf(page))];
      await page.setViewportSize({ width: 320, height: 844 });
      faults.push(...(await overflowOf(page)));
      if (faults.length > 0) found[path] = faults;
    }
    expect(found).toEqual({});
  });
});

/** Titles and other links that stand alone, lower than a finger needs. */
async function smallLinksOf(page: Page): Promise<string[]> {
  const small: string[] = [];
  const alone = page.locator("main").locator("li > a, h2 a, h3 a, .trail a, .pager a");
  for (const link of await alone.all()) {
    const box = await link.boundingBox();
    if (box && box.height < 43.9) small.push(`${await link.textContent()} ${box.height}`);
  }
  return small;
}

import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { pages } from "#lib/pages.ts";
import { shownProjects } from "../support/sample-content.ts";
import { expect, open, test } from "../support/site-test.ts";

const paths = [...pages.map((page) => page.path), `/project/${shownProjects[0]!.slug}`];
const rules = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];

test.describe.configure({ timeout: 120_000 });

async function uncovered(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const overlay = document.querySelector(".preloader");
    return overlay === null || getComputedStyle(overlay).visibility === "hidden";
  });
}

async function violationsOf(page: Page): Promise<string[]> {
  // Our pages have no frames: the legacy mode spares a second page for each run.
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode(true)
    .withTags(rules)
    .analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.html} ${node.failureSummary ?? ""}`),
  );
}

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

      test("axe finds nothing on any page", async ({ page }) => {
        const found: Record<string, string[]> = {};
        for (const path of paths) {
          await open(page, path);
          await uncovered(page);
          const violations = await violationsOf(page);
          if (violations.length > 0) found[path] = violations;
        }
        expect(found).toEqual({});
      });

      test("axe finds nothing in an open menu", async ({ page }) => {
        await open(page, "/about");
        await uncovered(page);
        await page.getByRole("button", { name: width === 390 ? "Menu" : "Work" }).click();
        await expect(page.getByRole("banner").getByRole("link", { name: "GitHub" })).toBeVisible();
        expect(await violationsOf(page)).toEqual([]);
      });
    });
  }
}

for (const width of [390, 320]) {
  test(`nothing sticks out of a window ${width} wide`, async ({ page }) => {
    await page.setViewportSize({ width, height: 844 });
    const found: Record<string, string[]> = {};
    for (const path of paths) {
      await page.goto(path);
      const overflow = await overflowOf(page);
      if (overflow.length > 0) found[path] = overflow;
    }
    expect(found).toEqual({});
  });
}

test("titles and links that stand alone are large enough for a finger", async ({
  browser,
  foyer,
}) => {
  const context = await browser.newContext({
    baseURL: foyer.origin,
    viewport: { width: 390, height: 844 },
    hasTouch: true,
  });
  const page = await context.newPage();
  const small: string[] = [];
  for (const path of paths) {
    await open(page, path);
    const alone = page.locator("main").locator("li > a, h2 a, h3 a, .trail a, .pager a");
    for (const link of await alone.all()) {
      const box = await link.boundingBox();
      if (box && box.height < 43.9)
        small.push(`${path}: ${await link.textContent()} ${box.height}`);
    }
  }
  expect(small).toEqual([]);
  await context.close();
});

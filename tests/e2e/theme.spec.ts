import type { Page } from "@playwright/test";
import { expect, open, test } from "../support/site-test.ts";

declare global {
  /** The paper of every frame so far, of page and overlay. */
  var papers: string[];
}

/** Lightness of the paper, 0 to 1. */
function lightness(page: Page): Promise<number> {
  return page.evaluate(() => {
    const pixel = new OffscreenCanvas(1, 1).getContext("2d")!;
    pixel.fillStyle = getComputedStyle(document.documentElement).backgroundColor;
    pixel.fillRect(0, 0, 1, 1);
    const [red = 0, green = 0, blue = 0] = pixel.getImageData(0, 0, 1, 1).data;
    return (red + green + blue) / 3 / 255;
  });
}

function themeSwitch(page: Page) {
  return page.getByRole("button", { name: /^Theme: / });
}

test.describe("a visitor who chose dark on a light system", () => {
  test.use({ colorScheme: "light" });

  test("sees no light frame", async ({ page }) => {
    await page.addInitScript(() => {
      localStorage.setItem("foyer:theme", "dark");
      const frames: string[] = [];
      Object.assign(window, { papers: frames });
      const look = () => {
        // Frame callbacks run before the frame is painted, the first one included.
        if (document.querySelector("main") !== null) {
          const overlay = document.querySelector(".preloader");
          for (const element of [document.documentElement, overlay]) {
            if (element) frames.push(getComputedStyle(element).backgroundColor);
          }
        }
        requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
    });
    for (const path of ["/", "/resume", "/contact"]) {
      await open(page, path);
      await expect(themeSwitch(page)).toHaveAccessibleName(/^Theme: dark/);
      // A busy browser may hydrate before its first frame.
      await page.waitForFunction(() => papers.length > 0);
      const seen = await page.evaluate(() => new Set(papers).size);
      expect(seen).toBe(1);
      expect(await lightness(page)).toBeLessThan(0.2);
    }
  });
});

for (const [scheme, low, high] of [
  ["light", 0.9, 1],
  ["dark", 0, 0.2],
] as const) {
  test.describe(`on a ${scheme} system`, () => {
    test.use({ colorScheme: scheme });

    test(`a page is ${scheme}`, async ({ page }) => {
      await open(page, "/");
      await expect(themeSwitch(page)).toHaveAccessibleName(/^Theme: system/);
      expect(await lightness(page)).toBeGreaterThanOrEqual(low);
      expect(await lightness(page)).toBeLessThanOrEqual(high);
    });

    test.describe("without JavaScript", () => {
      test.use({ javaScriptEnabled: false });

      test(`a page is ${scheme}`, async ({ page }) => {
        await page.goto("/");
        expect((await lightness(page)) > 0.5).toBe(scheme === "light");
      });
    });
  });
}

test("the switch goes from the system to what it is not, and on, and the choice stays", async ({
  page,
}) => {
  await page.emulateMedia({ colorScheme: "light" });
  await open(page, "/");
  const themes = ["system", "dark", "light", "system"];
  for (const [at, theme] of themes.entries()) {
    await expect(themeSwitch(page)).toHaveAccessibleName(new RegExp(`^Theme: ${theme}\\.`));
    expect((await lightness(page)) < 0.5).toBe(theme === "dark");
    if (at < themes.length - 1) await themeSwitch(page).click();
  }
  await themeSwitch(page).click();
  await page.reload();
  await expect(themeSwitch(page)).toHaveAccessibleName(/^Theme: dark/);
  expect(await lightness(page)).toBeLessThan(0.2);
  await page.getByRole("banner").getByRole("link", { name: "About" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("About");
  expect(await lightness(page)).toBeLessThan(0.2);
});

test("a change of the system shows at once", async ({ page }) => {
  await page.emulateMedia({ colorScheme: "light" });
  await open(page, "/");
  await page.emulateMedia({ colorScheme: "dark" });
  await expect.poll(() => lightness(page)).toBeLessThan(0.2);
});

test("with reduced motion nothing moves but what the visitor moves", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await open(page, "/");
  await themeSwitch(page).click();
  await expect(themeSwitch(page)).toHaveAccessibleName(/^Theme: dark/);
  await page.getByRole("banner").getByRole("link", { name: "About" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("About");
  const moving = await page.evaluate(() =>
    document
      .getAnimations()
      .filter((animation) => animation.playState === "running")
      .map((animation) => (animation as CSSAnimation).animationName),
  );
  expect(moving).toEqual([]);
});

test("with forced colours text, borders and focus take the visitor's colours", async ({ page }) => {
  await page.emulateMedia({ forcedColors: "active" });
  await open(page, "/");
  const heading = page.getByRole("heading", { level: 1 });
  await expect(heading).toBeVisible();
  const [ink, paper] = await heading.evaluate((element) => [
    getComputedStyle(element).color,
    getComputedStyle(document.documentElement).backgroundColor,
  ]);
  expect(ink).not.toBe(paper);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  const outline = await page.evaluate(() => {
    const { outlineStyle, outlineWidth } = getComputedStyle(document.activeElement!);
    return [outlineStyle, outlineWidth];
  });
  expect(outline).toEqual(["solid", "2px"]);
  await page.getByRole("banner").getByRole("link", { name: "Contact" }).click();
  await expect(heading).toHaveText("Contact");
});

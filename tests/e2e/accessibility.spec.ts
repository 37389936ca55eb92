import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { overfullDocuments, overfullResume } from "../../scripts/overfull-content.ts";
import { violationsInScheme, violationsOf } from "../support/axe.ts";
import { runCommand } from "../support/foyer-process.ts";
import { distinctPaths, everyPath } from "../support/page-kinds.ts";
import { expect, open, test, visit } from "../support/site-test.ts";

test.describe.configure({ timeout: 240_000 });

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

type Found = Record<string, string[]>;

// Each page in both schemes, and at both widths in one. On a phone the menu alone has colours that are nowhere on a desk.
test(`axe finds nothing on ${everyPath.length} pages and in the open menu, light and dark`, async ({
  page,
}) => {
  const found: Found = {};
  const look = async (where: string, both: boolean) => {
    const faults = await violationsOf(page);
    if (both) {
      faults.push(...(await violationsInScheme(page, "dark")));
      await page.emulateMedia({ colorScheme: "light" });
    }
    if (faults.length > 0) found[where] = faults;
  };
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
  await open(page, "/");
  for (const path of everyPath) {
    await visit(page, path);
    await look(path, distinctPaths.includes(path));
  }
  await page.getByRole("banner").getByRole("button", { name: "Work" }).click();
  await expect(page.getByRole("banner").getByRole("link", { name: "GitHub" })).toBeVisible();
  await look("the open menu", true);
  expect(found).toEqual({});
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test("axe finds nothing on any page, nothing sticks out, also 320 wide, with text spread out and at 200 % zoom, and links that stand alone are large enough for a finger @long", async ({
    page,
  }) => {
    const found: Found = {};
    await page.emulateMedia({ colorScheme: "dark" });
    await open(page, "/");
    for (const path of everyPath) {
      await page.setViewportSize({ width: 390, height: 844 });
      await page.emulateMedia({ reducedMotion: "reduce" });
      await visit(page, path);
      // Words alone do not change what axe looks at: all words are seen once, above.
      const faults = distinctPaths.includes(path) ? await violationsOf(page) : [];
      await page.emulateMedia({ reducedMotion: "no-preference" });
      faults.push(...(await overflowOf(page)), ...(await smallLinksOf(page)));
      // A desk's window at 200 %.
      await page.setViewportSize({ width: 720, height: 450 });
      faults.push(...(await overflowOf(page)));
      await page.setViewportSize({ width: 320, height: 844 });
      faults.push(...(await overflowOf(page)));
      faults.push(...(await overflowOfSpreadText(page)));
      if (faults.length > 0) found[path] = faults;
    }
    expect(found).toEqual({});
  });

  test("axe finds nothing in the open menu, light and dark", async ({ page }) => {
    await page.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" });
    await open(page, "/");
    await page.getByRole("button", { name: "Menu" }).click();
    await expect(page.getByRole("banner").getByRole("link", { name: "GitHub" })).toBeVisible();
    expect(await violationsOf(page)).toEqual([]);
    expect(await violationsInScheme(page, "light")).toEqual([]);
  });

  test.describe("with more to show than fits", () => {
    test.use({ ownSite: true });

    test(
      "nothing sticks out, and axe finds nothing @long",
      { tag: "@embedded" },
      async ({ page, foyer, watch }) => {
        watch.expectFault(/missing/);
        await fillOver(foyer.dataDir);
        const found: Found = {};
        for (const path of overfullPaths) {
          await open(page, path);
          if (path.startsWith("/leetcode?"))
            await expect(page.locator("pre").first()).toBeVisible();
          const faults = await overflowOf(page);
          for (const width of [320, 820, 1440]) {
            await page.setViewportSize({ width, height: 900 });
            faults.push(...(await overflowOf(page)));
          }
          await page.setViewportSize({ width: 390, height: 844 });
          // Of hundreds of cards a few are as good as all.
          if (!hundreds.includes(path)) {
            faults.push(...(await violationsOf(page)), ...(await smallLinksOf(page)));
          }
          if (faults.length > 0) found[path] = faults;
        }
        expect(found).toEqual({});
      },
    );
  });
});

const hundreds = ["/project", "/foodblog", "/foodwishlist", "/foodwishlist?view=map"];
const overfullPaths = [
  ...hundreds,
  "/",
  "/project/project-0",
  "/foodblog?words=dish+29",
  "/foodblog/post-0",
  "/foodwishlist?tag=tag+4&view=grid",
  "/github",
  "/leetcode",
  "/leetcode?problem=q0",
  "/certificates",
  "/resume",
  "/about",
  "/contact",
];

async function fillOver(dataDir: string): Promise<void> {
  const resume = join(dataDir, "resume.json");
  await writeFile(resume, JSON.stringify(overfullResume));
  const documents = join(dataDir, "documents.jsonl");
  await writeFile(documents, overfullDocuments.map((line) => JSON.stringify(line)).join("\n"));
  for (const command of [
    ["sample", "clear"],
    ["import", "resume", resume],
    ["documents", "import", documents],
  ]) {
    const { code, output } = await runCommand(dataDir, ...command);
    expect(code, output).toBe(0);
  }
}

/** As WCAG 2.2, 1.4.12 lets a visitor do. */
async function overflowOfSpreadText(page: Page): Promise<string[]> {
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(
      "* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }" +
        "p { margin-bottom: 2em !important }",
    );
    document.adoptedStyleSheets = [sheet];
  });
  const faults = await overflowOf(page);
  await page.evaluate(() => void (document.adoptedStyleSheets = []));
  return faults;
}

/** Titles and other links that stand alone, lower than a finger needs. */
function smallLinksOf(page: Page): Promise<string[]> {
  const alone = page.locator("main").locator("li > a, h2 a, h3 a, .trail a, .pager a");
  return alone.evaluateAll((links) =>
    links.flatMap((link) => {
      const { height } = link.getBoundingClientRect();
      const isShown = link.getClientRects().length > 0;
      return isShown && height < 43.9 ? [`${link.textContent} ${height}`] : [];
    }),
  );
}

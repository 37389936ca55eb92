import { pages } from "#lib/pages.ts";
import { shownProjects } from "../support/sample-content.ts";
import { expect, hydrated, navigateTo, open, test } from "../support/site-test.ts";

test("every page opens by client navigation", async ({ page }) => {
  await open(page, "/");
  await page.evaluate(() => Object.assign(window, { sameDocument: true }));
  for (const { path } of pages.toReversed()) {
    await navigateTo(page, path);
    await expect(page).toHaveURL(path);
    await expect(page.getByRole("main")).not.toHaveText("Loading...");
    await expect(page.getByRole("heading", { level: 1 })).toHaveCount(1);
  }
  expect(await page.evaluate(() => "sameDocument" in window)).toBe(true);
});

test("the links of the header change the page and mark where one is", async ({ page }) => {
  await open(page, "/");
  await page.evaluate(() => Object.assign(window, { sameDocument: true }));
  const header = page.getByRole("banner");
  for (const [menu, link, path] of [
    ["Work", "Projects", "/project"],
    ["Work", "Resume", "/resume"],
    ["Food", "Food blog", "/foodblog"],
    ["Play", "Snake", "/snake-game"],
  ] as const) {
    await header.getByRole("button", { name: menu }).click();
    await header.getByRole("link", { name: link }).click();
    await expect(page).toHaveURL(path);
    await expect(header.getByRole("link", { name: link })).toBeHidden();
  }
  await header.getByRole("link", { name: "About" }).click();
  await expect(header.getByRole("link", { name: "About" })).toHaveAttribute("aria-current", "page");
  expect(await page.evaluate(() => "sameDocument" in window)).toBe(true);
});

test("a new page starts at its top, back and forward return to where one was", async ({ page }) => {
  await open(page, "/project");
  const link = page.getByRole("link", { name: shownProjects.at(-1)!.title, exact: true });
  await link.scrollIntoViewIfNeeded();
  const before = await page.evaluate(() => scrollY);
  expect(before).toBeGreaterThan(200);
  await link.click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(shownProjects.at(-1)!.title);
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
  await page.evaluate(() => scrollTo(0, 300));
  await page.goBack();
  await expect(page).toHaveURL("/project");
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(before);
  await page.goForward();
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(300);
});

test("a reload returns to where one was", async ({ page }) => {
  await open(page, "/resume");
  await page.evaluate(() => scrollTo(0, 400));
  await page.reload();
  await hydrated(page);
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(400);
});

test("the skip link leads past the header", async ({ page }) => {
  await open(page, "/about");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to content" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("main")).toBeFocused();
});

test("number keys open the rooms of the home page", async ({ page }) => {
  await open(page, "/");
  // Nothing on the page shows from when on it listens.
  await expect(async () => {
    await page.keyboard.press("1");
    await expect(page).toHaveURL("/project", { timeout: 500 });
  }).toPass();
});

test("projects are found by words, tag and order", async ({ page }) => {
  await open(page, "/project");
  const [first, second] = shownProjects;
  await page.getByRole("searchbox", { name: "Search" }).fill(first!.title);
  await expect(page.getByRole("heading", { level: 2, name: first!.title })).toBeVisible();
  await expect(page.getByRole("heading", { level: 2, name: second!.title })).toHaveCount(0);
  await expect(page.getByRole("main").getByRole("status")).toHaveText("1 project");
  await page.getByRole("searchbox", { name: "Search" }).fill("no project has these words");
  await expect(page.getByRole("main").getByRole("status")).toHaveText("No projects");
  await expect(page.getByRole("main").getByText("No project matches")).toBeVisible();
});

test("a client navigation takes the keyboard along and says which page it is", async ({ page }) => {
  await open(page, "/");
  await expect(page.locator("body")).toBeFocused();
  await page.getByRole("banner").getByRole("link", { name: "About" }).click();
  const main = page.getByRole("main");
  await expect(main).toBeFocused();
  await expect(main).toHaveCSS("outline-style", "none");
  await expect(page.locator("[aria-live=polite]")).toHaveText(await page.title());
  await expect(page.getByRole("heading", { level: 1 })).toContainText("About");
  await page.keyboard.press("Tab");
  expect(await main.evaluate((element) => element.contains(document.activeElement))).toBe(true);
});

test("a query or a hash leaves the keyboard where it is", async ({ page }) => {
  await open(page, "/project");
  const search = page.getByRole("searchbox", { name: "Search" });
  await search.focus();
  for (const address of ["/project?tag=1", "/project?tag=1#main", "/project/"]) {
    await navigateTo(page, address);
    await expect(page).toHaveURL(address);
    await expect(search).toBeFocused();
  }
  await expect(page.locator("[aria-live=polite]")).toBeEmpty();
});

test("a navigation that takes long says `Loading...`, a quick one does not", async ({ page }) => {
  // A busy machine takes longer for a quick one: what is long is said by the test.
  await page.addInitScript(() => {
    const start = setTimeout;
    const isPatience = (ms?: number) => ms === 150 && !("patienceEnds" in window);
    Object.assign(window, {
      setTimeout: (work: () => void, ms?: number) => start(work, isPatience(ms) ? 60_000 : ms),
    });
  });
  await open(page, "/");
  await page.evaluate(() => {
    const seen: string[] = [];
    Object.assign(window, { seen });
    new MutationObserver(() => {
      const text = document.querySelector("output")?.textContent;
      if (text) seen.push(text);
    }).observe(document.body, { childList: true, subtree: true });
  });
  const header = page.getByRole("banner");
  await header.getByRole("link", { name: "Contact" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Contact");
  expect(await page.evaluate(() => (window as unknown as { seen: string[] }).seen)).toEqual([]);

  await page.evaluate(() => Object.assign(window, { patienceEnds: true }));
  const held = Promise.withResolvers<void>();
  await page.route(/\/about\.data/, async (route) => {
    await held.promise;
    await route.continue();
  });
  await header.getByRole("link", { name: "About" }).click();
  await expect(page.getByRole("status")).toHaveText("Loading...");
  await expect(page.getByRole("main")).toHaveAttribute("aria-busy", "true");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Contact");
  held.resolve();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("About");
  await expect(page.getByRole("status")).toHaveCount(0);
  await expect(page.getByRole("main")).not.toHaveAttribute("aria-busy");
});

import type { Page, Route } from "@playwright/test";
import { sampleResume } from "../support/sample-content.ts";
import { expect, open, test } from "../support/site-test.ts";

const anyData = /\.data(?:\?|$)/;
const offline = "You are offline or the site cannot be reached. Nothing is lost.";

/** Marks the document, and counts how often the preloader starts in it. */
async function markDocument(page: Page): Promise<void> {
  await page.addInitScript(() => {
    Object.assign(window, { preloaderStarts: 0 });
    addEventListener("animationstart", ({ animationName }) => {
      const counted = window as unknown as { preloaderStarts: number };
      if (animationName === "preloader") counted.preloaderStarts += 1;
    });
  });
}

async function expectLooks(page: Page): Promise<void> {
  const header = page.getByRole("banner");
  await expect(header.getByRole("link", { name: sampleResume.basics.name })).toBeVisible();
  await expect(header.getByRole("button", { name: /^Theme: dark/ })).toBeVisible();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await expect(page.getByRole("contentinfo")).toContainText(sampleResume.basics.name);
}

async function expectFrame(page: Page): Promise<void> {
  await expectLooks(page);
  expect(
    await page.evaluate(() => {
      const marked = window as unknown as { preloaderStarts: number; sameDocument?: boolean };
      return [marked.preloaderStarts, marked.sameDocument];
    }),
  ).toEqual([1, true]);
}

async function openMarked(page: Page): Promise<void> {
  await markDocument(page);
  await open(page, "/");
  await page.evaluate(() => Object.assign(window, { sameDocument: true }));
  const themeSwitch = page.getByRole("button", { name: /^Theme: / });
  await themeSwitch.click();
  await expectFrame(page);
}

function about(page: Page) {
  return page.getByRole("banner").getByRole("link", { name: "About" });
}

const breaks: [string, (route: Route) => Promise<void>][] = [
  ["does not arrive", (route) => route.abort()],
  [
    "breaks off",
    (route) => route.fulfill({ status: 200, body: "[{", contentType: "text/x-script" }),
  ],
];

for (const [how, answer] of breaks) {
  test(`data that ${how} costs the page, not the frame, and is asked for again`, async ({
    page,
    watch,
  }) => {
    watch.expectFault(/^console error: (?:Failed to load resource|.*decode turbo-stream)/);
    watch.expectFault(/^console error: (?:TypeError: Failed to fetch|.*turbo-stream)/);
    await openMarked(page);
    let asked = 0;
    await page.route(anyData, (route) => {
      asked += 1;
      return answer(route);
    });
    await about(page).click();
    const alert = page.getByRole("alert");
    await expect(alert).toContainText(offline);
    await expect(page).toHaveURL("/about");
    await expect(page).toHaveTitle("This page did not load");
    await expectFrame(page);

    const before = asked;
    await alert.getByRole("button", { name: "Try again" }).click();
    await expect.poll(() => asked).toBeGreaterThan(before);
    await expect(alert).toContainText(offline);
    await page.unroute(anyData);
    await alert.getByRole("button", { name: "Try again" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toContainText("About");
    await expect(alert).toHaveCount(0);
    await expectFrame(page);

    await page.goBack();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(sampleResume.basics.name);
  });
}

test("offline, a page says so in its frame, and opens when back online", async ({
  page,
  watch,
}) => {
  watch.expectFault(/^console error: .*(?:Failed to load resource|Failed to fetch)/);
  await openMarked(page);
  await page.context().setOffline(true);
  await about(page).click();
  await expect(page.getByRole("alert")).toContainText(offline);
  await expectFrame(page);
  await page.context().setOffline(false);
  await page.getByRole("alert").getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("About");
  // The page's code has failed as well: a browser may need a new document to get it.
  await expectLooks(page);
});

test("an answer that is an error costs the page, not the frame", async ({ page, watch }) => {
  watch.expectFault(/^console error: .*(?:Failed to load resource|ErrorResponse|500)/);
  await openMarked(page);
  await page.route(anyData, (route) => route.fulfill({ status: 500, body: "Broken." }));
  await about(page).click();
  const alert = page.getByRole("alert");
  await expect(alert).toContainText("This page could not be shown (error 500).");
  await expectFrame(page);

  await page.unroute(anyData);
  await alert.getByRole("link", { name: "Go to the home page" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(sampleResume.basics.name);
  await expectFrame(page);
});

for (const path of ["/", "/Settings"]) {
  test(`when the frame of ${path} itself fails, theme and styles stay`, async ({ page, watch }) => {
    watch.expectFault(/^console error: /);
    await markDocument(page);
    await open(page, path);
    const themeSwitch = page.getByRole("button", { name: /^Theme: / });
    await themeSwitch.click();
    const paper = await page.evaluate(() => getComputedStyle(document.body).color);
    // The one way to a failure of the root itself: React Router's own state.
    await page.evaluate(() => {
      type Router = { _internalSetStateDoNotUseOrYouWillBreakYourApp(state: object): void };
      const { __reactRouterDataRouter: router } = window as unknown as {
        __reactRouterDataRouter: Router;
      };
      router._internalSetStateDoNotUseOrYouWillBreakYourApp({
        errors: { root: new Error("test") },
      });
    });
    await expect(page.getByRole("alert")).toContainText("Something went wrong");
    await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
    await expect(page.getByRole("button", { name: /^Theme: dark/ })).toBeVisible();
    expect(await page.evaluate(() => getComputedStyle(document.body).color)).toBe(paper);
    await expect(page.locator(".preloader")).toHaveCount(0);
    expect(await page.evaluate(() => "preloaderStarts" in window && window.preloaderStarts)).toBe(
      1,
    );
    expect(watch.faults.filter((fault) => /Content Security Policy/.test(fault))).toEqual([]);
  });
}

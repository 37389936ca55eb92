import type { Page, Route } from "@playwright/test";
import { expect, hydrated, navigateTo, open, test } from "../support/site-test.ts";
import type { PageWatch } from "../support/page-watch.ts";

/** The file with the body of /about. */
const bodyChunk = /\/assets\/about-(?!page-)[^/]+\.js$/;

const absences: [string, (route: Route) => Promise<void>][] = [
  ["does not arrive", (route) => route.abort()],
  ["is not on the server", (route) => route.fulfill({ status: 404, body: "Not found." })],
];

function about(page: Page) {
  return page.getByRole("banner").getByRole("link", { name: "About" });
}

function countDocuments(page: Page): () => number {
  let documents = 0;
  page.on("request", (request) => {
    if (request.isNavigationRequest()) documents += 1;
  });
  return () => documents;
}

/** What browser, React and React Router print when a file is missing. */
function expectMissingFile(watch: PageWatch): void {
  watch.expectFault(
    /^console error: (?:Failed to load resource|.*(?:Failed to fetch dynamically imported module|ChunkLoadError))/,
  );
  // React says that the page from the server could not be taken over, which is what happened.
  watch.expectFault(/^page error: .*Minified React error #422/);
}

test("a page whose file is on its way shows exactly `Loading...`", async ({ page }) => {
  const held = Promise.withResolvers<void>();
  await page.route(bodyChunk, async (route) => {
    await held.promise;
    await route.continue();
  });
  await open(page, "/");
  const documents = countDocuments(page);
  await about(page).click();
  await expect(page.getByRole("main")).toHaveText("Loading...");
  await expect(page).toHaveURL("/about");
  held.resolve();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("About");
  expect(documents()).toBe(0);
});

for (const [absence, answer] of absences) {
  test(`a page whose file ${absence} reloads the tab once, then offers to try again`, async ({
    page,
    watch,
  }) => {
    expectMissingFile(watch);
    await page.route(bodyChunk, answer);
    await open(page, "/");
    const documents = countDocuments(page);
    await about(page).click();
    const alert = page.getByRole("alert");
    await expect(alert).toContainText("ChunkLoadError");
    await expect(page).toHaveURL("/about");
    expect(documents()).toBe(1);

    // Leaving and coming back asks for the file again, but never for the document.
    await page.getByRole("banner").getByRole("link", { name: "Contact" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Contact");
    await about(page).click();
    await expect(alert).toContainText("ChunkLoadError");
    expect(documents()).toBe(1);

    // A visitor may ask for a reload, and gets no second one on top.
    await alert.getByRole("button", { name: "Try again" }).click();
    await expect.poll(documents).toBe(2);
    await hydrated(page);
    await expect(alert).toContainText("ChunkLoadError");
    expect(documents()).toBe(2);

    await page.unroute(bodyChunk);
    await alert.getByRole("button", { name: "Try again" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toContainText("About");
    await expect(alert).toHaveCount(0);
    // A browser may keep what failed for as long as the document lives.
    expect(documents()).toBeLessThanOrEqual(3);
  });
}

test("a page opened by its address whose file is missing reloads once and stops", async ({
  page,
  watch,
}) => {
  expectMissingFile(watch);
  await page.route(bodyChunk, (route) => route.abort());
  const documents = countDocuments(page);
  await page.goto("/about");
  await expect(page.getByRole("alert")).toContainText("ChunkLoadError");
  await expect(page.getByRole("button", { name: "Try again" })).toBeVisible();
  expect(documents()).toBe(2);
});

test("a page whose file never answers gives ChunkLoadError after 120000 ms", async ({
  page,
  watch,
}) => {
  watch.expectFault(/^console error: .*ChunkLoadError/);
  const asked = Promise.withResolvers<void>();
  await page.route(bodyChunk, () => asked.resolve());
  await page.clock.install();
  await open(page, "/");
  const documents = countDocuments(page);
  await page.clock.pauseAt(Date.now() + 60_000);
  await about(page).click();
  await asked.promise;
  await expect(page.getByRole("main")).toHaveText("Loading...");
  await page.clock.runFor(119_000);
  await expect(page.getByRole("main")).toHaveText("Loading...");
  await page.clock.runFor(2000);
  await expect(page.getByRole("alert")).toContainText("ChunkLoadError");
  await expect(page.getByRole("alert")).toContainText("120 seconds");
  expect(documents()).toBe(0);
});

test("a page asks for no file with a route alone, opened by its address or by a link", async ({
  page,
}) => {
  const routes: string[] = [];
  page.on("request", (request) => {
    if (/\/assets\/(?:root|page-errors|[a-z-]+-page)-[^/]+\.js$/.test(request.url()))
      routes.push(request.url());
  });
  await open(page, "/");
  const documents = countDocuments(page);
  for (const title of ["About", "Contact"]) {
    await page.getByRole("banner").getByRole("link", { name: title }).click();
    await expect(page.getByRole("heading", { level: 1 })).toContainText(title);
  }
  expect(documents()).toBe(0);
  expect(routes).toEqual([]);
});

test("a page whose file is missing offline stays in its frame, and opens when back online", async ({
  page,
  watch,
}) => {
  expectMissingFile(watch);
  await open(page, "/");
  const documents = countDocuments(page);
  await page.context().setOffline(true);
  // This page has no data to load, only a file.
  await navigateTo(page, "/blockstacker");
  const alert = page.getByRole("alert");
  for (const tries of [1, 2]) {
    await expect(alert, `after ${tries}`).toContainText("ChunkLoadError");
    await alert.getByRole("button", { name: "Try again" }).click();
  }
  await expect(alert).toContainText("ChunkLoadError");
  await page.context().setOffline(false);
  await alert.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Block Stacker");
  // A browser may keep what failed for as long as the document lives.
  expect(documents()).toBeLessThanOrEqual(1);
});

test("a site that cannot be reached costs no reload, though the browser is online", async ({
  page,
  watch,
}) => {
  expectMissingFile(watch);
  await open(page, "/");
  const documents = countDocuments(page);
  await page.route("**/*", (route) => route.abort());
  await navigateTo(page, "/blockstacker");
  await expect(page.getByRole("alert")).toContainText("ChunkLoadError");
  expect(documents()).toBe(0);
});

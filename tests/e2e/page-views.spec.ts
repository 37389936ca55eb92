import type { Page } from "@playwright/test";
import { expect, navigateTo, open, test } from "../support/site-test.ts";
import { readStored } from "../support/stored-documents.ts";

test.use({ ownSite: true });

type Beacon = { path: string; campaign: Record<string, string>; referrer: string };

/** What the page sends, in order, and how many of it were taken. */
function listen(page: Page): { sent: Beacon[]; statuses: number[] } {
  const heard = { sent: [] as Beacon[], statuses: [] as number[] };
  page.on("request", (request) => {
    if (request.url().endsWith("/api/page-views")) {
      heard.sent.push(request.postDataJSON() as Beacon);
    }
  });
  page.on("response", (response) => {
    if (response.url().endsWith("/api/page-views")) heard.statuses.push(response.status());
  });
  return heard;
}

const paths = ({ sent }: { sent: Beacon[] }) => sent.map((view) => view.path);

function header(page: Page, name: string) {
  return page.getByRole("banner").getByRole("link", { name });
}

test("each route change is reported once, the first page included, and a query is none", async ({
  page,
}) => {
  const heard = listen(page);
  await open(page, "/about?view=1");
  await expect.poll(() => paths(heard)).toEqual(["/about"]);
  // The same page without its query, and with another one.
  await header(page, "About").click();
  await expect(page).toHaveURL("/about");
  await navigateTo(page, "/about?view=2");
  await expect(page).toHaveURL("/about?view=2");
  await navigateTo(page, "/about#top");
  await header(page, "Contact").click();
  await expect.poll(() => paths(heard)).toEqual(["/about", "/contact"]);
  await page.goBack();
  await expect.poll(() => paths(heard)).toEqual(["/about", "/contact", "/about"]);
  // The answer to a beacon of the page that is left is nobody's.
  await expect.poll(() => heard.statuses.length).toBe(3);
  await page.reload();
  await expect.poll(() => paths(heard)).toEqual(["/about", "/contact", "/about", "/about"]);
  await expect.poll(() => heard.statuses).toEqual([204, 204, 204, 204]);
});

test("a redirected path is reported as where it led to", async ({ page }) => {
  const heard = listen(page);
  await open(page, "/project/no-such-project?secret=1");
  await expect.poll(() => paths(heard)).toEqual(["/"]);
});

test(
  "a view holds path, campaign and referrer, and neither sends nor stores a query",
  {
    tag: "@embedded",
  },
  async ({ page, foyer }) => {
    const heard = listen(page);
    await page.goto("/about?utm_source=letter&utm_medium=mail&token=hush", {
      referer: "https://elsewhere.example/found?q=hush",
    });
    await expect.poll(() => heard.statuses).toEqual([204]);
    const [sent] = heard.sent;
    expect(Object.keys(sent!).toSorted()).toEqual(["campaign", "path", "referrer"]);
    expect(sent).toMatchObject({
      path: "/about",
      campaign: { utm_source: "letter", utm_medium: "mail" },
    });

    expect(await foyer.stop()).toBe(0);
    const stored = await readStored(foyer.dataDir, "pageViews");
    expect(stored).toEqual([
      {
        path: "/about",
        at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/) as unknown,
        campaign: { utm_source: "letter", utm_medium: "mail" },
        referrerHost: "elsewhere.example",
        visitor: expect.stringMatching(/^\S{16}$/) as unknown,
        session: 1,
        device: "desktop",
        browser: "Chrome",
      },
    ]);
    expect(JSON.stringify(stored)).not.toContain("hush");
    // The address is in the access log too.
    expect(foyer.logs()).toContain('"path":"/about"');
    expect(foyer.logs()).not.toContain("hush");
  },
);

for (const [wish, headers] of [
  ["Do-Not-Track", { DNT: "1" }],
  ["Global Privacy Control", { "Sec-GPC": "1" }],
] as const) {
  test.describe(`a visitor with ${wish}`, { tag: "@embedded" }, () => {
    test.use({ extraHTTPHeaders: headers });

    test("is counted, without visitor hash and referrer", async ({ page, foyer }) => {
      const heard = listen(page);
      await page.goto("/about?utm_source=letter", { referer: "https://elsewhere.example/" });
      await expect.poll(() => heard.statuses).toEqual([204]);
      await foyer.stop();
      expect(await readStored(foyer.dataDir, "pageViews")).toEqual([
        { path: "/about", at: expect.any(String) as unknown, campaign: { utm_source: "letter" } },
      ]);
    });
  });
}

import type { Page } from "@playwright/test";
import { pages } from "#lib/pages.ts";
import { hiddenProjects, shownProjects } from "../support/sample-content.ts";
import { expect, navigateTo, open, test } from "../support/site-test.ts";

const { slug } = shownProjects[0]!;
const redirects: [why: string, from: string, to: string][] = [
  ["an unknown path", "/no-such-page", "/"],
  ["an unknown path below a page", "/about/me", "/"],
  ["an unknown project", "/project/no-such-project", "/"],
  ["a hidden project", `/project/${hiddenProjects[0]!.slug}`, "/"],
  ["an address in the wrong case", "/About", "/about"],
  ["a tool's address in the wrong case", "/taskmanager", "/TaskManager"],
  ["a project's address in the wrong case", `/Project/${slug.toUpperCase()}`, `/project/${slug}`],
];

test("an address that is not a page's own leads to the page, or home", async ({ page }) => {
  test.slow();
  const all = [
    ...redirects,
    ["an address with a slash at its end", "/resume/", "/resume"],
  ] as const;
  for (const [why, from, to] of all) {
    await open(page, from);
    await expect(page, why).toHaveURL(to);
    await expect(page.getByRole("heading", { level: 1 }), why).toBeVisible();
  }
});

test("it does so by client navigation, too", async ({ page, foyer }) => {
  test.slow();
  await open(page, "/contact");
  await page.evaluate(() => Object.assign(window, { sameDocument: true }));
  const heading = page.getByRole("heading", { level: 1 });
  for (const [why, from, to] of redirects) {
    await navigateTo(page, from);
    await expect(page, why).toHaveURL(to);
    await expect(heading, why).not.toHaveText("Contact");
    expect(await page.evaluate(() => "sameDocument" in window), why).toBe(true);
    await navigateTo(page, "/contact");
    await expect(heading).toHaveText("Contact");
  }
  for (const path of ["/resume", "/foodblog"]) {
    await navigateTo(page, `${path}/`);
    await expect(page).toHaveURL(new RegExp(`${path}/?$`));
    await expect(heading).not.toHaveText("Contact");
    await expect(page.getByRole("banner").getByRole("link", { name: "About" })).toBeVisible();
    await expect(page.locator('link[rel="canonical"]')).toHaveAttribute(
      "href",
      foyer.origin + path,
    );
    await navigateTo(page, "/contact");
    await expect(heading).toHaveText("Contact");
  }
});

test("every page comes alive with one title of its own, a description and its canonical address; one not built says so", async ({
  page,
  foyer,
}) => {
  test.slow();
  const titles = new Map<string, string>();
  const paths = [
    ...pages.map((each) => each.path),
    ...shownProjects.map((p) => `/project/${p.slug}`),
  ];
  for (const path of paths) {
    // A hydration error is printed, and a fault of the page's watch.
    await open(page, path);
    await expect(page).toHaveURL(path);
    await expect(page.getByRole("heading", { level: 1 })).toHaveCount(1);
    const title = await page.title();
    expect(titles.get(title), `${path} has the title of another page: ${title}`).toBeUndefined();
    titles.set(title, path);
    await expect(page.locator("title")).toHaveCount(1);
    await expect(page.locator('link[rel="canonical"]')).toHaveAttribute(
      "href",
      foyer.origin + path,
    );
    await expect(page.locator('meta[name="description"]')).toHaveAttribute("content", /\S/);
    const planned = pages.find((each) => each.path === path && !each.built);
    if (planned !== undefined) await saysThatItIsNotBuilt(page, planned);
  }
});

async function saysThatItIsNotBuilt(
  page: Page,
  { title, access }: (typeof pages)[number],
): Promise<void> {
  await expect(page).toHaveTitle(new RegExp(`^${title}`));
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(title);
  const said = access === "visitor" ? "not built yet" : "Sign in";
  await expect(page.getByRole("main")).toContainText(said);
  await expect(page.getByRole("banner").getByRole("link", { name: "About" })).toBeVisible();
  await expect(page.getByRole("contentinfo")).toBeVisible();
  await expect(page.locator('meta[name="robots"]').first()).toHaveAttribute("content", /noindex/);
}

test("title and canonical address follow client navigation", async ({ page, foyer }) => {
  await open(page, "/");
  const first = await page.title();
  await page.getByRole("banner").getByRole("link", { name: "About" }).click();
  await expect(page).toHaveTitle(/^About/);
  expect(await page.title()).not.toBe(first);
  await expect(page.locator('link[rel="canonical"]')).toHaveAttribute(
    "href",
    `${foyer.origin}/about`,
  );
});

import { sampleCertificates, shownProjects } from "../support/sample-content.ts";
import { expect, open, test } from "../support/site-test.ts";

const [first, second] = shownProjects;
const { issuer } = sampleCertificates[0]!;

test("filters stand in the address, and Back finds them again", async ({ page }) => {
  const data: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes(".data")) data.push(request.url());
  });
  await open(page, "/project");
  const cards = page.getByRole("main").getByRole("heading", { level: 2 });
  await page.getByRole("searchbox").pressSequentially(first!.title);
  await expect(cards).toHaveText([first!.title]);
  expect(new URL(page.url()).searchParams.get("words")).toBe(first!.title);
  expect(data).toEqual([]);

  await page.getByRole("main").getByRole("link", { name: first!.title }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(first!.title);
  await page.goBack();
  await expect(cards).toHaveText([first!.title]);
  await expect(page.getByRole("searchbox")).toHaveValue(first!.title);

  // The link to the page without a query leads to all of it.
  await page.getByRole("banner").getByRole("button", { name: "Work" }).click();
  await page.getByRole("banner").getByRole("link", { name: "Projects" }).click();
  await expect(cards).toHaveCount(shownProjects.length);
  await expect(page.getByRole("searchbox")).toHaveValue("");
});

test("a project's tag leads to the projects that have it", async ({ page }) => {
  const { slug, tags } = shownProjects.at(-1)!;
  await open(page, `/project/${slug}`);
  const tag = tags.at(-1)!;
  await page.getByRole("main").getByRole("link", { name: tag }).click();
  await expect(page.getByLabel("Tag")).toHaveValue(tag);
  const having = shownProjects.filter((project) => project.tags.includes(tag));
  await expect(page.getByRole("main").getByRole("heading", { level: 2 })).toHaveText(
    having.map((project) => project.title),
  );
});

test("a filtered page can be shared", async ({ page }) => {
  await page.goto(`/certificates?issuer=${encodeURIComponent(issuer)}`);
  await expect(page.getByLabel("Issuer")).toHaveValue(issuer);
  const shown = sampleCertificates.filter((certificate) => certificate.issuer === issuer);
  await expect(page.getByRole("main").getByRole("heading", { level: 2 })).toHaveCount(shown.length);
});

test("where nothing matches, one button shows all again", async ({ page }) => {
  for (const path of ["/project?words=zzzz&sort=title", "/certificates?skill=none"]) {
    await page.goto(path);
    await expect(page.getByRole("main")).toContainText(/No (project|certificate) matches/);
    await page.getByRole("button", { name: "Clear filters" }).click();
    await expect(page.getByRole("main")).toContainText(
      path.startsWith("/project") ? second!.title : sampleCertificates[1]!.title,
    );
    expect(new URL(page.url()).search).toBe("");
    await expect(page.getByRole("main").locator("input, select").first()).toBeFocused();
  }
});

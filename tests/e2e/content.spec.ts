import { readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { runCommand, startFoyer } from "../support/foyer-process.ts";
import type { FoyerProcess } from "../support/foyer-process.ts";
import { sampleResume } from "../support/sample-content.ts";
import { expect, open, test } from "../support/site-test.ts";

test.use({ ownSite: true });

const resume = {
  basics: { name: "Ada Quill", label: "Type designer", email: "ada@example.com" },
  work: [{ name: "Foundry North", position: "Cutter of punches", startDate: "2021-05" }],
};

async function importResume(foyer: FoyerProcess, document: unknown) {
  const file = join(foyer.dataDir, "resume-to-import.json");
  await writeFile(file, typeof document === "string" ? document : JSON.stringify(document));
  return runCommand(foyer.dataDir, "import", "resume", file);
}

const heading = (page: Page) => page.getByRole("heading", { level: 1 });
const sampleBar = (page: Page) => page.getByText("This is sample content.");
const noindex = (page: Page) => page.locator('meta[name="robots"][content*="noindex"]');

test("an imported resume is on the next request, although the pages were cached", async ({
  page,
  foyer,
}) => {
  const texts = () =>
    Promise.all(
      ["/", "/resume", "/resume.data"].map(async (path) =>
        (await fetch(foyer.origin + path)).text(),
      ),
    );
  await texts();
  for (const text of await texts()) expect(text.includes(sampleResume.basics.name)).toBe(true);
  const { name } = sampleResume.basics;
  const etag = (await fetch(`${foyer.origin}/resume`)).headers.get("ETag");

  const { code, output } = await importResume(foyer, resume);
  expect(output).toContain("Ada Quill");
  expect(code).toBe(0);
  for (const text of await texts()) {
    expect(text.includes("Ada Quill")).toBe(true);
    expect(text.includes(name)).toBe(false);
  }
  const again = await fetch(`${foyer.origin}/resume`, { headers: { "If-None-Match": etag! } });
  expect(again.status).toBe(200);

  await open(page, "/resume");
  await expect(heading(page)).toHaveText("Ada Quill");
  await expect(page.getByRole("main")).toContainText("Cutter of punches");
  await page.getByRole("banner").getByRole("link", { name: "Ada Quill" }).click();
  await expect(page).toHaveURL("/");
  await expect(heading(page)).toHaveText("Ada Quill");
});

test("a visitor who has the site open gets the new resume with the next page", async ({
  page,
  foyer,
}) => {
  await open(page, "/contact");
  await importResume(foyer, resume);
  const header = page.getByRole("banner");
  await header.getByRole("button", { name: "Work" }).click();
  await header.getByRole("link", { name: "Resume" }).click();
  await expect(heading(page)).toHaveText("Ada Quill");
});

test("a resume is imported while no server runs, too", async ({ page, foyer }) => {
  await foyer.stop();
  expect(await importResume(foyer, resume)).toMatchObject({ code: 0 });
  await using again = await startFoyer({ dataDir: foyer.dataDir, env: { PORT: `${foyer.port}` } });
  await open(page, `${again.origin}/resume`);
  await expect(heading(page)).toHaveText("Ada Quill");
});

test("an invalid resume is refused with the path of every fault, and changes nothing", async ({
  foyer,
}) => {
  const page = () => fetch(`${foyer.origin}/resume`);
  const before = await page();
  const { code, output } = await importResume(foyer, {
    basics: { name: 5, email: "nobody", profiles: [{ url: "no address" }] },
    work: [{ name: "Right" }, { startDate: "yesterday" }],
    skills: "many",
  });
  expect(code).toBe(1);
  for (const path of [
    "basics.name",
    "basics.email",
    "basics.profiles[0].url",
    "work[1].startDate",
    "skills",
  ]) {
    expect(output).toContain(`${path}: `);
  }
  for (const wrong of ["{ not JSON", "[]", '"text"', "null"]) {
    const refused = await importResume(foyer, wrong);
    expect(refused.code, `${wrong}: ${refused.output}`).toBe(1);
  }
  expect((await runCommand(foyer.dataDir, "import", "resume", "/no/such/file")).code).toBe(1);
  const after = await page();
  expect(after.headers.get("ETag")).toBe(before.headers.get("ETag"));
  expect(await after.text()).toBe(await before.text());
});

test("the sample says what it is until it is cleared, and never comes back", async ({
  page,
  foyer,
}) => {
  await open(page, "/");
  await expect(sampleBar(page)).toBeVisible();
  await expect(noindex(page)).toHaveCount(1);

  // A resume of one's own among sample projects is still a sample site.
  await importResume(foyer, resume);
  await open(page, "/");
  await expect(sampleBar(page)).toBeVisible();
  await expect(noindex(page)).toHaveCount(1);

  expect(await runCommand(foyer.dataDir, "sample", "clear")).toMatchObject({ code: 0 });
  for (const path of ["/", "/resume", "/project"]) {
    await open(page, path);
    await expect(sampleBar(page)).toHaveCount(0);
    await expect(noindex(page)).toHaveCount(0);
  }
  await expect(page.getByRole("main")).toContainText("Nothing is on show yet");

  await foyer.stop();
  await using again = await startFoyer({ dataDir: foyer.dataDir, env: { PORT: `${foyer.port}` } });
  await open(page, `${again.origin}/project`);
  await expect(page.getByRole("main")).toContainText("Nothing is on show yet");
  await open(page, "/resume");
  await expect(heading(page)).toHaveText("Ada Quill");
  await expect(sampleBar(page)).toHaveCount(0);
});

test("an empty site is a friendly page, which asks search engines to wait", async ({
  page,
  foyer,
}) => {
  await runCommand(foyer.dataDir, "sample", "clear");
  const starts: [string, RegExp][] = [
    ["/", /moved in yet.*import resume/s],
    ["/resume", /no resume yet/],
    ["/project", /Nothing is on show yet/],
    ["/certificates", /Nothing is on show yet/],
    ["/about", /still to be written/],
  ];
  for (const [path, text] of starts) {
    await open(page, path);
    await expect(page).toHaveURL(path);
    await expect(page.getByRole("main")).toContainText(text);
    await expect(heading(page)).toHaveCount(1);
    await expect(noindex(page)).toHaveCount(1);
    await expect(page.getByRole("alert")).toHaveCount(0);
  }
  expect(foyer.logs()).not.toContain('"level":50');
});

test("the repository's own example of a resume is taken", async ({ page, foyer }) => {
  const file = join(import.meta.dirname, "../../content/resume.json");
  expect(await runCommand(foyer.dataDir, "import", "resume", file)).toMatchObject({ code: 0 });
  const { basics } = JSON.parse(readFileSync(file, "utf8")) as typeof sampleResume;
  await open(page, "/resume");
  await expect(heading(page)).toHaveText(basics.name);
});

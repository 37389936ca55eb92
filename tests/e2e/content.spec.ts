import { readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { deleteDoc, doc, updateDoc } from "firebase/firestore/lite";
import { runCommand, startFoyer } from "../support/foyer-process.ts";
import type { FoyerProcess } from "../support/foyer-process.ts";
import { hiddenProjects, sampleProfile, sampleResume } from "../support/sample-content.ts";
import { createSdkClient, signUp } from "../support/sdk-client.ts";
import { expect, open, test } from "../support/site-test.ts";

test.use({ ownSite: true });
// Commands are processes, and servers are started anew.
test.describe.configure({ timeout: 60_000 });

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
const someSampleBar = (page: Page) => page.getByText("Some of it is sample content.");
const noindex = (page: Page) => page.locator('meta[name="robots"][content*="noindex"]');

test("a resume is on the next request although the pages were cached, also for who has the site open, and an invalid one changes nothing @long", async ({
  page,
  foyer,
  watch,
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

  const before = await fetch(`${foyer.origin}/resume`);
  const etag = before.headers.get("ETag");
  await expectInvalidRefused(foyer);
  const after = await fetch(`${foyer.origin}/resume`);
  expect(after.headers.get("ETag")).toBe(etag);
  expect(await after.text()).toBe(await before.text());
  await open(page, "/contact");

  const { code, output } = await importResume(foyer, resume);
  expect(output).toContain("Ada Quill");
  expect(code).toBe(0);
  for (const text of await texts()) {
    expect(text.includes("Ada Quill")).toBe(true);
    expect(text.includes(name)).toBe(false);
  }
  const again = await fetch(`${foyer.origin}/resume`, { headers: { "If-None-Match": etag! } });
  expect(again.status).toBe(200);

  await page.getByRole("banner").getByRole("button", { name: "Work" }).click();
  await page.getByRole("banner").getByRole("link", { name: "Resume" }).click();
  await expect(heading(page)).toHaveText("Ada Quill");
  await open(page, "/resume");
  await expect(page.getByRole("main")).toContainText("Cutter of punches");
  await page.getByRole("banner").getByRole("link", { name: "Ada Quill" }).click();
  await expect(page).toHaveURL("/");
  await expect(heading(page)).toHaveText("Ada Quill");

  // While no server runs, too. A page says how long it was looked at when it is left: the server may be gone before.
  watch.expectFault(/ERR_CONNECTION.*page-views/);
  await page.goto("about:blank");
  await foyer.stop();
  const other = { ...resume, basics: { ...resume.basics, name: "Ada North" } };
  expect(await importResume(foyer, other)).toMatchObject({ code: 0 });
  await using later = await startFoyer({ dataDir: foyer.dataDir, env: { PORT: `${foyer.port}` } });
  await open(page, `${later.origin}/resume`);
  await expect(heading(page)).toHaveText("Ada North");
});

/** With the path of every fault. */
async function expectInvalidRefused(foyer: FoyerProcess): Promise<void> {
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
}

test("what an editor saves is what the next visitor gets, and what is hidden or deleted nobody", async ({
  page,
  foyer,
}) => {
  const detail = "/project/tide-clock";
  const lists = ["/", "/project", "/_.data", "/project.data", "/search.json", "/llms.txt"];
  const all = [...lists, "/index.md", "/project.md", detail, `${detail}.data`, `${detail}.md`];
  const get = async (path: string) => {
    const answer = await fetch(foyer.origin + path, { redirect: "manual" });
    return { path, status: answer.status, text: await answer.text() };
  };
  const holding = async (text: string) =>
    (await Promise.all(all.map(get)))
      .filter((got) => got.text.includes(text))
      .map((got) => got.path);
  const statuses = async () =>
    (await Promise.all([detail, `${detail}.data`, `${detail}.md`].map(get))).map(
      (got) => got.status,
    );

  await using client = createSdkClient(foyer.origin);
  const { uid, idToken } = await signUp(client);
  expect(await runCommand(foyer.dataDir, "user", "grant", uid, "editor")).toMatchObject({
    code: 0,
  });
  await idToken(true);
  const project = doc(client.documents, "projects", "tide-clock");
  expect(await holding("A tide clock you can repair")).toEqual(all);
  await open(page, detail);

  await updateDoc(project, { title: "A clock for the moon" });
  expect(await holding("A clock for the moon")).toEqual(all);
  expect(await holding("A tide clock you can repair")).toEqual([]);

  await updateDoc(project, { hidden: true });
  expect(await holding("A clock for the moon")).toEqual([]);
  expect(await holding("tide-clock.svg")).toEqual([]);
  expect(await statuses()).toEqual([302, 202, 404]);
  // Nor does a visitor who has it open find it again.
  await page.getByRole("link", { name: "All projects" }).click();
  await expect(heading(page)).toHaveText("Projects");
  await expect(page.getByRole("main")).not.toContainText("moon");

  await updateDoc(project, { hidden: false });
  expect(await holding("A clock for the moon")).toEqual(all);
  expect(await statuses()).toEqual([200, 200, 200]);

  await deleteDoc(project);
  expect(await holding("A clock for the moon")).toEqual([]);
  expect(await statuses()).toEqual([302, 202, 404]);
  for (const { title, slug } of hiddenProjects) {
    expect(await holding(title)).toEqual([]);
    expect(await holding(slug)).toEqual([]);
  }
});

test("the sample says what it is until it is cleared, and never comes back; home then shows the resume @long", async ({
  page,
  foyer,
}) => {
  await open(page, "/");
  await expect(sampleBar(page)).toBeVisible();
  await expect(noindex(page)).toHaveCount(1);

  // A resume of one's own among sample projects is still a sample site, but says nothing untrue about its owner.
  expect((await importResume(foyer, resume)).output).toContain("sample clear");
  await open(page, "/");
  await expect(sampleBar(page)).toHaveCount(0);
  await expect(someSampleBar(page)).toBeVisible();
  await expect(noindex(page)).toHaveCount(1);
  await expect(page.getByRole("main")).not.toContainText(sampleProfile.tagline);
  await open(page, "/about");
  await expect(page.getByRole("main").getByRole("img")).toHaveCount(0);
  await expect(page.getByRole("main")).not.toContainText(sampleProfile.values[0]!.text);

  expect(await runCommand(foyer.dataDir, "sample", "clear")).toMatchObject({ code: 0 });
  for (const path of ["/", "/resume", "/project"]) {
    await open(page, path);
    await expect(page.getByText("npm run foyer")).toHaveCount(0);
    await expect(noindex(page)).toHaveCount(0);
  }
  await expect(page.getByRole("main")).toContainText("Nothing is on show here yet");

  // Without projects, home shows the work of the resume and leads there.
  await open(page, "/");
  const main = page.getByRole("main");
  await expect(main).toContainText("Cutter of punches");
  await expect(main.getByRole("link", { name: "Work" })).toHaveAttribute("href", "/resume");
  await page.keyboard.press("1");
  await expect(page).toHaveURL("/resume");

  await page.goto("about:blank");
  await foyer.stop();
  await using again = await startFoyer({ dataDir: foyer.dataDir, env: { PORT: `${foyer.port}` } });
  await open(page, `${again.origin}/project`);
  await expect(page.getByRole("main")).toContainText("Nothing is on show here yet");
  await open(page, "/resume");
  await expect(heading(page)).toHaveText("Ada Quill");
  await expect(sampleBar(page)).toHaveCount(0);
});

test("an empty site is a friendly page, which asks search engines to wait, and any resume makes one @long", async ({
  page,
  foyer,
}) => {
  await runCommand(foyer.dataDir, "sample", "clear");
  const starts: [string, RegExp][] = [
    ["/", /moved in yet.*website manager.*Nothing is on show yet.*Write a message/s],
    ["/resume", /no resume yet/],
    // Nobody is sent to a resume that is not there.
    ["/project", /Nothing is on show here yet\.$/],
    ["/certificates", /Nothing is on show here yet\.$/],
    ["/about", /still to be written.*website manager/s],
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

  // Blank names and entries leave no empty heading or section.
  const blank = {
    basics: { name: " Ada ", label: " ", summary: "\u200b", profiles: [{}] },
    work: [{}, { name: " ", highlights: [" "] }],
    skills: [{ keywords: [""] }],
  };
  expect(await importResume(foyer, blank)).toMatchObject({ code: 0 });
  for (const path of ["/", "/resume", "/about"]) {
    await open(page, path);
    await expect(page).toHaveTitle(/Ada/);
    for (const title of await page.getByRole("heading").all()) await expect(title).toHaveText(/\S/);
    await expect(page.locator("main :is(ul, dl, .part):not(:has(*))")).toHaveCount(0);
  }
  await open(page, "/resume");
  await expect(page.getByRole("heading", { level: 2 })).toHaveCount(0);
  const refused = await importResume(foyer, {});
  expect(refused.code).toBe(1);
  expect(refused.output).toContain("basics.name");

  // One that is written from right to left stands on the right, and its lists with it.
  await importResume(foyer, {
    basics: { name: "נועה בן־דוד", label: "מעצבת, עם React" },
    work: [{ position: "מעצבת", name: "Acme Inc.", startDate: "2020", highlights: ["עיצוב"] }],
  });
  for (const path of ["/", "/resume"]) {
    await open(page, path);
    const direction = (of: string) =>
      page
        .locator(of)
        .first()
        .evaluate((element) => getComputedStyle(element).direction);
    expect(await direction("h1")).toBe("rtl");
    const align = await page.locator("h1").evaluate((h1) => getComputedStyle(h1).textAlign);
    expect(align).toBe("right");
    if (path === "/resume") expect(await direction(".entry ul")).toBe("rtl");
    expect(await direction(".header")).toBe("ltr");
  }

  // The repository's own example is taken.
  const example = join(import.meta.dirname, "../../content/resume.json");
  expect(await runCommand(foyer.dataDir, "import", "resume", example)).toMatchObject({ code: 0 });
  const { basics } = JSON.parse(readFileSync(example, "utf8")) as typeof sampleResume;
  await open(page, "/resume");
  await expect(heading(page)).toHaveText(basics.name);
});

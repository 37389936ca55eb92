/**
 * An owner makes a portfolio of a new site, with nothing but its tools. After each step the next request of a visitor has
 * it, and before it is published nothing that a visitor can ask says a word of it.
 */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import sharp from "sharp";
import { giveRole } from "../support/give-role.ts";
import { sampleProfile, sampleResume, shownProjects } from "../support/sample-content.ts";
import { createAccount, dialog } from "../support/sign-in-steps.ts";
import { expect, open, test } from "../support/site-test.ts";
import type { FoyerProcess } from "../support/foyer-process.ts";
import { addressesSaying } from "../support/visitors-eyes.ts";

test.describe.configure({ timeout: 120_000 });
test.use({ ownSite: true });

const main = (page: Page) => page.getByRole("main");
const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
const resumeFile = join(import.meta.dirname, "../fixtures/resume.json");

/** By the link of the start; on Firebase there is none. */
async function becomeOwner(page: Page, foyer: FoyerProcess): Promise<void> {
  if (foyer.standIn === undefined) {
    const text = await readFile(join(foyer.dataDir, "owner-link"), "utf8");
    await open(page, `/about${new URL(text.trim()).hash}`);
    await dialog(page).getByRole("button", { name: "I have an account" }).click();
    await createAccount(page, "Olive Owner");
    await expect(page.getByText("You are the owner of this site now.")).toBeVisible();
    await open(page, "/WebsiteManager");
  } else {
    await open(page, "/WebsiteManager");
    const { uid } = await createAccount(page, "Olive Owner");
    await expect(main(page)).toContainText("needs the admin role");
    await giveRole(foyer, uid, "admin");
  }
  await expect(main(page).getByRole("heading", { level: 1 })).toHaveText("Website manager");
}

async function goTo(page: Page, name: string): Promise<void> {
  await page
    .getByRole("navigation", { name: "Website manager" })
    .getByRole("link", { name, exact: true })
    .click();
  await expect(main(page).getByRole("heading", { level: 2, name, exact: true })).toBeVisible();
}

async function saved(page: Page): Promise<void> {
  await expect(page.locator(".sync-state")).toHaveText("Saved");
}

/** The last document that is open. */
async function publish(page: Page): Promise<void> {
  const answered = page.waitForResponse((answer) => answer.url().endsWith("/api/content/publish"));
  await main(page)
    .getByRole("button", { name: /^Publish( changes)?$/ })
    .last()
    .click();
  expect((await answered).status()).toBe(200);
}

async function pictureOf(name: string, background: string) {
  const pixels = sharp({ create: { width: 900, height: 600, channels: 3, background } });
  return { name, mimeType: "image/png", buffer: await pixels.png().toBuffer() };
}

test("an empty site becomes a finished portfolio by its tools alone, and no visitor sees a draft @long", async ({
  page,
  foyer,
  backend,
  watch,
}) => {
  // Firebase is asked first whether it has the file.
  if (backend === "hosted") watch.expectFault(/status of 404.*firebasestorage/);
  const read = async (path: string) => (await fetch(foyer.origin + path)).text();
  /** Stored and told to nobody; then published and there. */
  const becomesPublic = async (words: string, path: string) => {
    await saved(page);
    expect(await addressesSaying(foyer, words, [path])).toEqual([]);
    await publish(page);
    expect(await read(path)).toContain(words);
  };
  await becomeOwner(page, foyer);

  // The invented person goes, all of it.
  await main(page).getByRole("button", { name: "Remove the starter content" }).click();
  await dialog(page)
    .getByRole("button", { name: /^Remove \d+ documents$/ })
    .click();
  await expect(page.locator(".toasts")).toContainText("the site is yours");
  for (const words of [sampleResume.basics.name, sampleProfile.tagline, shownProjects[0]!.title]) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    expect(await addressesSaying(foyer, words)).toEqual([]);
  }

  await goTo(page, "Resume");
  await page.locator('input[type="file"][accept*="json"]').setInputFiles(resumeFile);
  await dialog(page).getByRole("button", { name: "Put it into the form" }).click();
  await becomesPublic("Richard Hendriks", "/resume");
  expect(await read("/")).toContain("Richard Hendriks");

  await goTo(page, "Profile");
  await field(page, "Your line").fill("I squeeze zeros out of everything.");
  await page
    .locator('input[type="file"][aria-label="Photo"]')
    .setInputFiles(await pictureOf("me.png", "#7a5230"));
  await field(page, "Description").fill("Richard at his desk");
  await page.getByRole("button", { name: "Write a text" }).click();
  const story = page.getByRole("textbox", { name: "Story" });
  await story.fill("It began in an incubator in Palo Alto.");
  await saved(page);
  expect(await addressesSaying(foyer, "It began in an incubator")).toEqual([]);
  await becomesPublic("I squeeze zeros out of everything.", "/");
  const about = await read("/about");
  expect(about).toContain("It began in an incubator in Palo Alto.");
  expect(about).toMatch(/src="\/img\/[^"]+"[^>]+alt="Richard at his desk"/);

  await goTo(page, "Home and about");
  await page.getByRole("switch", { name: "Shown: Play", exact: true }).click();
  await saved(page);
  const rooms = async () => [...(await read("/")).matchAll(/<li class="room"><h2>.*?<\/h2>/g)];
  const before = await rooms();
  await publish(page);
  expect(await rooms()).toHaveLength(before.length - 1);

  await goTo(page, "Navigation");
  await page.getByRole("textbox", { name: "Name of /about" }).fill("My story");
  await becomesPublic("My story", "/contact");

  await goTo(page, "Look");
  await page.getByRole("textbox", { name: "Colour as #rrggbb" }).fill("#7a1f5c");
  await page.getByRole("radio", { name: "Fraunces" }).check();
  await saved(page);
  expect(await addressesSaying(foyer, "#7a1f5c")).toEqual([]);
  await goTo(page, "Announcement");
  await field(page, "Text").fill("We are hiring, again");
  await becomesPublic("We are hiring, again", "/about");
  const looked = await read("/");
  expect(looked).toContain("--accent-source:#7a1f5c");
  expect(looked).toMatch(/rel="preload" as="font"[^>]*href="[^"]*\/fraunces-/);

  await goTo(page, "Search engines");
  await page.getByRole("button", { name: "Add a page" }).click();
  await field(page, "Page").fill("/about");
  await field(page, "Title").fill("The man of the middle-out");
  await becomesPublic("The man of the middle-out", "/about");
  expect(await read("/about")).toContain("<title>The man of the middle-out</title>");

  await page.locator(".rail").getByRole("link", { name: "Edit projects" }).click();
  await page.getByRole("button", { name: "New project" }).first().click();
  await field(page, "Title").fill("Middle-out");
  await field(page, "Summary").fill("Smaller than anybody thought.");
  await page
    .locator('input[type="file"][aria-label="Cover"]')
    .setInputFiles(await pictureOf("cover.png", "#24506e"));
  await field(page, "Description").fill("A curve that goes up");
  await becomesPublic("Smaller than anybody thought.", "/project/middle-out");
  expect(await read("/project")).toContain("Middle-out");
  expect(await read("/project/middle-out")).toMatch(/src="\/img\/[^"]+"[^>]+alt="A curve that/);

  await page.locator(".rail").getByRole("link", { name: "Edit certificates" }).click();
  await page.getByRole("button", { name: "New certificate" }).first().click();
  await field(page, "Title").fill("Award of the Disrupt");
  await field(page, "Issued by").fill("TechCrunch");
  await field(page, "Issued on").fill("2014-05-07");
  await becomesPublic("Award of the Disrupt", "/certificates");

  // What is asked all the time says what is published: so it would have said a draft.
  const told = (await addressesSaying(foyer, "I squeeze zeros")).join("\n");
  for (const place of [/:\d+\/$/m, /\/_\.data$/m, /\/index\.md$/m]) expect(told).toMatch(place);

  // It is the owner's own: found by search engines, in all files for programs, and so said by the first steps.
  expect(await read("/")).not.toContain("noindex");
  expect(await read("/sitemap.xml")).toContain("/project/middle-out");
  expect(await read("/feed.xml")).toContain("Middle-out");
  expect(await read("/search.json")).toContain("Award of the Disrupt");
  await open(page, "/WebsiteManager");
  const done = page.getByRole("region", { name: "First steps" }).locator("li[data-done]");
  await expect(done).toContainText([
    "Say who you are",
    "Add a photo",
    "Bring in your resume",
    "Publish your first project",
    "Choose your colour",
    "Remove the starter content",
  ]);
  await expect(page.getByText("sample content")).toHaveCount(0);
});

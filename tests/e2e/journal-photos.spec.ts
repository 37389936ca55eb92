/** Photos of /AdvancedJournal: added, sent after a reload, offered date and place, seen in texts, gallery and map, deleted. */
import { readFile } from "node:fs/promises";
import type { Download, Page } from "@playwright/test";
import sharp from "sharp";
import { readExif } from "../../lib/exif/read-exif.ts";
import { berlin, tiffOf, withTiff } from "../../lib/exif/testing/camera-files.ts";
import { violationsInBothSchemes } from "../support/axe.ts";
import type { FoyerProcess } from "../support/foyer-process.ts";
import { openEmptyJournal } from "../support/journal-hands.ts";
import { beginEntry, lock, makePrivate, unlock } from "../support/journal-steps.ts";
import { type SeededEntry, seedJournal } from "../support/seed-journal.ts";
import { type Known, signIn } from "../support/sign-in-steps.ts";
import { open, setMotion, expect as siteExpect, test } from "../support/site-test.ts";

test.describe.configure({ timeout: 120_000 });
/** What is kept, drawn smaller and sent takes its time on a busy machine. */
const expect = siteExpect.configure({ timeout: 20_000 });

const path = "/AdvancedJournal";
const entry: SeededEntry = {
  id: "walk",
  at: "2026-11-20T18:00",
  zone: "Europe/Berlin",
  title: "A walk",
  text: "Along the canal.",
};

test.beforeEach(({ watch, backend }) => {
  // Firebase has no precondition, so that it is asked before an upload for an object of the name.
  if (backend === "hosted") watch.expectFault(/status of 404.*firebasestorage/);
});

/** A picture of two colours, so large that it has smaller ones, with what a camera writes. */
async function photo(colour: string, camera = true): Promise<Buffer> {
  const bytes = await sharp({
    create: { width: 2000, height: 1200, channels: 3, background: colour },
  })
    .composite([{ input: Buffer.from(stripes), top: 0, left: 0 }])
    .jpeg({ quality: 95 })
    .toBuffer();
  return camera ? Buffer.from(withTiff(new Uint8Array(bytes), tiffOf(berlin))) : bytes;
}
const stripes =
  '<svg width="2000" height="1200"><rect x="200" y="100" width="700" height="900" fill="#fff"/></svg>';

const strip = (page: Page) => page.getByRole("region", { name: "Photos", exact: true });
const thumbs = (page: Page) => strip(page).locator(".photo-thumb");
const viewer = (page: Page) => page.locator("dialog.photo-viewer");
const saved = (page: Page) => expect(page.locator(".sync-state")).toHaveText("Saved");
const sent = (page: Page) => expect(page.locator(".photo-state")).toHaveCount(0);

async function openEntry(
  page: Page,
  foyer: Pick<FoyerProcess, "origin" | "standIn">,
): Promise<Known & { journal: string }> {
  const known = await openEmptyJournal(page);
  const journal = await seedJournal(foyer, known, { entries: [entry] });
  await open(page, `${path}?entry=${journal}.${entry.id}`);
  await expect(strip(page)).toBeVisible();
  return { ...known, journal };
}

async function choose(page: Page, ...files: { name: string; buffer: Buffer; mimeType?: string }[]) {
  await strip(page)
    .locator("input[type=file]")
    .setInputFiles(files.map((file) => ({ mimeType: "image/jpeg", ...file })));
}

async function isDrawn(page: Page, image = ".photo-thumb img"): Promise<void> {
  await expect
    .poll(() =>
      page
        .locator(image)
        .first()
        .evaluate((seen: HTMLImageElement) => (seen.complete ? seen.naturalWidth : 0))
        .catch(() => 0),
    )
    .toBeGreaterThan(0);
}

async function downloaded(page: Page): Promise<Buffer> {
  const coming: Promise<Download> = page.waitForEvent("download");
  await viewer(page).getByRole("button", { name: "Download" }).click();
  return readFile(await (await coming).path());
}

async function objectsOf(origin: string, { uid, idToken, journal }: Known & { journal: string }) {
  const prefix = encodeURIComponent(`users/${uid}/journal/${journal}/`);
  const answer = await fetch(`${origin}/v0/b/foyer/o?delimiter=/&prefix=${prefix}`, {
    headers: { Authorization: `Firebase ${idToken}` },
  });
  const { items = [] } = (await answer.json()) as { items?: { name: string }[] };
  return items.length;
}

/** In the settings, from the button to the last press. */
async function encryptJournal(page: Page, passphrase: string): Promise<void> {
  await page.getByRole("button", { name: "Encrypt this journal…" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Passphrase", { exact: true }).fill(passphrase);
  await dialog.getByLabel("The same again").fill(passphrase);
  await dialog.getByRole("button", { name: "Next" }).click();
  const last = await dialog.locator(".recovery-key span").last().innerText();
  await dialog.getByLabel("Its last four letters").fill(last);
  await dialog.getByRole("button", { name: "Encrypt the journal" }).click();
}

test("a photo is added with what its camera says taken out, and its date and place are offered @embedded @long", async ({
  page,
  foyer,
}) => {
  const known = await openEntry(page, foyer);
  const original = await photo("#246");
  await choose(page, { name: "PXL_1.jpg", buffer: original });
  const question = page.getByRole("dialog");
  await expect(question.getByRole("heading")).toHaveText(
    "Take camera, date and place out of this photo?",
  );
  expect(await violationsInBothSchemes(page)).toEqual([]);
  await question.getByRole("button", { name: "Take out" }).click();
  await isDrawn(page);
  await expect(strip(page)).toContainText("This photo was taken on 3 Dec 2026, 14:05");

  await strip(page).getByRole("button", { name: "Use this date" }).click();
  const place = strip(page).getByRole("button", { name: "Use this place" });
  await expect(place).toBeFocused();
  await place.click();
  await expect(strip(page).getByRole("button", { name: "Add photos" })).toBeFocused();
  await expect(page.locator(".entry-when")).toContainText("3 December 2026");
  await expect(page.locator(".entry-fields")).toContainText("52.5");
  await expect(strip(page).locator(".exif-offer")).toHaveCount(0);
  await sent(page);
  await saved(page);
  // The photo itself, and two smaller ones.
  expect(await objectsOf(foyer.origin, known)).toBe(3);

  await thumbs(page).first().click();
  await isDrawn(page, ".photo-viewer img");
  // Nobody has said what it shows: its name is better than nothing.
  await expect(viewer(page).getByRole("img")).toHaveAttribute("alt", "PXL_1.jpg");
  await expect(viewer(page)).toContainText("1200 × 2000");
  await viewer(page).getByLabel("Caption").fill("The canal in the evening");
  await viewer(page).getByLabel("Description").fill("Water, and a white house");
  expect(await violationsInBothSchemes(page)).toEqual([]);
  const file = await downloaded(page);
  expect(await readExif(new Blob([new Uint8Array(file)]))).toEqual({});
  expect(file.includes("Camera of Ann")).toBe(false);
  const pixels = (bytes: Buffer) => sharp(bytes).raw().toBuffer();
  expect((await pixels(file)).equals(await pixels(original))).toBe(true);
  await page.keyboard.press("Escape");
  await expect(viewer(page)).toHaveCount(0);
  // Esc closes what is in front, not the entry.
  await expect(strip(page)).toBeVisible();
  await saved(page);

  await page.reload();
  await isDrawn(page);
  await expect(thumbs(page).getByRole("img")).toHaveAttribute("alt", "Water, and a white house");
});

test("a photo that was not sent before the tab was closed goes by itself, without being chosen again @embedded @long", async ({
  page,
  context,
  foyer,
  watch,
}) => {
  watch.expectFault(/ERR_FAILED/);
  const known = await openEntry(page, foyer);
  await context.route(/\/v0\/b\//, (route) =>
    route.request().method() === "POST" ? route.abort("failed") : route.continue(),
  );
  await choose(page, { name: "a.jpg", buffer: await photo("#a33", false) });
  await isDrawn(page);
  await expect(page.locator(".photo-state")).toContainText("Waits");
  await saved(page);
  expect(await objectsOf(foyer.origin, known)).toBe(0);
  await page.close();

  const next = await context.newPage();
  await setMotion(next, "quick");
  await open(next, `${path}?entry=${known.journal}.${entry.id}`);
  await isDrawn(next);
  await expect(next.locator(".photo-state")).toHaveCount(1);
  await context.unroute(/\/v0\/b\//);
  await next.reload();
  await expect.poll(() => objectsOf(foyer.origin, known)).toBe(3);
  await sent(next);
  await isDrawn(next);
});

test("without a connection a photo that is added is seen at once, and goes when the connection is back @embedded", async ({
  page,
  context,
  foyer,
  watch,
}) => {
  watch.expectFault(/ERR_INTERNET_DISCONNECTED|WebSocket/);
  const known = await openEntry(page, foyer);
  // What draws photos comes before there is one.
  await expect
    .poll(() =>
      page.evaluate(() =>
        performance.getEntriesByType("resource").some(({ name }) => name.includes("/photo-urls-")),
      ),
    )
    .toBe(true);
  await context.setOffline(true);
  await choose(page, { name: "a.jpg", buffer: await photo("#a33", false) });
  await isDrawn(page);
  await expect(page.locator(".photo-state")).toHaveText("Waits for a connection");
  await context.setOffline(false);
  await sent(page);
  await expect.poll(() => objectsOf(foyer.origin, known)).toBe(3);
});

test("another device says so while a photo is still on its way to it @embedded @long", async ({
  page,
  browser,
  context,
  foyer,
  watch,
}) => {
  watch.expectFault(/ERR_FAILED|status of 404/);
  const known = await openEntry(page, foyer);
  await context.route(/\/v0\/b\//, (route) =>
    route.request().method() === "POST" ? route.abort("failed") : route.continue(),
  );
  await choose(page, { name: "a.jpg", buffer: await photo("#363", false) });
  await isDrawn(page);
  await saved(page);

  const phone = await browser.newContext({ baseURL: foyer.origin });
  const seen = await phone.newPage();
  await setMotion(seen, "quick");
  await open(seen, `${path}?entry=${known.journal}.${entry.id}`);
  await signIn(seen, known.email);
  await expect(strip(seen)).toContainText("On its way");
  await context.unroute(/\/v0\/b\//);
  await page.reload();
  await sent(page);
  await expect.poll(() => objectsOf(foyer.origin, known)).toBe(3);
  await seen.reload();
  await isDrawn(seen);
  await phone.close();
});

test("a photo goes to the server, and another device shows it and takes it back @long", async ({
  page,
  browser,
  foyer,
}) => {
  const known = await openEmptyJournal(page);
  await page.getByRole("button", { name: "Write the first entry" }).click();
  await page.keyboard.type("With a photo");
  const original = await photo("#275", false);
  await choose(page, { name: "a.jpg", buffer: original });
  await isDrawn(page);
  await sent(page);
  await saved(page);

  const phone = await browser.newContext({ baseURL: foyer.origin });
  const seen = await phone.newPage();
  await setMotion(seen, "quick");
  await open(seen, new URL(page.url()).pathname + new URL(page.url()).search);
  await signIn(seen, known.email);
  await isDrawn(seen);
  await thumbs(seen).first().click();
  expect((await downloaded(seen)).equals(original)).toBe(true);
  await phone.close();
});

test("a picture that is pasted into the text stands there, is read there, and is in the strip @embedded @long", async ({
  page,
  foyer,
}) => {
  await openEntry(page, foyer);
  await page.getByRole("button", { name: "Write on" }).click();
  const text = page.locator(".editor-text");
  await expect(text).toBeFocused();
  const base64 = (await photo("#639", false)).toString("base64");
  await text.evaluate((element, data) => {
    const bytes = Uint8Array.from(atob(data), (letter) => letter.codePointAt(0)!);
    const clipboardData = new DataTransfer();
    clipboardData.items.add(new File([bytes], "pasted.jpg", { type: "image/jpeg" }));
    element.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true }));
  }, base64);
  await isDrawn(page, ".editor-picture img");
  await expect(thumbs(page)).toHaveCount(1);
  await page.locator(".editor-picture").getByLabel("Caption").fill("Seen from the bridge");
  await saved(page);

  await page.reload();
  await isDrawn(page, ".entry-prose img");
  await expect(page.locator(".entry-prose figcaption")).toHaveText("Seen from the bridge");
});

test("what a camera wrote is taken out of a file that is kept already @embedded @long", async ({
  page,
  foyer,
  watch,
}) => {
  // It is asked first whether there is one of the name.
  watch.expectFault(/status of 412/);
  const known = await openEntry(page, foyer);
  const original = await photo("#529");
  await choose(page, { name: "a.jpg", buffer: original });
  await page.getByRole("dialog").getByRole("button", { name: "Keep as they are" }).click();
  await expect(thumbs(page)).toHaveCount(1);
  await sent(page);
  await thumbs(page).first().click();
  expect((await downloaded(page)).equals(original)).toBe(true);
  const strips = viewer(page).getByRole("button", { name: "Take camera data out…" });
  await strips.click();
  const question = page.getByRole("dialog", { name: "Take camera, date and place" });
  await question.getByRole("button", { name: "Take out", exact: true }).click();
  await expect(question).toHaveCount(0);
  await expect(viewer(page)).toContainText("Taken out.");
  await saved(page);
  await expect(viewer(page)).not.toContainText(/Waits|Saving/);
  await page.reload();
  await thumbs(page).first().click();
  const file = await downloaded(page);
  expect(await readExif(new Blob([new Uint8Array(file)]))).toEqual({});
  const pixels = (bytes: Buffer) => sharp(bytes).raw().toBuffer();
  expect((await pixels(file)).equals(await pixels(original))).toBe(true);
  expect(await objectsOf(foyer.origin, known)).toBe(3);
});

test("what is no photo is said by its name, and the others are added @embedded", async ({
  page,
  foyer,
}) => {
  await openEntry(page, foyer);
  await choose(
    page,
    { name: "notes.txt", buffer: Buffer.from("no picture"), mimeType: "text/plain" },
    { name: "a.jpg", buffer: await photo("#456", false) },
  );
  await expect(strip(page).getByRole("alert")).toContainText("notes.txt: This is no picture.");
  await expect(thumbs(page)).toHaveCount(1);
  await strip(page).getByRole("button", { name: "Let it go: notes.txt" }).click();
  await expect(strip(page).getByRole("alert")).toHaveCount(0);
});

test("a deleted photo comes back by undo, and its files go for good with its entry @embedded @long", async ({
  page,
  foyer,
}) => {
  const known = await openEntry(page, foyer);
  await choose(page, { name: "a.jpg", buffer: await photo("#777", false) });
  await sent(page);
  await expect.poll(() => objectsOf(foyer.origin, known)).toBe(3);
  await thumbs(page).first().click();
  await viewer(page).getByRole("button", { name: "Delete photo" }).click();
  await expect(thumbs(page)).toHaveCount(0);
  await page.locator(".toasts").getByRole("button", { name: "Undo" }).click();
  await expect(thumbs(page)).toHaveCount(1);
  await isDrawn(page);
  await saved(page);
  expect(await objectsOf(foyer.origin, known)).toBe(3);

  await page
    .getByRole("article", { name: "Entry" })
    .getByRole("button", { name: "Delete" })
    .click();
  await open(page, `${path}?view=trash`);
  await page.getByRole("button", { name: "Delete “A walk” for good" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete for good" }).click();
  await expect.poll(() => objectsOf(foyer.origin, known)).toBe(0);
});

test("the gallery has photos by month, walks by the arrows, and leads to their entries @embedded @long", async ({
  page,
  foyer,
}) => {
  await openEntry(page, foyer);
  await choose(
    page,
    { name: "b.jpg", buffer: await photo("#a63", false) },
    { name: "c.jpg", buffer: await photo("#3a6") },
  );
  // One of them has nothing to take out.
  await expect(page.getByRole("dialog").getByRole("heading")).toHaveText(
    "Take camera, date and place out of 1 of 2 photos?",
  );
  await page.getByRole("dialog").getByRole("button", { name: "Keep as they are" }).click();
  await expect(thumbs(page)).toHaveCount(2);
  await sent(page);
  await open(page, `${path}?view=gallery`);
  const months = page.locator(".gallery-month");
  await expect(months).toHaveText(["December 20261", "November 20261"]);
  await isDrawn(page);
  expect(await violationsInBothSchemes(page)).toEqual([]);
  const grid = page.getByRole("region", { name: "Photos by month" }).getByRole("button");
  await grid.first().focus();
  await page.keyboard.press("ArrowRight");
  await expect(grid.nth(1)).toBeFocused();
  // The line above is that of another month, and has one photo.
  await page.keyboard.press("ArrowUp");
  await expect(grid.first()).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await expect(grid.nth(1)).toBeFocused();
  // They have the room that a list leaves.
  const width = async (name: string) => (await page.locator(name).boundingBox())?.width;
  expect(await width(".journal-gallery")).toBeGreaterThan(45 * 16);
  await page.keyboard.press("Enter");
  await expect(viewer(page)).toContainText("2 of 2");
  await viewer(page).getByRole("button", { name: "Previous" }).click();
  await expect(viewer(page)).toContainText("1 of 2");
  // The first one has none before it; the keys go on working.
  const previous = viewer(page).getByRole("button", { name: "Previous" });
  await expect(previous).toBeFocused();
  await expect(previous).toHaveAttribute("aria-disabled", "true");
  await page.keyboard.press("ArrowRight");
  await expect(viewer(page)).toContainText("2 of 2");
  await viewer(page).getByRole("button", { name: "Open the entry" }).click();
  await expect(page.getByRole("article", { name: "Entry" })).toBeVisible();
});

test("a photo of a private journal waits sealed while it is locked, and is seen again once it is unlocked @embedded @long", async ({
  page,
  context,
  watch,
  foyer,
}) => {
  watch.expectFault(/ERR_FAILED|ERR_FILE_NOT_FOUND/);
  const passphrase = "a long walk by the sea";
  const known = await openEmptyJournal(page);
  await makePrivate(page, { name: "Secret", passphrase });
  await beginEntry(page, "Secret");
  await page.keyboard.type("With a photo");
  await context.route(/\/v0\/b\//, (route) =>
    route.request().method() === "POST" ? route.abort("failed") : route.continue(),
  );
  await choose(page, { name: "a.jpg", buffer: await photo("#163", false) });
  await isDrawn(page);
  await expect(page.locator(".photo-state")).toHaveCount(1);
  await saved(page);
  const journal = /entry=(s[a-z0-9]{20})\./.exec(page.url())?.[1] ?? "";
  const shown = await page.locator(".photo-thumb img").first().getAttribute("src");
  await lock(page);
  // Nothing that was opened can be had by its old address.
  const isThere = page.evaluate(async (url) => {
    const image = new Image();
    image.src = url;
    return image.decode().then(
      () => true,
      () => false,
    );
  }, shown!);
  expect(await isThere).toBe(false);
  await context.unroute(/\/v0\/b\//);
  await page.reload();
  expect(await objectsOf(foyer.origin, { ...known, journal })).toBe(0);

  await unlock(page, passphrase);
  await expect.poll(() => objectsOf(foyer.origin, { ...known, journal })).toBe(3);
  await isDrawn(page);
  await sent(page);
});

test("a photo that waits while another device encrypts its journal is sent sealed, and never plain @embedded @long", async ({
  page,
  browser,
  context,
  foyer,
  watch,
}) => {
  watch.expectFault(/ERR_FAILED|status of 404/);
  const passphrase = "a long walk by the sea";
  const known = await openEntry(page, foyer);
  await context.route(/\/v0\/b\//, (route) =>
    route.request().method() === "POST" ? route.abort("failed") : route.continue(),
  );
  await choose(page, { name: "a.jpg", buffer: await photo("#163", false) });
  await isDrawn(page);
  await saved(page);

  const laptop = await browser.newContext({ baseURL: foyer.origin });
  const other = await laptop.newPage();
  await setMotion(other, "quick");
  await open(other, `${path}?view=settings`);
  await signIn(other, known.email);
  await encryptJournal(other, passphrase);
  const dialog = other.getByRole("dialog");
  await dialog.getByRole("button", { name: "Go on without" }).click();
  await expect(other.locator(".toasts")).toContainText("is encrypted now.");
  await laptop.close();

  await context.unroute(/\/v0\/b\//);
  await page.goto(path);
  await unlock(page, passphrase);
  await page.locator(".entry-opener").first().click();
  await expect(strip(page)).toBeVisible();
  const journal = /entry=(s[a-z0-9]{20})\./.exec(page.url())?.[1] ?? "";
  await expect
    .poll(() => objectsOf(foyer.origin, { ...known, journal }), { timeout: 60_000 })
    .toBe(3);
  await sent(page);
  await isDrawn(page);
  expect(await objectsOf(foyer.origin, known)).toBe(0);
});

test.describe("a site with a map", () => {
  const host = "https://tiles.example.com";
  test.use({
    ownSite: true,
    siteEnv: {
      FOYER_MAP_TILES: `${host}/{z}/{x}/{y}.png`,
      FOYER_MAP_ATTRIBUTION: "© Map makers https://example.com/about-the-map",
    },
  });

  test("shows where photos were taken, and asks nobody before somebody wants to see it @embedded @long", async ({
    page,
    foyer,
    watch,
  }) => {
    watch.expectFault(/^request to another origin: https:\/\/tiles\.example\.com\//);
    let asked = 0;
    await page.route(`${host}/**`, (route) => {
      asked += 1;
      return route.fulfill({ contentType: "image/png", body: pixel });
    });
    await openEntry(page, foyer);
    await choose(page, { name: "c.jpg", buffer: await photo("#3a6") });
    await page.getByRole("dialog").getByRole("button", { name: "Keep as they are" }).click();
    await expect(thumbs(page)).toHaveCount(1);
    await saved(page);
    await open(page, `${path}?view=map`);
    const place = page.getByRole("list", { name: "Places" }).getByRole("listitem");
    await expect(place).toContainText(["A walk"]);
    await expect(page.locator(".map-block")).toContainText(
      "Its pictures come from tiles.example.com",
    );
    expect(asked).toBe(0);
    await page.getByRole("button", { name: "Show map" }).click();
    const map = page.getByRole("region", { name: "Map of the places" });
    await expect(map.locator(".map-pin")).toHaveCount(1);
    await expect.poll(() => asked).toBeGreaterThan(0);
    expect(await violationsInBothSchemes(page)).toEqual([]);
    await map.locator(".map-pin").press("Enter");
    await expect(place).toHaveAttribute("aria-current", "true");
    // What is typed beside it does not make the map anew.
    const pin = map.locator(".map-pin");
    await pin.evaluate((element) => element.setAttribute("data-first", ""));
    await place.getByRole("button", { name: /A walk/ }).click();
    const article = page.getByRole("article", { name: "Entry" });
    await article.getByRole("button", { name: "Write on" }).click();
    await expect(page.locator(".editor-text")).toBeFocused();
    await page.keyboard.type("More words.");
    await saved(page);
    await expect(pin).toHaveAttribute("data-first", "");
  });
});

const pixel = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mM8c+bMfwAGgAMBIl3qJAAAAABJRU5ErkJggg==",
  "base64",
);

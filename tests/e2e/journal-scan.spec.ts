/**
 * Nothing of a private journal can be read where it is kept: not on the wire, not in the data folder, not in the browser.
 * The same search finds all of it in a plain one. docs/journal.md
 */
import { mkdtemp, readFile, readdir, rm } from "node:fs/promises";
import { type AddressInfo, type Socket, connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { crc32, deflateSync } from "node:zlib";
import type { BrowserContext, Page } from "@playwright/test";
import type { FoyerProcess } from "../support/foyer-process.ts";
import { type WordForms, formsOf, formsOfBytes, foundIn } from "../support/find-words.ts";
import { keptIn } from "../support/kept-in-page.ts";
import { seededRandom } from "../support/seeded-random.ts";
import {
  beginEntry,
  lock,
  makePlain,
  makePrivate,
  saved,
  unlock,
} from "../support/journal-steps.ts";
import { createAccount } from "../support/sign-in-steps.ts";
import { expect, open, test } from "../support/site-test.ts";

test.use({ ownSite: true, trace: "off" });
test.describe.configure({ timeout: 240_000 });

/** Of the kind: so that what is found says where it came from. */
function markersOf(kind: string) {
  const mark = (what: string) => `${what}${kind}Zwetschgenkuchen${what.length}ß`;
  return {
    journal: mark("Journal"),
    title: mark("Title"),
    text: mark("Text"),
    later: mark("Later"),
    tag: mark("Tag"),
    person: mark("Person"),
    place: mark("Place"),
    template: mark("Template"),
    templateText: mark("Templatetext"),
    caption: mark("Caption"),
    alt: mark("Alt"),
    fileName: mark("File"),
    linkWords: mark("Linkwords"),
    link: `Link${kind}Zwetschgenkuchen`,
    photoWords: `Photowords${kind}Zwetschgenkuchen`,
  };
}
type Markers = ReturnType<typeof markersOf>;

/** A picture of noise, which no packing makes shorter, with words beside its pixels. */
function pngOf(seed: number, words: string): { file: Buffer; pixels: Buffer } {
  const random = seededRandom(seed);
  const [width, height] = [64, 64];
  const rows = Buffer.alloc((width * 3 + 1) * height);
  for (let at = 0; at < rows.length; at += 1) {
    rows[at] = at % (width * 3 + 1) === 0 ? 0 : random.below(256);
  }
  const packed = deflateSync(rows, { level: 0 });
  const chunk = (name: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(name, "latin1"), data]);
    const ends = Buffer.alloc(8);
    ends.writeUInt32BE(data.length);
    ends.writeUInt32BE(crc32(body), 4);
    return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)]);
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width);
  head.writeUInt32BE(height, 4);
  head.set([8, 2, 0, 0, 0], 8);
  const file = Buffer.concat([
    Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]),
    chunk("IHDR", head),
    chunk("tEXt", Buffer.from(`Comment\0${words}`, "latin1")),
    chunk("IDAT", packed),
    chunk("IEND", Buffer.alloc(0)),
  ]);
  return { file, pixels: packed.subarray(1000, 1040) };
}

/** Between browser and server: all that a browser sends, as it is sent. Of uploads Chromium tells nobody the bytes. */
async function openTap(port: number) {
  const parts: Buffer[] = [];
  const sockets = new Set<Socket>();
  const tap = createServer((browser) => {
    const server = connect(port, "127.0.0.1");
    for (const [one, other] of [
      [browser, server],
      [server, browser],
    ] as const) {
      sockets.add(one);
      one.on("error", () => other.destroy());
      one.on("close", () => other.destroy());
      one.pipe(other);
    }
    browser.on("data", (part) => parts.push(Buffer.from(part as Buffer)));
  });
  await new Promise<void>((resolve) => tap.listen(0, "127.0.0.1", resolve));
  return {
    origin: `http://localhost:${(tap.address() as AddressInfo).port}`,
    bytes: () => Buffer.concat(parts),
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => tap.close(resolve));
    },
  };
}

type Wire = { parts: Buffer[]; bytes: () => Buffer };

/** All that goes out of the page and comes back: addresses, headers, bodies, frames of sockets. */
function listen(context: BrowserContext): Wire {
  const parts: Buffer[] = [];
  const take = (text: string | Buffer | null) => {
    if (text !== null) parts.push(Buffer.from(text));
  };
  context.on("request", (request) => {
    if (!isOnWire(request.url())) return;
    take(request.url());
    take(JSON.stringify(request.headers()));
    take(request.postDataBuffer());
  });
  context.on("response", (response) => {
    // What a page is made of is the same for everybody.
    if (!isOnWire(response.url()) || response.url().includes("/assets/")) return;
    response.body().then(take, () => undefined);
  });
  context.on("page", (page) =>
    page.on("websocket", (socket) => {
      socket.on("framesent", ({ payload }) => take(payload));
      socket.on("framereceived", ({ payload }) => take(payload));
    }),
  );
  return { parts, bytes: () => Buffer.concat(parts.flatMap((part) => [part, Buffer.from("\n")])) };
}

/** What a page has made for itself goes nowhere. */
const isOnWire = (url: string): boolean => /^(?:https?|wss?):/.test(url);

/** By their paths there. */
async function filesBelow(folder: string): Promise<[path: string, bytes: Buffer][]> {
  const all = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = all.filter((one) => one.isFile());
  return Promise.all(
    files.map(async ({ parentPath, name }) => {
      const path = join(parentPath, name);
      // Some are gone again before they are read.
      const bytes = await readFile(path).catch(() => Buffer.alloc(0));
      return [relative(folder, path), Buffer.concat([Buffer.from(`${name}\n`), bytes])];
    }),
  );
}

async function writeAll(page: Page, journal: string, words: Markers, photo: Buffer): Promise<void> {
  await beginEntry(page, journal);
  await page.keyboard.type(`${words.text} and what else was there. `);
  await expect(page.locator(".journal-page .editor-text")).toBeFocused();
  await page.keyboard.press("Control+k");
  const link = page.getByRole("dialog");
  await link.getByLabel("Address").fill(`https://example.com/${words.link}`);
  await link.getByLabel("Words").fill(words.linkWords);
  await link.getByRole("button", { name: "Add link" }).click();
  await expect(link).toHaveCount(0);
  await page.getByRole("textbox", { name: "Title" }).fill(words.title);
  const addTo = async (button: string, field: string, value: string) => {
    await page.getByRole("button", { name: button }).click();
    const group = page.getByRole("group", { name: field });
    const input = group.getByRole("combobox").or(group.getByRole("textbox")).first();
    await input.fill(value);
    await input.press("Enter");
    await group.getByRole("button", { name: "Done" }).click();
  };
  await addTo("Add tags", "Tags", words.tag);
  await addTo("Add people", "People", words.person);
  await addTo("Add place", "Place", words.place);
  await page
    .getByRole("region", { name: "Photos" })
    .locator("input[type=file]")
    .setInputFiles({ name: `${words.fileName}.png`, mimeType: "image/png", buffer: photo });
  await page.locator(".photo-thumb").click();
  const viewer = page.getByRole("dialog");
  await viewer.getByLabel("Caption").fill(words.caption);
  await viewer.getByLabel("Description").fill(words.alt);
  await page.keyboard.press("Escape");
  await expect(viewer).toHaveCount(0);
  await saved(page);
  await page.goto(`${new URL(page.url()).pathname}?view=templates&journal=${journalOf(page)}`);
}

const journalOf = (page: Page): string =>
  new URL(page.url()).searchParams.get("entry")?.split(".")[0] ??
  new URL(page.url()).searchParams.get("journal") ??
  "";

async function writeTemplate(page: Page, words: Markers): Promise<void> {
  await page.getByRole("button", { name: "New template" }).first().click();
  const region = page.getByRole("region", { name: "Templates" });
  await region.getByLabel("Name").fill(words.template);
  const text = region.getByRole("textbox", { name: "Text of the template" });
  await text.click();
  await page.keyboard.type(words.templateText);
  await region.getByRole("button", { name: /^Done with/ }).click();
  await saved(page);
}

/** Looked for, opened from what is found, and written on: what is kept to search is kept by then. */
async function search(page: Page, words: Markers): Promise<void> {
  await page
    .getByRole("navigation", { name: "Views and journals" })
    .getByRole("link", { name: "All entries" })
    .click();
  const field = page.getByPlaceholder("Words, tags, people, places");
  await field.fill(words.text);
  await expect(page.getByText(words.title).first()).toBeVisible();
  await page.getByText(words.title).first().click();
  await page
    .getByRole("textbox", { name: "Text", exact: true })
    .or(page.getByRole("button", { name: "Write on" }))
    .first()
    .click();
  await page.keyboard.press("Control+End");
  await page.keyboard.type(` ${words.later}`);
  await saved(page);
}

/** Of those names, which were found nowhere in that place. */
const missingIn = (found: readonly string[], place: string, names: readonly string[]): string[] =>
  names.filter(
    (name) => !found.some((one) => one.startsWith(place) && one.includes(`: ${name} as `)),
  );

for (const kind of ["Plain", "Private"] as const) {
  const isPrivate = kind === "Private";
  const what = isPrivate
    ? "nothing of a private journal can be read"
    : "the search finds all of a plain one";
  const tag = isPrivate ? "" : " @long";
  test(`${what}: on the wire, in the data folder, in the browser${tag}`, async ({
    playwright,
    foyer,
    proxy,
    ignoreHTTPSErrors,
    launchOptions,
  }) => {
    const folder = await mkdtemp(join(tmpdir(), "foyer-scan-"));
    const words = markersOf(kind);
    const passphrase = `Passphrase${kind} Zwetschgenkuchen sieben`;
    const photo = pngOf(7, words.photoWords);
    await using tap = await openTap(foyer.port);
    const context = await playwright.chromium.launchPersistentContext(folder, {
      ...launchOptions,
      ...(proxy && { proxy, ignoreHTTPSErrors }),
      baseURL: tap.origin,
      serviceWorkers: "block",
      viewport: { width: 1440, height: 900 },
    });
    try {
      const wire = listen(context);
      const page = await context.newPage();
      page.setDefaultTimeout(20_000);
      await open(page, "/AdvancedJournal");
      await createAccount(page);
      let recoveryKey = "";
      if (isPrivate) {
        recoveryKey = await makePrivate(page, { name: words.journal, passphrase });
      } else await makePlain(page, words.journal);
      await writeAll(page, words.journal, words, photo.file);
      if (isPrivate) await unlock(page, passphrase);
      await writeTemplate(page, words);
      await search(page, words);
      // Offline, something waits: also what is not sent is nowhere to be read.
      await context.setOffline(true);
      await page.keyboard.type(` ${words.later}`);
      await expect(page.locator(".sync-state")).toContainText(/offline/i);
      const waiting = await keptIn(page);
      await context.setOffline(false);
      await saved(page);
      if (isPrivate) await lock(page);
      const places: Record<string, Buffer> = {
        wire: Buffer.concat([wire.bytes(), tap.bytes()]),
        browser: Buffer.concat([waiting, await keptIn(page)]),
        address: Buffer.from(page.url()),
      };
      await context.close();
      for (const [name, bytes] of await filesBelow(folder)) places[`profile/${name}`] = bytes;
      for (const [name, bytes] of await filesBelow(dataOf(foyer))) places[`server/${name}`] = bytes;
      places["server/log"] = Buffer.from(foyer.logs());
      const forms: WordForms = [
        ...formsOf([
          ...Object.values(words),
          ...(isPrivate ? [passphrase, recoveryKey, recoveryKey.replaceAll("-", "")] : []),
        ]),
        ...formsOfBytes("pixels", photo.pixels),
      ];
      const found = Object.entries(places).flatMap(([place, bytes]) =>
        foundIn(bytes, forms).map((what) => `${place}: ${what}`),
      );
      if (isPrivate) return expect(found).toEqual([]);
      const all = [...Object.values(words), "pixels"].toSorted();
      // The original goes from the browser once the server has it.
      const ofPhoto = ["pixels", words.photoWords].toSorted();
      const ofWords = all.filter((one) => !ofPhoto.includes(one));
      // Between a browser and Google's hosts there is no tap: of what is uploaded nobody is told the bytes.
      expect(missingIn(found, "wire", foyer.standIn ? ofWords : all)).toEqual([]);
      expect(missingIn(found, "server", all)).toEqual([]);
      expect(missingIn(found, "browser", all)).toEqual(ofPhoto);
      // Some of its files are packed: what is in them is what is looked at value by value.
      expect(missingIn(found, "profile", all).length).toBeLessThan(all.length);
      expect(missingIn(found, "address", all)).toEqual(all);
    } finally {
      await context.close().catch(() => undefined);
      await rm(folder, { recursive: true, force: true });
    }
  });
}

/** Where the server keeps what it has, or the stand-in for Firebase. */
const dataOf = (site: FoyerProcess): string => site.standIn?.dataDir ?? site.dataDir;

/** The rows that are there: what was deleted lies in the file of SQLite until its room is used again. */
async function liveRowsOf(dataDir: string): Promise<Buffer> {
  const copy = join(dataDir, "live-rows");
  const database = new DatabaseSync(join(dataDir, "foyer.sqlite"), { readOnly: true });
  database.prepare("VACUUM INTO ?").run(copy);
  database.close();
  const bytes = await readFile(copy);
  await rm(copy);
  return bytes;
}

test("after a plain journal was encrypted nothing of it can be read, but in what is deleted @long", async ({
  page,
  foyer,
  backend,
  watch,
}) => {
  // Whether a file is there is asked before it is sent.
  if (backend === "hosted") watch.expectFault(/status of 404.*firebasestorage/);
  const words = markersOf("Once");
  const folder = dataOf(foyer);
  const photo = pngOf(8, words.photoWords);
  const forms = [...formsOf(Object.values(words)), ...formsOfBytes("pixels", photo.pixels)];
  const look = async () => {
    const files = (await filesBelow(folder)).filter(([name]) => !name.includes(".sqlite"));
    const all = [...files, ["live rows", await liveRowsOf(folder)] as const];
    return all.flatMap(([name, bytes]) => foundIn(bytes, forms).map((what) => `${name}: ${what}`));
  };
  page.setDefaultTimeout(20_000);
  await open(page, "/AdvancedJournal");
  await createAccount(page);
  await makePlain(page, words.journal);
  await writeAll(page, words.journal, words, photo.file);
  await writeTemplate(page, words);
  const journal = journalOf(page);
  const written = [...Object.values(words), "pixels"].filter((one) => one !== words.later);
  expect(missingIn(await look(), "", written)).toEqual([]);
  await page.goto(`/AdvancedJournal?view=settings&journal=${journal}`);
  await page.getByRole("button", { name: "Encrypt this journal…" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Passphrase", { exact: true }).fill("seven words of nobody");
  await dialog.getByLabel("The same again").fill("seven words of nobody");
  await dialog.getByRole("button", { name: "Next" }).click();
  const last = await dialog.locator(".recovery-key span").last().innerText();
  await dialog.getByLabel("Its last four letters").fill(last);
  await dialog.getByRole("button", { name: "Encrypt the journal" }).click();
  await expect(page.getByText("is encrypted now.")).toBeVisible({ timeout: 60_000 });
  await saved(page);
  // The content of a file goes once nobody reads it any more.
  await expect.poll(look, { timeout: 60_000 }).toEqual([]);
  expect(foundIn(await keptIn(page), forms)).toEqual([]);
});

/** Files as they are looked at: each kind in its own way, also broken, large and hostile ones; what is known of them. */
import type { BrowserContext, Locator, Page } from "@playwright/test";
import { makeZip } from "client-zip";
import sharp from "sharp";
import { hostileFiles } from "../reliability/stored-xss-files.ts";
import { violationsInBothSchemes } from "../support/axe.ts";
import {
  type DriveOwner,
  driveActs,
  fillDrive,
  madeDriveId,
  storeDriveBytes,
  storeDriveObject,
} from "../support/drive-filled.ts";
import {
  japanesePdf,
  jbig2Pdf,
  jpeg2000Pdf,
  largePdf,
  scriptPdf,
  textPdf,
} from "../support/pdf-samples.ts";
import { createAccount, signOut } from "../support/sign-in-steps.ts";
import { expect, open, test } from "../support/site-test.ts";

test.describe.configure({ timeout: 60_000 });

const pictureOf = (colour: string, width = 640, height = 400) =>
  sharp({ create: { width, height, channels: 3, background: colour } });
const preview = (page: Page) => page.locator(".drive-preview");
const button = (place: Page | Locator, name: string | RegExp) =>
  place.getByRole("button", { name, exact: typeof name === "string" });
const svg =
  '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40"><rect width="40" height="40" fill="green"/></svg>';

/** One tone, as cameras and phones never write it, but every browser plays. @param seconds of 8,000 bytes each */
function tone(seconds: number): Buffer {
  const head = Buffer.alloc(44);
  const bytes = seconds * 8000;
  head.write("RIFF", 0);
  head.writeUInt32LE(36 + bytes, 4);
  head.write("WAVEfmt ", 8);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(8000, 24);
  head.writeUInt32LE(8000, 28);
  head.writeUInt16LE(1, 32);
  head.writeUInt16LE(8, 34);
  head.write("data", 36);
  head.writeUInt32LE(bytes, 40);
  return Buffer.concat([head, Buffer.alloc(bytes, 0x80)]);
}

/** Recorded by the browser itself: 64 by 48 pixels, less than a second. */
async function clip(page: Page): Promise<Buffer> {
  const bytes = await page.evaluate(async () => {
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [64, 48];
    const context = canvas.getContext("2d");
    const recorder = new MediaRecorder(canvas.captureStream(20), { mimeType: "video/webm" });
    const pieces: Blob[] = [];
    recorder.addEventListener("dataavailable", ({ data }) => pieces.push(data));
    const stopped = new Promise((resolve) => recorder.addEventListener("stop", resolve));
    recorder.start();
    for (let frame = 0; frame < 20; frame += 1) {
      context?.fillRect(frame, frame, 8, 8);
      // oxlint-disable-next-line no-await-in-loop -- one frame after the other
      await new Promise(requestAnimationFrame);
    }
    recorder.stop();
    await stopped;
    return [...new Uint8Array(await new Blob(pieces).arrayBuffer())];
  });
  return Buffer.from(bytes);
}

async function zipOf(names: readonly string[]): Promise<Buffer> {
  const files = names.map((name) => ({
    name,
    input: `words of ${name}`,
    lastModified: new Date(2026, 10, 3, 9, 30),
  }));
  return Buffer.from(await new Response(makeZip(files)).arrayBuffer());
}

async function enter(page: Page, origin: string): Promise<DriveOwner & { email: string }> {
  await open(page, "/FileStorageApp");
  const { uid, idToken, email } = await createAccount(page);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Files");
  return { origin, uid, idToken, email };
}

async function look(page: Page, id: string | undefined): Promise<Locator> {
  await open(page, `/FileStorageApp?open=${id ?? ""}`);
  await expect(preview(page)).toBeVisible();
  return preview(page);
}

/** Of the middle of a PDF's first page. */
function middleOf(page: Page): Promise<number[]> {
  return page
    .locator(".drive-pdf-page canvas")
    .first()
    .evaluate((element) => {
      const canvas = element as HTMLCanvasElement;
      const context = canvas.getContext("2d");
      const middle = [Math.floor(canvas.width / 2), Math.floor(canvas.height / 2)] as const;
      return [...(context?.getImageData(...middle, 1, 1).data ?? [])].slice(0, 3);
    });
}

test("each kind is shown in its own way, the next one by the arrows, and Esc leads back", async ({
  page,
  foyer,
  watch,
}) => {
  // Of what is no picture there is no small one.
  watch.expectFault(/Failed to load resource.* 404 .*\/api\/drive\/thumb/);
  const owner = await enter(page, foyer.origin);
  const ids = await fillDrive(owner, {
    "01.jpg": { type: "image/jpeg", content: await pictureOf("teal").jpeg().toBuffer() },
    "02.svg": { type: "image/svg+xml", content: svg },
    "03.wav": { type: "audio/wav", content: tone(3) },
    "04.pdf": { type: "application/pdf", content: textPdf("Tide tables", 3) },
    "05.ts": { type: "video/mp2t", content: "const tide: number = 1;\n" },
    "06.md": { type: "text/markdown", content: "# Tides\n\n- *high*\n- low\n" },
    "07.csv": { type: "text/csv", content: "port;metres\nBrest;7,2\nCuxhaven;3,1\n" },
    "08.zip": { type: "application/zip", content: await zipOf(["a/one.txt", "two.txt"]) },
    "09.bin": { type: "application/octet-stream", content: Buffer.alloc(5000, 1) },
    "10.png": { type: "image/png", content: "no picture at all" },
    "11.txt": { type: "text/plain", content: Buffer.from([0x47, 0x72, 0xf6, 0xdf, 0x65]) },
  });
  const box = await look(page, ids.get("01.jpg"));
  await expect(box.getByText("1 of 11", { exact: true })).toBeVisible();
  await expect(box.getByRole("img", { name: "01.jpg" })).toHaveJSProperty("naturalWidth", 640);

  expect(await violationsInBothSchemes(page)).toEqual([]);
  const next = async (name: string) => {
    await page.keyboard.press("ArrowRight");
    await expect(box.getByRole("heading", { name })).toBeVisible();
  };
  await next("02.svg");
  await expect(box.getByRole("img", { name: "02.svg" })).toHaveJSProperty("naturalWidth", 40);
  await next("03.wav");
  await expect(box.getByLabel("03.wav")).toHaveJSProperty("duration", 3);
  await next("04.pdf");
  await expect(box.getByText("Page 1 of 3")).toBeVisible();
  await expect(box.locator(".drive-pdf-page").first()).toContainText("Tide tables");
  expect(await violationsInBothSchemes(page)).toEqual([]);
  await next("05.ts");
  await expect(box.locator("pre")).toHaveText("const tide: number = 1;\n");
  await next("06.md");
  await expect(box.getByRole("heading", { name: "Tides" })).toBeVisible();
  await expect(box.locator("li em")).toHaveText("high");
  await next("07.csv");
  await expect(box.getByRole("columnheader")).toHaveText(["port", "metres"]);
  await expect(box.getByRole("cell")).toHaveText(["Brest", "7,2", "Cuxhaven", "3,1"]);
  expect(await violationsInBothSchemes(page)).toEqual([]);
  await next("08.zip");
  await expect(box.getByRole("row").nth(1)).toHaveText("a/one.txt18 bytes2026-11-03 09:30");
  await next("09.bin");
  await expect(box.getByText("Files of this kind are not shown here.")).toBeVisible();
  await next("10.png");
  await expect(box.getByText("This browser cannot show this picture.")).toBeVisible();
  await next("11.txt");
  await expect(box.locator("pre")).toHaveText("Größe");

  await page.keyboard.press("ArrowRight");
  await expect(box.getByText("11 of 11", { exact: true })).toBeVisible();
  await button(box, "Previous").click();
  await expect(box.getByRole("heading", { name: "10.png" })).toBeVisible();
  await expect(button(box, "Previous")).toBeFocused();
  const saving = page.waitForEvent("download");
  await button(box.locator(".drive-preview-head"), "Download").click();
  expect((await saving).suggestedFilename()).toBe("10.png");
  await page.keyboard.press("Escape");
  await expect(preview(page)).toHaveCount(0);
});

test("pages of a PDF show JPEG2000, JBIG2 and Japanese, and many of them come as they are seen @long", async ({
  page,
  foyer,
}) => {
  const owner = await enter(page, foyer.origin);
  const type = "application/pdf";
  const ids = await fillDrive(owner, {
    "1.pdf": { type, content: jpeg2000Pdf() },
    "2.pdf": { type, content: jbig2Pdf() },
    "3.pdf": { type, content: japanesePdf("日本") },
    "4.pdf": { type, content: textPdf("Long", 400) },
    "5.pdf": { type, content: textPdf("Cut").subarray(0, 120) },
  });
  const worker = page.waitForResponse((answer) => /\/pdf\.worker\..*\.mjs$/.test(answer.url()));
  const box = await look(page, ids.get("1.pdf"));
  // It may run the decoders that its page hands it, and load nothing.
  expect((await worker).headers()["content-security-policy"]).toBe(
    "default-src 'none'; script-src 'wasm-unsafe-eval'",
  );
  await expect.poll(() => middleOf(page)).toEqual([200, 30, 30]);
  await page.keyboard.press("ArrowRight");
  await expect(box.getByRole("heading", { name: "2.pdf" })).toBeVisible();
  await expect.poll(() => middleOf(page).catch(() => [])).toEqual([0, 0, 0]);
  const tables = page.waitForResponse((answer) => answer.url().endsWith(".bcmap"));
  await page.keyboard.press("ArrowRight");
  expect((await tables).status()).toBe(200);
  await expect(box.locator(".drive-pdf-page")).toContainText("日本");
  await page.keyboard.press("ArrowRight");
  await expect(box.getByText("Page 1 of 400")).toBeVisible();
  await expect(box.locator(".drive-pdf-page")).toHaveCount(400);
  await expect(box.locator(".drive-pdf-page canvas").first()).toBeVisible();
  await box.locator('[data-page="399"]').scrollIntoViewIfNeeded();
  await expect(box.locator('[data-page="399"] canvas')).toBeVisible();
  await expect(box.locator('[data-page="1"] canvas')).toHaveCount(0);
  expect(await box.locator("canvas").count()).toBeLessThan(12);
  await button(box, "Next").click();
  await expect(box.getByText("This PDF is damaged, or no PDF.")).toBeVisible();
});

/** What a file does when it runs is told by all of these. */
function collectRuns(context: BrowserContext): string[] {
  const ran: string[] = [];
  context.on("dialog", (asked) => {
    ran.push(asked.message());
    void asked.dismiss();
  });
  context.on("request", (request) => {
    if (request.url().includes("/ran-")) ran.push(request.url());
  });
  context.on("page", (opened) => ran.push(`a page: ${opened.url()}`));
  return ran;
}

test("nothing of a hostile file runs in its preview, whatever it is said to be", async ({
  page,
  context,
  foyer,
  watch,
}) => {
  // Some fifty files are stored, and looked at one by one.
  test.setTimeout(180_000);
  // Pictures that are none, and what the policy forbids them.
  watch.expectFault(/.*/);
  const ran = collectRuns(context);
  const owner = await enter(page, foyer.origin);
  const [html] = hostileFiles;
  const type = "application/octet-stream";
  const named = ["md", "csv", "svg", "html", "txt", "pdf", "zip"].map((ending) => ({
    ...html!,
    id: `named.${ending}`,
    contentType: type,
  }));
  const scripted = {
    id: "run.pdf",
    content: scriptPdf('app.alert("ran-pdf")').toString("latin1"),
    contentType: "application/pdf",
  };
  const all = [...hostileFiles, ...named, scripted];
  const ids = new Map(all.map(({ id }) => [id, madeDriveId()]));
  const objects: string[] = [];
  for (const { id: _id, content, ...about } of all) {
    objects.push(await storeDriveBytes(owner, Buffer.from(content, "latin1"), about));
  }
  await driveActs(
    owner,
    all.map(({ id: name }, at) => ({
      act: "add-file",
      id: ids.get(name)!,
      parent: "",
      name,
      object: objects[at]!,
      sha256: null,
    })),
  );
  const names = all.map(({ id }) => id);
  const box = await look(page, ids.get(names[0]!));
  const seen = new Set<string>();
  const total = names.length;
  await button(box, "Previous").focus();
  for (let moves = 0; moves < total; moves += 1) await page.keyboard.press("ArrowLeft");
  for (let at = 1; at <= total; at += 1) {
    await expect(box.getByText(`${at} of ${total}`, { exact: true })).toBeVisible();
    // Each has come to its end: it is shown, or a sentence says why not.
    await expect(box.locator(".drive-preview-stage")).not.toContainText("Loading…");
    seen.add((await box.getByRole("heading", { level: 2 }).textContent()) ?? "");
    expect(await page.evaluate(() => (globalThis as { ran?: string }).ran)).toBe(undefined);
    expect(await page.title()).not.toBe("ran");
    expect(await box.locator("iframe, object, embed, script, [onerror], [onload]").count()).toBe(0);
    await page.keyboard.press("ArrowRight");
  }
  expect(seen.size).toBe(total);
  expect(await page.evaluate(() => localStorage.getItem("ran"))).toBe(null);
  expect(ran).toEqual([]);
});

/** Bytes of files that came, by their last path segment. */
function countBytes(page: Page): Map<string, number> {
  const came = new Map<string, number>();
  page.on("response", (answer) => {
    if (!answer.url().includes("/ticket/drive/")) return;
    const name = decodeURIComponent(new URL(answer.url()).pathname.split("/").at(-1) ?? "");
    const bytes = Number(answer.headers()["content-length"] ?? 0);
    came.set(name, (came.get(name) ?? 0) + bytes);
  });
  return came;
}

test("of large files only that part comes which is shown, and it says that there is more @long", async ({
  page,
  foyer,
}) => {
  const owner = await enter(page, foyer.origin);
  const came = countBytes(page);
  const names = Array.from({ length: 2000 }, (_, at) => `photos/picture ${at}.txt`);
  const zip = await zipOf(names);
  // In front of its list lies what nobody asks for.
  const large = Buffer.concat([Buffer.alloc(6_000_000, 7), zip]);
  large.writeUInt32LE(large.readUInt32LE(large.length - 6) + 6_000_000, large.length - 6);
  const ids = await fillDrive(owner, {
    "a.txt": { content: "tide \n".repeat(400_000) },
    "b.csv": { type: "text/csv", content: `n,word\n${'1,"tide, high"\n'.repeat(600_000)}` },
    "c.zip": { type: "application/zip", content: zip },
    "d.wav": { type: "audio/wav", content: tone(600) },
    "e.zip": { type: "application/zip", content: large },
    "f.pdf": { type: "application/pdf", content: largePdf("Far apart", 9_000_000) },
  });
  const box = await look(page, ids.get("a.txt"));
  await expect(box.getByText("This is the beginning of a long file.")).toBeVisible();
  await expect(button(box, "Download to see all")).toBeVisible();
  await page.keyboard.press("ArrowRight");
  await expect(box.getByText("This is the beginning of a large table.")).toBeVisible();
  await expect(box.getByRole("cell", { name: "tide, high" }).first()).toBeVisible();
  expect(await box.getByRole("row").count()).toBeLessThan(100);
  await page.keyboard.press("ArrowRight");
  await expect(box.getByText("2,000 files")).toBeVisible();
  expect(await box.getByRole("row").count()).toBeLessThan(100);
  await page.keyboard.press("ArrowRight");
  const sound = box.getByLabel("d.wav");
  await expect(sound).toHaveJSProperty("duration", 600);
  await sound.evaluate((element) => {
    (element as HTMLMediaElement).currentTime = 550;
  });
  await expect(sound).toHaveJSProperty("seeking", false);
  await expect(sound).toHaveJSProperty("currentTime", 550);
  await page.keyboard.press("ArrowRight");
  await expect(box.getByText("2,000 files")).toBeVisible();
  await page.keyboard.press("ArrowRight");
  await expect(box.locator(".drive-pdf-page")).toContainText("Far apart");
  await expect(box.locator(".drive-pdf-page canvas")).toBeVisible();
  expect(came.get("a.txt")).toBeLessThan(1_100_000);
  expect(came.get("b.csv")).toBeLessThan(5_100_000);
  expect(came.get("c.zip")).toBeLessThan(zip.length);
  expect(came.get("e.zip")).toBeLessThan(400_000);
  expect(came.get("f.pdf")).toBeLessThan(3_000_000);
});

test("what plays longer than its address is good for goes on where it broke off @long", async ({
  page,
  foyer,
  watch,
}) => {
  watch.expectFault(/Failed to load resource.* 404 .*\/ticket\/drive\//);
  const owner = await enter(page, foyer.origin);
  const ids = await fillDrive(owner, {
    "long.wav": { type: "audio/wav", content: tone(2000) },
    "short.webm": { type: "video/webm", content: await clip(page) },
  });
  const ended = new Set<string>();
  const used = new Set<string>();
  await page.route("**/ticket/drive/**", async (route) => {
    const url = route.request().url();
    if (ended.has(url)) return route.fulfill({ status: 404, body: "This address has ended." });
    used.add(url);
    return route.continue();
  });
  const box = await look(page, ids.get("long.wav"));
  const sound = box.getByLabel("long.wav");
  await expect(sound).toHaveJSProperty("duration", 2000);
  for (const url of used) ended.add(url);
  await sound.evaluate((element) => {
    (element as HTMLMediaElement).currentTime = 1900;
  });
  await expect.poll(() => used.size).toBe(2);
  await expect(sound).toHaveJSProperty("seeking", false);
  await expect(sound).toHaveJSProperty("currentTime", 1900);
  await expect(sound).toHaveJSProperty("error", null);
  await button(box, "Next").click();
  const film = box.getByLabel("short.webm");
  await expect(film).toHaveJSProperty("videoWidth", 64);
  await film.evaluate((element) => (element as HTMLMediaElement).play());
  await expect(film).toHaveJSProperty("ended", true);
});

test("a picture comes closer by wheel, buttons and keys, and goes on to the next one by a finger @long", async ({
  page,
  foyer,
}) => {
  const owner = await enter(page, foyer.origin);
  const content = await pictureOf("teal", 1600, 900).png().toBuffer();
  const ids = await fillDrive(owner, {
    "1.png": { type: "image/png", content },
    "2.png": { type: "image/png", content },
  });
  const box = await look(page, ids.get("1.png"));
  const picture = box.getByRole("img", { name: "1.png" });
  await expect(picture).toBeVisible();
  const width = async () => (await picture.boundingBox())?.width ?? 0;
  const fit = await width();
  await button(box, "Larger").click();
  await expect(box.getByText("1.5 times")).toBeVisible();
  expect(await width()).toBeCloseTo(fit * 1.5, 0);
  await page.keyboard.press("+");
  await expect(box.getByText("2.3 times")).toBeVisible();
  await page.keyboard.press("0");
  await expect.poll(width).toBeCloseTo(fit, 0);
  await picture.hover();
  await page.mouse.wheel(0, -500);
  await expect.poll(width).toBeGreaterThan(fit * 2);
  await button(box, "Fit").click();

  await page.setViewportSize({ width: 390, height: 844 });
  const place = await button(box, "Download").boundingBox();
  const room = await page.evaluate(() => document.documentElement.clientWidth);
  expect((place?.x ?? 0) + (place?.width ?? 0)).toBeLessThanOrEqual(room);

  const swipe = (from: number, to: number) =>
    box.locator(".drive-image").evaluate(
      (stage, [start, end]) => {
        const at = (x: number) =>
          new Touch({ identifier: 1, target: stage, clientX: x, clientY: 300 });
        const options = (x: number) => ({ bubbles: true, changedTouches: [at(x)] });
        stage.dispatchEvent(
          new TouchEvent("touchstart", { ...options(start), touches: [at(start)] }),
        );
        stage.dispatchEvent(new TouchEvent("touchend", { ...options(end), touches: [] }));
      },
      [from, to] as const,
    );
  await swipe(300, 100);
  await expect(box.getByRole("heading", { name: "2.png" })).toBeVisible();
  await swipe(100, 130);
  await swipe(100, 300);
  await expect(box.getByRole("heading", { name: "1.png" })).toBeVisible();
});

test("details tell all that is stored, and versions are opened, restored and deleted", async ({
  page,
  foyer,
}) => {
  const owner = await enter(page, foyer.origin);
  const ids = await fillDrive(owner, { "Letters/ann.txt": { content: "first words" } });
  const id = ids.get("Letters/ann.txt") ?? "";
  const second = await storeDriveObject(owner, "second words");
  await driveActs(owner, [{ act: "add-version", id, ...second }]);
  const box = await look(page, id);
  await expect(box.locator("pre")).toHaveText("second words");
  await button(box, "Details").click();
  const details = box.getByRole("region", { name: "ann.txt" });
  await expect(details.getByText(second.sha256)).toBeVisible();
  await expect(details.getByRole("link", { name: "Letters" })).toHaveAttribute(
    "href",
    `/FileStorageApp?folder=${ids.get("Letters/")}`,
  );
  await details.getByText("Stored metadata").click();
  const stored = details.locator("details");
  await expect(stored).toContainText(`users/${owner.uid}/files/${second.object}`);
  for (const name of ["bucket", "generation", "metageneration", "md5Hash", "contentType"]) {
    await expect(stored.locator("dt").filter({ hasText: new RegExp(`^${name}$`) })).toBeVisible();
  }

  const versions = details.getByRole("listitem");
  await expect(versions).toHaveCount(2);
  await button(versions.nth(1), /^Open/).click();
  await expect(preview(page).nth(1).locator("pre")).toHaveText("first words");
  expect(await violationsInBothSchemes(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await expect(preview(page)).toHaveCount(1);
  await button(versions.nth(1), /^Restore/).click();
  await expect(box.locator("pre")).toHaveText("first words");
  await expect(versions).toHaveCount(2);
  await button(versions.nth(1), /^Delete…/).click();
  await button(page, "Delete version").click();
  await expect(versions).toHaveCount(1);
  expect(await violationsInBothSchemes(page)).toEqual([]);
});

test("a file that is gone, and one that cannot be reached, say so, and the second one comes by itself @long", async ({
  page,
  context,
  foyer,
  watch,
}) => {
  watch.expectFault(/Failed to load resource|ERR_INTERNET_DISCONNECTED/);
  const owner = await enter(page, foyer.origin);
  const ids = await fillDrive(owner, {
    "1.txt": { content: "one" },
    "2.txt": { content: "two" },
  });
  const box = await look(page, ids.get("1.txt"));
  await expect(box.locator("pre")).toHaveText("one");
  await context.setOffline(true);
  await page.keyboard.press("ArrowRight");
  await expect(box.getByText(/You are offline|cannot be reached/)).toBeVisible();
  await context.setOffline(false);
  await expect(box.locator("pre")).toHaveText("two");
  const gone = ids.get("2.txt") ?? "";
  await driveActs(owner, [
    { act: "trash", id: gone },
    { act: "delete-for-ever", id: gone },
  ]);
  await expect(box.getByText("This file is not there any more.")).toBeVisible();
});

test("without a connection a file has its sign, and its small picture comes by itself afterwards", async ({
  page,
  foyer,
  context,
  watch,
}) => {
  watch.expectFault(/ERR_INTERNET_DISCONNECTED|did not load|could not be looked up/);
  const owner = await enter(page, foyer.origin);
  const content = await pictureOf("teal").jpeg().toBuffer();
  await fillDrive(owner, { "Photos/1.jpg": { type: "image/jpeg", content } });
  await open(page, "/FileStorageApp");
  await expect(page.locator(".drive-open")).toHaveText("Photos");
  await context.setOffline(true);
  await page.locator(".drive-open").click();
  await expect(page.locator(".drive-open")).toHaveText("1.jpg");
  await expect(page.locator(".drive-thumb .drive-kind")).toBeVisible();
  await expect(page.locator(".drive-row").getByRole("button", { name: "Try again" })).toHaveCount(
    0,
  );
  await context.setOffline(false);
  await expect(page.locator(".drive-thumb img")).toBeVisible();
});

test("small pictures are asked for once, kept in this browser, and gone with who signs out @long", async ({
  page,
  foyer,
}) => {
  const owner = await enter(page, foyer.origin);
  const asked: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/api/drive/thumb")) asked.push(request.url());
  });
  await fillDrive(owner, {
    "1.jpg": { type: "image/jpeg", content: await pictureOf("teal").jpeg().toBuffer() },
    "2.txt": { content: "no picture" },
  });
  const small = page.locator(".drive-thumb img");
  await open(page, "/FileStorageApp");
  await expect(small).toHaveCount(1);
  await expect(small).toHaveJSProperty("complete", true);
  expect(await small.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(100);
  expect(asked.length).toBe(1);
  await open(page, "/FileStorageApp");
  await expect(small).toHaveCount(1);
  expect(asked.length).toBe(1);
  const kept = () =>
    page.evaluate(async () => {
      const all = await indexedDB.databases();
      if (!all.some(({ name }) => name === "foyer-drive-thumbs")) return 0;
      const database = await new Promise<IDBDatabase>((resolve, reject) => {
        const request = indexedDB.open("foyer-drive-thumbs");
        request.addEventListener("success", () => resolve(request.result));
        request.addEventListener("error", () => reject(request.error ?? new Error("not opened")));
      });
      const counting = database.transaction("thumbs").objectStore("thumbs").count();
      const count = await new Promise<number>((resolve) =>
        counting.addEventListener("success", () => resolve(counting.result)),
      );
      database.close();
      return count;
    });
  expect(await kept()).toBe(1);
  await signOut(page);
  expect(await kept()).toBe(0);
});

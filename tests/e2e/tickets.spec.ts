/** Private files that Chromium opens by itself: as pictures, in tabs, and saved. */
import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import type { FoyerProcess } from "../support/foyer-process.ts";
import { signOut, signUpByDialog } from "../support/sign-in-steps.ts";
import type { Known } from "../support/sign-in-steps.ts";
import { expect, open, test } from "../support/site-test.ts";

const png = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

/** As the account itself; where Firebase is the backend, as who has its console. */
async function put(
  { origin, standIn }: FoyerProcess,
  { uid, idToken }: Known,
  file: { name: string; contentType: string; content: Buffer<ArrayBuffer> },
): Promise<string> {
  const name = `users/${uid}/${file.name}`;
  const { contentType, content } = file;
  if (standIn !== undefined) {
    await standIn.console.putObject(name, content, { contentType });
    return name;
  }
  const head = `--b\r\n\r\n${JSON.stringify({ contentType })}\r\n--b\r\nContent-Type: ${contentType}`;
  const answer = await fetch(`${origin}/v0/b/foyer/o?name=${encodeURIComponent(name)}`, {
    method: "POST",
    headers: {
      Authorization: `Firebase ${idToken}`,
      "Content-Type": "multipart/related; boundary=b",
    },
    body: Buffer.concat([Buffer.from(`${head}\r\n\r\n`), content, Buffer.from("\r\n--b--")]),
  });
  expect(answer.status).toBe(200);
  return name;
}

/** From the page, as the site's own code asks for one. */
function ticketFor(page: Page, { idToken }: Known, name: string): Promise<string> {
  return page.evaluate(
    async ({ token, body }) => {
      const headers = { Authorization: `Bearer ${token}`, "Content-Type": "application/json" };
      const answer = await fetch("/api/tickets", { method: "POST", headers, body });
      return ((await answer.json()) as { url: string }).url;
    },
    { token: idToken, body: JSON.stringify({ name }) },
  );
}

const follow = (page: Page, href: string) =>
  page.evaluate((to) => {
    const link = Object.assign(document.createElement("a"), { href: to });
    document.body.append(link);
    link.click();
  }, href);

test("a private picture is shown in a page and saved under its name; nobody's address opens it afterwards", async ({
  page,
  foyer,
  browser,
}) => {
  const known = await signUpByDialog(page);
  const file = { name: "Größe 1.png", contentType: "image/png", content: png };
  const name = await put(foyer, known, file);
  const url = await ticketFor(page, known, name);
  const width = await page.evaluate(async (src) => {
    const picture = Object.assign(new Image(), { src });
    await picture.decode();
    return picture.naturalWidth;
  }, url);
  expect(width).toBe(1);

  const saved = page.waitForEvent("download");
  await follow(page, `${url}?download=1`);
  const download = await saved;
  expect(download.suggestedFilename()).toBe("Größe 1.png");
  expect(await readFile(await download.path())).toEqual(png);

  // Signing out at Firebase ends no ID token.
  if (foyer.standIn !== undefined) return;
  // A context that is not watched: what others put into every page may not run in this one, and says so.
  await using elsewhere = await browser.newContext({ baseURL: foyer.origin });
  const opened = await elsewhere.newPage();
  await opened.goto(url);
  expect(await opened.evaluate(() => document.contentType)).toBe("image/png");
  // Of the name, not of the secret.
  expect(await opened.title()).toBe("Größe 1.png (1×1)");
  await signOut(page);
  await expect.poll(async () => (await page.request.get(url)).status()).toBe(403);
});

test("a page that somebody stored is saved and never runs", async ({ page, foyer }) => {
  const known = await signUpByDialog(page);
  const content = Buffer.from("<script>document.title = 'ran'; alert(1)</script>");
  for (const [name, contentType] of [
    ["page.html", "text/html"],
    ["picture.svg", "image/svg+xml"],
    ["page.xhtml", "application/xhtml+xml"],
  ] as const) {
    const stored = await put(foyer, known, { name, contentType, content });
    await open(page, "/about");
    const url = await ticketFor(page, known, stored);
    const saved = page.waitForEvent("download");
    await follow(page, url);
    expect((await saved).suggestedFilename()).toBe(name);
    expect(new URL(page.url()).pathname).toBe("/about");
  }
});

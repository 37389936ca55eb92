/** The service worker in real Chromium: what can be read without a connection, what is never kept, and how it goes. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { runCommand, startFoyer } from "../support/foyer-process.ts";
import { sampleResume } from "../support/sample-content.ts";
import { createAccount, signOut } from "../support/sign-in-steps.ts";
import { expect, hydrated, open, test } from "../support/site-test.ts";

test.use({ ownSite: true, serviceWorkers: "allow" });

const heading = (page: Page) => page.getByRole("heading", { level: 1 });

/** Paths of all that is kept, with the text of it. */
function kept(page: Page): Promise<Record<string, string>> {
  return page.evaluate(async () => {
    const found: [string, string][] = [];
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const { url } of await cache.keys())
        found.push([new URL(url).pathname, (await (await cache.match(url))?.text()) ?? ""]);
    }
    return Object.fromEntries(found);
  });
}

async function expectKept(page: Page, ...paths: string[]): Promise<void> {
  await expect
    .poll(async () => Object.keys(await kept(page)))
    .toEqual(expect.arrayContaining(paths));
}

const looks = (page: Page) =>
  page.evaluate(async () => {
    await document.fonts.ready;
    return {
      font: [...document.fonts].some(({ status }) => status === "loaded"),
      pictures: [...document.images].filter(
        ({ complete, naturalWidth }) => complete && naturalWidth,
      ).length,
      margin: getComputedStyle(document.body).margin,
    };
  });

test("what was opened is read without a connection, and with one the page is the server's @embedded", async ({
  page,
  context,
  foyer,
  watch,
}) => {
  watch.expectFault(/Failed to (?:load resource|fetch)/);
  await open(page, "/");
  // The first page of a visit is loaded before there is a worker.
  await expectKept(page, "/", "/_.data");
  const link = page.getByRole("main").locator("a[href^='/project/']").first();
  const project = (await link.getAttribute("href")) ?? "";
  await link.click();
  await expect(page).toHaveURL(project);
  await expect.poll(async () => (await looks(page)).pictures).toBeGreaterThan(0);
  await open(page, "/about");
  await expectKept(page, project, `${project}.data`, "/about", "/about.data");
  const online = await looks(page);

  await context.setOffline(true);
  await open(page, "/about");
  await expect(heading(page)).toHaveText("About");
  expect(await looks(page)).toEqual(online);
  expect(online).toMatchObject({ font: true });
  await page.getByRole("banner").getByRole("link", { name: sampleResume.basics.name }).click();
  await expect(heading(page)).toHaveText(sampleResume.basics.name);
  await open(page, project);
  await expect(page.getByRole("main").locator("img").first()).toBeVisible();
  expect((await looks(page)).pictures).toBeGreaterThan(0);

  await page.goto("/certificates");
  await expect(heading(page)).toHaveText("You are offline");
  await page.getByRole("link", { name: /^About/ }).click();
  await hydrated(page);

  await context.setOffline(false);
  // What is pointed at comes ahead of the click, and is shown only if it is still so.
  await open(page, "/about");
  const resume = page.getByRole("main").getByRole("link", { name: "Resume" }).first();
  const ahead = page.waitForResponse((answer) => answer.url().includes("/resume.data"));
  await resume.hover();
  await (await ahead).finished();
  const file = join(foyer.dataDir, "resume-to-import.json");
  await writeFile(file, JSON.stringify({ basics: { name: "Ada Quill" } }));
  await runCommand(foyer.dataDir, "import", "resume", file);
  await resume.click();
  await expect(page).toHaveURL("/resume");
  await expect(heading(page)).toHaveText("Ada Quill");
  await page.goto("/");
  await expect(heading(page)).toHaveText("Ada Quill");

  // What is no longer public goes when the browser is told, in both its forms.
  await runCommand(foyer.dataDir, "sample", "clear");
  await page.goto(project);
  await expect(page).toHaveURL("/");
  const ofProject = async () =>
    Object.keys(await kept(page)).filter((path) => path.startsWith(project));
  await expect.poll(ofProject).toEqual([]);
  await context.setOffline(true);
  await page.goto(project);
  await expect(heading(page)).toHaveText("You are offline");
});

test("an opened tool starts without a connection, and nothing of its user is kept @embedded", async ({
  page,
  context,
  watch,
}) => {
  watch.expectFault(/Failed to (?:load resource|fetch)|ERR_|WebSocket|Could not|Firebase/i);
  await open(page, "/FileStorageApp");
  await expect
    .poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null))
    .toBe(true);
  await open(page, "/FileStorageApp");
  const { email, uid, idToken } = await createAccount(page, "Ada Lovelace");
  await expect(page.getByRole("button", { name: "Upload", exact: true })).toBeEnabled();
  await expectKept(page, "/FileStorageApp");

  await context.setOffline(true);
  await page.reload();
  await expect(heading(page)).toHaveText("Files");
  // Who is signed in is known here, and how the site is reached.
  await expect(page.getByRole("button", { name: "Upload", exact: true })).toBeVisible();
  await expect(page.getByText("The site cannot be reached")).toBeHidden();
  await context.setOffline(false);
  await page.reload();
  await signOut(page);

  const all = await kept(page);
  const allowed = /^\/(?:assets|sample|img)\/|^\/(?:FileStorageApp)?$|\.data$/;
  expect(Object.keys(all).filter((path) => !allowed.test(path))).toEqual([]);
  const text = Object.values(all).join("\n");
  for (const secret of [email, uid, idToken, "Ada Lovelace"]) expect(text).not.toContain(secret);
});

test("a server that fails is not hidden, and a worker that is switched off goes with all it kept @embedded @long", async ({
  page,
  watch,
}) => {
  watch.expectFault(/.*/);
  const dataDir = await mkdtemp(join(tmpdir(), "foyer-offline-"));
  try {
    const first = await startFoyer({ dataDir });
    const port = new URL(first.origin).port;
    await page.goto(`${first.origin}/about`);
    await expectKept(page, "/about");
    await first.stop();

    await page.reload();
    await expect(heading(page)).toHaveText("About");
    const failing = createServer((_request, response) => {
      response.statusCode = 503;
      response.end("The server is busy.");
    });
    await new Promise<void>((resolve) => failing.listen(Number(port), "127.0.0.1", resolve));
    expect((failing.address() as AddressInfo).port).toBe(Number(port));
    await page.reload();
    await expect(page.getByText("The server is busy.")).toBeVisible();
    failing.closeAllConnections();
    await new Promise((resolve) => failing.close(resolve));

    await using _again = await startFoyer({
      dataDir,
      env: { PORT: port, FOYER_SERVICE_WORKER: "off" },
    });
    await page.reload();
    const left = () =>
      page.evaluate(async () => [
        (await navigator.serviceWorker.getRegistrations()).length,
        (await caches.keys()).length,
      ]);
    await expect.poll(left).toEqual([0, 0]);
    await page.reload();
    await hydrated(page);
    await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
    expect(await left()).toEqual([0, 0]);
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
});

/** Files and folders that are shared by link: made in the tool, opened by somebody without an account. */
import type { Page } from "@playwright/test";
import { readFile } from "node:fs/promises";
import sharp from "sharp";
import { readExif } from "#lib/exif/read-exif.ts";
import { berlin, tiffOf, withTiff } from "#lib/exif/testing/camera-files.ts";
import { violationsInBothSchemes } from "../support/axe.ts";
import { confirmAddress } from "../support/confirm-address.ts";
import { type DriveOwner, driveActs, fillDrive } from "../support/drive-filled.ts";
import type { FoyerProcess } from "../support/foyer-process.ts";
import { createAccount, dialog } from "../support/sign-in-steps.ts";
import { expect, open, test } from "../support/site-test.ts";

test.describe.configure({ timeout: 60_000 });

const choices = {
  expiresAt: null,
  password: null,
  limit: null,
  keepPlaces: false,
  showName: false,
};

async function enter(page: Page, foyer: FoyerProcess): Promise<DriveOwner> {
  const { origin } = foyer;
  await open(page, `${origin}/FileStorageApp`);
  const { uid, idToken } = await createAccount(page);
  // Where mail goes out, nobody makes a link before that.
  if (foyer.standIn) await confirmAddress(foyer, uid);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Files");
  return { origin, uid, idToken };
}

async function post(owner: DriveOwner, path: string, body: object): Promise<Response> {
  const headers = { authorization: `Bearer ${owner.idToken}`, "content-type": "application/json" };
  const url = `${owner.origin}/api/drive/links${path}`;
  const answer = await fetch(url, { method: "POST", headers, body: JSON.stringify(body) });
  expect(answer.ok).toBe(true);
  return answer;
}

async function share(owner: DriveOwner, id: string, more: object = {}) {
  const answer = await post(owner, "", { id, ...choices, ...more });
  return ((await answer.json()) as { link: { token: string; path: string } }).link;
}

test("a link is made, changed, watched and revoked in the tool, and whoever has it comes in as long as it is there", async ({
  page,
  foyer,
  browser,
}) => {
  const owner = await enter(page, foyer);
  const hostile = '<img src=x onerror="window.hurt=1">.txt';
  const ids = await fillDrive(owner, {
    "Trip/plan.txt": { content: "the plan" },
    [`Trip/${hostile}`]: { content: "hostile" },
    "Trip/Days/one.txt": { content: "day one" },
  });
  const folder = ids.get("Trip/") ?? "";
  const file = ids.get("Trip/plan.txt") ?? "";
  const link = await share(owner, folder, { limit: 5 });

  await open(page, "/FileStorageApp?view=links");
  const line = page.getByRole("article").filter({ hasText: "Trip" });
  await expect(line).toContainText("0 of 5 downloads");
  await expect(line.getByLabel("Link")).toHaveValue(foyer.origin + link.path);
  expect(await violationsInBothSchemes(page)).toEqual([]);

  const visitor = await (await browser.newContext()).newPage();
  await open(visitor, foyer.origin + link.path);
  await expect(visitor.getByRole("heading", { level: 1 })).toHaveText("Trip");
  await expect(visitor.getByText("5 downloads left")).toBeVisible();
  await expect(visitor.getByRole("listitem").filter({ hasText: hostile })).toBeVisible();
  expect(await visitor.evaluate(() => "hurt" in window)).toBe(false);
  const html = await visitor.content();
  expect(html).not.toContain(owner.uid);
  expect(html).not.toContain("Ada Lovelace");
  expect(await violationsInBothSchemes(visitor)).toEqual([]);
  await visitor.getByRole("link", { name: "Days" }).click();
  await expect(visitor.getByRole("heading", { level: 1 })).toHaveText("Days");
  const downloading = visitor.waitForEvent("download");
  await visitor.getByRole("link", { name: "one.txt" }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe("one.txt");
  expect(await readFile(await download.path(), "utf8")).toBe("day one");
  await visitor.getByRole("link", { name: "Trip" }).click();
  const zipping = visitor.waitForEvent("download");
  await visitor.getByRole("link", { name: "Download all as ZIP" }).click();
  expect((await zipping).suggestedFilename()).toBe("Trip.zip");

  await page.reload();
  await expect(line).toContainText("2 of 5 downloads");
  await line.getByRole("button", { name: "Visits" }).click();
  const visits = line.getByRole("list", { name: "Visits, the newest first" });
  await expect(visits.getByRole("listitem").first()).toContainText("Downloaded all as ZIP");
  await expect(visits).toContainText("Downloaded one.txt");
  await line.getByRole("button", { name: "Change" }).click();
  await line.getByLabel("Most downloads").fill("2");
  await line.getByLabel("Say that it is from me").check();
  await line.getByRole("button", { name: "Save" }).click();
  await expect(line).toContainText("Used up");
  await open(visitor, foyer.origin + link.path);
  await expect(visitor.getByText("It was downloaded as often as it may be.")).toBeVisible();
  await expect(visitor.getByText("shared by Ada Lovelace")).toBeVisible();
  await expect(visitor.getByRole("link", { name: "plan.txt" })).toHaveCount(0);
  const shut = await visitor.request.get(`${foyer.origin}${link.path}/file/${file}`);
  expect(shut.status()).toBe(410);

  await line.getByRole("button", { name: "Revoke…" }).click();
  await dialog(page).getByRole("button", { name: "Revoke" }).click();
  await expect(page.getByText("Nothing is shared by link")).toBeVisible();
  const gone = await visitor.goto(foyer.origin + link.path);
  expect(gone?.status()).toBe(404);
  await expect(visitor.getByRole("heading", { level: 1 })).toHaveText("This link leads to nothing");
  const wrong = await visitor.goto(`${foyer.origin}/FileStorageApp/${"q".repeat(28)}`);
  expect(wrong?.status()).toBe(404);
  expect(await violationsInBothSchemes(visitor)).toEqual([]);
});

test("a file's links are made by its menu, with what was chosen @long", async ({ page, foyer }) => {
  const owner = await enter(page, foyer);
  await fillDrive(owner, { "plan.txt": { content: "the plan" } });
  await open(page, "/FileStorageApp");
  await page.getByRole("button", { name: "Actions for “plan.txt”" }).click();
  await page.getByRole("menuitem", { name: "Share link…" }).click();
  const shown = page.getByRole("dialog", { name: "Share “plan.txt” by link" });
  await shown.getByLabel("Most downloads").fill("many");
  await shown.getByRole("button", { name: "Make a link" }).click();
  await expect(shown.getByRole("alert")).toContainText("The limit is a number from 1");
  await shown.getByLabel("Most downloads").fill("7");
  await shown.getByLabel("Ask for a password").check();
  await shown.getByLabel("Password", { exact: true }).fill("open sesame");
  await shown.getByRole("button", { name: "Make a link" }).click();
  const address = shown.getByLabel("Link", { exact: true });
  await expect(address).toHaveValue(/\/FileStorageApp\/[a-z]{28}$/);
  await expect(address).toBeFocused();
  await expect(shown).toContainText("No end · Password · 0 of 7 downloads");
  expect(await violationsInBothSchemes(page)).toEqual([]);
  await shown.getByRole("button", { name: "Another link" }).click();
  await shown.getByRole("button", { name: "Make a link" }).click();
  await expect(address).toHaveCount(2);
});

test("of 50 presses at once a link with a limit of 3 gives the file to exactly 3 @once", async ({
  page,
  foyer,
  browser,
}) => {
  const owner = await enter(page, foyer);
  const ids = await fillDrive(owner, { "big.txt": { content: "x".repeat(200_000) } });
  const id = ids.get("big.txt") ?? "";
  const link = await share(owner, id, { limit: 3 });
  const visitor = await (await browser.newContext()).newPage();
  await open(visitor, foyer.origin + link.path);
  const lengths = await visitor.evaluate(
    async (path) =>
      Promise.all(
        Array.from({ length: 50 }, async () => {
          const answer = await fetch(path);
          return answer.ok ? (await answer.blob()).size : answer.status;
        }),
      ),
    `${link.path}/file/${id}`,
  );
  expect(lengths.filter((length) => length === 200_000)).toHaveLength(3);
  expect(lengths.filter((status) => status === 410)).toHaveLength(47);
});

test("what is shared cannot run here, not even when it is opened as a page, a frame or a script @once", async ({
  page,
  foyer,
  browser,
}) => {
  const owner = await enter(page, foyer);
  const script = "<script>window.hurt=1;parent.hurt=1;top.hurt=1</script>";
  const ids = await fillDrive(owner, {
    "a.html": { type: "text/html", content: script },
    "a.svg": {
      type: "image/svg+xml",
      content: `<svg xmlns="http://www.w3.org/2000/svg">${script}</svg>`,
    },
    "a.pdf": { type: "application/pdf", content: "%PDF-1.7 /OpenAction" },
    "a.js": { type: "text/javascript", content: "window.hurt=1" },
  });
  const visitor = await (await browser.newContext()).newPage();
  for (const [name, id] of ids) {
    if (name === "") continue;
    // oxlint-disable no-await-in-loop
    const link = await share(owner, id);
    const path = `${link.path}/file/${id}`;
    const answer = await visitor.request.get(foyer.origin + path);
    expect(answer.headers()["content-disposition"], name).toMatch(/^attachment; /);
    expect(answer.headers()["content-security-policy"]).toBe("sandbox; default-src 'none'");
    await open(visitor, foyer.origin + link.path);
    const downloading = visitor.waitForEvent("download");
    await visitor.evaluate((address) => (location.href = address), path);
    expect((await downloading).suggestedFilename()).toBe(name);
    expect(await visitor.evaluate(() => "hurt" in window)).toBe(false);
    // oxlint-enable no-await-in-loop
  }
});

test("a photo that is shared says nothing of where it was taken, unless its owner wants that @long", async ({
  page,
  foyer,
}) => {
  const owner = await enter(page, foyer);
  const background = { r: 200, g: 40, b: 40 };
  const plain = sharp({ create: { width: 40, height: 30, channels: 3, background } });
  const photo = withTiff(await plain.jpeg().toBuffer(), tiffOf(berlin));
  const content = Buffer.from(photo);
  const ids = await fillDrive(owner, { "p.jpg": { type: "image/jpeg", content } });
  const id = ids.get("p.jpg") ?? "";
  const spotOf = async ({ path }: { path: string }) => {
    const answer = await page.request.get(`${foyer.origin}${path}/file/${id}`);
    return (await readExif(new Blob([new Uint8Array(await answer.body())]))).spot;
  };
  expect(await spotOf(await share(owner, id))).toBeUndefined();
  expect(await spotOf(await share(owner, id, { keepPlaces: true }))).toBeDefined();
});

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });

  test("a link with a password opens to who types it @once", async ({
    page,
    foyer,
    browser,
    watch,
  }) => {
    const scripted = await (await browser.newContext({ javaScriptEnabled: true })).newPage();
    const owner = await enter(scripted, foyer);
    const ids = await fillDrive(owner, { "secret name.txt": { content: "the secret" } });
    const id = ids.get("secret name.txt") ?? "";
    const link = await share(owner, id, { password: "open sesame" });
    await page.goto(foyer.origin + link.path);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Shared with a password");
    expect(await page.content()).not.toContain("secret name");
    await page.getByLabel("Password").fill("open rye");
    await page.getByRole("button", { name: "Open" }).click();
    await expect(page.getByRole("alert")).toHaveText("This is not the password.");
    await page.getByLabel("Password").fill("open sesame");
    await page.getByRole("button", { name: "Open" }).click();
    await expect(page).toHaveURL(foyer.origin + link.path);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("secret name.txt");
    const downloading = page.waitForEvent("download");
    await page.getByRole("link", { name: "Download" }).click();
    expect(await readFile(await (await downloading).path(), "utf8")).toBe("the secret");
    // In the trash it leads nowhere.
    watch.expectFault(/status of 404.*\/FileStorageApp\/[a-z]{28}/);
    await driveActs(owner, [{ act: "trash", id }]);
    expect((await page.reload())?.status()).toBe(404);
  });
});

/** Settings as their owner uses them: name and picture, taking the data away, going and staying. */
import { readFile } from "node:fs/promises";
import sharp from "sharp";
import type { Page } from "@playwright/test";
import { violationsOf } from "../support/axe.ts";
import { readZip } from "../support/read-zip.ts";
import { account, createAccount, password, signIn } from "../support/sign-in-steps.ts";
import { expect, open, test } from "../support/site-test.ts";

test.describe.configure({ timeout: 60_000 });

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const section = (page: Page, name: string) =>
  page.getByRole("navigation", { name: "Settings" }).getByRole("link", { name, exact: true });
const title = (page: Page, name: string) =>
  page.getByRole("heading", { level: 2, name, exact: true });

test("a name, a picture and who may find one are changed, and others see it", async ({
  page,
  foyer,
  watch,
}) => {
  watch.expectFault(/status of 422.*\/api\/account\/avatar/);
  await open(page, "/Settings");
  const { uid, idToken } = await createAccount(page);
  await expect(title(page, "Profile")).toBeVisible();
  const profile = async () =>
    (await foyer.database(`profiles/${uid}`, idToken)).json() as Promise<Record<string, unknown>>;

  await page.getByRole("textbox", { name: "Name" }).fill("Ada King");
  await button(page, "Save name").click();
  await expect(page.getByText("Name changed.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Account of Ada King" })).toBeVisible();
  await button(page, "Undo").click();
  await expect(page.getByRole("button", { name: "Account of Ada Lovelace" })).toBeVisible();

  // Where it was taken stands in the file.
  const photo = await sharp({
    create: { width: 900, height: 600, channels: 3, background: "teal" },
  })
    .withExif({ IFD0: { Copyright: "secret place" } })
    .jpeg()
    .toBuffer();
  const chooser = page.waitForEvent("filechooser");
  await button(page, "Choose a picture").click();
  await (await chooser).setFiles({ name: "me.jpg", mimeType: "image/jpeg", buffer: photo });
  const picture = page.getByRole("img", { name: "You, as others see you" });
  await expect(picture).toBeVisible();
  const { avatar } = await profile();
  expect(avatar).toMatch(new RegExp(`^/img/[\\w-]{22}/320\\.webp/avatars/${uid}/`));
  const name = `public${String(avatar).replace(/^.*?320\.webp/, "")}`;
  const stored = await page.request.get(`/v0/b/foyer/o/${encodeURIComponent(name)}?alt=media`);
  const { width, height, exif } = await sharp(await stored.body()).metadata();
  expect([width, height, exif]).toEqual([512, 341, undefined]);
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBe(320);

  const text = { name: "me.jpg", mimeType: "image/jpeg", buffer: Buffer.from("no picture") };
  const second = page.waitForEvent("filechooser");
  await button(page, "Change picture").click();
  await (await second).setFiles(text);
  await expect(page.getByText("This file is not a picture that can be used.")).toBeVisible();
  await button(page, "Remove picture").click();
  await expect(picture).toBeHidden();
  expect(await profile()).toEqual({ name: "Ada Lovelace", findable: true });

  await page.getByLabel("Everybody who is signed in can find me").click({ force: true });
  await expect(page.getByText("Only editors and admins can find you.")).toBeVisible();
  expect(await profile()).toMatchObject({ findable: false });
});

test("every section has an address, is free of faults, and says what admins see @long", async ({
  page,
}) => {
  await open(page, "/Settings#tokens");
  const { email } = await createAccount(page);
  await expect(title(page, "AI tokens")).toBeVisible();
  await expect(page.getByText("10 tokens")).toBeVisible();
  await expect(page.getByRole("cell", { name: "+10" })).toBeVisible();
  for (const name of ["Profile", "E-mail", "Theme and keys", "AI tokens", "Privacy", "Your data"]) {
    await section(page, name).click();
    await expect(title(page, name)).toBeFocused();
    await expect(page.locator(".tool-content .skeleton")).toHaveCount(0);
    expect(await violationsOf(page), name).toEqual([]);
  }
  await section(page, "Privacy").click();
  expect(new URL(page.url()).hash).toBe("#privacy");
  await expect(page.getByText(`${email} (not confirmed)`)).toBeVisible();
});

test("all data are saved as one file; who goes is signed out, has a receipt, and can stay @embedded @long", async ({
  page,
}) => {
  await open(page, "/Settings#data");
  const { email, uid, idToken } = await createAccount(page);
  await expect(title(page, "Your data")).toBeVisible();
  await page.request.post(`/v0/b/foyer/o?name=${encodeURIComponent(`users/${uid}/files/a.txt`)}`, {
    headers: { authorization: `Firebase ${idToken}`, "content-type": "text/plain" },
    data: "mine",
  });
  const download = page.waitForEvent("download");
  await button(page, "Export my data").click();
  const saved = await download;
  expect(saved.suggestedFilename()).toMatch(/^my-data-\d{4}-\d\d-\d\d\.zip$/);
  const zip = readZip(await readFile(await saved.path()));
  expect(zip.get("files/a.txt")?.toString()).toBe("mine");
  expect(zip.get("record.json")?.toString()).toContain(email);
  expect(zip.has("missing.txt")).toBe(false);
  const again = await page.request.get(saved.url());
  expect([again.status(), again.headers()["cache-control"]]).toEqual([404, "no-store"]);

  await button(page, "Delete my account").click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete my account" }).click();
  await page.waitForURL(/\/api\/deletion-receipt\?id=/);
  await expect(page.getByText("What will be erased:")).toBeVisible();
  expect(await page.locator("body").innerText()).not.toContain(email);

  await open(page, "/Settings#data");
  await signIn(page, email, password);
  await expect(account(page)).toBeVisible();
  await expect(page.getByText("You asked for it")).toBeVisible();
  await page.locator(".settings").getByRole("button", { name: "Keep my account" }).click();
  await expect(page.getByText("Your account stays.")).toBeVisible();
  await expect(button(page, "Delete my account")).toBeVisible();
});

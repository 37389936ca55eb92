/** What was deleted and what takes space: back to where it was, away for ever, and room made. */
import type { Page } from "@playwright/test";
import { violationsInBothSchemes } from "../support/axe.ts";
import {
  driveActs,
  type DriveOwner,
  fillDrive,
  madeDriveId,
  storeDriveObject,
} from "../support/drive-filled.ts";
import { createAccount, dialog } from "../support/sign-in-steps.ts";
import { askFiles } from "../support/site-services.ts";
import { expect, open, test } from "../support/site-test.ts";

test.describe.configure({ timeout: 60_000 });

const trash = "/FileStorageApp?view=trash";
const space = "/FileStorageApp?view=space";
const longWord = "Rindfleischetikettierungsueberwachungsaufgabenuebertragungsg";

const line = (page: Page, name: string) => page.locator("[data-line]").filter({ hasText: name });
const toast = (page: Page, text: string | RegExp) =>
  page.locator(".toast").filter({ hasText: text });
const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name });

async function enter(page: Page, origin: string): Promise<DriveOwner> {
  await open(page, "/FileStorageApp");
  const { uid, idToken } = await createAccount(page);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Files");
  return { origin, uid, idToken };
}

/** @returns the statuses with which Storage answers for these objects */
async function stored({ origin, uid, idToken }: DriveOwner, objects: string[]): Promise<number[]> {
  return Promise.all(
    objects.map(async (object) => {
      const name = encodeURIComponent(`users/${uid}/files/${object}`);
      const headers = { authorization: `Firebase ${idToken}` };
      return (await askFiles(origin, `/${name}`, { headers })).status;
    }),
  );
}

test("the trash says where a file was and how long it stays, and gives it back", async ({
  page,
  foyer,
}) => {
  const owner = await enter(page, foyer.origin);
  const ids = await fillDrive(owner, {
    "Photos/Summer/tide.txt": { content: "salt" },
    "Letters/ann.txt": { content: "dear" },
    "Letters/bob.txt": { content: "dear bob" },
  });
  const id = (path: string) => ids.get(path) ?? "";
  await driveActs(owner, [
    { act: "trash", id: id("Photos/Summer/tide.txt") },
    { act: "trash", id: id("Letters/ann.txt") },
  ]);
  await open(page, trash);
  await expect(line(page, "tide.txt")).toContainText("Was in Files / Photos / Summer");
  await expect(line(page, "tide.txt")).toContainText("30 days left");
  expect(await violationsInBothSchemes(page)).toEqual([]);

  await button(page, "Restore “tide.txt”").click();
  await expect(toast(page, "Restored “tide.txt” to “Summer”.")).toBeVisible();
  await expect(line(page, "tide.txt")).toHaveCount(0);
  await button(page, "Undo").click();
  await expect(line(page, "tide.txt")).toBeVisible();

  // Its folder is gone, too: it comes into the drive itself.
  await driveActs(owner, [{ act: "trash", id: id("Letters/") }]);
  await driveActs(owner, [{ act: "restore", id: id("Letters/ann.txt") }]);
  await page.reload();
  await expect(line(page, "Letters")).toContainText("Folder with 1 item");
  await page.goto("/FileStorageApp");
  await expect(page.getByText("ann.txt").first()).toBeVisible();
});

test("deleting for ever asks once, and the bytes are gone", async ({ page, foyer }) => {
  const owner = await enter(page, foyer.origin);
  const below = await storeDriveObject(owner, "below");
  const beside = await storeDriveObject(owner, "beside");
  const folder = madeDriveId();
  const file = madeDriveId();
  await driveActs(owner, [
    { act: "make-folder", id: folder, parent: "", name: "Old" },
    { act: "add-file", id: madeDriveId(), parent: folder, name: "below.txt", ...below },
    { act: "add-file", id: file, parent: "", name: "beside.txt", ...beside },
    { act: "trash", id: folder },
    { act: "trash", id: file },
  ]);
  await open(page, trash);
  await button(page, "Delete “Old” for ever").click();
  await expect(dialog(page)).toHaveAccessibleName("Delete “Old” for ever?");
  await expect(dialog(page)).toContainText("This cannot be undone.");
  expect(await violationsInBothSchemes(page)).toEqual([]);
  await button(page, "Keep").click();
  await expect(line(page, "Old")).toBeVisible();
  await button(page, "Delete “Old” for ever").click();
  await dialog(page).getByRole("button", { name: "Delete for ever" }).click();
  await expect(toast(page, "Deleted 1 item for ever.")).toBeVisible();
  await expect(line(page, "Old")).toHaveCount(0);
  // What was under the keyboard has gone: the next line has it.
  await expect(button(page, "Delete “beside.txt” for ever")).toBeFocused();
  const objects = [below.object, beside.object];
  await expect.poll(() => stored(owner, objects), { timeout: 20_000 }).toEqual([404, 200]);
});

test("250 in the trash are chosen, counted and emptied, and a stop leaves the rest @long", async ({
  page,
  foyer,
}) => {
  const owner = await enter(page, foyer.origin);
  const ids = Array.from({ length: 250 }, madeDriveId);
  await driveActs(
    owner,
    ids.map((id, index) => ({ act: "make-folder", id, parent: "", name: `Box ${index}` })),
  );
  await driveActs(
    owner,
    ids.map((id) => ({ act: "trash", id })),
  );
  await open(page, trash);
  await page.getByRole("checkbox", { name: "Choose all" }).click();
  await expect(button(page, "Restore 250")).toBeVisible();
  await page.getByRole("checkbox", { name: "250 chosen" }).click();

  // The second request waits until somebody has pressed Stop.
  let requests = 0;
  let letGo = () => {};
  const stopped = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route("**/api/drive/acts", async (route) => {
    requests += 1;
    if (requests === 2) await stopped;
    await route.continue();
  });
  await button(page, "Empty the trash…").click();
  await expect(dialog(page)).toHaveAccessibleName("Empty the trash of 250 items?");
  await dialog(page).getByRole("button", { name: "Empty the trash" }).click();
  await expect(dialog(page)).toContainText("100 of 250 items deleted");
  await expect(dialog(page).getByRole("progressbar")).toHaveAttribute("value", "100");
  await dialog(page).getByRole("button", { name: "Stop" }).click();
  letGo();
  await expect(toast(page, "50 items are still in the trash.")).toBeVisible();
  await expect(dialog(page)).toHaveCount(0);
  await button(page, "Empty the trash…").click();
  await dialog(page).getByRole("button", { name: "Empty the trash" }).click();
  await expect(page.getByRole("heading", { name: "The trash is empty" })).toBeFocused();
  expect(requests).toBe(3);
});

test("the space view finds doubles, big files, old versions and heavy folders", async ({
  page,
  foyer,
}) => {
  const owner = await enter(page, foyer.origin);
  const picture = Buffer.alloc(300_000, 5);
  const ids = await fillDrive(owner, {
    "Photos/tide.bin": { content: picture },
    "Photos/Copies/tide again.bin": { content: picture },
    "report.txt": { content: "first" },
    "large.bin": { content: Buffer.alloc(2_000_000, 1) },
  });
  const newer = await storeDriveObject(owner, "second, and longer");
  await driveActs(owner, [{ act: "add-version", id: ids.get("report.txt") ?? "", ...newer }]);
  await open(page, space);
  const part = (name: string) => page.getByRole("region", { name });
  await expect(page.getByRole("meter", { name: "Space" }).last()).toBeVisible();
  await expect(part("Biggest files").getByRole("link").first()).toHaveText("large.bin");
  expect(await violationsInBothSchemes(page)).toEqual([]);

  await expect(part("Doubles")).toContainText("2 times 293 KB");
  await part("Doubles")
    .getByRole("button", { name: "Keep this one: “tide again.bin” in Files / Photos / Copies" })
    .click();
  await expect(part("Doubles")).toContainText("No file is there twice.");
  await expect(toast(page, "Kept “tide again.bin” in Files / Photos / Copies")).toBeVisible();
  await button(page, "Undo").click();
  await expect(part("Doubles")).toContainText("2 times 293 KB");

  await part("Old versions")
    .getByRole("button", { name: /report\.txt/ })
    .click();
  await dialog(page).getByRole("button", { name: "Delete old versions" }).click();
  await expect(part("Old versions")).toContainText("No file has any.");

  await part("Biggest files")
    .getByRole("button", { name: "Move “large.bin” to the trash" })
    .click();
  await expect(part("Biggest files").getByRole("link", { name: "large.bin" })).toHaveCount(0);

  await part("Folders").getByRole("button", { name: "Look inside Photos" }).click();
  await expect(part("Folders").getByRole("link")).toHaveText(["Copies"]);
  await part("Folders").getByRole("button", { name: "Files" }).click();
  await part("Folders").getByRole("link", { name: "Photos" }).click();
  await expect(page).toHaveURL(/\?folder=/);
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });
  test("words of sixty letters push nothing out of the trash or the space view @long", async ({
    page,
    foyer,
  }) => {
    const owner = await enter(page, foyer.origin);
    const ids = await fillDrive(owner, {
      [`${longWord}/${longWord}/${longWord}.txt`]: { content: "long" },
      [`${longWord}/b${longWord}.txt`]: { content: "long" },
      [`a${longWord}.txt`]: { content: "other" },
    });
    await driveActs(owner, [{ act: "trash", id: ids.get(`a${longWord}.txt`) ?? "" }]);
    for (const path of [trash, space]) {
      // oxlint-disable-next-line no-await-in-loop -- one page
      await open(page, path);
      // oxlint-disable-next-line no-await-in-loop
      await expect(page.getByText(longWord).first()).toBeVisible();
      const wide = () => document.documentElement.scrollWidth - innerWidth;
      // oxlint-disable-next-line no-await-in-loop
      expect(await page.evaluate(wide)).toBeLessThanOrEqual(0);
    }
  });
});

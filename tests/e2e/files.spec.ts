/** The Files page as its owner uses it: bringing files, looking at them, letting them go. */
import { readFile } from "node:fs/promises";
import type { Locator, Page, Response } from "@playwright/test";
import { violationsInBothSchemes } from "../support/axe.ts";
import {
  askToSignOut,
  createAccount,
  dialog,
  signIn,
  signInButton,
  signOut,
} from "../support/sign-in-steps.ts";
import { expect, navigateTo, open, test } from "../support/site-test.ts";

test.describe.configure({ timeout: 60_000 });

type Given = { name: string; mimeType: string; buffer: Buffer };

const path = "/FileStorageApp";
/** Whether a name is free is asked, and Chromium prints each answer that is no success. */
const askedForName = /Failed to load resource.* 4(?:12|04) .*\/v0\/b\/foyer\/o/;
const text = (name: string, words: string): Given => ({
  name,
  mimeType: "text/plain",
  buffer: Buffer.from(words),
});
const large = (name: string, bytes: number, fill = 7): Given => ({
  name,
  mimeType: "application/octet-stream",
  buffer: Buffer.alloc(bytes, fill),
});

const panel = (page: Page) => page.getByRole("region", { name: "Upload" });
const row = (page: Page, name: string) =>
  page.locator(".file-rows").getByRole("listitem").filter({ hasText: name });
const under = (page: Page, name: string) =>
  panel(page).getByRole("listitem").filter({ hasText: name });
const button = (place: Page | Locator, name: string) =>
  place.getByRole("button", { name, exact: true });
const space = (page: Page) => page.getByRole("meter", { name: "Space" });
const report = (page: Page) => panel(page).getByRole("status");

async function openFiles(page: Page): Promise<{ email: string }> {
  await open(page, path);
  const known = await createAccount(page);
  await expect(button(page, "Choose files")).toBeEnabled();
  return known;
}

async function choose(page: Page, by: Locator, files: Given | Given[]): Promise<void> {
  const chooser = page.waitForEvent("filechooser");
  await by.click();
  await (await chooser).setFiles(files);
}

const upload = (page: Page, files: Given | Given[]) =>
  choose(page, button(page, "Choose files"), files);

/** True when the page takes them, or at least keeps the browser from opening them. */
const give = (page: Page, kind: "drop" | "paste", names: string[]) =>
  page.evaluate(
    ([kind, names]) => {
      const data = new DataTransfer();
      for (const name of names) data.items.add(new File([name], name, { type: "text/plain" }));
      const event =
        kind === "drop"
          ? new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true })
          : new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true });
      document.querySelector("footer")?.dispatchEvent(event);
      return event.defaultPrevented;
    },
    [kind, names] as const,
  );

const isTicket = (answer: Response) =>
  answer.url().includes("/ticket/") && answer.request().method() === "GET";

/** Lets that many pieces of files through, and holds the rest until `go`. */
async function holdPieces(page: Page, free = 0): Promise<{ go: () => Promise<void> }> {
  const gate = Promise.withResolvers<void>();
  let passed = 0;
  const isPiece = (url: URL) => url.pathname.includes("/v0/b/");
  await page.route(isPiece, async (route) => {
    const command = route.request().headers()["x-goog-upload-command"] ?? "";
    if (command.includes("upload") && (passed += 1) > free) await gate.promise;
    // The page may have gone meanwhile.
    await route.fallback().catch(() => {});
  });
  return {
    async go() {
      gate.resolve();
      await page.unroute(isPiece);
    },
  };
}

test.beforeEach(({ watch }) => watch.expectFault(askedForName));

test("files are brought, seen in a new tab, downloaded and deleted @smoke", async ({
  page,
  context,
  watch,
  backend,
}) => {
  // By the test's own look at the tab that a ticket opened.
  watch.expectFault(/Blocked script execution in '\S+\/ticket\//);
  await openFiles(page);
  await expect(page.getByText("Nothing here yet.")).toBeVisible();
  const words = "Grüße aus dem Foyer\n";
  await upload(page, [text("letter.txt", words), large("data.bin", 300_000)]);
  await expect(report(page)).toHaveText("2 uploaded.");
  await expect(row(page, "letter.txt")).toContainText("Text");
  await expect(row(page, "data.bin")).toContainText("293 KB");
  await expect(space(page)).toHaveAttribute(
    "aria-valuetext",
    // At Firebase an address that is not verified has less, and a small file counts as what it is.
    /^29\d KB of (?:1 GB|50 MB) used$/,
  );

  const opened = button(row(page, "letter.txt"), "Open letter.txt in a new tab");
  if (backend === "hosted") {
    // Nobody has looked whether it is what it says, so no tab shows it.
    const saved = page.waitForEvent("download");
    await opened.click();
    expect(await readFile(await (await saved).path(), "utf8")).toBe(words);
  } else {
    const tab = page.waitForEvent("popup");
    const answered = context.waitForEvent("response", isTicket);
    await opened.click();
    const shown = await tab;
    // Its sandbox lets no script look into it, so this is where it is and what came.
    await shown.waitForURL(/\/ticket\//);
    expect(await (await answered).text()).toBe(words);
    await shown.close();
  }
  // What could run in a page is never shown in one.
  await expect(button(row(page, "data.bin"), "Open data.bin in a new tab")).toHaveCount(0);

  const download = page.waitForEvent("download");
  await button(row(page, "letter.txt"), "Download letter.txt").click();
  const saved = await download;
  expect(saved.suggestedFilename()).toBe("letter.txt");
  expect(await readFile(await saved.path(), "utf8")).toBe(words);
  await expect(page).toHaveURL(path);

  await button(row(page, "letter.txt"), "Delete letter.txt").click();
  await expect(dialog(page)).toHaveAccessibleName("Delete letter.txt?");
  await button(dialog(page), "Keep it").click();
  await expect(button(row(page, "letter.txt"), "Delete letter.txt")).toBeFocused();
  await page.keyboard.press("Enter");
  expect(await give(page, "drop", ["behind.txt"])).toBe(true);
  await button(dialog(page), "Delete").click();
  await expect(row(page, "letter.txt")).toHaveCount(0);
  await expect(page.getByRole("heading", { name: "Your files" })).toBeFocused();
  await expect(page.getByText("letter.txt is deleted.")).toBeAttached();
  await page.reload();
  await expect(row(page, "data.bin")).toBeVisible();
  await expect(row(page, "letter.txt")).toHaveCount(0);
  await expect(row(page, "behind.txt")).toHaveCount(0);
});

test("an upload that a reload cuts off goes on when the same file is chosen again, and not with another", async ({
  page,
}) => {
  await openFiles(page);
  const film = large("film.bin", 1_500_000);
  const held = await holdPieces(page, 1);
  await upload(page, film);
  await expect(under(page, "film.bin")).toContainText("256 KB of 1.4 MB");
  await page.reload();
  await held.go();
  await expect(under(page, "film.bin")).toContainText("Cut off at 256 KB of 1.4 MB");
  const again = button(under(page, "film.bin"), "Choose file film.bin");
  await choose(page, again, large("film.bin", 1_500_000, 8));
  await expect(panel(page).getByRole("alert")).toContainText("Nothing of it was sent");
  await expect(under(page, "film.bin")).toContainText("Cut off");
  await choose(page, again, film);
  await expect(report(page)).toHaveText("1 uploaded.");
  await expect(row(page, "film.bin")).toContainText("1.4 MB");
});

test("names that are there already are asked about once, and hold up none of the others", async ({
  page,
}) => {
  await openFiles(page);
  await upload(page, [text("a.txt", "one"), text("b.txt", "one")]);
  await expect(report(page)).toHaveText("2 uploaded.");
  await upload(page, [text("a.txt", "two, longer"), text("b.txt", "two"), text("c.txt", "one")]);
  const question = panel(page).getByRole("group", { name: "2 files are there already." });
  await expect(question).toContainText("a.txt, b.txt");
  await expect(row(page, "c.txt")).toBeVisible();
  // Nothing is decided yet.
  await expect(report(page)).toBeEmpty();
  await expect(button(panel(page), "Clear")).toHaveCount(0);
  await button(question, "Replace").click();
  await expect(report(page)).toHaveText("1 uploaded, 2 replaced.");
  await expect(row(page, "a.txt")).toContainText("11 bytes");
  await expect(button(page, "Choose files")).toBeFocused();

  await upload(page, text("a.txt", "three"));
  await button(
    panel(page).getByRole("group", { name: "a.txt is there already." }),
    "Keep both",
  ).click();
  await expect(report(page)).toHaveText("1 uploaded.");
  await expect(row(page, "a (2).txt")).toContainText("5 bytes");

  await upload(page, text("b.txt", "three"));
  await button(panel(page).getByRole("group", { name: "b.txt is there already." }), "Skip").click();
  await expect(report(page)).toHaveText("1 skipped.");
  await expect(row(page, "b.txt")).toContainText("3 bytes");
  // An answered question is no part of the next report.
  await upload(page, text("d.txt", "1"));
  await expect(report(page)).toHaveText("1 uploaded.");
});

test("files are dropped anywhere on the page, and pasted; never under one name", async ({
  page,
}) => {
  await openFiles(page);
  const many = Array.from({ length: 31 }, (_, at) => `note ${at + 1}.txt`);
  expect(await give(page, "drop", many)).toBe(true);
  await expect(report(page)).toHaveText("31 uploaded.", { timeout: 15_000 });
  // Stored names come in the order of their letters, and are shown in that of their numbers.
  await expect(row(page, "note 31.txt")).toBeVisible();
  await expect(row(page, "note 9.txt")).toHaveCount(0);
  await button(page, "Show more").click();
  await expect(row(page, "note 9.txt")).toBeVisible();
  await expect(page.locator(".file-name")).toHaveText(many);
  await expect(button(page, "Show more")).toHaveCount(0);
  // Each pasted picture has the same name.
  expect(await give(page, "paste", ["image.png"])).toBe(true);
  await expect(row(page, "image.png")).toBeVisible();
  expect(await give(page, "paste", ["image.png"])).toBe(true);
  await expect(row(page, "image (2).png")).toBeVisible();
  await expect(panel(page).getByRole("group")).toHaveCount(0);
});

test("uploads are begun, paused, resumed, cancelled by keyboard, and go on while other pages are looked at", async ({
  page,
}) => {
  await openFiles(page);
  const held = await holdPieces(page);
  await button(page, "Choose files").focus();
  await expect(async () => {
    // Without a window Chromium does not open it for every key.
    const chooser = page.waitForEvent("filechooser", { timeout: 1000 });
    await page.keyboard.press("Enter");
    await (await chooser).setFiles([large("one.bin", 400_000), large("two.bin", 400_000)]);
  }).toPass();
  await expect(panel(page).getByText("Uploading 1 of 2")).toBeVisible();
  await button(under(page, "one.bin"), "Pause one.bin").focus();
  await page.keyboard.press("Enter");
  const resume = button(under(page, "one.bin"), "Resume one.bin");
  await expect(resume).toBeFocused();
  await expect(under(page, "one.bin")).toContainText("Paused");
  await button(under(page, "two.bin"), "Cancel two.bin").focus();
  await page.keyboard.press("Enter");
  await expect(under(page, "two.bin")).toHaveCount(0);
  await expect(button(page, "Choose files")).toBeFocused();
  await resume.focus();
  await page.keyboard.press("Enter");
  await navigateTo(page, "/about");
  await held.go();
  await navigateTo(page, path);
  await expect(report(page)).toHaveText("1 uploaded.");
  await expect(row(page, "one.bin")).toBeVisible();
  await expect(row(page, "two.bin")).toHaveCount(0);
  await button(panel(page), "Clear").click();
  await expect(report(page)).toBeEmpty();
});

test("all are paused, resumed and cancelled at once, also those that were cut off @long", async ({
  page,
}) => {
  await openFiles(page);
  const held = await holdPieces(page, 1);
  await upload(page, large("big.bin", 2_000_000));
  await expect(under(page, "big.bin")).toContainText("256 KB of 1.9 MB");
  const all = button(panel(page), "Cancel all");
  await expect(all).toHaveCount(0);
  await upload(
    page,
    [1, 2, 3, 4].map((at) => large(`${at}.bin`, 400_000)),
  );
  await expect(under(page, "4.bin")).toContainText("Waiting");
  await button(panel(page), "Pause all").focus();
  await page.keyboard.press("Enter");
  await expect(panel(page).getByText("Paused at")).toHaveCount(5);
  await expect(panel(page).getByText("Paused, 5 of 5 left")).toBeVisible();
  await expect(button(panel(page), "Resume all")).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(panel(page).getByText("Uploading 1 of 5")).toBeVisible();
  await expect(space(page)).toHaveAttribute("aria-valuetext", /MB of it by uploads under way$/);
  await page.reload();
  await held.go();
  await expect(panel(page).getByText("Cut off, 5 of 5 left")).toBeVisible();
  await expect(button(panel(page), "Resume all")).toHaveCount(0);
  // Too large to be known by samples, and with the date of now.
  await upload(page, large("big.bin", 2_000_000));
  await expect(panel(page).getByRole("alert")).toHaveText(
    "big.bin was changed since, so it is sent from its beginning.",
  );
  await expect(report(page)).toHaveText("1 uploaded.");
  await all.click();
  await expect(under(page, ".bin")).toHaveCount(0);
  await expect(button(page, "Choose files")).toBeFocused();
  await expect(row(page, "big.bin")).toBeVisible();
  await expect(space(page)).toHaveAttribute("aria-valuetext", /^1\.9 MB of \w+ \w+ used$/, {
    timeout: 15_000,
  });
  await page.reload();
  await expect(row(page, ".bin")).toHaveCount(1);
  await expect(under(page, ".bin")).toHaveCount(0);
});

test("without a network uploads wait, and the list comes when it is back", async ({
  page,
  context,
  watch,
}) => {
  watch.expectFault(/ERR_INTERNET_DISCONNECTED| 503 |could not be|was not/);
  const isList = (url: URL) => url.searchParams.has("prefix");
  await page.route(isList, (route) => route.fulfill({ status: 503 }));
  await openFiles(page);
  const trouble = page.locator(".files").getByRole("alert");
  await expect(trouble).toContainText("Your files could not be listed.");
  await expect(page.getByText("Nothing here yet.")).toHaveCount(0);
  await page.unroute(isList);
  await button(trouble, "Try again").click();
  await expect(page.getByText("Nothing here yet.")).toBeVisible();
  await upload(page, text("before.txt", "1"));
  await expect(row(page, "before.txt")).toBeVisible();
  await context.setOffline(true);
  await upload(page, text("after.txt", "1"));
  await expect(panel(page).getByRole("alert")).toHaveText(
    "You are offline. Uploads go on when the connection is back.",
  );
  await expect(under(page, "after.txt")).toContainText("Waiting for the connection");
  await button(row(page, "before.txt"), "Delete before.txt").click();
  await button(dialog(page), "Delete").click();
  await expect(trouble).toContainText("you are offline");
  await expect(row(page, "before.txt")).toBeVisible();
  await context.setOffline(false);
  await expect(row(page, "after.txt")).toBeVisible();
  await expect(trouble).toBeEmpty();
});

test("another account sees none of it, and signing out elsewhere ends it here", async ({
  page,
  context,
  watch,
}) => {
  // What the tab asks just before it hears of it is refused.
  watch.expectFault(/Failed to load resource.*status of 40[01].*(?:storage-usage|\/token)/);
  const ada = await openFiles(page);
  await upload(page, text("secret.txt", "1"));
  await expect(row(page, "secret.txt")).toBeVisible();
  const held = await holdPieces(page);
  await upload(page, large("under way.bin", 400_000));
  await expect(under(page, "under way.bin")).toBeVisible();
  const other = await context.newPage();
  await open(other, "/about");
  await askToSignOut(other);
  await expect(dialog(other)).toContainText("1 file is not saved yet");
  await dialog(other).getByRole("button", { name: "Sign out and lose it" }).click();
  await expect(signInButton(other)).toBeVisible();
  await other.close();
  await expect(page.getByRole("heading", { level: 2, name: "Sign in" })).toBeVisible();
  await expect(page.getByText(/secret\.txt|under way/)).toHaveCount(0);
  await held.go();
  await createAccount(page, "Eve");
  await expect(page.getByText("Nothing here yet.")).toBeVisible();
  await expect(page.getByText(/secret\.txt|under way/)).toHaveCount(0);
  await signOut(page);
  await signIn(page, ada.email);
  await expect(row(page, "secret.txt")).toBeVisible();
  await expect(under(page, "under way.bin")).toHaveCount(0);
});

test.describe("with a small quota", { tag: "@embedded" }, () => {
  test.use({ ownSite: true, siteEnv: { FOYER_USER_QUOTA_MB: "1" } });

  test("it is said when space runs out, and when a file has no room", async ({ page, watch }) => {
    watch.expectFault(/Failed to load resource.*402/);
    await openFiles(page);
    await upload(page, large("most.bin", 1_000_000));
    await expect(page.getByText("Only 47 KB left.")).toBeVisible();
    await upload(page, [large("more.bin", 100_000), text("small.txt", "1")]);
    await expect(report(page)).toHaveText("1 uploaded, 1 failed.");
    await expect(under(page, "more.bin")).toContainText(/space|room|quota/i);
    await button(under(page, "more.bin"), "Remove more.bin").click();
    await expect(report(page)).toHaveText("1 uploaded.");
    expect(await violationsInBothSchemes(page)).toEqual([]);
  });
});

for (const width of [1440, 320]) {
  test(`axe finds nothing, nothing sticks out and fingers find the buttons, ${width} wide`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 800 });
    await openFiles(page);
    const long = `${"Wolfeschlegelsteinhausenbergerdorff".repeat(3)}.txt`;
    await upload(page, [text(long, "1"), text("b.txt", "1")]);
    await expect(row(page, "b.txt")).toBeVisible();
    const held = await holdPieces(page, 1);
    await upload(page, [text(long, "2"), large("cut off.bin", 600_000)]);
    await expect(panel(page).getByRole("group")).toBeVisible();
    await expect(under(page, "cut off.bin")).toContainText("256 KB of");
    expect(await violationsInBothSchemes(page)).toEqual([]);
    await expectFits(page);
    await page.reload();
    await held.go();
    await expect(under(page, "cut off.bin")).toContainText("Cut off");
    await expect(row(page, "b.txt")).toBeVisible();
    await expectFits(page);
    await button(row(page, "b.txt"), "Delete b.txt").click();
    await expect(dialog(page)).toBeVisible();
    expect(await violationsInBothSchemes(page)).toEqual([]);
    await expectFits(page);
  });
}

/** Nothing is wider than the window, and each control is large enough for a finger. */
async function expectFits(page: Page): Promise<void> {
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow).toBeLessThanOrEqual(0);
  const small = await page
    .locator("main button, dialog button")
    .filter({ visible: true })
    .evaluateAll((buttons) =>
      buttons
        .map((button) => ({ button, box: button.getBoundingClientRect() }))
        .filter(({ box }) => box.height < 43.9 || box.width < 43.9)
        .map(({ button }) => button.outerHTML.slice(0, 120)),
    );
  expect(small).toEqual([]);
}

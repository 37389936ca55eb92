/** Files and folders on their way into the drive, as somebody sees them who gives them. */
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { Page, Route } from "@playwright/test";
import { violationsInBothSchemes } from "../support/axe.ts";
import { dropPaths } from "../support/drop-paths.ts";
import {
  chooseFiles,
  dock,
  openDrivePage,
  report,
  seenDrive,
  storedText,
  writeTree,
} from "../support/drive-uploads-hands.ts";
import {
  askToSignOut,
  createAccount,
  signIn,
  signInButton,
  signOut,
  signUpByDialog,
} from "../support/sign-in-steps.ts";
import { expect as siteExpect, navigateTo, open, test } from "../support/site-test.ts";

/** Storing, filing and drawing take their time on a busy machine. */
const expect = siteExpect.configure({ timeout: 15_000 });

const dialog = (page: Page) => page.getByRole("dialog");
const answer = (page: Page, name: string) =>
  dialog(page).getByRole("button", { name, exact: true }).click();

test("a folder that is dropped arrives with all that is in it, and is reported", async ({
  page,
  foyer,
}, info) => {
  const known = await signUpByDialog(page);
  await openDrivePage(page);
  const folder = info.outputPath("Trip");
  await writeTree(folder, {
    "plan.txt": "the plan",
    "Photos/one.txt": "1",
    "Photos/Raw/two.txt": "2",
    "Photos/Raw/three.html": "<p>3",
  });
  await mkdir(join(folder, "Empty"), { recursive: true });
  await dropPaths(page, [folder]);
  await expect(report(page)).toHaveText("4 added.");
  const seen = await seenDrive(foyer.origin, known);
  expect([...seen.keys()].toSorted()).toEqual([
    "Trip/",
    "Trip/Empty/",
    "Trip/Photos/",
    "Trip/Photos/Raw/",
    "Trip/Photos/Raw/three.html",
    "Trip/Photos/Raw/two.txt",
    "Trip/Photos/one.txt",
    "Trip/plan.txt",
  ]);
  expect(await storedText(foyer.origin, known, seen.get("Trip/plan.txt"))).toBe("the plan");
  expect(seen.get("Trip/Photos/Raw/three.html")?.version).toMatchObject({
    type: "text/html",
    sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
  });
  // In the list, too, without looking again.
  await expect(page.getByRole("grid").getByText("Trip", { exact: true })).toBeVisible();
  expect(await violationsInBothSchemes(page)).toEqual([]);

  // It outlives being put away, and a reload.
  await dock(page).getByRole("button", { name: "Hide the uploads" }).click();
  await expect(dock(page)).toHaveCount(0);
  await page.reload();
  await expect(report(page)).toHaveText("4 added.");
  await dock(page).getByRole("button", { name: "Hide the uploads" }).click();
  await page.getByRole("button", { name: "Upload", exact: true }).click();
  await page.getByRole("menuitem", { name: "Show the last uploads" }).click();
  await expect(report(page)).toHaveText("4 added.");
  await dock(page).getByRole("button", { name: "Clear" }).click();
  await expect(dock(page)).toHaveCount(0);
});

test("names that are taken are asked about one by one or all at once, and hold up nothing else", async ({
  page,
  foyer,
}, info) => {
  const known = await signUpByDialog(page);
  await openDrivePage(page);
  const names = ["a.txt", "b.txt", "c.txt", "d.txt", "e.txt"];
  const tree = (text: string) => Object.fromEntries(names.map((name) => [name, `${text} ${name}`]));
  const first = await writeTree(info.outputPath("first"), tree("first"));
  await chooseFiles(page, ...first.slice(0, 4));
  await expect(report(page)).toHaveText("4 added.");

  const second = await writeTree(info.outputPath("second"), tree("second"));
  await chooseFiles(page, ...second);
  await expect(dialog(page)).toContainText("“a.txt” is there already");
  // The fifth has gone on meanwhile.
  await expect(async () => {
    const seen = await seenDrive(foyer.origin, known);
    expect(seen.has("e.txt")).toBe(true);
  }).toPass();
  expect(await violationsInBothSchemes(page)).toEqual([]);
  const forAll = dialog(page).getByRole("checkbox");
  await forAll.uncheck();
  await answer(page, "Keep both");
  await expect(dialog(page)).toContainText("“b.txt” is there already");
  await forAll.uncheck();
  await answer(page, "Skip");
  await expect(dialog(page)).toContainText("“c.txt” is there already");
  // Esc leaves it for later.
  await page.keyboard.press("Escape");
  await expect(dialog(page)).toHaveCount(0);
  await dock(page).getByRole("button", { name: "Decide on 2 names" }).click();
  await expect(forAll).toBeChecked();
  await answer(page, "Replace");
  await expect(report(page)).toHaveText(
    "1 added, 2 replaced, 1 kept beside the other one, 1 skipped.",
  );
  const seen = await seenDrive(foyer.origin, known);
  const textOf = (path: string) => storedText(foyer.origin, known, seen.get(path));
  expect([...seen.keys()].toSorted()).toEqual(["a (2).txt", ...names]);
  expect(await Promise.all(["a.txt", "a (2).txt", "b.txt", "c.txt"].map(textOf))).toEqual([
    "first a.txt",
    "second a.txt",
    "first b.txt",
    "second c.txt",
  ]);
  expect(seen.get("c.txt")?.older).toHaveLength(1);
});

test("what is in the drive already is not sent again", async ({ page, foyer }, info) => {
  const known = await signUpByDialog(page);
  await openDrivePage(page);
  const [one, other] = await writeTree(info.outputPath(), {
    "one.txt": "x".repeat(300_000),
    "other.txt": "x".repeat(300_000),
  });
  await chooseFiles(page, one!);
  await expect(report(page)).toHaveText("1 added.");
  let sent = 0;
  page.on("request", (request) => {
    if (request.headers()["x-goog-upload-command"] !== undefined) sent += 1;
  });
  await chooseFiles(page, other!);
  await expect(dock(page)).toContainText("copied from your own files");
  await expect(report(page)).toHaveText("1 added.");
  expect(sent).toBe(0);
  const seen = await seenDrive(foyer.origin, known);
  const text = await storedText(foyer.origin, known, seen.get("other.txt"));
  expect(text).toBe("x".repeat(300_000));
  expect(seen.get("other.txt")?.version.object).not.toBe(seen.get("one.txt")?.version.object);
});

test("a tab that ends before the drive has answered loses nothing", async ({
  page,
  context,
  foyer,
  watch,
}, info) => {
  watch.expectFault(/ERR_FAILED|Failed to fetch|not uploaded/);
  const known = await signUpByDialog(page);
  await openDrivePage(page);
  const isAdding = (route: Route) => route.request().postData()?.includes("add-file") === true;
  const refuse = (route: Route) => (isAdding(route) ? route.abort() : route.fallback());
  await page.route("**/api/drive/acts", refuse);
  const files = await writeTree(info.outputPath(), { "a.txt": "a", "b.txt": "b" });
  await chooseFiles(page, ...files);
  await expect(dock(page).getByText("Arrived, being put into its folder")).toHaveCount(2);
  await page.close({ runBeforeUnload: false });
  const next = await context.newPage();
  await openDrivePage(next);
  await expect(report(next)).toHaveText("2 added.");
  const seen = await seenDrive(foyer.origin, known);
  expect([...seen.keys()].toSorted()).toEqual(["a.txt", "b.txt"]);
});

test("after a reload the folder that is dropped again goes on where it was @long", async ({
  page,
  foyer,
  watch,
}, info) => {
  watch.expectFault(/ERR_FAILED|ERR_ABORTED|status of 503/);
  const known = await signUpByDialog(page);
  await openDrivePage(page);
  const folder = info.outputPath("Large");
  const big = Buffer.alloc(6 * 1024 * 1024, "large ");
  await writeTree(folder, { "0.txt": "0", "1.txt": "1", "big.bin": big, "z.txt": "z" });
  const session = await page.context().newCDPSession(page);
  await session.send("Network.enable");
  const throughput = (uploadThroughput: number) =>
    session.send("Network.emulateNetworkConditions", {
      offline: false,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput,
    });
  await throughput(1024 * 1024);
  await dropPaths(page, [folder]);
  await expect(dock(page)).toContainText(/[12]\.?\d* MB of/);
  page.on("dialog", (box) => void box.accept());
  await page.reload();
  await expect(dock(page)).toContainText("was cut off");
  await throughput(-1);
  const offsets: number[] = [];
  page.on("request", (request) => {
    const headers = request.headers();
    if (headers["x-goog-upload-command"]?.startsWith("upload") === true)
      offsets.push(Number(headers["x-goog-upload-offset"]));
  });
  await dropPaths(page, [folder]);
  await expect(report(page)).toHaveText("4 added.");
  // Not from its beginning.
  expect(Math.max(...offsets)).toBeGreaterThan(0);
  expect(offsets.filter((offset) => offset === 0).length).toBeLessThan(4);
  const seen = await seenDrive(foyer.origin, known);
  expect(seen.size).toBe(5);
  expect(await storedText(foyer.origin, known, seen.get("Large/big.bin"))).toBe(big.toString());
});

test("all are paused, resumed and cancelled, and what is cancelled is nowhere @long", async ({
  page,
  foyer,
  watch,
}, info) => {
  watch.expectFault(/status of 503/);
  const known = await signUpByDialog(page);
  await openDrivePage(page);
  const session = await page.context().newCDPSession(page);
  await session.send("Network.enable");
  await session.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: 1024 * 1024,
  });
  const large = Buffer.alloc(4 * 1024 * 1024, "large ");
  const files = await writeTree(info.outputPath(), {
    "a.bin": large,
    "b.bin": `${large.toString()}b`,
  });
  await chooseFiles(page, ...files);
  await expect(dock(page)).toContainText(/\d MB of/);
  await dock(page).getByRole("button", { name: "Pause all" }).click();
  await expect(dock(page).getByRole("heading")).toHaveText("Paused, 2 of 2 left");
  await dock(page).getByRole("button", { name: "Resume all" }).click();
  await expect(dock(page).getByRole("heading")).toHaveText("Uploading 1 of 2");
  await dock(page).getByRole("button", { name: "Cancel a.bin" }).click();
  await session.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: -1,
  });
  await expect(report(page)).toHaveText("1 added, 1 cancelled.");
  const seen = await seenDrive(foyer.origin, known);
  expect([...seen.keys()]).toEqual(["b.bin"]);
});

test("two files that are pasted at once get two names", async ({ page, foyer }) => {
  const known = await signUpByDialog(page);
  await openDrivePage(page);
  await page.evaluate(() => {
    for (const text of ["first", "second"]) {
      const clipboardData = new DataTransfer();
      clipboardData.items.add(new File([text], "note.txt", { type: "text/plain" }));
      document.body.dispatchEvent(
        new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }),
      );
    }
  });
  await expect(report(page)).toHaveText("1 added, 1 kept beside the other one.");
  const seen = await seenDrive(foyer.origin, known);
  expect([...seen.keys()].toSorted()).toEqual(["note (2).txt", "note.txt"]);
});

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

const row = (page: Page, name: string) => page.getByRole("row").filter({ hasText: name });

test("files are begun by keyboard, wait for the network, and go on while other pages are looked at @smoke", async ({
  page,
  context,
  watch,
}, info) => {
  watch.expectFault(/ERR_INTERNET_DISCONNECTED|status of (?:404|412|503)|could not|was not/);
  await signUpByDialog(page);
  await openDrivePage(page);
  const files = await writeTree(info.outputPath(), {
    "one.bin": "1".repeat(400_000),
    "two.txt": "2",
  });
  // Only a page that knows that somebody listens tells of it, and it is told a moment later.
  const chooser = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Upload", exact: true }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("menuitem", { name: "Files…" })).toBeFocused();
  await page.keyboard.press("Enter");
  const held = await holdPieces(page);
  await (await chooser).setFiles(files);
  await expect(dock(page).getByRole("heading")).toHaveText("Uploading 1 of 2");
  const pause = dock(page).getByRole("button", { name: "Pause one.bin" });
  await pause.focus();
  await page.keyboard.press("Enter");
  const resume = dock(page).getByRole("button", { name: "Resume one.bin" });
  await expect(resume).toBeFocused();
  await page.keyboard.press("Enter");
  await context.setOffline(true);
  await expect(dock(page).getByRole("alert")).toHaveText(
    "You are offline. Uploads go on when the connection is back.",
  );
  await context.setOffline(false);
  await navigateTo(page, "/about");
  await held.go();
  await navigateTo(page, "/FileStorageApp");
  await expect(report(page)).toHaveText("2 added.");
  await expect(row(page, "one.bin").locator(".drive-thumb svg")).toBeVisible();
});

test("another account sees none of it, and signing out elsewhere ends it here @long", async ({
  page,
  context,
  watch,
}, info) => {
  // What the tab asks just before it hears of it is refused.
  watch.expectFault(/Failed to load resource.*status of 40[01]|status of 503/);
  const ada = await signUpByDialog(page);
  await openDrivePage(page);
  const files = await writeTree(info.outputPath(), {
    "secret.txt": "1",
    "coming.bin": "1".repeat(400_000),
  });
  await chooseFiles(page, files[0]!);
  await expect(report(page)).toHaveText("1 added.");
  const held = await holdPieces(page);
  await chooseFiles(page, files[1]!);
  await expect(dock(page)).toContainText("coming.bin");
  const other = await context.newPage();
  await open(other, "/about");
  await askToSignOut(other);
  await expect(dialog(other)).toContainText("1 file is not saved yet");
  await dialog(other).getByRole("button", { name: "Sign out and lose it" }).click();
  await expect(signInButton(other)).toBeVisible();
  await other.close();
  await expect(page.getByRole("heading", { level: 2, name: "Sign in" })).toBeVisible();
  await expect(page.getByText(/secret\.txt|coming\.bin/)).toHaveCount(0);
  await held.go();
  await createAccount(page, "Eve");
  await expect(page.getByRole("button", { name: "Upload", exact: true })).toBeEnabled();
  await expect(page.getByText(/secret\.txt|coming\.bin/)).toHaveCount(0);
  await signOut(page);
  await signIn(page, ada.email);
  await expect(row(page, "secret.txt")).toBeVisible();
  await expect(page.getByText("coming.bin")).toHaveCount(0);
});

test("a new version of a file keeps its place, its name and what it was", async ({
  page,
  foyer,
}, info) => {
  const known = await signUpByDialog(page);
  await openDrivePage(page);
  const files = await writeTree(info.outputPath(), {
    "plan.txt": "first",
    "other.txt": "second",
  });
  await chooseFiles(page, files[0]!);
  await expect(report(page)).toHaveText("1 added.");
  await row(page, "plan.txt").click({ button: "right" });
  await page.getByRole("menuitem", { name: "Details" }).click();
  await page.getByLabel("New version of plan.txt").setInputFiles(files[1]!);
  await expect(report(page)).toHaveText("1 replaced.");
  const seen = await seenDrive(foyer.origin, known);
  expect([...seen.keys()]).toEqual(["plan.txt"]);
  expect(await storedText(foyer.origin, known, seen.get("plan.txt"))).toBe("second");
  expect(seen.get("plan.txt")?.older).toMatchObject([{ size: 5 }]);
  // Where nothing else can be put, too, and said where one looks.
  await navigateTo(page, "/FileStorageApp?view=recent");
  await page.getByRole("link", { name: "plan.txt" }).click();
  await dialog(page).getByRole("button", { name: "Details" }).click();
  await writeTree(info.outputPath(), { "plan.txt": "the third one" });
  await dialog(page).getByLabel("New version of plan.txt").setInputFiles(files[0]!);
  await expect(dialog(page)).toContainText("Uploaded as its new version");
  await expect(dialog(page)).toContainText("13 bytes");
});

test.describe("with a small quota", () => {
  test.use({ ownSite: true, siteEnv: { FOYER_USER_QUOTA_MB: "1" } });

  for (const width of [1440, 320]) {
    test(`what has no room says so, fits and is found by fingers, ${width} wide`, async ({
      page,
      watch,
    }, info) => {
      watch.expectFault(/Failed to load resource.*402/);
      await page.setViewportSize({ width, height: 800 });
      await signUpByDialog(page);
      await openDrivePage(page);
      const long = `${"Wolfeschlegelsteinhausenbergerdorff".repeat(3)}.txt`;
      const files = await writeTree(info.outputPath(), {
        "large.bin": "1".repeat(2_000_000),
        [long]: "1",
      });
      await chooseFiles(page, ...files);
      await expect(report(page)).toHaveText("1 added, 1 failed.");
      await expect(dock(page)).toContainText("There is not enough space left for this file.");
      await expect(dock(page).getByRole("button", { name: "Retry failed" })).toBeVisible();
      await dock(page).getByRole("combobox").selectOption("all");
      expect(await violationsInBothSchemes(page)).toEqual([]);
      const overflow = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect(overflow).toBeLessThanOrEqual(0);
    });
  }
});

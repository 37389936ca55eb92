/** Uploads that survive: app/live/uploads in a real page, where no screen is between it and the test. */
import { appendFile, mkdir, utimes } from "node:fs/promises";
import type { Page, Request, Route, TestInfo } from "@playwright/test";
import { newEmail } from "../support/sign-in-steps.ts";
import { expect as siteExpect, test } from "../support/site-test.ts";
import {
  choose,
  inPage,
  makeFile,
  openUploadsPage,
  storedObject,
} from "../support/uploads-page.ts";

const MIB = 1024 * 1024;
/** Megabytes take their time on a busy machine. */
const expect = siteExpect.configure({ timeout: 15_000 });

/** So that a test can come between the beginning and the end of an upload. */
async function sendSlowly(page: Page, bytesPerSecond: number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const limits = { offline: false, latency: 0, downloadThroughput: -1 };
  await session.send("Network.enable");
  await session.send("Network.emulateNetworkConditions", {
    ...limits,
    uploadThroughput: bytesPerSecond,
  });
}

test.beforeEach(({ watch, backend }) => {
  // Firebase has no precondition, so that it is asked before for an object of the name.
  if (backend === "hosted") watch.expectFault(/status of 404.*firebasestorage/);
});

const list = (page: Page) => inPage(page, (uploads) => uploads.list());
const firstState = async (page: Page) => (await list(page))[0]?.state;
const firstSent = async (page: Page) => (await list(page))[0]?.sentBytes ?? 0;

async function folderOf(info: TestInfo): Promise<string> {
  await mkdir(info.outputPath(), { recursive: true });
  return info.outputPath();
}

test("20 MB go up with progress, stop while paused, and arrive whole", async ({
  page,
  watch,
}, info) => {
  // The chunk that the pause broke off may still be there for a moment when it goes on.
  watch.expectFault(/status of 503/);
  const file = await makeFile(await folderOf(info), "film.mp4", 20 * MIB);
  const uid = await openUploadsPage(page, newEmail());
  const folder = `users/${uid}/files/`;
  await sendSlowly(page, 8 * MIB);
  await choose(page, file.path);
  await inPage(page, (uploads, folder) => uploads.addChosen(folder), folder);
  const seen = new Set<number>();
  await expect
    .poll(async () => {
      const sent = await firstSent(page);
      seen.add(sent);
      return sent;
    })
    .toBeGreaterThan(4 * MIB);
  await inPage(page, (uploads) => uploads.first("pause"));
  expect(await firstState(page)).toBe("paused");
  const paused = await firstSent(page);
  // Behind whatever was on its way.
  await inPage(page, (uploads, folder) => uploads.listFiles(folder), folder);
  expect([await firstState(page), await firstSent(page)]).toEqual(["paused", paused]);
  await inPage(page, (uploads) => uploads.first("resume"));
  await expect
    .poll(() => list(page))
    .toMatchObject([
      { state: "done", outcome: "uploaded", sentBytes: file.sizeBytes, error: null },
    ]);
  expect(await storedObject(page, folder + file.name)).toMatchObject({
    size: String(file.sizeBytes),
    md5Hash: file.md5,
  });
  const { files } = await inPage(page, (uploads, folder) => uploads.listFiles(folder), folder);
  expect(files).toMatchObject([
    { name: folder + file.name, sizeBytes: file.sizeBytes, contentType: "video/mp4" },
  ]);
});

test("after a reload it needs its file, refuses another, and goes on with the right one @long", async ({
  page,
}, info) => {
  const folder = await folderOf(info);
  const file = await makeFile(folder, "a.bin", 12 * MIB);
  await mkdir(`${folder}/other`, { recursive: true });
  const wrong = await makeFile(`${folder}/other`, "a.bin", 12 * MIB);
  const email = newEmail();
  const uid = await openUploadsPage(page, email);
  await sendSlowly(page, 6 * MIB);
  await choose(page, file.path);
  await inPage(page, (uploads, to) => uploads.addChosen(to), `users/${uid}/`);
  await expect.poll(() => firstSent(page)).toBeGreaterThan(3 * MIB);
  await page.reload();
  await openUploadsPage(page, email);
  await expect
    .poll(() => list(page))
    .toMatchObject([
      { state: "needs-file", fileName: "a.bin", name: `users/${uid}/a.bin`, canGoAgain: false },
    ]);
  await expect.poll(() => firstSent(page)).toBeGreaterThan(MIB);
  const before = await firstSent(page);
  expect(before).toBeLessThan(12 * MIB);

  await choose(page, wrong.path);
  expect(await inPage(page, (uploads) => uploads.attachChosen())).toEqual(["a.bin"]);
  expect(await list(page)).toMatchObject([
    {
      state: "needs-file",
      error: { code: "wrong-file", message: expect.stringContaining("another file") },
    },
  ]);

  const offsets: number[] = [];
  page.on("request", (request) => {
    const headers = request.headers();
    if (headers["x-goog-upload-command"]?.startsWith("upload") === true)
      offsets.push(Number(headers["x-goog-upload-offset"]));
  });
  await choose(page, file.path);
  expect(await inPage(page, (uploads) => uploads.attachChosen())).toEqual([]);
  await expect.poll(() => list(page)).toMatchObject([{ state: "done", error: null }]);
  expect(Math.min(...offsets)).toBeGreaterThanOrEqual(before);
  expect((await storedObject(page, `users/${uid}/a.bin`)).md5Hash).toBe(file.md5);
});

test("who signs in next in this browser sees nothing of it, and its owner finds it again @long", async ({
  page,
  watch,
}, info) => {
  // The test asks for a new account where there is one.
  watch.expectFault(/status of 400.*accounts:signUp/);
  const file = await makeFile(await folderOf(info), "private.bin", 6 * MIB);
  const [ada, bob] = [newEmail(), newEmail()];
  const uid = await openUploadsPage(page, ada);
  await sendSlowly(page, 4 * MIB);
  await choose(page, file.path);
  await inPage(page, (uploads, to) => uploads.addChosen(to), `users/${uid}/`);
  await expect.poll(() => firstSent(page)).toBeGreaterThan(MIB);
  await inPage(page, (uploads) => uploads.leave());
  await expect.poll(() => list(page)).toEqual([]);
  let sentMore = 0;
  page.on("request", (request) => {
    if (request.method() === "POST" && request.url().includes("upload_id")) sentMore += 1;
  });
  await inPage(page, (uploads, bob) => uploads.enter(bob).then(() => undefined), bob);
  expect(await list(page)).toEqual([]);
  await choose(page, file.path);
  expect(await inPage(page, (uploads) => uploads.attachChosen())).toEqual(["private.bin"]);
  expect(sentMore).toBe(0);
  await inPage(page, (uploads) => uploads.leave());
  await inPage(page, (uploads, ada) => uploads.enter(ada).then(() => undefined), ada);
  await expect
    .poll(() => list(page))
    .toMatchObject([{ state: "needs-file", fileName: "private.bin" }]);

  // Written anew since: what is between the samples could be another's, so nothing of before is used.
  await utimes(file.path, 1e9, 1e9);
  const offsets: string[] = [];
  page.on("request", (request) => {
    const headers = request.headers();
    if (headers["x-goog-upload-command"]?.startsWith("upload") === true)
      offsets.push(headers["x-goog-upload-offset"] ?? "");
  });
  await choose(page, file.path);
  expect(await inPage(page, (uploads) => uploads.attachChosen())).toEqual([]);
  await expect
    .poll(() => list(page))
    .toMatchObject([{ state: "done", beganAgain: "file-changed" }]);
  expect(offsets[0]).toBe("0");
  expect((await storedObject(page, `users/${uid}/private.bin`)).md5Hash).toBe(file.md5);
});

test("one tab sends, the others show it and may pause it; when it closes they take it over @long", async ({
  page,
  context,
}, info) => {
  const file = await makeFile(await folderOf(info), "shared.bin", 12 * MIB);
  const email = newEmail();
  const uid = await openUploadsPage(page, email);
  await sendSlowly(page, 3 * MIB);
  await choose(page, file.path);
  await inPage(page, (uploads, to) => uploads.addChosen(to), `users/${uid}/`);
  await expect.poll(() => firstSent(page)).toBeGreaterThan(MIB);

  const other = await context.newPage();
  await openUploadsPage(other, email);
  await expect
    .poll(() => list(other))
    .toMatchObject([{ state: "uploading", fileName: "shared.bin" }]);
  const before = await firstSent(other);
  await expect.poll(() => firstSent(other)).toBeGreaterThan(before);
  // It does not belong to this tab.
  await choose(other, file.path);
  expect(await inPage(other, (uploads) => uploads.attachChosen())).toEqual(["shared.bin"]);
  const addHere = (tab: Page, to: string) =>
    inPage(tab, (uploads, to) => uploads.addChosen(to), to);
  // Nor is it sent twice to one place, by whatever tab.
  expect(await addHere(other, `users/${uid}/`)).toEqual(["shared.bin"]);
  expect(await addHere(page, `users/${uid}/`)).toEqual(["shared.bin"]);
  expect(await list(other)).toHaveLength(1);
  await inPage(other, (uploads) => uploads.first("pause"));
  await expect.poll(() => firstState(page)).toBe("paused");
  await expect.poll(() => firstState(other)).toBe("paused");
  await inPage(other, (uploads) => uploads.first("resume"));
  await expect.poll(() => firstState(page)).toBe("uploading");

  await page.close();
  await expect.poll(() => firstState(other)).toBe("needs-file");
  expect(await inPage(other, (uploads) => uploads.attachChosen())).toEqual([]);
  await expect.poll(() => firstState(other)).toBe("done");
  expect((await storedObject(other, `users/${uid}/shared.bin`)).md5Hash).toBe(file.md5);
});

test(
  "300 small files go up in their order, and the screen is called far less often",
  {
    tag: "@embedded",
  },
  async ({ page }) => {
    const uid = await openUploadsPage(page, newEmail());
    await inPage(page, (uploads, to) => uploads.addMade(to, 300), `users/${uid}/many/`);
    expect((await list(page)).map(({ fileName }) => fileName)).toEqual(
      Array.from({ length: 300 }, (_, index) => `${index}.txt`),
    );
    const done = async () =>
      (await list(page)).filter(({ outcome }) => outcome === "uploaded").length;
    await expect.poll(done, { timeout: 25_000 }).toBe(300);
    expect(await inPage(page, (uploads) => uploads.timesCalled())).toBeLessThan(1500);
  },
);

test("a name that is taken is skipped when wanted so, and may go beside it after all", async ({
  page,
  watch,
}, info) => {
  // How the service says that there is an object of this name.
  watch.expectFault(/status of 412/);
  const file = await makeFile(await folderOf(info), "a.txt", 1000);
  const uid = await openUploadsPage(page, newEmail());
  const folder = `users/${uid}/files/`;
  await choose(page, file.path);
  const add = (onExisting: "replace" | "skip") =>
    inPage(
      page,
      (uploads, [folder, onExisting]) =>
        uploads.addChosen(folder!, { onExisting: onExisting as "skip" }),
      [folder, onExisting],
    );
  const outcomes = async () => (await list(page)).map(({ state, outcome }) => outcome ?? state);
  await add("replace");
  await expect.poll(outcomes).toEqual(["uploaded"]);
  await add("replace");
  await expect.poll(outcomes).toEqual(["uploaded", "replaced"]);
  await inPage(page, (uploads) => uploads.clear());
  await add("skip");
  await expect.poll(outcomes).toEqual(["skipped"]);
  await inPage(page, (uploads) => uploads.keepBoth());
  await expect
    .poll(() => list(page))
    .toMatchObject([{ outcome: "uploaded", name: `${folder}a (2).txt`, canGoAgain: false }]);
  await inPage(page, (uploads, name) => uploads.deleteFile(name), `${folder}a.txt`);
  const { files } = await inPage(page, (uploads, folder) => uploads.listFiles(folder), folder);
  expect(files.map(({ name }) => name)).toEqual([`${folder}a (2).txt`]);
});

test("what is cancelled is gone here and on the server", async ({ page, watch }, info) => {
  // The chunk that broke off may still be there for a moment.
  watch.expectFault(/status of 503/);
  const file = await makeFile(await folderOf(info), "a.bin", 8 * MIB);
  // So that the server hears of it only after a reload.
  watch.expectFault(/ERR_FAILED/);
  const email = newEmail();
  const uid = await openUploadsPage(page, email);
  await sendSlowly(page, 3 * MIB);
  await choose(page, file.path);
  await inPage(page, (uploads, to) => uploads.addChosen(to), `users/${uid}/`);
  await expect.poll(() => firstSent(page)).toBeGreaterThan(MIB);
  const isCancel = (request: Request) => request.headers()["x-goog-upload-command"] === "cancel";
  const refuse = (route: Route) => (isCancel(route.request()) ? route.abort() : route.fallback());
  await page.route(/upload_id=/, refuse);
  const tried = page.waitForRequest(isCancel);
  void inPage(page, (uploads) => uploads.first("cancel")).catch(() => undefined);
  await tried;
  expect(await list(page)).toEqual([]);
  const answered = page.waitForResponse(
    (response) => isCancel(response.request()) && response.ok(),
  );
  // The next page gives up after three tries: none of them may still be refused.
  await page.goto("about:blank");
  await page.unroute(/upload_id=/, refuse);
  await openUploadsPage(page, email);
  expect(await list(page)).toEqual([]);
  await answered;
  const { files } = await inPage(page, (uploads, to) => uploads.listFiles(to), `users/${uid}/`);
  expect(files).toEqual([]);
});

test("a file that is changed while it is sent is not mixed with what it was", async ({
  page,
  watch,
}, info) => {
  watch.expectFault(/ERR_UPLOAD_FILE_CHANGED/);
  // The chunk that broke off may still be there for a moment.
  watch.expectFault(/status of 503/);
  const file = await makeFile(await folderOf(info), "log.txt", 8 * MIB);
  const uid = await openUploadsPage(page, newEmail());
  await sendSlowly(page, 3 * MIB);
  await choose(page, file.path);
  await inPage(page, (uploads, to) => uploads.addChosen(to), `users/${uid}/`);
  await expect.poll(() => firstSent(page)).toBeGreaterThan(MIB);
  await appendFile(file.path, "one line more");
  await expect
    .poll(() => list(page))
    .toMatchObject([{ state: "failed", error: { code: "file-changed", canRetry: false } }]);
  const { files } = await inPage(page, (uploads, to) => uploads.listFiles(to), `users/${uid}/`);
  expect(files).toEqual([]);
});

/** Uploads over what goes wrong: the tab crashes, the server is killed, the network goes. Counted on the wire. */
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Page, expect as playwrightExpect, test } from "@playwright/test";
import { type CutProxy, openCutProxy } from "../support/cut-proxy.ts";
import { type FoyerProcess, startFoyer } from "../support/foyer-process.ts";
import { newEmail } from "../support/sign-in-steps.ts";
import {
  type MadeFile,
  choose,
  inPage,
  makeFile,
  openUploadsPage,
  storedObject,
} from "../support/uploads-page.ts";

const MIB = 1024 * 1024;
const quotaMb = 24;
/** Megabytes and starts of a server take their time on a busy machine. */
const expect = playwrightExpect.configure({ timeout: 20_000 });
test.setTimeout(90_000);

type Place = AsyncDisposable & {
  folder: string;
  site: FoyerProcess;
  proxy: CutProxy;
  start(): Promise<void>;
};

async function openPlace(bytesPerSecond: number): Promise<Place> {
  const folder = await mkdtemp(join(tmpdir(), "foyer-cut-"));
  await mkdir(join(folder, "data"));
  const env = { FOYER_USER_QUOTA_MB: String(quotaMb) };
  const start = () => startFoyer({ dataDir: join(folder, "data"), env });
  const site = await start();
  const proxy = await openCutProxy(site.port, bytesPerSecond);
  const place: Place = {
    folder,
    site,
    proxy,
    async start() {
      place.site = await start();
      proxy.leadTo(place.site.port);
    },
    async [Symbol.asyncDispose]() {
      await proxy[Symbol.asyncDispose]();
      await place.site.stop("SIGKILL");
      await rm(folder, { recursive: true, force: true });
    },
  };
  return place;
}

const list = (page: Page) => inPage(page, (uploads) => uploads.list());
const firstSent = async (page: Page) => (await list(page))[0]?.sentBytes ?? 0;
const firstState = async (page: Page) => (await list(page))[0]?.state;

async function add(page: Page, uid: string, file: MadeFile): Promise<void> {
  await choose(page, file.path);
  await inPage(page, (uploads, to) => uploads.addChosen(to), `users/${uid}/`);
}

async function isWhole(page: Page, uid: string, file: MadeFile): Promise<void> {
  await expect
    .poll(() => list(page))
    .toMatchObject([{ state: "done", sentBytes: file.sizeBytes, error: null }]);
  const stored = await storedObject(page, `users/${uid}/${file.name}`);
  expect(stored).toMatchObject({ size: String(file.sizeBytes), md5Hash: file.md5 });
}

test("after the tab crashed the same file goes on where it was @long", async ({
  page,
  context,
}) => {
  await using place = await openPlace(8 * MIB);
  const { folder, proxy } = place;
  const file = await makeFile(folder, "crash.bin", 16 * MIB);
  const email = newEmail();
  const uid = await openUploadsPage(page, email, proxy.origin);
  await add(page, uid, file);
  await expect.poll(() => firstSent(page)).toBeGreaterThan(6 * MIB);
  const crashed = page.waitForEvent("crash");
  const session = await context.newCDPSession(page);
  session.send("Page.crash").catch(() => undefined);
  await crashed;

  const next = await context.newPage();
  await openUploadsPage(next, email, proxy.origin);
  await expect.poll(() => firstState(next)).toBe("needs-file");
  await choose(next, file.path);
  expect(await inPage(next, (uploads) => uploads.attachChosen())).toEqual([]);
  await isWhole(next, uid, file);
  expect(proxy.sentBytes()).toBeLessThan(2 * file.sizeBytes);

  // What is there now leaves too little for another of this size, which is told before it is sent.
  const before = proxy.sentBytes();
  const large = await makeFile(folder, "large.bin", 12 * MIB);
  await add(next, uid, large);
  await expect
    .poll(async () => (await list(next))[1])
    .toMatchObject({ state: "failed", error: { code: "quota-exceeded", canRetry: true } });
  expect(proxy.sentBytes() - before).toBeLessThan(MIB);
  await inPage(next, (uploads, name) => uploads.deleteFile(name), `users/${uid}/crash.bin`);
  await inPage(next, (uploads) => uploads.retryLast());
  await expect.poll(async () => (await list(next))[1]?.state).toBe("done");
});

test("killed and started again, and without a network for a while, the upload goes on by itself @long", async ({
  page,
  context,
}) => {
  await using place = await openPlace(5 * MIB);
  const { folder, proxy } = place;
  const file = await makeFile(folder, "killed.bin", 16 * MIB);
  const uid = await openUploadsPage(page, newEmail(), proxy.origin);
  await add(page, uid, file);
  await expect.poll(() => firstSent(page)).toBeGreaterThan(5 * MIB);
  await place.site.stop("SIGKILL");
  proxy.cut();
  await expect.poll(() => firstState(page)).toBe("retrying");
  await place.start();
  await expect.poll(() => firstState(page)).toBe("uploading");
  await expect.poll(() => firstSent(page)).toBeGreaterThan(9 * MIB);

  await context.setOffline(true);
  proxy.cut();
  await expect.poll(() => firstState(page)).toBe("retrying");
  await context.setOffline(false);
  await expect.poll(() => firstState(page)).toBe("uploading");
  await isWhole(page, uid, file);
  expect(proxy.sentBytes()).toBeLessThan(2 * file.sizeBytes);
});

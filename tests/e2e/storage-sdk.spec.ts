/** The Storage SDK in a real browser: what only a browser has to give and to take, and how its uploads go on their way. */
import { fileURLToPath } from "node:url";
import type { JSHandle, Page } from "@playwright/test";
import type { StorageReference } from "firebase/storage";
import { bundleForPage } from "../support/bundle-for-page.ts";
import { expect, test } from "../support/site-test.ts";

type Sdk = typeof import("../support/storage-sdk-in-page.ts");
/** `own`: the folder of a new account. */
type Opened = JSHandle<{ sdk: Sdk; own: StorageReference }>;

let bundle: Promise<string> | undefined;
let people = 0;

async function openPage(page: Page): Promise<Opened> {
  const entry = new URL("../support/storage-sdk-in-page.ts", import.meta.url);
  bundle ??= bundleForPage(fileURLToPath(entry));
  const body = await bundle;
  const address = "/storage-sdk-in-page.js";
  await page.route(`**${address}`, (route) =>
    route.fulfill({ body, contentType: "text/javascript" }),
  );
  await page.goto("/about");
  const email = `storage-sdk-${process.pid}-${(people += 1)}-${Date.now()}@example.com`;
  const opened = await page.evaluateHandle(
    async ({ address, email }) => {
      const sdk = (await import(address)) as Sdk;
      return { sdk, own: await sdk.openFolder(email) };
    },
    { address, email },
  );
  await page.unroute(`**${address}`);
  return opened;
}

test("whatever a browser has goes up and comes back as it was @long", async ({ page }) => {
  const opened = await openPage(page);
  const seen = await opened.evaluate(async ({ sdk, own }) => {
    const hello = new TextEncoder().encode("hellö ☃");
    const wide = new Uint8Array([1, 1, ...hello, 1]);
    const sources: Record<string, Blob | Uint8Array | ArrayBuffer> = {
      blob: new Blob([hello], { type: "text/plain" }),
      file: new File([hello], "hello.html", { type: "text/html" }),
      "part of a blob": new Blob([wide], { type: "image/gif" }).slice(2, -1, "image/png"),
      bytes: hello,
      "part of bytes": wide.subarray(2, -1),
      buffer: hello.buffer,
      empty: new Blob([]),
    };
    const found: Record<string, unknown> = {};
    const keep = async (name: string) => {
      const file = sdk.ref(own, name);
      const { contentType, size } = await sdk.getMetadata(file);
      const blob = await sdk.getBlob(file);
      return [await blob.text(), size, contentType];
    };
    for (const [name, source] of Object.entries(sources)) {
      await sdk.uploadBytes(sdk.ref(own, name), source);
      found[name] = await keep(name);
      await sdk.uploadBytesResumable(sdk.ref(own, `${name} by task`), source);
      found[`${name} by task`] = await keep(`${name} by task`);
    }
    const { RAW, BASE64, BASE64URL, DATA_URL } = sdk.StringFormat;
    const texts = [
      ["raw", "hellö ☃", RAW],
      ["base64", "aGVsbMO2IOKYgw==", BASE64],
      ["base64url", "aGVsbMO2IOKYgw", BASE64URL],
      ["data", "data:text/css;base64,aGVsbMO2IOKYgw==", DATA_URL],
      ["data, in percents", "data:text/css,hell%C3%B6%20%E2%98%83", DATA_URL],
    ] as const;
    for (const [name, text, format] of texts) {
      await sdk.uploadString(sdk.ref(own, name), text, format);
      found[name] = await keep(name);
    }
    const bad = await sdk.codeOf(
      Promise.resolve().then(() => sdk.uploadString(sdk.ref(own, "bad"), "a*", BASE64)),
    );
    return { found, bad };
  });
  const kept = (contentType: string) => ["hellö ☃", 10, contentType];
  const untyped = "application/octet-stream";
  expect(seen.bad).toBe("storage/invalid-format");
  expect(seen.found).toEqual({
    blob: kept("text/plain"),
    "blob by task": kept("text/plain"),
    file: kept("text/html"),
    "file by task": kept("text/html"),
    "part of a blob": kept("image/png"),
    "part of a blob by task": kept("image/png"),
    bytes: kept(untyped),
    "bytes by task": kept(untyped),
    "part of bytes": kept(untyped),
    "part of bytes by task": kept(untyped),
    buffer: kept(untyped),
    "buffer by task": kept(untyped),
    empty: ["", 0, untyped],
    "empty by task": ["", 0, untyped],
    raw: kept(untyped),
    base64: kept(untyped),
    base64url: kept(untyped),
    data: kept("text/css"),
    "data, in percents": kept("text/css"),
  });
});

test("files are named, read, described, listed and deleted", async ({ page, watch }) => {
  watch.expectFault(/status of 40[34]/);
  const opened = await openPage(page);
  const seen = await opened.evaluate(async ({ sdk, own }) => {
    const { storage, bucket } = own;
    const file = sdk.ref(own, "größe/☃ 100%+#?&.txt");
    await sdk.uploadString(file, "0123456789", "raw", {
      contentType: "text/plain",
      cacheControl: "no-cache",
      contentLanguage: "de",
      customMetadata: { one: "1", two: "2" },
    });
    const noUrl = await sdk.codeOf(sdk.getDownloadURL(file));
    const object = `/v0/b/${bucket}/o/${encodeURIComponent(file.fullPath)}`;
    const headers = { Authorization: `Firebase ${await sdk.idToken()}` };
    await fetch(`${object}?create_token=true`, { method: "POST", headers });
    const url = await sdk.getDownloadURL(file);
    const names = {
      child: file.fullPath === `${own.fullPath}/größe/☃ 100%+#?&.txt`,
      isRoot: file.root.toString() === `gs://${bucket}/`,
      parent: file.parent?.parent?.fullPath === own.fullPath,
      byGs: sdk.ref(storage, file.toString()).fullPath === file.fullPath,
      byUrl: sdk.ref(storage, url).fullPath === file.fullPath,
      ofRoot: sdk.ref(storage).parent,
      byBucket: sdk.getStorage(storage.app, `gs://${bucket}`).app === storage.app,
    };
    const read = {
      bytes: new TextDecoder().decode(await sdk.getBytes(file)),
      some: new TextDecoder().decode(await sdk.getBytes(file, 4)),
      all: (await sdk.getBytes(file, 100)).byteLength,
      blob: await (await sdk.getBlob(file, 3)).text(),
      url: await (await fetch(url)).text(),
      stream: await sdk.codeOf(Promise.resolve().then(() => sdk.getStream(file))),
    };
    const changed = await sdk.updateMetadata(file, {
      cacheControl: null as never,
      contentLanguage: "fr",
      customMetadata: { one: null as never, three: "3" },
    });
    const { cacheControl, contentLanguage, contentType, customMetadata, metageneration } = changed;
    for (const name of ["a", "b", "c/d/e", "c/f", "g/h"]) {
      await sdk.uploadString(sdk.ref(own, `list/${name}`), name);
    }
    const folder = sdk.ref(own, "list");
    const pages: string[][] = [];
    for (let pageToken: string | undefined; pages.length < 9;) {
      const page = await sdk.list(folder, { maxResults: 2, ...(pageToken && { pageToken }) });
      pages.push([...page.prefixes, ...page.items].map(({ name }) => name));
      pageToken = page.nextPageToken;
      if (pageToken === undefined) break;
    }
    const deep = async (from: StorageReference): Promise<string[]> => {
      const { items, prefixes } = await sdk.listAll(from);
      const below = await Promise.all(prefixes.map(deep));
      return [
        ...items.map(({ fullPath }) => fullPath.slice(folder.fullPath.length)),
        ...below.flat(),
      ];
    };
    const listed = { pages, deep: await deep(folder), none: await deep(sdk.ref(own, "nothing")) };
    const gone = {
      deleted: await sdk.codeOf(sdk.deleteObject(file)),
      again: await sdk.codeOf(sdk.deleteObject(file)),
      bytes: await sdk.codeOf(sdk.getBytes(file)),
      url: (await fetch(url)).status,
      ofAnother: await sdk.codeOf(sdk.getMetadata(sdk.ref(storage, "users/another/a"))),
      isStorageError: await sdk
        .getMetadata(file)
        .catch(
          (error: unknown) =>
            error instanceof sdk.StorageError &&
            error.code === `storage/${sdk.StorageErrorCode.OBJECT_NOT_FOUND}`,
        ),
    };
    return {
      noUrl,
      names,
      read,
      changed: { cacheControl, contentLanguage, contentType, customMetadata, metageneration },
      listed,
      gone,
    };
  });
  expect(seen).toEqual({
    noUrl: "storage/no-download-url",
    names: {
      child: true,
      isRoot: true,
      parent: true,
      byGs: true,
      byUrl: true,
      ofRoot: null,
      byBucket: true,
    },
    read: {
      bytes: "0123456789",
      some: "0123",
      all: 10,
      blob: "012",
      url: "0123456789",
      stream: expect.stringContaining("getStream() is only supported by NodeJS builds"),
    },
    changed: {
      cacheControl: undefined,
      contentLanguage: "fr",
      contentType: "text/plain",
      customMetadata: { two: "2", three: "3" },
      metageneration: "3",
    },
    listed: {
      pages: [
        ["a", "b"],
        ["c", "g"],
      ],
      deep: ["/a", "/b", "/c/f", "/c/d/e", "/g/h"],
      none: [],
    },
    gone: {
      deleted: "no error",
      again: "storage/object-not-found",
      bytes: "storage/object-not-found",
      url: 403,
      ofAnother: "storage/unauthorized",
      isStorageError: true,
    },
  });
});

test("a large upload is watched, held, goes on, and is given up @long", async ({ page, watch }) => {
  watch.expectFault(/status of (?:403|404|503)|ERR_FAILED/);
  const opened = await openPage(page);
  // Of the second part the request is lost, of the last one the answer.
  const lost = new Set<string>();
  await page.route(/upload_id=/, async (route) => {
    const headers = await route.request().allHeaders();
    const { "x-goog-upload-command": command = "", "x-goog-upload-offset": offset } = headers;
    const isLast = command === "upload, finalize";
    const part = isLast ? "last" : `${command} ${offset}`;
    if ((!isLast && part !== "upload 262144") || lost.has(part)) return route.continue();
    lost.add(part);
    if (isLast) await route.fetch();
    return route.abort();
  });
  const seen = await opened.evaluate(async ({ sdk, own }) => {
    const content = crypto.getRandomValues(new Uint8Array(65_536));
    const large = new Blob(
      Array.from({ length: 24 }, () => content),
      { type: "video/mp4" },
    );
    const file = sdk.ref(own, "large");
    const task = sdk.uploadBytesResumable(file, large, { customMetadata: { a: "b" } });
    const steps: number[] = [];
    const states: string[] = [];
    const calls: (string | number)[] = [];
    let held: unknown[] | undefined;
    const completed = Promise.withResolvers<void>();
    task.on("state_changed", {
      next({ state, bytesTransferred, totalBytes, ref, task: of }) {
        if (totalBytes !== large.size || ref.fullPath !== file.fullPath || of !== task) {
          throw new Error("The snapshot is another's.");
        }
        if (states.at(-1) !== state) states.push(state);
        if (steps.at(-1) !== bytesTransferred) steps.push(bytesTransferred);
        if (state === "paused") {
          held = [task.snapshot.state, task.pause(), task.resume(), task.resume()];
        } else if (bytesTransferred > 0 && held === undefined) task.pause();
      },
      complete: completed.resolve,
    });
    // Its first call is on its way when it ends.
    const leave = task.on("state_changed", ({ bytesTransferred }) => calls.push(bytesTransferred));
    leave();
    const silent = task.on("state_changed", null, null, () => calls.push("complete"));
    const { metadata, state, bytesTransferred } = await task;
    await completed.promise;
    silent();
    const isWhole =
      (await (await sdk.getBlob(file)).bytes()).toString() === (await large.bytes()).toString();
    const after = [task.pause(), task.resume(), task.cancel()];

    const other = sdk.ref(own, "given up");
    const given = sdk.uploadBytesResumable(other, large);
    const failed: string[] = [];
    const cancelled = new Promise<boolean>((resolve) => {
      given.on(
        "state_changed",
        ({ bytesTransferred }) => {
          if (bytesTransferred > 0) resolve(given.cancel());
        },
        ({ code }) => failed.push(code),
        () => failed.push("complete"),
      );
    });
    const outcome = await sdk.codeOf(given);
    const wasCancelled = await cancelled;
    const left = await sdk.codeOf(sdk.getMetadata(other));

    const denied = sdk.uploadBytesResumable(sdk.ref(own.storage, "public/large"), large);
    const refused = [await sdk.codeOf(denied), denied.snapshot.state];
    return {
      upload: {
        size: metadata.size,
        type: metadata.contentType,
        custom: metadata.customMetadata,
        state,
        bytesTransferred,
        isWhole,
      },
      // After a lost part the SDK asks how much is there, which may be less than it had told.
      isWithin: steps.every((bytes) => bytes <= large.size) && steps.at(-1) === large.size,
      steps: steps.length,
      states,
      calls,
      held,
      after,
      cancelled: { wasCancelled, outcome, state: given.snapshot.state, failed, left },
      refused,
    };
  });
  expect([...lost]).toEqual(["upload 262144", "last"]);
  expect(seen).toEqual({
    upload: {
      size: 1_572_864,
      type: "video/mp4",
      custom: { a: "b" },
      state: "success",
      bytesTransferred: 1_572_864,
      isWhole: true,
    },
    isWithin: true,
    steps: expect.any(Number),
    states: ["running", "paused", "running"],
    calls: [0, "complete"],
    held: ["paused", false, true, false],
    after: [false, false, false],
    cancelled: {
      wasCancelled: true,
      outcome: "storage/canceled",
      state: "canceled",
      failed: ["storage/canceled"],
      left: "storage/object-not-found",
    },
    refused: ["storage/unauthorized", "error"],
  });
  expect(seen.steps).toBeGreaterThan(2);
});

test("what cannot be reached is tried again as long as the page says", async ({ page, watch }) => {
  watch.expectFault(/ERR_FAILED|ERR_INTERNET_DISCONNECTED/);
  const opened = await openPage(page);
  await page.route("**/v0/b/**", (route) => route.abort());
  const seen = await opened.evaluate(async ({ sdk, own }) => {
    const { storage } = own;
    const usual = [storage.maxUploadRetryTime, storage.maxOperationRetryTime];
    storage.maxUploadRetryTime = 300;
    storage.maxOperationRetryTime = 300;
    const file = sdk.ref(own, "a");
    return [
      usual,
      await sdk.codeOf(sdk.getMetadata(file)),
      await sdk.codeOf(sdk.uploadString(file, "a")),
      await sdk.codeOf(sdk.uploadBytesResumable(file, new Uint8Array(300_000))),
    ];
  });
  const tooLong = "storage/retry-limit-exceeded";
  expect(seen).toEqual([[600_000, 120_000], tooLong, tooLong, tooLong]);
});

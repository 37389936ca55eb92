/** Every error code of the SDK: who makes it, of what, and that it comes. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { deleteApp, initializeApp } from "firebase/app";
import {
  type FirebaseStorage,
  StorageErrorCode,
  connectStorageEmulator,
  deleteObject,
  getBytes,
  getDownloadURL,
  getMetadata,
  getStorage,
  list,
  ref,
  updateMetadata,
  uploadBytes,
  uploadBytesResumable,
  uploadString,
} from "firebase/storage";
import { afterAll, expect, test, vi } from "vitest";
import { loadBrowserSdk } from "../../tests/support/storage-browser-sdk.ts";
import { BUCKET, openStorage } from "./testing/open-storage.ts";

let refusesApps = false;
const storage = await openStorage({
  siteBytes: 1_000_000,
  appCheck: async (token) => token === "of-our-app" || !refusesApps,
});
afterAll(() => storage[Symbol.asyncDispose]());

const { sdk, port } = storage;
const browser = await loadBrowserSdk();
const inBrowser = browser.open(BUCKET, port);
const largeFile = new Uint8Array(300_000);
await uploadString(ref(sdk, "open/there"), "there");

/** The SDK of a person with this token. */
function sdkOf(token: string, options: { bucket?: string } = {}): FirebaseStorage {
  const app = initializeApp({ storageBucket: options.bucket ?? BUCKET, projectId: "test" }, token);
  const own = getStorage(app);
  connectStorageEmulator(own, "127.0.0.1", port, { mockUserToken: token });
  own.maxOperationRetryTime = 20;
  return own;
}

type Row = {
  /** `nobody`: it is in the list alone, or cannot come out of the SDK's functions. */
  madeBy: "server" | "SDK" | "nobody";
  cause: string;
  /** Each is refused with the code; for `nobody` with what comes instead. */
  calls: (() => unknown)[];
};

const inNoCode: Row["calls"] = [];

const rows: Record<`${StorageErrorCode}`, Row> = {
  unknown: {
    madeBy: "server",
    cause: "any 4xx without a code of its own: 400, 404 of an upload or a list, 411, 412, 413",
    calls: [
      () =>
        uploadString(ref(sdk, "open/a"), "x", "raw", { customMetadata: { a: "x".repeat(9000) } }),
      () => uploadString(ref(sdk, "open/a"), "x", "raw", { md5Hash: "XUFAKrxLKna5cZ2REBfFkg==" }),
      () => updateMetadata(ref(sdk, "open/there"), { cacheControl: "ü" }),
      () => list(ref(sdk, "open"), { pageToken: "!" }),
      () => uploadString(ref(sdk, "open/../a"), "x"),
    ],
  },
  "object-not-found": {
    madeBy: "server",
    cause: "404: there is no object with this name, and the rules let the caller know",
    calls: [
      getMetadata,
      getBytes,
      getDownloadURL,
      deleteObject,
      (file: typeof missing) => updateMetadata(file, {}),
    ].map((call) => () => call(missing)),
  },
  "bucket-not-found": {
    madeBy: "nobody",
    cause:
      "another bucket is 404, which the SDK calls object-not-found, for lists and uploads unknown",
    calls: [() => getMetadata(ref(sdkOf("ada", { bucket: "other" }), "open/there"))],
  },
  "project-not-found": { madeBy: "nobody", cause: "see bucket-not-found", calls: inNoCode },
  "quota-exceeded": {
    madeBy: "server",
    cause: "402: the account's or the site's limit, or a full disk",
    calls: [
      () => uploadBytes(ref(sdk, "open/large"), new Uint8Array(1_000_001)),
      () => uploadBytesResumable(ref(sdk, "open/large"), new Uint8Array(1_000_001)),
    ],
  },
  unauthenticated: {
    madeBy: "server",
    cause: "401: the ID token is wrong, has ended or was revoked",
    calls: [() => getMetadata(ref(sdkOf("nobody"), "open/there"))],
  },
  unauthorized: {
    madeBy: "server",
    cause: "403: the rules refuse it, or bytes are asked for with a wrong download token",
    calls: [
      () => getMetadata(ref(sdk, "users/ada/a")),
      () => uploadString(ref(sdk, "users/ada/a"), "x"),
      () => uploadBytesResumable(ref(sdk, "users/ada/a"), largeFile),
      () => list(ref(sdk)),
    ],
  },
  "unauthorized-app": {
    madeBy: "server",
    cause: "401 whose reason is a certain sentence, which browsers tell the SDK by HTTP/1.1 alone",
    calls: [
      async () => {
        refusesApps = true;
        try {
          return await browser.getMetadata(browser.ref(inBrowser, "open/there"));
        } finally {
          refusesApps = false;
        }
      },
    ],
  },
  "retry-limit-exceeded": {
    madeBy: "SDK",
    cause: "the server cannot be reached, or answers 408, 429 or 5xx, until the SDK's time is over",
    calls: [() => getMetadata(ref(sdkOf("outage"), "open/there"))],
  },
  "invalid-checksum": {
    madeBy: "nobody",
    cause: "the SDK compares no hashes; a content that is not its md5Hash is 400, so unknown",
    calls: inNoCode,
  },
  canceled: {
    madeBy: "SDK",
    cause: "the caller cancels an upload",
    calls: [
      () => {
        const task = uploadBytesResumable(ref(sdk, "open/canceled"), largeFile);
        task.cancel();
        return task;
      },
    ],
  },
  "invalid-event-name": {
    madeBy: "nobody",
    cause: "the SDK takes any name of an event",
    calls: inNoCode,
  },
  "invalid-url": {
    madeBy: "SDK",
    cause: "an address of no bucket",
    calls: [() => ref(sdk, "https://example.com/v0/b/test-bucket/o/open%2Fthere")],
  },
  "invalid-default-bucket": {
    madeBy: "SDK",
    cause: "a bucket's address with a path",
    calls: [() => getStorage(sdk.app, "gs://test-bucket/open")],
  },
  "no-default-bucket": {
    madeBy: "SDK",
    cause: "the app's options have no storageBucket",
    calls: [() => ref(getStorage(initializeApp({ projectId: "test" }, "bare")), "open/there")],
  },
  "cannot-slice-blob": {
    madeBy: "SDK",
    cause: "a Blob that cannot be cut into parts",
    calls: [
      () => {
        const blob = new Blob([largeFile]);
        Object.defineProperty(blob, "slice", { value: undefined });
        return uploadBytesResumable(ref(sdk, "open/blob"), blob);
      },
    ],
  },
  "server-file-wrong-size": {
    madeBy: "nobody",
    cause: "the SDK compares the size of the file with itself",
    calls: [],
  },
  "no-download-url": {
    madeBy: "SDK",
    cause: "the object has no download token, or the caller may not see them",
    calls: [() => getDownloadURL(ref(sdk, "open/there"))],
  },
  "invalid-argument": {
    madeBy: "SDK",
    cause: "an argument out of its bounds",
    calls: [() => list(ref(sdk, "open"), { maxResults: 1001 })],
  },
  "invalid-argument-count": {
    madeBy: "nobody",
    cause: "the SDK counts no arguments any more",
    calls: inNoCode,
  },
  "app-deleted": {
    madeBy: "SDK",
    cause: "the app was deleted",
    calls: [
      async () => {
        const own = sdkOf("bob");
        await deleteApp(own.app);
        return getMetadata(ref(own, "open/there"));
      },
    ],
  },
  "invalid-root-operation": {
    madeBy: "SDK",
    cause: "an operation of objects on the bucket itself",
    calls: [
      () => getBytes(ref(sdk)),
      () => uploadString(ref(sdk), "x"),
      () => deleteObject(ref(sdk)),
    ],
  },
  "invalid-format": {
    madeBy: "SDK",
    cause: "a text that is not in the format that is said",
    calls: [
      () => uploadString(ref(sdk, "open/a"), "!", "base64"),
      () => uploadString(ref(sdk, "open/a"), "!", "data_url"),
    ],
  },
  "internal-error": {
    madeBy: "nobody",
    cause: "the SDK would use one connection twice",
    calls: [],
  },
  "unsupported-environment": {
    madeBy: "SDK",
    cause: "a browser without what the SDK needs",
    calls: [
      () => {
        vi.stubGlobal("atob", undefined);
        try {
          return browser.uploadString(browser.ref(inBrowser, "open/a"), "AAAA", "base64");
        } finally {
          vi.unstubAllGlobals();
        }
      },
    ],
  },
};
const missing = ref(sdk, "open/missing");

/** Of what a call throws, at once or later; the error itself when it has none. */
async function codeOf(call: () => Promise<unknown>): Promise<unknown> {
  try {
    await call();
    return undefined;
  } catch (error) {
    return (error as { code?: string }).code ?? error;
  }
}

test("the table has every code of the SDK, and each that somebody makes is tried", () => {
  expect(Object.keys(rows).toSorted()).toEqual(Object.values(StorageErrorCode).toSorted());
  const untried = Object.values(rows).filter(
    ({ madeBy, calls }) => madeBy !== "nobody" && calls.length === 0,
  );
  expect(untried).toEqual([]);
});

const tried = Object.entries(rows).filter(([, { madeBy }]) => madeBy !== "nobody");
test.each(tried)("%s comes when it should", async (code, { calls }) => {
  for (const call of calls) {
    expect(await codeOf(async () => call()), String(call)).toBe(`storage/${code}`);
  }
});

test("another bucket is what the SDK makes of 404", async () => {
  const [call] = rows["bucket-not-found"].calls;
  expect(await codeOf(async () => call?.())).toBe("storage/object-not-found");
});

test("codes that nobody makes are in no code of the SDK but its list", () => {
  const dist = "../../node_modules/@firebase/storage/dist/index.esm.js";
  const source = readFileSync(join(import.meta.dirname, dist), "utf8");
  const used = Object.entries(rows)
    .filter(([, { calls, madeBy }]) => madeBy === "nobody" && calls === inNoCode)
    .map(([code]) => code.toUpperCase().replaceAll("-", "_"))
    .filter((name) => source.includes(`StorageErrorCode.${name}`));
  expect(used).toEqual([]);
});

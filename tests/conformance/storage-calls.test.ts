/**
 * Every function of the Storage SDK against a served backend with the site's own rules, in Node with the build for Node
 * but for `getBlob`. docs/compatibility.md names each. How it goes in a browser: tests/e2e; which errors there are:
 * backend/storage/error-codes.test.ts.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { deleteApp } from "firebase/app";
import * as everything from "firebase/storage";
import {
  type StorageReference,
  StorageError,
  StorageErrorCode,
  StringFormat,
  connectStorageEmulator,
  deleteObject,
  getBytes,
  getDownloadURL,
  getMetadata,
  getStorage,
  getStream,
  list,
  listAll,
  ref,
  updateMetadata,
  uploadBytes,
  uploadBytesResumable,
  uploadString,
} from "firebase/storage";
import { afterAll, expect, test } from "vitest";
import { createSdkClient, signUp } from "../support/sdk-client.ts";
import { serveSite } from "../support/served-site.ts";
import { loadBrowserSdk } from "../support/storage-browser-sdk.ts";

const BUCKET = "foyer";

const site = await serveSite({ fresh: true });
const ada = await signUp(createSdkClient(site.origin));
const bob = await signUp(createSdkClient(site.origin));
afterAll(async () => {
  await ada[Symbol.asyncDispose]();
  await bob[Symbol.asyncDispose]();
  await site[Symbol.asyncDispose]();
});

const own = (name: string): StorageReference => ref(ada.files, `users/${ada.uid}/${name}`);
const bytes = (text: string) => new TextEncoder().encode(text);
const text = (buffer: ArrayBuffer) => new TextDecoder().decode(buffer);
const path = (file: StorageReference) =>
  `${site.origin}/v0/b/${BUCKET}/o/${encodeURIComponent(file.fullPath)}`;

async function publish(name: string, content: string): Promise<void> {
  const url = `${site.origin}/v0/b/${BUCKET}/o?name=${encodeURIComponent(name)}`;
  const headers = { "content-type": "text/plain" };
  const request = new Request(url, { method: "POST", headers, body: content });
  expect((await site.backend.adminFetch(request)).status).toBe(200);
}

test("addresses: the bucket, its objects, what is above and below, and download URLs", async () => {
  expect(getStorage(ada.files.app, `gs://${BUCKET}`).app).toBe(ada.files.app);
  expect(String(ref(ada.files, "a//b/"))).toBe(`gs://${BUCKET}/a/b`);
  expect(ref(ref(ada.files, "a"), "b c").fullPath).toBe("a/b c");
  expect(ref(ada.files, `gs://${BUCKET}/a/b`).parent?.fullPath).toBe("a");
  await publish("public/größe.txt", "hello");
  const url = await getDownloadURL(ref(ada.files, "public/größe.txt"));
  expect(ref(ada.files, url)).toMatchObject({ bucket: BUCKET, fullPath: "public/größe.txt" });
  expect(await (await fetch(url)).text()).toBe("hello");
  // It names the site as its backend; an emulator of Firebase's is none.
  expect(() => connectStorageEmulator(ada.files, "127.0.0.1", site.port)).not.toThrow();
});

test("bytes and texts are uploaded, and read back whole, in part and as a stream", async () => {
  const file = own("a folder/größe ☃.txt");
  await uploadBytes(file, bytes("0123456789"));
  expect(text(await getBytes(file))).toBe("0123456789");
  expect(text(await getBytes(file, 4))).toBe("0123");
  const chunks: Uint8Array[] = [];
  for await (const chunk of getStream(file, 7)) chunks.push(chunk as Uint8Array);
  expect(Buffer.concat(chunks).toString()).toBe("0123456");
  const texts: [text: string, format: "raw" | "base64" | "base64url" | "data_url"][] = [
    ["hö", StringFormat.RAW],
    ["aMO2", StringFormat.BASE64],
    ["aMO2", StringFormat.BASE64URL],
    ["data:text/plain;base64,aMO2", StringFormat.DATA_URL],
  ];
  for (const [content, format] of texts) {
    const { metadata } = await uploadString(file, content, format);
    expect(metadata.size, format).toBe(3);
    expect(text(await getBytes(file)), format).toBe("hö");
  }
  expect((await getMetadata(file)).contentType).toBe("text/plain");
});

test("getBlob, in the build for browsers", async () => {
  const { getBlob, open, ref: refOf } = await loadBrowserSdk();
  const files = open(BUCKET, site.port);
  await publish("public/blob.txt", "0123456789");
  const blob = await getBlob(refOf(files, "public/blob.txt"));
  expect([blob.type, await blob.text()]).toEqual(["text/plain;charset=utf-8", "0123456789"]);
  expect(await (await getBlob(refOf(files, "public/blob.txt"), 3)).text()).toBe("012");
  await deleteApp(files.app);
});

test("a large file goes in parts, can be held and goes on", async () => {
  const content = new Uint8Array(1_000_000).fill(7);
  const task = uploadBytesResumable(own("large"), content, { contentType: "video/mp4" });
  const states = new Set<string>();
  let isHeld = false;
  task.on("state_changed", ({ state, bytesTransferred }) => {
    states.add(state);
    if (isHeld || bytesTransferred === 0) return;
    isHeld = task.pause();
  });
  await expect.poll(() => states.has("paused"), { timeout: 8000 }).toBe(true);
  expect(task.resume()).toBe(true);
  const { metadata, totalBytes } = await task;
  expect([metadata.size, totalBytes, metadata.contentType]).toEqual([1e6, 1e6, "video/mp4"]);
  expect(Buffer.from(await getBytes(own("large"))).equals(content)).toBe(true);
});

test("metadata has every field, and is changed and removed field by field", async () => {
  const file = own("meta");
  const settable = {
    cacheControl: "private, max-age=60",
    contentDisposition: 'attachment; filename="a.txt"',
    contentEncoding: "identity",
    contentLanguage: "de",
    contentType: "text/plain",
    customMetadata: { album: "winter" },
  };
  await uploadBytes(file, bytes("hello"), settable);
  const before = await getMetadata(file);
  expect(before).toMatchObject({
    ...settable,
    bucket: BUCKET,
    fullPath: file.fullPath,
    name: "meta",
    size: 5,
    generation: expect.stringMatching(/^\d{16}$/),
    metageneration: "1",
    md5Hash: "XUFAKrxLKna5cZ2REBfFkg==",
    timeCreated: expect.stringMatching(/^\d{4}-.*Z$/),
    updated: expect.stringMatching(/^\d{4}-.*Z$/),
  });
  const after = await updateMetadata(file, {
    cacheControl: null as never,
    contentLanguage: "fr",
    customMetadata: { album: null as never, place: "Ulm" },
  });
  expect(after).toMatchObject({
    contentLanguage: "fr",
    contentType: "text/plain",
    customMetadata: { place: "Ulm" },
    generation: before.generation,
    metageneration: "2",
  });
  expect(after.cacheControl).toBeUndefined();
  const again = await uploadBytes(file, bytes("hello"));
  expect(again.metadata.metageneration).toBe("1");
  expect(Number(again.metadata.generation)).toBeGreaterThan(Number(before.generation));
});

test("folders are listed whole and by page, and what is deleted is gone", async () => {
  const names = ["a", "b", "c/d", "e"];
  for (const name of names) await uploadString(own(`list/${name}`), name);
  const all = await listAll(own("list"));
  expect(all.items.map(({ name }) => name)).toEqual(["a", "b", "e"]);
  expect(all.prefixes.map(({ name }) => name)).toEqual(["c"]);
  const first = await list(own("list"), { maxResults: 2 });
  const rest = await list(own("list"), { pageToken: first.nextPageToken ?? "" });
  expect([first.items.length, rest.items.length, rest.prefixes.length]).toEqual([2, 1, 1]);
  expect(rest.nextPageToken).toBeUndefined();
  await deleteObject(own("list/a"));
  expect((await listAll(own("list"))).items.map(({ name }) => name)).toEqual(["b", "e"]);
});

test("deletion answers 204, and no URL opens what has no token", async () => {
  const file = own("gone");
  await uploadString(file, "x");
  expect((await fetch(`${path(file)}?alt=media`)).status).toBe(403);
  await expect(getDownloadURL(file)).rejects.toMatchObject({ code: "storage/no-download-url" });
  const headers = { authorization: `Firebase ${await ada.idToken()}` };
  const made = await fetch(`${path(file)}?create_token=true`, { method: "POST", headers });
  expect(made.status).toBe(200);
  expect(await (await fetch(await getDownloadURL(file))).text()).toBe("x");
  expect((await fetch(path(file), { method: "DELETE", headers })).status).toBe(204);
});

test("others get nothing of it, and every error is a StorageError with a code of the SDK", async () => {
  const file = own("private");
  await uploadString(file, "x");
  const others = ref(bob.files, file.fullPath);
  const calls = [
    () => getBytes(others),
    () => getMetadata(others),
    () => getDownloadURL(others),
    () => updateMetadata(others, { contentType: "text/html" }),
    () => deleteObject(others),
    () => uploadString(others, "bob's"),
    () => uploadBytesResumable(others, new Uint8Array(300_000)),
    () => listAll(others),
    () => uploadString(ref(bob.files, "public/a"), "bob's"),
  ];
  for (const call of calls) {
    const error = await Promise.resolve(call()).catch((thrown: unknown) => thrown);
    expect(error, String(call)).toBeInstanceOf(StorageError);
    expect((error as StorageError).code).toBe(`storage/${StorageErrorCode.UNAUTHORIZED}`);
  }
  expect(text(await getBytes(file))).toBe("x");
});

const read = (file: string): string =>
  readFileSync(join(import.meta.dirname, "../..", file), "utf8");

/** The code of a test, without what it only imports. */
function codeOfTest(name: string): string {
  const file = name.endsWith(".spec")
    ? `tests/e2e/${name}.ts`
    : `tests/conformance/${name}.test.ts`;
  return read(file).replaceAll(/^import [\s\S]*? from "[^"]+";$/gm, "");
}

test("every function of the SDK is in the table of docs/compatibility.md, with a test that calls it", () => {
  const [, section = ""] =
    /^## Storage\n([\s\S]*?)\n## /m.exec(read("docs/compatibility.md")) ?? [];
  const [, table = ""] = /\n\| `firebase\/storage` .*\n.*\n((?:\|.*\n)+)/.exec(section) ?? [];
  const rows = table
    .trim()
    .split("\n")
    .map((line) => line.split("|").map((cell) => cell.trim()))
    .flatMap(([, names = "", , tested = ""]) =>
      [...names.matchAll(/`(\w+)`/g)].map(([, name = ""]) => ({ name, tested })),
    );
  const isPublic = (name: string) => !name.startsWith("_");
  expect(rows.map(({ name }) => name).toSorted()).toEqual(
    Object.keys(everything).filter(isPublic).toSorted(),
  );
  const uncalled = rows.filter(
    ({ name, tested }) => !new RegExp(`\\b${name}\\b`).test(codeOfTest(tested)),
  );
  expect(uncalled).toEqual([]);
});

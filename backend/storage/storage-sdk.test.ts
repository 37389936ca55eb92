/** The unmodified SDK against the service, over HTTP. */
import {
  deleteObject,
  getBytes,
  getDownloadURL,
  getMetadata,
  list,
  listAll,
  ref,
  updateMetadata,
  uploadBytes,
  uploadString,
} from "firebase/storage";
import { expect, test } from "vitest";
import { BUCKET, openStorage } from "./testing/open-storage.ts";

const bytes = (text: string) => new TextEncoder().encode(text);
const text = (buffer: ArrayBuffer) => new TextDecoder().decode(buffer);

test("what is uploaded is read back, with the metadata of the specification", async () => {
  await using storage = await openStorage({ clock: () => Date.UTC(2026, 0, 2) });
  const file = ref(storage.sdk, "open/a folder/größe ☃.txt");
  await uploadBytes(file, bytes("hello"), {
    contentType: "text/plain",
    cacheControl: "no-cache",
    customMetadata: { album: "winter", __proto__x: "1" },
  });
  expect(text(await getBytes(file))).toBe("hello");
  expect(await getMetadata(file)).toMatchObject({
    bucket: BUCKET,
    fullPath: "open/a folder/größe ☃.txt",
    name: "größe ☃.txt",
    size: 5,
    generation: String(Date.UTC(2026, 0, 2) * 1000),
    metageneration: "1",
    contentType: "text/plain",
    cacheControl: "no-cache",
    md5Hash: "XUFAKrxLKna5cZ2REBfFkg==",
    timeCreated: "2026-01-02T00:00:00.000Z",
    updated: "2026-01-02T00:00:00.000Z",
    customMetadata: { album: "winter", __proto__x: "1" },
  });
});

test("an empty file can be uploaded and read, also with a largest size", async () => {
  await using storage = await openStorage();
  const file = ref(storage.sdk, "open/empty");
  await uploadBytes(file, bytes(""));
  expect((await getMetadata(file)).size).toBe(0);
  expect((await getBytes(file)).byteLength).toBe(0);
  expect((await getBytes(file, 10)).byteLength).toBe(0);
});

test("a largest size cuts what is read", async () => {
  await using storage = await openStorage();
  const file = ref(storage.sdk, "open/long");
  await uploadString(file, "0123456789");
  expect(text(await getBytes(file, 4))).toBe("0123");
  expect(text(await getBytes(file, 100))).toBe("0123456789");
});

test("metadata is changed field by field; null removes", async () => {
  let now = 1000;
  await using storage = await openStorage({ clock: () => now });
  const file = ref(storage.sdk, "open/a");
  const before = await uploadBytes(file, bytes("a"), {
    contentType: "text/plain",
    contentLanguage: "de",
    customMetadata: { keep: "1", drop: "2" },
  });
  now = 2000;
  await updateMetadata(file, {
    contentLanguage: null as never,
    cacheControl: "no-store",
    customMetadata: { drop: null as never, add: "3" },
  });
  const after = await getMetadata(file);
  expect(after).toMatchObject({
    metageneration: "2",
    generation: before.metadata.generation,
    contentType: "text/plain",
    cacheControl: "no-store",
    timeCreated: new Date(1000).toISOString(),
    updated: new Date(2000).toISOString(),
  });
  expect(after.contentLanguage).toBeUndefined();
  expect(after.customMetadata).toEqual({ keep: "1", add: "3" });
});

test("a download URL is made below public/ and serves the file to everybody", async () => {
  await using storage = await openStorage();
  await storage.adminUpload("public/cat.txt", "miau", { contentType: "text/plain" });
  const url = await getDownloadURL(ref(storage.sdk, "public/cat.txt"));
  expect(new URL(url).searchParams.get("token")).toMatch(/^[0-9a-f-]{36}$/);
  const response = await fetch(url);
  expect(response.status).toBe(200);
  expect(await response.text()).toBe("miau");
  expect(ref(storage.sdk, url).fullPath).toBe("public/cat.txt");
});

test("elsewhere there is no download URL", async () => {
  await using storage = await openStorage();
  const file = ref(storage.sdk, "open/private");
  await uploadString(file, "x");
  await expect(getDownloadURL(file)).rejects.toMatchObject({ code: "storage/no-download-url" });
});

test("the SDK's errors: object-not-found, unauthorized", async () => {
  await using storage = await openStorage();
  const missing = ref(storage.sdk, "open/missing");
  const refused = ref(storage.sdk, "users/ada/diary");
  for (const call of [getMetadata, getBytes, getDownloadURL, deleteObject]) {
    await expect(call(missing)).rejects.toMatchObject({ code: "storage/object-not-found" });
    await expect(call(refused)).rejects.toMatchObject({ code: "storage/unauthorized" });
  }
  await expect(uploadString(refused, "x")).rejects.toMatchObject({ code: "storage/unauthorized" });
  await expect(listAll(ref(storage.sdk, "users/ada"))).rejects.toMatchObject({
    code: "storage/unauthorized",
  });
});

test("a folder is listed by page, sub-folders once", async () => {
  await using storage = await openStorage();
  const names = ["a", "b", "c/1", "c/2", "c/d/3", "e", "ü"];
  for (const name of names) await storage.upload(null, `open/${name}`);
  await storage.adminUpload("opening", "beside the folder");
  const folder = ref(storage.sdk, "open");
  const all = await listAll(folder);
  expect(all.items.map(({ name }) => name)).toEqual(["a", "b", "e", "ü"]);
  expect(all.prefixes.map(({ fullPath }) => fullPath)).toEqual(["open/c"]);

  const found: string[] = [];
  let pageToken: string | undefined;
  do {
    const page = await list(folder, { maxResults: 1, ...(pageToken && { pageToken }) });
    found.push(...[...page.items, ...page.prefixes].map(({ name }) => name));
    pageToken = page.nextPageToken;
  } while (pageToken !== undefined);
  expect(found).toEqual(["a", "b", "c", "e", "ü"]);
});

test("what is deleted is gone, and its file too", async () => {
  await using storage = await openStorage();
  const file = ref(storage.sdk, "open/a");
  await uploadString(file, "x");
  await expect.poll(() => storage.files()).toHaveLength(1);
  await deleteObject(file);
  await expect.poll(() => storage.files()).toEqual([]);
  await expect(getBytes(file)).rejects.toMatchObject({ code: "storage/object-not-found" });
});

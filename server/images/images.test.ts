import { createHash } from "node:crypto";
import { mkdtemp, readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { imageFormats, imageWidths } from "#lib/image-address.ts";
import { openSite } from "../../tests/support/site.ts";
import type { Site } from "../../tests/support/site.ts";
import { plainPicture, redAndBlue } from "./testing/pictures.ts";
import { addressOf, serveImages } from "./testing/serve-images.ts";
import type { ServedImages } from "./testing/serve-images.ts";

let site: Site;
/** Shared by the tests that change nothing of it but objects of their own. */
let shared: ServedImages;
let sharedFolder: string;

beforeAll(async () => {
  site = await openSite();
  sharedFolder = await newFolder();
  shared = await serveImages(site.serverBackend, { folder: sharedFolder });
});

afterAll(async () => {
  await shared[Symbol.asyncDispose]();
  await site[Symbol.asyncDispose]();
});

const newFolder = () => mkdtemp(join(site.dataDir, "images-"));
const keptIn = (folder: string) => readdir(join(folder, "kept"));
const now = (name: string) => ({ name, md5Hash: null });

/** Files that were made of an object. */
async function keptOf(name: string): Promise<string[]> {
  const hash = createHash("sha256").update(name).digest("hex").slice(0, 40);
  return (await keptIn(sharedFolder)).filter((file) => file.startsWith(hash));
}

test("a picture comes in the width and format of its address, for ever under its hash", async () => {
  const info = await shared.put("public/forms/a.png", await redAndBlue());
  for (const format of imageFormats) {
    const response = await shared.ask(addressOf(info, 160, format));
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "cache-control": "public, max-age=31536000, immutable",
      "content-type": { avif: "image/avif", webp: "image/webp", jpg: "image/jpeg" }[format],
      "content-security-policy":
        "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; style-src 'unsafe-inline'",
      "cross-origin-resource-policy": "cross-origin",
    });
    const bytes = Buffer.from(await response.arrayBuffer());
    expect(bytes.length).toBe(Number(response.headers.get("content-length")));
    expect((await sharp(bytes).metadata()).width).toBe(160);
  }
});

test("who has a picture is told that it is the same, and HEAD tells of it without the bytes", async () => {
  const info = await shared.put("public/same.png", await redAndBlue());
  const first = await shared.ask(addressOf(now(info.name)));
  expect(first.headers.get("cache-control")).toBe("no-cache");
  await first.arrayBuffer();
  const etag = first.headers.get("etag") ?? "";
  const again = await shared.ask(addressOf(now(info.name)), { headers: { "if-none-match": etag } });
  expect([again.status, await again.text()]).toEqual([304, ""]);
  const head = await shared.ask(addressOf(info), { method: "HEAD" });
  expect([head.status, head.headers.get("etag"), head.headers.get("content-length")]).toEqual([
    200,
    etag,
    first.headers.get("content-length"),
  ]);
  expect(await head.text()).toBe("");
});

test("what is no public picture is not there, and no cache keeps that", async () => {
  const info = await shared.put("public/there.png", await redAndBlue());
  const secret = await shared.put("users/ann/secret.png", await redAndBlue());
  const address = addressOf(info);
  for (const path of [
    `${address}?v=2`,
    address.replace("160", "161"),
    address.replace("there", "not-there"),
    address.replace(/-\w|\w{2}/, "AA"),
    addressOf({ ...info, md5Hash: "AAAAAAAAAAAAAAAAAAAAAA==" }),
    `/img/-/160.webp/..%2Fusers%2Fann%2Fsecret.png`,
    `/img/-/160.webp/${secret.name}`,
    "/img/-/160.webp/%00",
    `/img/-/160.webp/${"a".repeat(1100)}`,
    "/img/",
  ]) {
    const response = await shared.ask(path);
    const { status, headers } = response;
    expect([path, status, headers.get("cache-control")]).toEqual([path, 404, "no-store"]);
    await response.text();
  }
  const posted = await shared.ask(address, { method: "POST" });
  expect([posted.status, posted.headers.get("allow")]).toEqual([405, "GET, HEAD"]);
});

test("a deleted picture is gone from the disk before its deletion is answered", async () => {
  const info = await shared.put("public/hidden.png", await redAndBlue());
  const other = await shared.put("public/other.png", await redAndBlue());
  for (const source of [info, other]) {
    for (const width of [160, 320] as const) await shared.ask(addressOf(source, width));
  }
  expect(await keptOf(info.name)).toHaveLength(2);
  await site.serverBackend.deleteObject(info.name);
  expect(await keptOf(info.name)).toEqual([]);
  for (const source of [info, now(info.name)]) {
    const response = await shared.ask(addressOf(source));
    expect([response.status, response.headers.get("cache-control")]).toEqual([404, "no-store"]);
  }
  expect(await keptOf(other.name)).toHaveLength(2);
  expect((await shared.ask(addressOf(other))).status).toBe(200);
});

test("a replaced picture has another address; the old one is gone with its files", async () => {
  const before = await shared.put("public/changed.png", await redAndBlue());
  const old = await shared.ask(addressOf(now(before.name)));
  const [oldFile] = await keptOf(before.name);
  const after = await shared.put("public/changed.png", await plainPicture("png"));
  expect(oldFile).toBeDefined();
  expect(await keptOf(before.name)).not.toContain(oldFile);
  expect((await shared.ask(addressOf(before))).status).toBe(404);
  expect((await shared.ask(addressOf(after))).status).toBe(200);
  const next = await shared.ask(addressOf(now(before.name)), {
    headers: { "if-none-match": old.headers.get("etag") ?? "" },
  });
  expect(next.status).toBe(200);
});

test.each<[what: string, change: (name: string) => Promise<unknown>]>([
  ["deleted", (name) => site.serverBackend.deleteObject(name)],
  ["replaced", async (name) => shared.put(name, await plainPicture("png"))],
])("a picture that is %s while it is prepared is neither shown nor kept", async (what, change) => {
  const info = await shared.put(`public/fleeting-${what}.png`, await redAndBlue());
  await shared.images.settled();
  let changed: Promise<unknown> | undefined;
  // The change is answered only when nothing is made of the picture any more, so not that is waited for.
  shared.onOpen(async () => {
    changed ??= change(info.name);
    await expect
      .poll(async () => (await site.serverBackend.getObject(info.name))?.generation)
      .not.toBe(info.generation);
  });
  const answers = await Promise.all([1, 2].map(() => shared.ask(addressOf(info))));
  expect(answers.map(({ status }) => status)).toEqual([404, 404]);
  shared.onOpen(() => {});
  await changed;
  await shared.images.settled();
  expect(await keptOf(info.name)).toEqual([]);
  expect(await readdir(join(sharedFolder, "work"))).toEqual([]);
});

test("who asks for the same at once is answered from one making", async () => {
  const info = await shared.put("public/popular.png", await redAndBlue());
  await shared.images.settled();
  const before = shared.counts.opened;
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => shared.ask(addressOf(info, 320, "jpg"))),
  );
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  const bodies = await Promise.all(answers.map((answer) => answer.arrayBuffer()));
  expect(new Set(bodies.map(({ byteLength }) => byteLength)).size).toBe(1);
  expect(shared.counts.opened - before).toBe(1);
});

test("one network has so many pictures in the making, and others still get theirs", async () => {
  const info = await shared.put("public/crowd.png", await plainPicture("png"));
  await shared.images.settled();
  const { promise: gate, resolve: openGate } = Promise.withResolvers<void>();
  shared.onOpen(() => gate);
  const variants = imageWidths.flatMap((width) =>
    imageFormats.map((format) => addressOf(info, width, format)),
  );
  const refused: unknown[] = [];
  const answers = variants.map(async (path, index) => {
    // Addresses of one person: an IPv6 network.
    const response = await shared.ask(path, { from: `2001:db8::${index}` });
    await response.arrayBuffer();
    if (response.status === 200) return;
    refused.push([response.status, response.headers.get("retry-after")]);
    if (refused.length === variants.length - 18) openGate();
  });
  const elsewhere = await shared.put("public/elsewhere.png", await plainPicture("png"));
  const other = shared.ask(addressOf(elsewhere), { from: "198.51.100.7" });
  await Promise.all(answers);
  expect(refused).toEqual(Array.from({ length: variants.length - 18 }, () => [503, "5"]));
  expect((await other).status).toBe(200);
  shared.onOpen(() => {});
});

test("a file that is no picture is refused, and not opened again for the next who asks", async () => {
  const bytes = Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>");
  const info = await shared.put("public/trick.png", bytes);
  await shared.images.settled();
  const before = shared.counts.opened;
  for (const width of [160, 320] as const) {
    const response = await shared.ask(addressOf(info, width));
    expect([response.status, response.headers.get("cache-control")]).toEqual([422, "no-store"]);
    expect(await response.text()).toBe("This file is not a picture that can be shown here.\n");
  }
  expect(shared.counts.opened).toBe(before);
});

test("a file that is no picture is looked at once for each of its contents, whoever starts later", async () => {
  const folder = await newFolder();
  const name = "public/no-picture.png";
  const noted = async () => (await site.serverBackend.getObject(name))?.customMetadata;
  {
    await using served = await serveImages(site.serverBackend, { folder });
    await served.put(name, await redAndBlue());
    await served.images.settled();
    await site.serverBackend.updateObject(name, { customMetadata: { title: "A" } });
    expect(await noted()).toMatchObject({ title: "A", width: "300" });
    const bad = Buffer.from("text");
    const { md5Hash } = await served.put(name, bad);
    await site.serverBackend.updateObject(name, { customMetadata: { title: "A", width: "300" } });
    await served.images.settled();
    expect(await noted()).toEqual({ title: "A", thumbhashOf: md5Hash });
  }
  await using served = await serveImages(site.serverBackend, { folder });
  const startsAfter = served.counts.opened;
  served.images.mend();
  await served.images.settled();
  expect(served.counts).toEqual({ opened: startsAfter, updated: 0 });
});

test("a file that says that it is something else is not even opened", async () => {
  const before = shared.counts.opened;
  const info = await shared.put("public/film.mp4", await redAndBlue(), "video/mp4");
  await shared.images.settled();
  expect((await shared.ask(addressOf(info))).status).toBe(422);
  expect(shared.counts.opened).toBe(before);
});

test("a public picture gets size and thumbhash, once for each of its contents", async () => {
  const before = shared.counts.updated;
  const first = await shared.put("public/measured.png", await redAndBlue());
  await shared.images.settled();
  const measured = await site.serverBackend.getObject(first.name);
  expect(measured?.customMetadata).toEqual({
    thumbhash: expect.stringMatching(/^[\w+/]{20,40}=*$/),
    thumbhashOf: first.md5Hash,
    width: "300",
    height: "200",
  });
  expect(measured?.generation).toBe(first.generation);
  await shared.put("public/measured.png", await plainPicture("png"));
  await shared.images.settled();
  const again = await site.serverBackend.getObject(first.name);
  expect(again?.customMetadata).toMatchObject({ width: "40", height: "30" });
  expect(again?.customMetadata["thumbhash"]).not.toBe(measured?.customMetadata["thumbhash"]);
  await site.serverBackend.updateObject(first.name, { customMetadata: { title: "A square" } });
  await shared.images.settled();
  expect(shared.counts.updated - before).toBe(2);
});

test("what is not public gets nothing written beside it", async () => {
  const info = await shared.put("users/ann/own.png", await redAndBlue());
  await shared.images.settled();
  expect((await site.serverBackend.getObject(info.name))?.customMetadata).toEqual({});
});

test("pictures that were made outlive a restart, but for those whose source went meanwhile", async () => {
  const folder = await newFolder();
  const names = ["public/stays.png", "public/goes.png"];
  const sources = [];
  {
    await using served = await serveImages(site.serverBackend, { folder });
    for (const name of names) sources.push(await served.put(name, await redAndBlue()));
    for (const source of sources) await served.ask(addressOf(source));
  }
  await site.serverBackend.deleteObject("public/goes.png");
  const late = await site.serverBackend.putObject(
    "public/late.png",
    new Uint8Array(await redAndBlue()),
    { contentType: "image/png" },
  );
  await using served = await serveImages(site.serverBackend, { folder });
  expect((await served.ask(addressOf(sources[0] ?? late))).status).toBe(200);
  expect(served.counts.opened).toBe(0);
  expect(await keptIn(folder)).toHaveLength(2);
  served.images.mend();
  await served.images.settled();
  expect(await keptIn(folder)).toHaveLength(1);
  expect((await site.serverBackend.getObject(late.name))?.customMetadata["width"]).toBe("300");
});

test("pictures take no more of the disk than they may, and nothing when nothing is to be kept", async () => {
  for (const maxCacheBytes of [3_000, 0]) {
    const folder = await newFolder();
    await using served = await serveImages(site.serverBackend, { folder, maxCacheBytes });
    const info = await served.put(`public/bounded-${maxCacheBytes}.png`, await redAndBlue());
    const answers = await Promise.all(
      ([160, 320, 480] as const).map((width) => served.ask(addressOf(info, width, "jpg"))),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    const files = await keptIn(folder);
    const sizes = await Promise.all(files.map((file) => stat(join(folder, "kept", file))));
    const total = sizes.reduce((sum, { size }) => sum + size, 0);
    expect(total).toBeLessThanOrEqual(maxCacheBytes);
    expect(files.length > 0).toBe(maxCacheBytes > 0);
  }
});

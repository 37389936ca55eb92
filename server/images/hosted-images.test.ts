import { access, readFile } from "node:fs/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { ServerBackend } from "#lib/server-backend.ts";
import { standInOptions } from "../../tests/support/firebase-stand-in-hosts.ts";
import { startStandIn } from "../../tests/support/firebase-stand-in.ts";
import type { StandIn } from "../../tests/support/firebase-stand-in.ts";
import { openHostedBackend } from "../backend-port/open-hosted.ts";
import { createLog } from "../log.ts";
import { plainPicture, redAndBlue } from "./testing/pictures.ts";
import { addressOf, serveImages } from "./testing/serve-images.ts";
import type { ServedImages } from "./testing/serve-images.ts";

let standIn: StandIn;
let served: ServedImages;
/** What another copy of the server does, of which this one is not told. */
let elsewhere: ServerBackend;
let nowMs = 0;

beforeAll(async () => {
  standIn = await startStandIn();
  const keyFile = await readFile(standIn.env["FOYER_SERVICE_ACCOUNT"] ?? "", "utf8");
  const settings = { key: JSON.parse(keyFile), options: standInOptions, ownerEmail: undefined };
  elsewhere = openHostedBackend(settings, { log: createLog("silent"), fetch: standIn.fetch });
  served = await serveImages(standIn.console, {
    folder: undefined,
    isHosted: true,
    monotonicNow: () => nowMs,
  });
}, 40_000);

afterAll(async () => {
  await served[Symbol.asyncDispose]();
  await standIn[Symbol.asyncDispose]();
});

const later = () => (nowMs += 5_000);

test("a picture at Firebase is shown, measured, and gone when this server deletes it", async () => {
  const info = await served.put("public/a.png", await redAndBlue());
  await served.images.settled();
  expect((await standIn.console.getObject(info.name))?.customMetadata).toMatchObject({
    thumbhashOf: info.md5Hash,
    width: "300",
    height: "200",
  });
  const address = addressOf(info);
  expect((await served.ask(address)).status).toBe(200);
  await standIn.console.deleteObject(info.name);
  expect((await served.ask(address)).status).toBe(404);
});

test("Firebase is asked once in a while what an object is, not for each picture of it", async () => {
  const info = await served.put("public/b.png", await redAndBlue());
  await served.images.settled();
  expect((await served.ask(addressOf(info))).status).toBe(200);
  const after = await elsewhere.putObject(info.name, new Uint8Array(await plainPicture("png")), {
    contentType: "image/png",
  });
  expect((await served.ask(addressOf(info))).status).toBe(200);
  later();
  expect((await served.ask(addressOf(info))).status).toBe(404);
  expect((await served.ask(addressOf(after))).status).toBe(200);
  await elsewhere.deleteObject(info.name);
  later();
  expect((await served.ask(addressOf(after))).status).toBe(404);
});

test("a picture that is replaced elsewhere while it is prepared is not shown under the old hash", async () => {
  const info = await served.put("public/c.png", await redAndBlue());
  await served.images.settled();
  const other = new Uint8Array(await plainPicture("png"));
  let replaced: Promise<unknown> | undefined;
  served.onOpen(async () => {
    await (replaced ??= elsewhere.putObject(info.name, other, { contentType: "image/png" }));
  });
  expect((await served.ask(addressOf(info))).status).toBe(404);
  expect(replaced).toBeDefined();
});

test("a copy of the server leaves nothing behind", async () => {
  const one = await serveImages(standIn.console, { folder: undefined, isHosted: true });
  const folder = one.images.folder;
  await access(folder);
  await one[Symbol.asyncDispose]();
  await expect(access(folder)).rejects.toThrow("ENOENT");
});

/** Objects through the port: in the process, and over the network as a service account. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ObjectChange, ServerBackend } from "#lib/server-backend.ts";
import { recordingLog } from "../../tests/support/log.ts";
import { createSdkClient, signUp } from "../../tests/support/sdk-client.ts";
import type { SignedInClient } from "../../tests/support/sdk-client.ts";
import { hostedBackendOf, serveSite } from "../../tests/support/served-site.ts";
import type { ServedSite } from "../../tests/support/served-site.ts";
import type { HostedServerBackend } from "./hosted.ts";

let site: ServedSite;
let hosted: HostedServerBackend;
let ada: SignedInClient;
const recorded = recordingLog();

beforeAll(async () => {
  site = await serveSite();
  hosted = await hostedBackendOf(site, { log: recorded.log });
  ada = await signUp(createSdkClient(site.origin));
});
afterAll(async () => {
  await ada[Symbol.asyncDispose]();
  await site[Symbol.asyncDispose]();
});

const bytes = (text: string) => new TextEncoder().encode(text);
const helloMd5 = "XUFAKrxLKna5cZ2REBfFkg==";

describe.each([
  ["in the process", (): ServerBackend => site.serverBackend],
  ["over the network", (): ServerBackend => hosted],
])("%s", (place, backendOf) => {
  const folder = `users/${place.replaceAll(" ", "-")}/`;

  test("an object is put, looked at, read in parts, changed and deleted", async () => {
    const backend = backendOf();
    const name = `${folder}a b%2F"ü".txt`;
    expect(await backend.getObject(name)).toBeNull();
    const put = await backend.putObject(name, bytes("hello"), {
      contentType: "text/plain",
      customMetadata: { width: "7", kept: "ü" },
    });
    expect(put).toEqual({
      name,
      generation: expect.stringMatching(/^\d{16}$/),
      sizeBytes: 5,
      contentType: "text/plain",
      md5Hash: helloMd5,
      customMetadata: { width: "7", kept: "ü" },
      downloadTokens: [],
      updated: expect.stringMatching(/Z$/),
    });
    expect(await backend.getObject(name)).toEqual(put);
    const whole = await backend.openObject(name);
    expect([whole.status, await whole.text()]).toEqual([200, "hello"]);
    const part = await backend.openObject(name, { range: "bytes=1-3" });
    expect([part.status, await part.text()]).toEqual([206, "ell"]);
    const missing = await backend.openObject(`${folder}none`);
    expect(missing.status).toBe(404);
    await missing.body?.cancel();

    const changed = await backend.updateObject(name, {
      contentType: "text/markdown",
      customMetadata: { width: null, height: "8" },
    });
    expect(changed).toMatchObject({
      generation: put.generation,
      contentType: "text/markdown",
      customMetadata: { kept: "ü", height: "8" },
    });
    await expect(backend.updateObject(`${folder}none`, {})).rejects.toMatchObject({
      status: "NOT_FOUND",
    });
    expect(await backend.deleteObject(name)).toBe(true);
    expect(await backend.deleteObject(name)).toBe(false);
    expect(await backend.getObject(name)).toBeNull();
  });

  test("bytes of any kind come back as they were", async () => {
    const backend = backendOf();
    const content = new Uint8Array(70_000).map((_, index) => (index * 7) % 256);
    content.set(bytes("\r\n--boundary--\r\n"), 40_000);
    await backend.putObject(`${folder}bytes`, content, { contentType: "image/png" });
    const response = await backend.openObject(`${folder}bytes`);
    expect(Buffer.from(await response.arrayBuffer()).equals(content)).toBe(true);
  });

  test("a folder is listed a page at a time", async () => {
    const backend = backendOf();
    const below = `${folder}list/`;
    for (const name of ["a", "b/1", "b/2", "c"]) {
      // oxlint-disable-next-line no-await-in-loop
      await backend.putObject(below + name, bytes(name), { contentType: "text/plain" });
    }
    const all = await backend.listObjects(below);
    expect(all).toEqual({
      names: ["a", "b/1", "b/2", "c"].map((name) => below + name),
      prefixes: [],
      next: undefined,
    });
    const first = await backend.listObjects(below, { size: 2, delimiter: "/" });
    expect(first).toMatchObject({ names: [`${below}a`], prefixes: [`${below}b/`] });
    const token = first.next;
    expect(await backend.listObjects(below, { size: 2, delimiter: "/", token })).toEqual({
      names: [`${below}c`],
      prefixes: [],
      next: undefined,
    });
  });

  test("an ID token opens what the rules let its account read, and nothing else", async () => {
    const backend = backendOf();
    const own = `users/${ada.uid}/own`;
    const other = "users/somebody/other";
    for (const name of [own, other]) {
      // oxlint-disable-next-line no-await-in-loop
      await backend.putObject(name, bytes("hello"), { contentType: "text/plain" });
    }
    const token = await ada.idToken();
    const headers = { range: "bytes=0-0" };
    const part = await backend.openObjectAs(token, own, { headers });
    expect([part.status, await part.text()]).toEqual([206, "h"]);
    const head = await backend.openObjectAs(token, own, { method: "HEAD" });
    expect([head.status, head.headers.get("content-length"), await head.text()]).toEqual([
      200,
      "5",
      "",
    ]);
    const statuses = await Promise.all(
      [
        backend.openObjectAs(token, other),
        backend.openObjectAs(token, `users/${ada.uid}/none`),
        backend.openObjectAs("owner", own),
        backend.openObjectAs(`${token}x`, own),
      ].map(async (opened) => {
        const response = await opened;
        await response.body?.cancel();
        return response.status;
      }),
    );
    expect(statuses).toEqual([403, 404, 401, 401]);
  });

  test("an address that was handed out opens nothing any longer once its tokens are deleted", async () => {
    const backend = backendOf();
    const name = `${folder}handed out`;
    await backend.putObject(name, bytes("hello"), { contentType: "text/plain" });
    const url = `${site.origin}/v0/b/foyer/o/${encodeURIComponent(name)}`;
    const makeToken = new Request(`${url}?create_token=true`, { method: "POST" });
    expect((await site.backend.adminFetch(makeToken)).status).toBe(200);
    const [token = ""] = (await backend.getObject(name))?.downloadTokens ?? [];
    const statusOf = async () => {
      const response = await fetch(`${url}?alt=media&token=${token}`);
      await response.body?.cancel();
      return response.status;
    };
    expect(await statusOf()).toBe(200);
    await backend.deleteDownloadTokens(name);
    expect(await statusOf()).toBe(403);
    expect((await backend.getObject(name))?.downloadTokens).toEqual([]);
    await backend.deleteDownloadTokens(`${folder}none`);
  });

  test("a name that an address would change or cannot have is refused before it is sent", async () => {
    const backend = backendOf();
    for (const name of ["", ".", "..", "\ud800"]) {
      for (const call of [
        () => backend.getObject(name),
        () => backend.deleteObject(name),
        () => backend.putObject(name, bytes("x"), { contentType: "text/plain" }),
        async () => backend.openObject(name),
      ]) {
        // oxlint-disable-next-line no-await-in-loop
        await expect(call()).rejects.toMatchObject({ status: "INVALID_ARGUMENT" });
      }
    }
    await expect(backend.getObject("a/../b")).rejects.toMatchObject({ status: "INVALID_ARGUMENT" });
  });

  test("a download that nobody wants any longer ends", async () => {
    const backend = backendOf();
    const name = `${folder}large`;
    await backend.putObject(name, new Uint8Array(8 * 1024 * 1024), { contentType: "x/y" });
    const stop = new AbortController();
    const { body } = await backend.openObject(name, { signal: stop.signal });
    const reader = body?.getReader();
    await reader?.read();
    stop.abort();
    await expect(
      (async () => {
        for (;;) {
          // oxlint-disable-next-line no-await-in-loop
          const read = await reader?.read();
          if (read?.done !== false) return;
        }
      })(),
    ).rejects.toThrow(/abort/i);
  });
});

test("over the network, listeners hear of what this server changes and is told, before the change is answered", async () => {
  const heard: ObjectChange[] = [];
  const stop = hosted.onObjectChange(async (change) => {
    await new Promise(setImmediate);
    heard.push(change);
  });
  const stopBroken = hosted.onObjectChange(() => {
    throw new Error("broken listener");
  });
  const { generation } = await hosted.putObject("public/heard", bytes("x"), { contentType: "x/y" });
  expect(heard).toEqual([{ name: "public/heard", generation: Number(generation) }]);
  await hosted.updateObject("public/heard", { contentType: "x/z" });
  await hosted.deleteObject("public/heard");
  await hosted.deleteObject("public/heard");
  await hosted.tellObjectChange({ name: "public/told", generation: 5 });
  expect(heard.slice(1)).toEqual([
    { name: "public/heard", generation: Number(generation) },
    { name: "public/heard", generation: null },
    { name: "public/told", generation: 5 },
  ]);
  expect(JSON.stringify(recorded.entries)).toContain("broken listener");
  stop();
  stopBroken();
  await hosted.tellObjectChange({ name: "public/told", generation: 6 });
  expect(heard).toHaveLength(4);
});

/** What Google's Storage answers, and the embedded backend never: too much at once, copies in rounds, answers that are lost. */
import { readFileSync } from "node:fs";
import { afterAll, expect, test } from "vitest";
import { standInOptions } from "../../tests/support/firebase-stand-in-hosts.ts";
import { startStandIn } from "../../tests/support/firebase-stand-in.ts";
import { createLog } from "../log.ts";
import { openHostedBackend } from "./open-hosted.ts";
import type { Wait } from "./try-again.ts";

const standIn = await startStandIn();
afterAll(() => standIn[Symbol.asyncDispose]());

const key = JSON.parse(readFileSync(standIn.env["FOYER_SERVICE_ACCOUNT"]!, "utf8"));
const firebase = { key, options: standInOptions, ownerEmail: undefined };
const text = { contentType: "text/plain" };
const bytes = (letters: string) => new TextEncoder().encode(letters);
const busy = (status: number) =>
  Response.json({ error: { code: status, message: "Later." } }, { status });

/** `meddle` answers in the place of Google, or not. */
function open(meddle: (request: Request) => Response | undefined | Promise<Response | undefined>) {
  const asked: URL[] = [];
  const pauses: number[] = [];
  const wait: Wait = async (ms) => void pauses.push(ms);
  const backend = openHostedBackend(firebase, {
    log: createLog("silent"),
    wait,
    async fetch(request) {
      if (!request.url.endsWith("/token")) asked.push(new URL(request.url));
      return (await meddle(request.clone())) ?? standIn.fetch(request);
    },
  });
  return { backend, asked, pauses };
}

const isRewrite = ({ url }: Request) => url.includes("/rewriteTo/");
const copyOf = (from: string, to: string, generation?: string) => ({
  from,
  to,
  owner: "ann",
  customMetadata: { actOf: "ann" },
  ...(generation !== undefined && { generation }),
});

test("a large object is copied in rounds, each with what the first one asked for", async () => {
  const { backend, asked } = open(() => undefined);
  const large = new Uint8Array(1024 ** 2 + 1);
  const { generation, md5Hash } = await backend.putObject("users/ann/files/large", large, text);
  const copy = await backend.copyObject(copyOf("users/ann/files/large", "users/ann/files/second"));
  expect(copy).toMatchObject({
    sizeBytes: large.length,
    md5Hash,
    customMetadata: { actOf: "ann" },
  });
  const rounds = asked.filter(({ pathname }) => pathname.includes("/rewriteTo/"));
  expect(rounds.map(({ searchParams }) => searchParams.has("rewriteToken"))).toEqual([false, true]);
  for (const { searchParams } of rounds) {
    expect(searchParams.get("ifGenerationMatch")).toBe("0");
    expect(searchParams.get("sourceGeneration")).toBe(generation);
  }
});

test("a round that is neither the last one nor leads to another ends it", async () => {
  const { backend, asked } = open((request) =>
    isRewrite(request) ? Response.json({ done: false }) : undefined,
  );
  await backend.putObject("users/ann/files/a", bytes("a"), text);
  await expect(
    backend.copyObject(copyOf("users/ann/files/a", "users/ann/files/a2")),
  ).rejects.toMatchObject({ status: "UNAVAILABLE" });
  expect(asked.filter(({ pathname }) => pathname.includes("/rewriteTo/"))).toHaveLength(1);
});

test("what was replaced or deleted since it was looked at is not copied", async () => {
  const { backend } = open(() => undefined);
  const name = "users/ann/files/replaced";
  const { generation } = await backend.putObject(name, bytes("small"), text);
  await backend.putObject(name, bytes("much larger"), text);
  expect(await backend.copyObject(copyOf(name, `${name}2`, generation))).toBeNull();

  let isLate = true;
  const slow = open(async (request) => {
    if (!isLate || !isRewrite(request)) return undefined;
    isLate = false;
    await backend.putObject(name, bytes("even larger than that"), text);
    return undefined;
  });
  expect(await slow.backend.copyObject(copyOf(name, `${name}2`))).toBeNull();
  expect(await backend.getObject(`${name}2`)).toBeNull();
  await backend.deleteObject(name);
  expect(await backend.copyObject(copyOf(name, `${name}2`))).toBeNull();
});

test("a copy whose answer was lost is found; another one under the name is not taken for it", async () => {
  let isLost = true;
  const { backend } = open(async (request) => {
    if (!isLost || !isRewrite(request)) return undefined;
    isLost = false;
    await (await standIn.fetch(request)).body?.cancel();
    return busy(503);
  });
  await backend.putObject("users/ann/files/b", bytes("b"), text);
  const copy = await backend.copyObject(copyOf("users/ann/files/b", "users/ann/files/b2"));
  expect(copy).toMatchObject({ name: "users/ann/files/b2", customMetadata: { actOf: "ann" } });
  expect(isLost).toBe(false);
  await expect(
    backend.copyObject({
      ...copyOf("users/ann/files/b", "users/ann/files/b2"),
      customMetadata: { actOf: "ben" },
    }),
  ).rejects.toMatchObject({ status: "FAILED_PRECONDITION" });
});

test.each([408, 429, 500, 502, 503, 504])(
  "%s of Storage is asked again, later each time",
  async (status) => {
    let left = 0;
    const { backend, pauses } = open(({ method }) =>
      method !== "POST" && left-- > 0 ? busy(status) : undefined,
    );
    await backend.putObject("users/ann/files/c", bytes("c"), text);
    left = 3;
    expect(await backend.getObject("users/ann/files/c")).toMatchObject({ sizeBytes: 1 });
    expect(pauses).toEqual([expect.any(Number), expect.any(Number), expect.any(Number)]);
    for (const [index, ms] of pauses.entries()) {
      expect(ms).toBeGreaterThanOrEqual(100 * 2 ** index);
      expect(ms).toBeLessThanOrEqual(300 * 2 ** index);
    }
    left = 1;
    expect(await (await backend.openObject("users/ann/files/c")).text()).toBe("c");
    left = 1;
    expect(await backend.deleteObject("users/ann/files/c")).toBe(true);
    expect(await backend.deleteObject("users/ann/files/c")).toBe(false);
    left = 4;
    await expect(backend.getObject("users/ann/files/c")).rejects.toMatchObject({
      status: status === 429 ? "RESOURCE_EXHAUSTED" : "UNAVAILABLE",
    });
  },
);

test("what may have been done already is not asked again: commits, uploads, values", async () => {
  const { backend, asked, pauses } = open(({ method, url }) =>
    method === "GET" || url.endsWith("/token") ? undefined : busy(503),
  );
  const later = { status: "UNAVAILABLE" };
  await expect(backend.commit([{ set: "inbox/a", data: {} }])).rejects.toMatchObject(later);
  const put = backend.putObject("users/ann/files/d", bytes("d"), text);
  await expect(put).rejects.toMatchObject(later);
  await expect(backend.updateValues({ "server/a": 1 })).rejects.toMatchObject(later);
  expect(asked).toHaveLength(3);
  expect(pauses).toEqual([]);
});

test("documents are read again, but not when the answer would be too large", async () => {
  let left = 2;
  let status = 503;
  const { backend, pauses } = open(({ url }) =>
    url.endsWith(":batchGet") && left-- > 0 ? busy(status) : undefined,
  );
  expect(await backend.getDocument("inbox/none")).toBeNull();
  expect(pauses).toHaveLength(2);
  [left, status] = [1, 429];
  await expect(backend.getDocument("inbox/none")).rejects.toMatchObject({
    status: "RESOURCE_EXHAUSTED",
  });
  expect(pauses).toHaveLength(2);
});

test("who no longer waits is not asked for again", async () => {
  const stop = new AbortController();
  const backend = openHostedBackend(firebase, {
    log: createLog("silent"),
    async fetch(request) {
      if (request.url.endsWith("/token")) return standIn.fetch(request);
      stop.abort();
      return busy(503);
    },
  });
  const { signal } = stop;
  await expect(backend.openObject("users/ann/files/c", { signal })).rejects.toThrow(/abort/i);
});

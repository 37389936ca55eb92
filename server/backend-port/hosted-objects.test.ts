/** What Google answers now and then, and the embedded backend never. */
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

import { expect, test } from "vitest";
import { createPageCache } from "./page-cache.ts";

function setup(maxBytes = 1_000_000) {
  const state = { version: 1, now: Date.UTC(2026, 0, 1, 12) };
  const cache = createPageCache({
    currentVersion: () => state.version,
    now: () => state.now,
    maxBytes,
  });
  const rendered = (text: string) => ({
    contentType: "text/html",
    policy: undefined,
    body: Buffer.from(text),
  });
  return { state, cache, rendered };
}

test("a page is kept until the content changes", async () => {
  const { state, cache, rendered } = setup();
  const page = await cache.put("/", cache.begin(), rendered("old"));
  expect(cache.get("/")).toMatchObject({ etag: page.etag });
  state.version = 2;
  expect(cache.get("/")).toBeUndefined();
});

test("a page that was made while the clock was ahead goes when it is set right", async () => {
  const { state, cache, rendered } = setup();
  const right = state.now;
  state.now += 10 * 365 * 86_400_000;
  await cache.put("/", cache.begin(), rendered("old"));
  expect(cache.get("/")).toBeDefined();
  state.now = right;
  expect(cache.get("/")).toBeUndefined();
});

test("a page whose content changed while it was made is answered but not kept", async () => {
  const { state, cache, rendered } = setup();
  const begun = cache.begin();
  state.version = 2;
  const page = await cache.put("/", begun, rendered("old"));
  expect(page.bodies.identity.toString()).toBe("old");
  expect(cache.get("/")).toBeUndefined();
});

test("a page whose content changes while it is compressed is not kept", async () => {
  const { state, cache, rendered } = setup();
  const putting = cache.put("/", cache.begin(), rendered("old"));
  state.version = 2;
  await putting;
  state.version = 1;
  expect(cache.get("/")).toBeUndefined();
});

test("no page outlives the UTC day that it was made on", async () => {
  const { state, cache, rendered } = setup();
  await cache.put("/", cache.begin(), rendered("today"));
  state.now = Date.UTC(2026, 0, 1, 23, 59, 59, 999);
  expect(cache.get("/")).toBeDefined();
  state.now = Date.UTC(2026, 0, 2);
  expect(cache.get("/")).toBeUndefined();
});

test("a page that was begun before midnight and finished after it is not kept", async () => {
  const { state, cache, rendered } = setup();
  const begun = cache.begin();
  state.now = Date.UTC(2026, 0, 2, 0, 0, 1);
  await cache.put("/", begun, rendered("yesterday"));
  expect(cache.get("/")).toBeUndefined();
});

test("memory is bounded however many pages are asked for", async () => {
  const { cache, rendered } = setup(50_000);
  for (let page = 0; page < 200; page += 1)
    await cache.put(`/${page}`, cache.begin(), rendered("x".repeat(1000)));
  expect(cache.size).toBeLessThan(50);
  expect(cache.get("/199")).toBeDefined();
});

test("those who wait for the same page share one render, but not across a change", async () => {
  const { state, cache } = setup();
  let renders = 0;
  const render = () => cache.once("/", async () => (renders += 1));
  await Promise.all([render(), render(), render()]);
  expect(renders).toBe(1);
  const before = render();
  state.version = 2;
  await Promise.all([before, render()]);
  expect(renders).toBe(3);
});

test("a failed render is not remembered", async () => {
  const { cache } = setup();
  await expect(cache.once("/", () => Promise.reject(new Error("no")))).rejects.toThrow("no");
  await expect(cache.once("/", async () => "fine")).resolves.toBe("fine");
});

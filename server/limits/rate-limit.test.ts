import { expect, test } from "vitest";
import { createRateLimit } from "./rate-limit.ts";

test("a burst passes, then acts pass as time does, each key by itself", () => {
  let now = 0;
  const limit = createRateLimit({ burst: 2, perMinute: 6, now: () => now });
  expect([limit.take("a"), limit.take("a")]).toEqual([0, 0]);
  expect(limit.take("a")).toBe(10);
  expect(limit.take("b")).toBe(0);
  now = 10_000;
  expect(limit.take("a")).toBe(0);
  expect(limit.take("a")).toBe(10);
});

test("a clock that jumps back gives nothing and takes nothing", () => {
  let now = 100_000;
  const limit = createRateLimit({ burst: 1, perMinute: 60, now: () => now });
  expect(limit.take("a")).toBe(0);
  now = 0;
  expect(limit.take("a")).toBe(1);
  now = 1000;
  expect(limit.take("a")).toBe(0);
});

test("the memory does not grow with the number of keys", () => {
  const limit = createRateLimit({ burst: 1, perMinute: 1, now: () => 0, maxKeys: 10 });
  for (let key = 0; key < 1000; key += 1) limit.take(String(key));
  expect(limit.take("999")).toBeGreaterThan(0);
  expect(limit.take("0")).toBe(0);
});

import { expect, test } from "vitest";
import { saysGone } from "./says-gone.ts";

test("what leads elsewhere or is not there is gone, what failed or was not asked for whole is not", () => {
  expect(saysGone({ status: 0, type: "opaqueredirect" })).toBe(true);
  for (const status of [202, 302, 404, 410])
    expect([status, saysGone({ status, type: "basic" })]).toEqual([status, true]);
  for (const status of [200, 206, 304, 429, 500, 502, 503])
    expect([status, saysGone({ status, type: "basic" })]).toEqual([status, false]);
});

import { afterEach, expect, test, vi } from "vitest";
import { instantOf, localMinute } from "./local-time.ts";

afterEach(() => vi.unstubAllEnvs());

test("a time is that of the owner's zone, in summer and in winter", () => {
  vi.stubEnv("TZ", "Europe/Berlin");
  expect(instantOf("2026-07-01T09:00")?.toISOString()).toBe("2026-07-01T07:00:00.000Z");
  expect(instantOf("2026-12-01T09:00")?.toISOString()).toBe("2026-12-01T08:00:00.000Z");
  expect(localMinute(new Date("2026-12-01T08:00:00Z"))).toBe("2026-12-01T09:00");
});

test("a time that the clocks leave out is one after the change, not before it", () => {
  vi.stubEnv("TZ", "Europe/Berlin");
  expect(instantOf("2026-03-29T02:30")?.toISOString()).toBe("2026-03-29T01:30:00.000Z");
});

test("what is half typed is no time", () => {
  expect(instantOf("")).toBeUndefined();
  expect(instantOf("2026-13-45T09:00")).toBeUndefined();
});

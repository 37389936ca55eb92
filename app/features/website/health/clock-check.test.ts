import { expect, test } from "vitest";
import { clockCheck } from "./clock-check.ts";

const noon = Date.UTC(2026, 10, 22, 12);

test("a slow answer is no wrong clock; one of minutes ago or ahead is", () => {
  const at = new Date(noon).toISOString();
  expect(clockCheck(at, noon - 30_000, noon + 30_000).state).toBe("ok");
  expect(clockCheck(at, noon - 115_000, noon - 110_000).state).toBe("ok");
  expect(clockCheck(at, noon + 600_000, noon + 601_000)).toMatchObject({
    state: "warn",
    text: "The clocks of the server and of this device are 10 minutes apart.",
  });
  expect(clockCheck(at, noon - 601_000, noon - 600_000).state).toBe("warn");
  expect(clockCheck("", noon, noon).state).toBe("unknown");
});

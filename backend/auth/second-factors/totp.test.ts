import { expect, test } from "vitest";
import { newTotpSecret, stepOfCode } from "./totp.ts";

test("codes are those of RFC 6238, appendix B", () => {
  // "12345678901234567890"; the last six of its eight digits.
  const secret = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";
  for (const [seconds, code] of [
    [59, "287082"],
    [1_111_111_109, "081804"],
    [1_234_567_890, "005924"],
    [2_000_000_000, "279037"],
    [20_000_000_000, "353130"],
  ] as const) {
    const step = Math.floor(seconds / 30);
    for (const aside of [-1, 0, 1]) {
      expect(stepOfCode(secret, code, (seconds + aside * 30) * 1000)).toBe(step);
    }
    expect(stepOfCode(secret, code, (seconds + 60) * 1000)).toBeUndefined();
    expect(stepOfCode(secret, `${code}0`, seconds * 1000)).toBeUndefined();
    expect(stepOfCode(secret, ` ${code.slice(1)}`, seconds * 1000)).toBeUndefined();
  }
});

test("secrets have 160 bits and differ", () => {
  expect(newTotpSecret()).toMatch(/^[A-Z2-7]{32}$/);
  expect(newTotpSecret()).not.toBe(newTotpSecret());
});

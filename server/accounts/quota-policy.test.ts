import { expect, test } from "vitest";
import { createQuotaPolicy } from "./quota-policy.ts";

const gb = 1024 ** 3;

test("an account keeps what is usual, 50 MiB before it has verified its address, and an admin what fits", () => {
  const policy = createQuotaPolicy({ usualBytes: gb, sendsMail: true });
  expect(policy({ email_verified: true })).toBe(gb);
  expect(policy({ email_verified: false })).toBe(50 * 1024 ** 2);
  expect(policy({})).toBe(50 * 1024 ** 2);
  expect(policy({ admin: true })).toBeNull();
});

test("only a claim that is true counts", () => {
  const policy = createQuotaPolicy({ usualBytes: gb, sendsMail: true });
  for (const claim of ["true", 1, {}, null]) {
    expect(policy({ admin: claim, email_verified: claim })).toBe(50 * 1024 ** 2);
  }
});

test("nobody waits for a mail that is never sent, and nobody gets more for not having verified", () => {
  expect(createQuotaPolicy({ usualBytes: gb, sendsMail: false })({})).toBe(gb);
  expect(createQuotaPolicy({ usualBytes: 7, sendsMail: true })({})).toBe(7);
});

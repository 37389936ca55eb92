import { expect, test } from "vitest";
import { DEFAULT_LIMITS, createAttemptLimiter } from "./attempt-limits.ts";

const MINUTE_MS = 60_000;

function openLimiter() {
  const time = { nowMs: 1_800_000_000_000 };
  const limiter = createAttemptLimiter(DEFAULT_LIMITS, () => time.nowMs);
  /** Seconds to wait, 0 when it may be done now (and is counted). */
  function waitS(...[kind, keys]: Parameters<typeof limiter.take>): number {
    try {
      limiter.take(kind, keys);
      return 0;
    } catch (error) {
      return (error as { details: { retryAfterS: number } }).details.retryAfterS;
    }
  }
  return { time, limiter, waitS };
}

test("each failure in a row doubles the wait, from seconds to a quarter of an hour", () => {
  const { time, waitS } = openLimiter();
  const keys = { account: "ada", client: "192.0.2.1" };
  for (let count = 0; count < 5; count += 1) expect(waitS("secondFactor", keys)).toBe(0);
  const waits: number[] = [];
  for (let count = 0; count < 6; count += 1) {
    waits.push(waitS("secondFactor", keys));
    time.nowMs += (waits.at(-1) ?? 0) * 1000 - 1;
    expect(waitS("secondFactor", keys)).toBe(1);
    time.nowMs += 1;
    expect(waitS("secondFactor", keys)).toBe(0);
  }
  expect(waits).toEqual([60, 120, 240, 480, 900, 900]);
});

test("a success ends the waits, an hour of quiet too, and what did not count adds nothing", () => {
  const { time, limiter, waitS } = openLimiter();
  const keys = { client: "192.0.2.1", email: "ada@example.com" };
  for (let count = 0; count < 3; count += 1) limiter.take("signIn", keys);
  expect(waitS("signIn", keys)).toBe(5);
  time.nowMs += 5000;
  limiter.take("signIn", keys).giveBack();
  expect(waitS("signIn", keys)).toBe(5);
  time.nowMs += 5000;
  limiter.take("signIn", keys).succeed();
  for (let count = 0; count < 3; count += 1) expect(waitS("signIn", keys)).toBe(0);
  expect(waitS("signIn", keys)).toBe(5);
  time.nowMs += 61 * MINUTE_MS;
  for (let count = 0; count < 3; count += 1) expect(waitS("signIn", keys)).toBe(0);
  expect(waitS("signIn", keys)).toBe(5);
});

test("a clock that is set back makes no wait longer", () => {
  const { time, limiter, waitS } = openLimiter();
  const keys = { client: "192.0.2.1", email: "ada@example.com" };
  for (let count = 0; count < 3; count += 1) limiter.take("signIn", keys);
  time.nowMs -= 30 * MINUTE_MS;
  expect(waitS("signIn", keys)).toBe(5);
  time.nowMs -= 24 * 60 * MINUTE_MS;
  expect(waitS("signIn", keys)).toBe(0);
});

test("mails are held back per address, growing, and per network", () => {
  const { time, waitS } = openLimiter();
  const mail = (email: string, network: number) =>
    waitS("mail", { client: `192.0.2.${network}`, email, mail: "PASSWORD_RESET" });
  expect([mail("ada@example.com", 1), mail("ada@example.com", 2)]).toEqual([0, 60]);
  time.nowMs += MINUTE_MS;
  expect([mail("ada@example.com", 2), mail("ada@example.com", 1)]).toEqual([0, 120]);

  const sameNetwork = Array.from({ length: 30 }, (_, index) => mail(`n${index}@example.com`, 9));
  expect(sameNetwork.filter((wait) => wait === 0)).toHaveLength(20);
});

test("who has many networks of one end site is one for mails and sign-ups", () => {
  const { waitS } = openLimiter();
  const count = (kind: "mail" | "signUp" | "anonymous", asks: number) =>
    Array.from({ length: asks }, (_, index) => {
      const client = `2001:db8:1:${index.toString(16)}::1`;
      return waitS(kind, { client, email: `n${index}@example.com`, mail: "PASSWORD_RESET" });
    }).filter((wait) => wait === 0).length;
  expect(count("mail", 100)).toBe(60);
  expect(count("signUp", 290) + count("anonymous", 20)).toBe(300);
});

test("of one kind an address gets mails whatever was asked for of another", () => {
  const { waitS } = openLimiter();
  const mail = (kind: string) =>
    waitS("mail", { client: "192.0.2.1", email: "ada@example.com", mail: kind });
  expect([mail("VERIFY_EMAIL"), mail("PASSWORD_RESET")]).toEqual([0, 0]);
  expect([mail("VERIFY_EMAIL"), mail("PASSWORD_RESET")]).toEqual([60, 60]);
});

test("mails to people who are new here are held back in all, each kind by itself", () => {
  const { waitS } = openLimiter();
  const ask = (mail: string) => waitS("mailToNewcomer", { mail });
  const waits = Array.from({ length: 201 }, () => ask("VERIFY_EMAIL"));
  expect(waits.filter((wait) => wait === 0)).toHaveLength(200);
  expect(waits.at(-1)).toBe(18);
  expect(ask("PASSWORD_RESET")).toBe(0);
});

test("of an address at most five mails of a kind go out in an hour", () => {
  const { time, waitS } = openLimiter();
  const ask = (minute: number) =>
    waitS("mail", {
      client: `192.0.2.${minute}`,
      email: "ada@example.com",
      mail: "PASSWORD_RESET",
    });
  let sent = 0;
  for (let minute = 0; minute < 60; minute += 1) {
    if (ask(minute) === 0) sent += 1;
    time.nowMs += MINUTE_MS;
  }
  expect(sent).toBe(5);
});

test("what is remembered is bounded, however many ask", () => {
  const { limiter, waitS } = openLimiter();
  const keys = { client: "192.0.2.1", email: "ada@example.com" };
  for (let count = 0; count < 3; count += 1) limiter.take("signIn", keys);
  for (let index = 0; index < 10_000; index += 1) {
    limiter.take("signIn", { client: `10.${index >> 8}.${index & 255}.1`, email: `${index}@x.y` });
  }
  // The one that was used least is forgotten.
  expect(waitS("signIn", keys)).toBe(0);
});

test("a kind that lacks its key is a bug, not a limit that never holds", () => {
  const { limiter } = openLimiter();
  expect(() => limiter.take("signIn", { client: "192.0.2.1" })).toThrow(TypeError);
});

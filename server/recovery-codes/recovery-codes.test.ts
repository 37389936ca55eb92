import { afterAll, beforeAll, expect, test } from "vitest";
import { openSite } from "../../tests/support/site.ts";
import type { Site } from "../../tests/support/site.ts";
import { newCode, parseCode } from "./code-text.ts";
import { createRecoveryCodes } from "./recovery-codes.ts";
import type { RecoveryCodes } from "./recovery-codes.ts";

let site: Site;
let codes: RecoveryCodes;
beforeAll(async () => {
  site = await openSite();
  codes = createRecoveryCodes({ backend: site.serverBackend, now: Date.now });
});
afterAll(() => site[Symbol.asyncDispose]());

test("each of ten codes is good once, however it is typed, and only for its account", async () => {
  const made = await codes.renew("ada");
  expect(new Set(made).size).toBe(10);
  await codes.renew("eve");
  const [first = "", second = ""] = made;
  expect(await codes.use("eve", first)).toBe(false);
  expect(await codes.use("ada", first)).toEqual({ left: 9 });
  expect(await codes.use("ada", first)).toBe(false);
  const typed = ` ${second.toLowerCase().replaceAll("-", " ").replaceAll("1", "l").replaceAll("0", "o")}`;
  expect(await codes.use("ada", typed)).toEqual({ left: 8 });
  expect(await codes.state("ada")).toEqual({ left: 8, createdAt: expect.any(String) });
  for (const wrong of ["", "x", newCode(), "0000-0000-0000-0000", `${first}A`, "🐈".repeat(16)]) {
    // oxlint-disable-next-line no-await-in-loop
    expect(await codes.use("ada", wrong), wrong).toBe(false);
  }
  expect(await codes.use("nobody", first)).toBe(false);
});

test("one code that is sent many times at once is taken once, and different ones each", async () => {
  const made = await codes.renew("race");
  const same = await Promise.all(Array.from({ length: 4 }, () => codes.use("race", made[0]!)));
  expect(same.filter(Boolean)).toHaveLength(1);
  const different = await Promise.all(made.slice(1, 4).map((code) => codes.use("race", code)));
  expect(different.every(Boolean)).toBe(true);
  expect(await codes.state("race")).toMatchObject({ left: 6 });
});

test("new ones replace those of before, and what is stored opens nothing", async () => {
  const [old = ""] = await codes.renew("bo");
  const made = await codes.renew("bo");
  expect(await codes.use("bo", old)).toBe(false);
  const kept = JSON.stringify((await site.serverBackend.getDocument("recoveryCodes/bo"))?.data);
  for (const code of made) {
    expect(kept).not.toContain(code);
    expect(kept).not.toContain(parseCode(code));
  }
  await codes.forget("bo");
  expect(await codes.state("bo")).toBeNull();
  expect(await codes.use("bo", made[0]!)).toBe(false);
});

test("a code is 80 random bits in letters that nobody misreads", () => {
  const all = Array.from({ length: 500 }, newCode);
  expect(new Set(all).size).toBe(500);
  for (const code of all)
    expect(code).toMatch(/^(?:[\dA-HJKMNP-TV-Z]{4}-){3}[\dA-HJKMNP-TV-Z]{4}$/);
  expect(new Set(all.join("").replaceAll("-", "")).size).toBe(32);
  expect(parseCode("oOiIlL00 0000-0000")).toBe("0011110000000000");
  expect(parseCode("OOIILL00-0000-000U")).toBeUndefined();
});

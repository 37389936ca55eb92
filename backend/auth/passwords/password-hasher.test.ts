import { argon2Sync } from "node:crypto";
import { expect, test } from "vitest";
import { createPasswordHasher } from "./password-hasher.ts";

test("a hash is a PHC string of Argon2id with its own salt, which any other library can check", async () => {
  const hasher = createPasswordHasher();
  const [one, two] = await Promise.all([
    hasher.hash("correct horse", "a"),
    hasher.hash("correct horse", "a"),
  ]);
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
  expect(one).not.toBe(two);
  const [, , , , salt = "", tag] = one.split("$");
  const expected = argon2Sync("argon2id", {
    message: "correct horse",
    nonce: Buffer.from(salt, "base64"),
    memory: 19_456,
    passes: 2,
    parallelism: 1,
    tagLength: 32,
  });
  expect(expected.toString("base64").replaceAll("=", "")).toBe(tag);
});

test("only the same text is the password, to the last byte", async () => {
  const hasher = createPasswordHasher();
  const phc = await hasher.hash("pässword\0x", "a");
  expect(await hasher.verify("pässword\0x", phc, "a")).toBe(true);
  for (const wrong of ["", "pässword", "pässword\0y", "pa\u0308ssword\0x", "pässword\0x "]) {
    expect(await hasher.verify(wrong, phc, "a"), JSON.stringify(wrong)).toBe(false);
  }
  expect(await hasher.verify("pässword\0x", null, "a")).toBe(false);
});

test("a hash with other costs is still checked, a damaged one is an error and never a match", async () => {
  const hasher = createPasswordHasher();
  const nonce = Buffer.alloc(16, 7);
  const costs = { memory: 64, passes: 1, parallelism: 2 };
  const tag = argon2Sync("argon2id", { message: "secret", nonce, tagLength: 32, ...costs });
  const text = (bytes: Buffer) => bytes.toString("base64").replaceAll("=", "");
  const phc = `$argon2id$v=19$m=64,t=1,p=2$${text(nonce)}$${text(tag)}`;
  expect(await hasher.verify("secret", phc, "a")).toBe(true);
  expect(await hasher.verify("Secret", phc, "a")).toBe(false);
  for (const damaged of ["", "secret", phc.slice(0, -30), phc.replace("argon2id", "argon2i")]) {
    await expect(hasher.verify("secret", damaged, "a")).rejects.toThrow(
      "not an Argon2id PHC string",
    );
  }
});

test("when too many wait, the next is turned away, and all who waited are served", async () => {
  const hasher = createPasswordHasher({ maxRunning: 2, maxWaiting: 3, maxPerPayer: 9 });
  const outcomes = await Promise.allSettled(
    Array.from({ length: 8 }, () => hasher.verify("x", null, "a")),
  );
  expect(outcomes.map(({ status }) => status)).toEqual([
    ...Array<string>(5).fill("fulfilled"),
    ...Array<string>(3).fill("rejected"),
  ]);
  expect(outcomes[7]).toMatchObject({ reason: { name: "AuthBusyError" } });
  expect(await hasher.verify("x", null, "a")).toBe(false);
});

test("one network fills only its share of the queue, again and again", async () => {
  const hasher = createPasswordHasher({ maxRunning: 1, maxWaiting: 9, maxPerPayer: 2 });
  for (let round = 0; round < 2; round += 1) {
    const outcomes = await Promise.allSettled(
      ["a", "a", "a", "b", "a", "b", "b"].map((payer) => hasher.verify("x", null, payer)),
    );
    expect(outcomes.map(({ status }) => status === "fulfilled")).toEqual([
      true,
      true,
      false,
      true,
      false,
      true,
      false,
    ]);
  }
});

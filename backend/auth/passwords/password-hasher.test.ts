import { argon2Sync } from "node:crypto";
import { hashSync } from "bcryptjs";
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

test("where there is no account the work of another hash is done, whose password is not let in", async () => {
  const hasher = createPasswordHasher();
  const decoy = argon2id("secret");
  expect(await hasher.verify("secret", null, "a", { decoy })).toBe(false);
  expect(await hasher.verify("secret", decoy, "a", { decoy: null })).toBe(true);
});

test("hashes of other kinds or costs are outdated, today's are not", async () => {
  const hasher = createPasswordHasher();
  expect(hasher.isOutdated(await hasher.hash("x", "a"))).toBe(false);
  expect(hasher.isOutdated(argon2id("secret"))).toBe(true);
  expect(hasher.isOutdated("$2b$05$abcdefghijklmnopqrstuu5s2v8.iXieOjg/.AySBTTZIIVFJeBui")).toBe(
    true,
  );
});

test("a damaged hash is an error and never a match", async () => {
  const hasher = createPasswordHasher();
  const phc = argon2id("secret");
  for (const damaged of [
    "",
    "secret",
    phc.slice(0, -30),
    phc.replace("argon2id", "argon2x"),
    phc.replace("v=19", "v=16"),
    phc.replace("m=64", "m=99999999"),
    phc.replace("m=64,", ""),
    phc.replace("t=1", "t=1e3"),
  ]) {
    await expect(hasher.verify("secret", damaged, "a"), damaged).rejects.toThrow("damaged");
  }
});

test("when too many wait, the next is turned away, and all who waited are served", async () => {
  const hasher = createPasswordHasher({ maxRunning: 2, maxWaiting: 3, maxPerPayer: 9 });
  const outcomes = await Promise.allSettled(
    Array.from({ length: 8 }, () => hasher.verify("x", null, "a", { decoy: argon2id("y") })),
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
      ["a", "a", "a", "b", "a", "b", "b"].map((payer) =>
        hasher.verify("x", null, payer, { decoy: argon2id("y") }),
      ),
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

test("the many places of one IPv6 network are the share of one payer", async () => {
  const hasher = createPasswordHasher({ maxRunning: 1, maxWaiting: 9, maxPerPayer: 2 });
  const outcomes = await Promise.allSettled(
    ["2001:db8:1:a", "2001:db8:1:b", "2001:db8:1:c", "2001:db8:2:a"].map((network) =>
      hasher.verify("x", null, `${network}::/64`, { decoy: argon2id("y") }),
    ),
  );
  expect(outcomes.map(({ status }) => status === "fulfilled")).toEqual([true, true, false, true]);
});

test("a refusal takes as long as that of the slowest kind of hash in use, a right password does not wait", async () => {
  const waitedMs: number[] = [];
  let nowMs = 0;
  let costMs = 0;
  const timer = {
    // Asked before the work and after it.
    nowMs: () => (nowMs += costMs / 2),
    wait: async (ms: number) => void waitedMs.push(ms),
  };
  const hasher = createPasswordHasher({ maxRunning: 1, maxWaiting: 9, maxPerPayer: 9 }, timer);
  costMs = 200;
  await hasher.verify("wrong", null, "a", { decoy: hashSync("secret", 4) });
  costMs = 20;
  expect(await hasher.verify("wrong", argon2id("secret"), "a")).toBe(false);
  expect(await hasher.verify("secret", null, "a", { decoy: argon2id("secret") })).toBe(false);
  expect(await hasher.verify("secret", argon2id("secret"), "a")).toBe(true);
  // Half of the cost is between the two questions for the time: 100 and 10 ms, and a quarter above the slowest.
  expect(waitedMs).toEqual([25, 115, 115]);
});

test("when it closes, who waits is turned away, the work that runs is done, and no more begins", async () => {
  const hasher = createPasswordHasher({ maxRunning: 1, maxWaiting: 9, maxPerPayer: 9 });
  const imported = hashSync("secret", 4);
  const running = hasher.verify("secret", imported, "a");
  const waiting = hasher.verify("secret", imported, "a");
  const outcomes = Promise.allSettled([running, waiting]);
  let isDone = false;
  void running.then(() => (isDone = true));
  await hasher.close();
  expect(isDone).toBe(true);
  expect(await outcomes).toEqual([
    { status: "fulfilled", value: true },
    { status: "rejected", reason: expect.objectContaining({ name: "AuthBusyError" }) },
  ]);
  await expect(hasher.verify("secret", imported, "b")).rejects.toMatchObject({
    name: "AuthBusyError",
  });
  await hasher.close();
});

/** With small costs. */
function argon2id(password: string): string {
  const nonce = Buffer.alloc(16, 7);
  const costs = { memory: 64, passes: 1, parallelism: 2 };
  const tag = argon2Sync("argon2id", { message: password, nonce, tagLength: 32, ...costs });
  const text = (bytes: Buffer) => bytes.toString("base64").replaceAll("=", "");
  return `$argon2id$v=19$m=64,t=1,p=2$${text(nonce)}$${text(tag)}`;
}

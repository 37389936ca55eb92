import { argon2Sync, pbkdf2Sync, scryptSync } from "node:crypto";
import { expect, test } from "vitest";
import { createBcryptThread } from "./bcrypt-thread.ts";
import {
  type PasswordHash,
  faultOf,
  formatPasswordHash,
  parsePasswordHash,
} from "./password-hash.ts";
import { createPasswordHasher } from "./password-hasher.ts";

const base64 = (text: string) => Buffer.from(text, "base64");
const hex = (text: string) => Buffer.from(text, "hex");

/** Published, so that a misreading of the format cannot be on both sides. */
const known: Record<string, { password: string; hash: PasswordHash }> = {
  "Firebase's scrypt, the example of its documentation": {
    password: "user1password",
    hash: {
      kind: "firebase-scrypt",
      rounds: 8,
      memoryCost: 14,
      saltSeparator: base64("Bw=="),
      signerKey: base64(
        "jxspr8Ki0RYycVU8zykbdLGjFQ3McFUH0uiiTvC8pVMXAn210wjLNmdZJzxUECKbm0QsEmYUSDzZvpjeJ9WmXA==",
      ),
      salt: base64("42xEC+ixf3L2lw=="),
      tag: base64(
        "lSrfV15cpx95/sZS2W9c9Kp6i/LVgQNDNC/qzrCnh1SAyZvqmZqAjTdn3aoItz+VHjoZilo78198JAdRuid5lQ==",
      ),
    },
  },
  "scrypt, RFC 7914": {
    password: "password",
    hash: {
      kind: "scrypt",
      cost: 1024,
      blockSize: 8,
      parallelism: 16,
      salt: Buffer.from("NaCl"),
      tag: hex(
        "fdbabe1c9d3472007856e7190d01e9fe7c6ad7cbc8237830e77376634b373162" +
          "2eaf30d92e22a3886ff109279d9830dac727afb94a83ee6d8360cbdfa2cc0640",
      ),
    },
  },
  "PBKDF2 with SHA-1, RFC 6070": {
    password: "password",
    hash: {
      kind: "pbkdf2",
      digest: "sha1",
      rounds: 4096,
      salt: Buffer.from("salt"),
      tag: hex("4b007901b765489abead49d926f721d065a429c1"),
    },
  },
  "PBKDF2 with SHA-256, RFC 7914": {
    password: "passwd",
    hash: {
      kind: "pbkdf2",
      digest: "sha256",
      rounds: 1,
      salt: Buffer.from("salt"),
      tag: hex(
        "55ac046e56e3089fec1691c22544b605f94185216dde0465e68b9d57c20dacbc" +
          "49ca9cccf179b645991664b39d77ef317c71b845b1e30bd509112041d3a19783",
      ),
    },
  },
  bcrypt: {
    password: "U*U",
    hash: { kind: "bcrypt", text: "$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW" },
  },
  "bcrypt with another salt": {
    password: "U*U*U",
    hash: { kind: "bcrypt", text: bcryptText() },
  },
};

/** Argon2's own test vectors need a secret, which no password hash has. */
for (const variant of ["argon2i", "argon2d", "argon2id"] as const) {
  const salt = Buffer.alloc(16, 2);
  const associatedData = Buffer.from("site");
  const tag = argon2Sync(variant, {
    message: "a password",
    nonce: salt,
    memory: 256,
    passes: 3,
    parallelism: 4,
    tagLength: 24,
    associatedData,
  });
  const costs = { memoryKib: 256, passes: 3, parallelism: 4 };
  const hash: PasswordHash = { kind: "argon2", variant, ...costs, associatedData, salt, tag };
  known[variant] = { password: "a password", hash };
}

test("every kind of hash is kept as a text, and only its password is right", async () => {
  const hasher = createPasswordHasher();
  for (const [name, { password, hash }] of Object.entries(known)) {
    expect(faultOf(hash), name).toBeUndefined();
    const text = formatPasswordHash(hash);
    expect(text, name).toMatch(/^[\x21-\x7e]+$/);
    expect(parsePasswordHash(text), name).toEqual(hash);
    expect(await hasher.verify(password, text, "a"), name).toBe(true);
    expect(await hasher.verify(`${password}x`, text, "a"), name).toBe(false);
    expect(hasher.isOutdated(text), name).toBe(true);
  }
  await hasher.close();
});

test("a bcrypt check does not hold the event loop", async () => {
  const hasher = createPasswordHasher();
  const text = `$2b$10${bcryptText().slice(6)}`;
  // The thread has begun when this is answered.
  await hasher.verify("x", bcryptText(), "a");
  let turns = 0;
  const counter = setInterval(() => (turns += 1), 1);
  await hasher.verify("x", text, "a");
  clearInterval(counter);
  await hasher.close();
  // Held, it has none.
  expect(turns).toBeGreaterThan(5);
});

test("a thread that ended is begun anew", async () => {
  const thread = createBcryptThread();
  expect(await thread.compare("U*U*U", bcryptText())).toBe(true);
  await thread.close();
  expect(await thread.compare("U*U*U", bcryptText())).toBe(true);
  // It would take long.
  const slow = `$2a$14${bcryptText().slice(6)}`;
  const cut = Promise.allSettled([thread.compare("U*U*U", slow)]);
  await thread.close();
  expect(await cut).toMatchObject([{ reason: { message: expect.stringContaining("ended") } }]);
});

test("costs that would hold the server are refused, those that are in use are not", () => {
  const salt = Buffer.alloc(16, 1);
  const tag = Buffer.alloc(32, 1);
  const scrypt = (cost: number, blockSize: number, parallelism: number) =>
    faultOf({ kind: "scrypt", cost, blockSize, parallelism, salt, tag });
  expect(scrypt(2 ** 17, 8, 1)).toMatch(/128 × cpuMemCost × blockSize must be/);
  expect(scrypt(2 ** 16, 8, 1)).toBeUndefined();
  expect(scrypt(2 ** 14, 8, 16)).toBeUndefined();
  expect(scrypt(2 ** 14, 8, 17)).toMatch(/parallelization/);
  expect(scrypt(1000, 8, 1)).toMatch(/power of two/);
  expect(scrypt(2 ** 40, 8, 1)).toMatch(/power of two/);

  const argon2 = (memoryKib: number, passes: number, parallelism = 1) =>
    faultOf({
      kind: "argon2",
      variant: "argon2id",
      memoryKib,
      passes,
      parallelism,
      associatedData: Buffer.alloc(0),
      salt,
      tag,
    });
  for (const [memoryKib, passes] of [
    [65_536, 3],
    [47_104, 1],
    [7168, 5],
  ] as const) {
    expect(argon2(memoryKib, passes)).toBeUndefined();
  }
  expect(argon2(2 ** 21, 1)).toMatch(/memoryCostKib/);
  expect(argon2(65_536, 5)).toMatch(/iterations/);
  expect(argon2(16, 1, 4)).toMatch(/memoryCostKib/);

  const pbkdf2 = (rounds: number, bytes = tag) =>
    faultOf({ kind: "pbkdf2", digest: "sha256", rounds, salt, tag: bytes });
  expect(pbkdf2(600_000)).toBeUndefined();
  expect(pbkdf2(0)).toMatch(/rounds/);
  expect(pbkdf2(2_000_000)).toMatch(/rounds/);
  expect(pbkdf2(1000, Buffer.alloc(8))).toMatch(/hash's bytes/);

  const bcrypt = (cost: string) =>
    faultOf({ kind: "bcrypt", text: `$2b$${cost}${bcryptText().slice(6)}` });
  expect(bcrypt("14")).toBeUndefined();
  expect(bcrypt("15")).toMatch(/from 4 to 14/);
  expect(bcrypt("03")).toMatch(/from 4 to 14/);
  expect(faultOf({ kind: "bcrypt", text: "$2x$10$abc" })).toMatch(/not a bcrypt hash/);

  const firebase = known["Firebase's scrypt, the example of its documentation"]?.hash;
  if (firebase?.kind !== "firebase-scrypt") throw new Error("It is gone.");
  expect(faultOf({ ...firebase, memoryCost: 15 })).toMatch(/memoryCost/);
  expect(faultOf({ ...firebase, rounds: 9 })).toMatch(/rounds/);
  expect(faultOf({ ...firebase, tag: firebase.tag.subarray(1) })).toMatch(/signer key/);
});

test("the costliest hashes that are taken fit the bounds of the library", async () => {
  const hasher = createPasswordHasher();
  const salt = Buffer.alloc(16, 1);
  const password = "a password";
  const scrypt = scryptSync(password, salt, 32, { N: 2 ** 16, r: 8, p: 1, maxmem: 2 ** 27 });
  const pbkdf2 = pbkdf2Sync(password, Buffer.alloc(0), 1, 32, "sha256");
  for (const hash of [
    { kind: "scrypt", cost: 2 ** 16, blockSize: 8, parallelism: 1, salt, tag: scrypt },
    { kind: "pbkdf2", digest: "sha256", rounds: 1, salt: Buffer.alloc(0), tag: pbkdf2 },
  ] satisfies PasswordHash[]) {
    expect(await hasher.verify(password, formatPasswordHash(hash), "a")).toBe(true);
  }
});

/** Of the tests of crypt_blowfish, as the one above. */
function bcryptText(): string {
  return "$2a$05$XXXXXXXXXXXXXXXXXXXXXOAcXxm9kjPGEMsLznoKqmqw7tc8WCx4a";
}

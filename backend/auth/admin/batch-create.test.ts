import { hashSync } from "bcryptjs";
import { pbkdf2Sync, scryptSync } from "node:crypto";
import { afterAll, expect, test } from "vitest";
import { type Json, openAuth, payloadOf } from "../testing/open-auth.ts";

const auth = await openAuth();
afterAll(() => auth[Symbol.asyncDispose]());

const base64 = (bytes: Buffer | string) => Buffer.from(bytes).toString("base64url");
const create = async (body: unknown): Promise<Json> =>
  (await auth.admin(":batchCreate", body)).body;
const hashOf = async (localId: string): Promise<string> =>
  (await auth.sqlite.read("auth.accountByUid", localId))?.passwordHash ?? "";

const FIREBASE = {
  hashAlgorithm: "SCRYPT",
  signerKey:
    "jxspr8Ki0RYycVU8zykbdLGjFQ3McFUH0uiiTvC8pVMXAn210wjLNmdZJzxUECKbm0QsEmYUSDzZvpjeJ9WmXA==",
  saltSeparator: "Bw==",
  rounds: 8,
  memoryCost: 14,
};
const FIREBASE_USER = {
  passwordHash:
    "lSrfV15cpx95_sZS2W9c9Kp6i_LVgQNDNC_qzrCnh1SAyZvqmZqAjTdn3aoItz-VHjoZilo78198JAdRuid5lQ==",
  salt: "42xEC-ixf3L2lw==",
};
const PBKDF2 = { hashAlgorithm: "PBKDF2_SHA256", rounds: 10 };
const pbkdf2 = (password: string) => ({
  passwordHash: base64(pbkdf2Sync(password, "salt", 10, 32, "sha256")),
  salt: base64("salt"),
});

test("people sign in with the password that they had elsewhere, and then have a hash of today", async () => {
  const password = "user1password";
  const salt = Buffer.from("salt salt");
  const scrypt = { N: 256, r: 8, p: 2 };
  const ways: [config: object, user: object][] = [
    [FIREBASE, FIREBASE_USER],
    [{ hashAlgorithm: "BCRYPT" }, { passwordHash: base64(hashSync(password, 4)) }],
    [PBKDF2, pbkdf2(password)],
    [
      { hashAlgorithm: "PBKDF_SHA1", rounds: 12 },
      { passwordHash: base64(pbkdf2Sync(password, salt, 12, 20, "sha1")), salt: base64(salt) },
    ],
    [
      {
        hashAlgorithm: "STANDARD_SCRYPT",
        cpuMemCost: 256,
        blockSize: 8,
        parallelization: 2,
        dkLen: 64,
      },
      { passwordHash: base64(scryptSync(password, salt, 64, scrypt)), salt: base64(salt) },
    ],
  ];
  for (const [index, [config, user]] of ways.entries()) {
    const localId = `way-${index}`;
    const email = `${localId}@example.com`;
    expect(await create({ ...config, users: [{ localId, email, ...user }] }), localId).toEqual({
      kind: "identitytoolkit#UploadAccountResponse",
    });
    const before = await hashOf(localId);
    expect((await auth.signIn(email, "wrong password")).body.error.message).toBe(
      "INVALID_LOGIN_CREDENTIALS",
    );
    expect(await hashOf(localId)).toBe(before);
    const { body } = await auth.signIn(email, password);
    expect(body.localId, localId).toBe(localId);
    const after = await hashOf(localId);
    expect(after).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    // Nothing else has changed: nobody is signed out, and no token is over.
    expect(payloadOf(body.idToken).ep).toBeUndefined();
    expect((await auth.refresh(body.refreshToken)).status).toBe(200);
    if (index > 0) continue;
    expect((await auth.signIn(email, password)).body.localId).toBe(localId);
    expect(await hashOf(localId)).toBe(after);
  }
});

test("an account comes with all that belongs to it", async () => {
  const user = {
    localId: "whole",
    email: "Whole@Example.com",
    emailVerified: true,
    displayName: "Whole",
    photoUrl: "https://example.com/a.png",
    phoneNumber: "+15550101234",
    disabled: true,
    customAttributes: '{"editor":true}',
    createdAt: "1508893925000",
    lastLoginAt: 1508893926000,
    providerUserInfo: [
      { providerId: "google.com", rawId: "g-1", email: "Whole@gmail.example", displayName: "W" },
      { providerId: "password", rawId: "whole@example.com" },
      { providerId: "phone", rawId: "+15550101234" },
    ],
  };
  expect((await create({ users: [user] })).error).toBeUndefined();
  const { body } = await auth.admin(":lookup", {
    federatedUserId: [{ providerId: "google.com", rawId: "g-1" }],
  });
  expect(body.users).toMatchObject([
    {
      ...user,
      email: "whole@example.com",
      lastLoginAt: "1508893926000",
      providerUserInfo: [
        { providerId: "phone", phoneNumber: "+15550101234" },
        { providerId: "google.com", rawId: "g-1", email: "whole@gmail.example" },
      ],
    },
  ]);
  expect((await auth.admin(":lookup", { phoneNumber: "+15550101234" })).body.users).toHaveLength(1);
});

test("what is wrong with one user is told with its place, and the others are imported", async () => {
  await create({
    users: [{ localId: "taken", email: "taken@example.com", phoneNumber: "+15550100" }],
  });
  const users = [
    { localId: "good-1", email: "good-1@example.com", ...pbkdf2("x") },
    { email: "x@example.com" },
    { localId: "a/b" },
    { localId: "no-email", email: "no e-mail" },
    { localId: "taken" },
    { localId: "late", email: "TAKEN@example.com" },
    { localId: "late", phoneNumber: "+1555" },
    { localId: "claims", customAttributes: '{"sub":"x"}' },
    { localId: "claims", customAttributes: "{" },
    { localId: "second", mfaInfo: [{ phoneInfo: "+15550101" }] },
    { localId: "raw", rawPassword: "a password" },
    { localId: "hash", passwordHash: "!" },
    { localId: "short", passwordHash: base64("short") },
    { localId: "provider", providerUserInfo: [{ providerId: "google.com" }] },
    { localId: "time", createdAt: "yesterday" },
    null,
    { localId: "phone", phoneNumber: "+15550100" },
    { localId: "good-2" },
  ];
  const { error } = await create({ ...PBKDF2, allowOverwrite: false, users: dedupe(users) });
  expect(error.map(({ index, message }: Json) => `${index} ${message}`)).toMatchInlineSnapshot(`
    [
      "1 localId is missing",
      "2 localId is invalid",
      "3 email is invalid",
      "4 localId belongs to an existing account - can not overwrite.",
      "5 email exists in other account in database",
      "6 phone number format is invalid",
      "7 Custom claims provided include a reserved claim.",
      "8 Invalid custom claims provided.",
      "9 Second factor not supported.",
      "10 rawPassword is not taken: only hashes are imported.",
      "11 passwordHash and salt must be base64.",
      "12 The number of the hash's bytes must be from 16 to 128.",
      "13 federatedId or (providerId & rawId) is required",
      "14 createdAt must be a whole number from 0 to 8640000000000000.",
      "15 A user must be an object.",
      "16 phone number exists in other account in database",
    ]
  `);
  const { body } = await auth.admin(":lookup", { localId: ["good-1", "good-2", "late", "taken"] });
  expect(body.users.map(({ localId }: Json) => localId)).toEqual(["good-1", "good-2", "taken"]);
});

test("a request that says too little or contradicts itself is refused whole", async () => {
  const messageOf = async (body: unknown) => (await create(body)).error?.message;
  const user = { localId: "u", ...pbkdf2("x") };
  expect(await messageOf({})).toBe("MISSING_USER_ACCOUNT");
  expect(await messageOf({ users: [] })).toBe("MISSING_USER_ACCOUNT");
  expect(await messageOf({ users: [user] })).toMatch(/^MISSING_HASH_ALGORITHM/);
  expect(
    await messageOf({ users: Array.from({ length: 1001 }, () => ({ localId: "u" })) }),
  ).toMatch(/1000 users/);
  for (const hashAlgorithm of ["MD5", "SHA256", "HMAC_SHA256", "ROT13", "constructor"]) {
    expect(await messageOf({ hashAlgorithm, users: [user] })).toMatch(/^INVALID_HASH_ALGORITHM : /);
  }
  expect(await messageOf({ ...PBKDF2, rounds: 9e9, users: [user] })).toMatch(/rounds must be/);
  expect(await messageOf({ ...FIREBASE, signerKey: "", users: [user] })).toMatch(/signerKey/);
  expect(await messageOf({ ...FIREBASE, memoryCost: 30, users: [user] })).toMatch(/memoryCost/);
  expect(await messageOf({ hashAlgorithm: "ARGON2", users: [user] })).toMatch(/hashType/);
  expect(await messageOf({ users: [{ localId: "u" }, { localId: "u" }] })).toBe(
    "DUPLICATE_LOCAL_ID : u",
  );
  const twins = [
    { localId: "u", email: "u@example.com" },
    { localId: "v", email: "U@example.com" },
  ];
  expect(await messageOf({ sanityCheck: true, users: twins })).toBe(
    "DUPLICATE_EMAIL : u@example.com",
  );
  expect((await auth.admin(":lookup", { localId: ["u", "v"] })).body.users).toBeUndefined();
});

test("an account is replaced only when that is asked for, and whoever was signed in to it is out", async () => {
  const email = "replaced@example.com";
  const user = { localId: "replaced", email, ...pbkdf2("first password") };
  await create({ ...PBKDF2, users: [user] });
  const { idToken, refreshToken } = (await auth.signIn(email, "first password")).body;
  const next = { ...user, ...pbkdf2("second password"), displayName: "Next" };
  const request = { ...PBKDF2, users: [next] };
  expect((await create(request)).error).toEqual([
    { index: 0, message: "localId belongs to an existing account - can not overwrite." },
  ]);
  expect(
    (await create({ ...request, allowOverwrite: true, validateOnly: true })).error,
  ).toBeUndefined();
  expect((await auth.refresh(refreshToken)).status).toBe(200);

  expect((await create({ ...request, allowOverwrite: true })).error).toBeUndefined();
  expect((await auth.refresh(refreshToken)).body.error.message).toBe("TOKEN_EXPIRED");
  await expect(auth.service.authenticate(idToken)).rejects.toThrow(
    /over|revoked|invalid|no longer/i,
  );
  expect((await auth.signIn(email, "first password")).status).toBe(400);
  const { body } = await auth.signIn(email, "second password");
  expect(body.displayName).toBe("Next");
  await expect(auth.service.authenticate(body.idToken)).resolves.toMatchObject({ uid: "replaced" });
});

test("what is only tried changes nothing and answers the same", async () => {
  const request = { users: [{ localId: "tried", email: "tried@example.com" }, { localId: "a/b" }] };
  const { error } = await create({ ...request, validateOnly: true });
  expect(error).toMatchObject([{ index: 1 }]);
  expect((await auth.admin(":lookup", { localId: ["tried"] })).body.users).toBeUndefined();
  expect((await create(request)).error).toEqual(error);
  expect((await auth.admin(":lookup", { localId: ["tried"] })).body.users).toHaveLength(1);
});

test("what batchGet shows of a password, batchCreate takes back", async () => {
  const ways: [config: object, user: object][] = [
    [FIREBASE, FIREBASE_USER],
    [{ hashAlgorithm: "BCRYPT" }, { passwordHash: base64(hashSync("user1password", 4)) }],
    [PBKDF2, pbkdf2("user1password")],
  ];
  for (const [index, [config, user]] of ways.entries()) {
    const localId = `zz-back-${index}`;
    await create({ ...config, users: [{ localId, ...user }] });
  }
  await auth.admin("", {
    localId: "zz-back-3",
    email: "back@example.com",
    password: "user1password",
  });
  const after = Buffer.from("zz-back-").toString("base64url");
  const { body } = await auth.admin(`:batchGet?maxResults=9&nextPageToken=${after}`);
  expect(body.users).toHaveLength(4);
  for (const { localId, passwordHash, salt, hashConfig } of body.users) {
    const stored = await hashOf(localId);
    await auth.admin(":delete", { localId });
    await create({ ...hashConfig, users: [{ localId, passwordHash, salt }] });
    expect(await hashOf(localId), localId).toBe(stored);
  }
});

test("an e-mail of nobody costs what one of the accounts costs, always the same one", async () => {
  const decoyOf = async (email: string) =>
    (await auth.sqlite.read("auth.findSignIn", email)).decoy ?? "none";
  const users = Array.from({ length: 30 }, (_, index) => ({
    localId: `${"0AKUekuz"[index % 8]}${index}`,
    ...(index % 3 > 0 && pbkdf2("x")),
  }));
  await create({ ...PBKDF2, users });
  const emails = Array.from({ length: 100 }, (_, index) => `nobody-${index}@example.com`);
  const decoys = await Promise.all(emails.map(decoyOf));
  expect(await Promise.all(emails.map(decoyOf))).toEqual(decoys);
  const kinds = new Set(decoys.map((decoy) => decoy.split("$")[1]));
  expect(kinds).toContain("pbkdf2-sha256");
  expect(kinds.size).toBeGreaterThan(1);
  const known = await auth.sqlite.read("auth.findSignIn", "way-0@example.com");
  expect([known.account?.uid, known.standIn, known.decoy === null]).toEqual([
    "way-0",
    undefined,
    false,
  ]);
});

test("whatever is sent is answered, and what is taken can be read again", async () => {
  const random = createRandom(1);
  const odd = [
    null,
    true,
    -1,
    1e300,
    "",
    "x",
    "$",
    "\ud800",
    [],
    {},
    [null],
    { __proto__: 1 },
    "=".repeat(99),
  ];
  const argon2 = {
    hashAlgorithm: "ARGON2",
    argon2Parameters: {
      hashType: "ARGON2_ID",
      hashLengthBytes: 32,
      memoryCostKib: 64,
      iterations: 1,
      parallelism: 1,
    },
  };
  const standard = {
    hashAlgorithm: "STANDARD_SCRYPT",
    cpuMemCost: 16,
    blockSize: 1,
    parallelization: 1,
    dkLen: 32,
  };
  const user = {
    localId: "f",
    email: "f@example.com",
    ...pbkdf2("x"),
    salt: base64("a long enough salt"),
    customAttributes: "{}",
    providerUserInfo: [{ providerId: "google.com", rawId: "f" }],
    mfaInfo: [],
    createdAt: "1",
  };
  const damage = (value: Json): Json => {
    if (random(30) === 0) return odd[random(odd.length)];
    if (Array.isArray(value)) return value.map(damage);
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(
      Object.entries(value)
        .filter(() => random(60) > 0)
        .map(([name, member]) => [name, damage(member)]),
    );
  };
  let taken = 0;
  for (let run = 0; run < 300; run += 1) {
    const config = [FIREBASE, PBKDF2, argon2, standard, { hashAlgorithm: "BCRYPT" }][run % 5];
    const request = damage({ ...config, users: [user], sanityCheck: true });
    const sent = { ...request, allowOverwrite: true };
    const { status, body } = await auth.admin(":batchCreate", sent);
    expect([200, 400], JSON.stringify(sent)).toContain(status);
    if (status === 400 || body.error !== undefined) continue;
    taken += 1;
    expect((await auth.admin(":batchGet?maxResults=1000")).status, JSON.stringify(sent)).toBe(200);
  }
  expect(taken).toBeGreaterThan(25);
});

test("accounts are deleted together; enabled ones only by force", async () => {
  await create({
    users: [{ localId: "d-1", disabled: true }, { localId: "d-2" }, { localId: "d-3" }],
  });
  const localIds = ["d-1", "nobody", "d-2"];
  const { body } = await auth.admin(":batchDelete", { localIds });
  expect(body.errors).toEqual([
    {
      index: 2,
      localId: "d-2",
      message: "NOT_DISABLED : Disable the account before batch deletion.",
    },
  ]);
  expect((await auth.admin(":batchDelete", { localIds, force: true })).body.errors).toBeUndefined();
  const left = await auth.admin(":lookup", { localId: ["d-1", "d-2", "d-3"] });
  expect(left.body.users.map(({ localId }: Json) => localId)).toEqual(["d-3"]);
  for (const none of [[], Array(1001).fill("x")]) {
    expect((await auth.admin(":batchDelete", { localIds: none })).body.error.message).toBe(
      "LOCAL_ID_LIST_EXCEEDS_LIMIT",
    );
  }
});

/** Two users with one uid would refuse the whole request. */
function dedupe(users: ({ localId?: string } | null)[]) {
  const seen = new Map<string, number>();
  return users.map((user) => {
    if (user?.localId === undefined || user.localId === "taken") return user;
    const count = seen.get(user.localId) ?? 0;
    seen.set(user.localId, count + 1);
    return count === 0 ? user : { ...user, localId: `${user.localId}-${count}` };
  });
}

/** The same numbers at each run: whole, from 0 to below `limit`. */
function createRandom(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
}

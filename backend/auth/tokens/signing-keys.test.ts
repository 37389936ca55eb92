import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { type JWTVerifyGetKey, createRemoteJWKSet, customFetch, jwtVerify } from "jose";
import { afterAll, expect, test } from "vitest";
import { StoreError } from "../../sqlite/index.ts";
import { createTempDir } from "../../sqlite/testing/temp-dir.ts";
import { ORIGIN, openAuth, openAuthAt } from "../testing/open-auth.ts";
import { openSigningKeys } from "./signing-keys.ts";

type Auth = Awaited<ReturnType<typeof openAuthAt>>;

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;
const nowMs = 1_800_000_000_000;

const auth = await openAuth({ nowMs });
afterAll(() => auth[Symbol.asyncDispose]());

const kidOf = (token: string): string =>
  (JSON.parse(Buffer.from(token.split(".")[0] ?? "", "base64url").toString()) as { kid: string })
    .kid;
const published = async (from: Auth): Promise<string[]> =>
  (await from.send("/.well-known/jwks.json")).body.keys.map(({ kid }: { kid: string }) => kid);
const files = (dir: string): string[] =>
  readdirSync(join(dir, "keys")).filter((name) => name.startsWith("token-signing-key"));
const isGood = (from: Auth, idToken: string): Promise<boolean> =>
  from.service.authenticate(idToken).then(
    () => true,
    () => false,
  );

test("a key signs for a month; the next is published an hour before, the old one verifies until its tokens end", async () => {
  const first = kidOf((await auth.enter("ada")).idToken);
  auth.time.nowMs = nowMs + 30 * DAY_MS - 1;
  await auth.service.turnSigningKeys();
  expect(await published(auth)).toEqual([first]);

  auth.time.nowMs += 1;
  await Promise.all([auth.service.turnSigningKeys(), auth.service.turnSigningKeys()]);
  const [, second = ""] = await published(auth);
  expect(await published(auth)).toEqual([first, second]);
  auth.time.nowMs += HOUR_MS - 1;
  await auth.service.turnSigningKeys();
  const { idToken: last } = await auth.enter("ada");
  const custom = await auth.service.createCustomToken("ada");
  expect([kidOf(last), kidOf(custom)]).toEqual([first, first]);

  auth.time.nowMs += 1;
  const { idToken } = await auth.enter("ada");
  expect(kidOf(idToken)).toBe(second);
  expect(await Promise.all([isGood(auth, last), isGood(auth, idToken)])).toEqual([true, true]);
  expect((await auth.call("signInWithCustomToken", { token: custom })).status).toBe(200);
  auth.time.nowMs += HOUR_MS - 2000;
  expect(await isGood(auth, last)).toBe(true);
  auth.time.nowMs += 15 * 60_000;
  await auth.service.turnSigningKeys();
  expect(await published(auth)).toEqual([second]);
  expect(files(auth.dir)).toEqual([`token-signing-key-${second.slice(0, 8)}.pem`]);
});

test("who verifies with the published keys goes on over a rotation without one failure", async () => {
  const keys: JWTVerifyGetKey = createRemoteJWKSet(new URL(`${ORIGIN}/.well-known/jwks.json`), {
    cacheMaxAge: 0,
    [customFetch]: async (url: string) => {
      const { text } = await auth.send(new URL(url).pathname);
      return new Response(text, { headers: { "content-type": "application/json" } });
    },
  });
  const verify = async (token: string) =>
    (await jwtVerify(token, keys, { currentDate: new Date(auth.time.nowMs) })).payload.sub;
  const seen = new Set<string>();
  for (let hour = 0; hour < 4; hour += 1) {
    if (hour === 1) auth.time.nowMs += 31 * DAY_MS;
    await auth.service.turnSigningKeys();
    const { idToken } = await auth.enter("bea");
    seen.add(kidOf(idToken));
    expect(await verify(idToken)).toBe("bea");
    auth.time.nowMs += HOUR_MS;
  }
  expect(seen.size).toBe(2);
});

test("in an emergency another key signs at once, and nothing of the old one is believed", async () => {
  const before = await auth.enter("cyn");
  const custom = await auth.service.createCustomToken("cyn");
  expect(await isGood(auth, before.idToken)).toBe(true);
  const oldFiles = files(auth.dir);
  await auth.service.rotateSigningKey();
  expect(await isGood(auth, before.idToken)).toBe(false);
  expect((await auth.call("lookup", { idToken: before.idToken })).body.error.message).toBe(
    "INVALID_ID_TOKEN",
  );
  expect((await auth.call("signInWithCustomToken", { token: custom })).status).toBe(400);
  const { body } = await auth.refresh(before.refreshToken);
  expect(await isGood(auth, body.id_token)).toBe(true);
  expect(await published(auth)).toEqual([kidOf(body.id_token)]);
  expect(files(auth.dir)).toHaveLength(1);
  expect(oldFiles).not.toContain(files(auth.dir)[0]);
  const events = await auth.adminAsk("GET", "auditEvents?pageSize=2");
  expect(events.text).toMatch(/signing-key-rotated.*at-once/);
});

test("a restart in the middle of a rotation goes on with both keys, and needs both files", async () => {
  using dir = createTempDir();
  const start = { nowMs };
  let idToken: string;
  let both: string[];
  {
    await using first = await openAuthAt(dir.path, start);
    first.time.nowMs += 30 * DAY_MS;
    await first.service.turnSigningKeys();
    idToken = (await first.enter("ada")).idToken;
    both = await published(first);
  }
  const at = { nowMs: nowMs + 30 * DAY_MS + 1000 };
  {
    await using again = await openAuthAt(dir.path, at);
    expect(await published(again)).toEqual(both);
    expect(await isGood(again, idToken)).toBe(true);
  }
  for (const file of files(dir.path)) {
    const path = join(dir.path, "keys", file);
    const text = readFileSync(path);
    rmSync(path);
    await expect(openAuthAt(dir.path, at), file).rejects.toThrow(`is missing: ${path}.`);
    writeFileSync(path, text, { mode: 0o600 });
  }
  // The old one's time is over when it is opened again: then nobody misses its file.
  rmSync(join(dir.path, "keys", "token-signing-key.pem"));
  await using late = await openAuthAt(dir.path, { nowMs: at.nowMs + 3 * HOUR_MS });
  expect(await published(late)).toEqual(both.slice(1));
});

test("a change of keys that is not taken leaves no key behind, whatever the store fails at", async () => {
  const before = files(auth.dir);
  using db = new DatabaseSync(join(auth.dir, "test.sqlite"));
  db.exec(`CREATE TRIGGER full BEFORE INSERT ON auth_signing_keys
    BEGIN SELECT RAISE(ABORT, 'no room'); END`);
  await expect(auth.service.rotateSigningKey()).rejects.toMatchObject({ code: "operation-failed" });
  auth.time.nowMs += 31 * DAY_MS;
  await expect(auth.service.turnSigningKeys()).rejects.toMatchObject({ code: "operation-failed" });
  expect(files(auth.dir)).toEqual(before);
  expect(await isGood(auth, (await auth.enter("dan")).idToken)).toBe(true);

  db.exec("DROP TRIGGER full");
  await auth.service.turnSigningKeys();
  expect(files(auth.dir)).toHaveLength(before.length + 1);
  using dir = createTempDir();
  await using down = await openAuthAt(dir.path, { nowMs });
  await down.sqlite.close();
  await expect(down.service.rotateSigningKey()).rejects.toMatchObject({ code: "store-closed" });
  expect(files(dir.path)).toHaveLength(1);
});

test("of a change of keys that may have been taken the file stays, for the next start needs it", async () => {
  using dir = createTempDir();
  await using auth = await openAuthAt(dir.path, { nowMs });
  let hasFailed = false;
  const failed = () => new StoreError("store-failed", "The thread ended.");
  const sqlite: typeof auth.sqlite = {
    ...auth.sqlite,
    read: (name, input, options) =>
      hasFailed ? Promise.reject(failed()) : auth.sqlite.read(name, input, options),
    async write(name, input, options) {
      await auth.sqlite.write(name, input, options);
      hasFailed = true;
      throw failed();
    },
  };
  const keys = await openSigningKeys({
    sqlite,
    keysDir: join(dir.path, "keys"),
    nowMs: () => nowMs,
  });
  await expect(keys.rotateNow()).rejects.toMatchObject({ code: "store-failed" });
  const [stored] = await auth.sqlite.read("auth.signingKeys", undefined);
  expect(files(dir.path)).toContain(stored?.file);
  const left = files(dir.path);
  await expect(keys.rotateNow()).rejects.toMatchObject({ code: "store-failed" });
  expect(files(dir.path)).toEqual(left);
});

test("the key that comes can be given up, too, and another one is made", async () => {
  using dir = createTempDir();
  const at = { nowMs: nowMs + 30 * DAY_MS };
  let idToken: string;
  let next: string;
  {
    await using first = await openAuthAt(dir.path, { nowMs });
    first.time.nowMs = at.nowMs;
    await first.service.turnSigningKeys();
    idToken = (await first.enter("ada")).idToken;
    next = (await published(first))[1] ?? "";
  }
  const path = join(dir.path, "keys", `token-signing-key-${next.slice(0, 8)}.pem`);
  rmSync(path);
  writeFileSync(`${path}.lost`, "");
  await using auth = await openAuthAt(dir.path, at);
  expect(await isGood(auth, idToken)).toBe(true);
  expect(await isGood(auth, (await auth.enter("ada")).idToken)).toBe(true);
  expect(await published(auth)).toHaveLength(2);
  expect(files(dir.path)).toHaveLength(2);
});

import { createHash } from "node:crypto";
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { createTempDir } from "../../sqlite/testing/temp-dir.ts";
import { openAuthAt } from "../testing/open-auth.ts";

const FIRST = new URL("./0001-accounts.sql", import.meta.url);
const REFRESH_TOKEN = "a refresh token of the first version";

/** A database as the first version left it: an account with a session, one that was revoked, and the key's id. */
function writeFirstVersion(path: string, kid: string, nowMs: number): void {
  const sql = readFileSync(FIRST, "utf8");
  const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");
  const nowS = Math.floor(nowMs / 1000);
  const db = new DatabaseSync(path);
  db.exec(sql);
  db.exec(`CREATE TABLE applied_migrations (
    room TEXT NOT NULL, number INTEGER NOT NULL, file TEXT NOT NULL, checksum TEXT NOT NULL, applied_at TEXT NOT NULL,
    PRIMARY KEY (room, number)) STRICT`);
  db.prepare("INSERT INTO applied_migrations VALUES ('auth', 1, '0001-accounts.sql', ?, '')").run(
    sha256(sql),
  );
  db.prepare(
    "INSERT INTO auth_accounts VALUES ('ada', 'ada@example.com', 1, NULL, NULL, 'Ada', NULL, NULL, 0, ?, ?, ?, ?)",
  ).run(nowMs, nowMs, nowMs, nowS);
  for (const [number, token, revoked] of [
    [1, REFRESH_TOKEN, 0],
    [2, "revoked", 1],
  ] as const) {
    db.prepare(
      "INSERT INTO auth_refresh_tokens VALUES (?, ?, 'ada', 'password', ?, NULL, ?, ?, ?, NULL)",
    ).run(number, sha256(token), nowS, nowMs, nowMs, revoked);
  }
  db.prepare("INSERT INTO auth_signing_key VALUES (1, ?)").run(kid);
  db.close();
}

test("accounts, sessions and the key of the first version go on", async () => {
  using dir = createTempDir();
  const nowMs = 1_800_000_000_000;
  let kid: string;
  {
    await using auth = await openAuthAt(dir.path, { nowMs });
    kid = (await auth.send("/.well-known/jwks.json")).body.keys[0].kid;
  }
  for (const end of ["", "-wal", "-shm"])
    rmSync(join(dir.path, `test.sqlite${end}`), { force: true });
  writeFirstVersion(join(dir.path, "test.sqlite"), kid, nowMs);

  await using auth = await openAuthAt(dir.path, { nowMs: nowMs + 60_000 });
  const { body } = await auth.refresh(REFRESH_TOKEN);
  expect(await auth.service.authenticate(body.id_token)).toMatchObject({
    uid: "ada",
    token: { email: "ada@example.com", name: "Ada", auth_time: nowMs / 1000 },
  });
  expect((await auth.refresh(body.refresh_token)).status).toBe(200);
  expect((await auth.refresh("revoked")).body.error.message).toBe("TOKEN_EXPIRED");
  const { body: seen } = await auth.adminAsk("GET", "accounts/ada/sessions");
  expect(seen.sessions).toMatchObject([{ device: "Unknown device", provider: "password" }]);
  // Nobody knows how old that key is, so the next one is on its way.
  const { keys } = (await auth.send("/.well-known/jwks.json")).body;
  expect(keys.map((key: { kid: string }) => key.kid)).toEqual([kid, expect.any(String)]);
});

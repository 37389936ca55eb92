import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SignJWT, exportJWK, generateKeyPair } from "jose";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createBackend } from "#backend";
import { recordingLog } from "../../tests/support/log.ts";
import type { AppCheckSettings } from "../config/app-check-settings.ts";
import { openDataFolder } from "./open-data-folder.ts";
import { runCommand } from "./testing/run-command.ts";

let dataDir: string;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "foyer-folder-"));
});
afterAll(() => rm(dataDir, { recursive: true }));

function openHere(opened: AsyncDisposableStack, appCheck?: AppCheckSettings) {
  const limits = { userQuotaBytes: 1e9, filesMaxBytes: 1e10 };
  const settings = { dataDir, projectId: "foyer", mail: undefined, ...limits, appCheck };
  const { log } = recordingLog();
  const origin = () => "http://localhost:3000";
  return openDataFolder({ createBackend, settings, log, origin, opened });
}

const outbox = () => readdir(join(dataDir, "outbox"));

test("a command without a server finds what a server would, and purges the mails that it makes void", async () => {
  let config;
  {
    await using opened = new AsyncDisposableStack();
    const { backend, serverBackend } = await openHere(opened);
    config = await serverBackend.authConfig();
    await serverBackend.createAccount({ email: "ada@example.com" });
    const ask = { requestType: "PASSWORD_RESET", email: "ada@example.com" };
    const url = "http://a.invalid/identitytoolkit.googleapis.com/v1/accounts:sendOobCode";
    const request = new Request(url, { method: "POST", body: JSON.stringify(ask) });
    await backend.fetch(request, { client: "192.0.2.7", origin: "http://a.invalid" });
  }
  expect(await outbox()).toHaveLength(1);

  const shown = await runCommand(dataDir, ["auth", "config"]);
  const { passwordRequired } = config.signIn?.email ?? {};
  expect(passwordRequired).toBe(false);
  expect(shown.out).toContain(`signIn.email.passwordRequired ${passwordRequired}\n`);
  const link = (await runCommand(dataDir, ["user", "reset-link", "ada@example.com"])).out;
  expect(new URL(link.trim()).searchParams.get("apiKey")).toBe("foyer-embedded");
  expect((await runCommand(dataDir, ["user", "disable", "ada@example.com"])).code).toBe(0);
  expect(await outbox()).toEqual([]);
});

test("what an account and the site may keep in files is as the settings say", async () => {
  await using opened = new AsyncDisposableStack();
  const { backend, serverBackend } = await openHere(opened);
  const { uid } = await serverBackend.createAccount({ email: "grace@example.com" });
  expect(await serverBackend.storageUsage(uid)).toMatchObject({ limitBytes: 1e9 });
  expect(await serverBackend.storageUsage("")).toMatchObject({ limitBytes: 1e10 });
  await serverBackend.setClaims(uid, { admin: true });
  expect(await serverBackend.storageUsage(uid)).toMatchObject({ limitBytes: null });
  const url = "http://a.invalid/v0/b/foyer/usage/nobody";
  const facts = { client: "192.0.2.7", origin: "http://a.invalid" };
  expect((await backend.fetch(new Request(url), facts)).status).toBe(403);
});

test("with App Check a request for files needs a token of the project, and the server none", async () => {
  const { privateKey, publicKey } = await generateKeyPair("RS256");
  const keys = join(dataDir, "app-check-keys.json");
  await writeFile(keys, JSON.stringify({ keys: [{ ...(await exportJWK(publicKey)), kid: "a" }] }));
  await using opened = new AsyncDisposableStack();
  const { backend, serverBackend } = await openHere(opened, { projectNumber: "12", keys });
  const token = await new SignJWT()
    .setProtectedHeader({ alg: "RS256", typ: "JWT", kid: "a" })
    .setIssuer("https://firebaseappcheck.googleapis.com/12")
    .setAudience("projects/12")
    .setSubject("1:12:web:a")
    .setExpirationTime("1h")
    .sign(privateKey);
  const ask = async (headers: Record<string, string>) => {
    const request = new Request("http://a.invalid/v0/b/foyer/o/public%2Fa", { headers });
    const facts = { client: "192.0.2.7", origin: "http://a.invalid" };
    return (await backend.fetch(request, facts)).status;
  };
  expect(await ask({})).toBe(401);
  expect(await ask({ "x-firebase-appcheck": `${token}x` })).toBe(401);
  expect(await ask({ "x-firebase-appcheck": token })).toBe(404);
  expect(await serverBackend.getObject("public/a")).toBeNull();
});

test("who does not get the folder leaves what another is writing to the outbox alone", async () => {
  await using opened = new AsyncDisposableStack();
  await openHere(opened);
  const half = join(dataDir, "outbox", "0123456789abcdef.0a.part");
  await writeFile(half, "half");
  await using second = new AsyncDisposableStack();
  await expect(openHere(second)).rejects.toMatchObject({ code: "folder-locked" });
  expect(await outbox()).toContain("0123456789abcdef.0a.part");
  await rm(half);
});

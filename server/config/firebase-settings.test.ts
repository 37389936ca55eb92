import { generateKeyPairSync } from "node:crypto";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { readSettings, SettingsError } from "./settings.ts";

const folder = mkdtempSync(join(tmpdir(), "foyer-settings-"));
afterAll(() => rmSync(folder, { recursive: true }));

const { privateKey } = generateKeyPairSync("rsa", {
  modulusLength: 2048,
  privateKeyEncoding: { type: "pkcs8", format: "pem" },
  publicKeyEncoding: { type: "spki", format: "pem" },
});

const goodKey = {
  type: "service_account",
  project_id: "mine",
  private_key_id: "a1",
  private_key: privateKey,
  client_email: "server@mine.iam.gserviceaccount.com",
  client_id: "1",
  token_uri: "https://oauth2.googleapis.com/token",
};

const goodOptions = {
  apiKey: "key",
  authDomain: "mine.firebaseapp.com",
  databaseURL: "https://mine-default-rtdb.europe-west1.firebasedatabase.app",
  projectId: "mine",
  storageBucket: "mine.firebasestorage.app",
  appId: "1:2:web:3",
};

let files = 0;
function write(content: unknown, mode = 0o600): string {
  const path = join(folder, `${++files}.json`);
  writeFileSync(path, typeof content === "string" ? content : JSON.stringify(content));
  chmodSync(path, mode);
  return path;
}

function environment(changes: {
  key?: unknown;
  options?: unknown;
  mode?: number;
  more?: Record<string, string>;
}) {
  return {
    FOYER_BACKEND: "firebase",
    FOYER_SERVICE_ACCOUNT: write(changes.key ?? goodKey, changes.mode),
    FOYER_FIREBASE_CONFIG: write(changes.options ?? goodOptions, 0o644),
    ...changes.more,
  };
}

function faultsOf(env: Record<string, string>): string[] {
  try {
    readSettings(env);
    return [];
  } catch (error) {
    if (error instanceof SettingsError) return error.faults;
    throw error;
  }
}

test("two files of a project make the settings, and nothing else of them is taken over", () => {
  const options = { ...goodOptions, databaseURL: `${goodOptions.databaseURL}/`, mode: "embedded" };
  const more = { FOYER_OWNER_EMAIL: "Ada@Example.com", FOYER_PROJECT: "mine" };
  const settings = readSettings(environment({ options, more }));
  expect(settings.projectId).toBe("mine");
  expect(settings.firebase).toEqual({
    key: {
      client_email: goodKey.client_email,
      private_key: privateKey,
      private_key_id: "a1",
      token_uri: goodKey.token_uri,
    },
    options: goodOptions,
    ownerEmail: "ada@example.com",
  });
  expect(readSettings(environment({})).firebase?.ownerEmail).toBeUndefined();
});

const cut = privateKey.slice(0, 200);
test.each<[string, Parameters<typeof environment>[0], string]>([
  [
    "a file that is missing",
    { more: { FOYER_SERVICE_ACCOUNT: "/no/such/file" } },
    "cannot be read",
  ],
  ["a setting that is missing", { more: { FOYER_FIREBASE_CONFIG: "" } }, "is not set"],
  ["a key that others can read", { mode: 0o644 }, "chmod 600"],
  ["a key that a group can change", { mode: 0o660 }, "chmod 600"],
  ["text that is no JSON", { key: `{ "private_key": ${cut}` }, "not a JSON object"],
  ["a list", { options: [goodOptions] }, "not a JSON object"],
  ["another kind of key", { key: { ...goodKey, type: "authorized_user" } }, "service_account"],
  ["a damaged key", { key: { ...goodKey, private_key: cut } }, "private RSA key"],
  [
    "a key whose assertions would go elsewhere",
    { key: { ...goodKey, token_uri: "https://evil.example/token" } },
    "token_uri",
  ],
  ["options without a database", { options: { ...goodOptions, databaseURL: "" } }, "databaseURL"],
  [
    "a database that is not Firebase's",
    { options: { ...goodOptions, databaseURL: "https://evil.example/firebaseio.com" } },
    "databaseURL",
  ],
  ["files of two projects", { options: { ...goodOptions, projectId: "other" } }, '"mine"'],
  ["another project", { more: { FOYER_PROJECT: "other" } }, '"other"'],
  ["an owner without address", { more: { FOYER_OWNER_EMAIL: "ada" } }, "FOYER_OWNER_EMAIL"],
])("%s is refused with one sentence, which repeats nothing of the key", (_what, changes, says) => {
  const faults = faultsOf(environment(changes));
  expect(faults).toHaveLength(1);
  expect(faults[0]).toContain(says);
  expect(faults[0]).toMatch(/^FOYER_/);
  expect(faults[0]).not.toContain("BEGIN");
});

test("a group may read the key, as mounted secrets have it", () => {
  expect(faultsOf(environment({ mode: 0o640 }))).toEqual([]);
});

test("what only Firebase uses is no setting of the embedded backend", () => {
  expect(faultsOf({ FOYER_OWNER_EMAIL: "ada@example.com" })[0]).toContain("FOYER_OWNER_EMAIL");
});

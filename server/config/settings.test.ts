import { resolve } from "node:path";
import { expect, test } from "vitest";
import { readSettings, SettingsError } from "./settings.ts";

function faultsOf(env: Record<string, string>): string[] {
  try {
    readSettings(env);
    return [];
  } catch (error) {
    if (error instanceof SettingsError) return error.faults;
    throw error;
  }
}

test("without any variable the site is on loopback, port 3000, with data in ./data", () => {
  expect(readSettings({})).toEqual({
    port: 3000,
    host: "127.0.0.1",
    dataDir: resolve("data"),
    origin: undefined,
    trustProxy: [],
    projectId: "foyer",
    signInProviders: [],
    userQuotaBytes: 1024 ** 3,
    imageCacheBytes: 512 * 1024 ** 2,
    backupsDir: resolve("data/backups"),
    filesMaxBytes: 10 * 1024 ** 3,
    pushHosts: [],
    map: { tiles: undefined, link: undefined },
    serviceWorker: true,
    logLevel: "info",
  });
});

test("an empty variable counts as not set", () => {
  expect(readSettings({ PORT: "", FOYER_ORIGIN: " " }).port).toBe(3000);
});

test("an origin, hops and ranges of proxies are understood", () => {
  expect(readSettings({ FOYER_ORIGIN: "https://example.com/" }).origin?.origin).toBe(
    "https://example.com",
  );
  expect(readSettings({ FOYER_TRUST_PROXY: "2" }).trustProxy).toBe(2);
  expect(readSettings({ FOYER_TRUST_PROXY: "10.0.0.0/8, ::1" }).trustProxy).toEqual([
    "10.0.0.0/8",
    "::1",
  ]);
});

test.each([
  ["PORT", "80a"],
  ["PORT", "65536"],
  ["PORT", "-1"],
  ["PORT", "0x50"],
  ["PORT", "1e3"],
  ["HOST", "example.com"],
  ["FOYER_ORIGIN", "example.com"],
  ["FOYER_ORIGIN", "https://example.com/path"],
  ["FOYER_ORIGIN", "https://user@example.com"],
  ["FOYER_ORIGIN", "ftp://example.com"],
  ["FOYER_TRUST_PROXY", "yes"],
  ["FOYER_TRUST_PROXY", "10.0.0.0/33"],
  ["FOYER_TRUST_PROXY", "99"],
  ["FOYER_BACKEND", "mysql"],
  ["FOYER_PROJECT", "Foyer!"],
  ["FOYER_USER_QUOTA_MB", "1 GB"],
  ["FOYER_USER_QUOTA_MB", "-1"],
  ["FOYER_FILES_MAX_GB", "0.5"],
  ["FOYER_PUSH_HOSTS", "https://push.example.com"],
  ["FOYER_PUSH_HOSTS", "push.example.com:8443"],
  ["FOYER_PUSH_HOSTS", "localhost"],
  ["FOYER_SERVICE_WORKER", "no"],
  ["FOYER_LOG_LEVEL", "loud"],
  ["FOYER_DATE", "x"],
])("%s=%s is refused with one sentence that names it", (name, value) => {
  const faults = faultsOf({ [name]: value });
  expect(faults).toHaveLength(1);
  expect(faults[0]).toContain(name);
});

test.each([
  ["FOYER_SERVICE_ACCOUNT", "key.json", "embedded", "firebase"],
  ["FOYER_SMTP_URL", "smtp://localhost", "firebase", "embedded"],
  ["FOYER_MAIL_FROM", "site@example.com", "firebase", "embedded"],
  ["FOYER_FILES_MAX_GB", "20", "firebase", "embedded"],
])(
  "%s=%s is refused with FOYER_BACKEND=%s, which would not use it",
  (name, value, backend, other) =>
    expect(faultsOf({ FOYER_BACKEND: backend, [name]: value })).toContain(
      `${name} is set, but only FOYER_BACKEND=${other} uses it.`,
    ),
);

test("every mistake is reported at once", () => {
  expect(faultsOf({ PORT: "x", HOST: "y", FOYER_PROJECT: "-" })).toHaveLength(3);
});

test.each([
  "FIREBASE_AUTH_EMULATOR_HOST",
  "FIRESTORE_EMULATOR_HOST",
  "FIREBASE_STORAGE_EMULATOR_HOST",
])("the emulator switch %s stops the start, whatever its value", (name) =>
  expect(faultsOf({ [name]: "" })[0]).toContain("turns security checks off"),
);

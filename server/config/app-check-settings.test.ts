import { writeFileSync } from "node:fs";
import { mkdtempDisposable } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readSettings, SettingsError } from "./settings.ts";

const PROJECT = "123456789012";

function faultsOf(env: Record<string, string>): string[] {
  try {
    readSettings(env);
    return [];
  } catch (error) {
    if (error instanceof SettingsError) return error.faults;
    throw error;
  }
}

test("with a project its keys are Firebase's, or those of an address or a file", async () => {
  await using dir = await mkdtempDisposable(join(tmpdir(), "app-check-"));
  const path = join(dir.path, "keys.json");
  writeFileSync(path, '{"keys":[{"kty":"RSA"}]}');
  const read = (keys = "") =>
    readSettings({ FOYER_APP_CHECK_PROJECT: PROJECT, FOYER_APP_CHECK_KEYS: keys }).appCheck;
  expect(readSettings({}).appCheck).toBeUndefined();
  expect(read()).toEqual({
    projectNumber: PROJECT,
    keys: new URL("https://firebaseappcheck.googleapis.com/v1/jwks"),
  });
  expect(read("https://keys.example.com/jwks")?.keys).toEqual(
    new URL("https://keys.example.com/jwks"),
  );
  expect(read(path)?.keys).toBe(path);
});

test("a project that is no number, and keys that are none, stop the start with one sentence", async () => {
  await using dir = await mkdtempDisposable(join(tmpdir(), "app-check-"));
  const files = { "empty.json": '{"keys":[]}', "text.json": "keys", "null.json": "null" };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(dir.path, name), text);
  for (const project of ["foyer", "projects/1", "-1", "1 2"]) {
    const faults = faultsOf({ FOYER_APP_CHECK_PROJECT: project });
    expect(faults).toEqual([expect.stringContaining("FOYER_APP_CHECK_PROJECT")]);
  }
  const wrong = [
    "http://keys.example.com/jwks",
    "https://user@keys.example.com",
    "ftp://keys.example.com",
    dir.path,
    ...["missing.json", ...Object.keys(files)].map((name) => join(dir.path, name)),
  ];
  for (const keys of wrong) {
    const env = { FOYER_APP_CHECK_PROJECT: PROJECT, FOYER_APP_CHECK_KEYS: keys };
    expect(faultsOf(env), keys).toEqual([expect.stringContaining("FOYER_APP_CHECK_KEYS")]);
  }
});

import {
  chmodSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { type KeyObject, generateKeyPairSync } from "node:crypto";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createTempDir } from "../../sqlite/testing/temp-dir.ts";
import { openAuthAt } from "../testing/open-auth.ts";

/** A folder in which a service has been started once. */
async function createUsedDir() {
  const dir = createTempDir();
  const auth = await openAuthAt(dir.path);
  await auth[Symbol.asyncDispose]();
  const key = join(dir.path, "keys", "token-signing-key.pem");
  return {
    path: dir.path,
    key,
    pem: readFileSync(key, "utf8"),
    [Symbol.dispose]: () => dir[Symbol.dispose](),
  };
}

const keyFiles = (dir: string): string[] =>
  readdirSync(join(dir, "keys")).filter((name) => name.startsWith("token-signing-key"));

const pem = (key: KeyObject): string => key.export({ type: "pkcs8", format: "pem" });

function withFlippedBit(pem: string, where: number): string {
  const [begin = "", ...lines] = pem.trim().split("\n");
  const end = lines.pop() ?? "";
  const der = Buffer.from(lines.join(""), "base64");
  const at = Math.floor(der.length * where);
  der[at] = (der[at] as number) ^ 1;
  return [begin, ...(der.toString("base64").match(/.{1,64}/g) ?? []), end, ""].join("\n");
}

test("the key is one file that nobody else may read", async () => {
  using dir = await createUsedDir();
  expect(keyFiles(dir.path)).toEqual(["token-signing-key.pem"]);
  expect(statSync(dir.key).mode & 0o777).toBe(0o600);
  expect(statSync(join(dir.path, "keys")).mode & 0o777).toBe(0o700);
  chmodSync(dir.key, 0o644);
  await using _auth = await openAuthAt(dir.path);
  expect(statSync(dir.key).mode & 0o777).toBe(0o600);
});

test("a damaged, foreign or missing key stops the start and is left as it is", async () => {
  using dir = await createUsedDir();
  const halves = dir.pem.length >> 1;
  const damaged = {
    empty: "",
    "first half": dir.pem.slice(0, halves),
    "second half": dir.pem.slice(halves),
    "a foreign character": dir.pem.replace(/.\n(?=-----END)/, "?\n"),
    "a flipped bit in the modulus": withFlippedBit(dir.pem, 0.1),
    "a public key": "-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----\n",
    "an elliptic key": pem(generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey),
    "a short key": pem(generateKeyPairSync("rsa", { modulusLength: 1024 }).privateKey),
  };
  for (const [name, text] of Object.entries(damaged)) {
    writeFileSync(dir.key, text);
    await expect(openAuthAt(dir.path), name).rejects.toThrow(/cannot be read: .*Restore it/);
    expect(readFileSync(dir.key, "utf8"), name).toBe(text);
  }
  writeFileSync(dir.key, pem(generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey));
  await expect(openAuthAt(dir.path)).rejects.toThrow(/holds another key/);
  rmSync(dir.key);
  await expect(openAuthAt(dir.path)).rejects.toThrow(/is missing: .*Restore it from a back-up/);
  expect(keyFiles(dir.path)).toEqual([]);
  writeFileSync(dir.key, dir.pem);
  await using _auth = await openAuthAt(dir.path);
}, 60_000);

test("errors of the key file do not show what is in it", async () => {
  using dir = await createUsedDir();
  const lines = dir.pem.split("\n");
  writeFileSync(dir.key, lines.toSpliced(3, 1).join("\n"));
  const error = await openAuthAt(dir.path).catch((error: unknown) => error as Error);
  expect(error).toBeInstanceOf(Error);
  expect((error as Error).message).not.toContain(lines[1]);
});

test("a key that is lost for ever is given up by a file, once", async () => {
  using dir = await createUsedDir();
  rmSync(dir.key);
  writeFileSync(`${dir.key}.lost`, "");
  {
    await using auth = await openAuthAt(dir.path);
    expect((await auth.signUp("ada@example.com")).idToken).toBeDefined();
  }
  expect(readFileSync(dir.key, "utf8")).not.toBe(dir.pem);
  expect(keyFiles(dir.path)).toEqual(["token-signing-key.pem"]);
  {
    await using _auth = await openAuthAt(dir.path);
  }
  rmSync(dir.key);
  await expect(openAuthAt(dir.path)).rejects.toThrow(/is missing/);
});

test("a start that was cut off while the key was written begins again", async () => {
  using dir = createTempDir();
  mkdirSync(join(dir.path, "keys"), { mode: 0o700 });
  writeFileSync(join(dir.path, "keys", "token-signing-key.pem.new"), "-----BEGIN");
  await using auth = await openAuthAt(dir.path);
  expect((await auth.signUp("ada@example.com")).idToken).toBeDefined();
});

import { randomBytes } from "node:crypto";
import { chmodSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createTempDir } from "../../sqlite/testing/temp-dir.ts";
import { openSealing } from "./sealing-key.ts";
import { createSealing } from "./sealing.ts";

const PURPOSE = "tests";
const VALUE = { uid: "ada", secret: "JBSWY3DP" };

const never = () => Promise.reject(new Error("nothing is to be given up"));
const openNew = (dir: string) => openSealing(dir, { sealed: undefined, giveUp: never });

function createKeysDir() {
  const dir = createTempDir();
  const keys = join(dir.path, "keys");
  return { keys, file: join(keys, "sealing-key"), [Symbol.dispose]: () => dir[Symbol.dispose]() };
}

test("what was sealed is opened with its key and for its purpose only, and every change is noticed", () => {
  const sealing = createSealing(randomBytes(32));
  const sealed = sealing.seal(PURPOSE, VALUE);
  expect(sealing.open(PURPOSE, sealed)).toEqual(VALUE);
  expect(sealing.open("other", sealed)).toBeUndefined();
  expect(createSealing(randomBytes(32)).open(PURPOSE, sealed)).toBeUndefined();
  expect(sealing.seal(PURPOSE, VALUE)).not.toBe(sealed);
  expect(Buffer.from(sealed, "base64url").toString("latin1")).not.toContain("JBSWY3DP");
  const bytes = Buffer.from(sealed, "base64url");
  for (const at of bytes.keys()) {
    const changed = Buffer.from(bytes);
    changed[at] = (changed[at] ?? 0) ^ 1;
    expect(sealing.open(PURPOSE, changed.toString("base64url")), String(at)).toBeUndefined();
  }
  for (const text of ["", "x", "a b", "A".repeat(40), "A".repeat(100_000), sealed.slice(0, -4)]) {
    expect(sealing.open(PURPOSE, text)).toBeUndefined();
  }
});

test("the key is made once, in a file that nobody else may read", async () => {
  using dir = createKeysDir();
  const sealed = (await openNew(dir.keys)).seal(PURPOSE, VALUE);
  expect(readdirSync(dir.keys)).toEqual(["sealing-key"]);
  expect(statSync(dir.file).mode & 0o777).toBe(0o600);
  chmodSync(dir.file, 0o644);
  expect((await openNew(dir.keys)).open(PURPOSE, sealed)).toEqual(VALUE);
  expect(statSync(dir.file).mode & 0o777).toBe(0o600);
});

test("a missing, foreign or damaged key stops the start, and is left as it is", async () => {
  using dir = createKeysDir();
  const text = (await openNew(dir.keys)).seal(PURPOSE, VALUE);
  const open = () => openSealing(dir.keys, { sealed: { purpose: PURPOSE, text }, giveUp: never });
  const key = readFileSync(dir.file, "utf8");
  rmSync(dir.file);
  await expect(open()).rejects.toThrow(/is missing: .*Restore the folder of keys/);
  expect(readdirSync(dir.keys)).toEqual([]);
  const foreign = `${randomBytes(32).toString("base64url")}\n`;
  writeFileSync(dir.file, foreign);
  await expect(open()).rejects.toThrow(/is another one: .*Restore the folder of keys/);
  expect(readFileSync(dir.file, "utf8")).toBe(foreign);
  for (const damaged of ["", key.slice(0, 20), `${key.slice(0, -2)}!\n`]) {
    writeFileSync(dir.file, damaged);
    const { message } = await open().then(
      () => new Error("It was opened."),
      (reason: unknown) => reason as Error,
    );
    expect(message).toMatch(/cannot be read: .*Restore the folder of keys/);
    expect(damaged === "" || !message.includes(damaged.trim())).toBe(true);
    await expect(openNew(dir.keys)).rejects.toThrow(/cannot be read/);
  }
  writeFileSync(dir.file, key);
  expect((await open()).open(PURPOSE, text)).toEqual(VALUE);
});

test("without anything sealed a lost key is simply made anew", async () => {
  using dir = createKeysDir();
  await openNew(dir.keys);
  rmSync(dir.file);
  const sealing = await openNew(dir.keys);
  expect(sealing.open(PURPOSE, sealing.seal(PURPOSE, VALUE))).toEqual(VALUE);
});

test("a key that is lost for ever is given up by a file, once, with all that it sealed", async () => {
  using dir = createKeysDir();
  const text = (await openNew(dir.keys)).seal(PURPOSE, VALUE);
  writeFileSync(dir.file, "damaged");
  writeFileSync(`${dir.file}.lost`, "");
  let givenUp = 0;
  const giveUp = () => Promise.resolve(void (givenUp += 1));
  await openSealing(dir.keys, { sealed: { purpose: PURPOSE, text }, giveUp });
  expect(givenUp).toBe(1);
  expect(readdirSync(dir.keys)).toEqual(["sealing-key"]);
  await openNew(dir.keys);
});

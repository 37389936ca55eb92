import { fork } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { isFolderLockedError, lockDataFolder } from "./index.ts";
import { createTempDir } from "./testing/temp-dir.ts";

test("a folder is locked against another process and free when that is killed", async () => {
  using dir = createTempDir();
  const folder = join(dir.path, "made", "data");
  const child = fork(fileURLToPath(new URL("./testing/hold-folder.ts", import.meta.url)), [folder]);
  using killed = { [Symbol.dispose]: () => void child.kill("SIGKILL") };
  await once(child, "message");
  const refused = refusalOf(folder);
  expect(isFolderLockedError(refused)).toBe(true);
  expect(refused).toMatchObject({ code: "folder-locked", folder, pid: child.pid });
  expect(String(refused)).toContain(
    `${folder} is in use by process ${child.pid}. Stop that server`,
  );

  killed[Symbol.dispose]();
  await once(child, "exit");
  lockDataFolder(folder).release();
});

test("a folder is locked against its own process too, until it is released", () => {
  using dir = createTempDir();
  const lock = lockDataFolder(dir.path);
  expect(refusalOf(dir.path)).toMatchObject({ pid: process.pid });
  lock.release();
  lock.release();
  using again = lockDataFolder(dir.path);
  expect(again).toBeDefined();
});

test("a holder whose process id cannot be read is another process", () => {
  using dir = createTempDir();
  using lock = lockDataFolder(dir.path);
  expect(lock).toBeDefined();
  writeFileSync(join(dir.path, "lock.pid"), "nonsense");
  expect(refusalOf(dir.path)).toMatchObject({ pid: null });
  expect(String(refusalOf(dir.path))).toContain("in use by another process");
});

test("a folder that is made is closed to other users", () => {
  using dir = createTempDir();
  const folder = join(dir.path, "data");
  using lock = lockDataFolder(folder);
  expect(lock).toBeDefined();
  expect(statSync(folder).mode & 0o777).toBe(0o700);
});

test("a data folder that was there before is closed too, one that others use is left as it is", () => {
  using dir = createTempDir();
  const [own, foreign] = [join(dir.path, "own"), join(dir.path, "foreign")];
  for (const folder of [own, foreign]) {
    mkdirSync(folder);
    chmodSync(folder, 0o755);
  }
  writeFileSync(join(foreign, "letter.txt"), "");
  for (const folder of [own, foreign]) lockDataFolder(folder).release();
  expect(statSync(own).mode & 0o777).toBe(0o700);
  expect(statSync(foreign).mode & 0o777).toBe(0o755);
});

function refusalOf(folder: string): unknown {
  try {
    lockDataFolder(folder).release();
    return undefined;
  } catch (error) {
    return error;
  }
}

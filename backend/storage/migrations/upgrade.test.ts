import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { createTempDir } from "../../sqlite/testing/temp-dir.ts";
import { openStorage } from "../testing/open-storage.ts";

const FIRST = new URL("./0001-objects.sql", import.meta.url);

/** A database as the first version left it, with objects of these names, of 5000 bytes each. */
function writeFirstVersion(path: string, names: string[]): void {
  const sql = readFileSync(FIRST, "utf8");
  using db = new DatabaseSync(path);
  db.exec(sql);
  db.exec(`CREATE TABLE applied_migrations (
    room TEXT NOT NULL, number INTEGER NOT NULL, file TEXT NOT NULL, checksum TEXT NOT NULL, applied_at TEXT NOT NULL,
    PRIMARY KEY (room, number)) STRICT`);
  db.prepare("INSERT INTO applied_migrations VALUES ('storage', 1, '0001-objects.sql', ?, '')").run(
    createHash("sha256").update(sql).digest("hex"),
  );
  const insert = db.prepare(
    "INSERT INTO storage_objects VALUES (?, 1, 1, 0, 0, 'x', 'x', 5000, '{}', '[]')",
  );
  for (const name of names) insert.run(name);
}

test("what the first version kept is charged to whose folder it is in, whatever names there are", async () => {
  using dir = createTempDir();
  writeFirstVersion(join(dir.path, "test.sqlite"), [
    "users/user1/a",
    "users/user1/b/c",
    "users//a",
    "users//x/y",
    "users/user2",
    "Users/user2/a",
    "public/users/user2/a",
  ]);
  await using storage = await openStorage({ dir: dir.path });
  const used = async (uid: string) => {
    const url = `http://local/v0/b/test-bucket/usage${uid}`;
    const answer = await storage.service.adminFetch(new Request(url));
    const { objects, usedBytes } = (await answer.json()) as { objects: number; usedBytes: number };
    return [objects, usedBytes];
  };
  expect(await used("")).toEqual([7, 7 * 5004]);
  expect(await used("/user1")).toEqual([2, 2 * 5004]);
  expect(await used("/user2")).toEqual([0, 0]);
});

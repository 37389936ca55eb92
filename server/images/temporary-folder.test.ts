import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makeTemporaryFolder } from "./temporary-folder.ts";

test("folders of processes that are gone go too; those of others stay", async () => {
  const parent = await mkdtemp(join(tmpdir(), "foyer-temporary-"));
  const machine = hostname().replaceAll(/[^\w.]/g, "_");
  // No process has so high an id.
  const gone = `pictures-${machine}-99999999-abcdef`;
  const stay = [
    `pictures-${machine}-${process.pid}-abcdef`,
    `pictures-${machine}-abcdef`,
    "pictures-elsewhere-99999999-abcdef",
    `other-${machine}-99999999-abcdef`,
  ];
  for (const name of [gone, ...stay]) {
    await mkdir(join(parent, name));
    await writeFile(join(parent, name, "file"), "");
  }
  const made = await makeTemporaryFolder("pictures", parent);
  expect(new Set(await readdir(parent))).toEqual(new Set([...stay, made.slice(parent.length + 1)]));
  await rm(parent, { recursive: true });
});

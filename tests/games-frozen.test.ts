import { createHash } from "node:crypto";
import { globSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const games = join(import.meta.dirname, "..", "games");
const frozenFile = join(games, "frozen.json");

/** Of all that decides how a log comes out: the files of each version. The kit is held by the kept runs of all. */
function digests(): Record<string, string> {
  const files = globSync("*/v*/**/*.ts", { cwd: games })
    .map((path) => path.replaceAll("\\", "/"))
    .filter((path) => !path.endsWith(".test.ts"))
    .toSorted();
  const folders = new Set(files.map((path) => path.split("/").slice(0, -1).join("/")));
  return Object.fromEntries(
    Array.from(folders, (folder) => {
      const hash = createHash("sha256");
      for (const path of files.filter((one) => one.startsWith(`${folder}/`))) {
        hash.update(`${path}\n${readFileSync(join(games, path), "utf8")}\n`);
      }
      return [folder, hash.digest("hex")];
    }),
  );
}

/** `GOLDEN=write` freezes what is there: only before a version has been released. */
if (process.env["GOLDEN"] === "write") {
  writeFileSync(frozenFile, `${JSON.stringify(digests(), undefined, 2)}\n`);
}

test("an engine that was released is never changed: other rules are another version", () => {
  expect(digests()).toEqual(JSON.parse(readFileSync(frozenFile, "utf8")));
});

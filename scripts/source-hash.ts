import { createHash } from "node:crypto";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dirname, "..");

// Everything that the bundle is made from, and what makes it.
const sources = [
  "app/**/*",
  "lib/**/*",
  "games/**/*",
  "public/**/*",
  "server/{app,http/render}.ts",
  "scripts/{build,budgets,html-meter,compress-files}.*",
  "tsconfig.json",
  "package-lock.json",
  "vite.config.ts",
  "react-router.config.ts",
];

/** Names the state of the sources: two equal hashes give equal builds. */
export function sourceHash(): string {
  const hash = createHash("sha256");
  const files = sources.flatMap((pattern) => globSync(pattern, { cwd: root, withFileTypes: true }));
  const paths = files
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  for (const path of paths.toSorted()) {
    if (path.includes(".test.")) continue;
    hash.update(path.slice(root.length)).update("\0").update(readFileSync(path)).update("\0");
  }
  return hash.digest("hex").slice(0, 16);
}

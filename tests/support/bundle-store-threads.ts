/**
 * Vitest's global setup: what runs in a store's threads in a few files instead of two hundred. Most tests open a store of
 * their own, and each opens two threads: loading them was a third of what the tests took.
 */
import { createHash } from "node:crypto";
import {
  existsSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "vite";
import type { TestProject } from "vitest/node";

const root = join(import.meta.dirname, "../..");
const home = join(root, "node_modules/.cache/foyer-store-threads");
const entries = [
  "backend/sqlite/thread.ts",
  "backend/auth/auth-operations.ts",
  "backend/database/database-operations.ts",
  "backend/firestore/firestore-operations.ts",
  "backend/storage/storage-operations.ts",
];

declare module "vitest" {
  export interface ProvidedContext {
    /** By the address of a source, that of its bundle. */
    storeThreads: Record<string, string>;
  }
}

export default async function setup(project: TestProject): Promise<void> {
  // Who changes code while the tests run wants what it is now.
  if (project.vitest.config.watch) return project.provide("storeThreads", {});
  // By what it is made from: compiled code is kept by the path.
  const hash = hashOfSources();
  const folder = join(home, hash);
  if (!existsSync(folder)) {
    mkdirSync(home, { recursive: true });
    for (const old of readdirSync(home)) rmSync(join(home, old), { recursive: true, force: true });
    await bundle(folder);
  }
  const hrefs = entries.map((entry) => [
    pathToFileURL(join(root, entry)).href,
    pathToFileURL(join(folder, nameOf(entry))).href,
  ]);
  project.provide("storeThreads", Object.fromEntries(hrefs));
}

async function bundle(folder: string): Promise<void> {
  const unfinished = `${folder}-${process.pid}`;
  await build({
    root,
    configFile: false,
    publicDir: false,
    logLevel: "error",
    plugins: [{ name: "own-addresses", enforce: "pre", transform: keepAddress }],
    ssr: { noExternal: true },
    build: {
      ssr: true,
      outDir: unfinished,
      minify: false,
      target: "esnext",
      rolldownOptions: {
        input: Object.fromEntries(entries.map((entry) => [nameOf(entry), join(root, entry)])),
        output: { entryFileNames: "[name]" },
        preserveEntrySignatures: "strict",
      },
    },
  });
  try {
    renameSync(unfinished, folder);
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true });
    // Another run was faster.
    if (!existsSync(folder)) throw error;
  }
}

/** Files beside a module are found by its address. */
function keepAddress(code: string, id: string): string | undefined {
  if (!code.includes("import.meta.url")) return undefined;
  return code.replaceAll("import.meta.url", JSON.stringify(pathToFileURL(id).href));
}

function nameOf(entry: string): string {
  return `${entry.replaceAll("/", "-").replace(/\.ts$/, "")}.mjs`;
}

function hashOfSources(): string {
  const hash = createHash("sha256");
  for (const path of globSync(["backend/**/*.{ts,sql}", "lib/**/*.ts", "package-lock.json"], {
    cwd: root,
  }).toSorted()) {
    if (!path.includes(".test.")) hash.update(path).update(readFileSync(join(root, path)));
  }
  return hash.digest("hex").slice(0, 16);
}

/** Writes `sw.js` beside the built files: app/service-worker with the lists of what every page needs and of all that the build has. */
import { createHash } from "node:crypto";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { build } from "vite";
import { readPageFiles } from "./page-files.ts";
import type { PageFiles } from "./page-files.ts";

export async function buildServiceWorker(client: string): Promise<void> {
  const assets = assetsOfEveryPage(readPageFiles(client));
  const id = createHash("sha256").update(assets.join("\n")).digest("hex").slice(0, 12);
  await build({
    configFile: false,
    logLevel: "warn",
    publicDir: false,
    define: {
      __FOYER_ASSETS__: JSON.stringify(assets),
      __FOYER_BUILD__: JSON.stringify(id),
      __FOYER_FILES__: JSON.stringify(namesOf(client)),
    },
    build: {
      outDir: client,
      emptyOutDir: false,
      target: "es2023",
      lib: {
        entry: join(import.meta.dirname, "../app/service-worker/worker.ts"),
        formats: ["iife"],
        name: "worker",
        fileName: () => "sw.js",
      },
    },
  });
}

/** Of all of the build's assets. */
function namesOf(client: string): string[] {
  return readdirSync(join(client, "assets")).filter((name) => !/\.(?:br|gz)$/.test(name));
}

/** The files of every page: a first visit has loaded them already. Bodies of pages are kept when they are loaded. */
export function assetsOfEveryPage(files: PageFiles): string[] {
  return [...new Set([...files.base, ...files.assetsOf(files.base)])].toSorted();
}

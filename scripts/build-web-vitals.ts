/** Writes `web-vitals.js` beside the built files: what pages load only while the owner collects their speed. */
import { join } from "node:path";
import { build } from "vite";

export async function buildWebVitals(client: string): Promise<void> {
  await build({
    configFile: false,
    logLevel: "warn",
    publicDir: false,
    build: {
      outDir: client,
      emptyOutDir: false,
      target: "es2023",
      lib: {
        entry: join(import.meta.dirname, "../app/shell/send-web-vitals.ts"),
        formats: ["iife"],
        name: "vitals",
        fileName: () => "web-vitals.js",
      },
    },
  });
}

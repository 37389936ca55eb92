import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { assetsOfEveryPage } from "./build-service-worker.ts";
import { readPageFiles } from "./page-files.ts";

async function buildOf(routes: Record<string, { path?: string; index?: true; room: string }>) {
  const folder = await mkdtemp(join(tmpdir(), "foyer-build-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const chunks: Record<string, object> = {
    "app/entry.client.tsx": { file: "assets/entry-1.js", imports: ["_base.js"] },
    "_base.js": { file: "assets/base-1.js", assets: ["assets/figtree-1.woff2"] },
    "app/shell/palette/room.tsx": { file: "assets/palette-1.js" },
    "_chart.js": { file: "assets/chart-1.js", css: ["assets/chart-1.css"] },
  };
  const manifest: Record<string, object> = {};
  for (const [id, { room, ...route }] of Object.entries(routes)) {
    const source = `app/features/${room}/${room}`;
    chunks[`${source}-page.tsx?client`] = {
      file: `assets/${room}-page-1.js`,
      src: `${source}-page.tsx?client`,
    };
    chunks[`${source}.tsx`] = {
      file: `assets/${room}-1.js`,
      imports: room === "about" ? ["_chart.js"] : [],
    };
    manifest[id] = { ...route, module: `/assets/${room}-page-1.js` };
  }
  await mkdir(join(folder, ".vite"));
  await mkdir(join(folder, "assets"));
  await writeFile(join(folder, ".vite/manifest.json"), JSON.stringify(chunks));
  const tables = { entry: { module: "/assets/entry-1.js" }, routes: manifest };
  await writeFile(
    join(folder, "assets/manifest-1.js"),
    `window.__reactRouterManifest=${JSON.stringify(tables)};`,
  );
  return readPageFiles(folder);
}

test("kept from the start is what every page loads, with its fonts, and nothing that a visitor has not loaded", async () => {
  const files = await buildOf({
    home: { index: true, room: "home" },
    about: { path: "about", room: "about" },
    detail: { path: "project/:slug", room: "detail" },
    files: { path: "FileStorageApp", room: "files" },
  });
  expect(assetsOfEveryPage(files)).toEqual([
    "/assets/base-1.js",
    "/assets/entry-1.js",
    "/assets/figtree-1.woff2",
    "/assets/manifest-1.js",
  ]);
});

test("a page whose body has no file of its own is named", async () => {
  const files = await buildOf({ about: { path: "about", room: "about" } });
  expect(() => files.filesOf("app/features/x/x.tsx")).toThrow("app/features/x/x.tsx");
});

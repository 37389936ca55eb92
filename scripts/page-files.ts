/** Which files of the build each page loads, from the build's own manifests. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pages } from "#lib/pages.ts";

type Chunk = { file: string; imports?: string[]; assets?: string[]; css?: string[]; src?: string };
type Route = { path?: string; index?: boolean };
type RouteManifest = { entry: { module: string }; routes: Record<string, Route> };

export type PageFiles = {
  /** Paths as a route has them, such as `/project/:slug`. */
  pages: string[];
  /** What every page loads. All files are paths on the site. */
  base: Set<string>;
  /** What the body of a page loads. */
  bodyOf: (page: string) => Set<string>;
  /** What a source file's own file loads. @throws Error when the build has none for it. */
  filesOf: (source: string) => Set<string>;
  /** Fonts, pictures and style sheets that those scripts name. */
  assetsOf: (files: Iterable<string>) => Set<string>;
};

/** @throws Error when the folder is no whole build. */
export function readPageFiles(client: string): PageFiles {
  const vite = JSON.parse(readFileSync(join(client, ".vite/manifest.json"), "utf8")) as Record<
    string,
    Chunk
  >;
  const byFile = new Map(Object.values(vite).map((chunk) => [`/${chunk.file}`, chunk]));
  const manifestFile = readdirSync(join(client, "assets")).find((name) =>
    /^manifest-.*\.js$/.test(name),
  );
  if (manifestFile === undefined) throw new Error("The build has no route manifest.");
  const source = readFileSync(join(client, "assets", manifestFile), "utf8");
  const { entry, routes } = JSON.parse(
    source.slice(source.indexOf("{"), source.lastIndexOf("}") + 1),
  ) as RouteManifest;

  const closure = (file: string, seen = new Set<string>()): Set<string> => {
    if (seen.has(file)) return seen;
    seen.add(file);
    for (const key of byFile.get(file)?.imports ?? []) closure(`/${vite[key]?.file ?? ""}`, seen);
    return seen;
  };
  const filesOf = (path: string): Set<string> => {
    const chunk = vite[path]?.file;
    if (chunk === undefined) throw new Error(`The build has no file of its own for ${path}.`);
    return closure(`/${chunk}`);
  };
  // All route modules are in the entry, which does not say whose body is whose: the names do, `list-page` has `list`.
  const bodies = new Map(
    Object.entries(routes)
      .filter(([, { path, index }]) => index === true || !["", "*", undefined].includes(path))
      .map(([id, { path }]) => [`/${path ?? ""}`, bodyOfRoute(id)]),
  );
  // Of tools and games a table says it.
  const tabled = new Map([
    ...readTable("app", "tool-bodies.tsx"),
    ...readTable("app/features/arcade", "arcade.tsx"),
  ]);
  const forgotten = pages.find(
    ({ path, group, built }) => ["tools", "play"].includes(group) && built && !tabled.has(path),
  );
  if (forgotten !== undefined) throw new Error(`No table of bodies has ${forgotten.path}.`);
  return {
    pages: [...bodies.keys()],
    base: closure(entry.module, new Set([`/assets/${manifestFile}`])),
    bodyOf: (page) =>
      new Set([
        ...filesOf(bodies.get(page) ?? page),
        ...(tabled.has(page) ? filesOf(tabled.get(page)!) : []),
      ]),
    filesOf,
    assetsOf: (files) =>
      new Set(
        [...files].flatMap((file) => {
          const { assets = [], css = [] } = byFile.get(file) ?? {};
          return [...assets, ...css].map((name) => `/${name}`);
        }),
      ),
  };
}

/** Paths of pages, and of the files of their bodies. */
function readTable(folder: string, file: string): [page: string, body: string][] {
  const table = readFileSync(join(import.meta.dirname, "..", folder, file), "utf8");
  const lines = table.matchAll(/"(\/[\w-]+)":\s*lazyPage\(\s*\(\) =>\s*import\("\.(.+)"\),?\s*\)/g);
  return Array.from(lines, ([, page, body]) => [page!, `${folder}${body}`]);
}

/** As app/route-modules.ts reads ids. */
function bodyOfRoute(id: string): string {
  if (id.startsWith("tool/")) return "app/tool-bodies.tsx";
  const [house = "", room = ""] = id.split("/");
  return id.endsWith("-page")
    ? `app/${id.slice(0, -"-page".length)}.tsx`
    : `app/${house}/${room}/${room}.tsx`;
}

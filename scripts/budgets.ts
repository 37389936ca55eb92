// What a first visit of each page loads, from the build's own manifests, printed and held to scripts/budgets.json.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import budgets from "./budgets.json" with { type: "json" };

type Chunk = { file: string; imports?: string[]; dynamicImports?: string[]; src?: string };
type Route = { id: string; parentId?: string; path?: string; index?: boolean; module: string };
type RouteManifest = { entry: { module: string }; routes: Record<string, Route> };

type PageSize = { page: string; js: number };

/** @throws Error that names every page and file that is over its budget. */
export function checkBudgets(client: string): void {
  const sizes = pageSizes(client);
  const fonts = totalOf(client, /\.woff2$/, false);
  console.log(formatTable(sizes, fonts));
  const over = sizes
    .filter(({ js }) => js > budgets.contentPageJs)
    .map(
      ({ page, js }) =>
        `${page} loads ${js} B of JavaScript, ${js - budgets.contentPageJs} B too much`,
    );
  if (fonts > budgets.fonts)
    over.push(`the fonts are ${fonts} B, ${fonts - budgets.fonts} B too much`);
  if (over.length > 0) throw new Error(`Over budget:\n${over.join("\n")}`);
}

/** JavaScript of each page: entry, root, the route module with its parents, its body, and the route manifest; gzip. */
export function pageSizes(client: string): PageSize[] {
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
  const routes = JSON.parse(
    source.slice(source.indexOf("{"), source.lastIndexOf("}") + 1),
  ) as RouteManifest;

  const closure = (file: string, seen: Set<string>): void => {
    if (seen.has(file)) return;
    seen.add(file);
    for (const key of byFile.get(file)?.imports ?? []) closure(`/${vite[key]?.file ?? ""}`, seen);
  };
  // All route modules are one chunk, which does not say whose body is whose: the names do, `list-page` has `list`.
  const bodyOf = (module: string): string => {
    const source = byFile.get(module)?.src?.replace(/-page\.tsx.*$/, ".tsx") ?? "";
    const body = vite[source]?.file;
    if (body === undefined) throw new Error(`The route module ${module} has no body ${source}.`);
    return `/${body}`;
  };
  return Object.values(routes.routes)
    .filter(
      (route) =>
        (route.path !== undefined || route.index) && !["", "*"].includes(route.path ?? "/"),
    )
    .map((route) => {
      const files = new Set([`/assets/${manifestFile}`]);
      closure(routes.entry.module, files);
      for (let part: Route | undefined = route; part; part = routes.routes[part.parentId ?? ""])
        closure(part.module, files);
      closure(bodyOf(route.module), files);
      const js = [...files].reduce((sum, file) => sum + gzipSize(join(client, file)), 0);
      return { page: `/${route.path ?? ""}`, js };
    });
}

function formatTable(sizes: PageSize[], fonts: number): string {
  const rows = sizes.map(({ page, js }) => `  ${page.padEnd(28)} ${String(js).padStart(8)} B`);
  return [
    `JavaScript of a first visit, gzip (budget ${budgets.contentPageJs} B):`,
    ...rows,
    `Fonts: ${fonts} B (budget ${budgets.fonts} B)`,
  ].join("\n");
}

function totalOf(client: string, name: RegExp, compressed: boolean): number {
  const files = readdirSync(join(client, "assets")).filter((file) => name.test(file));
  return files.reduce((sum, file) => {
    const path = join(client, "assets", file);
    return sum + (compressed ? gzipSize(path) : readFileSync(path).length);
  }, 0);
}

function gzipSize(path: string): number {
  return gzipSync(readFileSync(path), { level: 9 }).length;
}

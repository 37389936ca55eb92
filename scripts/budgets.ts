// What a first visit of each page loads, from the build's own manifests, printed and held to scripts/budgets.json.
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import budgets from "./budgets.json" with { type: "json" };
import { createHtmlMeter } from "./html-meter.ts";

type Chunk = { file: string; imports?: string[]; dynamicImports?: string[]; src?: string };
type Route = { id: string; parentId?: string; path?: string; index?: boolean; module: string };
type RouteManifest = { entry: { module: string }; routes: Record<string, Route> };

type PageSize = { page: string; js: number };

/** Prints what every page loads. @throws Error that names each page and file that is over its budget. */
export async function checkBudgets(client: string, bundle: string): Promise<void> {
  const fonts = fontBytes(client);
  const measureHtml = await createHtmlMeter(bundle);
  const rows = await Promise.all(
    pageSizes(client).map(async ({ page, js }) => {
      const html = await measureHtml(page);
      return { page, js, html, fonts, firstLoad: js + html + fonts };
    }),
  );
  console.log("First load of each page, bytes (gzip), without pictures:");
  console.table(rows);
  const over = [
    ...excess("the fonts", fonts, budgets.fonts),
    ...rows.flatMap(({ page, js, firstLoad }) => [
      ...excess(`${page}: JavaScript`, js, budgets.contentPageJs),
      ...excess(`${page}: first load`, firstLoad, budgets.firstLoad),
    ]),
  ];
  if (over.length > 0) throw new Error(`Over budget:\n${over.join("\n")}`);
}

function excess(what: string, bytes: number, budget: number): string[] {
  return bytes > budget ? [`${what}: ${bytes} B, ${bytes - budget} B too much`] : [];
}

/** JavaScript of each page: entry, root, the route module with its parents, its body, and the route manifest; gzip. */
function pageSizes(client: string): PageSize[] {
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

function fontBytes(client: string): number {
  const assets = join(client, "assets");
  const fonts = readdirSync(assets).filter((file) => file.endsWith(".woff2"));
  return fonts.reduce((sum, file) => sum + statSync(join(assets, file)).size, 0);
}

function gzipSize(path: string): number {
  return gzipSync(readFileSync(path), { level: 9 }).length;
}

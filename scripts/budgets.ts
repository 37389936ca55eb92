// What a first visit of each page loads, from the build's own manifests, printed and held to scripts/budgets.json.
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { pages } from "#lib/pages.ts";
import budgets from "./budgets.json" with { type: "json" };
import { createHtmlMeter } from "./html-meter.ts";

type Chunk = { file: string; imports?: string[]; dynamicImports?: string[]; src?: string };
type Route = { id: string; parentId?: string; path?: string; index?: boolean; module: string };
type RouteManifest = { entry: { module: string }; routes: Record<string, Route> };

type PageSize = {
  page: string;
  js: number;
  /** Of a tool: what signing in and the tool itself load beyond what every page has. */
  tool: number | undefined;
};

/** What a page that requires sign-in loads for somebody who is signed in, besides its own. */
const signedInFiles = [
  "app/session/room.tsx",
  "app/live/app-sdk.ts",
  "app/live/auth-sdk.ts",
  "app/live/database-sdk.ts",
];

/** Prints what every page loads. @throws Error that names each page and file that is over its budget. */
export async function checkBudgets(client: string, bundle: string): Promise<void> {
  const fonts = fontBytes(client);
  const measureHtml = await createHtmlMeter(bundle);
  const rows = await Promise.all(
    pageSizes(client).map(async ({ page, js, tool }) => {
      const html = await measureHtml(page);
      return { page, js, tool, html, fonts, firstLoad: js + html + fonts };
    }),
  );
  console.log("First load of each page, bytes (gzip), without pictures:");
  console.table(rows);
  const over = [
    ...excess("the fonts", fonts, budgets.fonts),
    ...rows.flatMap(({ page, js, tool, firstLoad }) =>
      tool === undefined
        ? [
            ...excess(`${page}: JavaScript`, js, budgets.contentPageJs),
            ...excess(`${page}: first load`, firstLoad, budgets.firstLoad),
          ]
        : excess(`${page}: JavaScript beyond the base`, tool, toolBudget(page)),
    ),
  ];
  if (over.length > 0) throw new Error(`Over budget:\n${over.join("\n")}`);
}

function toolBudget(page: string): number {
  const budget = (budgets.tools as Record<string, number>)[page];
  if (budget === undefined) throw new Error(`scripts/budgets.json has no budget for ${page}.`);
  return budget;
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
  const bodyOf = (module: string): string =>
    fileOf(byFile.get(module)?.src?.replace(/-page\.tsx.*$/, ".tsx") ?? "");
  const fileOf = (source: string): string => {
    const chunk = vite[source]?.file;
    if (chunk === undefined) throw new Error(`The build has no file of its own for ${source}.`);
    return `/${chunk}`;
  };
  const sizeOf = (files: Set<string>): number =>
    [...files].reduce((sum, file) => sum + gzipSize(join(client, file)), 0);
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
      const base = sizeOf(files);
      closure(bodyOf(route.module), files);
      const js = sizeOf(files);
      const page = `/${route.path ?? ""}`;
      const isTool = pages.some(
        ({ path, group, built }) => path === page && group === "tools" && built,
      );
      if (!isTool) return { page, js, tool: undefined };
      for (const source of signedInFiles) closure(fileOf(source), files);
      return { page, js, tool: sizeOf(files) - base };
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

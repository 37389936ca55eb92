// What a first visit of each page loads, from the build's own manifests, printed and held to scripts/budgets.json.
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { pages } from "#lib/pages.ts";
import budgets from "./budgets.json" with { type: "json" };
import { createHtmlMeter } from "./html-meter.ts";
import { readPageFiles } from "./page-files.ts";

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
            ...excess(`${page}: JavaScript`, js, pageBudget(page)),
            ...excess(`${page}: first load`, firstLoad, budgets.firstLoad),
          ]
        : excess(`${page}: JavaScript beyond the base`, tool, toolBudget(page)),
    ),
  ];
  // Firebase's SDK is the browser's: on the server it would be loaded by each start, and used by nobody.
  if (/\b(?:from|import) ?"firebase\//.test(readFileSync(bundle, "utf8")))
    over.push("the server's bundle loads Firebase's SDK");
  if (over.length > 0) throw new Error(`Over budget:\n${over.join("\n")}`);
}

/** Of pages that are more than something to read another one. */
function pageBudget(page: string): number {
  return (budgets.pages as Record<string, number>)[page] ?? budgets.contentPageJs;
}

function toolBudget(page: string): number {
  const budget = (budgets.tools as Record<string, number>)[page];
  if (budget === undefined) throw new Error(`scripts/budgets.json has no budget for ${page}.`);
  return budget;
}

function excess(what: string, bytes: number, budget: number): string[] {
  return bytes > budget ? [`${what}: ${bytes} B, ${bytes - budget} B too much`] : [];
}

/**
 * JavaScript of each page: the entry, in which all route modules are, the page's body, and the route manifest; gzip.
 * That the document asks for nothing else is app/shell/fewer-files.ts.
 */
function pageSizes(client: string): PageSize[] {
  const { base, bodyOf, filesOf, pages: paths } = readPageFiles(client);
  const sizeOf = (...parts: Set<string>[]): number =>
    [...new Set(parts.flatMap((part) => [...part]))].reduce(
      (sum, file) => sum + gzipSize(join(client, file)),
      0,
    );
  const signedIn = signedInFiles.map(filesOf);
  return paths.map((page) => {
    const js = sizeOf(base, bodyOf(page));
    const isTool = pages.some(
      ({ path, group, built }) => path === page && group === "tools" && built,
    );
    const tool = isTool ? sizeOf(base, bodyOf(page), ...signedIn) - sizeOf(base) : undefined;
    return { page, js, tool };
  });
}

/** Of each pair that an owner chooses from (app/shell/font-faces.ts), how its files' names begin. */
const fontPairs = [["brygada-", "figtree-"], ["fraunces-"], ["atkinson-"]];

/** A page loads one pair: the largest counts, and a file that is of none with each. */
function fontBytes(client: string): number {
  const assets = join(client, "assets");
  const fonts = readdirSync(assets).filter((file) => file.endsWith(".woff2"));
  const bytesOf = (belongs: (file: string) => boolean) =>
    fonts.filter(belongs).reduce((sum, file) => sum + statSync(join(assets, file)).size, 0);
  const others = bytesOf((file) => !fontPairs.flat().some((start) => file.startsWith(start)));
  const pairs = fontPairs.map((pair) =>
    bytesOf((file) => pair.some((start) => file.startsWith(start))),
  );
  return others + Math.max(...pairs);
}

function gzipSize(path: string): number {
  return gzipSync(readFileSync(path), { level: 9 }).length;
}

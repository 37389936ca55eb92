/**
 * P1: Lighthouse, mobile, on every public page of the bench's finished site, and P4b. Lighthouse is not among our
 * packages: what `lighthouse/package-lock.json` names is installed into a temporary folder for this run.
 * LIGHTHOUSE_RUNS is how often each page is visited, LIGHTHOUSE_PAGES which (`/,/about`).
 */
import { execFile } from "node:child_process";
import { copyFile, mkdir } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { pages } from "#lib/pages.ts";
import { findChromium } from "../scripts/find-chromium.mjs";
import type { BenchRow } from "./bench-row.ts";
import { projects } from "./bench-content.ts";
import { fillSite } from "./bench-site.ts";
import { calibrate } from "./calibration.ts";
import { measureHero } from "./hero-time.ts";
import { startFoyer, temporaryFolder } from "./measured-server.ts";
import { median } from "./median.ts";

/** A mark that nothing misses. JSON has no infinity. */
const shownOnly = Number.MAX_SAFE_INTEGER;
const runs = Number(process.env["LIGHTHOUSE_RUNS"] ?? 3);

/** Scores 0 to 100, times in ms, the layout's shift as Lighthouse counts it, bytes as transferred with pictures. */
const measures = {
  performance: { of: "score", mark: 100, least: true, name: "Lighthouse performance" },
  accessibility: { of: "score", mark: 100, least: true, name: "Lighthouse accessibility" },
  "best-practices": { of: "score", mark: 100, least: true, name: "Lighthouse best practices" },
  seo: {
    of: "score",
    mark: 100,
    least: true,
    name: "Lighthouse SEO, pages that search engines may list",
  },
  fcp: { of: "first-contentful-paint", mark: 900, name: "first contentful paint, ms" },
  lcp: { of: "largest-contentful-paint", mark: 1300, name: "largest contentful paint, ms" },
  tbt: { of: "total-blocking-time", mark: 20, name: "total blocking time, ms" },
  cls: { of: "cumulative-layout-shift", mark: 0, name: "cumulative layout shift" },
  applied: {
    of: "first-contentful-paint",
    mark: 900,
    name: "first contentful paint, ms, applied throttling",
  },
  bytes: { of: "total-byte-weight", mark: shownOnly, name: "bytes of a page with its pictures" },
} satisfies Record<string, { of: string; mark: number; least?: true; name: string }>;

type Measure = keyof typeof measures;
type PageResult = { path: string; isListed: boolean; samples: Record<Measure, number[]> };

/** What is used of the package's own types. */
type Report = {
  categories: Record<string, { score: number | null; auditRefs: { id: string; weight: number }[] }>;
  audits: Record<string, { score: number | null; numericValue?: number; displayValue?: string }>;
  runtimeError?: { message: string };
};
type Lighthouse = (url: string, flags: object) => Promise<{ lhr: Report } | undefined>;
type Launch = (options: object) => Promise<{ port: number; kill: () => void }>;
type Visit = (url: string, throttlingMethod: "simulate" | "devtools") => Promise<Report>;

export async function run(): Promise<BenchRow[]> {
  await using folder = await temporaryFolder();
  const dataDir = join(folder.path, "data");
  await fillSite(dataDir);
  await using server = await startFoyer(dataDir);
  const origin = `http://localhost:${server.port}`;
  const results = await visitAll(join(folder.path, "lighthouse"), origin);
  return [...toRows(results), ...(await measureHero(origin))];
}

async function visitAll(folder: string, origin: string): Promise<PageResult[]> {
  const { lighthouse, launch } = await install(folder);
  const chrome = await launch({
    chromePath: findChromium(),
    chromeFlags: ["--headless=new", "--no-sandbox", "--disable-gpu"],
  });
  const visit: Visit = async (url, throttlingMethod) => {
    for (let tries = 0; tries < 5; tries += 1) {
      const flags = { port: chrome.port, logLevel: "error", throttlingMethod };
      const report = (await lighthouse(url, flags))?.lhr;
      if (report !== undefined && report.runtimeError === undefined) return report;
      // A busy machine sometimes loses the beginning of a recording.
      console.log(`P1 ${url}: again, ${report?.runtimeError?.message ?? "no report"}`);
    }
    throw new Error(`Lighthouse gave no report of ${url}.`);
  };
  try {
    const results: PageResult[] = [];
    for (const path of measuredPaths()) results.push(await measure(visit, origin, path));
    return results;
  } finally {
    chrome.kill();
  }
}

async function install(folder: string): Promise<{ lighthouse: Lighthouse; launch: Launch }> {
  await mkdir(folder);
  for (const file of ["package.json", "package-lock.json"]) {
    await copyFile(join(import.meta.dirname, "lighthouse", file), join(folder, file));
  }
  const args = ["ci", "--ignore-scripts", "--no-audit", "--no-fund"];
  await promisify(execFile)("npm", args, { cwd: folder });
  const load = (path: string) =>
    import(pathToFileURL(join(folder, "node_modules", path)).href) as Promise<unknown>;
  const { default: lighthouse } = (await load("lighthouse/core/index.js")) as {
    default: Lighthouse;
  };
  const { launch } = (await load("chrome-launcher/dist/index.js")) as { launch: Launch };
  return { lighthouse, launch };
}

/** Every built page that visitors may see, and one below a page with children. */
function measuredPaths(): string[] {
  const wanted = process.env["LIGHTHOUSE_PAGES"]?.split(",");
  const built = pages.filter((page) => page.built && page.access === "visitor");
  const all = built.flatMap(({ path, children }) =>
    children ? [path, `${path}/${projects[3]!.slug}`] : [path],
  );
  return all.filter((path) => wanted?.includes(path) ?? true);
}

async function measure(visit: Visit, origin: string, path: string): Promise<PageResult> {
  const url = origin + path;
  const html = await (await fetch(url)).text();
  const isListed = !/<meta name="robots" content="noindex/.test(html);
  // Not counted: pictures are made and pages are kept by it, as by any first visitor.
  await visit(url, "simulate");
  const samples = Object.fromEntries(
    Object.keys(measures).map((name) => [name, []]),
  ) as unknown as PageResult["samples"];
  const missed = new Set<string>();
  for (let round = 0; round < runs; round += 1) {
    const simulated = await visit(url, "simulate");
    const applied = await visit(url, "devtools");
    for (const [name, { of }] of Object.entries(measures)) {
      const report = name === "applied" ? applied : simulated;
      const value =
        of === "score"
          ? Math.round((report.categories[name]?.score ?? 0) * 100)
          : (report.audits[of]?.numericValue ?? NaN);
      samples[name as Measure].push(value);
    }
    for (const audit of missedAudits(simulated, isListed)) missed.add(audit);
  }
  const middles = Object.entries(samples).map(
    ([name, values]) => `${name} ${Number(median(values).toFixed(3))}`,
  );
  console.log(`P1 ${path}: ${middles.join(", ")}`);
  if (missed.size > 0) console.log(`   below 1: ${[...missed].join("; ")}`);
  return { path, isListed, samples };
}

function missedAudits({ categories, audits }: Report, isListed: boolean): string[] {
  return Object.keys(measures)
    .filter((name) => isListed || name !== "seo")
    .flatMap((name) => categories[name]?.auditRefs ?? [])
    .filter(({ weight }) => weight > 0)
    .flatMap(({ id }) => {
      const { score, displayValue = "" } = audits[id] ?? { score: null };
      return score === null || score >= 0.995 ? [] : [`${id} ${displayValue}`];
    });
}

/** For each measure the page that is worst at it. */
function toRows(results: readonly PageResult[]): BenchRow[] {
  const calibration = calibrate();
  return (Object.keys(measures) as Measure[]).map((measureName) => {
    const { name, mark, least } = measures[measureName] as {
      name: string;
      mark: number;
      least?: true;
    };
    const counted = results.filter(({ isListed }) => isListed || measureName !== "seo");
    const ranked = counted
      .map(({ path, samples }) => ({ path, value: median(samples[measureName]) }))
      .toSorted((a, b) => (least ? a.value - b.value : b.value - a.value));
    const worst = ranked[0] ?? { path: "", value: NaN };
    return {
      id: `P1.${measureName}`,
      name: `${name}: ${worst.path}, the worst of ${counted.length} (calibration loop ${calibration.toFixed(1)} ms)`,
      ours: worst.value,
      reference: mark,
      ratio: mark === 0 ? worst.value : worst.value / mark,
      mark: mark === shownOnly ? "shown only" : `${least ? ">=" : "<="} ${mark}`,
      reached: least ? worst.value >= mark : worst.value <= mark,
      samples: ranked.map(({ value }) => value),
    };
  });
}

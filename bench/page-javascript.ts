/** P2: what a first visit of each content page loads without interaction, in real Chromium. */
import { gzipSync } from "node:zlib";
import { chromium } from "@playwright/test";
import type { Browser, Response } from "@playwright/test";
import { pages } from "#lib/pages.ts";
import { findChromium } from "../scripts/find-chromium.mjs";
import type { BenchRow } from "./bench-row.ts";
import { startFoyer, temporaryFolder } from "./measured-server.ts";

const marks = { javaScript: 120_832, requests: 14, otherHosts: 0, fonts: 45_000, page: 200_000 };

type Weight = Record<keyof typeof marks, number>;

const names: Record<keyof typeof marks, string> = {
  javaScript: "JavaScript in bytes, gzip -9, on the heaviest content page",
  requests: "requests of the content page with the most",
  otherHosts: "requests to another host",
  fonts: "fonts in bytes",
  page: "heaviest content page in bytes as transferred, without pictures",
};

export async function run(): Promise<BenchRow[]> {
  await using folder = await temporaryFolder();
  await using server = await startFoyer(folder.path);
  const browser = await chromium.launch({
    executablePath: findChromium(),
    args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
  });
  try {
    const origin = `http://localhost:${server.port}`;
    const weights: Weight[] = [];
    for (const path of await contentPaths(origin)) {
      const weight = await weigh(browser, origin, path);
      weights.push(weight);
      console.log(`P2 ${path}: ${JSON.stringify(weight)}`);
    }
    return (Object.keys(marks) as (keyof typeof marks)[]).map((key) => {
      const samples = weights.map((weight) => weight[key]);
      const ours = Math.max(...samples);
      const mark = marks[key];
      return {
        id: `P2.${key}`,
        name: names[key],
        ours,
        reference: mark,
        ratio: mark === 0 ? ours : ours / mark,
        mark: `<= ${mark}`,
        reached: ours <= mark,
        samples,
      };
    });
  } finally {
    await browser.close();
  }
}

/** Every built page that is no tool, and one of those below a page with children. */
async function contentPaths(origin: string): Promise<string[]> {
  const built = pages
    .filter((page) => page.built && page.access === "visitor")
    .map((page) => page.path);
  const html = await (await fetch(`${origin}/project`)).text();
  const project = /href="(\/project\/[a-z0-9-]+)"/.exec(html)?.[1];
  return project === undefined ? built : [...built, project];
}

async function weigh(browser: Browser, origin: string, path: string): Promise<Weight> {
  // The service worker comes after the visit that is weighed.
  const context = await browser.newContext({ serviceWorkers: "block" });
  const page = await context.newPage();
  const responses: Response[] = [];
  let requests = 0;
  let otherHosts = 0;
  page.on("request", (request) => {
    requests += 1;
    if (!request.url().startsWith(origin)) otherHosts += 1;
  });
  page.on("response", (response) => responses.push(response));
  await page.goto(origin + path, { waitUntil: "networkidle" });
  const weight: Weight = { javaScript: 0, requests, otherHosts, fonts: 0, page: 0 };
  for (const response of responses) {
    const type = response.request().resourceType();
    if (type === "ping" || type === "image") continue;
    const { responseBodySize, responseHeadersSize } = await response.request().sizes();
    weight.page += responseBodySize + responseHeadersSize;
    if (type === "font") weight.fonts += responseBodySize;
    if (type === "script") {
      weight.javaScript += gzipSync(await response.body(), { level: 9 }).length;
    }
  }
  await context.close();
  return weight;
}

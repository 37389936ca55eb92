/**
 * `node scripts/screenshots.ts`: takes the pictures of the documents anew, from the built site with its starter content.
 * `node scripts/screenshots.ts FOLDER`: every public page that is built at three widths, light and dark, with the starter content, with
 * nothing, and with more than fits, for looking at.
 */
import { execFile, spawn } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { chromium } from "@playwright/test";
import type { Browser, Page } from "@playwright/test";
import sharp from "sharp";
import { pages } from "#lib/pages.ts";
import { findChromium } from "./find-chromium.mjs";
import { overfullDocuments, overfullResume } from "./overfull-content.ts";

const root = join(import.meta.dirname, "..");

const sizes = {
  phone: { width: 390, height: 844 },
  tablet: { width: 820, height: 1180 },
  desk: { width: 1440, height: 900 },
};
const schemes = ["light", "dark"] as const;
/** Of a page with hundreds of things the beginning is enough. */
const cutPx = 6000;
const contents = ["typical", "empty", "overfull"] as const;

type View = {
  path: string;
  size: keyof typeof sizes;
  scheme: (typeof schemes)[number];
  whole?: boolean;
  /** Done once the page is alive. */
  act?: (page: Page) => Promise<void>;
};

/** By file name: what the documents show. */
const shown: Record<string, View> = {
  home: { path: "/", size: "desk", scheme: "light" },
  "home-dark": { path: "/", size: "desk", scheme: "dark" },
  projects: { path: "/project", size: "desk", scheme: "light" },
  resume: { path: "/resume", size: "tablet", scheme: "light" },
  "phone-home": { path: "/", size: "phone", scheme: "light" },
  "phone-menu": {
    path: "/about",
    size: "phone",
    scheme: "dark",
    act: (page) => page.getByRole("button", { name: "Menu" }).click(),
  },
};

const folder = process.argv[2];
const browser = await chromium.launch({
  executablePath: findChromium(),
  args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
});
try {
  await (folder === undefined ? takeShown() : takeAll(folder));
} finally {
  await browser.close();
}

async function takeShown(): Promise<void> {
  await using site = await startSite();
  for (const [name, view] of Object.entries(shown)) {
    const file = join(root, "docs/images", `${name}.webp`);
    await save(await take(browser, site.origin, view), file, view.size === "desk" ? 1440 : 780);
  }
}

async function takeAll(target: string): Promise<void> {
  for (const content of contents) {
    await using site = await startSite();
    if (content !== "typical") await site.command("sample", "clear");
    if (content === "overfull") await fill(site);
    const below = await (await fetch(`${site.origin}/project`)).text();
    const project = /href="(\/project\/[a-z0-9-]+)"/.exec(below)?.[1];
    const paths = pages
      .filter(({ built, access }) => built && access === "visitor")
      .map(({ path }) => path);
    if (project !== undefined) paths.push(project);
    for (const path of paths) {
      for (const size of Object.keys(sizes) as (keyof typeof sizes)[]) {
        for (const scheme of schemes) {
          const view: View = { path, size, scheme, whole: true };
          const name = `${content}${path.replaceAll("/", "-")}-${size}-${scheme}.webp`;
          await save(await take(browser, site.origin, view), join(target, name), 1440);
        }
      }
    }
  }
}

async function fill(site: Site): Promise<void> {
  const resume = join(site.dataDir, "resume.json");
  await writeFile(resume, JSON.stringify(overfullResume));
  await site.command("import", "resume", resume);
  const documents = join(site.dataDir, "documents.jsonl");
  const lines = overfullDocuments.map((document) => JSON.stringify(document));
  await writeFile(documents, lines.join("\n"));
  await site.command("documents", "import", documents);
}

async function take(from: Browser, origin: string, view: View): Promise<Buffer> {
  const { path, size, scheme, whole = false, act } = view;
  const context = await from.newContext({
    viewport: sizes[size],
    colorScheme: scheme,
    deviceScaleFactor: size === "desk" ? 1 : 2,
    reducedMotion: "reduce",
    isMobile: size !== "desk",
    hasTouch: size !== "desk",
    serviceWorkers: "block",
  });
  try {
    const page = await context.newPage();
    await page.goto(origin + path, { waitUntil: "networkidle" });
    await page.waitForFunction(() => {
      const overlay = document.querySelector(".preloader");
      return overlay === null || getComputedStyle(overlay).visibility === "hidden";
    });
    await act?.(page);
    // What was pressed is not shown as being under the pointer.
    if (act) await page.mouse.move(0, 0);
    await page.evaluate(() => document.fonts.ready);
    if (whole) await loadPictures(page);
    if (!whole) return await page.screenshot();
    const { width } = sizes[size];
    const height = await page.evaluate(() => document.documentElement.scrollHeight);
    const clip = { x: 0, y: 0, width, height: Math.min(height, cutPx) };
    return await page.screenshot({ fullPage: true, clip });
  } finally {
    await context.close();
  }
}

/** Those below come when one scrolls there. */
async function loadPictures(page: Page): Promise<void> {
  await page.evaluate(async (cut) => {
    const end = Math.min(document.body.scrollHeight, cut);
    for (let top = 0; top < end; top += innerHeight) {
      scrollTo(0, top);
      await new Promise((done) => requestAnimationFrame(() => setTimeout(done, 60)));
    }
    scrollTo(0, 0);
  }, cutPx);
}

async function save(png: Buffer, file: string, width: number): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  await sharp(png)
    .resize({ width, withoutEnlargement: true })
    .webp({ quality: 82, effort: 6 })
    .toFile(file);
  console.log(file);
}

type Site = AsyncDisposable & {
  origin: string;
  dataDir: string;
  /** `npm run foyer -- …` on this site. */
  command: (...args: string[]) => Promise<void>;
};

async function startSite(): Promise<Site> {
  const dataDir = await mkdtemp(join(tmpdir(), "foyer-screenshots-"));
  const env = { ...process.env, FOYER_DATA: dataDir, PORT: "0", FOYER_LOG_LEVEL: "warn" };
  const server = spawn(process.execPath, ["server/main.ts"], {
    cwd: root,
    env,
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = new Promise<void>((resolve) => server.once("exit", () => resolve()));
  const origin = await new Promise<string>((resolve, reject) => {
    let output = "";
    server.stdout.on("data", (chunk: Buffer) => {
      output += chunk.toString();
      const found = /^Foyer is at (\S+)$/m.exec(output)?.[1];
      if (found !== undefined) resolve(found);
    });
    void ended.then(() => reject(new Error(`The server did not start:\n${output}`)));
  });
  return {
    origin,
    dataDir,
    async command(...args) {
      await promisify(execFile)(process.execPath, ["server/cli/foyer.ts", ...args], {
        cwd: root,
        env,
      });
    },
    async [Symbol.asyncDispose]() {
      server.kill("SIGTERM");
      await ended;
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/**
 * P4b: the time from the start of a visit until the name on the home page is on the screen, with nothing cached. The
 * preloader, which stands over it for 1200 ms, is taken away by a style sheet of the bench.
 */
import { chromium } from "@playwright/test";
import type { Browser } from "@playwright/test";
import { findChromium } from "../scripts/find-chromium.mjs";
import type { BenchRow } from "./bench-row.ts";
import { calibrate } from "./calibration.ts";
import { median } from "./median.ts";

const visits = 9;

const networks = {
  fast: { name: "fast", markMs: 80 },
  slow: { name: "processor 4 times slower, 1.44 Mbit/s, 150 ms", markMs: 550 },
};
type Network = keyof typeof networks;

export async function measureHero(origin: string): Promise<BenchRow[]> {
  const browser = await chromium.launch({
    executablePath: findChromium(),
    args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
  });
  try {
    return [await row(browser, origin, "fast"), await row(browser, origin, "slow")];
  } finally {
    await browser.close();
  }
}

async function row(browser: Browser, origin: string, network: Network): Promise<BenchRow> {
  const samples: number[] = [];
  // The first visit warms browser and server up and is not counted.
  for (let visit = 0; visit <= visits; visit += 1) {
    const ms = await visitHome(browser, origin, network);
    if (visit > 0) samples.push(ms);
  }
  const { name, markMs } = networks[network];
  const ours = median(samples);
  console.log(`P4b ${network}: ${samples.map((ms) => ms.toFixed(0)).join(", ")} ms`);
  return {
    id: `P4b.${network}`,
    name: `ms until the name is on the screen, ${name} (calibration loop ${calibrate().toFixed(1)} ms)`,
    ours,
    reference: markMs,
    ratio: ours / markMs,
    mark: `<= ${markMs} ms`,
    reached: ours <= markMs,
    samples,
  };
}

async function visitHome(browser: Browser, origin: string, network: Network): Promise<number> {
  const context = await browser.newContext({ viewport: { width: 412, height: 823 } });
  try {
    const page = await context.newPage();
    // A sheet made by script is none that the page's policy is asked about.
    await page.addInitScript(() => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(":root,.preloader{animation:none!important}.preloader{visibility:hidden}");
      document.adoptedStyleSheets = [sheet];
    });
    const session = await context.newCDPSession(page);
    await session.send("Network.enable");
    if (network === "slow") {
      const bytesPerSecond = 1_440_000 / 8;
      await session.send("Emulation.setCPUThrottlingRate", { rate: 4 });
      await session.send("Network.emulateNetworkConditions", {
        offline: false,
        latency: 150,
        downloadThroughput: bytesPerSecond,
        uploadThroughput: bytesPerSecond,
      });
    }
    await page.goto(origin, { waitUntil: "commit" });
    return await page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          new PerformanceObserver((list) => {
            for (const entry of list.getEntries()) {
              const { element } = entry as PerformanceEntry & { element: Element | null };
              // The name is the page's first big text, and the largest one there is.
              if (element?.closest("main")) resolve(entry.startTime);
            }
          }).observe({ type: "largest-contentful-paint", buffered: true });
        }),
    );
  } finally {
    await context.close();
  }
}

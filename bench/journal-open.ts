/**
 * J1: a private journal of 10,000 entries. Until its first entries are there from what this browser keeps, with the keys
 * that another tab hands over; and from the passphrase. J3: its memory, and what 50 opened entries leave of it.
 */
import { chromium } from "@playwright/test";
import type { CDPSession, Page } from "@playwright/test";
import { findChromium } from "../scripts/find-chromium.mjs";
import type { BenchRow } from "./bench-row.ts";
import { fillJournal, openAll, passphrase } from "./journal-fill.ts";
import { rowOf } from "./journal-row.ts";
import { sleep, startFoyer, temporaryFolder } from "./measured-server.ts";

const entries = 10_000;
const openMs = 1000;
const unlockMs = 2000;
const fromAnswer =
  "From the answer of the server to the first of 10,000 private entries, with the keys of another tab";
const fromPassphrase = "From the passphrase to the first of 10,000 private entries";
const mostMegabytes = 150;
/** So much more after opening 50 entries, at most. */
const mostGrowth = 1.1;

export async function run(): Promise<BenchRow[]> {
  await using folder = await temporaryFolder();
  await using server = await startFoyer(folder.path);
  const origin = `http://localhost:${server.port}`;
  const browser = await chromium.launch({
    executablePath: findChromium(),
    args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
  });
  try {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    const page = await context.newPage();
    await fillJournal(page, origin, entries);
    await openAll(page, origin, entries);
    const unlocking = await unlocks(page);
    // It has the keys while the first one is loaded anew.
    const other = await context.newPage();
    await other.goto(`${origin}/AdvancedJournal`);
    await other.locator(".entry-row").first().waitFor();
    // It loads ahead what it may need.
    await sleep(5000);
    // What lies behind another tab is drawn once a second.
    await page.bringToFront();
    const opening = await opens(page);
    await other.close();
    return [
      rowOf({ id: "J1.open", name: fromAnswer, samples: opening, markMs: openMs }),
      rowOf({ id: "J1.unlock", name: fromPassphrase, samples: unlocking, markMs: unlockMs }),
      ...(await memory(page)),
    ];
  } finally {
    await browser.close();
  }
}

const untilRows = (page: Page, from: "load" | "now"): Promise<number> =>
  page.evaluate(
    (since) =>
      new Promise<number>((done) => {
        const start = since === "now" ? performance.now() : 0;
        const look = () => {
          if (document.querySelector(".entry-row")) done(performance.now() - start);
          else requestAnimationFrame(look);
        };
        look();
      }),
    from,
  );

async function opens(page: Page): Promise<number[]> {
  const samples: number[] = [];
  for (let round = 0; round < 6; round += 1) {
    // oxlint-disable no-await-in-loop -- one after the other
    await page.reload({ waitUntil: "commit" });
    const ms = await untilRows(page, "load");
    // The first one fills what is kept of the code.
    if (round > 0) samples.push(ms);
    await sleep(3000);
    // oxlint-enable no-await-in-loop
  }
  return samples;
}

async function unlocks(page: Page): Promise<number[]> {
  const samples: number[] = [];
  for (let round = 0; round < 6; round += 1) {
    // oxlint-disable no-await-in-loop -- one after the other
    await page.reload();
    await page.getByLabel("Passphrase", { exact: true }).fill(passphrase);
    await sleep(2000);
    const shown = untilRows(page, "now");
    await page.keyboard.press("Enter");
    if (round > 0) samples.push(await shown);
    else await shown;
    // oxlint-enable no-await-in-loop
  }
  return samples;
}

async function memory(page: Page): Promise<BenchRow[]> {
  const session = await page.context().newCDPSession(page);
  await sleep(5000);
  const atRest = await heapMegabytes(session);
  await page.locator(".entry-opener").first().click();
  // What shows an entry is there then.
  await walk(page, 10);
  const before = await heapMegabytes(session);
  await walk(page, 50);
  const after = await heapMegabytes(session);
  return [
    {
      id: "J3.heap",
      name: "Memory of the page with 10,000 private entries, after a collection (MB)",
      ours: atRest,
      reference: mostMegabytes,
      ratio: atRest / mostMegabytes,
      mark: `≤ ${mostMegabytes} MB`,
      reached: atRest <= mostMegabytes,
      samples: [atRest],
    },
    {
      id: "J3.growth",
      name: "The same after 50 more entries were opened (times)",
      ours: after / before,
      reference: mostGrowth,
      ratio: after / before / mostGrowth,
      mark: "≤ 1.1",
      reached: after / before <= mostGrowth,
      samples: [after],
    },
  ];
}

/** To the older one, so many times. */
async function walk(page: Page, steps: number): Promise<void> {
  for (let at = 0; at < steps; at += 1) {
    // oxlint-disable no-await-in-loop -- one after the other
    await page.locator(".entry-prose").first().waitFor();
    await page.keyboard.press("[");
    await sleep(200);
    // oxlint-enable no-await-in-loop
  }
}

async function heapMegabytes(session: CDPSession): Promise<number> {
  await session.send("HeapProfiler.collectGarbage");
  const { usedSize } = await session.send("Runtime.getHeapUsage");
  return usedSize / 1_048_576;
}

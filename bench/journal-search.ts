/**
 * J2: search in a private journal of 10,000 entries, in the page: from what was typed until what is found is drawn, and how
 * long a letter takes to be on the screen (INP), in the search and in the text of one of the entries, with the list beside
 * it. Half of the queries have a typing error.
 */
import { chromium } from "@playwright/test";
import type { Locator, Page } from "@playwright/test";
import { findChromium } from "../scripts/find-chromium.mjs";
import type { BenchRow } from "./bench-row.ts";
import { fillJournal, openAll } from "./journal-fill.ts";
import { rowOf } from "./journal-row.ts";
import { sleep, startFoyer, temporaryFolder } from "./measured-server.ts";

const entries = 10_000;
const queries = 40;
const foundMs = 50;
const answerMs = 200;

export async function run(): Promise<BenchRow[]> {
  await using folder = await temporaryFolder();
  await using server = await startFoyer(folder.path);
  const origin = `http://localhost:${server.port}`;
  const browser = await chromium.launch({
    executablePath: findChromium(),
    args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
  });
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    const { words } = await fillJournal(page, origin, entries);
    await openAll(page, origin, entries);
    await untilBuilt(page, words[0]!);
    const found = await findings(page, queriesOf(words));
    await heardInputs(page);
    const search = page.locator("[data-search]");
    await search.fill("");
    const letters = await typing(page, search, words[300]!);
    const written = await typing(page, await writtenIn(page), words[400]!);
    return [
      rowOf({ id: "J2.find", name: finding, samples: found, markMs: foundMs }),
      rowOf({ id: "J2.type", name: letter, samples: letters, markMs: answerMs }),
      rowOf({ id: "J2.write", name: writing, samples: written, markMs: answerMs }),
    ];
  } finally {
    await browser.close();
  }
}

const finding = "From words to what is found of 10,000 private entries, drawn";
const letter = "INP of a letter typed into the search over 10,000 private entries";
const writing = "INP of a letter written in one of 10,000 private entries, the list beside it";

/** Frequent and seldom ones, each second one with a letter that is wrong. */
function queriesOf(words: readonly string[]): string[] {
  return Array.from({ length: queries }, (_, at) => {
    const word = words[(at * at * 23 + 7) % words.length]!;
    if (at % 2 === 0 || word.length < 5) return word;
    const place = 2 + (at % (word.length - 3));
    return `${word.slice(0, place)}x${word.slice(place + 1)}`;
  });
}

/** The index is made with the first search. Texts come behind the list; their words are found once they are in this browser. */
async function untilBuilt(page: Page, word: string): Promise<void> {
  await page.keyboard.press("/");
  await page.keyboard.type(word);
  const section = page.locator(".journal-found");
  await section.waitFor();
  await page.waitForFunction(
    () => {
      const said = document.querySelector(".journal-found")?.textContent ?? "";
      return said.includes("Searched all") && !said.includes("not in this browser yet");
    },
    undefined,
    { timeout: 300_000 },
  );
}

async function findings(page: Page, all: readonly string[]): Promise<number[]> {
  const samples: number[] = [];
  for (const query of all) {
    // oxlint-disable no-await-in-loop -- one after the other
    samples.push(await find(page, query));
    await sleep(300);
    // oxlint-enable no-await-in-loop
  }
  return samples;
}

const find = (page: Page, query: string): Promise<number> =>
  page.evaluate(
    (words) =>
      new Promise<number>((done) => {
        const section = document.querySelector(".journal-found")!;
        const field = document.querySelector<HTMLInputElement>("[data-search]")!;
        let isAsked = false;
        const observer = new MutationObserver(() => {
          isAsked ||= section.getAttribute("aria-busy") === "true";
          if (!isAsked || section.getAttribute("aria-busy") === "true") return;
          observer.disconnect();
          // What was drawn is on the screen with the next frame.
          requestAnimationFrame(() => done(performance.now() - start));
        });
        observer.observe(section, { attributeFilter: ["aria-busy"] });
        // As React hears of it.
        const write = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")!;
        const start = performance.now();
        write.set?.call(field, words);
        field.dispatchEvent(new Event("input", { bubbles: true }));
      }),
    query,
  );

type Found = { found: number[] };

async function heardInputs(page: Page): Promise<void> {
  await page.evaluate(() => {
    const found: number[] = [];
    Object.assign(globalThis, { found });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as PerformanceEventTiming[]) {
        if (entry.interactionId > 0) found.push(entry.duration);
      }
    }).observe({ type: "event", durationThreshold: 16, buffered: false });
  });
}

/** The text of the newest entry. */
async function writtenIn(page: Page): Promise<Locator> {
  await page.locator("[data-search]").press("Escape");
  await page.locator(".journal-nav").getByRole("link", { name: "All entries" }).click();
  await page.locator(".entry-opener").first().click();
  await page.locator(".entry-prose").first().waitFor();
  await page.keyboard.press("e");
  const text = page.locator(".editor-text");
  await text.waitFor();
  await sleep(2000);
  return text;
}

async function typing(page: Page, field: Locator, word: string): Promise<number[]> {
  await field.focus();
  const samples: number[] = [];
  for (const sign of word) {
    // oxlint-disable no-await-in-loop -- one after the other
    await page.evaluate(() => void ((globalThis as unknown as Found).found.length = 0));
    await page.keyboard.type(sign);
    await sleep(700);
    const found = await page.evaluate(() => (globalThis as unknown as Found).found);
    // oxlint-enable no-await-in-loop
    // What is shorter than the threshold is not told.
    samples.push(Math.max(16, ...found));
  }
  return samples;
}

/**
 * A folder of 10,000 files. F1: until its first rows are there from what this browser keeps. F2: frames while it is
 * scrolled and while rows are chosen; from a press on a column to its order being drawn, and from typed words to what is found.
 */
import { chromium } from "@playwright/test";
import type { Locator, Page } from "@playwright/test";
import { findChromium } from "../scripts/find-chromium.mjs";
import type { BenchRow } from "./bench-row.ts";
import { fillFolder } from "./drive-fill.ts";
import { framesDuring, p95 } from "./frames.ts";
import { rowOf } from "./journal-row.ts";
import { sleep, startFoyer, temporaryFolder } from "./measured-server.ts";

const files = 10_000;
const openMs = 1000;
const frameMs = 20;
const foundMs = 50;
const orderMs = 100;

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
    const account = await signUp(page, origin);
    const id = await fillFolder({ ...account, origin }, "Many", files);
    await page.goto(`${origin}/FileStorageApp?folder=${id}`);
    await page.locator(`[aria-rowcount="${files + 1}"]`).waitFor({ timeout: 120_000 });
    await sleep(5000);
    const opening = await opens(page);
    const frames = await framesOf(page);
    const orders = await orderings(page);
    const found = await findings(page);
    return [
      rowOf({ id: "F1.open", name: opened, samples: opening, markMs: openMs }),
      ...Object.entries(frames).map(([what, samples]) =>
        rowOf({
          id: `F2.${what}`,
          name: `95th percentile of frames over 10,000 files: ${what}`,
          samples: [p95(samples)],
          markMs: frameMs,
        }),
      ),
      rowOf({ id: "F2.order", name: ordering, samples: orders, markMs: orderMs }),
      rowOf({ id: "F2.find", name: finding, samples: found, markMs: foundMs }),
    ];
  } finally {
    await browser.close();
  }
}

const opened =
  "From the answer of the server to the first rows of 10,000 files kept in this browser";
const ordering = "From a press on a column to 10,000 files in its order, drawn";
const finding = "From words to what is found among 10,000 files, drawn";

async function signUp(page: Page, origin: string): Promise<{ uid: string; idToken: string }> {
  await page.goto(`${origin}/FileStorageApp`);
  await page.getByRole("button", { name: "Create an account" }).click();
  await page.getByLabel("Name (optional)").fill("Bench");
  await page.getByLabel("E-mail").fill("files@example.com");
  await page.getByLabel("Password", { exact: true }).fill("correct horse");
  const answered = page.waitForResponse((answer) => answer.url().includes("accounts:signUp"));
  await page.getByRole("button", { name: "Create account" }).click();
  const { localId, idToken } = (await (await answered).json()) as Record<string, string>;
  await page.getByRole("heading", { name: "No files yet" }).waitFor();
  return { uid: localId!, idToken: idToken! };
}

async function opens(page: Page): Promise<number[]> {
  const samples: number[] = [];
  for (let round = 0; round < 6; round += 1) {
    // oxlint-disable no-await-in-loop -- one after the other
    await page.reload({ waitUntil: "commit" });
    const ms = await page.evaluate(
      () =>
        new Promise<number>((done) => {
          const look = () => {
            if (document.querySelector(".drive-row[data-id]")) done(performance.now());
            else requestAnimationFrame(look);
          };
          look();
        }),
    );
    // The first one fills what is kept of the code.
    if (round > 0) samples.push(ms);
    await sleep(3000);
    // oxlint-enable no-await-in-loop
  }
  return samples;
}

/** Milliseconds between frames. */
async function framesOf(page: Page): Promise<Record<string, number[]>> {
  const scroll = await framesDuring(page, async () => {
    for (let step = 0; step < 120; step += 1) {
      // oxlint-disable-next-line no-await-in-loop
      await page.mouse.wheel(0, 600);
    }
  });
  await page.evaluate(() => scrollTo(0, 0));
  await page.locator(".drive-list").focus();
  const choose = await framesDuring(page, async () => {
    for (let step = 0; step < 40; step += 1) {
      // oxlint-disable-next-line no-await-in-loop
      await page.keyboard.press("Shift+ArrowDown");
    }
    await page.keyboard.press("Control+a");
  });
  await page.keyboard.press("Escape");
  return { scroll, choose };
}

/** Each order for the first time, and once more. */
async function orderings(page: Page): Promise<number[]> {
  const samples: number[] = [];
  for (const name of ["Size", "Changed", "Kind", "Name", "Size", "Changed", "Kind", "Name"]) {
    const column = page.getByRole("columnheader", { name }).getByRole("button");
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    samples.push(await drawn(column, "click", ""));
    // oxlint-disable-next-line no-await-in-loop
    await sleep(100);
  }
  return samples;
}

async function findings(page: Page): Promise<number[]> {
  const samples: number[] = [];
  for (let at = 0; at < 20; at += 1) {
    const words = at % 2 === 0 ? `tide ${at * 8}` : "";
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    samples.push(await drawn(page.locator("[data-search]"), "input", words));
    // oxlint-disable-next-line no-await-in-loop
    await sleep(100);
  }
  return samples;
}

/** Milliseconds from the event at an element to what it leads to being on the screen. */
function drawn(at: Locator, event: "click" | "input", words: string): Promise<number> {
  return at.evaluate(
    (element, { type, typed }) =>
      new Promise<number>((done) => {
        const start = performance.now();
        // As React hears it.
        if (type === "input") Reflect.set(HTMLInputElement.prototype, "value", typed, element);
        element.dispatchEvent(new Event(type, { bubbles: true }));
        requestAnimationFrame(() => {
          const { port1, port2 } = new MessageChannel();
          port1.addEventListener("message", () => done(performance.now() - start));
          port1.start();
          port2.postMessage(0);
        });
      }),
    { type: event, typed: words },
  );
}

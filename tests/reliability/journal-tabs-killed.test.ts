/**
 * A tab dies at any moment while somebody writes in a journal: at most the last second is missing, and never an entry.
 * Plain and private in turn; also while it is sent, and while it locks. Needs a build. JOURNAL_KILLS says how often,
 * JOURNAL_SEED begins elsewhere.
 */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { type Browser, type BrowserContext, type Page, chromium } from "@playwright/test";
import { afterAll, beforeAll, expect, test } from "vitest";
import { findChromium } from "../../scripts/find-chromium.mjs";
import { type FoyerProcess, startFoyer } from "../support/foyer-process.ts";
import { howMany } from "../support/how-many.ts";
import { makePlain, makePrivate, saved, unlock } from "../support/journal-steps.ts";
import { type Random, seededRandom } from "../support/seeded-random.ts";
import { createAccount, password, signIn } from "../support/sign-in-steps.ts";

const KILLS = howMany("JOURNAL_KILLS", { short: 2, full: 100 });
const FIRST_SEED = Number(process.env["JOURNAL_SEED"] ?? 1);
const passphrase = "four words nobody guesses";
/** What may be missing. Milliseconds. */
const graceMs = 1000;
const patienceMs = 60_000;

const journals = { plain: "Everyday", private: "Hidden" } as const;
type Kind = keyof typeof journals;
/** When it dies: in the middle of a word, while what waits goes to the server, while it locks. */
type Moment = "writing" | "sending" | "locking";

/** The address of an entry, and the letters that it must begin with. */
type Written = { path: string; begin: string };

/** A letter that reached the page, by the page's own clock. */
type Letter = { at: number };
type Seen = { letters: Letter[]; lastAt: number };

/** An account for each kind, in a browser of its own. */
type Home = { context: BrowserContext; email: string };

const stack = new AsyncDisposableStack();
let foyer: FoyerProcess;
let browser: Browser;
let homes: Record<Kind, Home>;
const isBuilt = existsSync(join(import.meta.dirname, "../../build/client"));

beforeAll(async () => {
  if (!isBuilt) return;
  foyer = stack.use(await startFoyer());
  const launched = chromium.launch({
    executablePath: findChromium(),
    args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
  });
  browser = stack.adopt(await launched, (one) => one.close());
  homes = {
    plain: await openHome((page) => makePlain(page, journals.plain)),
    private: await openHome((page) => makePrivate(page, { name: journals.private, passphrase })),
  };
}, 120_000);

afterAll(() => stack.disposeAsync());

async function openHome(make: (page: Page) => Promise<unknown>): Promise<Home> {
  const context = await newContext();
  const page = await context.newPage();
  await page.goto("/AdvancedJournal");
  const { email } = await createAccount(page);
  await make(page);
  await saved(page);
  await page.close();
  return { context, email };
}

async function newContext(): Promise<BrowserContext> {
  const made = await browser.newContext({
    baseURL: foyer.origin,
    viewport: { width: 1440, height: 900 },
    serviceWorkers: "block",
  });
  made.setDefaultTimeout(patienceMs);
  return made;
}

/** Tells of each letter, and every few milliseconds that the page is alive. */
async function watchLetters(page: Page): Promise<Seen> {
  const seen: Seen = { letters: [], lastAt: 0 };
  await page.exposeBinding("sawLetter", (_, at: number) => {
    seen.letters.push({ at });
    seen.lastAt = Math.max(seen.lastAt, at);
  });
  await page.exposeBinding("isAlive", (_, at: number) => {
    seen.lastAt = Math.max(seen.lastAt, at);
  });
  await page.addInitScript(() => {
    type Told = { sawLetter: (at: number) => void; isAlive: (at: number) => void };
    const { sawLetter, isAlive } = globalThis as unknown as Told;
    addEventListener(
      "keydown",
      ({ key, ctrlKey }) => {
        if (key.length === 1 && !ctrlKey) sawLetter(performance.timeOrigin + performance.now());
      },
      true,
    );
    setInterval(() => isAlive(performance.timeOrigin + performance.now()), 25);
  });
  return seen;
}

async function openRoom(page: Page, path = "/AdvancedJournal"): Promise<void> {
  await page.goto(path);
  await roomOf(page);
}

/** Where it is locked, it is unlocked. */
async function roomOf(page: Page): Promise<void> {
  const field = page.getByLabel("Passphrase", { exact: true });
  const room = page.getByRole("button", { name: "Write", exact: true });
  await field.or(room).first().waitFor();
  if (await field.isVisible()) await unlock(page, passphrase);
  await room.waitFor();
}

/** Like somebody at a keyboard: letters in quick runs, now and then a thought. */
async function typeUntil(page: Page, text: string, random: Random, over: AbortSignal) {
  for (const letter of text) {
    if (over.aborted) return;
    // oxlint-disable-next-line no-await-in-loop -- one letter after the other
    await page.keyboard.type(letter);
    const pause = random.below(30) === 0 ? 400 + random.below(900) : 10 + random.below(70);
    // oxlint-disable-next-line no-await-in-loop
    await page.waitForTimeout(pause);
  }
}

/** Words of this run alone. */
function wordsOf(run: number, count: number): string {
  return Array.from({ length: count }, (_, at) => `r${run}w${at}`).join(" ");
}

async function crash(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const crashed = page.waitForEvent("crash");
  // It has no answer.
  session.send("Page.crash").catch(() => undefined);
  await crashed;
  await page.close();
}

const lettersOf = (text: string): string => text.replaceAll(/\s+/g, "");

async function textOf(page: Page): Promise<string> {
  const text = page.locator(".journal-page").getByRole("textbox", { name: "Text", exact: true });
  const shown = page.locator(".journal-page .prose").first();
  if (await text.isVisible()) {
    return text.evaluate((one) =>
      one instanceof HTMLTextAreaElement ? one.value : one.textContent,
    );
  }
  return (await shown.isVisible()) ? ((await shown.textContent()) ?? "") : "";
}

async function writeAndDie(
  run: number,
  kind: Kind,
  moment: Moment,
  random: Random,
): Promise<Written> {
  const page = await homes[kind].context.newPage();
  const seen = await watchLetters(page);
  await openRoom(page);
  await page
    .getByRole("navigation", { name: "Views and journals" })
    .getByRole("link", { name: new RegExp(journals[kind]) })
    .click();
  await page.getByRole("button", { name: "Write", exact: true }).click();
  await page.waitForFunction(() => document.activeElement?.getAttribute("aria-label") === "Text");
  const path = page.url();
  const text = wordsOf(run, 40);
  // Late enough that some of it is older than what may be missing.
  const diesAt = 60 + random.below(120);
  const before = seen.letters.length;
  const over = new AbortController();
  const typing = typeUntil(page, text, random, over.signal).catch(() => undefined);
  await expect
    .poll(() => seen.letters.length - before, { timeout: patienceMs, interval: 5 })
    .toBeGreaterThanOrEqual(diesAt);
  if (moment !== "writing") {
    over.abort();
    await typing;
  }
  if (moment === "locking") await page.keyboard.press("Control+Shift+L");
  await page.waitForTimeout(moment === "sending" ? 2500 + random.below(2500) : random.below(250));
  await crash(page);
  await typing;
  const kept = seen.letters.slice(before).filter(({ at }) => at <= seen.lastAt - graceMs).length;
  expect(kept, "letters that must be there").toBeGreaterThan(0);
  return { path, begin: lettersOf(text.slice(0, kept)) };
}

const momentOf = (kind: Kind, random: Random): Moment => {
  const one = random.below(10);
  if (one < 2) return "sending";
  return kind === "private" && one < 5 ? "locking" : "writing";
};

test.skipIf(!isBuilt)(
  `J0: ${KILLS} tabs that die while somebody writes lose a second at most, and no entry`,
  async () => {
    const written: Record<Kind, Written[]> = { plain: [], private: [] };
    for (let run = FIRST_SEED; run < FIRST_SEED + KILLS; run += 1) {
      const random = seededRandom(run);
      const kind: Kind = run % 2 === 0 ? "private" : "plain";
      const moment = momentOf(kind, random);
      const name = `seed ${run}, ${kind}, while ${moment}`;
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      const one = await writeAndDie(run, kind, moment, random);
      // oxlint-disable-next-line no-await-in-loop
      const page = await homes[kind].context.newPage();
      // oxlint-disable-next-line no-await-in-loop
      await openRoom(page, one.path);
      const shown = async () => lettersOf(await textOf(page)).slice(0, one.begin.length);
      // oxlint-disable-next-line no-await-in-loop
      await expect.poll(shown, { timeout: patienceMs, message: name }).toBe(one.begin);
      // oxlint-disable-next-line no-await-in-loop
      await page.close();
      written[kind].push(one);
    }
    for (const kind of ["plain", "private"] as const) {
      // oxlint-disable-next-line no-await-in-loop
      const page = await homes[kind].context.newPage();
      // oxlint-disable-next-line no-await-in-loop
      await openRoom(page);
      // oxlint-disable-next-line no-await-in-loop
      await saved(page);
      // oxlint-disable-next-line no-await-in-loop
      await page.close();
      // oxlint-disable-next-line no-await-in-loop
      await expectElsewhere(homes[kind], written[kind]);
    }
  },
  600_000 + KILLS * 60_000,
);

/** What another device of the account has of it, whose tab dies while it reads all for the first time. */
async function expectElsewhere({ email }: Home, written: readonly Written[]): Promise<void> {
  const other = await newContext();
  const first = await other.newPage();
  await first.goto("/AdvancedJournal");
  await signIn(first, email, password);
  await roomOf(first);
  // All of it is on its way just then.
  await crash(first);
  const page = await other.newPage();
  for (const { path, begin } of written) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await openRoom(page, path);
    const shown = async () => lettersOf(await textOf(page)).slice(0, begin.length);
    // oxlint-disable-next-line no-await-in-loop
    await expect.poll(shown, { timeout: patienceMs, message: path }).toBe(begin);
  }
  await other.close();
}

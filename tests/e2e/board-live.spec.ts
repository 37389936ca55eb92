/**
 * Three accounts work on one board by keys and presses: at a desk, on a laptop, and on a phone, which is without a network for
 * long and is closed and opened in that time; tabs crash in the middle of a word. After each step all that a board promises
 * holds on the server, no column has more cards than its limit; at the end all show the same, and no word is missing.
 * FUZZ_SEED runs one seed, FUZZ_RUNS more, each of BOARD_LIVE_STEPS acts.
 */
import type { Browser, Page } from "@playwright/test";
import { readItem } from "#lib/records/register.ts";
import type { Item } from "#lib/records/register.ts";
import { boardKinds } from "#lib/boards/shape.ts";
import { assertBoard } from "#lib/boards/testing/assert-board.ts";
import { makeBoard } from "../support/board-made.ts";
import { openBoardStory } from "../support/board-story.ts";
import type { FoyerProcess } from "../support/foyer-process.ts";
import type { Device, LiveStory } from "../support/live-story.ts";
import { wordsIn } from "../support/live-words.ts";
import { createAccount } from "../support/sign-in-steps.ts";
import type { Known } from "../support/sign-in-steps.ts";
import { expect, open, test } from "../support/site-test.ts";
import { keptOn } from "../support/todo-shown.ts";

const runs = Number(process.env["FUZZ_RUNS"] ?? 1);
const only = process.env["FUZZ_SEED"];
const seeds = only === undefined ? Array.from({ length: runs }, (_, at) => at + 1) : [Number(only)];
const steps = Number(process.env["BOARD_LIVE_STEPS"] ?? 35);

test.describe.configure({ timeout: 90_000 + steps * 2500 });
// A trace of hundreds of acts takes longer than they do.
test.use({ trace: "off" });

type Values = Record<string, Record<string, unknown>>;
type Stored = () => Promise<Values>;

for (const seed of seeds) {
  test(`three members end with the same and with every word, by seed ${seed} @long`, async ({
    browser,
    foyer,
  }) => {
    let board = "";
    const story = openBoardStory(seed, () => board);
    try {
      const owner = await begin(story, browser, foyer, (made) => (board = made));
      const stored: Stored = async () =>
        (await (await foyer.database(`boards/${board}`, owner.idToken)).json()) as Values;
      for (let step = 0; step < steps; step += 1) {
        // oxlint-disable-next-line no-await-in-loop -- one after the other
        await story.step();
        // oxlint-disable-next-line no-await-in-loop
        assertBoard(await stored());
      }
      await end(story);
      await compare(story, stored);
    } catch (error) {
      console.error(`Seed ${seed}, ${steps} steps:\n${story.told.join("\n")}`);
      throw error;
    }
    for (const { context } of story.devices) await context.close();
  });
}

async function begin(
  story: LiveStory,
  browser: Browser,
  foyer: FoyerProcess,
  made: (board: string) => void,
): Promise<Known> {
  const common = { baseURL: foyer.origin, serviceWorkers: "block" as const };
  const desk = { ...common, viewport: { width: 1440, height: 900 } };
  const phone = { ...common, serviceWorkers: "allow" as const, hasTouch: true };
  const devices = [
    await story.join(browser, "desk", desk),
    await story.join(browser, "laptop", { ...common, viewport: { width: 1280, height: 720 } }),
    await story.join(browser, "phone", { ...phone, viewport: { width: 390, height: 844 } }),
  ];
  const people = await Promise.all(
    devices.map(async ({ page, name }) => {
      await open(page, "/TaskManager");
      const known = await createAccount(page, name);
      await page.getByRole("heading", { name: "No board yet" }).waitFor();
      return known;
    }),
  );
  const [owner, ...others] = people as [Known, ...Known[]];
  const board = await makeBoard(foyer, owner, [
    { name: "To do", cards: ["First", "Second", "Third"] },
    { name: "Doing", cards: ["Fourth"], limit: 3 },
    { name: "Done", limit: 4 },
  ]);
  made(board);
  await join(foyer, owner, others, board);
  await Promise.all(devices.map((device) => enter(story, device)));
  return owner;
}

async function join(
  foyer: FoyerProcess,
  owner: Known,
  others: readonly Known[],
  board: string,
): Promise<void> {
  const ask = async (path: string, { idToken }: Known, body: object) => {
    const answer = await fetch(`${foyer.origin}/api/boards${path}`, {
      method: "POST",
      headers: { authorization: `Bearer ${idToken}`, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    expect([path, answer.ok]).toEqual([path, true]);
    return (await answer.json()) as { secret?: string };
  };
  const link = { role: "member", days: 1, uses: others.length };
  const { secret } = await ask(`/${board}/invites`, owner, { link });
  for (const other of others) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await ask("/join", other, { secret });
  }
}

async function enter(story: LiveStory, device: Device): Promise<void> {
  await story.open(device);
  if (!device.isPhone) return;
  // What it needs without a network is there after the second visit.
  await device.page.evaluate(() => navigator.serviceWorker.ready);
  await story.open(device);
  await device.page.waitForLoadState("networkidle");
}

/** All have a network, and everything is sent. */
async function end(story: LiveStory): Promise<void> {
  for (const device of story.devices) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    if (!device.isOnline) await story.goOnline(device, true);
  }
  for (const { page } of story.devices) {
    // oxlint-disable-next-line no-await-in-loop
    await expect(page.locator(".sync-state")).toHaveText("Saved", { timeout: 60_000 });
  }
}

async function compare(story: LiveStory, stored: Stored): Promise<void> {
  const { devices, notes, faults } = story;
  for (const { name, page } of devices) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await expect(async () => {
      const { kept } = await keptOn(page);
      expect(kept, `what is kept on the ${name}`).toEqual(registersIn(await stored()));
    }).toPass({ timeout: 20_000 });
  }
  const values = await stored();
  assertBoard(values);
  await expect(async () => {
    const [first, ...others] = await Promise.all(devices.map(({ page }) => columnsOn(page)));
    for (const shown of others) expect(shown).toEqual(first);
    expect(first?.flatMap(([, cards]) => cards).length).toBe(aliveIn(values));
  }).toPass({ timeout: 40_000 });
  const waiting = await Promise.all(devices.map(({ page }) => waitingOn(page)));
  const { log: _, ...texts } = values;
  const kept = new Set(wordsIn(JSON.stringify([texts, waiting])));
  const missing = [...notes.entered].filter((word) => !kept.has(word) && !notes.letGo.has(word));
  expect({ missing, faults }).toEqual({ missing: [], faults: [] });
  // It was done, and not only tried.
  expect(story.missed).toBeLessThan(Math.max(6, story.done / 5));
  expect(notes.entered.size).toBeGreaterThan(story.done / 5);
}

function aliveIn(values: Values): number {
  const { alive = {} } = values["counts"] as { alive?: Record<string, number> };
  return Object.values(alive).reduce((sum, count) => sum + count, 0);
}

/** As they are shown, each with its cards in their order. */
async function columnsOn(page: Page): Promise<[name: string, cards: string[]][]> {
  const before = page.viewportSize()!;
  // High enough that no card is left out.
  await page.setViewportSize({ ...before, height: 6000 });
  const columns = page.locator("[data-column]");
  const shown = await columns.evaluateAll((all) =>
    all.map((column): [string, string[]] => [
      column.querySelector("h2")?.textContent ?? "",
      Array.from(column.querySelectorAll<HTMLElement>(".card-face"), (card) => {
        const title = card.querySelector(".card-title")?.textContent ?? "";
        return `${card.dataset["id"]} ${title}`;
      }),
    ]),
  );
  await page.setViewportSize(before);
  return shown;
}

/** What the server does not take. */
function waitingOn(page: Page): Promise<unknown[]> {
  return page.evaluate(async () => {
    const asked = <Result>(request: IDBRequest<Result>) =>
      new Promise<Result>((resolve, reject) => {
        request.addEventListener("success", () => resolve(request.result));
        request.addEventListener("error", () => reject(request.error));
      });
    const database = await asked(indexedDB.open("foyer-outbox"));
    const entries = await asked(database.transaction("entries").objectStore("entries").getAll());
    database.close();
    return entries as unknown[];
  });
}

type Registers = Record<string, Record<string, Item["registers"]>>;

/** As a browser keeps them. */
function registersIn(values: Values): Registers {
  const found: Registers = {};
  for (const kind of boardKinds) {
    const items = Object.entries(values[kind] ?? {});
    if (items.length === 0) continue;
    found[kind] = Object.fromEntries(
      items.map(([id, value]) => [id, readItem(value)?.registers ?? {}] as const),
    );
  }
  return found;
}

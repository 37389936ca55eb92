/**
 * Two tabs of a desk and a phone, all of one account, work on the same lists by keys and presses: tabs crash in the middle of
 * a word, the phone is without a network for long and is closed and opened in that time. At the end all show the same, and no
 * word is missing. FUZZ_SEED runs one seed, FUZZ_RUNS more, each of TODO_LIVE_STEPS acts.
 */
import type { Browser } from "@playwright/test";
import { isGone, readItem } from "#lib/records/register.ts";
import type { Item, Register } from "#lib/records/register.ts";
import { todoShape } from "#lib/todo/todo-shape.ts";
import type { FoyerProcess } from "../support/foyer-process.ts";
import { createAccount, password, signIn } from "../support/sign-in-steps.ts";
import type { Known } from "../support/sign-in-steps.ts";
import { expect, open, test } from "../support/site-test.ts";
import { makeLists, newTask } from "../support/todo-hands.ts";
import { keptOn, shownAsList, shownOn } from "../support/todo-shown.ts";
import type { Shown } from "../support/todo-shown.ts";
import type { Device, LiveStory } from "../support/live-story.ts";
import { wordsIn } from "../support/live-words.ts";
import { openTodoStory } from "../support/todo-story.ts";

const runs = Number(process.env["FUZZ_RUNS"] ?? 1);
const only = process.env["FUZZ_SEED"];
const seeds = only === undefined ? Array.from({ length: runs }, (_, at) => at + 1) : [Number(only)];
const steps = Number(process.env["TODO_LIVE_STEPS"] ?? 35);

test.describe.configure({ timeout: 60_000 + steps * 2000 });
// A trace of hundreds of acts takes longer than they do.
test.use({ trace: "off" });

type Values = Record<string, Record<string, Record<string, unknown>>>;

for (const seed of seeds) {
  test(`three devices end with the same and with every word, by seed ${seed} @long`, async ({
    browser,
    foyer,
  }) => {
    const story = openTodoStory(seed);
    try {
      const { uid, idToken } = await begin(story, browser, foyer);
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      for (let step = 0; step < steps; step += 1) await story.step();
      await end(story);
      const answer = await foyer.database(`todos/${uid}`, idToken);
      await compare(story, (await answer.json()) as Values);
    } catch (error) {
      console.error(`Seed ${seed}, ${steps} steps:\n${story.told.join("\n")}`);
      throw error;
    }
    for (const { context } of story.devices) await context.close();
  });
}

async function begin(story: LiveStory, browser: Browser, { origin }: FoyerProcess): Promise<Known> {
  const common = { baseURL: origin, serviceWorkers: "block" as const };
  const desk = { ...common, viewport: { width: 1440, height: 900 } };
  const first = await story.join(browser, "desk", desk);
  await open(first.page, "/AdvancedTodoList?view=list:");
  const known = await createAccount(first.page);
  await newTask(first.page).waitFor();
  await makeLists(story.handsOf(first));
  await expect(first.page.locator(".sync-state")).toHaveText("Saved");
  const phone = { ...common, serviceWorkers: "allow" as const, hasTouch: true };
  const others = [
    await story.join(browser, "laptop", desk),
    await story.join(browser, "phone", { ...phone, viewport: { width: 390, height: 844 } }),
  ];
  await Promise.all(others.map((device) => enter(device, known)));
  return known;
}

async function enter({ page, isPhone }: Device, { email }: Known): Promise<void> {
  await open(page, "/AdvancedTodoList?view=list:");
  await signIn(page, email, password);
  await newTask(page).waitFor();
  if (!isPhone) return;
  // What it needs without a network is there after the second visit.
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.reload();
  await newTask(page).waitFor();
  await page.waitForLoadState("networkidle");
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

async function compare(story: LiveStory, values: Values): Promise<void> {
  const { devices, notes, faults } = story;
  const stored = registersIn(values);
  for (const { name, page } of devices) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await expect
      .poll(() => keptOn(page), { message: `what is kept on the ${name}`, timeout: 20_000 })
      .toEqual({ kept: stored, waiting: 0 });
  }
  const hands = devices.map((device) => story.handsOf(device));
  let desk: Shown | undefined;
  // Long lists are drawn a moment after their heading.
  await expect(async () => {
    const [first, ...others] = await Promise.all(hands.map(shownOn));
    for (const shown of others) expect(shown).toEqual(first);
    desk = first;
  }).toPass({ timeout: 40_000 });
  const [steps = [], ...asLists] = await shownAsList(hands);
  for (const shown of asLists) expect(shown).toEqual(steps);

  const tasks = Object.entries(stored["tasks"] ?? {});
  const isOpen = ([, registers]: (typeof tasks)[number]) =>
    !isGone(todoShape, "tasks", { at: 0, registers }) && !isSet(registers["done"]);
  const open = tasks.filter(isOpen).map(([id]) => id);
  const lines = ["Inbox", "Home", "Work"].flatMap((view) => desk?.[view] ?? []).concat(steps);
  expect(lines.map((line) => line.split(" | ", 1).join("")).toSorted()).toEqual(open.toSorted());

  const lost = Object.values(stored["lost"] ?? {}).filter(({ gone }) => !isSet(gone));
  const kept = new Set(wordsIn(JSON.stringify([stored["tasks"], lost])));
  const missing = [...notes.entered].filter((word) => !kept.has(word) && !notes.letGo.has(word));
  expect({ missing, faults }).toEqual({ missing: [], faults: [] });
  // It was done, and not only tried.
  expect(story.missed).toBeLessThan(Math.max(5, story.done / 8));
  expect(notes.entered.size).toBeGreaterThan(story.done / 4);
}

/** What it says is so: it is done, or gone. */
const isSet = (register: Register | undefined) => Boolean(register?.value["v"]);

type Registers = Record<string, Record<string, Item["registers"]>>;

/** As a browser keeps them. */
function registersIn(values: Values): Registers {
  const found: Registers = {};
  for (const [kind, items] of Object.entries(values)) {
    if (kind === "meta") continue;
    const registers = Object.entries(items).map(
      ([id, value]) => [id, readItem(value)?.registers ?? {}] as const,
    );
    found[kind] = Object.fromEntries(registers);
  }
  return found;
}

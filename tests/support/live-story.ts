/**
 * Three devices work on the same things by keys and presses: two of a desk, and a phone that is without a network for most of
 * the time. What is done next comes from a seed; what of it can be done then depends on who was quicker.
 */
import type { Browser, BrowserContext, BrowserContextOptions, Page } from "@playwright/test";
import { seededRandom } from "./seeded-random.ts";
import type { Random } from "./seeded-random.ts";
import { noteWords } from "./live-words.ts";
import type { WordNotes } from "./live-words.ts";

export type Hands = {
  page: Page;
  isPhone: boolean;
  random: Random;
  /** A word that was never typed before. */
  word(): string;
};

export type Act = {
  name: string;
  run?: (hands: Hands, device: Device, story: LiveStory) => Promise<void>;
  with?: (hands: Hands, id: string) => Promise<void>;
  /** Its words are entered once it is done. */
  isAdding?: boolean;
  isRepeating?: boolean;
  isWriting?: boolean;
};

/** What is worked on. */
export type LiveTool = {
  acts: readonly Act[];
  /** Opens it. */
  open: (page: Page) => Promise<void>;
  /** What an act may be done with, as it is shown. */
  idsIn: (page: Page) => Promise<string[]>;
  /** Where that is nothing. */
  add: (hands: Hands) => Promise<void>;
  repeating?: (page: Page) => Promise<string | undefined>;
  /** The letters are all typed, and nothing was left. */
  beginToWrite: (hands: Hands, id: string) => Promise<void>;
  writeAtOnce: (hands: Hands, id: string) => Promise<void>;
  /** Back to where nothing is open. */
  closeAll: (page: Page) => Promise<void>;
};

export const often = (act: Act, times: number): Act[] => Array.from({ length: times }, () => act);
export const writes = (name: string, act: NonNullable<Act["with"]>) =>
  often({ name, with: act, isWriting: true }, 3);

/** Until a phone has its network back. */
const longestOffline = 24;

export type Device = {
  name: string;
  isPhone: boolean;
  context: BrowserContext;
  page: Page;
  isOnline: boolean;
  /** How many more steps. */
  offlineFor: number;
  /** What each act of writing put there, as undoing it takes it away; of this tab. */
  written: string[][];
};

export class LiveStory {
  readonly notes: WordNotes = { entered: new Set(), letGo: new Set() };
  readonly told: string[] = [];
  /** What threw in a page. */
  readonly faults: string[] = [];
  readonly devices: Device[] = [];
  /** Acts for which somebody else was quicker: their task was gone. */
  missed = 0;
  done = 0;
  readonly #random: Random;
  readonly #tool: LiveTool;
  #words = 0;

  constructor(seed: number, tool: LiveTool) {
    this.#random = seededRandom(seed);
    this.#tool = tool;
  }

  say(who: string, what: string): void {
    this.told.push(`${this.told.length} ${who}: ${what}`);
  }

  async join(browser: Browser, name: string, options: BrowserContextOptions): Promise<Device> {
    const context = await browser.newContext(options);
    await noteWords(context, this.notes);
    context.on("weberror", (error) => this.faults.push(`${name}: ${String(error.error())}`));
    const device: Device = {
      name,
      isPhone: options.viewport!.width < 600,
      context,
      page: await context.newPage(),
      isOnline: true,
      offlineFor: 0,
      written: [],
    };
    this.devices.push(device);
    return device;
  }

  handsOf(device: Device, typed: string[] = [], seed = this.#random.below(2 ** 31)): Hands {
    return {
      page: device.page,
      isPhone: device.isPhone,
      random: seededRandom(seed),
      word: () => {
        this.#words += 1;
        const word = `w${this.#words}z`;
        typed.push(word);
        return word;
      },
    };
  }

  async step(): Promise<void> {
    const random = this.#random;
    for (const device of this.devices) {
      device.offlineFor -= 1;
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      if (!device.isOnline && device.offlineFor <= 0) await this.goOnline(device, true);
    }
    const device = random.pick(this.devices);
    const luck = random.below(30);
    if (luck === 0) return this.die(device);
    if (luck < 3) return this.loseNetwork(device);
    if (luck > 4) return this.act(device);
    // At the same moment as somebody else, in the same task where both have it.
    const other = random.pick(this.devices.filter((one) => one !== device));
    await Promise.all([this.write(device), this.write(other)]);
  }

  async act(device: Device): Promise<void> {
    const typed: string[] = [];
    const hands = this.handsOf(device, typed);
    const act = hands.random.pick(this.#tool.acts);
    await this.#try(device, act.name, async () => {
      if (act.run) return act.run(hands, device, this);
      const id = await this.#idFor(hands, act.isRepeating === true);
      if (id === undefined) return this.#tool.add(hands);
      this.say(device.name, `  with ${id}`);
      if (act.isWriting === true) device.written.push(typed);
      await act.with!(hands, id);
    });
    for (const word of typed) {
      if (act.isAdding === true) this.notes.entered.add(word);
    }
  }

  /** The title of the first one that is shown. */
  async write(device: Device): Promise<void> {
    const typed: string[] = [];
    const hands = this.handsOf(device, typed);
    device.written.push(typed);
    await this.#try(device, "writes at the same time", async () => {
      const [id] = await this.#tool.idsIn(device.page);
      if (id !== undefined) await this.#tool.writeAtOnce(hands, id);
    });
  }

  async goOnline(device: Device, isOnline: boolean): Promise<void> {
    this.say(device.name, isOnline ? "has a network" : "has no network");
    await device.context.setOffline(!isOnline);
    device.isOnline = isOnline;
  }

  async loseNetwork(device: Device): Promise<void> {
    if (!device.isOnline) return;
    await this.goOnline(device, false);
    device.offlineFor = device.isPhone ? longestOffline : this.#random.below(6);
    // A phone's browser closes what is behind; it starts from what it keeps.
    if (!device.isPhone) return;
    this.say(device.name, "is closed and opened");
    await device.page.close();
    await this.open(device);
  }

  /** In the middle of a word; on the desk the whole tab crashes. */
  async die(device: Device): Promise<void> {
    const hands = this.handsOf(device);
    await this.#try(
      device,
      "dies in the middle of a word",
      async () => {
        const id = await this.#idFor(hands, false);
        if (id !== undefined) await this.#tool.beginToWrite(hands, id);
      },
      false,
    );
    if (device.isPhone) await device.page.close({ runBeforeUnload: false });
    else {
      await crash(device.page);
      // Without a worker nothing opens it.
      await this.goOnline(device, true);
    }
    await this.open(device);
  }

  async open(device: Device): Promise<void> {
    if (device.page.isClosed()) device.page = await device.context.newPage();
    device.written = [];
    await this.#tool.open(device.page);
  }

  async #try(device: Device, name: string, act: () => Promise<void>, isClosed = true) {
    this.done += 1;
    this.say(device.name, name);
    try {
      await act();
    } catch (error) {
      this.missed += 1;
      this.say(device.name, `  could not: ${String(error).split("\n")[0]}`);
    }
    if (isClosed) await this.#tool.closeAll(device.page);
  }

  async #idFor(hands: Hands, isRepeating: boolean): Promise<string | undefined> {
    const repeating = isRepeating ? await this.#tool.repeating?.(hands.page) : undefined;
    const all = await this.#tool.idsIn(hands.page);
    return repeating ?? (all.length === 0 ? undefined : hands.random.pick(all));
  }
}

export async function crash(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const crashed = page.waitForEvent("crash");
  // It has no answer.
  session.send("Page.crash").catch(() => undefined);
  await crashed;
  await page.close();
}

/**
 * Three devices of one account work on the same lists: two tabs of a desk, and a phone that is without a network for most of
 * the time. What is done next comes from a seed; what of it can be done then depends on who was quicker.
 */
import type { Browser, BrowserContext, BrowserContextOptions, Page } from "@playwright/test";
import { seededRandom } from "./seeded-random.ts";
import type { Random } from "./seeded-random.ts";
import * as hand from "./todo-hands.ts";
import type { Hands } from "./todo-hands.ts";
import { noteWords } from "./todo-words.ts";
import type { WordNotes } from "./todo-words.ts";

const address = "/AdvancedTodoList?view=list:";
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

export class TodoStory {
  readonly notes: WordNotes = { entered: new Set(), letGo: new Set() };
  readonly told: string[] = [];
  /** What threw in a page. */
  readonly faults: string[] = [];
  readonly devices: Device[] = [];
  /** Acts for which somebody else was quicker: their task was gone. */
  missed = 0;
  done = 0;
  readonly #random: Random;
  #words = 0;

  constructor(seed: number) {
    this.#random = seededRandom(seed);
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
    const act = hands.random.pick(acts);
    await this.#try(device, act.name, async () => {
      if (act.run) return act.run(hands, device, this);
      const id = await taskFor(hands, act.isRepeating === true);
      if (id === undefined) return hand.addTask(hands);
      this.say(device.name, `  with ${id}`);
      if (act.isWriting === true) device.written.push(typed);
      await act.with!(hands, id);
    });
    for (const word of typed) {
      if (act.isAdding === true) this.notes.entered.add(word);
    }
  }

  /** The title of the first task that is shown. */
  async write(device: Device): Promise<void> {
    const typed: string[] = [];
    const hands = this.handsOf(device, typed);
    device.written.push(typed);
    await this.#try(device, "writes at the same time", async () => {
      const [id] = await hand.tasksIn(device.page);
      if (id !== undefined) await hand.writeInPanel(hands, id, "Title");
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
        const id = await taskFor(hands, false);
        if (id !== undefined) await hand.beginToWrite(hands, id);
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
    await device.page.goto(address);
    await hand.newTask(device.page).waitFor();
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
    if (isClosed) await hand.closeAll(device.page);
  }
}

async function taskFor(hands: Hands, isRepeating: boolean): Promise<string | undefined> {
  const repeating = hands.page.locator(".task-row", { has: hands.page.getByLabel("Repeats") });
  const [first] = isRepeating
    ? await repeating.evaluateAll((rows) => rows.map((row) => row.dataset["id"]))
    : [];
  const all = await hand.tasksIn(hands.page);
  return first ?? (all.length === 0 ? undefined : hands.random.pick(all));
}

async function crash(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const crashed = page.waitForEvent("crash");
  // It has no answer.
  session.send("Page.crash").catch(() => undefined);
  await crashed;
  await page.close();
}

type Act = {
  name: string;
  run?: (hands: Hands, device: Device, story: TodoStory) => Promise<void>;
  with?: (hands: Hands, id: string) => Promise<void>;
  /** Its words are entered once it is done. */
  isAdding?: boolean;
  isRepeating?: boolean;
  isWriting?: boolean;
};

const key = (name: string, keys: string): Act => ({
  name,
  with: (hands, id) => hand.pressOn(hands, id, keys),
});

const often = (act: Act, times: number): Act[] => Array.from({ length: times }, () => act);
const writes = (name: string, act: NonNullable<Act["with"]>) =>
  often({ name, with: act, isWriting: true }, 3);

const acts: readonly Act[] = [
  ...often({ name: "adds a task", isAdding: true, run: (hands) => hand.addTask(hands) }, 4),
  ...writes("writes into a title", (hands, id) => hand.writeInPanel(hands, id, "Title")),
  ...writes("writes into notes", (hands, id) => hand.writeInPanel(hands, id, "Notes")),
  ...writes("writes into a row", hand.writeInRow),
  { name: "completes a task", with: hand.complete },
  { name: "completes one that repeats", with: hand.complete, isRepeating: true },
  key("makes it a subtask", "]"),
  key("takes it out", "["),
  key("moves it up", "Alt+ArrowUp"),
  key("moves it to the next column, or below another", "Alt+ArrowRight"),
  key("deletes it", "Delete"),
  { name: "moves it to a list", with: hand.moveToList },
  { name: "labels it", with: hand.label },
  { name: "gives it a priority", with: hand.prioritize },
  { name: "puts it off", with: hand.putOff },
  { name: "restores one", run: restoreOne },
  { name: "chooses between texts", run: settleOne },
  ...often({ name: "goes to another list", run: goSomewhere }, 3),
  ...often({ name: "takes back", run: undoOne }, 2),
  { name: "does again", run: (hands) => hand.redo(hands) },
];

function goSomewhere(hands: Hands): Promise<void> {
  return hand.goTo(hands, hands.random.pick(["Inbox", ...hand.lists]));
}

async function restoreOne(hands: Hands): Promise<void> {
  await hand.restore(hands);
  await hand.goTo(hands, "Inbox");
}

async function settleOne(hands: Hands): Promise<void> {
  await hand.settle(hands);
  await hand.closeAll(hands.page);
  await hand.goTo(hands, "Inbox");
}

async function undoOne(hands: Hands, device: Device, { notes }: TodoStory): Promise<void> {
  const what = await hand.undo(hands);
  if (!/^(?:Rename|Notes of)/.test(what)) return;
  // Two times in the same field in a row may be one act, and the last try may have come to nothing.
  const last = device.written.filter((words) => words.length > 0).slice(-2);
  for (const word of last.flat()) notes.letGo.add(word);
}

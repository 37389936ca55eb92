/**
 * Three people in one room, one of them at two devices. What is done next comes from a seed: they write, change, delete,
 * react and answer in threads, look elsewhere, load the page anew, are without a network, and their tabs are killed.
 */
import type { Browser, Page } from "@playwright/test";
import type { ChatRead, OwnRoom, RoomHead } from "#lib/chat/room.ts";
import {
  type Person,
  actOn,
  chooseOf,
  closeThread,
  confirm,
  enterChat,
  enterAgain,
  field,
  messages,
  personLine,
  react,
  roomLine,
  roomOf,
  rooms,
  thread,
  write,
} from "./chat-hands.ts";
import type { FoyerProcess } from "./foyer-process.ts";
import { crash } from "./live-story.ts";
import { type Random, seededRandom } from "./seeded-random.ts";
import { expect } from "./site-test.ts";

export type Device = {
  name: string;
  person: Person;
  page: Page;
  isOnline: boolean;
  /** How many more steps. */
  offlineFor: number;
  /** What its page has fetched the code of. */
  known: Set<string>;
};

/** A message by the one word that no other has. */
export type Sent = {
  by: string;
  root?: string | undefined;
  isDeleted: boolean;
  hasThread: boolean;
};

const longestOffline = 8;
/** Nothing that can be done at all takes longer. */
const patienceMs = 6000;

const isOwn = (_: Sent, device: Device, by: string) => by === device.person.uid;
const text = (page: Page, word: string) =>
  messages(page).filter({ has: page.locator(".chat-text", { hasText: word }) });

export class ChatStory {
  readonly told: string[] = [];
  readonly sent = new Map<string, Sent>();
  readonly devices: Device[] = [];
  missed = 0;
  room = "";
  readonly #foyer: FoyerProcess;
  readonly #random: Random;
  #steps = 0;

  constructor(seed: number, foyer: FoyerProcess) {
    this.#random = seededRandom(seed);
    this.#foyer = foyer;
  }

  async begin(browser: Browser): Promise<void> {
    const newPage = async () => (await browser.newContext()).newPage();
    const ann = await enterChat(await newPage(), "Ann");
    const ben = await enterChat(await newPage(), "Ben");
    const cleo = await enterChat(await newPage(), "Cleo");
    this.room = await roomOf(this.#foyer, [ann, ben, cleo]);
    const again = await enterAgain(await newPage(), ann);
    for (const person of [ann, ben, cleo, again]) this.#add(person);
    // oxlint-disable no-await-in-loop -- one after the other
    for (const device of this.devices) await this.#enter(device);
    // Each has something to change, and sees something to react to.
    for (const device of this.devices) await this.#send(device);
    // oxlint-enable no-await-in-loop
  }

  #add(person: Person): void {
    const name = `${person.name.split(" ")[0]} ${this.devices.length + 1}`;
    const { page } = person;
    page.setDefaultTimeout(patienceMs);
    this.devices.push({ name, person, page, isOnline: true, offlineFor: 0, known: new Set() });
  }

  async step(): Promise<void> {
    this.#steps += 1;
    for (const device of this.devices) {
      device.offlineFor -= 1;
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      if (!device.isOnline && device.offlineFor <= 0) await this.goOnline(device);
    }
    const device = this.#random.pick(this.devices);
    const name = this.#random.pick(often);
    this.#say(device, name);
    try {
      await this.#acts[name]!(device);
    } catch (error) {
      this.missed += 1;
      this.#say(device, `  could not: ${String(error).slice(0, 700)}`);
      await this.#load(device);
    }
  }

  readonly #acts: Record<string, (device: Device) => Promise<void>> = {
    send: (device) => this.#send(device),
    edit: async (device) => {
      const word = await this.#choose(device, "edit", isOwn);
      if (word === undefined) return this.#send(device);
      await chooseOf(device.page, text(device.page, word), "Edit");
      await expect(device.page.getByText("You are changing a message.")).toBeVisible();
      await write(device.page, `${word} in step ${this.#steps}`);
    },
    delete: async (device) => {
      const mayGo = (sent: Sent, of: Device, by: string) => isOwn(sent, of, by) && !sent.hasThread;
      const word = await this.#choose(device, "delete", mayGo);
      if (word === undefined) return this.#send(device);
      await chooseOf(device.page, text(device.page, word), "Delete…");
      this.sent.get(word)!.isDeleted = true;
      await confirm(device.page, "Delete");
    },
    react: async (device) => {
      const word = await this.#choose(device, "react", () => true);
      if (word === undefined) return this.#send(device);
      await react(device.page, text(device.page, word), this.#random.pick(["heart", "fire"]));
    },
    answer: async (device) => {
      const root = await this.#choose(device, "answer", () => true);
      if (root === undefined) return this.#send(device);
      const { page } = device;
      await actOn(text(page, root), "Thread");
      this.sent.get(root)!.hasThread = true;
      const answer = thread(page).getByRole("textbox", { name: "Answer in the thread" });
      // What was never typed is not missing at the end.
      await expect(answer).toBeVisible();
      const word = this.#word(device, root);
      await answer.fill(word);
      await answer.press("Enter");
      await expect(thread(page).getByRole("article").filter({ hasText: word })).toBeVisible();
      await closeThread(page);
    },
    reload: async (device) => {
      await this.#load(device);
      await this.unreadIsRight();
    },
    kill: async (device) => {
      if (!device.isOnline) await this.goOnline(device);
      await this.kill(device);
      await this.unreadIsRight();
    },
    lookElsewhere: async ({ person }) => {
      for (const device of this.#devicesOf(person)) {
        // oxlint-disable-next-line no-await-in-loop -- one after the other
        await lookElsewhere(device);
      }
      await this.unreadIsRight();
    },
    loseNetwork: async (device) => {
      if (!device.isOnline) return this.goOnline(device);
      this.#say(device, "  has no network");
      await device.page.context().setOffline(true);
      device.isOnline = false;
      device.offlineFor = 1 + this.#random.below(longestOffline);
    },
  };

  async goOnline(device: Device): Promise<void> {
    this.#say(device, "has a network");
    await device.page.context().setOffline(false);
    device.isOnline = true;
  }

  /** Into the room, if they are not in it. */
  async #enter({ page }: Device): Promise<void> {
    if ((await field(page).count()) === 0) await roomLine(page, "House").click();
    await expect(field(page)).toBeVisible();
  }

  async #load(device: Device): Promise<void> {
    if (!device.isOnline) await this.goOnline(device);
    device.known.clear();
    await device.page.reload();
    await expect(roomLine(device.page, "House")).toBeVisible();
  }

  #word(device: Device, root?: string): string {
    const word = `w${this.sent.size + 1}z`;
    this.sent.set(word, { by: device.person.uid, root, isDeleted: false, hasThread: false });
    this.#say(device, `  ${word}`);
    return word;
  }

  async #send(device: Device): Promise<void> {
    await this.#enter(device);
    const word = this.#word(device);
    await write(device.page, word);
    await expect(text(device.page, word)).toBeVisible();
  }

  /** Of the last ones that are stored and on the screen. Without a network only what its page has the code for is done. */
  async #choose(
    device: Device,
    act: string,
    may: (sent: Sent, device: Device, by: string) => boolean,
  ): Promise<string | undefined> {
    if (!device.isOnline && (act === "answer" || !device.known.has(act))) return undefined;
    device.known.add(act);
    await this.#enter(device);
    const shown = await messages(device.page)
      .and(device.page.locator(":not([data-state])"))
      .locator(".chat-text")
      .allTextContents();
    const words = shown.slice(-8).flatMap((one) => /^w\d+z/.exec(one)?.[0] ?? []);
    const possible = words.filter((word) => {
      const sent = this.sent.get(word);
      return sent !== undefined && !sent.isDeleted && may(sent, device, sent.by);
    });
    if (possible.length === 0) return undefined;
    const word = this.#random.pick(possible);
    this.#say(device, `  ${act} ${word}`);
    return word;
  }

  /** In the middle of a word, or right after one was sent: nobody sees them there or typing any more. */
  async kill(device: Device): Promise<void> {
    const { person } = device;
    const { uid, name } = person;
    const others = this.devices.filter((one) => one.person.uid !== uid && one.isOnline);
    const observer = others[0];
    if (observer) {
      await this.#enter(observer);
      await showPeople(observer.page);
      await expect(personLine(observer.page, name)).toContainText("online");
    }
    await this.#enter(device);
    if (this.#random.below(2) === 0) {
      await field(device.page).pressSequentially("half a wo");
      if (observer) await expect(observer.page.getByText(typing(name))).toBeVisible();
    } else {
      await this.#send(device);
    }
    await this.#crash(device);
    const isElsewhere = this.#devicesOf(person).length > 1;
    await expect.poll(() => this.#stored(`chatTyping/${this.room}/${uid}`)).toBe(null);
    if (observer) {
      await expect(observer.page.getByText(typing(name))).toHaveCount(0);
      if (!isElsewhere) await expect(personLine(observer.page, name)).not.toContainText("online");
    }
    device.known.clear();
    await device.page.goto(`/Chat?room=${this.room}`);
    await expect(field(device.page)).toBeVisible();
    await field(device.page).fill("");
    if (observer) await expect(personLine(observer.page, name)).toContainText("online");
  }

  async #crash(device: Device): Promise<void> {
    const context = device.page.context();
    await crash(device.page);
    device.page = await context.newPage();
    device.page.setDefaultTimeout(patienceMs);
  }

  #devicesOf({ uid }: Person): Device[] {
    return this.devices.filter(({ person }) => person.uid === uid);
  }

  /** Each device with a network says of the room what the server's numbers say. */
  async unreadIsRight(): Promise<void> {
    await expect(async () => {
      const online = this.devices.filter(({ isOnline }) => isOnline);
      const counts = await Promise.all(
        online.map(async ({ name, person, page }) => ({
          name,
          shown: await unreadOn(page),
          stored: await this.unreadOf(person),
        })),
      );
      expect(counts.filter(({ shown, stored }) => shown !== stored)).toEqual([]);
    }).toPass({ timeout: 20_000 });
  }

  async unreadOf({ uid, idToken }: Person): Promise<number> {
    const [head, read, own] = (await Promise.all([
      this.#stored(`chat/${this.room}/head`),
      this.#stored(`chatReads/${uid}/${this.room}`, idToken),
      this.#stored(`chatOf/${uid}/${this.room}`, idToken),
    ])) as [RoomHead, ChatRead | null, OwnRoom];
    return head.n - Math.max(read?.n ?? 0, own.from ?? 0);
  }

  #stored(path: string, idToken = this.devices[0]!.person.idToken): Promise<unknown> {
    return this.#foyer.database(path, idToken).then((answer) => answer.json());
  }

  /** All that is there: of the room, and of each thread by its root's key. */
  async everything<Messages>(): Promise<{ room: Messages; threads: Record<string, Messages> }> {
    const [room, threads] = await Promise.all([
      this.#stored(`chat/${this.room}/messages`),
      this.#stored(`chat/${this.room}/replies`),
    ]);
    return { room: room as Messages, threads: (threads ?? {}) as Record<string, Messages> };
  }

  #say({ name }: Device, what: string): void {
    this.told.push(`${this.#steps} ${name}: ${what}`);
  }

  /** All have a network and look at the room. */
  async comeTogether(): Promise<void> {
    for (const device of this.devices) {
      // oxlint-disable no-await-in-loop -- one after the other
      if (!device.isOnline) await this.goOnline(device);
      await this.#enter(device);
      // oxlint-enable no-await-in-loop
    }
  }

  /** The first of the room's people looks elsewhere at both devices meanwhile: both know the same of it, whatever becomes of them. */
  async twoDevices(): Promise<void> {
    const [first, ben, cleo, second] = this.devices as [Device, Device, Device, Device];
    await this.unreadIsRight();
    expect(await this.unreadOf(first.person)).toBe(0);
    await lookElsewhere(first);
    await lookElsewhere(second);
    for (const device of [ben, ben, cleo]) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      await this.#send(device);
    }
    const both = async (unread: number) => {
      for (const { page } of [first, second]) {
        // oxlint-disable-next-line no-await-in-loop
        await expect.poll(() => unreadOn(page)).toBe(unread);
      }
      expect(await this.unreadOf(first.person)).toBe(unread);
    };
    await both(3);
    await first.page.reload();
    await this.#crash(second);
    await second.page.goto("/Chat?view=browse");
    await both(3);
    await this.#enter(second);
    await both(0);
  }
}

const often = [
  ...Array.from({ length: 8 }, () => "send"),
  "edit",
  "edit",
  "delete",
  "react",
  "react",
  "react",
  "answer",
  "answer",
  "reload",
  "kill",
  "lookElsewhere",
  "loseNetwork",
];

const typing = (name: string) => new RegExp(`${name}.* typing…`);

async function lookElsewhere({ page }: Device): Promise<void> {
  // It stands where the list of rooms was.
  const close = page.getByRole("button", { name: "Close details" });
  if (await close.isVisible()) await close.click();
  await rooms(page).getByRole("link", { name: "Public rooms" }).click();
  await expect(field(page)).toHaveCount(0);
}

async function showPeople(page: Page): Promise<void> {
  const button = page.getByRole("button", { name: "People (3)" });
  if ((await button.getAttribute("aria-pressed")) !== "true") await button.click();
}

/** Undefined: the room is not in the list yet. */
async function unreadOn(page: Page): Promise<number | undefined> {
  // Also while a panel has its place.
  const list = page.locator(".chat-nav a").filter({ hasText: "House" });
  const [line] = await list.allTextContents();
  return line === undefined ? undefined : Number(/(\d+) unread/.exec(line)?.[1] ?? 0);
}

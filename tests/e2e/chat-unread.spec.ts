/** What is unread in /Chat, on all devices of somebody and in all of the site. */
import type { Browser, Page } from "@playwright/test";
import { messageKey } from "#lib/chat/message.ts";
import { violationsInBothSchemes } from "../support/axe.ts";
import {
  type Person,
  another,
  ask,
  chooseOf,
  enterChat,
  field,
  message,
  messages,
  roomLine,
  roomOf,
  rooms,
  write,
} from "../support/chat-hands.ts";
import { account, signIn } from "../support/sign-in-steps.ts";
import { expect, open, test } from "../support/site-test.ts";

test.describe.configure({ timeout: 120_000 });
const embedded = { tag: "@embedded" };

async function secondDevice(browser: Browser, { email }: Person): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  await open(page, "/Chat");
  await signIn(page, email);
  await expect(account(page)).toBeVisible();
  return page;
}

const unread = (page: Page, count: number) =>
  expect(roomLine(page, "House").getByText(`${count} unread`)).toHaveCount(count > 0 ? 1 : 0);
const list = (page: Page) => page.getByRole("main");

test(
  "what is marked unread stays so where the room is open, on both devices, over a reload, until it is opened again",
  embedded,
  async ({ page, browser, foyer }) => {
    const ann = await enterChat(page, "Ann");
    const ben = await another(browser, "Ben");
    await roomOf(foyer, [ann, ben]);
    const other = await secondDevice(browser, ann);
    await roomLine(other, "House").click();
    for (const text of ["One", "Two", "Three"]) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      await write(ben.page, text);
    }
    await expect(message(page, "Three")).toBeVisible();
    await expect(message(other, "Three")).toBeVisible();
    await expect(roomLine(page, "House").getByText("unread")).toHaveCount(0);
    await chooseOf(page, message(page, "Two"), "Mark unread from here");
    await unread(page, 2);
    await unread(other, 2);
    await write(ben.page, "Four");
    await expect(message(other, "Four")).toBeVisible();
    await unread(page, 3);
    await unread(other, 3);
    await page.reload();
    await expect(message(page, "Four")).toBeVisible();
    await unread(page, 3);
    await unread(other, 3);
    await rooms(page).getByRole("link", { name: "Public rooms" }).click();
    await roomLine(page, "House").click();
    await expect(roomLine(page, "House").getByText("unread")).toHaveCount(0);
    await expect(roomLine(other, "House").getByText("unread")).toHaveCount(0);
    // Both go on reading.
    await write(ben.page, "Five");
    await expect(message(other, "Five")).toBeVisible();
    await expect(roomLine(page, "House").getByText("unread")).toHaveCount(0);
  },
);

test(
  "answers in threads are new on both devices until they are marked as read, one or all",
  embedded,
  async ({ page, browser, foyer }) => {
    const ann = await enterChat(page, "Ann");
    const ben = await another(browser, "Ben");
    const room = await roomOf(foyer, [ann, ben]);
    for (const text of ["Milk?", "Bread?", "Tea?"]) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      await write(page, text);
    }
    await expect(message(ben.page, "Tea?")).toBeVisible();
    const answer = async (n: number, id: string) => {
      const sent = { id: id.padStart(20, "a"), text: `Answer ${id}`, root: messageKey(n) };
      expect((await ask(foyer, ben, `/${room}/messages`, sent)).status).toBe(201);
    };
    // Before them stands who made the room, and who came in.
    const own = await messages(page).count();
    expect(own).toBe(3);
    await answer(3, "one");
    await answer(3, "two");
    await answer(4, "three");
    await answer(5, "four");
    const other = await secondDevice(browser, ann);
    const threadsOf = async (of: Page) => {
      await open(of, "/Chat?view=threads");
      await expect(list(of).getByRole("listitem").filter({ hasText: "Milk?" })).toBeVisible();
    };
    await threadsOf(page);
    await threadsOf(other);
    const newIn = (of: Page) => list(of).getByText(/^\d new$/);
    await expect(newIn(page)).toHaveText(["1 new", "1 new", "2 new"]);
    await expect(newIn(other)).toHaveText(["1 new", "1 new", "2 new"]);
    await expect(rooms(page).getByRole("link", { name: /Your threads 3 unread/ })).toBeVisible();
    expect(await violationsInBothSchemes(page)).toEqual([]);
    const milk = list(page).getByRole("listitem").filter({ hasText: "Milk?" });
    await milk.getByRole("button", { name: "Mark as read" }).click();
    await expect(newIn(page)).toHaveText(["1 new", "1 new"]);
    await expect(newIn(other)).toHaveText(["1 new", "1 new"]);
    await list(other).getByRole("button", { name: "Mark all as read" }).click();
    await expect(newIn(page)).toHaveCount(0);
    await threadsOf(page);
    await expect(newIn(page)).toHaveCount(0);
    await answer(4, "five");
    await expect(newIn(page)).toHaveText(["1 new"]);
    await threadsOf(page);
    await expect(newIn(page)).toHaveText(["1 new"]);
  },
);

test(
  "the ways to Chat say that something is unread, until it is read",
  embedded,
  async ({ page, browser, foyer }) => {
    const ann = await enterChat(page, "Ann");
    const ben = await another(browser, "Ben");
    await roomOf(foyer, [ann, ben]);
    await open(page, "/Settings");
    await write(ben.page, "Nobody is named");
    await write(ben.page, `Hi @${ann.name} there`);
    const tools = page.getByRole("navigation", { name: "Tools" });
    await expect(tools.getByRole("link", { name: "Chat unread" })).toBeVisible({
      timeout: 30_000,
    });
    await page.setViewportSize({ width: 390, height: 800 });
    await expect(tools.getByRole("link", { name: "Chat unread" })).toBeVisible();
    // Who opens others more often has it behind "More".
    await page.evaluate(() => {
      const others = ["/FileStorageApp", "/AdvancedJournal", "/AdvancedTodoList", "/TaskManager"];
      const counts = Object.fromEntries(others.map((path) => [path, 99]));
      localStorage.setItem("foyer:tools", JSON.stringify(counts));
    });
    await page.reload();
    await tools.getByRole("button", { name: "More unread" }).click();
    await tools.getByRole("link", { name: "Chat unread" }).click();
    await roomLine(page, "House").click();
    await expect(field(page)).toBeVisible();
    await expect(tools.getByRole("button", { name: "More", exact: true })).toBeVisible();
    await page.setViewportSize({ width: 1280, height: 800 });
    await expect(page.getByRole("button", { name: "Notifications", exact: true })).toBeVisible();
  },
);

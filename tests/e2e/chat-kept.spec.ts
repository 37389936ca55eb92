/** What a browser keeps of /Chat until the server has it, and what it tells of what the server did not take. */
import type { Page } from "@playwright/test";
import {
  another,
  ask,
  enterChat,
  field,
  message,
  messages,
  roomLine,
  roomOf,
  rooms,
  write,
} from "../support/chat-hands.ts";
import { askToSignOut, dialog, signInButton } from "../support/sign-in-steps.ts";
import { expect, open, test } from "../support/site-test.ts";

test.describe.configure({ timeout: 120_000 });
const embedded = { tag: "@embedded" };

const toThreads = (page: Page) =>
  rooms(page)
    .getByRole("link", { name: /Your threads/ })
    .click();
const notSent = (page: Page) => rooms(page).getByRole("region", { name: "Not sent" });

test(
  "what a closed tab left for two rooms arrives once and in order, by a tab that has neither open, and by the next one",
  embedded,
  async ({ page, browser, foyer }) => {
    const ben = await enterChat(page, "Ben");
    const ann = await another(browser, "Ann");
    await roomOf(foyer, [ben, ann]);
    await roomOf(foyer, [ben, ann], "Attic");
    const context = ann.page.context();
    const leave = async (first: string) => {
      const tab = await context.newPage();
      await open(tab, "/Chat");
      await roomLine(tab, "House").click();
      await expect(field(tab)).toBeVisible();
      await context.setOffline(true);
      await write(tab, `${first} one`);
      await write(tab, `${first} two`);
      await roomLine(tab, "Attic").click();
      await write(tab, `${first} three`);
      await write(tab, `${first} four`);
      await expect(message(tab, `${first} four`)).toBeVisible();
      await tab.close();
    };
    // A page that has opened neither.
    await open(ann.page, "/Chat?view=threads");
    await leave("First");
    await context.setOffline(false);
    await expect(messages(ben.page)).toContainText(["First three", "First four"]);
    await leave("Then");
    await ann.page.close();
    await context.setOffline(false);
    await open(await context.newPage(), "/Chat");
    await expect(messages(ben.page)).toContainText([
      "First three",
      "First four",
      "Then three",
      "Then four",
    ]);
    await roomLine(ben.page, "House").click();
    await expect(messages(ben.page)).toContainText([
      "First one",
      "First two",
      "Then one",
      "Then two",
    ]);
    await expect(messages(ben.page)).toHaveCount(4);
  },
);

test(
  "what was not taken is said wherever somebody is, and can be sent again or thrown away",
  embedded,
  async ({ page, browser, foyer }) => {
    const ben = await enterChat(page, "Ben");
    const ann = await another(browser, "Ann");
    const room = await roomOf(foyer, [ben, ann]);
    const mute = async (minutes: number) => {
      const act = { act: "mute", uid: ann.uid, minutes };
      expect((await ask(foyer, ben, `/${room}/acts`, act)).ok).toBe(true);
    };
    // What comes late is there before the connection goes.
    await toThreads(ann.page);
    await roomLine(ann.page, "House").click();
    await expect(ann.page.getByRole("button", { name: "People (2)" })).toBeVisible();
    await ann.page.context().setOffline(true);
    await expect(ann.page.getByText("No connection:")).toBeVisible();
    await write(ann.page, "Too late");
    await expect(message(ann.page, "Too late")).toContainText("Sent once there is a connection");
    await write(ann.page, "Never mind");
    await toThreads(ann.page);
    await mute(60);
    await ann.page.context().setOffline(false);
    const left = notSent(ann.page);
    await expect(left.getByRole("listitem")).toHaveCount(2);
    await expect(left).toContainText(
      "Not sent. A moderator lets you write nothing here for a while.",
    );
    await expect(ann.page.getByText("Not sent in House.")).toBeVisible();
    await left.getByRole("link", { name: /Too late/ }).click();
    await expect(message(ann.page, "Too late")).toContainText("Not sent.");
    await expect(left).toHaveCount(0);
    await toThreads(ann.page);
    await mute(0);
    const lineOf = (text: string) => left.getByRole("listitem").filter({ hasText: text });
    await lineOf("Never mind").getByRole("button", { name: "Throw away" }).click();
    await lineOf("Too late").getByRole("button", { name: "Try again" }).click();
    await expect(left).toHaveCount(0);
    await expect(messages(ben.page)).toContainText(["Too late"]);
    await expect(messages(ben.page)).toHaveCount(1);
  },
);

test(
  "the last message is changed by ArrowUp right after it was sent, also while it waits: it is sent once, as changed",
  embedded,
  async ({ page, browser, foyer }) => {
    const ben = await enterChat(page, "Ben");
    const ann = await another(browser, "Ann");
    await roomOf(foyer, [ben, ann]);
    const change = async (text: string) => {
      await field(ann.page).press("ArrowUp");
      await expect(ann.page.getByText("You are changing a message.")).toBeVisible();
      await write(ann.page, text);
    };
    await expect(ann.page.getByRole("button", { name: "People (2)" })).toBeVisible();
    await ann.page.context().setOffline(true);
    await write(ann.page, "Helo");
    await change("Hello");
    await write(ann.page, "Hw are you");
    await change("How are you?");
    await expect(messages(ann.page)).toContainText(["Hello", "How are you?"]);
    await ann.page.context().setOffline(false);
    await expect(ann.page.getByText("No connection:")).toHaveCount(0);
    await expect(messages(ben.page)).toContainText(["Hello", "How are you?"]);
    await write(ann.page, "Quick");
    await change("Quicker");
    await expect(message(ben.page, "Quicker")).toBeVisible();
    await expect(messages(ben.page)).toHaveCount(3);
    await expect(messages(ann.page)).toContainText(["Hello", "How are you?", "Quicker"]);
    await expect(messages(ann.page)).toHaveCount(3);
  },
);

test(
  "signing out says what was begun, and leaves nothing of chat behind, whatever the browser could keep",
  embedded,
  async ({ page, foyer }) => {
    // One that has no room for histories.
    await page.addInitScript(() => {
      const real = indexedDB;
      const value = {
        open(name: string, version?: number) {
          if (name === "foyer-chat") throw new DOMException("No room.", "QuotaExceededError");
          return real.open(name, version);
        },
        databases: () => real.databases(),
        deleteDatabase: (name: string) => real.deleteDatabase(name),
      };
      Object.defineProperty(globalThis, "indexedDB", { value });
    });
    const ann = await enterChat(page, "Ann");
    await roomOf(foyer, [ann]);
    await field(page).fill("Not yet");
    const kept = () =>
      page.evaluate(() =>
        Object.keys(localStorage).filter((name) => name.startsWith("foyer:chat")),
      );
    expect(await kept()).toHaveLength(2);
    await askToSignOut(page);
    await expect(dialog(page)).toContainText("1 message is not saved yet");
    await dialog(page).getByRole("button", { name: "Stay signed in" }).click();
    await expect(field(page)).toHaveValue("Not yet");
    await askToSignOut(page);
    await dialog(page).getByRole("button", { name: "Sign out and lose it" }).click();
    await expect(signInButton(page).first()).toBeVisible();
    expect(await kept()).toEqual([]);
  },
);

/** Rooms, threads and direct messages of several people, as each of them sees them. */
import { violationsInBothSchemes } from "../support/axe.ts";
import {
  actOn,
  another,
  ask,
  chooseOf,
  confirm,
  enterChat,
  field,
  history,
  menuItem,
  message,
  messages,
  reactionOn,
  readTo,
  roomIn,
  roomLine,
  roomOf,
  rooms,
  thread,
  write,
} from "../support/chat-hands.ts";
import { dialog } from "../support/sign-in-steps.ts";
import { expect, open, test } from "../support/site-test.ts";

/** With Firebase as the backend, too, every time: not more of them. */
const short = {};
const long = { tag: "@long" };

test(
  "a room is made, somebody comes in by name, both are heard at once; what came meanwhile is counted and marked",
  long,
  async ({ page, browser, foyer }) => {
    const ann = await enterChat(page, "Ann");
    const ben = await another(browser, "Ben");
    await rooms(page).getByRole("link", { name: "New room" }).click();
    await dialog(page).getByLabel("Name", { exact: true }).fill("Garden");
    await dialog(page).getByRole("button", { name: "Make the room" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Garden");
    await page.getByRole("button", { name: "People (1)" }).click();
    await page.getByRole("button", { name: "Add people" }).click();
    await page.getByRole("searchbox", { name: "Name of somebody" }).fill(ben.name);
    await page.getByRole("list", { name: "Found" }).getByRole("button", { name: ben.name }).click();
    await page.getByRole("button", { name: "Add", exact: true }).click();
    await expect(page.getByRole("button", { name: "People (2)" })).toBeVisible();

    await roomLine(ben.page, "Garden").click();
    await write(page, "Who waters the beans?");
    await expect(message(ben.page, "Who waters the beans?")).toBeVisible();
    await write(ben.page, "I do, **today**");
    await expect(message(page, "I do, today").locator("strong")).toHaveText("today");

    const room = roomIn(page);
    await readTo(foyer, ben, { room, n: 4 });
    await readTo(foyer, ann, { room, n: 4 });

    // Ben looks elsewhere.
    await open(ben.page, "/Chat");
    await expect(roomLine(ben.page, "Garden")).toBeVisible();
    await write(page, "And the peas?");
    await write(page, "And the leeks?");
    await expect(roomLine(ben.page, "Garden")).toContainText("2 unread");
    await ben.page.reload();
    await expect(roomLine(ben.page, "Garden")).toContainText("2 unread");
    await roomLine(ben.page, "Garden").click();
    await expect(message(ben.page, "And the leeks?")).toBeVisible();
    await expect(history(ben.page).locator(".chat-new")).toHaveCount(1);
    const rows = history(ben.page).locator("article, .chat-new");
    const shown = await rows.allTextContents();
    const line = shown.findIndex((text) => text.trim() === "New");
    expect(shown[line + 1]).toContain("And the peas?");
    await expect(roomLine(ben.page, "Garden")).not.toContainText("unread");
    await readTo(foyer, ben, { room, n: 6 });
    await ben.page.reload();
    await expect(message(ben.page, "And the leeks?")).toBeVisible();
    await expect(history(ben.page).locator(".chat-new")).toHaveCount(0);
  },
);

test(
  "a message is edited, answered, taken into a thread, reacted to and deleted, and everybody sees it so",
  long,
  async ({ page, browser, foyer }) => {
    const ann = await enterChat(page, "Ann");
    const ben = await another(browser, "Ben");
    await roomOf(foyer, [ann, ben]);
    await write(page, "The gate is opne");
    await expect(message(page, "The gate")).not.toHaveAttribute("data-state");
    await page.keyboard.press("ArrowUp");
    await expect(page.getByText("You are changing a message.")).toBeVisible();
    await expect(field(page)).toHaveValue("The gate is opne");
    await write(page, "The gate is open");
    const first = message(ben.page, "The gate is open");
    await expect(first).toContainText("edited");

    await actOn(first, "React");
    await ben.page.getByRole("searchbox", { name: "Find an emoji" }).fill("thumbs up");
    await ben.page.keyboard.press("Enter");
    await expect(reactionOn(message(page, "The gate"), "👍 1")).toHaveAccessibleName(
      `👍 1: ${ben.name}`,
    );
    await reactionOn(message(page, "The gate"), "👍").click();
    await expect(reactionOn(first, "👍 2")).toHaveAttribute("aria-pressed", "true");

    await actOn(first, "Reply");
    await write(ben.page, "I shut it");
    const answer = message(page, "I shut it");
    await expect(answer.getByRole("button", { name: /^Answers/ })).toContainText(
      `${ann.name} The gate is open`,
    );
    await chooseOf(page, message(page, "The gate is open").first(), "Delete…");
    await confirm(page, "Delete");
    await expect(message(ben.page, "This message was deleted.").first()).toBeVisible();
    // What answers it does not say it any more.
    await expect(ben.page.getByText("The gate is open")).toHaveCount(0);
    await expect(page.getByText("The gate is open")).toHaveCount(0);

    expect(await violationsInBothSchemes(page)).toEqual([]);
    await actOn(answer, "Thread");
    await thread(page).getByRole("textbox", { name: "Answer in the thread" }).fill("Thanks");
    await page.keyboard.press("Enter");
    await expect(thread(page).getByRole("article").filter({ hasText: "Thanks" })).toBeVisible();
    await message(ben.page, "I shut it")
      .getByRole("button", { name: /^1 answer/ })
      .click();
    await expect(thread(ben.page).getByRole("article").filter({ hasText: "Thanks" })).toBeVisible();
    await thread(ben.page).getByRole("textbox", { name: "Answer in the thread" }).fill("Gladly");
    await ben.page.keyboard.press("Enter");
    await expect(thread(page).getByRole("article").filter({ hasText: "Gladly" })).toBeVisible();
    await expect(answer.getByRole("button", { name: /^2 answers/ })).toBeVisible();
    // A thread is no part of the room.
    await expect(message(page, "Gladly")).toHaveCount(0);
  },
);

test(
  "a direct message waits until it is taken; who is blocked writes no more",
  short,
  async ({ page, browser, foyer, watch }) => {
    const ann = await enterChat(page, "Ann");
    const ben = await another(browser, "Ben");
    await open(page, "/Chat?make=new");
    await page.getByRole("searchbox", { name: "Name of somebody" }).fill(ben.name);
    await page.getByRole("list", { name: "Found" }).getByRole("button", { name: ben.name }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(ben.name);
    for (const text of ["One", "Two", "Three"]) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      await write(page, text);
    }
    watch.expectFault(/status of 409/);
    await write(page, "Four");
    await expect(message(page, "Four")).toContainText("Not sent.");
    await message(page, "Four").getByRole("button", { name: "Throw away" }).click();
    await expect(message(page, "Four")).toHaveCount(0);

    await rooms(ben.page)
      .getByRole("link", { name: /Requests/ })
      .click();
    await ben.page.getByRole("main").locator(".chat-list").getByRole("link").click();
    await expect(message(ben.page, "Three")).toBeVisible();
    await expect(field(ben.page)).toHaveCount(0);
    const room = roomIn(page);
    await readTo(foyer, ben, { room, n: 3 });
    // Whoever reads a request says nothing by that.
    const seen = page.getByText("Seen", { exact: true });
    await expect(seen).toHaveCount(0);
    await ben.page.getByRole("button", { name: "Take it" }).click();
    await expect(seen).toBeVisible();
    await write(ben.page, "Here I am");
    await expect(message(page, "Here I am")).toBeVisible();
    await write(page, "Five");
    await expect(message(ben.page, "Five")).toBeVisible();
    await expect(seen).toBeVisible();

    await ben.page.getByRole("button", { name: "Room", exact: true }).click();
    // Nor do they see any more how far the other one has read, or that they type.
    watch.expectFault(/status of 403|chat(Typing|Reads).* permission_denied/);
    await ben.page.getByRole("button", { name: "Block them" }).click();
    await expect(ben.page.getByRole("button", { name: "Unblock them" })).toBeVisible();
    await expect(seen).toHaveCount(0);
    await write(page, "Six");
    await expect(message(page, "Six")).toContainText("Not sent.");
    await expect(message(ben.page, "Six")).toHaveCount(0);
    const sent = await ask(foyer, ann, `/${room}/messages`, { id: "a".repeat(20), text: "Seven" });
    expect(sent.status).toBe(403);
    await ben.page.getByRole("button", { name: "Unblock them" }).click();
    await expect(ben.page.getByRole("button", { name: "Block them" })).toBeVisible();
    await message(page, "Six").getByRole("button", { name: "Try again" }).click();
    await expect(message(ben.page, "Six")).toBeVisible();
  },
);

test(
  "who is removed has nothing of the room any more, at once, and not by asking the server either",
  short,
  async ({ page, browser, foyer }) => {
    const ann = await enterChat(page, "Ann");
    const ben = await another(browser, "Ben");
    const room = await roomOf(foyer, [ann, ben]);
    await write(page, "The key is under the stone");
    await expect(message(ben.page, "The key is under the stone")).toBeVisible();
    const read = async (path: string) => (await foyer.database(path, ben.idToken)).status;
    expect(await read(`chat/${room}/messages`)).toBe(200);
    await page.getByRole("button", { name: "People (2)" }).click();
    await page.getByRole("button", { name: `What to do with ${ben.name}` }).click();
    await menuItem(page, "Remove…").click();
    await confirm(page, "Remove");
    await expect(ben.page.getByRole("heading", { name: "This room is not here" })).toBeVisible();
    await expect(roomLine(ben.page, "House")).toHaveCount(0);
    await expect(ben.page.getByText("The key is under the stone")).toHaveCount(0);
    for (const path of ["messages", "members", "head", "room"]) {
      // oxlint-disable-next-line no-await-in-loop
      expect([path, await read(`chat/${room}/${path}`)]).toEqual([path, 401]);
    }
    const sent = await ask(foyer, ben, `/${room}/messages`, { id: "b".repeat(20), text: "Hello" });
    expect(sent.status).toBe(404);
    // Nothing of it is kept in the browser either.
    await ben.page.reload();
    await expect(ben.page.getByRole("heading", { name: "This room is not here" })).toBeVisible();
    await expect(ben.page.getByText("The key is under the stone")).toHaveCount(0);
  },
);

test(
  "what is written without a network is sent once, when there is one again",
  long,
  async ({ page, browser, foyer, watch }) => {
    watch.expectFault(/ERR_INTERNET_DISCONNECTED|WebSocket/);
    const ann = await enterChat(page, "Ann");
    const ben = await another(browser, "Ben");
    await roomOf(foyer, [ann, ben]);
    await page.context().setOffline(true);
    await write(page, "From the tunnel");
    await write(page, "Still in it");
    await expect(message(page, "From the tunnel")).toContainText("Sent once there is a connection");
    await page.context().setOffline(false);
    await expect(message(ben.page, "Still in it")).toBeVisible({ timeout: 30_000 });
    await write(ben.page, "There you are");
    await expect(message(page, "There you are")).toBeVisible({ timeout: 30_000 });
    for (const { page: of } of [ann, ben]) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      await expect(messages(of).locator(".chat-text")).toHaveText([
        "From the tunnel",
        "Still in it",
        "There you are",
      ]);
    }
  },
);

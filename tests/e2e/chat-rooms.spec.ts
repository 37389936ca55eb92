/** Rooms, and who may do what in them, as several people see them at once. */
import type { Browser, Page } from "@playwright/test";
import { messageKey } from "#lib/chat/message.ts";
import {
  type Person,
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
  roomIn,
  roomLine,
  readTo,
  roomOf,
  rooms,
  thread,
  write,
} from "../support/chat-hands.ts";
import type { FoyerProcess } from "../support/foyer-process.ts";
import { giveRole } from "../support/give-role.ts";
import { account, dialog } from "../support/sign-in-steps.ts";
import { expect, open, test } from "../support/site-test.ts";

test.describe.configure({ timeout: 120_000 });

const embedded = { tag: "@embedded" };
const gone = (page: Page) => page.getByRole("heading", { name: "This room is not here" });
const panel = (page: Page, name: string) => page.getByRole("complementary", { name });
const headed = (page: Page, name: RegExp | string) =>
  page.locator(".chat-head").getByRole("button", { name, exact: typeof name === "string" });

let made = 0;
/** Tests share a site, and its public rooms. */
const newRoomName = (name: string) => `${name} ${process.pid.toString(36)}x${(made += 1)}`;

async function withRole(foyer: FoyerProcess, person: Person, role: "editor" | "admin") {
  await giveRole(foyer, person.uid, role);
  await person.page.reload();
  await expect(rooms(person.page).getByRole("link", { name: "Reports" })).toBeVisible();
  return person;
}

async function makePublicRoom(page: Page, name: string): Promise<string> {
  await rooms(page).getByRole("link", { name: "New room" }).click();
  await dialog(page).getByLabel("Name", { exact: true }).fill(name);
  await dialog(page).getByLabel("Who comes in").selectOption("Everybody who is signed in");
  await dialog(page).getByRole("button", { name: "Make the room" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(name);
  return roomIn(page);
}

async function comeInto(page: Page, name: string): Promise<void> {
  await rooms(page).getByRole("link", { name: "Public rooms" }).click();
  await page.getByRole("button", { name: `Come into ${name}` }).click();
  await expect(field(page)).toBeVisible();
}

async function onPerson(page: Page, name: string, what: string): Promise<void> {
  const list = panel(page, "People");
  if (!(await list.isVisible())) await headed(page, /^People/).click();
  await list.getByRole("button", { name: `What to do with ${name}` }).click();
  await menuItem(page, what).click();
}

/** Behind the page. */
async function sayMany(foyer: FoyerProcess, of: Person, room: string, texts: readonly string[]) {
  for (const [at, text] of texts.entries()) {
    const id = `${String(made).padStart(4, "a")}${of.uid.slice(0, 8)}${String(at).padStart(8, "0")}`;
    // oxlint-disable-next-line no-await-in-loop -- in this order
    const answer = await ask(foyer, of, `/${room}/messages`, {
      id: id.toLowerCase().replaceAll(/[^a-z0-9]/g, "b"),
      text,
    });
    expect(answer.status).toBe(201);
  }
  made += 1;
}

test(
  "an admin makes a public room; it is found, come into, left, renamed, archived and opened again",
  embedded,
  async ({ page, browser, foyer }) => {
    const ada = await withRole(foyer, await enterChat(page, "Ada"), "admin");
    const ben = await another(browser, "Ben");
    const name = newRoomName("Square");
    // Who is no admin makes private rooms alone.
    await rooms(ben.page).getByRole("link", { name: "New room" }).click();
    await expect(dialog(ben.page).getByText("Only those whom you add come in.")).toBeVisible();
    await dialog(ben.page).getByRole("button", { name: "Cancel" }).click();
    await makePublicRoom(page, name);
    await comeInto(ben.page, name);
    await expect(headed(page, "People (2)")).toBeVisible();
    await write(ben.page, "Good morning");
    await expect(message(page, "Good morning")).toBeVisible();

    await headed(ben.page, "Room").click();
    await expect(panel(ben.page, "Room").getByLabel("Name", { exact: true })).toHaveCount(0);
    await panel(ben.page, "Room").getByRole("button", { name: "Leave the room…" }).click();
    await confirm(ben.page, "Leave");
    await expect(roomLine(ben.page, name)).toHaveCount(0);
    await expect(headed(page, "People (1)")).toBeVisible();
    await comeInto(ben.page, name);
    await expect(message(ben.page, "Good morning")).toBeVisible();

    await headed(page, "Room").click();
    await panel(page, "Room").getByLabel("Name", { exact: true }).fill(`${name} two`);
    await panel(page, "Room").getByLabel("What it is for").fill("For everybody");
    await panel(page, "Room").getByRole("button", { name: "Save" }).click();
    await expect(ben.page.getByRole("heading", { level: 1 })).toHaveText(`${name} two`);
    await expect(ben.page.getByText("For everybody")).toBeVisible();
    await panel(page, "Room").getByRole("button", { name: "Archive the room" }).click();
    await expect(ben.page.getByText("This room is archived")).toBeVisible();
    await expect(field(ben.page)).toHaveCount(0);
    await message(ben.page, "Good morning").hover();
    await expect(
      message(ben.page, "Good morning").getByRole("button", { name: "React" }),
    ).toHaveCount(0);
    const cleo = await another(browser, "Cleo");
    await rooms(cleo.page).getByRole("link", { name: "Public rooms" }).click();
    await expect(cleo.page.getByRole("button", { name: `Come into ${name} two` })).toHaveCount(0);
    await panel(page, "Room").getByRole("button", { name: "Open it again" }).click();
    await expect(field(ben.page)).toBeVisible();
    await expect(cleo.page.getByRole("button", { name: `Come into ${name} two` })).toBeVisible();
    expect(ada.uid).not.toBe(ben.uid);
  },
);

test(
  "a private room has owners: one is made, and when the last one leaves somebody else is one",
  embedded,
  async ({ page, browser, foyer }) => {
    const ann = await enterChat(page, "Ann");
    const ben = await another(browser, "Ben");
    const cleo = await another(browser, "Cleo");
    await roomOf(foyer, [ann, ben, cleo]);
    await headed(ben.page, /^People/).click();
    await expect(panel(ben.page, "People").getByRole("button", { name: "Add people" })).toHaveCount(
      0,
    );
    await onPerson(page, ben.name, "Make them an owner");
    await expect(
      panel(page, "People").getByRole("listitem").filter({ hasText: ben.name }),
    ).toContainText("owner");
    await expect(
      panel(ben.page, "People").getByRole("button", { name: "Add people" }),
    ).toBeVisible();
    await onPerson(ben.page, ann.name, "Make them a member");
    await expect(panel(page, "People").getByRole("button", { name: "Add people" })).toHaveCount(0);

    await headed(ben.page, "Room").click();
    await panel(ben.page, "Room").getByRole("button", { name: "Leave the room…" }).click();
    await confirm(ben.page, "Leave");
    await expect(roomLine(ben.page, "House")).toHaveCount(0);
    // Ann is there longer than Cleo.
    await expect(panel(page, "People").getByRole("button", { name: "Add people" })).toBeVisible();
    await expect(history(cleo.page).getByText("Former member left.")).toBeVisible();
  },
);

test(
  "slow mode tells who must wait, and what they write meanwhile waits; who is muted reads and is told until when",
  embedded,
  async ({ page, browser, foyer, watch }) => {
    watch.expectFault(/status of 429/);
    const ann = await enterChat(page, "Ann");
    const ben = await another(browser, "Ben");
    await roomOf(foyer, [ann, ben]);
    await headed(page, "Room").click();
    await panel(page, "Room")
      .getByLabel(/^Slow mode/)
      .selectOption("5 seconds");
    const told = ben.page.getByText("Slow mode: 5 seconds between your messages.");
    await expect(told).toBeVisible();
    await expect(page.getByText("Slow mode: 5 seconds between your messages.")).toHaveCount(0);
    await write(ben.page, "First");
    await write(ben.page, "Second");
    await expect(message(page, "Second")).toBeVisible({ timeout: 30_000 });
    await panel(page, "Room")
      .getByLabel(/^Slow mode/)
      .selectOption("Off");
    await expect(told).toHaveCount(0);

    await onPerson(page, ben.name, "Mute for 10 minutes");
    await expect(ben.page.getByText("A moderator lets you write nothing here until")).toBeVisible();
    await expect(field(ben.page)).toHaveCount(0);
    await write(page, "You hear this");
    await expect(message(ben.page, "You hear this")).toBeVisible();
    await onPerson(page, ben.name, "Let them write again");
    await write(ben.page, "I am back");
    await expect(message(page, "I am back")).toBeVisible();
  },
);

test(
  "a message is pinned, found among the pins from far below, and the pin is taken off again",
  embedded,
  async ({ page, browser, foyer }) => {
    const ann = await enterChat(page, "Ann");
    const ben = await another(browser, "Ben");
    const room = await roomOf(foyer, [ann, ben]);
    await write(page, "The rules of the house");
    await chooseOf(page, message(page, "The rules of the house"), "Pin");
    await expect(headed(ben.page, "Pinned (1)")).toBeVisible();
    await sayMany(
      foyer,
      ann,
      room,
      Array.from({ length: 58 }, (_, at) => `Below ${at}.`),
    );
    await readTo(foyer, ben, { room, n: 61 });
    await ben.page.reload();
    await expect(message(ben.page, "Below 57.")).toBeVisible();
    await expect(message(ben.page, "The rules of the house")).toHaveCount(0);
    await headed(ben.page, "Pinned (1)").click();
    const pins = panel(ben.page, "Pinned");
    await expect(pins.getByRole("button", { name: "Take the pin off" })).toHaveCount(0);
    await pins.getByRole("button", { name: /The rules of the house/ }).click();
    await expect(message(ben.page, "The rules of the house")).toBeInViewport();
    await expect(message(ben.page, "The rules of the house")).toBeFocused();
    await history(ben.page).press("End");
    await ben.page.getByRole("button", { name: "Newest messages" }).click();
    await expect(message(ben.page, "Below 57.")).toBeInViewport();
    // A second time, too.
    await pins.getByRole("button", { name: /The rules of the house/ }).click();
    await expect(message(ben.page, "The rules of the house")).toBeInViewport();
    await headed(page, "Pinned (1)").click();
    await panel(page, "Pinned").getByRole("button", { name: "Take the pin off" }).click();
    await expect(pins.getByText("Nothing is pinned here.")).toBeVisible();
  },
);

test(
  "a quote leads to its message far above; one whose message is deleted meanwhile says so, also where it was never loaded",
  embedded,
  async ({ page, browser, foyer }) => {
    const ann = await enterChat(page, "Ann");
    const ben = await another(browser, "Ben");
    const room = await roomOf(foyer, [ann, ben]);
    await write(page, "The old promise");
    await expect(message(page, "The old promise")).not.toHaveAttribute("data-state");
    await sayMany(
      foyer,
      ann,
      room,
      Array.from({ length: 58 }, (_, at) => `Between ${at}.`),
    );
    // The room begins with two notes.
    const key = messageKey(3);
    const quoted = { id: "q".repeat(20), text: "You said so", quote: key };
    expect((await ask(foyer, ben, `/${room}/messages`, quoted)).status).toBe(201);
    await page.reload();
    const answer = message(page, "You said so");
    const quote = answer.getByRole("button", { name: /^Answers/ });
    await expect(quote).toContainText(`${ann.name} The old promise`);
    await quote.click();
    await expect(message(page, "The old promise")).toBeFocused();
    await expect(message(page, "The old promise")).toBeInViewport();
    await expect(page).toHaveURL(new RegExp(`at=${key}`));
    await page.getByRole("button", { name: "Newest messages" }).click();
    await expect(answer).toBeInViewport();
    // A second time, too.
    await quote.click();
    await expect(message(page, "The old promise")).toBeInViewport();
    // Ben has never loaded what is answered.
    await ben.page.reload();
    const seen = message(ben.page, "You said so").getByRole("button", { name: /^Answers/ });
    await expect(seen).toContainText("The old promise");
    const deleted = await ask(foyer, ann, `/${room}/acts`, { act: "delete", key });
    expect(deleted.status).toBe(204);
    await expect(seen).toContainText("This message was deleted.");
    await ben.page.reload();
    await expect(seen).toContainText("This message was deleted.");
    await expect(ben.page.getByText("The old promise")).toHaveCount(0);
    await seen.click();
    await expect(message(ben.page, "This message was deleted.").first()).toBeFocused();
  },
);

test(
  "links lead to a message and to an answer in a thread; one to a message that was never written breaks nothing",
  embedded,
  async ({ page, browser, foyer }) => {
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    const ann = await enterChat(page, "Ann");
    const ben = await another(browser, "Ben");
    const room = await roomOf(foyer, [ann, ben]);
    await write(page, "Root of it");
    await actOn(message(page, "Root of it"), "Thread");
    const answers = thread(page);
    for (let at = 0; at < 25; at += 1) {
      // oxlint-disable no-await-in-loop -- in this order
      await answers.getByRole("textbox").fill(`Answer ${at}.`);
      await answers.getByRole("textbox").press("Enter");
      // oxlint-enable no-await-in-loop
    }
    const wanted = (of: Page) => thread(of).getByRole("article").filter({ hasText: "Answer 3." });
    const first = wanted(page);
    await thread(page).getByRole("group", { name: "Answers" }).press("Home");
    await chooseOf(page, first, "Copy a link to it");
    await expect(page.getByText("The link is copied.")).toBeVisible();
    const link = await page.evaluate(() => navigator.clipboard.readText());
    await open(ben.page, new URL(link).pathname + new URL(link).search);
    await expect(wanted(ben.page)).toBeInViewport();
    await expect(wanted(ben.page)).toHaveAttribute("data-marked");
    await expect(message(ben.page, "Root of it")).not.toHaveAttribute("data-marked");
    await sayMany(
      foyer,
      ben,
      room,
      Array.from({ length: 56 }, (_, at) => `Later ${at}.`),
    );
    await open(ben.page, `/Chat?room=${room}&at=${messageKey(3)}`);
    await expect(message(ben.page, "Root of it")).toBeInViewport();
    await expect(message(ben.page, "Root of it")).toHaveAttribute("data-marked");
    await open(ben.page, `/Chat?room=${room}&at=${messageKey(900_000)}`);
    await expect(message(ben.page, "Later 55.")).toBeVisible();
    await write(ben.page, "Still here");
    await expect(message(ben.page, "Still here")).toBeInViewport();
    await open(ben.page, "/Chat?room=rnothingatall&at=x");
    await expect(gone(ben.page)).toBeVisible();
    await ben.page.getByRole("button", { name: "To your rooms" }).click();
    await expect(roomLine(ben.page, "House")).toBeVisible();
  },
);

test(
  "what is marked unread stays so, also in the next browser, until it is read again",
  embedded,
  async ({ page, browser, foyer }) => {
    const ann = await enterChat(page, "Ann");
    const ben = await another(browser, "Ben");
    await roomOf(foyer, [ann, ben]);
    for (const text of ["One", "Two", "Three"]) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      await write(page, text);
    }
    await expect(message(ben.page, "Three")).toBeVisible();
    await expect(roomLine(ben.page, "House")).not.toContainText("unread");
    await chooseOf(ben.page, message(ben.page, "Two"), "Mark unread from here");
    await expect(roomLine(ben.page, "House")).toContainText("2 unread");
    await open(ben.page, "/Chat");
    await expect(roomLine(ben.page, "House")).toContainText("2 unread");
    await roomLine(ben.page, "House").click();
    await expect(history(ben.page).locator(".chat-new")).toBeVisible();
    await expect(roomLine(ben.page, "House")).not.toContainText("unread");
  },
);

test(
  "who writes, or is at the end, sees what comes; who reads above is left there",
  embedded,
  async ({ page, browser, foyer }) => {
    const ann = await enterChat(page, "Ann");
    const ben = await another(browser, "Ben");
    const room = await roomOf(foyer, [ann, ben]);
    await sayMany(
      foyer,
      ben,
      room,
      Array.from({ length: 50 }, (_, at) => `Line ${at}.`),
    );
    await expect(message(page, "Line 49.")).toBeInViewport();
    // The window grows and shrinks.
    await page.setViewportSize({ width: 1100, height: 600 });
    await expect(message(page, "Line 49.")).toBeInViewport();
    await field(page).fill("a\nb\nc\nd\ne");
    await expect(message(page, "Line 49.")).toBeInViewport();
    await headed(page, /^People/).click();
    await expect(message(page, "Line 49.")).toBeInViewport();
    await field(page).fill("");
    await expect(async () => {
      await history(page).hover();
      await page.mouse.wheel(0, -1500);
      await expect(page.getByRole("button", { name: "Newest messages" })).toBeVisible({
        timeout: 1000,
      });
    }).toPass();
    await write(ben.page, "Not followed");
    await expect(roomLine(ben.page, "House")).toContainText("Not followed");
    await expect(message(page, "Not followed")).not.toBeInViewport();
    await write(page, "Mine");
    await expect(message(page, "Mine")).toBeInViewport();
    await write(ben.page, "Here it comes");
    await expect(message(page, "Here it comes")).toBeInViewport();
  },
);

async function reported(page: Page, browser: Browser, foyer: FoyerProcess, text: string) {
  const ed = await withRole(foyer, await another(browser, "Ed"), "editor");
  const ann = await enterChat(page, "Ann");
  const ben = await another(browser, "Ben");
  await roomOf(foyer, [ann, ben]);
  await write(ben.page, text);
  await chooseOf(page, message(page, text), "Report…");
  await dialog(page).getByLabel("What is wrong with it").fill(`About ${text}`);
  await dialog(page).getByRole("button", { name: "Report" }).click();
  await expect(page.getByText("The report is sent.")).toBeVisible();
  await rooms(ed.page).getByRole("link", { name: "Reports" }).click();
  const line = ed.page.locator(".chat-list > li").filter({ hasText: `About ${text}` });
  await expect(line).toContainText("House");
  return { ed, ann, ben, line };
}

test(
  "an editor sees what is reported, though not the room, and lets it stand or takes it away",
  embedded,
  async ({ page, browser, foyer }) => {
    const { ed, ben, line } = await reported(page, browser, foyer, "Rude words");
    await expect(roomLine(ed.page, "House")).toHaveCount(0);
    await line.getByRole("button", { name: "Let it stand" }).click();
    await expect(line).toHaveCount(0);
    await expect(message(ben.page, "Rude words")).toBeVisible();
    await write(ben.page, "Ruder words");
    await chooseOf(page, message(page, "Ruder words"), "Report…");
    await dialog(page).getByLabel("What is wrong with it").fill("Again");
    await dialog(page).getByRole("button", { name: "Report" }).click();
    await expect(dialog(page)).toHaveCount(0);
    await open(ed.page, "/Chat?view=reports");
    const again = ed.page.locator(".chat-list > li").filter({ hasText: "Ruder words" });
    await again.getByRole("button", { name: "Take it away" }).click();
    await expect(again).toHaveCount(0);
    for (const of of [page, ben.page]) {
      // oxlint-disable-next-line no-await-in-loop
      await expect(message(of, "A moderator took this message away.")).toBeVisible();
    }
    // Who is no editor has no list of them.
    await open(page, "/Chat?view=reports");
    await expect(page.locator(".chat-list > li")).toHaveCount(0);
    await expect(account(page)).toBeVisible();
  },
);

test(
  "who blocks somebody sees their messages in a room only when they wish to",
  embedded,
  async ({ page, browser, foyer }) => {
    const ann = await enterChat(page, "Ann");
    const ben = await another(browser, "Ben");
    await roomOf(foyer, [ann, ben]);
    await write(ben.page, "Look at me");
    await onPerson(page, ben.name, "Block");
    const hidden = message(page, "A message of somebody you have blocked.");
    await expect(hidden).toBeVisible();
    await expect(message(page, "Look at me")).toHaveCount(0);
    await hidden.getByRole("button", { name: "Show it" }).click();
    await expect(message(page, "Look at me")).toBeVisible();
    await onPerson(page, ben.name, "Unblock");
    await write(ben.page, "And now");
    await expect(message(page, "And now")).toBeVisible();
  },
);

test(
  "a search leads to messages far above and in threads",
  embedded,
  async ({ page, browser, foyer }) => {
    const ann = await enterChat(page, "Ann");
    const ben = await another(browser, "Ben");
    const room = await roomOf(foyer, [ann, ben]);
    await write(page, "The ladder is in the shed");
    await expect(message(page, "The ladder")).not.toHaveAttribute("data-state");
    const root = messageKey(3);
    const reply = { id: "r".repeat(20), text: "No ladder there", root };
    expect((await ask(foyer, ben, `/${room}/messages`, reply)).status).toBe(201);
    await sayMany(
      foyer,
      ann,
      room,
      Array.from({ length: 57 }, (_, at) => `Other ${at}.`),
    );
    await open(ben.page, `/Chat?room=${room}`);
    await expect(message(ben.page, "Other 56.")).toBeVisible();
    await headed(ben.page, "Search").click();
    const found = panel(ben.page, "Search");
    await found.getByRole("searchbox").fill("unheard");
    await found.getByRole("searchbox").press("Enter");
    await expect(found.getByText("No message has these words.")).toBeVisible();
    await found.getByRole("searchbox").fill("LADDER");
    await found.getByRole("searchbox").press("Enter");
    await expect(found.getByText("2 with these words")).toBeVisible();
    await found.getByRole("button", { name: /in the shed/ }).click();
    await expect(message(ben.page, "The ladder is in the shed")).toBeFocused();
    await found.getByRole("button", { name: /No ladder there/ }).click();
    const answer = thread(ben.page).getByRole("article").filter({ hasText: "No ladder there" });
    await expect(answer).toHaveAttribute("data-marked");
  },
);

test.describe("the owner", () => {
  test.use({ ownSite: true });

  test(
    "is written to from the dialog and from the contact page; who is not signed in has the form alone",
    embedded,
    async ({ page, browser, foyer }) => {
      const ada = await withRole(foyer, await another(browser, "Ada"), "admin");
      await open(page, "/contact");
      await expect(page.getByLabel("Message")).toBeVisible();
      const link = (of: Page) => of.getByRole("link", { name: "Write to the owner in Chat" });
      await expect(link(page)).toHaveCount(0);
      const ann = await enterChat(page, "Ann");
      await open(page, "/contact");
      await link(page).click();
      await dialog(page)
        .getByRole("button", { name: `Write to ${ada.name}` })
        .click();
      await write(page, "Your site is down");
      await rooms(ada.page)
        .getByRole("link", { name: /Requests/ })
        .click();
      await ada.page
        .locator(".chat-list")
        .getByRole("link", { name: new RegExp(ann.name) })
        .click();
      await ada.page.getByRole("button", { name: "Take it" }).click();
      await write(ada.page, "Not any more");
      await expect(message(page, "Not any more")).toBeVisible();
      // It is there already, and no second one is made.
      await open(page, "/Chat?make=new");
      await dialog(page)
        .getByRole("button", { name: `Write to ${ada.name}` })
        .click();
      await expect(message(page, "Your site is down")).toBeVisible();
      await open(ada.page, "/contact");
      await expect(account(ada.page)).toBeVisible();
      await expect(link(ada.page)).toHaveCount(0);
      await open(ada.page, "/Chat?make=owner");
      await expect(
        dialog(ada.page).getByText("There is nobody else who owns this site."),
      ).toBeVisible();
    },
  );
});

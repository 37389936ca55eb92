/** /Chat: two people and what they say to each other. */
import type { Browser, Page } from "@playwright/test";
import { violationsInBothSchemes } from "../support/axe.ts";
import { signUpByDialog } from "../support/sign-in-steps.ts";
import { expect as siteExpect, open, test } from "../support/site-test.ts";

test.describe.configure({ timeout: 120_000 });
const expect = siteExpect.configure({ timeout: 15_000 });
const short = {};

const field = (page: Page, name: string) => page.getByRole("textbox", { name });
const message = (page: Page, text: string | RegExp) =>
  page.getByRole("article").filter({ hasText: text });
const roomLink = (page: Page, name: string | RegExp) =>
  page.getByRole("navigation", { name: "Rooms and people" }).getByRole("link", { name });

async function say(page: Page, to: string, text: string): Promise<void> {
  await field(page, to).fill(text);
  await field(page, to).press("Enter");
  await expect(message(page, text.replaceAll("*", ""))).toBeVisible();
}

let count = 0;

type Two = { ann: Page; ben: Page; names: { ann: string; ben: string } };

/** Ann and Ben, who have never written to each other; with names of their own, by which they are found. */
async function twoPeople(ann: Page, browser: Browser): Promise<Two> {
  count += 1;
  const of = `${process.pid}x${count}`;
  const names = { ann: `Ann${of} Wren`, ben: `Ben${of} Tide` };
  const ben = await (await browser.newContext()).newPage();
  await signUpByDialog(ann, names.ann);
  await signUpByDialog(ben, names.ben);
  return { ann, ben, names };
}

async function writeTo(page: Page, name: string): Promise<void> {
  await open(page, "/Chat?make=new");
  await page.getByLabel("Name of somebody").fill(name.split(" ")[0]!);
  await page.getByRole("button", { name }).click();
  await expect(field(page, `Message ${name}`)).toBeVisible();
}

test(
  "a first message is a request; once it is taken both see what the other does",
  short,
  async ({ page, browser }) => {
    const { ann, ben, names } = await twoPeople(page, browser);
    await writeTo(ann, names.ben);
    await say(ann, `Message ${names.ben}`, "Hello **there**");
    await open(ben, "/Chat");
    await roomLink(ben, /Requests/).click();
    await ben.getByRole("main").getByRole("link", { name: names.ann }).last().click();
    await expect(message(ben, "Hello there")).toBeVisible();
    await ben.getByRole("button", { name: "Take it" }).click();

    await field(ben, `Message ${names.ann}`).pressSequentially("Hi");
    await expect(ann.getByText(`${names.ben} is typing…`)).toBeVisible();
    await say(ben, `Message ${names.ann}`, "Hi Ann");
    await expect(message(ann, "Hi Ann")).toBeVisible();

    await message(ann, "Hi Ann").hover();
    await message(ann, "Hi Ann").getByRole("button", { name: "React" }).click();
    await ann.getByLabel("Find an emoji").fill("party");
    await ann.getByLabel("Find an emoji").press("Enter");
    await expect(ben.getByRole("button", { name: `🎉 1: ${names.ann}` })).toBeVisible();

    // A history that is not opaque is painted whole for each step of a scroll; acts are most of a row's elements.
    const paper = (element: HTMLElement) => getComputedStyle(element).backgroundColor;
    expect(await ann.locator(".chat-scroll").evaluate(paper)).not.toBe("rgba(0, 0, 0, 0)");
    await expect(ann.locator(".chat-acts")).toHaveCount(1);

    await field(ben, `Message ${names.ann}`).press("ArrowUp");
    await field(ben, `Message ${names.ann}`).fill("Hi Ann, dear");
    await field(ben, `Message ${names.ann}`).press("Enter");
    await expect(message(ann, "Hi Ann, dear (edited)")).toBeVisible();
    expect(await violationsInBothSchemes(ann)).toEqual([]);

    // Whoever came by the keyboard keeps the focus when somebody else writes.
    await ann.getByRole("article").last().focus();
    const react = message(ann, "Hi Ann, dear").getByRole("button", { name: "React" });
    await react.focus();
    await say(ben, `Message ${names.ann}`, "Are you there?");
    await expect(message(ann, "Are you there?")).toBeVisible();
    await expect(react).toBeFocused();

    await message(ann, "Hello there").hover();
    await message(ann, "Hello there").getByRole("button", { name: "More" }).click();
    await ann.getByRole("menuitem", { name: "Delete…" }).click();
    await ann.getByRole("dialog").getByRole("button", { name: "Delete", exact: true }).click();
    await expect(message(ben, "This message was deleted.")).toBeVisible();
  },
);

test(
  "what was not read is counted, and a line stands before it until the room is left",
  short,
  async ({ page, browser }) => {
    const { ann, ben, names } = await twoPeople(page, browser);
    await writeTo(ann, names.ben);
    await say(ann, `Message ${names.ben}`, "One");
    await open(ben, "/Chat?view=requests");
    await ben.getByRole("main").getByRole("link", { name: names.ann }).last().click();
    await ben.getByRole("button", { name: "Take it" }).click();
    await expect(field(ben, `Message ${names.ann}`)).toBeVisible();
    await expect(roomLink(ben, /unread/)).toHaveCount(0);
    await open(ben, "/Chat?view=browse");
    await say(ann, `Message ${names.ben}`, "Two");
    await say(ann, `Message ${names.ben}`, "Three");
    await expect(roomLink(ben, /Three 2 unread/)).toBeVisible();
    await ben.reload();
    await expect(roomLink(ben, /Three 2 unread/)).toBeVisible();
    await roomLink(ben, /Three 2 unread/).click();
    await expect(ben.locator(".chat-new + *, .chat-new")).not.toHaveCount(0);
    await expect(roomLink(ben, /unread/)).toHaveCount(0);
    await expect(ben.locator(".chat-new")).toBeVisible();
    await ben.reload();
    await expect(message(ben, "Three")).toBeVisible();
    await expect(roomLink(ben, /unread/)).toHaveCount(0);
    await expect(ben.locator(".chat-new")).toHaveCount(0);
  },
);

test(
  "a room of some people: who is named is told so, a file goes with a message, who is removed sees nothing more",
  short,
  async ({ page, browser }) => {
    const { ann, ben, names } = await twoPeople(page, browser);
    await open(ann, "/Chat?make=room");
    await ann.getByLabel("Name", { exact: true }).fill("Roof");
    await ann.getByRole("button", { name: "Make the room" }).click();
    await ann.getByRole("button", { name: /^People/ }).click();
    await ann.getByRole("button", { name: "Add people" }).click();
    await ann.getByLabel("Name of somebody").fill(names.ben.split(" ")[0]!);
    await ann.getByRole("button", { name: names.ben }).click();
    await ann.getByRole("button", { name: "Add", exact: true }).click();
    await open(ben, "/Chat");
    await roomLink(ben, /Roof/).click();
    await expect(field(ben, "Message Roof")).toBeVisible();

    await field(ann, "Message Roof").fill(`Hey @${names.ben.slice(0, 5)}`);
    await field(ann, "Message Roof").press("End");
    await ann.getByRole("option", { name: names.ben }).click();
    await field(ann, "Message Roof").press("Enter");
    await expect(message(ben, `Hey @${names.ben}`)).toBeVisible();

    await ann.getByLabel("Files for this message").setInputFiles({
      name: "note.txt",
      mimeType: "text/plain",
      buffer: Buffer.from("hello"),
    });
    await expect(ann.getByText("Ready")).toBeVisible();
    await ann.getByRole("button", { name: "Send", exact: true }).click();
    await expect(ben.getByRole("button", { name: /note\.txt 5 bytes/ })).toBeVisible();

    await message(ben, "Hey").hover();
    await message(ben, "Hey").getByRole("button", { name: "Thread" }).click();
    await field(ben, "Answer in the thread").fill("In the thread");
    await field(ben, "Answer in the thread").press("Enter");
    await expect(ann.getByRole("button", { name: /1 answer/ })).toBeVisible();
    await ben.getByRole("button", { name: "Close details" }).click();
    // The thread has gone; the room goes on.
    await say(ben, "Message Roof", "Still here");
    await expect(message(ann, "Still here")).toBeVisible();

    await ann.getByRole("button", { name: "Search", exact: true }).last().click();
    await ann.getByLabel("Words in messages").fill("still");
    await ann.getByLabel("Words in messages").press("Enter");
    await expect(ann.getByText("1 with these words")).toBeVisible();

    await ann.getByRole("button", { name: /^People/ }).click();
    await ann.getByRole("button", { name: `What to do with ${names.ben}` }).click();
    await ann.getByRole("menuitem", { name: "Remove…" }).click();
    await ann.getByRole("dialog").getByRole("button", { name: "Remove", exact: true }).click();
    await expect(ben.getByRole("heading", { name: "This room is not here" })).toBeVisible();
    await expect(message(ben, "Hey")).toHaveCount(0);
  },
);

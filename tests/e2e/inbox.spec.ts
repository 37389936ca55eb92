/** The inbox of the website manager: a visitor writes, the owner reads, answers by mail and puts away. */
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Route } from "@playwright/test";
import { toFirestoreFields } from "#lib/firestore-value.ts";
import { violationsOf } from "../support/axe.ts";
import { runCommand } from "../support/foyer-process.ts";
import type { FoyerProcess } from "../support/foyer-process.ts";
import { giveRole } from "../support/give-role.ts";
import { test } from "../support/mail-test.ts";
import { createAccount, dialog, signUpByDialog } from "../support/sign-in-steps.ts";
import { expect, open } from "../support/site-test.ts";

test(
  "what a visitor writes is read, answered by mail, archived, called spam, deleted and brought back",
  {
    tag: "@embedded",
  },
  async ({ page, foyer, browser, mails }) => {
    test.setTimeout(60_000);
    const theirs = await browser.newContext({ baseURL: foyer.origin, serviceWorkers: "block" });
    const visitor = await theirs.newPage();
    await open(visitor, "/contact");
    await visitor.getByLabel("Name").fill("Ann <b>Other</b>");
    await visitor.getByLabel("E-mail").fill("ann@example.com");
    await visitor
      .getByLabel("Message")
      .fill(
        "Does yours run slow?\n<img src=x onerror=alert(1)> javascript:alert(1) https://example.com/a.",
      );

    const link = await readFile(join(foyer.dataDir, "owner-link"), "utf8");
    await open(page, `/about${new URL(link.trim()).hash}`);
    await dialog(page).getByRole("button", { name: "I have an account" }).click();
    const owner = await createAccount(page, "Olive Owner");
    await expect(page.getByText("You are the owner of this site now.")).toBeVisible();
    await expect(async () => {
      await visitor.getByRole("button", { name: "Send" }).click();
      await expect(visitor.getByText("Your message has arrived")).toBeVisible({ timeout: 500 });
    }).toPass({ timeout: 20_000 });
    await theirs.close();

    await open(page, "/WebsiteManager");
    const news = page.getByRole("link", { name: "Inbox (1)" });
    await news.click();
    const list = page.getByRole("list", { name: "Messages" });
    const message = page.getByRole("article");
    await expect(list.getByRole("button")).toContainText(["Ann <b>Other</b>"]);
    await expect(news).toHaveCount(0);
    await page.keyboard.press("j");
    await expect(message).toContainText("<img src=x onerror=alert(1)> javascript:alert(1)");
    const links = message.getByRole("link");
    await expect(links).toHaveText(["https://example.com/a"]);
    await expect(links).toHaveAttribute("rel", /noopener.*nofollow/);
    await expect(list.getByText("New", { exact: true })).toHaveCount(0);
    expect(await violationsOf(page)).toEqual([]);

    await page.keyboard.press("r");
    const reply = page.getByLabel("Reply");
    await expect(reply).toBeFocused();
    await reply.fill("It does not.\n\nOlive");
    await page.keyboard.press("Control+Enter");
    const mail = await mails.take("ann@example.com");
    expect(mail.headers).toMatchObject({ subject: "Re: Your message", "reply-to": owner.email });
    expect(mail.text).toContain("It does not.");
    await expect(page.getByRole("list", { name: "Replies" })).toContainText("Sent");
    await expect(reply).toHaveValue("");
    await page.getByRole("heading", { level: 3 }).click();

    const toast = page.locator(".toasts");
    const folders = page.getByRole("navigation", { name: "Folders" });
    await page.keyboard.press("e");
    await expect(toast).toContainText("Message archived");
    await expect(page.getByText("No messages")).toBeVisible();
    await folders.getByRole("link", { name: "Archive" }).click();
    await page.getByRole("checkbox", { name: /Choose the message of Ann/ }).check();
    const chosen = page.getByRole("toolbar", { name: "With the chosen messages" });
    await chosen.getByRole("button", { name: "Move to spam" }).click();
    await expect(page.getByText("Nothing is archived")).toBeVisible();
    await folders.getByRole("link", { name: "Spam" }).click();
    await list.getByRole("button").click();
    await expect(message).toBeVisible();
    await page.keyboard.press("#");
    await expect(page.getByText("No spam")).toBeVisible();
    await toast.getByRole("button", { name: "Undo" }).click();
    await expect(list.getByRole("button")).toHaveCount(1);
    await list.getByRole("button").click();
    await message.getByRole("button", { name: "Not spam" }).click();
    await folders.getByRole("link", { name: "Inbox" }).click();
    await expect(list).toContainText("Replied");
    await list.getByRole("button").click();
    await reply.fill("One more thing");
    await page.reload();
    await list.getByRole("button").click();
    await expect(reply).toHaveValue("One more thing");

    await open(page, "/WebsiteManager?section=health");
    await page.getByRole("button", { name: "Send a test mail" }).click();
    await expect(page.getByText(`The mail server took the mail to ${owner.email}.`)).toBeVisible();
    expect(mails.received.map(({ headers }) => headers["subject"])).toContain(
      "A test mail of your site",
    );
    expect(await violationsOf(page)).toEqual([]);
  },
);

/** In the inbox as the contact form would have put them there; with a reply that no mail server took. */
async function writeMessages({ dataDir }: FoyerProcess, names: readonly string[]): Promise<void> {
  const lines = names.map((name, at) => {
    const createdAt = `2026-11-2${at}T13:03:00.000Z`;
    const email = `${name.toLowerCase()}@example.com`;
    const failed = { id: "0123456789abcdef", at: createdAt, text: "Of before.", state: "failed" };
    const fields = toFirestoreFields({
      name,
      email,
      subject: "Clocks",
      message: "Does yours run slow?",
      createdAt,
      read: false,
      flagged: "",
      replies: [{ ...failed, byName: "" }],
    });
    return JSON.stringify({ path: `inbox/m${at}`, fields });
  });
  const file = join(dataDir, "messages.jsonl");
  await writeFile(file, lines.join("\n"));
  expect(await runCommand(dataDir, "documents", "import", file)).toMatchObject({ code: 0 });
}

test(
  "a reply that is not sent is found again wherever its message is, in every tab, and nothing takes its place @long",
  {
    tag: "@embedded",
  },
  async ({ page, context, foyer, mails, watch }) => {
    test.setTimeout(60_000);
    // As on plain http.
    await context.addInitScript("delete Crypto.prototype.randomUUID");
    const { uid } = await signUpByDialog(page, "Ada Lovelace");
    await giveRole(foyer, uid, "admin");
    await writeMessages(foyer, ["Bert", "Cleo"]);
    await open(page, "/WebsiteManager?section=inbox");
    // To read a message leaves the way back from what was done to it.
    await page.getByRole("checkbox", { name: /Choose the message of Cleo/ }).check();
    await page
      .getByRole("toolbar", { name: "With the chosen messages" })
      .getByRole("button", { name: "Archive" })
      .click();
    const archived = page.locator(".toast").filter({ hasText: "Message archived" });
    await expect(archived).toBeVisible();
    await page.getByRole("link", { name: "Archive" }).click();
    const read = page.waitForResponse((answer) => answer.url().endsWith("/api/inbox/change"));
    await page.getByRole("button", { name: /^Cleo/ }).click();
    await read;
    await archived.getByRole("button", { name: "Undo" }).click();
    await expect(page.getByText("Nothing is archived")).toBeVisible();

    await open(page, "/WebsiteManager?section=inbox&message=m0");
    const reply = page.getByLabel("Reply", { exact: true });
    const others = page.getByRole("region", { name: "1 reply is not sent" });

    await reply.fill("  ");
    await page.getByRole("button", { name: /^Cleo/ }).click();
    await expect(page.getByText("Mailed to cleo@example.com")).toBeVisible();
    await expect(others).toHaveCount(0);
    await page.getByRole("button", { name: /^Bert/ }).click();
    await reply.fill("Not at all.");
    await page.getByRole("button", { name: "Take it up again" }).click();
    await expect(reply).toHaveValue("Not at all.\n\nOf before.");

    const other = await context.newPage();
    await open(other, "/WebsiteManager?section=inbox&message=m0");
    const otherReply = other.getByLabel("Reply", { exact: true });
    await expect(otherReply).toHaveValue("Not at all.\n\nOf before.");
    await otherReply.fill("Not mine.");
    await expect(reply).toHaveValue("Not mine.");

    // Without room in the browser it stays in this tab, is said to, and stands at its message again.
    await page.evaluate(() => {
      const store = IDBObjectStore.prototype;
      const put = Object.getOwnPropertyDescriptor(store, "put")!;
      store.put = () => {
        throw new DOMException("Full.", "QuotaExceededError");
      };
      const makeRoom = () => Object.defineProperty(store, "put", put);
      addEventListener("room", makeRoom, { once: true });
    });
    await reply.fill("Only here.");
    await expect(page.getByText(/so it is only in this tab/)).toBeVisible();
    await page.getByRole("button", { name: /^Cleo/ }).click();
    await expect(others).toContainText("Only here.");
    await page.getByRole("button", { name: /^Bert/ }).click();
    await expect(reply).toHaveValue("Only here.");
    await page.evaluate(() => dispatchEvent(new Event("room")));
    await reply.fill("Not mine.");
    await expect(page.getByText(/so it is only in this tab/)).toHaveCount(0);
    await expect(otherReply).toHaveValue("Not mine.");

    // What the first sends is nothing to send any more in the second.
    await page.getByRole("button", { name: "Send reply" }).click();
    expect((await mails.take("bert@example.com")).text).toContain("Not mine.");
    await expect(otherReply).toHaveValue("");
    await expect(reply).toHaveValue("");

    await other.close();
    await reply.fill("And one thing more.");
    await page.getByRole("article").getByRole("button", { name: "Delete" }).click();
    await expect(page.getByText("Mailed to cleo@example.com")).toBeVisible();
    await expect(others).toContainText("To bert@example.com: And one thing more.");
    expect(await violationsOf(page)).toEqual([]);
    watch.expectFault(/status of 404/);
    await others.getByRole("button", { name: "Go on writing" }).click();
    const stranded = page.getByRole("region", { name: "Your reply that is not sent" });
    await expect(stranded).toContainText("And one thing more.");
    await stranded.getByRole("button", { name: "Discard" }).click();
    await expect(stranded).toHaveCount(0);
    await page.locator(".toasts").getByRole("button", { name: "Undo" }).last().click();
    await expect(stranded).toContainText("And one thing more.");
    await stranded.getByRole("button", { name: "Discard" }).click();
    await expect(stranded).toHaveCount(0);

    // Who goes to the other folder before the server knows of the move sees it there all the same.
    await page.getByRole("button", { name: /^Cleo/ }).click();
    const gone = Promise.withResolvers<void>();
    const hold = async (route: Route) => {
      await gone.promise;
      await route.continue();
    };
    await page.route("**/api/inbox/change", hold, { times: 1 });
    await page.getByRole("article").getByRole("button", { name: "Spam" }).click();
    await page.getByRole("link", { name: "Spam" }).click();
    await expect(page.getByText("No spam")).toBeVisible();
    gone.resolve();
    await page.getByRole("button", { name: /^Cleo/ }).click();

    // As after a start without a mail server.
    await reply.fill("Later.");
    await page.route("**/api/inbox/message?*", async (route) => {
      const answer = await route.fetch();
      const ways = { sends: false, why: "No mail server is set." };
      await route.fulfill({ json: { ...(await answer.json()), ways } });
    });
    await page.reload();
    await expect(page.getByText("No mail server is set.")).toBeVisible();
    await expect(stranded).toContainText("Later.");
    await stranded.getByRole("button", { name: "Discard" }).click();
    await expect(stranded).toHaveCount(0);
  },
);

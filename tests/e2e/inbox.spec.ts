/** The inbox of the website manager: a visitor writes, the owner reads, answers by mail and puts away. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { violationsOf } from "../support/axe.ts";
import { startFoyer } from "../support/foyer-process.ts";
import { openMailServer } from "../support/mail-server.ts";
import type { MailServer } from "../support/mail-server.ts";
import { createAccount, dialog } from "../support/sign-in-steps.ts";
import { expect, open, test as base } from "../support/site-test.ts";

const test = base.extend<object, { mails: MailServer }>({
  mails: [
    // Playwright reads the names of the fixtures from this pattern.
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      await using server = await openMailServer();
      await use(server);
    },
    { scope: "worker" },
  ],
  sharedSite: [
    async ({ mails }, use) => {
      await using site = await startFoyer({
        env: {
          FOYER_TRUST_PROXY: "1",
          FOYER_SMTP_URL: mails.url,
          FOYER_MAIL_FROM: "site@example.com",
        },
      });
      await use(site);
    },
    { scope: "worker" },
  ],
});

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

/** The contact form, from typing to the owner's mail and inbox, with a script and without one. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { violationsOf } from "../support/axe.ts";
import { runCommand } from "../support/foyer-process.ts";
import { test as base } from "../support/mail-test.ts";
import { expect, open } from "../support/site-test.ts";

const owner = "ada@example.com";
const email = "ann@example.com";
const resume = { basics: { name: "Ada Example", email: owner } };

const test = base.extend({
  sharedSite: [
    async ({ sharedSite: site }, use) => {
      const file = join(site.dataDir, "resume.json");
      await writeFile(file, JSON.stringify(resume));
      expect(await runCommand(site.dataDir, "import", "resume", file)).toMatchObject({ code: 0 });
      await use(site);
    },
    { scope: "worker" },
  ],
});

// One site for all of them.
test.describe.configure({ mode: "default" });

const arrived = (page: Page) => page.getByRole("heading", { name: "Your message has arrived" });
const send = (page: Page) => page.getByRole("button", { name: "Send" });

async function fill(page: Page, name: string, message: string): Promise<void> {
  await page.getByLabel("Name").fill(name);
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Message").fill(message);
}

/** Three seconds after the page was made the form is taken; until then it says so and stays as it is. */
async function sendUntilArrived(page: Page): Promise<void> {
  await expect(async () => {
    await send(page).click();
    await expect(arrived(page)).toBeVisible({ timeout: 500 });
  }).toPass({ timeout: 20_000 });
}

/** Of a form that was opened elsewhere. */
async function newToken(origin: string): Promise<string> {
  const html = await (await fetch(`${origin}/contact`)).text();
  return /name="token" value="([^"]+)"/.exec(html)?.[1] ?? "";
}

const inbox = async (dataDir: string, name: string) =>
  (await runCommand(dataDir, "inbox", "list")).output
    .split("\n")
    .filter((line) => line.includes(` ${name} <ann@example.com>`));

test("by keyboard: faults stand at their fields, nothing typed is lost, and the owner gets a mail @smoke @long", async ({
  page,
  foyer,
  mails,
  watch,
}) => {
  watch.expectFault(/status of (?:400|413|502)/);
  watch.expectFault(/ERR_INTERNET_DISCONNECTED|ERR_FAILED/);
  await open(page, "/contact");
  await page.getByLabel("Name").focus();
  await page.keyboard.type("Ann Keys");
  await page.keyboard.press("Tab");
  await page.keyboard.type("ann@example");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await page.keyboard.type("Does yours run slow?");
  await page.keyboard.press("Tab");
  await expect(send(page)).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("E-mail")).toBeFocused();
  await expect(page.getByLabel("E-mail")).toHaveAccessibleDescription(
    "This is not an e-mail address.",
  );
  expect(await violationsOf(page)).toEqual([]);

  await page.reload();
  await expect(page.getByLabel("E-mail")).toHaveValue("ann@example");
  await expect(page.getByLabel("Message")).toHaveValue("Does yours run slow?");
  await page.getByLabel("E-mail").fill("ann@example.com");
  const long = "x".repeat(300_000);
  await page.getByLabel("Message").fill(long);
  await send(page).click();
  await expect(page.getByLabel("Message")).toBeFocused();
  await expect(page.getByLabel("Message")).toHaveAccessibleDescription(
    "Shorten this to 5,000 characters; it has 300,000.",
  );
  await expect(page.getByLabel("Message")).toHaveValue(long);
  await page.getByLabel("Message").fill("Does yours run slow?");
  // What is answered by something else is said as what it is.
  for (const [status, body, said] of [
    [413, "This is too long.", "This is too long."],
    [502, "<h1>Bad gateway</h1>", "The answer was: error 502."],
  ] as const) {
    const contentType = body.startsWith("<") ? "text/html" : "text/plain; charset=utf-8";
    await page.route("/contact", (route) => route.fulfill({ status, body, contentType }), {
      times: 1,
    });
    await send(page).click();
    await expect(page.getByRole("alert").filter({ hasText: said })).toBeVisible();
  }
  await page.context().setOffline(true);
  await send(page).click();
  await expect(page.getByRole("alert").filter({ hasText: "check your connection" })).toBeVisible();
  await expect(page.getByLabel("Message")).toHaveValue("Does yours run slow?");
  await page.context().setOffline(false);

  await sendUntilArrived(page);
  await expect(arrived(page)).toBeFocused();
  expect(await violationsOf(page)).toEqual([]);
  const mail = await mails.take(owner);
  expect(mail.headers).toMatchObject({
    "reply-to": "ann@example.com",
    subject: "Message from Ann Keys",
  });
  expect(mail.text).toContain("Does yours run slow?");
  const [line = "", ...others] = await inbox(foyer.dataDir, "Ann Keys");
  expect(others).toEqual([]);
  const shown = await runCommand(foyer.dataDir, "inbox", "show", line.split(" ")[0]!);
  expect(shown.output).toContain("Does yours run slow?");
  expect(foyer.logs()).not.toContain("ann@example.com");

  await page.getByRole("link", { name: "Write another message" }).click();
  await expect(page.getByLabel("Message")).toHaveValue("");
  await expect(page.getByRole("main").getByRole("link", { name: owner })).toBeVisible();
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "Save as a contact" }).click();
  expect((await download).suggestedFilename()).toBe("contact.vcf");
});

test.describe("without a script", () => {
  test.use({ javaScriptEnabled: false });

  test("the same form comes back with its faults, is taken, and by a reload not once more", async ({
    page,
    foyer,
    watch,
    extraHTTPHeaders: headers = {},
  }) => {
    watch.expectFault(/status of 4(00|29)/);
    const later = await page.context().newPage();
    await Promise.all([page, later].map((tab) => tab.goto("/contact")));
    const tokens = await Promise.all([newToken(foyer.origin), newToken(foyer.origin)]);
    // More than is taken comes back whole, with what is wrong.
    const long = "é".repeat(20_000);
    await page.getByLabel("Message").fill(long);
    await send(page).click();
    await expect(page.getByText("Shorten this to 5,000 characters; it has 20,000.")).toBeVisible();
    await expect(page.getByLabel("Message")).toHaveValue(long);
    await page.getByLabel("Message").fill("Good evening,\n“hello”");
    await send(page).click();
    await expect(page.getByText("Enter your name.")).toBeVisible();
    await expect(page.getByLabel("Name")).toBeFocused();
    await expect(page.getByLabel("Message")).toHaveValue("Good evening,\n“hello”");
    await fill(page, "Ann Plain", "Good evening,\n“hello”");
    await sendUntilArrived(page);
    await page.reload();
    await expect(arrived(page)).toBeVisible();
    expect(await inbox(foyer.dataDir, "Ann Plain")).toHaveLength(1);

    // The third of this visitor was the last: the next keeps what was typed.
    for (const token of tokens) {
      const body = new URLSearchParams({ name: "Ann Often", email, message: "Again", token });
      expect((await fetch(`${foyer.origin}/contact`, { method: "POST", headers, body })).ok).toBe(
        true,
      );
    }
    await fill(later, "Ann Later", "Once more");
    await send(later).click();
    await expect(later.getByText("Too many messages have come in.")).toBeVisible();
    await expect(later.getByLabel("Name")).toHaveValue("Ann Later");
  });

  test("a program that fills in everything is told that all is well, and nothing is kept @long", async ({
    page,
    foyer,
    mails,
    watch,
  }) => {
    watch.expectFault(/status of 400/);
    await page.goto("/contact");
    const trap = page.locator("form [aria-hidden] input");
    await expect(trap).not.toBeInViewport();
    await fill(page, "Ann Robot", "Buy now");
    await trap.evaluate((input: HTMLInputElement) => (input.value = "https://spam.example"));
    await send(page).click();
    await expect(arrived(page)).toBeVisible();
    // The next mail is that of a message that came after it.
    await page.getByRole("link", { name: "Write another message" }).click();
    await fill(page, "Ann After", "Hello");
    await sendUntilArrived(page);
    await expect
      .poll(() => mails.received.map(({ text }) => text).join("\n"))
      .toContain("Ann After");
    expect(JSON.stringify(mails.received)).not.toContain("Ann Robot");
    expect(await inbox(foyer.dataDir, "Ann Robot")).toEqual([]);
  });
});

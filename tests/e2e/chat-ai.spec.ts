/** The AI in /Chat as people see it: what an answer costs, how it comes, and what is said when it does not. */
import type { Page } from "@playwright/test";
import { anotherToAsk, answers, enterToAsk, inTwo, newAiChat, price } from "../support/ai-hands.ts";
import { withAi } from "../support/ai-site-test.ts";
import { violationsInBothSchemes } from "../support/axe.ts";
import {
  chooseOf,
  field,
  message,
  messages,
  roomLine,
  roomOf,
  rooms,
  write,
} from "../support/chat-hands.ts";
import { answerOf } from "../support/openai-server.ts";
import { dialog } from "../support/sign-in-steps.ts";
import { expect, test } from "../support/site-test.ts";
import { tabTo } from "../support/tab-to.ts";

test.describe.configure({ timeout: 120_000 });

const busy = { status: 429, body: "{}", headers: { "retry-after-ms": "1", "retry-after": "1" } };

const asked = (page: Page) => dialog(page).getByRole("button", { name: "Ask the AI" });

withAi(
  "an answer has a price, comes bit by bit, is Markdown without anybody's HTML, and costs nothing if it fails",
  async ({ page, foyer, provider }) => {
    await enterToAsk(foyer, page, "Ann");
    await newAiChat(page);
    await expect(price(page)).toContainText("An answer costs 1 token; you have 10 tokens");
    // Nobody is there who could have.
    await expect(page.getByText("Seen", { exact: true })).toHaveCount(0);
    const hostile =
      "Then **water** them.\n\n- [x] Beans\n- [ ] Peas\n\n<script>document.title = 'hit'</script>\n\n" +
      "![cat](https://evil.example/cat.png) <img src=x onerror=alert(1)> [go](javascript:alert(1))\n";
    const coming = inTwo("# Beans\n\nSow them ", `in *May*. ${hostile}`);
    provider.behave(coming.script);
    await write(page, "How do I grow beans?");
    const answer = answers(page).first();
    await expect(answer.getByRole("heading", { name: "Beans" })).toBeVisible();
    await expect(answer).toContainText("Writing…");
    // One way to stop it, where one writes.
    await expect(page.getByRole("button", { name: /^Stop/ })).toHaveText("Stop the answer");
    coming.goOn();
    await expect(answer.locator("em")).toHaveText("May");
    await expect(answer.locator("strong")).toHaveText("water");
    await expect(answer.locator("li[data-task]")).toHaveCount(2);
    await expect(answer).toContainText("<script>document.title = 'hit'</script>");
    await expect(answer.locator("script, img, [onerror], a[href^='javascript']")).toHaveCount(0);
    await expect(answer.locator(".ai-foot")).toContainText("1 token");
    await expect(price(page)).toContainText("you have 9 tokens");

    await page.reload();
    await expect(answer.locator("strong")).toHaveText("water");
    await expect(price(page)).toContainText("you have 9 tokens");
    await expect(message(page, "How do I grow beans?")).toHaveCount(1);
    await expect(roomLine(page, "How do I grow")).toContainText("Beans Sow them in May.");

    provider.behave(busy);
    await write(page, "And peas?");
    await expect(answers(page)).toHaveCount(2);
    const failed = answers(page).last();
    await expect(failed).toContainText("The AI has too much to do just now.");
    await expect(failed).toContainText("Nothing was charged");
    await expect(price(page)).toContainText("you have 9 tokens");
    await expect(page).not.toHaveTitle("hit");
  },
);

withAi(
  "in a room the AI is asked by name, and who reads there sees its answer come @long",
  async ({ page, browser, foyer, provider }) => {
    const ann = await enterToAsk(foyer, page, "Ann");
    const ben = await anotherToAsk(foyer, browser, "Ben");
    await roomOf(foyer, [ann, ben]);
    await write(page, "Good morning");
    await expect(page.locator(".chat-ask")).toHaveCount(0);
    await field(page).fill("@ai What is a leap year?");
    await expect(price(page)).toContainText("An answer costs 1 token");
    expect(await violationsInBothSchemes(page)).toEqual([]);
    const coming = inTwo("Every **fourth** year", " has a day more.");
    provider.behave(coming.script);
    await field(page).press("Enter");
    await Promise.all([seesItCome(page, "you"), seesItCome(ben.page, ann.name)]);
    await expect(answers(ben.page).getByRole("button", { name: "Stop" })).toHaveCount(0);
    coming.goOn();
    for (const each of [page, ben.page]) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      await expect(answers(each)).toContainText("Every fourth year has a day more.");
      // oxlint-disable-next-line no-await-in-loop
      await expect(answers(each)).toContainText("1 token");
    }
    await expect(answers(ben.page).getByRole("button", { name: "Answer anew" })).toHaveCount(0);
    const told = provider.asked.at(-1)?.body.messages.map(({ content }) => content) ?? [];
    expect(told.join("\n")).toContain("Good morning");
    expect(told.join("\n")).not.toContain(ben.uid);
    expect(await violationsInBothSchemes(ben.page)).toEqual([]);
    await ben.page.context().close();
  },
);

async function seesItCome(page: Page, asker: string): Promise<void> {
  await expect(answers(page).locator(".ai-text strong")).toHaveText("fourth");
  await expect(answers(page)).toContainText(`for ${asker}`);
  await expect(answers(page)).toContainText("Writing…");
}

withAi(
  "an answer is stopped, made anew, and asked for in other words @long",
  async ({ page, foyer, provider }) => {
    await enterToAsk(foyer, page, "Ann");
    await newAiChat(page);
    provider.behave({ steps: [{ text: "Once upon a time" }, "hang"] });
    await write(page, "Tell me a story");
    await expect(answers(page)).toContainText("Once upon a time");
    await tabTo(page, page.getByRole("button", { name: "Stop the answer" }), "Shift+Tab");
    await page.keyboard.press("Enter");
    await expect(field(page)).toBeFocused();
    await expect(answers(page)).toContainText("Stopped.");
    await expect(answers(page)).toContainText("1 token");
    await expect.poll(() => provider.open()).toBe(0);

    provider.behave(answerOf(["A better story."]));
    await answers(page).getByRole("button", { name: "Try again" }).click();
    await expect(dialog(page)).toContainText("Have it answered anew?");
    await expect(dialog(page)).toContainText("The message after it goes for good.");
    await expect(dialog(page)).toContainText("An answer costs 1 token");
    await expect(dialog(page).locator(".confirm-text")).toBeFocused();
    expect(await violationsInBothSchemes(page)).toEqual([]);
    await asked(page).click();
    await expect(dialog(page)).toHaveCount(0);
    await expect(message(page, "A better story.")).toBeVisible();
    await expect(page.getByText("Once upon a time")).toHaveCount(0);
    await expect(answers(page)).toContainText("1 token");

    provider.behave(answerOf(["A song."]));
    await chooseOf(page, message(page, "Tell me a story"), "Edit");
    await expect(page.getByText("You are changing a question")).toBeVisible();
    await field(page).fill("Sing me a song");
    await field(page).press("Enter");
    await expect(dialog(page)).toContainText("Ask again in other words?");
    await asked(page).click();
    await expect(message(page, "A song.")).toBeVisible();
    await expect(message(page, "Sing me a song")).toBeVisible();
    await expect(page.getByText("A better story.")).toHaveCount(0);
    await expect(price(page)).toContainText("you have 7 tokens");
    await page.reload();
    await expect(messages(page)).toHaveCount(2);
    await expect(message(page, "A song.")).toBeVisible();
    for (let times = 0; times < 4; times += 1) {
      // oxlint-disable-next-line no-await-in-loop -- the rest of the page may still come
      await lookWhileHigh(page);
    }
    await expect(page.getByRole("button", { name: "Newest messages" })).toHaveCount(0);
  },
);

test("without a provider it is said before anything is made or asked @long", async ({
  page,
  browser,
  foyer,
}) => {
  const ann = await enterToAsk(foyer, page, "Ann");
  await rooms(page).getByRole("link", { name: "New AI chat" }).click();
  await expect(dialog(page)).toContainText("This site has no AI");
  expect(await violationsInBothSchemes(page)).toEqual([]);
  await dialog(page).getByRole("button", { name: "Close", exact: true }).click();
  await expect(dialog(page)).toHaveCount(0);
  const ben = await anotherToAsk(foyer, browser, "Ben");
  await roomOf(foyer, [ann, ben]);
  await field(page).fill("@ai Are you there?");
  await expect(price(page)).toContainText("This site has no AI");
  await expect(price(page)).toContainText("Your message goes to the people here all the same.");
  await field(page).press("Enter");
  await expect(message(ben.page, "Are you there?")).toBeVisible();
  await expect(answers(page)).toHaveCount(0);
  await ben.page.context().close();
});

/** Before rows are measured they may be higher than the list has room for, and then nothing is scrolled any more. */
async function lookWhileHigh(page: Page): Promise<void> {
  await page.evaluate(() => {
    const all = [...document.querySelectorAll<HTMLElement>(".chat-message")];
    for (const { style } of all) style.minHeight = "900px";
    dispatchEvent(new Event("focus"));
    for (const { style } of all) style.minHeight = `${100 + Math.random() * 50}px`;
  });
  await page.evaluate(() => new Promise((seen) => setTimeout(seen, 400)));
}

const rich =
  "## What you need\n\n1. A **spade**\n2. Seeds\n   - beans\n   - peas\n\n| Crop | Days |\n|---|--:|\n| Beans | 60 |\n| Peas | 70 |\n\n" +
  "```ts\nconst days = crops.map((crop) => crop.days).filter((days) => days > 60).toSorted();\n```\n\n> Not in frost.\n\n" +
  'See [the guide](https://example.org/guide).\n\n```foyer\n{"make":"todo","title":"Buy a spade"}\n```\n';

withAi.describe("with fingers", () => {
  withAi.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  withAi(
    "a long answer is read on a phone, and nothing is wider than it @long",
    async ({ page, foyer, provider }) => {
      await enterToAsk(foyer, page, "Ann");
      await rooms(page).getByRole("link", { name: "New AI chat" }).tap();
      await page.getByRole("button", { name: /Make a list of what I need/ }).tap();
      await expect(field(page)).toHaveValue("Make a list of what I need for ");
      await expect(price(page)).toContainText("An answer costs 1 token");
      expect(await violationsInBothSchemes(page)).toEqual([]);
      provider.behave(answerOf([rich]));
      await field(page).fill("Make a list of what I need for a garden");
      await page.getByRole("button", { name: "Send and ask the AI" }).tap();
      await expect(answers(page).getByRole("table")).toBeVisible();
      await expect(answers(page).getByRole("region", { name: /task/i })).toContainText(
        "Buy a spade",
      );
      await expect(answers(page)).toContainText("1 token");
      const widths = () =>
        page.evaluate(() => [document.documentElement.scrollWidth, innerWidth] as const);
      expect(await widths()).toEqual([390, 390]);
      expect(await violationsInBothSchemes(page)).toEqual([]);
    },
  );
});

/** The AI among people: in a thread, and to tell somebody what was said while they were away. */
import { anotherToAsk, answers, answersIn, enterToAsk, inTwo, price } from "../support/ai-hands.ts";
import { withAi } from "../support/ai-site-test.ts";
import { violationsInBothSchemes } from "../support/axe.ts";
import {
  actOn,
  ask,
  message,
  messages,
  readTo,
  roomLine,
  roomOf,
  rooms,
  thread,
  write,
} from "../support/chat-hands.ts";
import { answerOf } from "../support/openai-server.ts";
import { dialog } from "../support/sign-in-steps.ts";
import { expect, open } from "../support/site-test.ts";

withAi.describe.configure({ timeout: 120_000 });

withAi(
  "in a thread the AI answers there: who has it open sees it come, who opens it later reads it",
  async ({ page, browser, foyer, provider }) => {
    const ann = await enterToAsk(foyer, page, "Ann");
    const ben = await anotherToAsk(foyer, browser, "Ben");
    const room = await roomOf(foyer, [ann, ben]);
    await write(page, "The oven is broken");
    await write(page, "Who feeds the cat?");
    await actOn(message(page, "Who feeds the cat?"), "Thread");
    const own = thread(page).getByRole("textbox", { name: "Answer in the thread" });
    await own.fill("I can");
    await own.press("Enter");
    await message(ben.page, "Who feeds the cat?")
      .getByRole("button", { name: /^1 answer/ })
      .click();
    await own.fill("@ai how much does a cat eat?");
    await expect(thread(page).locator(".ai-offer")).toContainText("An answer costs 1 token");
    const coming = inTwo("About **60 g**", " of dry food a day.");
    provider.behave(coming.script);
    await own.press("Enter");
    for (const each of [page, ben.page]) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      await expect(answersIn(thread(each)).locator(".ai-text strong")).toHaveText("60 g");
      // oxlint-disable-next-line no-await-in-loop
      await expect(answersIn(thread(each))).toContainText("Writing…");
    }
    await expect(answersIn(thread(ben.page))).toContainText(`for ${ann.name}`);
    await expect(thread(ben.page).getByRole("button", { name: /^Stop/ })).toHaveCount(0);
    await expect(thread(page).locator(".chat-ask")).toHaveText(
      "Your answer is coming.Stop the answer",
    );
    // Of a thread that is not open the room says nothing.
    await expect(answers(page)).toHaveCount(0);
    expect(await violationsInBothSchemes(page)).toEqual([]);
    coming.goOn();
    await expect(answersIn(thread(ben.page))).toContainText("About 60 g of dry food a day.");
    await expect(answersIn(thread(ben.page))).toContainText("1 token");
    const lines = message(ben.page, "Who feeds the cat?");
    await expect(lines.getByRole("button", { name: /^3 answers/ })).toBeVisible();
    const told = provider.asked.at(-1)?.body.messages.map(({ content }) => content) ?? [];
    expect(told.join("\n")).toContain("Who feeds the cat?");
    expect(told.join("\n")).toContain("I can");
    expect(told.join("\n")).not.toContain("oven");

    const stored = await foyer.database(`chat/${room}/streams`, ben.idToken);
    expect(await stored.json()).toBeNull();
    await ben.page.reload();
    await expect(answersIn(thread(ben.page))).toContainText("About 60 g of dry food a day.");
    await ben.page.context().close();
  },
);

withAi(
  "who was away is caught up in an AI chat of their own, with what they have not read and nothing else @once",
  async ({ page, browser, foyer, provider }) => {
    const ann = await enterToAsk(foyer, page, "Ann");
    const ben = await anotherToAsk(foyer, browser, "Ben");
    const room = await roomOf(foyer, [ann, ben]);
    await write(page, "The old news");
    await expect(message(ben.page, "The old news")).toBeVisible();
    await readTo(foyer, ben, { room, n: 3 });
    await open(ben.page, "/Chat");
    for (let n = 1; n <= 6; n += 1) {
      const id = `missed${String(n).padStart(14, "0")}`;
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      const sent = await ask(foyer, ann, `/${room}/messages`, { id, text: `Missed number ${n}` });
      expect(sent.ok).toBe(true);
    }
    await expect(roomLine(ben.page, "House")).toContainText("6 unread");
    await roomLine(ben.page, "House").click();
    const catchUp = ben.page.getByRole("button", { name: "Catch me up" });
    await catchUp.click();
    await expect(dialog(ben.page)).toContainText("the 6 messages since you were here last");
    await expect(dialog(ben.page)).toContainText("An answer costs 1 token; you have 10 tokens");
    await expect(dialog(ben.page).locator(".confirm-text")).toBeFocused();
    expect(await violationsInBothSchemes(ben.page)).toEqual([]);
    await ben.page.keyboard.press("Escape");
    await expect(dialog(ben.page)).toHaveCount(0);
    await expect(catchUp).toBeFocused();
    expect(provider.asked).toEqual([]);

    await catchUp.press("Enter");
    const coming = inTwo("Ann wrote **six**", " messages.");
    provider.behave(coming.script);
    await dialog(ben.page).getByRole("button", { name: "Catch me up" }).click();
    await expect(dialog(ben.page)).toHaveCount(0);
    await expect(ben.page.getByRole("heading", { level: 1 })).toHaveText("Catch up on House");
    await expect(answers(ben.page).locator(".ai-text strong")).toHaveText("six");
    coming.goOn();
    await expect(answers(ben.page)).toContainText("Ann wrote six messages.");
    await expect(answers(ben.page)).toContainText("1 token");
    await expect(price(ben.page)).toContainText("you have 9 tokens");
    const told = (provider.asked.at(-1)?.body.messages ?? []).map(({ content }) => content);
    for (const n of [1, 6]) expect(told.join("\n")).toContain(`Missed number ${n}`);
    expect(told.join("\n")).not.toContain("The old news");

    // What was told is asked about further.
    provider.behave(answerOf(["The sixth."]));
    await write(ben.page, "Which was the last?");
    await expect(answers(ben.page).last()).toContainText("The sixth.");
    const more = (provider.asked.at(-1)?.body.messages ?? []).map(({ content }) => content);
    expect(more.join("\n")).toContain("Ann wrote **six** messages.");

    // Nobody else knows of it.
    await expect(messages(page)).toHaveCount(7);
    await expect(roomLine(page, "Catch up")).toHaveCount(0);
    await ben.page.reload();
    await expect(answers(ben.page)).toHaveCount(2);
    await expect(rooms(ben.page).getByRole("link").filter({ hasText: "Catch up" })).toHaveCount(1);
    await ben.page.context().close();
  },
);

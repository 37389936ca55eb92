/** What an answer costs by its length, and what is said to who cannot pay it. */
import type { Page } from "@playwright/test";
import {
  anotherToAsk,
  answers,
  chooseForAi,
  enterToAsk,
  inTwo,
  newAiChat,
  price,
} from "../support/ai-hands.ts";
import { withAi } from "../support/ai-site-test.ts";
import { violationsInBothSchemes } from "../support/axe.ts";
import { type Person, enterChat, field, messages, write } from "../support/chat-hands.ts";
import { confirmAddress } from "../support/confirm-address.ts";
import type { FoyerProcess } from "../support/foyer-process.ts";
import { giveRole } from "../support/give-role.ts";
import { answerOf } from "../support/openai-server.ts";
import { dialog } from "../support/sign-in-steps.ts";
import { expect, navigateTo, open } from "../support/site-test.ts";

withAi.describe.configure({ timeout: 120_000 });

function post(foyer: FoyerProcess, by: Person, path: string, body: object): Promise<Response> {
  return fetch(foyer.origin + path, {
    method: "POST",
    headers: { authorization: `Bearer ${by.idToken}`, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
}

const link = (page: Page, name: string) => price(page).getByRole("link", { name });

withAi(
  "who has too few tokens is told before anything is asked, and where they may come from",
  async ({ page, browser, foyer, provider }) => {
    const ann = await enterToAsk(foyer, page, "Ann");
    const olive = await anotherToAsk(foyer, browser, "Olive");
    await giveRole(foyer, olive.uid, "admin");
    await chooseForAi(foyer, olive, { price: { per: "reply", tokens: 12 } });
    await newAiChat(page);
    await expect(price(page)).toContainText("An answer can cost 12 tokens, and you have 10.");
    await field(page).fill("Are you there?");
    await expect(page.getByRole("button", { name: "Send and ask the AI" })).toBeDisabled();
    await field(page).press("Enter");
    await expect(field(page)).toHaveValue("Are you there?");
    expect(await violationsInBothSchemes(page)).toEqual([]);
    await expect(messages(page)).toHaveCount(0);

    await link(page, "Ask the owner for more").click();
    await dialog(page)
      .getByRole("button", { name: `Write to ${olive.name}` })
      .click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(olive.name);
    await write(page, "May I have some AI tokens?");
    await expect(messages(page)).toHaveCount(1);
    await page.goBack();
    await expect(field(page)).toHaveValue("Are you there?");
    const act = { do: "tokens", amount: 5, reason: "A present", key: "present-of-olive" };
    const given = await post(foyer, olive, "/api/users/act", { uids: [ann.uid], act });
    expect(given.ok).toBe(true);
    // It is told at once.
    await expect(price(page)).toContainText("An answer costs 12 tokens; you have 15 tokens");
    provider.behave(answerOf(["Here."]));
    await field(page).press("Enter");
    await expect(answers(page)).toContainText("Here.");
    await expect(answers(page)).toContainText("12 tokens");
    await expect(price(page)).toContainText("An answer can cost 12 tokens, and you have 3.");

    // A limit of one's own is another reason, and is changed elsewhere.
    await chooseForAi(foyer, olive, { price: { per: "reply", tokens: 2 } });
    expect((await post(foyer, ann, "/api/ai/cap", { cap: 1 })).status).toBe(204);
    await page.reload();
    await expect(price(page)).toContainText(
      "An answer can cost 2 tokens, and you may spend 1 in a day.",
    );
    await link(page, "Your limits").click();
    await expect(page.getByRole("heading", { level: 2, name: "AI", exact: true })).toBeVisible();
    await expect(page.getByLabel("AI tokens in a day, at most")).toHaveValue("1");
    expect(provider.asked).toHaveLength(1);
    await olive.page.context().close();
  },
);

withAi(
  "by length: the owner chooses it, the most is said and held before, what was used is paid and listed",
  async ({ page, browser, foyer, provider }) => {
    const ann = await enterToAsk(foyer, page, "Ann");
    const olive = await anotherToAsk(foyer, browser, "Olive");
    await giveRole(foyer, olive.uid, "admin");
    await navigateTo(olive.page, "/WebsiteManager?section=ai");
    await olive.page.getByLabel("Price").selectOption("By length");
    await olive.page.getByLabel("For 1,000 tokens that are read").fill("1.5");
    await olive.page.getByLabel("For 1,000 tokens that are written").fill("3");
    await olive.page.getByRole("button", { name: "Save", exact: true }).click();
    await expect(olive.page.locator(".sync-state")).toHaveText("Saved");

    await newAiChat(page);
    await expect(price(page)).toContainText("An answer costs 7 tokens at most; you have 10 tokens");
    // A long question may cost more: that is said while it is written.
    await field(page).fill("Why? ".repeat(700));
    await expect(price(page)).toContainText("An answer costs 9 tokens at most");
    const coming = inTwo("Because ", "it is so.", { prompt_tokens: 1200, completion_tokens: 400 });
    provider.behave(coming.script);
    await write(page, "Why?");
    await expect(answers(page)).toContainText("Because");
    const account = async () =>
      (await (await foyer.database(`tokenAccounts/${ann.uid}`, ann.idToken)).json()) as {
        balance: number;
        holds?: Record<string, { amount: number }>;
      };
    const { balance, holds = {} } = await account();
    expect(balance).toBe(10);
    const [held = 0, ...others] = Object.values(holds).map(({ amount }) => amount);
    expect(others).toEqual([]);
    // What the browser says is rather more than it comes to.
    expect(held).toBeGreaterThan(3);
    expect(held).toBeLessThanOrEqual(7);
    coming.goOn();
    // 1.8 and 1.2.
    await expect(answers(page)).toContainText("3 tokens");
    await expect(price(page)).toContainText("you have 7 tokens");
    expect(await account()).toMatchObject({ balance: 7 });
    expect((await account()).holds).toBeUndefined();
    // A provider that counts too much takes no more than was agreed to.
    const tooMuch = { prompt_tokens: 900_000, completion_tokens: 900_000 };
    provider.behave(answerOf(["Because."], { usage: tooMuch }));
    await write(page, "And why?");
    await expect(answers(page).last()).toContainText(`${held} tokens`);
    const left = 7 - held;
    await expect(price(page)).toContainText(`and you have ${left}.`);

    await navigateTo(page, "/Settings#tokens");
    await expect(page.locator(".settings-balance")).toContainText(`${left}`);
    const rows = page.locator(".settings-ledger tbody tr");
    await expect(rows.first()).toContainText(`An answer of the AI\u2212${held}${left}`);
    await expect(rows.nth(1)).toContainText("An answer of the AI\u221237");
    await page.getByRole("main").getByRole("link", { name: "AI", exact: true }).first().click();
    await expect(page.getByText(`${50 - 3 - held} of 50 AI tokens`)).toBeVisible();
    await expect(page.getByText("By length: 1.5 for 1,000 tokens")).toBeVisible();
    await expect(page.getByRole("figure")).toContainText(`${3 + held} AI tokens in 90 days.`);
    await open(olive.page, "/WebsiteManager?section=ai");
    const used = olive.page.getByRole("row").filter({ hasText: ann.name });
    await expect(used).toContainText(`${3 + held}`);
    await olive.page.context().close();
  },
);

withAi(
  "whose address is not confirmed is led there, and asks nothing before @hosted",
  async ({ page, foyer, provider }) => {
    const ann = await enterChat(page, "Ann");
    await newAiChat(page);
    const address = new URL(page.url());
    await expect(price(page)).toContainText("Confirm your e-mail address first");
    await field(page).fill("Are you there?");
    await expect(page.getByRole("button", { name: "Send and ask the AI" })).toBeDisabled();
    await link(page, "Confirm it in your settings").click();
    await expect(page.getByRole("heading", { level: 2, name: "E-mail" })).toBeVisible();
    await confirmAddress(foyer, ann.uid);
    await open(page, address.pathname + address.search);
    await expect(price(page)).toContainText("An answer costs 1 token");
    await expect(field(page)).toHaveValue("Are you there?");
    await field(page).press("Enter");
    await expect(answers(page)).toContainText("Hello there.");
    expect(provider.asked).toHaveLength(1);
  },
);

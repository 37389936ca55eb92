/** What people and admins see and choose of the AI, without a provider and with one on this machine. */
import type { Page } from "@playwright/test";
import { withAi } from "../support/ai-site-test.ts";
import { violationsInBothSchemes } from "../support/axe.ts";
import { mayAsk } from "../support/ai-hands.ts";
import { giveRole } from "../support/give-role.ts";
import { createAccount } from "../support/sign-in-steps.ts";
import { expect, navigateTo, open, test } from "../support/site-test.ts";

test.describe.configure({ timeout: 120_000 });

const heading = (page: Page, name: string) => page.getByRole("heading", { name, exact: true });
const managed = "/WebsiteManager?section=ai";

test("without a provider nobody is offered an AI, and admins read how to have one", async ({
  page,
  foyer,
}) => {
  await open(page, "/Settings#ai");
  const { uid, idToken } = await createAccount(page);
  await expect(page.getByText("This site has no AI")).toBeVisible();
  await expect(page.getByText("You have asked the AI nothing in this time.")).toBeVisible();
  await expect(page.getByLabel("AI tokens in a day, at most")).toHaveCount(0);

  const asked = async (path: string) =>
    (await fetch(foyer.origin + path, { headers: { Authorization: `Bearer ${idToken}` } })).status;
  await giveRole(foyer, uid, "editor");
  expect(await asked("/api/ai/provider")).toBe(403);
  await giveRole(foyer, uid, "admin");
  await navigateTo(page, managed);
  await expect(page.getByText("No AI is connected")).toBeVisible();
  await expect(page.getByText("FOYER_AI_URL")).toBeVisible();
  await expect(page.getByText("Nobody has asked the AI in this time.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Try it" })).toHaveCount(0);
  expect(await violationsInBothSchemes(page)).toEqual([]);
});

/** A chat with the AI, and so many questions that are answered. */
async function askTimes(page: Page, idToken: string, times: number): Promise<void> {
  const post = async (path: string, data: object) => {
    const answer = await page.request.post(path, {
      data,
      headers: { Authorization: `Bearer ${idToken}` },
    });
    expect(answer.ok()).toBe(true);
    return (await answer.json()) as Record<string, unknown>;
  };
  const { room } = await post("/api/chat", { kind: "ai" });
  for (let n = 1; n <= times; n += 1) {
    const id = `question${String(n).padStart(12, "0")}`;
    const ask = { id: `answer${String(n).padStart(14, "0")}`, model: "small", most: 5 };
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    const said = await post(`/api/chat/${String(room)}/messages`, { id, text: "Hello?", ask });
    expect(said).toMatchObject({ ask: "begun" });
  }
}

withAi(
  "what was used is shown, a limit of one's own is set and taken away @long",
  async ({ page, foyer }) => {
    await open(page, "/Settings#ai");
    const { idToken } = await mayAsk(foyer, await createAccount(page));
    await page.reload();
    await expect(page.getByText("50 of 50 AI tokens")).toBeVisible();
    await expect(page.getByText("1 AI token for each answer.")).toBeVisible();
    await expect(page.getByText("Small, large")).toBeVisible();
    // What is paid is listed a moment later.
    const early = { json: { days: [] } };
    await page.route("**/api/ai/usage", (route) => route.fulfill(early), { times: 2 });
    await askTimes(page, idToken, 2);
    await expect(page.getByText("48 of 50 AI tokens")).toBeVisible();
    await expect(page.getByText("8 AI tokens.")).toBeVisible();
    const row = page.getByRole("row").filter({ hasText: "small" });
    await expect(row.getByRole("cell")).toHaveText([/20\d\d$/, "small", "2", "2", "60", "14"]);
    await expect(page.getByRole("figure")).toContainText("2 AI tokens in 90 days.");
    expect(await violationsInBothSchemes(page)).toEqual([]);

    const cap = page.getByLabel("AI tokens in a day, at most");
    const save = page.getByRole("button", { name: "Save limit" });
    await cap.fill("51");
    await save.click();
    await expect(page.getByText("Type a whole number from 0 to 50.")).toBeVisible();
    await cap.fill("2");
    await cap.press("Enter");
    await expect(page.getByText("0 of 2 AI tokens")).toBeVisible();
    await expect(page.getByText("There is more after midnight")).toBeVisible();
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(page.getByText("48 of 50 AI tokens")).toBeVisible();
    await cap.fill("7");
    await cap.press("Enter");
    await expect(page.getByText("5 of 7 AI tokens")).toBeVisible();
    await page.getByRole("button", { name: "Take it away" }).click();
    await expect(cap).toHaveValue("");
    await page.getByRole("link", { name: "What was given and taken" }).click();
    await expect(heading(page, "History")).toBeVisible();
  },
);

withAi(
  "an admin tries the provider, changes what it does, and of two who do the second is told @long",
  async ({ page, foyer, provider, watch }) => {
    watch.expectFault(/status of (?:400|409).*\/api\/ai\/settings/);
    await open(page, managed);
    const { uid, idToken } = await mayAsk(foyer, await createAccount(page, "Olive Owner"));
    await giveRole(foyer, uid, "admin");
    await expect(page.getByText(new URL(provider.url).host)).toBeVisible();
    await expect(page.getByRole("listitem").filter({ hasText: "the usual one" })).toHaveText(
      "Small (small), the usual one",
    );
    await page.getByRole("button", { name: "Try it" }).click();
    await expect(page.getByText("does not list these models")).toBeVisible();
    expect(await page.content()).not.toContain("sk-never-told");

    const save = page.getByRole("button", { name: "Save", exact: true });
    await expect(save).toBeDisabled();
    await page.getByLabel("What it is told before each question").fill("Speak as a gardener.");
    await page.getByLabel("Price").selectOption("By length");
    await page.getByLabel("For 1,000 tokens that are read").fill("0.25");
    await page.getByLabel("The whole site in a day").fill("1.5");
    await save.click();
    const wrong = page.getByLabel("The whole site in a day");
    await expect(wrong).toBeFocused();
    await expect(page.getByText("Type a whole number from 0 to 1,000,000.")).toBeVisible();
    expect(await violationsInBothSchemes(page)).toEqual([]);

    // What is typed is there after a look elsewhere.
    await page
      .getByRole("navigation", { name: "Website manager" })
      .getByRole("link", { name: "Health", exact: true })
      .click();
    await page
      .getByRole("navigation", { name: "Website manager" })
      .getByRole("link", { name: "AI", exact: true })
      .click();
    await expect(wrong).toHaveValue("1.5");
    await wrong.fill("300");
    await save.click();
    await expect(page.locator(".sync-state")).toHaveText("Saved");
    await expect(page.getByText("300 of 300 AI tokens")).toBeVisible();

    const headers = { Authorization: `Bearer ${idToken}` };
    const stored = async () =>
      (await (await page.request.get("/api/ai/settings", { headers })).json()) as object;
    expect(await stored()).toMatchObject({
      prompt: "Speak as a gardener.",
      price: { per: "usage", perThousandIn: 0.25, perThousandOut: 1 },
    });
    await page.getByLabel("Longest answer").fill("500");
    await page.request.post("/api/ai/settings", {
      headers,
      data: { ...(await stored()), userDaily: 9 },
    });
    await save.click();
    await expect(page.getByText("Somebody else has changed this meanwhile.")).toBeVisible();
    await page.getByRole("button", { name: "Show what it is now" }).click();
    await expect(page.getByLabel("One account in a day")).toHaveValue("9");
    await expect(page.getByLabel("Longest answer")).toHaveValue("1000");

    await askTimes(page, idToken, 1);
    await page.reload();
    await expect(page.getByRole("link", { name: "Olive Owner" })).toBeVisible();
    await page.getByText("By day", { exact: true }).click();
    expect(await violationsInBothSchemes(page)).toEqual([]);
    await page.getByRole("link", { name: "Olive Owner" }).click();
    await expect(page).toHaveURL(/\/UserManagement\?user=/);
  },
);

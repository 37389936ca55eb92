/**
 * What another tool proposes opens the tool that takes it, and nothing is written before somebody says so there. The first
 * presses the buttons of an answer; the others ask as Chat does, by the door of the shell.
 */
import { join } from "node:path";
import type { Page } from "@playwright/test";
import type { CreateFrom } from "../../app/ui/create-from.ts";
import type { ToolDraft } from "../../app/ui/tool-feature.ts";
import { readPageFiles } from "../../scripts/page-files.ts";
import { answers, enterToAsk, newAiChat } from "../support/ai-hands.ts";
import { withAi } from "../support/ai-site-test.ts";
import { violationsInBothSchemes } from "../support/axe.ts";
import { write } from "../support/chat-hands.ts";
import { entryPage } from "../support/journal-hands.ts";
import { makePlain, makePrivate, saved, unlock } from "../support/journal-steps.ts";
import { answerOf } from "../support/openai-server.ts";
import { createAccount } from "../support/sign-in-steps.ts";
import { expect, navigateTo, open, test } from "../support/site-test.ts";
import { tabTo } from "../support/tab-to.ts";

test.describe.configure({ timeout: 120_000 });

const client = join(import.meta.dirname, "../../build/client");
const dialog = (page: Page) => page.getByRole("dialog");

/** From whatever page is open to the tool. */
async function propose(page: Page, draft: ToolDraft): Promise<void> {
  const [file] = readPageFiles(client).filesOf("app/shell/palette/room.tsx");
  const address = await page.evaluate(
    async ([from, given]) => {
      const { createFrom } = (await import(from)) as { createFrom: CreateFrom };
      return createFrom(given);
    },
    [file ?? "", draft] as const,
  );
  expect(address).toMatch(/^\/\w+(?:#draft)?$/);
  await navigateTo(page, address ?? "");
}

const block = (proposal: object) => `\`\`\`foyer\n${JSON.stringify(proposal)}\n\`\`\`\n\n`;

withAi(
  "what an answer proposes opens in its tool by the answer's own button, and is one once it is saved there",
  async ({ page, foyer, provider }) => {
    await enterToAsk(foyer, page, "Ann");
    await newAiChat(page);
    const proposed = [
      { make: "todo", title: "Buy a spade", due: "2031-01-08", notes: "Not a big one." },
      { make: "card", title: "Build the shed", notes: "Oak." },
      { make: "journal", title: "A garden begins", text: "Rain all day." },
      { make: "coffee", title: "Strong" },
    ];
    provider.behave(answerOf(["Three things:\n\n", ...proposed.map(block)]));
    await write(page, "What do I do for a garden?");
    const proposal = (name: string) => answers(page).getByRole("region", { name });
    await expect(answers(page)).toContainText("1 token");
    await expect(answers(page).locator(".ai-proposal")).toHaveCount(3);
    // What nobody can make is shown as what it is.
    await expect(answers(page).locator(".ai-code")).toContainText("coffee");
    expect(await violationsInBothSchemes(page)).toEqual([]);

    const chat = new URL(page.url()).pathname + new URL(page.url()).search;
    const card = proposal("Proposed card").getByRole("button");
    await expect(card).toHaveText("Open it as a card");
    await card.click();
    await expect(page).toHaveURL(/\/TaskManager/);
    await expect(dialog(page)).toContainText("There is no board yet on which you may write.");
    await page.goBack();
    await proposal("Proposed journal entry").getByRole("button").click();
    await expect(page).toHaveURL(/\/AdvancedJournal/);
    await expect(page.getByText("The entry A garden begins needs a journal first.")).toBeVisible();
    await page.getByRole("button", { name: "Make a journal for it" }).click();
    await expect(dialog(page).getByLabel("Title")).toHaveValue("A garden begins");
    await dialog(page).getByRole("button", { name: "Write entry" }).click();
    await expect(entryPage(page)).toContainText("Rain all day.");
    await saved(page);
    await navigateTo(page, chat);
    // By keys: the answer, then its buttons.
    await answers(page).focus();
    const task = proposal("Proposed task").getByRole("button");
    await tabTo(page, task);
    await page.keyboard.press("Enter");
    const field = page.getByRole("textbox", { name: "New task" });
    await expect(field).toHaveValue("Buy a spade 2031-01-08 // Not a big one.");
    await expect(page.locator(".task-row")).toHaveCount(0);
    await field.press("Enter");
    await expect(page.locator(".toasts")).toContainText("Buy a spade");
  },
);

test("a task that is proposed stands in the field, and is one once it is added @embedded", async ({
  page,
}) => {
  await open(page, "/Settings");
  await createAccount(page);
  await expect(page.getByRole("heading", { level: 2, name: "Profile" })).toBeVisible();
  const text = "Not at noon.\nAsk Ben.";
  await propose(page, { kind: "todo", title: "Water the beans", text, due: "2031-01-08" });
  const field = page.getByRole("textbox", { name: "New task" });
  await expect(field).toHaveValue("Water the beans 2031-01-08 // Not at noon. Ask Ben.");
  await expect(field).toBeFocused();
  await expect(page.getByRole("button", { name: /8 Jan/ })).toBeVisible();
  await expect(page.locator(".task-row")).toHaveCount(0);
  await field.press("Enter");
  await expect(page.locator(".toasts")).toContainText("Water the beans");
  // What the reload cuts off is sent again, and then the server has it already.
  await expect(page.locator(".sync-state")).toHaveText("Saved");
  await page.reload();
  await expect(field).toHaveValue("");
});

test("a card that is proposed goes where somebody chooses, also on a board that is made for it @long @embedded", async ({
  page,
}) => {
  await open(page, "/Settings");
  await createAccount(page);
  await expect(page.getByRole("heading", { level: 2, name: "Profile" })).toBeVisible();
  const draft = { kind: "card", title: "Build the shed", text: "Oak.\n\nNot pine." } as const;
  await propose(page, draft);
  await expect(dialog(page)).toContainText("There is no board yet on which you may write.");
  expect(await violationsInBothSchemes(page)).toEqual([]);
  await dialog(page).getByRole("button", { name: "New board" }).click();
  await dialog(page).getByLabel("Name").fill("Garden");
  await dialog(page).getByRole("button", { name: "Make the board" }).click();
  await expect(dialog(page).getByLabel("Title")).toHaveValue("Build the shed");
  await dialog(page).getByLabel("Column").selectOption("Doing");
  expect(await violationsInBothSchemes(page)).toEqual([]);
  await dialog(page).getByLabel("Title").fill("");
  await dialog(page).getByRole("button", { name: "Add card" }).click();
  await expect(dialog(page)).toContainText("Give the card a title.");
  await dialog(page).getByLabel("Title").fill("Build the new shed");
  await dialog(page).getByRole("button", { name: "Add card" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Garden" })).toBeVisible();
  const doing = page.getByRole("region", { name: "Doing", exact: true });
  await expect(doing.locator(".card-title")).toHaveText(["Build the new shed"]);
  await expect(page.getByText("Not pine.")).toBeVisible();
  await expect(page.locator(".sync-state")).toHaveText("Saved");
  await page.reload();
  await expect(page.getByText("Not pine.")).toBeVisible();

  await propose(page, { ...draft, title: "Nothing of this" });
  await expect(dialog(page).getByLabel("Title")).toHaveValue("Nothing of this");
  await page.keyboard.press("Escape");
  await expect(dialog(page)).toHaveCount(0);
  await page.getByRole("link", { name: "Garden" }).click();
  await expect(page.locator(".card-title")).toHaveText([/Build the new shed$/]);
});

test("an entry that is proposed waits for its journal, a private one too, and stands nowhere meanwhile @long @embedded", async ({
  page,
}) => {
  const passphrase = "a passphrase of mine";
  await open(page, "/AdvancedJournal");
  await createAccount(page);
  await makePlain(page, "Days");
  await makePrivate(page, { name: "Secret", passphrase });
  await page.keyboard.press("Control+Shift+L");
  await expect(page.getByText("locked").first()).toBeVisible();
  const title = "Xylographic morning";
  await navigateTo(page, "/Settings");
  await expect(page.getByRole("heading", { level: 2, name: "Profile" })).toBeVisible();
  await propose(page, { kind: "journal", title, text: "Quinquereme.\n\nThe second line." });
  await expect(dialog(page).getByLabel("Title")).toHaveValue(title);
  expect(await violationsInBothSchemes(page)).toEqual([]);
  await dialog(page).getByRole("button", { name: "Unlock to write there…" }).click();
  await dialog(page).getByLabel("Passphrase", { exact: true }).fill(passphrase);
  await dialog(page).getByRole("button", { name: "Unlock", exact: true }).click();
  await dialog(page).getByRole("combobox", { name: "Journal" }).selectOption("Secret");
  await dialog(page).getByRole("button", { name: "Write entry" }).click();
  await expect(entryPage(page)).toContainText("The second line.");
  await expect(entryPage(page).getByRole("textbox", { name: "Title" })).toHaveValue(title);
  await saved(page);

  // Neither its address, nor its history, nor what the tab keeps has a word of it.
  const kept = await page.evaluate(() =>
    [
      location.href,
      JSON.stringify([history.state]),
      ...[localStorage, sessionStorage].map((store) => JSON.stringify(Object.entries(store))),
    ].join("\n"),
  );
  expect(kept).not.toMatch(/xylographic|quinquereme/i);
  await page.reload();
  await expect(page.getByText(title)).toHaveCount(0);
  await lockedThenOpen(page, passphrase);
  await expect(page.getByText(title).first()).toBeVisible();
});

async function lockedThenOpen(page: Page, passphrase: string): Promise<void> {
  const toUnlock = page.getByRole("button", { name: /unlock/i }).first();
  await expect(toUnlock).toBeVisible();
  if (!(await page.getByLabel("Passphrase", { exact: true }).isVisible())) await toUnlock.click();
  await unlock(page, passphrase);
}

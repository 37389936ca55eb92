/** What a person does on a board with keys and presses. Each act ends where it began: on the board, nothing open. */
import type { Locator, Page } from "@playwright/test";
import type { Hands } from "./live-story.ts";

/** Nothing that can be done at all takes longer. */
const patienceMs = 4000;

const cardOf = (page: Page, id: string) => page.locator(`.card-face[data-id="${id}"]`);

export async function cardsIn(page: Page): Promise<string[]> {
  const cards = page.locator(".card-face");
  return cards.evaluateAll((all) => all.map((one) => (one as HTMLElement).dataset["id"] ?? ""));
}

export async function closeAll(page: Page): Promise<void> {
  for (let tries = 0; tries < 3; tries += 1) {
    const open = page.locator(".card-panel, dialog[open], .card-title-field").first();
    // oxlint-disable-next-line no-await-in-loop -- one above the other
    if (!(await open.isVisible())) return;
    // oxlint-disable-next-line no-await-in-loop
    await page.keyboard.press("Escape");
  }
}

export async function addCard(hands: Hands): Promise<void> {
  const { page, random } = hands;
  const fields = page.getByRole("textbox", { name: /^Add a card to / });
  const field = fields.nth(random.below(await fields.count()));
  await field.focus({ timeout: patienceMs });
  await page.keyboard.type(hands.word());
  await page.keyboard.press("Enter");
  // Where the column is full it stays in the field, and nothing was added.
  if ((await field.inputValue()) !== "") throw new Error("There is no room.");
  await page.keyboard.press("Escape");
}

export async function pressOn({ page }: Hands, id: string, key: string): Promise<void> {
  await cardOf(page, id).locator(".card-link").focus({ timeout: patienceMs });
  await page.keyboard.press(key);
}

export async function rename(hands: Hands, id: string): Promise<void> {
  const { page } = hands;
  await pressOn(hands, id, "e");
  await page.locator(".card-title-field").waitFor({ timeout: patienceMs });
  await page.keyboard.press("End");
  await page.keyboard.type(` ${hands.word()}`);
  await page.keyboard.press("Enter");
}

async function openCard(hands: Hands, id: string): Promise<Locator> {
  await pressOn(hands, id, "Enter");
  const panel = hands.page.locator(".card-panel");
  await panel.waitFor({ timeout: patienceMs });
  return panel;
}

/** At the end of what is there, or in its place. */
export async function writeTitle(hands: Hands, id: string): Promise<void> {
  const { page, random } = hands;
  const panel = await openCard(hands, id);
  await panel.getByLabel("Title", { exact: true }).focus({ timeout: patienceMs });
  const isReplaced = random.below(4) === 0;
  await page.keyboard.press(isReplaced ? "Control+a" : "Control+End");
  await page.keyboard.type(`${isReplaced ? "" : " "}${hands.word()}`);
}

/** The letters are all typed, and nothing was left. */
export async function beginToWrite(hands: Hands, id: string): Promise<void> {
  const { page } = hands;
  const panel = await openCard(hands, id);
  await panel.getByLabel("Title", { exact: true }).focus({ timeout: patienceMs });
  await page.keyboard.press("Control+End");
  await page.keyboard.type(` ${hands.word()} and`);
}

export async function comment(hands: Hands, id: string): Promise<void> {
  const panel = await openCard(hands, id);
  const field = panel.getByLabel("Write a comment");
  await field.fill(hands.word(), { timeout: patienceMs });
  await panel.getByRole("button", { name: "Send", exact: true }).click({ timeout: patienceMs });
}

export async function addCheck(hands: Hands, id: string): Promise<void> {
  const panel = await openCard(hands, id);
  const field = panel.getByLabel("Add to the checklist");
  await field.fill(hands.word(), { timeout: patienceMs });
  await field.press("Enter", { timeout: patienceMs });
}

export async function moveByDialog(hands: Hands, id: string): Promise<void> {
  const { page, random } = hands;
  await pressOn(hands, id, "m");
  const dialog = page.getByRole("dialog");
  await dialog.waitFor({ timeout: patienceMs });
  const index = random.below(3);
  await dialog.getByLabel("Column").selectOption({ index }, { timeout: patienceMs });
  await dialog.getByRole("button", { name: "Move", exact: true }).click({ timeout: patienceMs });
}

/** About what the server has turned back. */
export async function askAgain({ page }: Hands): Promise<void> {
  const again = page.getByRole("button", { name: "Try again", exact: true }).first();
  if (await again.isVisible()) await again.click({ timeout: patienceMs });
}

/** What it says that it takes back. */
export async function undo({ page }: Hands): Promise<string> {
  const button = page.locator(".tool-bar").getByRole("button", { name: "Undo", exact: true });
  const title = (await button.getAttribute("title", { timeout: patienceMs })) ?? "";
  await page.keyboard.press("u");
  return title.replace("Undo: ", "");
}

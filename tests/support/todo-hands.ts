/** What a person does on /AdvancedTodoList with keys and presses. Each act ends where it began: in a view, nothing open. */
import type { Locator, Page } from "@playwright/test";
import type { Hands } from "./live-story.ts";

/** Nothing that can be done at all takes longer. */
const patienceMs = 4000;

const rowOf = (page: Page, id: string) => page.locator(`.task-row[data-id="${id}"]`);
export const newTask = (page: Page) => page.getByRole("textbox", { name: "New task" });
const panelOf = (page: Page) => page.locator(".task-panel");

/** The lists of the story; the last one is a board. */
export const lists = ["Home", "Work", "Steps"] as const;
const labels = ["loud", "far"] as const;
const columns = ["To do", "Doing", "Checked"] as const;

export async function tasksIn(page: Page): Promise<string[]> {
  const rows = page.locator(".task-row:not([data-done])");
  return rows.evaluateAll((all) => all.map((one) => one.dataset["id"] ?? ""));
}

/** Into a view of the sidebar, or the Inbox. */
export async function goTo({ page, isPhone }: Hands, name: string): Promise<void> {
  const nav = page.getByRole("navigation", { name: "Lists and views" });
  const toggle = nav.locator(".todo-nav-toggle[aria-expanded=false]");
  if (isPhone && (await toggle.isVisible())) await toggle.click({ timeout: patienceMs });
  await nav
    .getByRole("link", { name: new RegExp(`^${name}`) })
    .first()
    .click({ timeout: patienceMs });
}

/** Back to where nothing is open. */
export async function closeAll(page: Page): Promise<void> {
  for (let tries = 0; tries < 3; tries += 1) {
    const open = page.locator(".task-panel, dialog[open], .task-title-field").first();
    // oxlint-disable-next-line no-await-in-loop -- one above the other
    if (!(await open.isVisible())) return;
    // oxlint-disable-next-line no-await-in-loop
    await page.keyboard.press("Escape");
  }
}

export async function addTask(hands: Hands): Promise<void> {
  const { page, random } = hands;
  const extras = ["", "", ` #${lists[0]}`, ` @${random.pick(labels)}`, ` !${1 + random.below(3)}`];
  const days = ["", "", " tomorrow", " every day", " every day"];
  await page.keyboard.press("n");
  await newTask(page).focus({ timeout: patienceMs });
  await page.keyboard.type(`${hands.word()}${random.pick(extras)}${random.pick(days)}`);
  await page.keyboard.press("Enter");
  await page.keyboard.press("Escape");
}

async function openTask({ page }: Hands, id: string): Promise<Locator> {
  await rowOf(page, id).locator(".task-opener").click({ timeout: patienceMs });
  const panel = panelOf(page);
  await panel.waitFor({ timeout: patienceMs });
  return panel;
}

type Field = "Title" | "Notes";

/** At the end of what is there, or in its place. */
export async function writeInPanel(hands: Hands, id: string, field: Field): Promise<void> {
  const { page, random } = hands;
  const panel = await openTask(hands, id);
  await panel.getByLabel(field, { exact: true }).focus({ timeout: patienceMs });
  const isReplaced = random.below(4) === 0;
  await page.keyboard.press(isReplaced ? "Control+a" : "Control+End");
  await page.keyboard.type(`${isReplaced ? "" : " "}${hands.word()}`);
  if (random.below(3) === 0) await page.keyboard.type(` ${hands.word()}`);
}

/** The letters are all typed, and nothing was left. */
export async function beginToWrite(hands: Hands, id: string): Promise<void> {
  const { page, random } = hands;
  const panel = await openTask(hands, id);
  const field: Field = random.pick(["Title", "Notes"]);
  await panel.getByLabel(field, { exact: true }).focus({ timeout: patienceMs });
  await page.keyboard.press("Control+End");
  await page.keyboard.type(` ${hands.word()} and`);
}

export async function writeInRow(hands: Hands, id: string): Promise<void> {
  const { page } = hands;
  await focusRow(page, id);
  await page.keyboard.press("e");
  await page.locator(".task-title-field").waitFor({ timeout: patienceMs });
  await page.keyboard.press("End");
  await page.keyboard.type(` ${hands.word()}`);
  await page.keyboard.press("Enter");
}

async function focusRow(page: Page, id: string): Promise<void> {
  await rowOf(page, id).locator(".task-opener").focus({ timeout: patienceMs });
}

export async function pressOn({ page }: Hands, id: string, key: string): Promise<void> {
  await focusRow(page, id);
  await page.keyboard.press(key);
}

export async function complete({ page }: Hands, id: string): Promise<void> {
  await rowOf(page, id).locator(".task-tick").click({ timeout: patienceMs });
}

export async function moveToList({ page, random }: Hands, id: string): Promise<void> {
  await focusRow(page, id);
  await page.keyboard.press("#");
  const dialog = page.getByRole("dialog");
  await dialog.waitFor({ timeout: patienceMs });
  const elsewhere = dialog.getByRole("button", { name: "Another list…" });
  if (await elsewhere.isVisible()) await elsewhere.click({ timeout: patienceMs });
  const label = random.pick(["Inbox", ...lists]);
  await dialog.getByLabel("List").selectOption({ label }, { timeout: patienceMs });
  const place = random.pick(["First", "Last"]);
  await dialog.getByLabel("Place").selectOption(place, { timeout: patienceMs });
  await dialog.getByRole("button", { name: "Move", exact: true }).click({ timeout: patienceMs });
}

export async function label(hands: Hands, id: string): Promise<void> {
  const panel = await openTask(hands, id);
  const name = hands.random.pick(labels);
  await panel.locator(".todo-labels label", { hasText: name }).click({ timeout: patienceMs });
}

export async function prioritize(hands: Hands, id: string): Promise<void> {
  const panel = await openTask(hands, id);
  const value = String(1 + hands.random.below(4));
  await panel.getByLabel("Priority").selectOption(value, { timeout: patienceMs });
}

export async function putOff(hands: Hands, id: string): Promise<void> {
  const panel = await openTask(hands, id);
  const name = hands.random.pick(["Today", "Tomorrow", "Next Monday"]);
  await panel.getByRole("button", { name, exact: true }).click({ timeout: patienceMs });
}

/** What it says that it takes back. */
export async function undo({ page }: Hands): Promise<string> {
  const button = page.locator(".tool-bar").getByRole("button", { name: "Undo", exact: true });
  const title = (await button.getAttribute("title", { timeout: patienceMs })) ?? "";
  await page.keyboard.press("u");
  return title.replace("Undo: ", "");
}

export async function redo({ page }: Hands): Promise<void> {
  await page.keyboard.press("r");
}

export async function restore(hands: Hands): Promise<void> {
  await goTo(hands, "Trash");
  const button = hands.page.getByRole("button", { name: /^Restore/ }).first();
  if (await button.isVisible()) await button.click({ timeout: patienceMs });
}

/** One of two texts that were written at once, where both can be seen. */
export async function settle(hands: Hands): Promise<void> {
  const { page, random } = hands;
  const compare = page.getByRole("button", { name: "Compare" });
  if (!(await compare.isVisible())) return;
  await compare.click({ timeout: patienceMs });
  const task = page.locator(".kept-list .record-link").first();
  if (!(await task.isVisible())) return;
  await task.click({ timeout: patienceMs });
  const name = random.pick(["Use this", "Let it go"]);
  await panelOf(page).getByRole("button", { name }).first().click({ timeout: patienceMs });
}

/** As the story wants them; by whoever is first. */
export async function makeLists(hands: Hands): Promise<void> {
  const { page } = hands;
  await page.getByRole("button", { name: "New list" }).click();
  for (const name of lists) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await page.getByLabel("Name of the new list").fill(name);
    // oxlint-disable-next-line no-await-in-loop
    await page.keyboard.press("Enter");
  }
  await page.keyboard.press("Escape");
  await goTo(hands, "Steps");
  await page.getByRole("button", { name: "Show as board" }).click();
  await page.getByRole("button", { name: "Change the columns…" }).click();
  for (let at = await page.locator(".board-names input").count(); at < columns.length; at += 1) {
    // oxlint-disable-next-line no-await-in-loop
    await page.getByRole("button", { name: "Add a column" }).click();
  }
  for (const [at, name] of columns.entries()) {
    // oxlint-disable-next-line no-await-in-loop
    await page.locator(".board-names input").nth(at).fill(name);
  }
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await goTo(hands, "Inbox");
  for (const name of labels) {
    // oxlint-disable-next-line no-await-in-loop
    await newTask(page).fill(`${hands.word()} @${name}`);
    // oxlint-disable-next-line no-await-in-loop
    await page.getByRole("list", { name: "Understood" }).getByText(name).waitFor();
    // oxlint-disable-next-line no-await-in-loop
    await newTask(page).press("Enter");
  }
  await page.keyboard.press("Escape");
}

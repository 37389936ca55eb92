/** A board without a mouse, from its making on. */
import type { Page } from "@playwright/test";
import { violationsInBothSchemes } from "../support/axe.ts";
import { makeBoard, openMadeBoard } from "../support/board-made.ts";
import { createAccount } from "../support/sign-in-steps.ts";
import { expect, open, test } from "../support/site-test.ts";
import { enterOn, tabTo } from "../support/tab-to.ts";

test.describe.configure({ timeout: 90_000 });

const column = (page: Page, name: string) => page.getByRole("region", { name, exact: true });
const titlesIn = (page: Page, name: string) => column(page, name).locator(".card-title");
const current = (page: Page) => page.locator(".card-face :focus .card-title");
const said = (page: Page, text: string) => page.getByRole("status").filter({ hasText: text });
const dialog = (page: Page) => page.getByRole("dialog");

async function addByKeys(page: Page, to: string, ...titles: string[]): Promise<void> {
  await page.keyboard.press("n");
  const field = page.getByLabel(`Add a card to ${to}`);
  await expect(field).toBeFocused();
  for (const title of titles) {
    // oxlint-disable no-await-in-loop -- one after the other
    await page.keyboard.type(title);
    await page.keyboard.press("Enter");
    await expect(field).toHaveValue("");
    // oxlint-enable no-await-in-loop
  }
  await page.keyboard.press("Escape");
  await expect(current(page)).toContainText(titles.at(-1)!);
}

test("a board by keys alone: make it, add, move, limit, comment, archive, undo @embedded @long", async ({
  page,
}) => {
  await open(page, "/TaskManager");
  await createAccount(page);
  await expect(page.getByRole("heading", { name: "No board yet" })).toBeVisible();
  await page.keyboard.press("n");
  await expect(dialog(page).getByLabel("Name")).toBeFocused();
  await page.keyboard.type("Roof");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Roof" })).toBeVisible();
  await expect(column(page, "To do")).toBeVisible();

  await addByKeys(page, "To do", "Plan", "Build", "Paint");
  await expect(titlesIn(page, "To do")).toHaveText([/Plan/, /Build/, /Paint/]);

  // To and fro, and the card goes along with Shift or Alt.
  await page.keyboard.press("k");
  await expect(current(page)).toContainText("Build");
  await page.keyboard.press("Shift+ArrowRight");
  await expect(titlesIn(page, "Doing")).toHaveText([/Build/]);
  await expect(current(page)).toContainText("Build");
  await expect(said(page, "“Build”: Doing, 1 of 1.")).toBeAttached();
  await page.keyboard.press("h");
  await expect(current(page)).toContainText("Plan");
  await page.keyboard.press("Alt+ArrowDown");
  await expect(titlesIn(page, "To do")).toHaveText([/Paint/, /Plan/]);
  await page.keyboard.press("Alt+ArrowLeft");
  await expect(said(page, "“To do” is the first column.")).toBeAttached();

  // A limit; what does not fit stays.
  await page.keyboard.press("l");
  await expect(current(page)).toContainText("Build");
  await page.keyboard.press("ArrowUp");
  await expect(page.getByRole("button", { name: "Column Doing" })).toBeFocused();
  await page.keyboard.press("Enter");
  await enterOn(page, dialog(page).getByRole("button", { name: "Set a limit…" }));
  await expect(dialog(page).getByLabel("Cards at most")).toBeFocused();
  await page.keyboard.type("1");
  await page.keyboard.press("Enter");
  await expect(column(page, "Doing").locator(".column-count")).toContainText("1 of 1");
  await expect(page.getByRole("button", { name: "Column Doing" })).toBeFocused();
  await page.keyboard.press("h");
  await page.keyboard.press("ArrowDown");
  await expect(current(page)).toContainText("Paint");
  await page.keyboard.press("Shift+ArrowRight");
  await expect(
    page.getByRole("alert").filter({ hasText: "“Doing” is full: 1 of 1" }),
  ).toBeVisible();
  await expect(titlesIn(page, "To do")).toHaveText([/Paint/, /Plan/]);
  await expect(current(page)).toContainText("Paint");
  expect(await violationsInBothSchemes(page)).toEqual([]);

  // Another place by a dialog, another title in its place.
  await page.keyboard.press("m");
  await expect(dialog(page).getByLabel("Column")).toBeFocused();
  await page.keyboard.type("Don");
  await enterOn(page, dialog(page).getByRole("button", { name: "Move", exact: true }));
  await expect(titlesIn(page, "Done")).toHaveText([/Paint/]);
  await expect(current(page)).toContainText("Paint");
  await page.keyboard.press("e");
  await page.keyboard.type("Paint it green");
  await page.keyboard.press("Enter");
  await expect(current(page)).toContainText("Paint it green");

  // A comment, and back to the card.
  await page.keyboard.press("c");
  await expect(page.getByLabel("Write a comment")).toBeFocused();
  await page.keyboard.type("Two coats.");
  await page.keyboard.press("Control+Enter");
  await expect(page.getByText("Two coats.")).toBeVisible();
  await expect(column(page, "Done").getByText("1 comment")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(current(page)).toContainText("Paint it green");

  // Opened again, by another key.
  await page.keyboard.press("d");
  await expect(page.getByLabel("Due on")).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(current(page)).toContainText("Paint it green");

  // Done, archived, and taken back.
  await page.keyboard.press("x");
  await expect(column(page, "Done").getByText("Done", { exact: true }).last()).toBeVisible();
  await page.keyboard.press("z");
  await expect(titlesIn(page, "Done")).toHaveCount(0);
  await page.keyboard.press("u");
  await expect(titlesIn(page, "Done")).toHaveText([/Paint it green/]);
  await page.keyboard.press("?");
  await expect(dialog(page).getByText("New card in this column")).toBeVisible();
  await expect(dialog(page).getByText("Mark it as done, or not")).toBeVisible();
  await page.keyboard.press("Escape");

  // All of it is there for the next visit.
  await expect(page.locator(".sync-state")).toHaveText("Saved");
  await page.reload();
  await expect(titlesIn(page, "Done")).toHaveText([/Paint it green/]);
  await expect(column(page, "Doing").locator(".column-count")).toContainText("1 of 1");
});

test("columns without a mouse: add one, rename, move, archive what is in it, delete it @embedded", async ({
  page,
  foyer,
}) => {
  await openMadeBoard(page, foyer, [{ name: "To do", cards: ["Plan", "Build"] }, { name: "Done" }]);
  await tabTo(page, page.getByLabel("Name of a new column"));
  await page.keyboard.type("Doing");
  await page.keyboard.press("Enter");
  const head = (name: string) => page.getByRole("button", { name: `Column ${name}` });
  await expect(head("Doing")).toBeFocused();
  const names = page.locator(".board-column h2");
  await page.keyboard.press("[");
  await expect(names).toHaveText(["To do", "Doing", "Done"]);
  await expect(head("Doing")).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(dialog(page).getByRole("button", { name: "Rename" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("Name of the column Doing")).toBeFocused();
  await page.keyboard.type("Now");
  await page.keyboard.press("Enter");
  await expect(head("Now")).toBeFocused();

  // With cards in it a column stays.
  await page.keyboard.press("h");
  await expect(head("To do")).toBeFocused();
  await page.keyboard.press("Enter");
  await enterOn(page, dialog(page).getByRole("button", { name: "Delete the column" }));
  await expect(page.getByText(/2 cards stand in “To do”/).first()).toBeVisible();
  await page.keyboard.press("Enter");
  await enterOn(page, dialog(page).getByRole("button", { name: "Archive all cards" }));
  await expect(column(page, "To do").getByText("No cards yet.")).toBeVisible();
  await page.keyboard.press("Enter");
  await enterOn(page, dialog(page).getByRole("button", { name: "Delete the column" }));
  await expect(names).toHaveText(["Now", "Done"]);
  await page.keyboard.press("Control+z");
  await page.keyboard.press("Control+z");
  await expect(titlesIn(page, "To do")).toHaveText([/Plan/, /Build/]);
});

test("a long column is walked to its end, and the focus stays with a card that others move @embedded", async ({
  page,
  foyer,
}) => {
  const many = Array.from({ length: 80 }, (_, at) => `Card ${at + 1}.`);
  const { board, idToken } = await openMadeBoard(page, foyer, [
    { name: "To do", cards: many },
    { name: "Done" },
  ]);
  await tabTo(page, page.locator(".card-link").first());
  await page.keyboard.press("End");
  await expect(current(page)).toContainText("Card 80.");
  await expect(page.locator("li:has(:focus)")).toHaveAttribute("aria-posinset", "80");
  await expect(page.locator("li:has(:focus)")).toHaveAttribute("aria-setsize", "80");
  await page.keyboard.press("Home");
  await expect(current(page)).toContainText("Card 1.");
  expect(await page.locator(".card-face").count()).toBeLessThan(40);

  // As somebody else puts it.
  const id = (await page.locator(".card-face:has(:focus)").getAttribute("data-id"))!;
  const stored = await foyer.database(`boards/${board}`, idToken);
  const { cards, columns } = (await stored.json()) as Record<string, Record<string, Registers>>;
  const done = Object.entries(columns!).find(([, { name }]) => name?.["v"] === "Done")![0];
  const place = {
    column: done,
    order: "a0",
    by: "",
    t: Date.now() * 1000,
    p: cards![id]!["place"]!["t"],
  };
  const answer = await fetch(`${foyer.origin}/api/boards/${board}/changes`, {
    method: "POST",
    headers: { authorization: `Bearer ${idToken}`, "content-type": "application/json" },
    body: JSON.stringify({ writes: { [`cards/${id}/place`]: place } }),
  });
  expect(answer.status).toBe(204);
  await expect(titlesIn(page, "Done")).toHaveText([/Card 1\./]);
  await expect(current(page)).toContainText("Card 1.");
});

type Registers = Record<string, Record<string, unknown>>;

test("several lines that are pasted are asked about, and become cards at once @embedded", async ({
  page,
  foyer,
}) => {
  await openMadeBoard(page, foyer, [{ name: "To do" }]);
  await tabTo(page, page.getByLabel("Add a card to To do"));
  await page.evaluate(() => {
    const data = new DataTransfer();
    data.setData("text/plain", "- Plan\n- Build\n\n- Paint");
    const paste = new ClipboardEvent("paste", {
      clipboardData: data,
      bubbles: true,
      cancelable: true,
    });
    document.activeElement?.dispatchEvent(paste);
  });
  await expect(page.getByRole("button", { name: "Add 3 cards" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(titlesIn(page, "To do")).toHaveText([/Plan/, /Build/, /Paint/]);
  // The next ones may be typed at once; in a field Ctrl-Z is the field's.
  await expect(page.getByLabel("Add a card to To do")).toBeFocused();
  await page.keyboard.press("Escape");
  await page.keyboard.press("Control+z");
  await expect(titlesIn(page, "To do")).toHaveCount(0);
});

test("who may only look has no controls, and walks through the cards all the same @embedded", async ({
  page,
  foyer,
  browser,
}) => {
  const context = await browser.newContext();
  const owner = await context.newPage();
  await open(owner, "/TaskManager");
  const { uid, idToken } = await createAccount(owner);
  const board = await makeBoard(foyer, { uid, idToken }, [
    { name: "To do", cards: ["Plan", "Build"] },
    { name: "Empty" },
    { name: "Done", cards: ["Ask"] },
  ]);
  await context.close();
  await open(page, "/TaskManager");
  const viewer = await createAccount(page, "Vera Viewer");
  const headers = { "content-type": "application/json" };
  const ask = (path: string, token: string, body: object) =>
    fetch(`${foyer.origin}/api/boards${path}`, {
      method: "POST",
      headers: { ...headers, authorization: `Bearer ${token}` },
      body: JSON.stringify(body),
    });
  const link = { link: { days: 1, uses: 1, role: "viewer" } };
  const { secret } = (await (await ask(`/${board}/invites`, idToken, link)).json()) as {
    secret: string;
  };
  expect((await ask("/join", viewer.idToken, { secret })).ok).toBe(true);
  await page.goto(`/TaskManager?board=${board}`);
  await expect(titlesIn(page, "To do")).toHaveText([/Plan/, /Build/]);
  const shown = page.getByRole("region", { name: "Board" });
  await expect(shown.locator("button, input")).toHaveCount(0);
  await page.keyboard.press("j");
  await expect(current(page)).toContainText("Plan");
  await page.keyboard.press("j");
  await page.keyboard.press("Shift+ArrowRight");
  await page.keyboard.press("z");
  await expect(titlesIn(page, "To do")).toHaveText([/Plan/, /Build/]);
  await page.keyboard.press("l");
  await expect(current(page)).toContainText("Ask");
});

/** A card of /TaskManager, opened beside its board: everything that can be changed in it. */
import type { Browser, Page } from "@playwright/test";
import { generateNKeysBetween } from "fractional-indexing";
import { violationsInBothSchemes } from "../support/axe.ts";
import { type MadeBoard, openMadeBoard } from "../support/board-made.ts";
import type { FoyerProcess } from "../support/foyer-process.ts";
import { createAccount } from "../support/sign-in-steps.ts";
import { open, setMotion, expect as siteExpect, test } from "../support/site-test.ts";

test.describe.configure({ timeout: 120_000 });
/** What is sent is told after its way to the server and back, which takes its time on a busy machine. */
const expect = siteExpect.configure({ timeout: 15_000 });

test.beforeEach(({ watch, backend }) => {
  // Firebase has no precondition, so that it is asked before an upload for an object of the name.
  if (backend === "hosted") watch.expectFault(/status of 404.*firebasestorage/);
});

const hostile = "<script>document.title='taken'</script><img src=x onerror=alert(1)>";
const panel = (page: Page) => page.locator(".card-panel");
const saved = (page: Page) => expect(page.locator(".sync-state")).toHaveText("Saved");
const region = (page: Page, name: string) =>
  panel(page).locator("section", { has: page.getByRole("heading", { name }) });

const cardLink = (page: Page, title: string) => page.locator("a.card-link", { hasText: title });

async function openCard(page: Page, title: string): Promise<void> {
  await cardLink(page, title).click();
  await expect(panel(page).getByLabel("Title")).toHaveValue(title);
}

test("a card is renamed, moved, dated, labelled and given to people @embedded", async ({
  page,
  foyer,
}) => {
  await openMadeBoard(page, foyer, [
    { name: "To do", cards: ["Fix roof", "Call Ben"] },
    { name: "Doing", cards: ["Paint"], limit: 1 },
    { name: "Done" },
  ]);
  await openCard(page, "Fix roof");
  expect(await violationsInBothSchemes(page)).toEqual([]);

  await panel(page).getByLabel("Title").fill(`Fix the roof ${hostile}`);
  await expect(page.getByRole("link", { name: /Fix the roof/ })).toBeVisible();

  const column = panel(page).getByLabel("Column");
  await expect(column.getByRole("option", { name: /Doing \(full: 1 of 1\)/ })).toBeDisabled();
  await panel(page).getByLabel("Place").selectOption("2 of 2");
  await column.selectOption("Done");
  await expect(page.getByRole("region", { name: "Done", exact: true })).toContainText(
    "Fix the roof",
  );

  await panel(page).getByRole("button", { name: "In a week" }).click();
  await expect(panel(page).getByLabel("Due on")).not.toHaveValue("");
  await panel(page).getByLabel("Time").fill("09:30");
  await panel(page).getByLabel("Starts on").fill("2030-01-05");
  await panel(page).getByLabel("Starts on").press("Enter");

  await panel(page).getByLabel("New label", { exact: true }).fill("Urgent");
  await panel(page).getByLabel("Colour of the new label").selectOption("Red");
  await panel(page)
    .getByRole("group", { name: "Labels" })
    .getByRole("button", { name: "Add", exact: true })
    .click();
  await expect(panel(page).getByRole("checkbox", { name: "Urgent" })).toBeChecked();
  await panel(page)
    .getByRole("checkbox", { name: /Ada Lovelace/ })
    .check();
  await panel(page).getByLabel("Cover").selectOption("Green");

  await saved(page);
  await page.reload();
  await expect(panel(page).getByLabel("Title")).toHaveValue(`Fix the roof ${hostile}`);
  await expect(column.locator("option:checked")).toHaveText("Done");
  await expect(panel(page).getByLabel("Time")).toHaveValue("09:30");
  await expect(panel(page).getByLabel("Starts on")).toHaveValue("2030-01-05");
  await expect(panel(page).getByRole("checkbox", { name: "Urgent" })).toBeChecked();
  await expect(panel(page).getByRole("checkbox", { name: /Ada Lovelace/ })).toBeChecked();
  await expect(page).not.toHaveTitle("taken");
});

test("the description is written in the editor, kept, and shown as it reads @embedded @long", async ({
  page,
  foyer,
}) => {
  await openMadeBoard(page, foyer, [{ name: "To do", cards: ["Fix roof"] }]);
  await openCard(page, "Fix roof");
  const write = panel(page).getByRole("button", { name: "Write a description" });
  await write.click();
  const text = panel(page).getByRole("textbox", { name: "Description" });
  await expect(text).toBeFocused();
  await page.keyboard.type("Look at the gutter ");
  await page.keyboard.press("Control+b");
  await page.keyboard.type("today");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Control+b");
  await page.keyboard.type(hostile);
  expect(await violationsInBothSchemes(page)).toEqual([]);
  await saved(page);

  // Too long, it is not taken, and what is there stays.
  await text.evaluate((element, words) => {
    const data = new DataTransfer();
    data.setData("text/plain", words);
    element.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true }));
  }, "word ".repeat(6000));
  await expect(region(page, "Description")).toContainText("This was not added");
  await expect(text).toContainText("Look at the gutter today");

  await panel(page).getByRole("button", { name: "Done", exact: true }).click();
  await expect(panel(page).getByRole("button", { name: "Edit the description" })).toBeFocused();
  await expect(panel(page).locator(".card-prose strong")).toHaveText("today");
  await page.reload();
  await expect(panel(page).locator(".card-prose")).toContainText(hostile);
  await expect(panel(page).locator(".card-prose script, .card-prose img")).toHaveCount(0);
});

test("a checklist is made, pasted, ticked, put in order by keys, renamed and taken apart @embedded @long", async ({
  page,
  foyer,
}) => {
  await openMadeBoard(page, foyer, [{ name: "To do", cards: ["Fix roof"] }]);
  await openCard(page, "Fix roof");
  const add = panel(page).getByLabel("Add to the checklist");
  const titles = () =>
    panel(page)
      .locator(".card-check textarea")
      .evaluateAll((fields) => fields.map((field) => (field as HTMLTextAreaElement).value));
  await add.fill("Ladder");
  await add.press("Enter");
  await expect.poll(titles).toEqual(["Ladder"]);

  await add.evaluate((element) => {
    const data = new DataTransfer();
    data.setData("text/plain", "- Nails\n2. Hammer\n* [ ] <b>Tiles</b>\n");
    element.dispatchEvent(
      new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }),
    );
  });
  expect(await violationsInBothSchemes(page)).toEqual([]);
  await panel(page).getByRole("button", { name: "Add 3 checks" }).click();
  await expect.poll(titles).toEqual(["Ladder", "Nails", "Hammer", "<b>Tiles</b>"]);

  await panel(page).getByRole("checkbox", { name: "Done: Nails" }).check();
  await expect(panel(page).getByRole("progressbar")).toHaveAttribute(
    "aria-valuetext",
    "1 of 4 done",
  );
  await panel(page).getByRole("button", { name: "Move Hammer" }).focus();
  await page.keyboard.press("Alt+ArrowUp");
  await expect.poll(titles).toEqual(["Ladder", "Hammer", "Nails", "<b>Tiles</b>"]);
  await expect(panel(page).getByRole("button", { name: "Move Hammer" })).toBeFocused();

  await panel(page).getByLabel("Text of Ladder").fill("A long ladder");
  await panel(page).getByLabel("Text of Ladder").press("Enter");
  await expect.poll(titles).toEqual(["A long ladder", "Hammer", "Nails", "<b>Tiles</b>"]);
  // Escape takes back what was typed, and closes nothing.
  await panel(page).getByLabel("Text of Hammer").fill("No");
  await panel(page).getByLabel("Text of Hammer").press("Escape");
  await expect.poll(titles).toEqual(["A long ladder", "Hammer", "Nails", "<b>Tiles</b>"]);

  // A field that goes while somebody types in it keeps what they typed.
  await panel(page).getByLabel("Text of Hammer").fill("A hammer");
  await page.goBack();
  await expect(panel(page)).toHaveCount(0);
  await openCard(page, "Fix roof");
  await expect.poll(titles).toEqual(["A long ladder", "A hammer", "Nails", "<b>Tiles</b>"]);
  await panel(page).getByLabel("Text of A hammer").fill("Hammer");
  await panel(page).getByLabel("Text of A hammer").press("Enter");

  await panel(page).getByRole("button", { name: "Delete Nails" }).click();
  await expect(panel(page).getByRole("heading", { name: /^Checklist/ })).toBeFocused();
  await expect.poll(titles).toEqual(["A long ladder", "Hammer", "<b>Tiles</b>"]);
  await page.locator(".toasts").getByRole("button", { name: "Undo" }).click();
  await expect.poll(titles).toEqual(["A long ladder", "Hammer", "Nails", "<b>Tiles</b>"]);
  await saved(page);
});

test("a comment mentions somebody by keys, is kept while it is written, changed and deleted @embedded @long", async ({
  page,
  foyer,
}) => {
  await openMadeBoard(page, foyer, [{ name: "To do", cards: ["Fix roof"] }]);
  await openCard(page, "Fix roof");
  // What members are called comes with their first change.
  await panel(page).getByRole("button", { name: "Complete" }).click();
  await expect(panel(page).getByRole("checkbox", { name: /Ada Lovelace/ })).toBeVisible();
  const comment = panel(page).getByLabel("Write a comment");
  const texts = panel(page).locator(".card-comment-text");
  await comment.focus();
  await page.keyboard.type("Please look, @ad");
  await expect(panel(page).getByRole("option", { name: "Ada Lovelace" })).toHaveAttribute(
    "aria-selected",
    "true",
  );
  expect(await violationsInBothSchemes(page)).toEqual([]);
  // Escape closes the list, not the card.
  await page.keyboard.press("Escape");
  await expect(panel(page).getByRole("listbox")).toHaveCount(0);
  await expect(comment).toHaveValue("Please look, @ad");
  await page.keyboard.type("a");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(comment).toHaveValue("Please look, @Ada Lovelace ");
  await page.keyboard.type(hostile);

  // Begun and not sent, it is there after a reload.
  await page.reload();
  await expect(comment).toHaveValue(`Please look, @Ada Lovelace ${hostile}`);
  // What is written and deleted before it was sent, nobody hears of.
  const stored = page.waitForResponse(
    (response) => response.url().endsWith("/changes") && response.status() === 204,
  );
  await comment.press("Control+Enter");
  await expect(comment).toHaveValue("");
  await stored;
  await expect(texts).toHaveText([`Please look, @Ada Lovelace ${hostile}`]);
  await expect(texts.locator("strong")).toHaveText("@Ada Lovelace");
  await comment.fill("A second one");
  await panel(page).getByRole("button", { name: "Send" }).click();
  await expect(texts).toHaveText([/^Please look/, "A second one"]);

  await panel(page)
    .getByRole("button", { name: /^Edit the comment/ })
    .last()
    .click();
  await expect(panel(page).getByLabel("Change the comment")).toBeFocused();
  await panel(page).getByLabel("Change the comment").fill("The second one");
  await panel(page).getByLabel("Change the comment").press("Control+Enter");
  await expect(texts).toHaveText([/^Please look/, "The second one"]);
  await expect(
    panel(page)
      .getByRole("button", { name: /^Edit the comment/ })
      .last(),
  ).toBeFocused();
  await panel(page)
    .getByRole("button", { name: /^Delete the comment/ })
    .first()
    .click();
  await expect(texts).toHaveText(["The second one"]);
  await saved(page);

  await panel(page).getByRole("button", { name: "Show the activity" }).click();
  // What was sent at once stands in one entry, in no order of its own.
  await expect(
    region(page, "Activity")
      .getByRole("listitem")
      .filter({ hasText: "Ada Lovelace deleted a comment on “Fix roof”." }),
  ).toBeVisible();
  await page.getByRole("link", { name: "Activity", exact: true }).click();
  await expect(page.locator(".board-activity")).toContainText(
    "Ada Lovelace commented on “Fix roof” and mentioned Ada Lovelace.",
  );
  expect(await violationsInBothSchemes(page)).toEqual([]);
});

const picture = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAIAAABLbSncAAAAEklEQVR4nGP4z8CAFWEXHbQSACj/P8Fu7N9hAAAAAElFTkSuQmCC",
  "base64",
);

test("files are attached, shown, saved, made the cover, and taken off again @long", async ({
  page,
  foyer,
}) => {
  await openMadeBoard(page, foyer, [{ name: "To do", cards: ["Fix roof"] }]);
  await openCard(page, "Fix roof");
  const files = panel(page).locator(".card-file");
  await panel(page)
    .getByLabel("Files for this card")
    .setInputFiles([
      { name: "roof.png", mimeType: "image/png", buffer: picture },
      {
        name: "<img src=x onerror=alert(1)>.txt",
        mimeType: "text/plain",
        buffer: Buffer.from("a"),
      },
    ]);
  await expect(files).toHaveCount(2);
  await expect(files.filter({ hasText: "<img src=x onerror=alert(1)>.txt" })).toBeVisible();
  await expect(files.filter({ hasText: "roof.png" }).locator("img")).toHaveJSProperty(
    "naturalWidth",
    8,
  );
  expect(await violationsInBothSchemes(page)).toEqual([]);

  const saving = page.waitForEvent("download");
  await panel(page).getByRole("button", { name: "Download roof.png" }).click();
  expect((await saving).suggestedFilename()).toBe("roof.png");

  await panel(page).getByLabel("Cover").selectOption("roof.png");
  await panel(page).getByRole("button", { name: "Delete roof.png" }).click();
  await expect(files).toHaveCount(1);
  await page.locator(".toasts").getByRole("button", { name: "Undo" }).click();
  await expect(files).toHaveCount(2);
  await saved(page);
  await page.reload();
  await expect(files).toHaveCount(2);
});

test("a card goes into the todo list and back, is archived and deleted, and one that is gone says so @embedded @long", async ({
  page,
  foyer,
}) => {
  const { board } = await openMadeBoard(page, foyer, [{ name: "To do", cards: ["Fix roof"] }]);
  await openCard(page, "Fix roof");
  await panel(page).getByRole("button", { name: "Add to my todo list" }).click();
  const link = panel(page).getByRole("link", { name: "Open it in my todo list" });
  await expect(link).toBeVisible();
  await saved(page);
  const address = page.url();
  await link.click();
  const task = page.getByRole("complementary", { name: "Task" });
  await expect(task.getByLabel("Title")).toHaveValue("Fix roof");
  await expect(task.getByLabel("Notes")).toHaveValue(/\/TaskManager\?board=/);
  await page.goto(address);
  await panel(page).getByRole("button", { name: "Unlink" }).click();
  await expect(panel(page).getByRole("button", { name: "Add to my todo list" })).toBeVisible();

  await panel(page).getByRole("button", { name: "Archive", exact: true }).click();
  await expect(panel(page)).toContainText("This card is in the archive.");
  await panel(page).getByRole("button", { name: "Bring it back" }).click();
  await expect(panel(page).getByLabel("Column")).toBeVisible();
  await panel(page).getByRole("button", { name: "Delete", exact: true }).last().click();
  await page.goto(address);
  await expect(panel(page)).toContainText("This card is deleted.");
  await expect(panel(page).getByRole("textbox")).toHaveCount(0);
  await panel(page).getByRole("button", { name: "Bring it back" }).click();
  await expect(panel(page).getByLabel("Title")).toHaveValue("Fix roof");
  await saved(page);

  await page.goto(`/TaskManager?board=${board}&card=nothing`);
  await expect(panel(page)).toContainText("There is no such card on this board.");
  await panel(page).getByRole("button", { name: "Close", exact: true }).click();
  await expect(panel(page)).toHaveCount(0);
});

test("Escape closes the card, and the focus is where it was @embedded", async ({ page, foyer }) => {
  await openMadeBoard(page, foyer, [{ name: "To do", cards: ["Fix roof", "Paint"] }]);
  const link = cardLink(page, "Paint");
  await link.focus();
  await page.keyboard.press("Enter");
  await expect(panel(page).getByLabel("Title")).toHaveValue("Paint");
  await page.keyboard.press("Escape");
  await expect(panel(page)).toHaveCount(0);
  await expect(link).toBeFocused();
});

/** Somebody else, who has joined the board by a link and has it open in a browser of their own. */
async function joined(
  browser: Browser,
  foyer: FoyerProcess,
  { board, idToken }: MadeBoard,
  { name, role }: { name: string; role: "member" | "viewer" },
): Promise<Page> {
  const page = await (await browser.newContext({ baseURL: foyer.origin })).newPage();
  await setMotion(page, "quick");
  await open(page, "/TaskManager");
  const other = await createAccount(page, name);
  const ask = (path: string, token: string, body: object) =>
    fetch(`${foyer.origin}/api/boards${path}`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
  const made = await ask(`/${board}/invites`, idToken, { link: { role, days: 1, uses: 1 } });
  const { secret } = (await made.json()) as { secret: string };
  expect((await ask("/join", other.idToken, { secret })).ok).toBe(true);
  await page.goto(`/TaskManager?board=${board}`);
  return page;
}

/** By an owner, while whoever else is on the board has it open. */
async function makeOtherViewer(foyer: FoyerProcess, made: MadeBoard): Promise<void> {
  const { board, uid, idToken } = made;
  const members = await (await foyer.database(`boards/${board}/members`, idToken)).json();
  const other = Object.keys(members as object).find((one) => one !== uid);
  const answer = await fetch(`${foyer.origin}/api/boards/${board}/members/role`, {
    method: "POST",
    headers: { authorization: `Bearer ${idToken}`, "content-type": "application/json" },
    body: JSON.stringify({ uid: other, role: "viewer" }),
  });
  expect(answer.status).toBe(204);
}

test("who is made a viewer while they type steers nothing by it, and finds the comment that they began @embedded @long", async ({
  page,
  foyer,
  browser,
}) => {
  const made = await openMadeBoard(page, foyer, [{ name: "To do", cards: ["Fix roof"] }]);
  const ben = await joined(browser, foyer, made, { name: "Ben", role: "member" });
  await openCard(ben, "Fix roof");
  const comment = panel(ben).getByLabel("Write a comment");
  await comment.fill("Soon");
  await panel(ben).getByRole("button", { name: "Send" }).click();
  await expect(ben.locator(".sync-state")).toHaveText("Saved");
  await region(ben, "Comments").getByRole("button", { name: /^Edit/ }).click();
  await panel(ben).getByLabel("Change the comment").fill("Soon, or later");
  await comment.pressSequentially("A word of Be");
  await makeOtherViewer(foyer, made);
  // Each of these letters is a key of the board.
  await expect(async () => {
    await ben.keyboard.press("f");
    await expect(comment).toHaveCount(0, { timeout: 100 });
  }).toPass({ intervals: [50] });
  await ben.keyboard.type("fvfv", { delay: 30 });
  await expect(ben.locator(".tool-panel h2")).toBeFocused();
  await ben.keyboard.press("Tab");
  await expect(ben.locator(".tool-panel h2")).not.toBeFocused();
  await expect(ben.getByRole("link", { name: "Board", exact: true })).toHaveAttribute(
    "aria-current",
    "page",
  );
  await expect(panel(ben)).toContainText("You began a comment here. It was not sent.");
  await expect(panel(ben)).toContainText("You began to change this comment. It was not sent.");
  const begun = region(ben, "Comments").locator(".kept-text");
  await expect(begun).toHaveText(["Soon, or later", /^A word of Be/]);
  expect(await violationsInBothSchemes(ben)).toEqual([]);
  const letGo = region(ben, "Comments").getByRole("button", { name: "Let it go" });
  await letGo.first().click();
  await expect(begun).toHaveText([/^A word of Be/]);
  await letGo.click();
  await expect(begun).toHaveCount(0);
  await expect(panel(ben).getByRole("heading", { name: "Comments" })).toBeFocused();
  await ben.context().close();
});

test("two write into one description at once: no word is lost, and each keeps what they type @long", async ({
  page,
  foyer,
  browser,
  watch,
}) => {
  // Who was slower is told so.
  watch.expectFault(/status of 409/);
  const made = await openMadeBoard(page, foyer, [{ name: "To do", cards: ["Fix roof"] }]);
  const ben = await joined(browser, foyer, made, { name: "Ben", role: "member" });
  const write = async (on: Page) => {
    await openCard(on, "Fix roof");
    await panel(on)
      .getByRole("button", { name: /a description|the description/ })
      .click();
    const text = panel(on).getByRole("textbox", { name: "Description" });
    await expect(text).toBeFocused();
    return text;
  };
  const own = await write(page);
  await page.keyboard.type("First line");
  await page.keyboard.press("Enter");
  await page.keyboard.type("Last line");
  await saved(page);
  const theirs = await write(ben);
  await expect(theirs).toContainText("Last line");

  // In two lines, both at once: both count, and no cursor jumps.
  await ben.keyboard.press("Control+Home");
  await ben.keyboard.press("End");
  const typed = " one two three four five six seven eight nine ten";
  await Promise.all([
    page.keyboard.type(typed, { delay: 60 }),
    ben.keyboard.type(typed.toUpperCase(), { delay: 60 }),
  ]);
  await expect(panel(page)).toContainText("Ben is writing here.");
  const both = [`First line${typed.toUpperCase()}`, `Last line${typed}`];
  await expect(own.locator("p")).toHaveText(both);
  await expect(theirs.locator("p")).toHaveText(both);
  await saved(page);
  await saved(ben);

  // In the same line: each has their own while they type, and in the end all words are there.
  await Promise.all([
    page.keyboard.type(" alpha beta gamma delta", { delay: 60 }),
    (async () => {
      await ben.keyboard.press("Control+End");
      await ben.keyboard.type(" red green blue yellow", { delay: 60 });
    })(),
  ]);
  await expect(own).toContainText("ten alpha beta gamma delta");
  await expect(theirs).toContainText("ten red green blue yellow");
  await saved(page);
  await saved(ben);
  await page.reload();
  for (const words of ["alpha beta gamma delta", "red green blue yellow"]) {
    await expect(panel(page)).toContainText(words);
  }
  const kept = region(page, "Texts kept");
  await expect(kept.locator(".kept-line")).toHaveCount(1);
  await expect(page.locator(".kept-note")).toContainText("1 text was written by two at once.");
  expect(await violationsInBothSchemes(page)).toEqual([]);
  // Shorter ones that stood in it go with it.
  await kept.getByRole("button", { name: "Let it go" }).click();
  await expect(kept).toHaveCount(0);
  await expect(page.locator(".kept-note")).toHaveCount(0);
  await expect(page.locator(".tool-panel h2")).toBeFocused();
  await ben.context().close();
});

test("who may only look finds the texts and no fields @long", async ({ page, foyer, browser }) => {
  const made = await openMadeBoard(page, foyer, [{ name: "To do", cards: ["Fix roof"] }]);
  await openCard(page, "Fix roof");
  await panel(page).getByLabel("Write a comment").fill("A word");
  await panel(page).getByRole("button", { name: "Send" }).click();
  await panel(page).getByLabel("Add to the checklist").fill("Ladder");
  await panel(page).getByLabel("Add to the checklist").press("Enter");
  await panel(page)
    .getByLabel("Files for this card")
    .setInputFiles([{ name: "roof.png", mimeType: "image/png", buffer: picture }]);
  await expect(panel(page).locator(".card-file")).toHaveCount(1);
  await saved(page);
  const viewer = await joined(browser, foyer, made, { name: "Vera", role: "viewer" });
  await cardLink(viewer, "Fix roof").click();
  await expect(panel(viewer)).toContainText("A word");
  await expect(panel(viewer)).toContainText("Ladder");
  await expect(panel(viewer).locator(".card-file img")).toHaveJSProperty("naturalWidth", 8);
  await expect(panel(viewer).locator("input, textarea, select")).toHaveCount(0);
  expect(await violationsInBothSchemes(viewer)).toEqual([]);
  await viewer.context().close();
});

test("a sheet goes where its key says, keeps the Tab key, and gives the focus back to the card @embedded", async ({
  page,
  foyer,
}) => {
  await page.setViewportSize({ width: 820, height: 1180 });
  await openMadeBoard(page, foyer, [{ name: "To do", cards: ["Fix roof", "Paint"] }]);
  const link = cardLink(page, "Fix roof");
  for (const [key, field] of [
    ["c", panel(page).getByLabel("Write a comment")],
    ["d", panel(page).getByLabel("Due on")],
    ["a", panel(page).getByRole("group", { name: "People" })],
  ] as const) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await link.focus();
    // oxlint-disable-next-line no-await-in-loop
    await page.keyboard.press(key);
    // oxlint-disable-next-line no-await-in-loop
    await expect(field).toBeFocused();
    // oxlint-disable-next-line no-await-in-loop
    await page.keyboard.press("Escape");
    // oxlint-disable-next-line no-await-in-loop
    await expect(link).toBeFocused();
  }
  await page.keyboard.press("o");
  await expect(page.locator(".tool-panel h2")).toBeFocused();
  await page.keyboard.press("Shift+Tab");
  await expect(panel(page).getByRole("button", { name: "Show the activity" })).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("button", { name: "Close details" })).toBeFocused();
});

test("beside the board the key of a comment leads to it each time @embedded", async ({
  page,
  foyer,
}) => {
  await openMadeBoard(page, foyer, [{ name: "To do", cards: ["Fix roof"] }]);
  for (const time of [1, 2]) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await cardLink(page, "Fix roof").focus();
    // oxlint-disable-next-line no-await-in-loop
    await page.keyboard.press("c");
    // oxlint-disable-next-line no-await-in-loop
    await expect(panel(page).getByLabel("Write a comment"), `time ${time}`).toBeFocused();
  }
});

test("what is half typed is there again, an address in a comment is a link, an edit mentions somebody @embedded @long", async ({
  page,
  foyer,
}) => {
  const { board } = await openMadeBoard(page, foyer, [
    { name: "To do", cards: ["Fix roof", "Paint"] },
  ]);
  await openCard(page, "Fix roof");
  await panel(page).getByRole("button", { name: "Complete" }).click();
  await panel(page).getByLabel("Add to the checklist").fill("Lad");
  await panel(page).getByLabel("New label", { exact: true }).fill("Urg");
  await openCard(page, "Paint");
  await expect(panel(page).getByLabel("Add to the checklist")).toHaveValue("");
  await openCard(page, "Fix roof");
  await expect(panel(page).getByLabel("Add to the checklist")).toHaveValue("Lad");
  await expect(panel(page).getByLabel("New label", { exact: true })).toHaveValue("Urg");

  const text = panel(page).locator(".card-comment-text");
  await panel(page)
    .getByLabel("Write a comment")
    .fill(`See https://example.org/a?b=1, javascript:alert(1) ${hostile}`);
  await panel(page).getByLabel("Write a comment").press("Control+Enter");
  const link = text.getByRole("link");
  await expect(link).toHaveCount(1);
  await expect(link).toHaveAttribute("href", "https://example.org/a?b=1");
  await expect(link).toHaveAttribute("rel", "noopener noreferrer nofollow ugc");
  await expect(link).toHaveAttribute("target", "_blank");
  await saved(page);

  // Begun and left, a change is in its field again.
  const edit = panel(page).getByRole("button", { name: /^Edit the comment/ });
  const change = panel(page).getByLabel("Change the comment");
  await edit.click();
  await change.fill("Look, @Ad");
  await page.reload();
  await expect(change).toHaveValue("Look, @Ad");
  await change.press("End");
  await change.press("a");
  await change.press("Enter");
  await expect(change).toHaveValue("Look, @Ada Lovelace ");
  await change.press("Control+Enter");
  await expect(text.locator("strong")).toHaveText("@Ada Lovelace");
  await saved(page);
  await page.goto(`/TaskManager?board=${board}&view=activity`);
  await expect(page.locator(".board-activity")).toContainText(
    "Ada Lovelace changed a comment on “Fix roof” and mentioned Ada Lovelace.",
  );
  // Whoever is told of it comes to it.
  await page.goto(`/TaskManager?board=${board}&card=card0-0#comments`);
  await expect(panel(page).locator(".card-comment")).toBeFocused();
});

test("of very much on one card the first is shown, and more by steps @embedded", async ({
  page,
  foyer,
}) => {
  const { board, uid, idToken } = await openMadeBoard(page, foyer, [
    { name: "To do", cards: ["Fix roof"] },
  ]);
  const t = Date.now() * 1000;
  const orders = generateNKeysBetween(null, null, 130);
  const of = { card: "card0-0", by: uid, t, p: 0 };
  const parts = [
    Object.fromEntries(
      orders.flatMap((order, at) => [
        [`checks/check${at}/title`, { v: `Check ${at}`, t, p: 0 }],
        [`checks/check${at}/place`, { card: "card0-0", order, t, p: 0 }],
      ]),
    ),
    Object.fromEntries(
      orders.slice(0, 70).flatMap((_, at) => [
        [`comments/comment${at}/text`, { v: `Comment ${at}`, t, p: 0 }],
        [`comments/comment${at}/of`, { ...of, on: 1_000_000_000_000 + at }],
        [`links/link${at}/of`, { ...of, to: "todo", id: `task${at}` }],
      ]),
    ),
  ];
  for (const writes of parts) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    const answer = await fetch(`${foyer.origin}/api/boards/${board}/changes`, {
      method: "POST",
      headers: { authorization: `Bearer ${idToken}`, "content-type": "application/json" },
      body: JSON.stringify({ writes }),
    });
    expect(answer.status).toBe(204);
  }
  await openCard(page, "Fix roof");
  const checks = region(page, "Checklist").locator("li");
  await expect(checks).toHaveCount(100);
  expect(await violationsInBothSchemes(page)).toEqual([]);
  await panel(page).getByRole("button", { name: "Show 30 more of 130" }).press("Enter");
  await expect(checks).toHaveCount(130);
  await expect(checks.nth(100)).toBeFocused();

  const links = region(page, "Todo lists").locator("li");
  await expect(links).toHaveCount(30);
  await panel(page).getByRole("button", { name: "Show 30 more of 70" }).press("Enter");
  await expect(links.nth(30)).toBeFocused();

  const comments = panel(page).locator(".card-comment-text");
  await expect(comments).toHaveCount(30);
  await expect(comments.last()).toHaveText("Comment 69");
  await panel(page).getByRole("button", { name: "Show 30 older of 70" }).press("Enter");
  await panel(page).getByRole("button", { name: "Show 10 older of 70" }).press("Enter");
  await expect(comments).toHaveCount(70);
  await expect(comments.first()).toHaveText("Comment 0");
  await expect(panel(page).locator(".card-comment").nth(9)).toBeFocused();
});

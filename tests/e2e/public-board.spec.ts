/** A board that is open to look at: for anybody with its address, as long as its owner wants. */
import type { FoyerProcess } from "../support/foyer-process.ts";
import { violationsInBothSchemes } from "../support/axe.ts";
import { makeBoard, setPublic } from "../support/board-made.ts";
import { createAccount } from "../support/sign-in-steps.ts";
import type { Known } from "../support/sign-in-steps.ts";
import { expect, open, test } from "../support/site-test.ts";

const hostile = '<img src=x onerror="window.hurt=1"> </script><script>window.hurt=1</script>';
const columns = [
  { name: "To do", cards: ["Fix roof", hostile], limit: 5 },
  { name: "Done", cards: Array.from({ length: 150 }, (_, at) => `Card ${at}`) },
  { name: "Later" },
];

test("a visitor sees a board that is switched on, follows it, and is led away once it is off @long", async ({
  page,
  foyer,
  browser,
}) => {
  await open(page, "/TaskManager");
  const ann = await createAccount(page);
  const board = await makeBoard(foyer, ann, columns);
  const titles = Array.from({ length: 55 }, (_, at) => `One more ${at}`);
  await addCards(foyer, ann, { board, at: 1, titles });
  const address = await setPublic(foyer, ann, board, true);

  const visitor = await (await browser.newContext()).newPage();
  await open(visitor, address.toLowerCase());
  await expect(visitor).toHaveURL(address);
  await expect(visitor.getByRole("heading", { level: 1 })).toHaveText("Roof");
  const column = (name: string) => visitor.getByRole("region", { name });
  await expect(column("To do 2 of 5").getByRole("listitem")).toHaveCount(2);
  await expect(column("To do 2 of 5")).toContainText(hostile);
  await expect(column("Done 205").getByRole("listitem")).toHaveCount(200);
  await expect(column("Done 205")).toContainText("and 5 more");
  await expect(column("Later 0")).toContainText("No cards");
  expect(await visitor.evaluate(() => "hurt" in window)).toBe(false);
  const html = await visitor.content();
  for (const secret of [ann.uid, ann.email, board]) expect(html).not.toContain(secret);
  expect(await violationsInBothSchemes(visitor)).toEqual([]);

  // Whoever comes back to it sees what is new.
  await visitor.clock.install();
  await open(visitor, address);
  await addCards(foyer, ann, { board, at: 2, titles: ["New slates"] });
  await visitor.clock.fastForward(31_000);
  await visitor.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await expect(column("Later 1")).toContainText("New slates");

  await setPublic(foyer, ann, board, false);
  await open(visitor, address);
  await expect(visitor).toHaveURL("/");
  const second = await setPublic(foyer, ann, board, true);
  expect(second).not.toBe(address);
});

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });

  test("a board that is open can be read", async ({ page, foyer, browser }) => {
    const scripted = await (await browser.newContext({ javaScriptEnabled: true })).newPage();
    await open(scripted, `${foyer.origin}/TaskManager`);
    const ann = await createAccount(scripted);
    const board = await makeBoard(foyer, ann, [{ name: "To do", cards: ["Fix roof"] }]);
    await page.goto(await setPublic(foyer, ann, board, true));
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Roof");
    await expect(page.getByRole("heading", { level: 3 })).toHaveText("Fix roof #1");
  });
});

/** In the column at this place. */
async function addCards(
  foyer: FoyerProcess,
  { uid, idToken }: Known,
  { board, at, titles }: { board: string; at: number; titles: readonly string[] },
): Promise<void> {
  const stored = await foyer.database(`boards/${board}/columns`, idToken);
  const column = Object.keys((await stored.json()) as object)[at];
  const stamps = { t: Date.now() * 1000, p: 0 };
  const writes = Object.fromEntries(
    titles.flatMap((title, place) => [
      [`cards/more${at}-${place}/title`, { v: title, ...stamps }],
      [`cards/more${at}-${place}/place`, { column, order: "b0", by: uid, ...stamps }],
    ]),
  );
  const answer = await fetch(`${foyer.origin}/api/boards/${board}/changes`, {
    method: "POST",
    headers: { authorization: `Bearer ${idToken}`, "content-type": "application/json" },
    body: JSON.stringify({ writes }),
  });
  expect(answer.status).toBe(204);
}

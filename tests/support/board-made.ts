/** A board with cards, made by the API as the site makes it; for tests of what is done with it. */
import type { Page } from "@playwright/test";
import { generateNKeysBetween } from "fractional-indexing";
import type { FoyerProcess } from "./foyer-process.ts";
import { createAccount } from "./sign-in-steps.ts";
import type { Known } from "./sign-in-steps.ts";
import { expect, open } from "./site-test.ts";

type MadeColumn = { name: string; cards?: readonly string[]; limit?: number };
type Stored = Record<string, Record<string, { t?: number } | number>>;

export type MadeBoard = Known & { board: string };

/** By a new account, which has it open in the page then. */
export async function openMadeBoard(
  page: Page,
  foyer: FoyerProcess,
  columns: readonly MadeColumn[],
): Promise<MadeBoard> {
  await open(page, "/TaskManager");
  const known = await createAccount(page);
  const board = await makeBoard(foyer, known, columns);
  await page.goto(`/TaskManager?board=${board}`);
  const first = page.getByRole("region", { name: columns[0]!.name, exact: true });
  // The page comes anew, and so does all of the board.
  await expect(first).toBeVisible({ timeout: 20_000 });
  return { ...known, board };
}

/** @returns its id */
export async function makeBoard(
  foyer: FoyerProcess,
  { uid, idToken }: Pick<Known, "uid" | "idToken">,
  columns: readonly MadeColumn[],
): Promise<string> {
  const ask = async (path: string, body: object) => {
    const answer = await fetch(`${foyer.origin}/api/boards${path}`, {
      method: "POST",
      headers: { authorization: `Bearer ${idToken}`, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    expect([path, answer.ok, answer.ok ? "" : await answer.text()]).toEqual([path, true, ""]);
    return answer;
  };
  const made = await ask("", { name: "Roof", colour: "blue", zone: "UTC" });
  const { board } = (await made.json()) as { board: string };
  const answer = await foyer.database(`boards/${board}/columns`, idToken);
  const stored = (await answer.json()) as Stored;
  const ids = Object.keys(stored);
  const orders = generateNKeysBetween("b00", null, columns.length);
  const writes: Record<string, object> = {};
  let t = Date.now() * 1000;
  const write = (path: string, value: object) => {
    const [, id = "", register = ""] = path.split("/");
    const before = stored[id]?.[register];
    t += 1;
    writes[path] = { ...value, t, p: (typeof before === "object" && before.t) || 0 };
  };
  for (const [at, { name, cards = [], limit = 0 }] of columns.entries()) {
    const id = ids[at] ?? `column${at}`;
    write(`columns/${id}/name`, { v: name });
    write(`columns/${id}/order`, { v: orders[at] });
    write(`columns/${id}/limit`, { v: limit });
    for (const [place, order] of generateNKeysBetween(null, null, cards.length).entries()) {
      const card = `cards/card${at}-${place}`;
      write(`${card}/title`, { v: cards[place] });
      write(`${card}/place`, { column: id, order, by: uid });
    }
  }
  for (const id of ids.slice(columns.length)) write(`columns/${id}/gone`, { v: true });
  await ask(`/${board}/changes`, { writes });
  return board;
}

/** @returns its address; empty: it has none any more */
export async function setPublic(
  { origin }: FoyerProcess,
  { idToken }: Pick<Known, "idToken">,
  board: string,
  on: boolean,
): Promise<string> {
  const answer = await fetch(`${origin}/api/boards/${board}/public`, {
    method: "POST",
    headers: { authorization: `Bearer ${idToken}`, "content-type": "application/json" },
    body: JSON.stringify({ on, notes: true, comments: true, index: false }),
  });
  expect(answer.status).toBe(200);
  return ((await answer.json()) as { path?: string }).path ?? "";
}

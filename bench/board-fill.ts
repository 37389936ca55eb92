/** A new account with a board of many cards, made as the site makes them. */
import type { Page } from "@playwright/test";
import { generateKeyBetween, generateNKeysBetween } from "fractional-indexing";

/** The server takes no more items in one change. */
const atOnce = 200;

export type FilledBoard = { board: string; columns: readonly string[] };

/** The page is left where it was: on the board-less tool, signed in. */
export async function fillBoard(
  page: Page,
  origin: string,
  wanted: { columns: number; cards: number },
): Promise<FilledBoard> {
  const { uid, idToken } = await newAccount(page, origin);
  const ask = async (path: string, body: object): Promise<unknown> => {
    const answer = await fetch(`${origin}${path}`, {
      method: "POST",
      headers: { authorization: `Bearer ${idToken}`, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    if (!answer.ok)
      throw new Error(`The board was not made: ${answer.status} ${await answer.text()}.`);
    return answer.status === 204 ? undefined : answer.json();
  };
  const made = (await ask("/api/boards", { name: "Bench", colour: "blue", zone: "UTC" })) as {
    board: string;
  };
  const stored = await fetch(`${origin}/boards/${made.board}/columns.json?auth=${idToken}`);
  const first = (await stored.json()) as Record<string, { order: { v: string } }>;
  const byOrder = Object.entries(first).toSorted(([, one], [, other]) =>
    one.order.v < other.order.v ? -1 : 1,
  );
  const columns = byOrder.map(([id]) => id).slice(0, wanted.columns);
  let t = Date.now() * 1000;
  const register = (value: object) => ({ ...value, t: (t += 1), p: 0 });
  const send = (writes: object) => ask(`/api/boards/${made.board}/changes`, { writes });

  const heads: Record<string, object> = {};
  let order: string | null = byOrder.at(-1)?.[1].order.v ?? null;
  while (columns.length < wanted.columns) {
    const id = `column${columns.length + 1}`;
    order = generateKeyBetween(order, null);
    heads[`columns/${id}/name`] = register({ v: `Column ${columns.length + 1}` });
    heads[`columns/${id}/order`] = register({ v: order });
    columns.push(id);
  }
  if (Object.keys(heads).length > 0) await send(heads);
  const places = generateNKeysBetween(null, null, wanted.cards);
  for (let from = 0; from < wanted.cards; from += atOnce) {
    const writes: Record<string, object> = {};
    for (let at = from; at < Math.min(wanted.cards, from + atOnce); at += 1) {
      const card = `cards/bench${at}`;
      const column = columns[at % columns.length];
      writes[`${card}/title`] = register({ v: titleOf(at) });
      writes[`${card}/place`] = register({ column, order: places[at], by: uid });
      if (at % 3 === 0) writes[`${card}/due`] = register({ v: "2030-01-08", zone: "" });
      if (at % 4 === 0) writes[`${card}/people`] = register({ v: uid });
    }
    // One change of a board follows the other.
    // oxlint-disable-next-line no-await-in-loop
    await send(writes);
  }
  return { board: made.board, columns };
}

async function newAccount(page: Page, origin: string): Promise<{ uid: string; idToken: string }> {
  await page.goto(`${origin}/TaskManager`);
  await page.getByRole("button", { name: "Create an account" }).click();
  await page.getByLabel("Name (optional)").fill("Ann Bench");
  await page.getByLabel("E-mail").fill(`bench${Date.now()}@example.com`);
  await page.getByLabel("Password", { exact: true }).fill("correct horse");
  const answered = page.waitForResponse((answer) => answer.url().includes("accounts:signUp"));
  await page.getByRole("button", { name: "Create account" }).click();
  const { localId, idToken } = (await (await answered).json()) as Record<string, string>;
  if (localId === undefined || idToken === undefined) throw new Error("There is no account.");
  await page.getByRole("heading", { level: 1, name: "Task manager" }).waitFor();
  return { uid: localId, idToken };
}

function titleOf(at: number): string {
  const words = [
    "the roof",
    "a window on the north side",
    "the last of the long list of small things",
  ];
  return `Card ${at} of the bench: mend ${words[at % words.length]}`;
}

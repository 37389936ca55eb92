/** /Chat by what people see and press. */
import type { Browser, Locator, Page } from "@playwright/test";
import type { NewRoom } from "#lib/chat/api.ts";
import type { FoyerProcess } from "./foyer-process.ts";
import { type Known, createAccount, dialog, password, signIn } from "./sign-in-steps.ts";
import { expect, open } from "./site-test.ts";

export type Person = Known & { page: Page; name: string };

let named = 0;
/** Tests share a site: each finds its own people. */
function newName(first: string): string {
  named += 1;
  return `${first} ${process.pid.toString(36)}x${named}x${Date.now().toString(36)}`;
}

export const rooms = (page: Page) => page.getByRole("navigation", { name: "Rooms and people" });
export const roomLine = (page: Page, name: string) =>
  rooms(page).getByRole("link").filter({ hasText: name });
export const field = (page: Page) => page.getByRole("textbox", { name: /^Message / });
export const history = (page: Page) => page.getByRole("group", { name: /^Messages of / });
export const messages = (page: Page): Locator => history(page).getByRole("article");
export const message = (page: Page, text: string): Locator =>
  messages(page).filter({ hasText: text });
export const thread = (page: Page) => page.locator(".chat-thread");
/** In the list of who is in the room. */
export const personLine = (page: Page, name: string) =>
  page.locator(".chat-people li").filter({ hasText: name });
export const menuItem = (page: Page, name: string) =>
  page.getByRole("menuitem", { name, exact: true });

/** A new account that looks at /Chat. */
export async function enterChat(page: Page, first: string): Promise<Person> {
  const name = newName(first);
  await open(page, "/Chat");
  const known = await createAccount(page, name);
  await expect(rooms(page).getByRole("link", { name: "New room" })).toBeVisible();
  return { ...known, page, name };
}

/** Another one, in a browser of their own. */
export async function another(browser: Browser, first: string): Promise<Person> {
  return enterChat(await (await browser.newContext()).newPage(), first);
}

/** At a second device. */
export async function enterAgain(page: Page, person: Person): Promise<Person> {
  await open(page, "/Chat");
  await signIn(page, person.email, password);
  await expect(rooms(page).getByRole("link", { name: "New room" })).toBeVisible();
  return { ...person, page };
}

export function ask(foyer: FoyerProcess, { idToken }: Known, path: string, body: object) {
  return fetch(`${foyer.origin}/api/chat${path}`, {
    method: "POST",
    headers: { authorization: `Bearer ${idToken}`, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
}

/** Without the page. @returns its id */
async function makeRoom(foyer: FoyerProcess, by: Known, asked: NewRoom): Promise<string> {
  const answer = await ask(foyer, by, "", asked);
  expect(answer.ok).toBe(true);
  return ((await answer.json()) as { room: string }).room;
}

/** A private room that all of them have open. */
export async function roomOf(
  foyer: FoyerProcess,
  [owner, ...others]: readonly [Person, ...Person[]],
  name = "House",
): Promise<string> {
  const uids = others.map(({ uid }) => uid);
  const room = await makeRoom(foyer, owner, { kind: "private", name, topic: "", uids });
  for (const { page } of [owner, ...others]) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await roomLine(page, name).click();
    // oxlint-disable-next-line no-await-in-loop
    await expect(field(page)).toBeVisible();
  }
  return room;
}

export async function write(page: Page, text: string): Promise<void> {
  await field(page).fill(text);
  await field(page).press("Enter");
  await expect(field(page)).toHaveValue("");
}

/** With the pointer on it, which shows what can be done; what comes meanwhile may move it away from below. */
export async function actOn(of: Locator, name: string): Promise<void> {
  await expect(async () => {
    await of.hover({ timeout: 1000 });
    await of.getByRole("button", { name, exact: true }).click({ timeout: 1000 });
  }).toPass({ timeout: 6000 });
}

export async function closeThread(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Close details" }).click();
  await expect(thread(page)).toHaveCount(0);
}

/** A list that moves in that moment closes the menu again. */
export async function chooseOf(page: Page, of: Locator, name: string): Promise<void> {
  await expect(async () => {
    await actOn(of, "More");
    await menuItem(page, name).click({ timeout: 1000 });
  }).toPass({ timeout: 15_000 });
}

export async function react(page: Page, to: Locator, words: string): Promise<void> {
  const search = page.getByRole("searchbox", { name: "Find an emoji" });
  await expect(async () => {
    await actOn(to, "React");
    await search.fill(words, { timeout: 1000 });
  }).toPass({ timeout: 15_000 });
  await search.press("Enter");
  await expect(search).toHaveCount(0);
}

export async function confirm(page: Page, name: string): Promise<void> {
  await dialog(page).getByRole("button", { name, exact: true }).click();
  await expect(dialog(page)).toHaveCount(0);
}

export const reactionOn = (of: Locator, emoji: string) =>
  of
    .getByRole("list", { name: "Reactions" })
    .getByRole("button", { name: new RegExp(`^${emoji}`, "u") });

/** Until the server knows that they have read to there. */
export async function readTo(
  foyer: FoyerProcess,
  { uid, idToken }: Known,
  { room, n }: { room: string; n: number },
): Promise<void> {
  await expect
    .poll(async () => (await foyer.database(`chatReads/${uid}/${room}/n`, idToken)).json())
    .toBe(n);
}

/** Of the one that is open. */
export const roomIn = (page: Page): string => new URL(page.url()).searchParams.get("room") ?? "";

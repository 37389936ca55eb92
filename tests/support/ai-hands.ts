/** The AI in /Chat by what people see and press. */
import type { Browser, Locator, Page } from "@playwright/test";
import type { AiSettings } from "#lib/ai/api.ts";
import { type Person, another, enterChat, messages, rooms } from "./chat-hands.ts";
import { confirmAddress } from "./confirm-address.ts";
import type { FoyerProcess } from "./foyer-process.ts";
import { type AiScript, answerOf } from "./openai-server.ts";
import type { Known } from "./sign-in-steps.ts";
import { expect } from "./site-test.ts";

/** Of a thread. */
export const answersIn = (place: Locator): Locator =>
  place.getByRole("article").filter({ has: place.page().locator(".ai-foot") });
export const answers = (page: Page) => messages(page).filter({ has: page.locator(".ai-foot") });
export const price = (page: Page) => page.locator(".chat-composer .ai-offer");

/** A new account that looks at /Chat and may ask. */
export async function enterToAsk(foyer: FoyerProcess, page: Page, first: string): Promise<Person> {
  return mayAsk(foyer, await enterChat(page, first));
}

/** Another one, in a browser of their own. */
export async function anotherToAsk(
  foyer: FoyerProcess,
  browser: Browser,
  first: string,
): Promise<Person> {
  return mayAsk(foyer, await another(browser, first));
}

/** On Firebase mails go out, and an address is confirmed first. */
export async function mayAsk<Of extends Known>(foyer: FoyerProcess, person: Of): Promise<Of> {
  if (foyer.standIn) await confirmAddress(foyer, person.uid);
  return person;
}

export async function newAiChat(page: Page): Promise<void> {
  await rooms(page).getByRole("link", { name: "New AI chat" }).click();
  await expect(page.getByText("Ask the AI something")).toBeVisible();
}

/** The rest comes when the test says so. */
export function inTwo(
  first: string,
  rest: string,
  usage?: object,
): { script: AiScript; goOn: () => void } {
  const { promise, resolve } = Promise.withResolvers<void>();
  const before = [{ text: first }, { wait: promise }];
  return { script: answerOf([rest], { before, ...(usage && { usage }) }), goOn: resolve };
}

/** Without the page. @param by an admin */
export async function chooseForAi(
  foyer: FoyerProcess,
  by: Known,
  chosen: Partial<AiSettings>,
): Promise<void> {
  const headers = {
    authorization: `Bearer ${by.idToken}`,
    "content-type": "application/json",
  };
  const address = `${foyer.origin}/api/ai/settings`;
  const stored = (await (await fetch(address, { headers })).json()) as AiSettings;
  const body = JSON.stringify({ ...stored, ...chosen });
  const { status } = await fetch(address, { method: "POST", headers, body });
  expect(status).toBe(204);
}

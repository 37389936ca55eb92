import { afterAll, beforeAll, expect, test } from "vitest";
import type { WritingReminder } from "#lib/journal/writing-reminder.ts";
import { createSdkClient, signUp } from "../../../tests/support/sdk-client.ts";
import type { SignedInClient } from "../../../tests/support/sdk-client.ts";
import { serveSite } from "../../../tests/support/served-site.ts";
import type { ServedSite } from "../../../tests/support/served-site.ts";
import { createWritingReminders } from "../../journals/reminders.ts";
import { recordingLog } from "../../../tests/support/log.ts";
import { createJournalEndpoints } from "./journals.ts";

let site: ServedSite;
let ann: SignedInClient;
let ben: SignedInClient;
beforeAll(async () => {
  site = await serveSite();
  ann = await signUp(createSdkClient(site.origin));
  ben = await signUp(createSdkClient(site.origin));
});
afterAll(async () => {
  await ann[Symbol.asyncDispose]();
  await ben[Symbol.asyncDispose]();
  await site[Symbol.asyncDispose]();
});

const daily: WritingReminder = { at: "21:00", zone: "Europe/Berlin", days: [0, 2, 4] };

function open() {
  const backend = site.serverBackend;
  const now = () => Date.parse("2026-12-01T12:00:00Z");
  const reminders = createWritingReminders({
    backend,
    jobs: () => ({ schedule: async () => "job", cancel: async () => true }),
    notifier: { notify: async () => undefined },
    log: recordingLog().log,
    now,
  });
  const endpoints = createJournalEndpoints({ backend, reminders, now });
  return async (method: "GET" | "POST", client?: SignedInClient, body?: unknown) => {
    const found = endpoints.find((one) => one.method === method);
    const headers: Record<string, string> = client
      ? { authorization: `Bearer ${await client.idToken()}` }
      : {};
    const request = new Request("http://localhost/api/x", { method, headers });
    const text = body === undefined ? "" : JSON.stringify(body);
    return found!.answer({ request, body: text, client: "203.0.113.9" });
  };
}

test("a reminder is its account's own, until it is taken away", async () => {
  const ask = open();
  expect(await (await ask("GET", ann)).json()).toEqual({ reminder: null });
  expect(await (await ask("POST", ann, { reminder: daily })).json()).toEqual({ reminder: daily });
  expect(await (await ask("GET", ann)).json()).toEqual({ reminder: daily });
  expect(await (await ask("GET", ben)).json()).toEqual({ reminder: null });
  await ask("POST", ben, { reminder: null });
  expect(await (await ask("GET", ann)).json()).toEqual({ reminder: daily });
  expect((await ask("POST", ann, { reminder: null })).status).toBe(200);
  expect(await (await ask("GET", ann)).json()).toEqual({ reminder: null });
});

test("what is no reminder is refused, and nobody is answered without an account", async () => {
  const ask = open();
  for (const body of [
    undefined,
    null,
    [],
    {},
    { reminder: {} },
    { reminder: { ...daily, at: "9" } },
  ]) {
    // oxlint-disable-next-line no-await-in-loop -- few
    expect((await ask("POST", ann, body)).status, JSON.stringify(body)).toBe(400);
  }
  expect((await ask("GET")).status).toBe(401);
  expect((await ask("POST", undefined, { reminder: daily })).status).toBe(401);
});

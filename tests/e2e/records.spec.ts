/** The engine of the todo list in real browsers: two devices, a killed tab without a network, and the sign-out. */
import { fileURLToPath } from "node:url";
import type { Page } from "@playwright/test";
import { bundleForPage } from "../support/bundle-for-page.ts";
import { newEmail } from "../support/sign-in-steps.ts";
import { expect, open, test } from "../support/site-test.ts";

type InPage = typeof import("../support/records-in-page.ts");

const address = "/records-test.js";
let bundle: Promise<string> | undefined;

async function load(page: Page): Promise<void> {
  const entry = new URL("../support/records-in-page.ts", import.meta.url);
  bundle ??= bundleForPage(fileURLToPath(entry));
  const body = await bundle;
  await page.route(`**${address}`, (route) =>
    route.fulfill({ body, contentType: "text/javascript" }),
  );
  await open(page, "/about");
  await page.evaluate(async (from) => {
    Object.assign(window, { records: await import(from) });
  }, address);
}

function inPage<Argument, Result>(
  page: Page,
  work: (records: InPage, argument: Argument) => Result | Promise<Result>,
  argument?: Argument,
): Promise<Result> {
  return page.evaluate(
    `(${String(work)})(window.records, ${argument === undefined ? "undefined" : JSON.stringify(argument)})`,
  );
}

const state = (page: Page) => inPage(page, (records) => records.state());

async function enter(page: Page, email: string): Promise<void> {
  await load(page);
  await inPage(
    page,
    async (records, as) => {
      await records.enter(as);
      await records.openRecords();
    },
    email,
  );
}

const making = (page: Page, id: string, title: string) =>
  inPage(
    page,
    (records, [id, title]) =>
      records.change([
        { kind: "tasks", id, register: "title", value: { v: title }, isNew: true },
        {
          kind: "tasks",
          id,
          register: "place",
          value: { list: "", parent: "", order: "a0", column: "" },
          isNew: true,
        },
      ]),
    [id, title] as const,
  );

const retitle = (page: Page, id: string, title: string) =>
  inPage(
    page,
    (records, [id, title]) =>
      records.change([{ kind: "tasks", id, register: "title", value: { v: title } }]),
    [id, title] as const,
  );

test("two devices lose no word, offline, in a killed tab or by signing out @long", async ({
  page: laptop,
  browser,
  watch,
  baseURL,
}) => {
  // Where both write the same; and without a network.
  watch.expectFault(
    /status of 401|ERR_INTERNET_DISCONNECTED|ERR_NETWORK_CHANGED|ERR_FAILED|WebSocket/,
  );
  watch.expectFault(/could not be read/);
  const email = newEmail();
  const pocket = await browser.newContext({
    ...(baseURL !== undefined && { baseURL }),
    ignoreHTTPSErrors: true,
    serviceWorkers: "block",
  });
  const phone = await pocket.newPage();
  await enter(laptop, email);
  await enter(phone, email);
  await making(laptop, "a", "Tea");
  expect(await state(laptop)).toMatchObject({ titles: { a: "Tea" } });
  await expect.poll(() => state(phone)).toMatchObject({ status: "ready", titles: { a: "Tea" } });
  await expect.poll(() => state(laptop)).toMatchObject({ sync: "saved" });

  // Both write the title; the phone without a network, in a tab that is closed then.
  await pocket.setOffline(true);
  await retitle(phone, "a", "Coffee");
  await making(phone, "b", "Milk");
  expect(await state(phone)).toMatchObject({ sync: "offline" });
  expect(await inPage(phone, (records) => records.unsent())).toMatchObject({ changes: 2 });
  await phone.close();
  await retitle(laptop, "a", "Water");
  await expect.poll(() => state(laptop)).toMatchObject({ sync: "saved" });

  await pocket.setOffline(false);
  const isLive = (url: URL) => url.pathname.startsWith("/todos/");
  await pocket.route(isLive, (route) => route.abort());
  const again = await pocket.newPage();
  await enter(again, email);
  await expect.poll(() => state(again)).toMatchObject({ titles: { b: "Milk" } });
  await pocket.unroute(isLive);
  for (const page of [laptop, again]) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await expect
      .poll(() => state(page), { timeout: 40_000 })
      .toMatchObject({ sync: "saved", titles: { a: "Water", b: "Milk" }, lost: ["Coffee"] });
  }

  // What is left of an account that signs out.
  await expect
    .poll(() => inPage(again, (records) => records.kept()))
    .toMatchObject({ "foyer-records items": 3, "foyer-outbox entries": 0 });
  await pocket.setOffline(true);
  await retitle(again, "b", "Never sent");
  const problem = await inPage(again, (records) =>
    records.send().catch((error: Error) => error.message),
  );
  expect(problem).toContain("could not be reached");
  await inPage(again, (records) => records.forget());
  expect(await inPage(again, (records) => records.kept())).toEqual({
    "foyer-records items": 0,
    "foyer-records heads": 0,
    "foyer-outbox entries": 0,
  });
  await pocket.close();
});

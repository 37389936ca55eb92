/** What a browser keeps of a private journal, in a real one: sealed packs, texts by themselves, and sealed letters. */
import { fileURLToPath } from "node:url";
import type { Page } from "@playwright/test";
import { bundleForPage } from "../support/bundle-for-page.ts";
import { newEmail } from "../support/sign-in-steps.ts";
import { expect, open, test } from "../support/site-test.ts";

type InPage = typeof import("../support/packs-in-page.ts");

const address = "/packs-test.js";
const marker = /Marmalade|entries\/|texts\/|"title"/;
let bundle: Promise<string> | undefined;

async function load(page: Page): Promise<void> {
  const entry = new URL("../support/packs-in-page.ts", import.meta.url);
  bundle ??= bundleForPage(fileURLToPath(entry));
  const body = await bundle;
  await page.route(`**${address}`, (route) =>
    route.fulfill({ body, contentType: "text/javascript" }),
  );
  await open(page, "/about");
  await page.evaluate(async (from) => {
    Object.assign(window, { packs: await import(from) });
  }, address);
}

function inPage<Argument, Result>(
  page: Page,
  work: (packs: InPage, argument: Argument) => Result | Promise<Result>,
  argument: Argument,
): Promise<Result> {
  return page.evaluate(`(${String(work)})(window.packs, ${JSON.stringify(argument)})`);
}

test("two tabs that keep a private journal at once keep all of it, sealed, until it is forgotten", async ({
  page,
  context,
}) => {
  await load(page);
  const other = await context.newPage();
  await load(other);
  const uid = "ann";
  await Promise.all([
    inPage(page, (packs, of) => packs.keep(of, "a", 60), uid),
    inPage(other, (packs, of) => packs.keep(of, "b", 60), uid),
  ]);
  const all = { entries: 120, texts: 120, words: ["Marmalade"], found: 2, since: 10 };
  expect(await inPage(other, (packs, of) => packs.opened(of), uid)).toEqual(all);
  const lying = await inPage(page, (packs, name) => packs.lying(name), "foyer-journals");
  expect(lying.length).toBeGreaterThan(10_000);
  expect(lying).not.toMatch(marker);

  await page.reload();
  await load(page);
  expect(await inPage(page, (packs, of) => packs.opened(of), uid)).toEqual(all);
  await inPage(page, (packs, of) => packs.keep(of, "c", 2), "ben");
  await inPage(page, (packs, of) => packs.forgetOne(of), uid);
  expect(await inPage(page, (packs, of) => packs.tools(of), uid)).toEqual([]);
  expect(await inPage(page, (packs, of) => packs.opened(of), "ben")).toMatchObject({ texts: 2 });
  await inPage(page, (packs, of) => packs.forgetAll(of), "ben");
  expect(await inPage(page, (packs, of) => packs.opened(of), "ben")).toMatchObject({ entries: 0 });
  await other.close();
});

test("letters of a private journal are kept sealed, outlive a tab that crashes, and open with the key", async ({
  page,
  context,
}) => {
  await load(page);
  const uid = await inPage(page, (packs, email) => packs.enter(email), newEmail());
  const typed = "abcdefghijklmnopqrst";
  const kept = await inPage(page, (packs, [of, letters]) => packs.type(of, letters), [
    uid,
    typed,
  ] as const);
  expect(kept).toBe(typed.length);
  expect(await inPage(page, (packs, name) => packs.lying(name), "foyer-outbox")).not.toMatch(
    marker,
  );
  // A crash leaves no moment in which anything could be written.
  const session = await context.newCDPSession(page);
  await Promise.race([
    session.send("Page.crash").catch(() => undefined),
    page.waitForEvent("crash"),
  ]);
  const again = await context.newPage();
  await load(again);
  const locked = await inPage(again, (packs, of) => packs.waiting(of, false), uid);
  expect(JSON.stringify(locked)).not.toMatch(marker);
  const opened = await inPage(again, (packs, of) => packs.waiting(of, true), uid);
  expect(opened).toEqual(
    Array.from(typed, (_, at) => ({ typed: `Marmalade ${typed.slice(0, at + 1)}` })),
  );
});

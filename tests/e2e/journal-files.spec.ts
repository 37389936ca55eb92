/** Where files of journals lie in a real browser, and the smaller pictures that it makes. */
import { fileURLToPath } from "node:url";
import type { Page } from "@playwright/test";
import { bundleForPage } from "../support/bundle-for-page.ts";
import { expect, open, test } from "../support/site-test.ts";

type InPage = typeof import("../support/journal-files-in-page.ts");

const address = "/journal-files-test.js";
let bundle: Promise<string> | undefined;

async function load(page: Page): Promise<void> {
  const entry = new URL("../support/journal-files-in-page.ts", import.meta.url);
  bundle ??= bundleForPage(fileURLToPath(entry));
  const body = await bundle;
  await page.route(`**${address}`, (route) =>
    route.fulfill({ body, contentType: "text/javascript" }),
  );
  await open(page, "/about");
  await page.evaluate(async (from) => {
    Object.assign(window, { files: await import(from) });
  }, address);
}

function inPage<Result>(
  page: Page,
  work: (files: InPage) => Result | Promise<Result>,
): Promise<Result> {
  return page.evaluate(`(${String(work)})(window.files)`);
}

test("what waits is there after a reload, small pictures stay once they are sent, and the file goes @embedded", async ({
  page,
}) => {
  await load(page);
  await inPage(page, async (files) => {
    await files.add("p1", "a", "one");
    await files.add("p10", "a", "two");
  });
  await load(page);
  expect(await inPage(page, (files) => files.waiting())).toEqual([
    "p1/a-s",
    "p1/a",
    "p10/a-s",
    "p10/a",
  ]);
  expect(await inPage(page, (files) => files.count())).toBe(2);
  expect(await inPage(page, (files) => files.count("bob"))).toBe(0);
  expect(await inPage(page, (files) => files.text("p1", "a"))).toBe("one");
  await inPage(page, async (files) => {
    await files.sent("p1", "a", true);
    await files.sent("p1", "a-s", false);
  });
  expect(await inPage(page, (files) => files.waiting())).toContain("p1/a");
  await inPage(page, (files) => files.sent("p1", "a", false));
  expect(await inPage(page, (files) => files.waiting())).toEqual(["p10/a-s", "p10/a"]);
  expect(await inPage(page, (files) => files.text("p1", "a"))).toBeUndefined();
  expect(await inPage(page, (files) => files.text("p1", "a-s"))).toBe("small one");

  // `p1` is the beginning of `p10`.
  await inPage(page, (files) => files.removeJournal("p1"));
  expect(await inPage(page, (files) => files.text("p1", "a-s"))).toBeUndefined();
  expect(await inPage(page, (files) => files.text("p10", "a"))).toBe("two");
  await inPage(page, (files) => files.forget());
  expect(await inPage(page, (files) => files.count())).toBe(0);
});

test("of pictures that were shown the oldest go first, of what waits none @embedded", async ({
  page,
}) => {
  await load(page);
  await inPage(page, async (files) => {
    await files.add("p1", "a", "x".repeat(5000));
    await files.cache("p1", "oldest", 400);
    await files.cache("p1", "middle", 400);
    await files.cache("p1", "newest", 400);
    await files.cache("p1", "a", 1);
    await files.trim(900);
  });
  const sizes = await inPage(page, (files) =>
    Promise.all(
      ["a", "oldest", "middle", "newest"].map(
        async (name) => (await files.text("p1", name))?.length,
      ),
    ),
  );
  expect(sizes).toEqual([5000, undefined, 400, 400]);
});

test("smaller pictures have the longer side of 480 and 1,600 pixels, where the photo has more @embedded", async ({
  page,
}) => {
  await load(page);
  expect(await inPage(page, (files) => files.smaller(2400, 1200))).toEqual({
    width: 2400,
    height: 1200,
    small: "image/webp 480 240",
    middle: "image/webp 1600 800",
  });
  expect(await inPage(page, (files) => files.smaller(300, 900))).toEqual({
    width: 300,
    height: 900,
    small: "image/webp 160 480",
    middle: undefined,
  });
  expect(await inPage(page, (files) => files.smaller(480, 10))).toMatchObject({
    small: undefined,
    middle: undefined,
  });
  const nothing = { width: 0, height: 0, small: undefined, middle: undefined };
  expect(await inPage(page, (files) => files.smallerOf("broken", "image/jpeg"))).toEqual(nothing);
  expect(
    await inPage(page, (files) =>
      files.smallerOf(
        "<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'/>",
        "image/svg+xml",
      ),
    ),
  ).toEqual(nothing);
});

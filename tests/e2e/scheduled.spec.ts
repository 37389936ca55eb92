/** Publishing by time as an editor sees it. */
import { giveRole } from "../support/give-role.ts";
import { createAccount } from "../support/sign-in-steps.ts";
import { expect, open, test } from "../support/site-test.ts";

test.describe.configure({ timeout: 120_000 });

test("what is scheduled is published by itself, once, and said so to who comes back @long", async ({
  page,
  foyer,
}) => {
  const read = async () => (await fetch(`${foyer.origin}/certificates`)).text();
  await open(page, "/EditCertificates");
  const { uid } = await createAccount(page, "Ed Itor");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(
    "This page needs the editor role",
  );
  await giveRole(foyer, uid, "editor");
  await expect(page.getByRole("list", { name: "Edit certificates" })).toBeVisible();
  await page.getByRole("button", { name: "New certificate" }).click();
  const title = `Keeper of clocks ${uid}`;
  await page.getByLabel("Title", { exact: true }).fill(title);
  await page.getByLabel("Issued by", { exact: true }).fill("Academy of harbours");
  await page.getByLabel("Issued on", { exact: true }).fill("2024-02-29");
  const badge = page.locator(".tool-bar .state-badge").first();
  await expect(badge).toHaveText("Draft");
  await page.getByRole("button", { name: "More", exact: true }).click();
  await page.getByRole("menuitem", { name: "Publish later…" }).click();
  // Given up, the keyboard is where the menu was.
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: "More", exact: true })).toBeFocused();
  await page.getByRole("button", { name: "More", exact: true }).click();
  await page.getByRole("menuitem", { name: "Publish later…" }).click();
  // A browser takes seconds, too: soon enough to be waited for.
  const at = await page.evaluate(() => {
    const soon = new Date(Date.now() + 20_000 - new Date().getTimezoneOffset() * 60_000);
    return soon.toISOString().slice(0, 19);
  });
  await page.getByLabel(/^Day and time/).fill(at);
  const answered = page.waitForResponse((answer) => answer.url().endsWith("/api/content/schedule"));
  await page.getByRole("button", { name: "Publish then" }).click();
  expect((await answered).status()).toBe(200);
  await expect(badge).toContainText("Scheduled");
  await expect(page.locator(".toasts")).toContainText("will be published on");
  expect(await read()).not.toContain(title);

  // What is written meanwhile waits.
  await page.getByLabel("Number", { exact: true }).fill("Written later");
  await expect(page.locator(".sync-state")).toHaveText("Saved");
  // On Firebase the server looks every thirty seconds for what is due (docs/jobs.md).
  await expect.poll(async () => (await read()).includes(title), { timeout: 60_000 }).toBe(true);
  expect(await read()).not.toContain("Written later");
  // By itself, while nothing is done here.
  await expect(badge).toHaveText("Changed", { timeout: 20_000 });
  await page.getByRole("button", { name: "← All certificates" }).click();
  const row = page.locator(".content-row").filter({ hasText: title });
  await expect(row.locator(".state-badge")).toHaveText("Changed");
  await row.getByRole("button", { name: title }).click();
  await expect(badge).toHaveText("Changed");
  await page.getByRole("button", { name: "More", exact: true }).click();
  await page.getByRole("menuitem", { name: "Versions" }).click();
  await expect(page.locator(".version-line").filter({ hasText: "Published" })).toHaveCount(1);
});

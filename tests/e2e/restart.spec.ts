/** What was acknowledged is there after the process was killed, and the browser goes on where it was. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { startFoyer } from "../support/foyer-process.ts";
import { freePort } from "../support/free-port.ts";

test("after kill -9 and a new start the account, its record and its session are there", async ({
  page,
}) => {
  const dataDir = await mkdtemp(join(tmpdir(), "foyer-restart-"));
  const options = { dataDir, env: { PORT: await freePort() } };
  try {
    const first = await startFoyer(options);
    expect(first.logs()).toMatch(/open http:\/\/localhost:\d+\/#owner=[\w-]{43}\n/);
    await page.goto(`${first.origin}/Settings`);
    await page.getByRole("button", { name: "Create an account" }).click();
    await page.getByLabel("Name (optional)").fill("Ada Lovelace");
    await page.getByLabel("E-mail").fill("ada@example.com");
    await page.getByLabel("Password", { exact: true }).fill("correct horse");
    const answered = page.waitForResponse((answer) => answer.url().includes("accounts:signUp"));
    await page.getByRole("button", { name: "Create account" }).click();
    const { localId, idToken } = (await (await answered).json()) as Record<string, string>;
    const record = async () =>
      (await fetch(`${first.origin}/users/${localId}.json?ns=foyer&auth=${idToken}`)).json();
    await expect.poll(record).toMatchObject({ name: "Ada Lovelace" });
    const before = (await record()) as object;
    await first.stop("SIGKILL");

    await using again = await startFoyer(options);
    expect(again.origin).toBe(first.origin);
    expect(await record()).toMatchObject({
      ...before,
      last_logged_in: expect.any(String),
    });
    // Without a reload: the socket finds its way back, and so does a write.
    await expect(page.getByRole("button", { name: /^Account of Ada/ })).toBeVisible();
    await page.reload();
    await expect(page.getByRole("button", { name: /^Account of Ada/ })).toBeVisible();
    await expect
      .poll(async () => ((await record()) as { last_logged_in: string }).last_logged_in)
      .not.toBe((before as { last_logged_in: string }).last_logged_in);
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
});

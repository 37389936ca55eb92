/** Back-ups as an owner makes, tries out, fetches and deletes them, and the folder that comes back from one. */
import { readFile, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { violationsOf } from "../support/axe.ts";
import { runCommand, startFoyer } from "../support/foyer-process.ts";
import { password, signIn } from "../support/sign-in-steps.ts";
import { expect, open, test } from "../support/site-test.ts";

test.describe("back-ups", { tag: "@embedded" }, () => {
  test.use({ ownSite: true });

  test("one is made, tried out, fetched with its key and restored into a site that knows its owner", async ({
    page,
    foyer,
  }) => {
    test.setTimeout(150_000);
    const { dataDir } = foyer;
    const secret = join(dataDir, "password.txt");
    await writeFile(secret, password);
    const email = "olive@example.com";
    const asAdmin = ["user", "create", email, "--admin", "--password-file", secret];
    const made = await runCommand(dataDir, ...asAdmin);
    expect(made.code, made.output).toBe(0);

    await open(page, "/WebsiteManager?section=backups");
    await signIn(page, email);
    await expect(page.getByRole("heading", { name: "No back-up yet" })).toBeVisible();
    await page.getByRole("button", { name: "Back up now" }).click();
    const list = page.getByRole("region", { name: "What there is" });
    await expect(list.getByRole("listitem")).toHaveCount(1, { timeout: 20_000 });
    await expect(list).toContainText("Checksum noted");

    await page.getByRole("button", { name: "Run the drill" }).click();
    const drill = page.getByRole("region", { name: "Restore drill" });
    await expect(drill).toContainText("Good today", { timeout: 60_000 });
    await expect(list).toContainText("Restored in a drill");
    expect(await violationsOf(page)).toEqual([]);

    await page.getByRole("button", { name: "Show the key" }).click();
    const key = page.getByRole("dialog");
    await expect(key).toContainText("AGE-SECRET-KEY-1");
    expect(await violationsOf(page)).toEqual([]);
    const keyFile = join(dataDir, "key.txt");
    const savedKey = page.waitForEvent("download");
    await key.getByRole("button", { name: "Save as a file" }).click();
    await (await savedKey).saveAs(keyFile);
    await key.getByRole("button", { name: "I have saved it" }).click();
    await expect(page.getByText(/^You have kept the key/)).toBeVisible();

    const download = page.waitForEvent("download");
    await list.getByRole("button", { name: /^Download/ }).click();
    const file = join(dataDir, "fetched.tar.zst.age");
    await (await download).saveAs(file);
    const [name = ""] = await readdir(join(dataDir, "backups"));
    expect(await readFile(file)).toEqual(await readFile(join(dataDir, "backups", name)));
    // The address of the download was good once.
    const again = await page.request.get((await download).url());
    expect(again.status()).toBe(404);

    await list.getByRole("button", { name: /^Delete/ }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Delete the back-up" }).click();
    await expect(page.getByRole("heading", { name: "No back-up yet" })).toBeVisible();
    expect(await readdir(join(dataDir, "backups"))).toEqual([]);

    const into = join(dataDir, "restored");
    const back = ["restore", file, "--into", into, "--key-file", keyFile];
    const restored = await runCommand(join(dataDir, "nothing"), ...back);
    expect(restored.output).toContain("Restored what there was at");
    await using other = await startFoyer({ dataDir: into });
    const signedIn = await fetch(
      `${other.origin}/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword?key=any`,
      { method: "POST", body: JSON.stringify({ email, password, returnSecureToken: true }) },
    );
    const { localId, idToken } = (await signedIn.json()) as Record<string, string>;
    const record = await other.database(`users/${localId}/roles`, idToken ?? "");
    expect(await record.json()).toMatchObject({ admin: true });
  });
});

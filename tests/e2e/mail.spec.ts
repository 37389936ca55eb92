/** The outbox of a site without a mail server. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { runCommand } from "../support/foyer-process.ts";
import { expect, hydrated, open, test } from "../support/site-test.ts";

const password = "correct horse";

async function signUp(origin: string, email: string) {
  const url = `${origin}/identitytoolkit.googleapis.com/v1/accounts:signUp?key=foyer-embedded`;
  const body = JSON.stringify({ email, password, returnSecureToken: true });
  const headers = { "Content-Type": "application/json" };
  const answer = await fetch(url, { method: "POST", headers, body });
  expect(answer.status).toBe(200);
  return (await answer.json()) as { localId: string; idToken: string };
}

test.use({ ownSite: true });

test("without a mail server an admin sees what waits, the machine's owner the link, until it is used", async ({
  page,
  foyer,
}) => {
  const { origin, dataDir } = foyer;
  const admin = await signUp(origin, "admin@example.com");
  const user = await signUp(origin, "user@example.com");
  const roles = join(dataDir, "roles.json");
  await writeFile(roles, JSON.stringify({ admin: true, editor: false, user: true }));
  const set = await runCommand(dataDir, "database", "set", `/users/${admin.localId}/roles`, roles);
  expect(set).toMatchObject({ code: 0 });

  await open(page, "/forgot-password");
  await page.getByLabel("E-mail").fill("user@example.com");
  await page.getByLabel("E-mail").press("Enter");
  await expect(page.getByRole("main")).toContainText("This site sends no mail by itself.");

  const outbox = (idToken?: string) =>
    fetch(`${origin}/api/mail/outbox`, {
      headers: idToken === undefined ? {} : { Authorization: `Bearer ${idToken}` },
    });
  expect((await outbox()).status).toBe(401);
  expect((await outbox(user.idToken)).status).toBe(403);
  type Listed = { sends: boolean; mails: { id: string; to: string; text: string }[] };
  const readOutbox = async () => (await (await outbox(admin.idToken)).json()) as Listed;
  await expect.poll(async () => (await readOutbox()).mails.length).toBe(1);
  const { sends, mails } = await readOutbox();
  expect(sends).toBe(false);
  expect(mails[0]).toMatchObject({ to: "user@example.com" });
  expect(mails[0]!.text).toMatch(/oobCode=••••••&/);

  const shown = await runCommand(dataDir, "mail", "show", mails[0]!.id);
  const link = /https?:\/\/\S+/.exec(shown.output)?.[0] ?? "";
  expect(mails[0]!.text).not.toContain(new URL(link).searchParams.get("oobCode"));
  await page.goto(link);
  await hydrated(page);
  await page.getByLabel("New password").fill("battery staple");
  await page.getByLabel("New password").press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Your new password is set");
  await expect.poll(async () => (await readOutbox()).mails).toEqual([]);
  expect((await runCommand(dataDir, "mail", "list")).output).toBe("No mail waits.\n");
});

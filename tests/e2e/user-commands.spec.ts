/** `npm run foyer -- user …` and `service-account …` against the real server, and on its folder when it is gone. */
import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { runCommand } from "../support/foyer-process.ts";
import { expect, test } from "../support/site-test.ts";

test.use({ ownSite: true });

test(
  "an owner makes accounts and keys while the server runs and after @long",
  { tag: "@embedded" },
  async ({ foyer }) => {
    test.setTimeout(120_000);
    const run = (...args: string[]) => runCommand(foyer.dataDir, ...args);
    const email = "ada@example.com";
    const made = await run("user", "create", email, "--name", "Ada", "--editor");
    expect(made.code).toBe(0);
    const link = /^http\S+$/m.exec(made.output)?.[0] ?? "";
    expect(link.startsWith(`${foyer.origin}/forgot-password?mode=resetPassword&oobCode=`)).toBe(
      true,
    );
    expect((await run("user", "owner-link")).output).toMatch(
      new RegExp(`^${foyer.origin}/#owner=[\\w-]{43}\\n$`),
    );
    const keyFile = join(foyer.dataDir, "key.json");
    expect((await run("service-account", "create", keyFile)).code).toBe(0);
    const key = JSON.parse(await readFile(keyFile, "utf8")) as Record<string, string>;
    expect(key["token_uri"]).toBe(`${foyer.origin}/token`);
    expect((await stat(keyFile)).mode & 0o777).toBe(0o600);

    await foyer.stop("SIGKILL");
    const listed = (await run("user", "list")).output;
    expect(listed).toMatch(/ada@example\.com {2}not verified {2}editor {2}never signed in/);
    const ownerLink = await run("user", "owner-link");
    expect(ownerLink.code).toBe(1);
    expect(ownerLink.output).toContain("none runs on this data folder: start it first");
    expect((await run("user", "grant", email, "admin")).output).toContain("Nobody has proved");
    const uid = listed.split(" ")[0] ?? "";
    expect((await run("user", "grant", uid, "admin")).output).toBe(`${email} is now an admin.\n`);
    expect((await run("user", "disable", email)).output).toContain("the last admin");
    const alone = await run("user", "reset-link", email);
    expect(alone.output).toMatch(
      /^http:\/\/localhost:3000\/forgot-password\?mode=resetPassword&oobCode=\S+\n$/,
    );
    expect((await run("service-account", "revoke", key["client_email"] ?? "")).code).toBe(0);
  },
);

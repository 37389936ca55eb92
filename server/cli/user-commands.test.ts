import { readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runCommand } from "./commands.ts";
import { openServedDesk } from "./testing/open-desk.ts";
import { runHere } from "./testing/run-here.ts";

let desk: Awaited<ReturnType<typeof openServedDesk>>;
beforeAll(async () => {
  desk = await openServedDesk();
});
afterAll(() => desk[Symbol.asyncDispose]());

const backend = () => desk.site.serverBackend;
const run = (...args: string[]) => desk.run(...args);
const find = async (email: string) => (await backend().findAccountByEmail(email))!;
const rolesOf = async (uid: string) => (await backend().getValue(`users/${uid}/roles`)).value;

const password = "a long password";

function signIn(email: string): Promise<Response> {
  const url = "http://a.invalid/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword";
  const body = JSON.stringify({ email, password, returnSecureToken: true });
  const headers = { "user-agent": "Sailor/7 \u009b31m" };
  const request = new Request(url, { method: "POST", headers, body });
  return desk.site.backend.fetch(request, { client: "192.0.2.7", origin: "http://a.invalid" });
}

test("an account is made with a name, a role and a link that sets its password", async () => {
  const { code, out } = await run("user", "create", "Ada@Example.com", "--name", "Ada", "--admin");
  expect(code).toBe(0);
  const ada = await find("ada@example.com");
  expect(out.split("\n")).toEqual([
    `Created the account ${ada.uid} of ada@example.com.`,
    "It is an admin.",
    "To set a password, open this within an hour:",
    expect.stringMatching(/^http:\/\/localhost:3000\/forgot-password\?mode=resetPassword&oobCode=/),
    "",
  ]);
  expect(ada).toMatchObject({ displayName: "Ada", claims: { admin: true }, lastLoginAt: null });
  expect((await backend().getValue(`users/${ada.uid}/name`)).value).toBe("Ada");
  const again = await run("user", "create", "ada@example.com");
  expect(again).toEqual({
    code: 1,
    out: "",
    err: "There is an account with this e-mail address already.\n",
  });
});

test("the password is the first line of a file or of standard input, and is printed nowhere", async () => {
  const made = await desk.runWithInput(
    `${password}\nsecond line\n`,
    "user",
    "create",
    "bob@example.com",
    "--password-file",
    "-",
  );
  expect(made.code).toBe(0);
  expect(made.out).toMatch(/^Created the account \S+ of bob@example\.com\.\n$/);
  expect((await signIn("bob@example.com")).status).toBe(200);
  const weak = await desk.runWithInput(
    "1234\n",
    "user",
    "create",
    "eve@example.com",
    "--password-file",
    "-",
  );
  expect(weak).toMatchObject({ code: 1, out: "" });
  expect(weak.err).toMatch(/^The password is too weak\. .*at least 6 characters/);
});

test("roles are given and taken, and the last admin stays", async () => {
  await run("user", "create", "cleo@example.com");
  const { uid } = await find("cleo@example.com");
  const stranger = await run("user", "grant", "cleo@example.com", "editor");
  expect(stranger).toMatchObject({ code: 1, out: "" });
  expect(stranger.err).toContain(uid);
  expect(await rolesOf(uid)).toBeNull();
  expect((await run("user", "grant", uid, "editor")).out).toBe(
    "cleo@example.com is now an editor.\n",
  );
  await backend().updateAccount(uid, { emailVerified: true });
  expect((await run("user", "grant", "cleo@example.com", "editor")).out).toBe(
    "cleo@example.com is already an editor.\n",
  );
  expect(await rolesOf(uid)).toEqual({ admin: false, editor: true, user: true });
  expect((await run("user", "revoke", uid, "editor")).out).toContain("is no longer an editor");
  expect((await find("cleo@example.com")).claims).toEqual({});
  for (const args of [
    ["revoke", "ada@example.com", "admin"],
    ["disable", "ada@example.com"],
  ]) {
    const { code, err } = await run("user", ...args);
    expect({ code, err }, args.join(" ")).toEqual({
      code: 1,
      err: "This is the last admin who can sign in. Make somebody else an admin first.\n",
    });
  }
  expect((await run("user", "grant", "cleo@example.com", "owner")).err.split("\n")[0]).toBe(
    "The role is admin or editor, not owner.",
  );
  expect(await run("user", "grant", "nobody@example.com", "admin")).toEqual({
    code: 1,
    out: "",
    err: "There is no account nobody@example.com.\n",
  });
});

test("somebody is disabled, enabled and signed out everywhere, and where they are is listed", async () => {
  const email = "dan@example.com";
  const { uid } = await backend().createAccount({ email, password });
  expect((await signIn(email)).status).toBe(200);
  const sessions = await run("user", "sessions", email);
  expect(sessions.out).toMatch(
    /^\S+ {2}.+ {2}192\.0\.2\.7 {2}password {2}since \S+Z {2}last seen \S+Z\n$/,
  );
  // A terminal obeys U+009B as it does ESC [.
  expect(sessions.out).not.toContain("\u009b");
  expect((await run("user", "sign-out", email)).out).toBe(`${email} is signed out everywhere.\n`);
  expect((await run("user", "sessions", email)).out).toBe(`${email} is signed in nowhere.\n`);
  expect((await run("user", "disable", email)).out).toBe(
    `${email} is disabled and signed out everywhere.\n`,
  );
  expect((await signIn(email)).status).toBe(400);
  expect((await run("user", "enable", uid)).code).toBe(0);
  expect((await signIn(email)).status).toBe(200);
});

test("a link sets a new password, and for an unknown address there is none", async () => {
  expect((await run("user", "reset-link", "ada@example.com")).out).toMatch(
    /^http:\/\/localhost:3000\/forgot-password\?mode=resetPassword&oobCode=\S+\n$/,
  );
  expect(await run("user", "reset-link", "nobody@example.com")).toEqual({
    code: 1,
    out: "",
    err: "There is no account with this e-mail address.\n",
  });
});

test("an owner link makes one more admin although there is one", async () => {
  const { out } = await run("user", "owner-link");
  expect(out).toMatch(/^http:\/\/localhost:3000\/#owner=[\w-]{43}\n$/);
  const { uid } = await backend().createAccount({ email: "late@example.com" });
  await backend().updateValues({ [`users/${uid}/roles`]: { admin: false, user: true } });
  const secret = out.trim().split("=")[1] ?? "";
  expect(await desk.ownerLink.take(secret, uid)).toBe("taken");
  expect((await find("late@example.com")).claims).toEqual({ admin: true });
});

test("all accounts are listed, more than one answer has, for people and for programs", async () => {
  const more = Array.from({ length: 300 }, (_, index) => ({ email: `many${index}@example.com` }));
  await Promise.all(more.map((account) => backend().createAccount(account)));
  const odd = {
    method: "POST",
    body: JSON.stringify({ localId: "$odd", email: "odd@example.com" }),
  };
  const accounts = "http://a.invalid/identitytoolkit.googleapis.com/v1/projects/foyer/accounts";
  await desk.site.backend.adminFetch(new Request(accounts, odd));
  await backend().updateAccount((await find("many7@example.com")).uid, { disabled: true });
  const { out, code } = await run("user", "list");
  expect(code).toBe(0);
  const lines = out.trimEnd().split("\n");
  expect(lines).toEqual(lines.toSorted());
  expect(lines.filter((line) => line.includes("@example.com")).length).toBe(lines.length);
  const line = (email: string) => lines.find((one) => one.includes(email));
  expect(line("ada@")).toMatch(/^\S{28} {2}ada@example\.com {2}not verified {2}admin {2}never/);
  expect(line("bob@")).toMatch(/not verified {2}signed in \d{4}-/);
  expect(line("many7@")).toContain("  disabled  never signed in");
  const rows = (await run("user", "list", "--json")).out.trimEnd().split("\n");
  expect(rows).toHaveLength(lines.length);
  const ada = rows.map((row) => JSON.parse(row)).find(({ email }) => email === "ada@example.com");
  expect(ada).toEqual({
    uid: (await find("ada@example.com")).uid,
    email: "ada@example.com",
    emailVerified: false,
    displayName: "Ada",
    roles: ["admin"],
    disabled: false,
    hasSecondFactor: false,
    createdAt: expect.stringMatching(/^\d{4}-.+Z$/),
    lastLoginAt: null,
  });
});

test("a service account's key is written once, for its owner alone, and ends with it", async () => {
  const file = join(desk.folder, "key.json");
  const made = await run("service-account", "create", file, "--name", "Nightly export");
  expect(made).toMatchObject({ code: 0, err: "" });
  const key = JSON.parse(await readFile(file, "utf8")) as Record<string, string>;
  const email = key["client_email"] ?? "";
  expect(made.out).toBe(`Made ${email}; its key is in ${file}. There is no other copy.\n`);
  expect(key).toMatchObject({ type: "service_account", token_uri: "http://localhost:3000/token" });
  expect((await stat(file)).mode & 0o777).toBe(0o600);

  const other = join(desk.folder, "other.json");
  await writeFile(other, "mine");
  for (const taken of [other, desk.folder]) {
    const { code, out, err } = await run("service-account", "create", taken);
    expect({ code, out }).toEqual({ code: 1, out: "" });
    expect(err).toContain(`${taken} exists already. No service account was made.`);
  }
  expect(await readFile(other, "utf8")).toBe("mine");
  const nowhere = join(desk.folder, "no", "folder.json");
  expect((await run("service-account", "create", nowhere)).err).toContain("cannot be written");

  const printed = await run("service-account", "create", "-");
  const second = JSON.parse(printed.out) as Record<string, string>;
  expect(second["client_email"]).not.toBe(email);
  const list = (await run("service-account", "list")).out.trimEnd().split("\n");
  expect(list).toEqual([
    expect.stringMatching(`^${email}  made \\S+Z  never used  Nightly export$`),
    expect.stringMatching(`^${second["client_email"]}  made \\S+Z  never used$`),
  ]);
  expect((await run("service-account", "revoke", email)).out).toBe(`${email} is revoked.\n`);
  const again = await run("service-account", "revoke", email);
  expect(again).toMatchObject({ code: 1, out: "" });
  expect(again.err).toMatch(
    /^There is no service account .+: npm run foyer -- service-account list/,
  );
});

test("how people may sign in is shown and changed, by its name", async () => {
  const shown = (await run("auth", "config")).out.split("\n");
  expect(shown).toContain("signIn.anonymous.enabled false");
  expect((await run("auth", "config", "show")).out.split("\n")).toEqual(shown);
  expect((await run("auth", "config", "set", "signIn.anonymous.enabled", "true")).out).toBe(
    "signIn.anonymous.enabled true\n",
  );
  expect((await run("auth", "config")).out).toContain("signIn.anonymous.enabled true\n");
  const refused = await run("auth", "config", "set", "signIn.anonymous.enabled", "maybe");
  expect(refused).toMatchObject({ code: 1, out: "" });
  expect(refused.err).toContain("signIn.anonymous.enabled");
  expect((await run("auth", "config", "set", "no.such.thing", "1")).code).toBe(1);
  expect((await run("auth", "config", "set", "signIn")).code).toBe(2);
  expect((await run("auth", "config", "set", "a/b", "1")).code).toBe(2);
});

test("after a new signing key tokens of before are refused, and people go on", async () => {
  const answer = await (await signIn("bob@example.com")).json();
  const { idToken, refreshToken } = answer as { idToken: string; refreshToken: string };
  const { authenticate } = desk.site.backend;
  await authenticate(idToken);
  expect((await run("auth", "rotate-key")).out).toMatch(/^Tokens are signed with a new key/);
  await expect(authenticate(idToken)).rejects.toThrow(/token/);
  const url = "http://a.invalid/securetoken.googleapis.com/v1/token";
  const form = { grant_type: "refresh_token", refresh_token: refreshToken };
  const request = new Request(url, { method: "POST", body: new URLSearchParams(form) });
  const facts = { client: "192.0.2.7", origin: "http://a.invalid" };
  const refreshed = await (await desk.site.backend.fetch(request, facts)).json();
  const { id_token: next } = refreshed as { id_token: string };
  await expect(authenticate(next)).resolves.toMatchObject({ uid: expect.any(String) });
});

test("a folder without data is not opened for what only reads or changes what is there", async () => {
  const nowhere = join(desk.folder, "nowhere");
  for (const args of [["list"], ["grant", "a", "admin"], ["owner-link"], ["sessions", "a"]]) {
    expect(await runHere(nowhere, ["user", ...args])).toEqual({
      code: 1,
      out: "",
      err: `There is no data in ${nowhere}.\n`,
    });
  }
  expect((await runHere(nowhere, ["user", "create", "a@example.com"])).err).toBe(
    "No server has this data folder open.\n",
  );
});

test("what Firebase has otherwise is said, and nothing is asked", async () => {
  const runThere = async (name: string, values: Record<string, string> = {}) => {
    const { ok, lines } = await runCommand(backend(), { name, values }, Date.now());
    return [ok, lines[0]];
  };
  const console = "Service accounts of Firebase are made, listed and revoked in Google's console.";
  for (const verb of ["create", "list", "revoke"]) {
    expect(await runThere(`service-account ${verb}`, { email: "a@p" })).toEqual([false, console]);
  }
  expect(await runThere("user owner-link")).toEqual([
    false,
    "With Firebase there is no such link: the owner is whom FOYER_OWNER_EMAIL names.",
  ]);
  expect(await runThere("auth rotate-key")).toEqual([
    false,
    "With Firebase, Google changes the keys.",
  ]);
});

test.each([
  [["user", "create"], /^It is: user create EMAIL/],
  [["user", "create", "a@example.com", "--admin", "--editor"], /^Either --admin or --editor/],
  [["user", "create", "a@example.com", "--name"], /^Option '--name <value>' argument missing/],
  [["user", "list", "--all"], /^Unknown option '--all'\.\n/],
  [["user", "list", "extra"], /^It is: user list/],
  [["service-account", "create", "a", "b"], /^It is: service-account create/],
])("%j is refused before anything is asked", async (args, fault) => {
  const { code, out, err } = await run(...args);
  expect({ code, out }).toEqual({ code: 2, out: "" });
  expect(err).toMatch(fault);
});

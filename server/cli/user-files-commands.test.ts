import { readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, expect, test, vi } from "vitest";
import { createAccountsCall } from "../backend-port/accounts-client-call.ts";
import { openServedDesk } from "./testing/open-desk.ts";

vi.setConfig({ testTimeout: 60_000 });

const desk = await openServedDesk();
afterAll(() => desk[Symbol.asyncDispose]());
const { call, signIn } = visit(desk);

/** The example of Firebase's documentation, in the form of `firebase auth:export`. */
const firebaseOptions = [
  "--hash-algo=SCRYPT",
  "--rounds=8",
  "--mem-cost=14",
  "--salt-separator=Bw==",
  "--hash-key",
  "jxspr8Ki0RYycVU8zykbdLGjFQ3McFUH0uiiTvC8pVMXAn210wjLNmdZJzxUECKbm0QsEmYUSDzZvpjeJ9WmXA==",
];
const firebaseUser = {
  localId: "kYi4EvWQlQTKSfnJ3dRSP6IH3ed2",
  email: "user1@test.com",
  emailVerified: false,
  passwordHash:
    "lSrfV15cpx95/sZS2W9c9Kp6i/LVgQNDNC/qzrCnh1SAyZvqmZqAjTdn3aoItz+VHjoZilo78198JAdRuid5lQ==",
  salt: "42xEC+ixf3L2lw==",
  displayName: "Test User 1",
  lastSignedInAt: "1508893925000",
  createdAt: "1508893925000",
  providerUserInfo: [],
};

async function fileOf(name: string, users: unknown[] | string): Promise<string> {
  const path = join(desk.folder, name);
  const text = typeof users === "string" ? users : JSON.stringify({ users }, null, 2);
  await writeFile(path, text);
  return path;
}

test("users of Firebase sign in with their passwords after an import, which can be run again", async () => {
  const file = await fileOf("firebase.json", [firebaseUser]);
  const run = () => desk.run("user", "import", file, ...firebaseOptions);
  expect(await run()).toEqual({ code: 0, out: "Imported 1 user.\n", err: "" });
  expect(await signIn("user1@test.com", "user1password")).toBe(firebaseUser.localId);
  const { out } = await run();
  expect(out).toBe("Imported 0 users. 1 user was there already and stays as it is.\n");
  expect((await desk.run("user", "import", file, ...firebaseOptions, "--overwrite")).out).toBe(
    "Imported 1 user.\n",
  );
  expect(await signIn("user1@test.com", "user1password")).toBe(firebaseUser.localId);
});

test("a CSV file of Firebase makes the same accounts", async () => {
  const { passwordHash, salt } = firebaseUser;
  const none = (count: number) => ",".repeat(count);
  const google = 'g-1,csv@gmail.example,"Quoted ""name"", and more",https://example.com/a.png';
  const file = await fileOf(
    "users.csv",
    [
      `csv-1,csv@test.com,true,${passwordHash},${salt},"Line one,\nline ""two""",,${google}${none(13)}1508893925000,1508893926000,+15550107777,false,"{""theme"":""dark""}",${none(24)}`,
      `csv-2,,false,,,,,${none(16)}1508893925000,undefined,,true,,${none(24)}`,
      "",
    ].join("\r\n"),
  );
  const refused = await desk.run("user", "import", file, ...firebaseOptions);
  expect(refused.err).toContain("Line 1: csv-1: A name must not have control characters.");
  await writeFile(file, (await readFile(file, "utf8")).replace(",\nline", ", line"));
  expect((await desk.run("user", "import", file, ...firebaseOptions)).out).toBe(
    "Imported 2 users.\n",
  );
  expect(await signIn("csv@test.com", "user1password")).toBe("csv-1");
  const { users } = await call("accounts:lookup", { localId: ["csv-1", "csv-2"] });
  expect(users).toMatchObject([
    {
      displayName: 'Line one, line "two"',
      emailVerified: true,
      phoneNumber: "+15550107777",
      customAttributes: '{"theme":"dark"}',
      createdAt: "1508893925000",
    },
    { localId: "csv-2", disabled: true },
  ]);
  expect(users[0].providerUserInfo).toContainEqual({
    providerId: "google.com",
    rawId: "g-1",
    federatedId: "g-1",
    email: "csv@gmail.example",
    displayName: 'Quoted "name", and more',
    photoUrl: "https://example.com/a.png",
  });
  const open = await fileOf("open.csv", 'a,"b');
  expect((await desk.run("user", "import", open)).err).toBe("Line 1: A quote has no end.\n");
});

test("what is exported here makes the same accounts in an empty folder", async () => {
  await call("accounts", {
    localId: "ours",
    email: "ours@example.com",
    password: "correct horse",
    displayName: "O \u0007 \u2028".replace("\u0007", "x"),
    phoneNumber: "+15550101234",
  });
  await call("accounts:update", {
    localId: "ours",
    customAttributes: '{"theme":"dark"}',
    emailVerified: true,
    linkProviderUserInfo: { providerId: "oidc.x", rawId: "1", email: "o@x.example" },
  });
  await call("accounts", {
    localId: "off",
    email: "off@example.com",
    password: "correct horse",
    disabled: true,
  });
  await call("accounts", { localId: "bare" });
  // Has not signed in here yet, so the hash is still the one of Firebase.
  const late = { ...firebaseUser, localId: "late", email: "late@test.com" };
  const lateFile = await fileOf("late.json", [late]);
  await desk.run("user", "import", lateFile, ...firebaseOptions);

  const users = Number((await call("accounts:query", { returnUserInfo: false })).recordsCount);
  const file = join(desk.folder, "users.json");
  const { code, err } = await desk.run("user", "export", file);
  expect([code, err]).toEqual([0, `Exported ${users} users.\n`]);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(await desk.run("user", "export", file)).toEqual({
    code: 1,
    out: "",
    err: `${file} exists already. Nothing was exported.\n`,
  });

  await using other = await openServedDesk();
  const there = visit(other);
  expect(await other.run("user", "import", file)).toEqual({
    code: 0,
    out: `Imported ${users} users.\n`,
    err: "",
  });
  const lookup = { localId: ["ours", "bare", "off"] };
  const [here, gone] = await Promise.all([
    call("accounts:lookup", lookup),
    there.call("accounts:lookup", lookup),
  ]);
  expect(gone.users.map(stable)).toEqual(here.users.map(stable));
  expect(gone.users).toHaveLength(3);
  expect(await there.signIn("ours@example.com", "correct horse")).toBe("ours");
  expect(await there.signIn("off@example.com", "correct horse")).toBe("USER_DISABLED");
  expect(await there.signIn("late@test.com", "user1password")).toBe("late");
  expect(await there.signIn("ours@example.com", "wrong horse")).toBe("INVALID_LOGIN_CREDENTIALS");
  const text = await readFile(file, "utf8");
  const { users: written, hashAlgorithm } = JSON.parse(text);
  expect(hashAlgorithm).toBe("ARGON2");
  expect(
    written.find(({ localId }: { localId: string }) => localId === "late").hashConfig,
  ).toMatchObject({
    hashAlgorithm: "SCRYPT",
  });
  expect(text).not.toMatch(/refresh|validSince|REDACTED/i);
});

test("the roles of an imported account are those of its record, whatever the file claims", async () => {
  const { serverBackend } = desk.site;
  const claims = '{"admin":true,"editor":false,"theme":"dark"}';
  const users = ["stranger", "editor", "plain"].map((localId) => ({
    localId,
    ...(localId !== "plain" && { customAttributes: claims }),
  }));
  const roles = { admin: false, editor: true, user: true };
  await serverBackend.updateValues({ "users/editor/roles": roles, "users/plain/roles": roles });
  const file = await fileOf("roles.json", users);
  expect((await desk.run("user", "import", file)).out).toBe(
    "Imported 3 users. 2 users came without the claim admin or editor: here these are roles, given by `user grant`.\n",
  );
  expect((await desk.run("user", "import", file)).out).toBe(
    "Imported 0 users. 3 users were there already and stay as they are.\n",
  );
  const claimsOf = async (uid: string) => (await serverBackend.getAccount(uid))?.claims;
  expect(await claimsOf("stranger")).toEqual({ theme: "dark" });
  expect(await claimsOf("editor")).toEqual({ theme: "dark", editor: true });
  expect(await claimsOf("plain")).toEqual({ editor: true });
});

test("a file with faults changes nothing and says where each of them is", async () => {
  const file = await fileOf("faults.json", [
    { localId: "fine", email: "fine@example.com" },
    { localId: "a/b" },
    { localId: "mfa", mfaInfo: [{ mfaEnrollmentId: "x" }] },
    { localId: "twin", email: "FINE@example.com" },
    { localId: "odd", colour: "red" },
    { localId: "hashed", passwordHash: "eA==" },
  ]);
  const { code, err } = await desk.run("user", "import", file, "--hash-algo", "BCRYPT");
  expect(code).toBe(1);
  expect(err).toMatchInlineSnapshot(`
    "Nothing was changed.
    Line 7: a/b: localId is invalid
    Line 10: mfa has a second factor, which cannot be moved; --without-second-factors leaves it behind.
    Line 18: twin: email fine@example.com is in line 3 already.
    Line 22: odd: "colour" is not known.
    Line 26: hashed: It is not a bcrypt hash ($2a$, $2b$ or $2y$).
    "
  `);
  expect((await call("accounts:lookup", { localId: ["fine"] })).users).toBeUndefined();
});

test("people with a second factor come without it only when that is said", async () => {
  const file = await fileOf("factors.json", [{ localId: "mfa-1", mfaInfo: [{ totpInfo: {} }] }]);
  expect((await desk.run("user", "import", file)).err).toContain("--without-second-factors");
  expect((await desk.run("user", "import", file, "--without-second-factors")).out).toBe(
    "Imported 1 user. 1 user lost the second factor.\n",
  );
  expect((await desk.run("user", "import", file, "--without-second-factors")).out).toBe(
    "Imported 0 users. 1 user was there already and stays as it is.\n",
  );
});

test("what is no file of users is refused with its place", async () => {
  const errOf = async (text: string, ...more: string[]) =>
    (await desk.run("user", "import", await fileOf("x.json", text), ...more)).err;
  expect(await errOf("[]")).toContain('Line 1: It is not {"users": [...]}.');
  expect(await errOf("{}")).toBe('The file has no list "users".\n');
  expect(await errOf('{"users":7}')).toContain('"users" is not a list');
  expect(await errOf('{"users":[7]}')).toContain("A user is an object");
  expect(await errOf('{\n"users":[{]}')).toContain("Line 2: This is not JSON");
  expect(await errOf('{"users":[')).toContain("breaks off");
  expect(await errOf(`{"users":[{"localId":"${"x".repeat(300_000)}"}]}`)).toContain("too large");
  expect(
    await errOf('{"users":[{"localId":"p","__proto__":{"email":"p@example.com"}}]}'),
  ).toContain('"__proto__" is not known');
  const hashed = '{"users":[{"localId":"h","passwordHash":"eA=="}]}';
  expect(await errOf(hashed)).toContain("hashAlgorithm");
  expect(await errOf(hashed, "--hash-algo", "md5")).toContain("too quick");
  expect(await errOf(hashed, "--rounds", "8")).toContain("--rounds needs --hash-algo.");
});

test("what happened to an account is printed newest first, also when it is gone", async () => {
  await call("accounts", { localId: "watched", email: "watched@example.com" });
  await call("accounts:update", { localId: "watched", disableUser: true });
  const { out, code } = await desk.run("audit", "watched@example.com");
  expect(code).toBe(0);
  expect(out).toMatch(
    /^\d{4}-\S+Z {2}disabled {2}watched {2}server {2}-\n\S+ {2}account-created {2}watched {2}server/,
  );
  await call("accounts:delete", { localId: "watched" });
  const json = await desk.run("audit", "watched", "--json", "--limit", "1");
  expect(json.out.split("\n").map((line) => line && JSON.parse(line).kind)).toEqual([
    "account-deleted",
    "",
  ]);
  expect((await desk.run("audit")).out).toContain("  users-imported  -  server  -  created=1");
  expect(await desk.run("audit", "watched@example.com")).toMatchObject({
    code: 1,
    err: "There is no account watched@example.com.\n",
  });
  expect((await desk.run("audit", "--limit", "0")).code).toBe(2);
  expect(await desk.run("audit", "nobody")).toEqual({
    code: 0,
    out: "",
    err: "There are no events.\n",
  });
});

/** Bodies have many shapes; a test says what it expects of them. */
// oxlint-disable-next-line typescript/no-explicit-any
type Json = any;

const readJson = (response: Response): Promise<Json> => response.json();

function visit({ site: { backend } }: Awaited<ReturnType<typeof openServedDesk>>) {
  const baseUrl = "http://accounts.invalid/identitytoolkit.googleapis.com";
  return {
    call: createAccountsCall({
      baseUrl,
      projectId: "foyer",
      fetch: (request) => backend.adminFetch(request),
    }) as (path: string, body?: unknown) => Promise<Json>,
    /** The uid, or why not. */
    signIn: async (email: string, password: string): Promise<string> => {
      const request = new Request(`${baseUrl}/v1/accounts:signInWithPassword`, {
        method: "POST",
        body: JSON.stringify({ email, password, returnSecureToken: true }),
      });
      const facts = { client: "192.0.2.1", origin: "http://localhost" };
      const { localId, error } = await readJson(await backend.fetch(request, facts));
      return localId ?? error.message;
    },
  };
}

/** What a move keeps: not the times of the move itself. */
function stable(user: Json): Json {
  return { ...user, validSince: "", passwordUpdatedAt: 0 };
}

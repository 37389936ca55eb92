/** The record at users/{uid}: by the SDK, by REST and by a raw socket, allowed and denied (product.md, Permissions). */
import { get, onValue, ref, remove, runTransaction, set, update } from "firebase/database";
import { WebSocket } from "ws";
import { expect, test } from "vitest";
import type { SdkClient, SignedInClient } from "../support/sdk-client.ts";
import { createSdkClient, recordOf, signUp } from "../support/sdk-client.ts";
import { serveSite } from "../support/served-site.ts";
import type { ServedSite } from "../support/served-site.ts";

const denied = /permission[_ ]denied/i;

async function openPerson(site: ServedSite): Promise<SignedInClient> {
  const person = await signUp(createSdkClient(site.origin));
  await set(ref(person.database, `users/${person.uid}`), recordOf(person));
  return person;
}

async function refused(promise: Promise<unknown>): Promise<void> {
  await expect(promise).rejects.toThrow(denied);
}

/** By REST as this person; the status. */
async function rest(
  site: ServedSite,
  person: SignedInClient | null,
  method: string,
  path: string,
  body?: unknown,
): Promise<number> {
  const auth = person === null ? "" : `&auth=${await person.idToken()}`;
  const response = await fetch(`${site.origin}/${path}.json?ns=foyer${auth}`, {
    method,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return response.status;
}

/** By a socket that speaks the frames itself; the status of the last request. */
async function frames(
  site: ServedSite,
  credential: string | null,
  ...requests: [action: string, body: object][]
): Promise<string> {
  const socket = new WebSocket(`${site.origin.replace("http", "ws")}/.ws?v=5&ns=foyer`);
  const all = credential === null ? requests : [["auth", { cred: credential }], ...requests];
  return new Promise((resolve, reject) => {
    socket.once("error", reject);
    socket.on("message", (text: Buffer) => {
      const message = JSON.parse(text.toString()) as {
        t: string;
        d: { t?: string; r?: number; b?: { s: string } };
      };
      if (message.t === "c" && message.d.t === "h") {
        all.forEach(([a, b], index) => {
          socket.send(JSON.stringify({ t: "d", d: { r: index + 1, a, b } }));
        });
      }
      if (message.d.r === all.length) {
        socket.close();
        resolve(message.d.b?.s ?? "");
      }
    });
  });
}

async function stored(site: ServedSite, path: string): Promise<unknown> {
  return (await site.serverBackend.getValue(path)).value;
}

test("a person makes the record once, reads it and changes name and last_logged_in only", async () => {
  await using site = await serveSite();
  await using me = await openPerson(site);
  const mine = ref(me.database, `users/${me.uid}`);
  expect((await get(mine)).val()).toEqual(recordOf(me));
  await update(mine, { name: "New name", last_logged_in: "2026-05-05T05:05:05.555Z" });
  await set(ref(me.database, `users/${me.uid}/name`), "Another");
  expect(await stored(site, `users/${me.uid}`)).toEqual({
    ...recordOf(me),
    name: "Another",
    last_logged_in: "2026-05-05T05:05:05.555Z",
  });
});

test("a first record with other fields or values is refused", async () => {
  await using site = await serveSite();
  await using me = await signUp(createSdkClient(site.origin));
  const record = recordOf(me);
  const mine = ref(me.database, `users/${me.uid}`);
  const wrong: object[] = [
    { ...record, roles: { admin: true, editor: false, user: true } },
    { ...record, roles: { admin: false, editor: true, user: true } },
    { ...record, roles: { admin: false, editor: false, user: false } },
    { ...record, roles: { admin: false, editor: false, user: true, owner: true } },
    { ...record, roles: { admin: false, editor: false } },
    { ...record, userAITokens: 11 },
    { ...record, userAITokens: "10" },
    { ...record, userAITokens: 9.5 },
    { ...record, email: "someone-else@example.com" },
    { ...record, email: "" },
    { ...record, user_id: "somebody" },
    { ...record, name: "" },
    { ...record, name: "x".repeat(81) },
    { ...record, name: 7 },
    { ...record, name: { first: "x" } },
    { ...record, date_created: "yesterday" },
    { ...record, date_created: 1_700_000_000_000 },
    { ...record, last_logged_in: "2026-13" },
    { ...record, extra: true },
    { ...record, constructor: "x" },
    Object.fromEntries(Object.entries(record).filter(([name]) => name !== "userAITokens")),
    Object.fromEntries(Object.entries(record).filter(([name]) => name !== "roles")),
    { name: "only" },
  ];
  for (const value of wrong) {
    await refused(set(mine, value));
    await refused(update(ref(me.database), { [`users/${me.uid}`]: value }));
    expect(await rest(site, me, "PUT", `users/${me.uid}`, value)).toBe(401);
  }
  expect(await stored(site, "users")).toBeNull();
  await set(mine, record);
});

test("nobody changes roles, tokens or identity of the own record by any path", async () => {
  await using site = await serveSite();
  await using me = await openPerson(site);
  const before = await stored(site, "users");
  const at = (path: string) => `users/${me.uid}/${path}`;
  const attempts: Record<string, unknown>[] = [
    { [at("roles/admin")]: true },
    { [at("roles")]: { admin: true, editor: true, user: true } },
    { [at("roles")]: null },
    { [at("roles/user")]: null },
    { [at("roles/owner")]: true },
    { [at("roles/admin/x")]: true },
    { [at("userAITokens")]: 1_000_000 },
    { [at("userAITokens")]: { ".sv": { increment: 5 } } },
    { [at("userAITokens")]: null },
    { [at("email")]: "x@example.com" },
    { [at("user_id")]: "x" },
    { [at("date_created")]: "2020-01-01T00:00:00.000Z" },
    { [at("name")]: null },
    { [at("name")]: "x".repeat(81) },
    { [at("name/first")]: "x" },
    { [at("last_logged_in")]: null },
    { [at("last_logged_in")]: { ".sv": "timestamp" } },
    { [at("extra")]: 1 },
    { [at("name")]: "fine", [at("roles/admin")]: true },
    { [at("last_logged_in")]: "2026-05-05T05:05:05.555Z", [`profiles/${me.uid}/name`]: "x" },
    { [`users/${me.uid}`]: null },
    { [`users/${me.uid}`]: { ...recordOf(me), userAITokens: 11 } },
    { [`users/${me.uid}`]: { ...recordOf(me), date_created: "2020-01-01T00:00:00.000Z" } },
    { users: { [me.uid]: recordOf(me) } },
    { users: null },
  ];
  for (const values of attempts) {
    await refused(update(ref(me.database), values));
    expect(await rest(site, me, "PATCH", "", values), JSON.stringify(values)).toBe(401);
    const [path, value] = Object.entries(values)[0] as [string, unknown];
    const token = await me.idToken();
    expect(await frames(site, token, ["m", { p: "/", d: values }])).toBe("permission_denied");
    if (Object.keys(values).length > 1) continue;
    await refused(set(ref(me.database, path), value));
    expect(await rest(site, me, "PUT", path, value)).toBe(401);
    expect(await frames(site, token, ["p", { p: path, d: value }])).toBe("permission_denied");
  }
  expect(await rest(site, me, "DELETE", `users/${me.uid}`)).toBe(401);
  expect(await rest(site, me, "DELETE", at("name"))).toBe(401);
  expect(await rest(site, me, "POST", `users/${me.uid}`, true)).toBe(401);
  await refused(remove(ref(me.database, `users/${me.uid}`)));
  await refused(
    runTransaction(ref(me.database, at("userAITokens")), (tokens: number) => tokens + 1),
  );
  expect(await stored(site, "users")).toEqual(before);
});

test("nobody reads or writes another's record, nor lists users", async () => {
  await using site = await serveSite();
  await using other = await openPerson(site);
  await using me = await openPerson(site);
  await using stranger = createSdkClient(site.origin);
  const before = await stored(site, "users");
  const theirs = `users/${other.uid}`;
  const people: [SdkClient, SignedInClient | null][] = [
    [me, me],
    [stranger, null],
  ];
  for (const [client, person] of people) {
    const token = person && (await person.idToken());
    for (const path of ["/", "users", theirs, `${theirs}/roles`, `${theirs}/name`]) {
      await refused(get(ref(client.database, path)));
      await refused(
        new Promise((_, reject) => onValue(ref(client.database, path), () => {}, reject)),
      );
      expect(await rest(site, person, "GET", path), path).toBe(401);
      expect(await frames(site, token, ["q", { p: path, h: "" }])).toBe("permission_denied");
      expect(await frames(site, token, ["g", { p: path, q: {} }])).toBe("permission_denied");
    }
    for (const path of [theirs, `${theirs}/name`, "users/new-person"]) {
      await refused(set(ref(client.database, path), "x"));
      expect(await rest(site, person, "PUT", path, "x")).toBe(401);
    }
  }
  const shallow = await fetch(`${site.origin}/users.json?ns=foyer&shallow=true`);
  expect(shallow.status).toBe(401);
  expect(await stored(site, "users")).toEqual(before);
});

test("an admin of the live record reads all users, and writes none of them", async () => {
  await using site = await serveSite();
  await using other = await openPerson(site);
  await using admin = await openPerson(site);
  await refused(get(ref(admin.database, "users")));
  await site.serverBackend.updateValues({ [`users/${admin.uid}/roles/admin`]: true });
  expect(Object.keys((await get(ref(admin.database, "users"))).val() as object).toSorted()).toEqual(
    [admin.uid, other.uid].toSorted(),
  );
  await refused(set(ref(admin.database, `users/${other.uid}/name`), "x"));
  await refused(set(ref(admin.database, `users/${other.uid}/roles/editor`), true));
  await refused(set(ref(admin.database, `users/${admin.uid}/userAITokens`), 99));
  await site.serverBackend.updateValues({ [`users/${admin.uid}/roles/admin`]: false });
  await refused(get(ref(admin.database, "users")));
});

test("a listener is told nothing more once a change of what it listens to takes its right away", async () => {
  await using site = await serveSite();
  await using admin = await openPerson(site);
  await site.serverBackend.updateValues({ [`users/${admin.uid}/roles/admin`]: true });
  const seen: unknown[] = [];
  const revoked = new Promise((resolve) => {
    onValue(ref(admin.database, "users"), (snapshot) => seen.push(snapshot.val()), resolve);
  });
  await expect.poll(() => seen.length).toBe(1);
  await site.serverBackend.updateValues({ [`users/${admin.uid}/roles/admin`]: false });
  expect(String(await revoked)).toMatch(denied);
  await site.serverBackend.updateValues({ "users/secret/name": "not for them" });
  expect(JSON.stringify(seen)).not.toContain("not for them");
});

test("server-only places are closed to everybody", async () => {
  await using site = await serveSite();
  await using me = await openPerson(site);
  await site.serverBackend.updateValues({
    [`tokenAccounts/${me.uid}/balance`]: 10,
    "tokenAccounts/other/balance": 10,
    "profiles/hidden": { name: "Hidden", findable: false },
    "profiles/shown": { name: "Shown", findable: true },
  });
  expect((await get(ref(me.database, `tokenAccounts/${me.uid}/balance`))).val()).toBe(10);
  expect((await get(ref(me.database, "profiles/shown/name"))).val()).toBe("Shown");
  await refused(get(ref(me.database, "tokenAccounts/other")));
  await refused(get(ref(me.database, "profiles/hidden")));
  await refused(get(ref(me.database, "profiles")));
  for (const path of [
    `tokenAccounts/${me.uid}/balance`,
    `tokenLedger/${me.uid}/x`,
    `profiles/${me.uid}/name`,
    "profiles/shown/name",
    "anything",
    "gameRuns/x",
  ]) {
    await refused(set(ref(me.database, path), 1));
  }
  await using stranger = createSdkClient(site.origin);
  await refused(get(ref(stranger.database, "profiles/shown")));
});

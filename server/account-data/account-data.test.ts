import { randomUUID } from "node:crypto";
import { readFile, readdir } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ownedData } from "#lib/owned-data.ts";
import type { ServerBackend } from "#lib/server-backend.ts";
import { recordingLog } from "../../tests/support/log.ts";
import { openSite } from "../../tests/support/site.ts";
import type { Site } from "../../tests/support/site.ts";
import { createAudit } from "../audit/audit.ts";
import { createJobs } from "../jobs/jobs.ts";
import type { Jobs } from "../jobs/jobs.ts";
import type { OutgoingMail } from "../mail/message.ts";
import { createAccountData } from "./account-data.ts";
import type { AccountData } from "./account-data.ts";
import { purgeReceipts, readReceipt, receiptText } from "./receipts.ts";

const hourMs = 60 * 60 * 1000;
const dayMs = 24 * hourMs;
const origin = "https://example.com";

let site: Site;
let backend: ServerBackend;
let nowMs = Date.UTC(2026, 10, 22, 12);
let mails: OutgoingMail[] = [];
let forgotten: string[] = [];
let jobs: Jobs;
let accountData: AccountData;
const now = () => nowMs;
const { log } = recordingLog();

function openAccountData(over: Partial<ServerBackend> = {}): { data: AccountData; jobs: Jobs } {
  const used = { ...backend, ...over };
  const audit = createAudit({ backend: used, now, newId: randomUUID });
  const data = createAccountData({
    backend: used,
    jobs: () => opened,
    audit,
    mail: {
      sends: true,
      async send(mail) {
        mails.push(mail);
      },
      async forgetAddress(address) {
        forgotten.push(address);
      },
    },
    shared: { leave: {}, forgetAddress: async () => {} },
    origin: () => origin,
    log,
    now,
  });
  const opened: Jobs = createJobs({
    backend: used,
    log,
    now,
    newId: randomUUID,
    kinds: data.jobKinds,
  });
  return { data, jobs: opened };
}

async function openStore(): Promise<void> {
  site = await openSite(undefined, { actionUrl: () => `${origin}/forgot-password` });
  backend = site.serverBackend;
  ({ data: accountData, jobs } = openAccountData());
}
beforeAll(openStore);
afterAll(() => site[Symbol.asyncDispose]());

let people = 0;
async function newPerson({ isAdmin = false } = {}) {
  people += 1;
  const email = `person-${people}@example.com`;
  const name = `Wilhelmina Person ${people}`;
  const { uid } = await backend.createAccount({ email, emailVerified: true, displayName: name });
  await backend.updateValues({
    [`users/${uid}`]: { name, email, roles: { admin: isAdmin, editor: false, user: true } },
    [`profiles/${uid}`]: { name, findable: true },
    [`directory/${uid}`]: { name, email, createdAt: "2026-01-01T00:00:00.000Z" },
  });
  if (isAdmin) await backend.setClaims(uid, { admin: true });
  return { uid, email, name };
}

const password = "a long password";

async function signIn(email: string, typed: string): Promise<void> {
  const url = "http://a.invalid/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword";
  const body = JSON.stringify({ email, password: typed, returnSecureToken: true });
  const request = new Request(url, { method: "POST", body, headers: { "user-agent": "Sailor/7" } });
  const answer = await site.backend.fetch(request, { client: "192.0.2.7", origin });
  expect(answer.ok).toBe(typed === password);
}

const bytes = (text: string) => new TextEncoder().encode(text);
const put = (name: string, text = "x") =>
  backend.putObject(name, bytes(text), { contentType: "text/plain" });
const valueAt = async (path: string) => (await backend.getValue(path)).value;
const receiptOf = (url: string) =>
  readReceipt(backend, new URL(url).searchParams.get("id") ?? "", new Date(nowMs));
const isGone = async (uid: string) => (await backend.getAccount(uid)) === null;

/** Something at each place that an account can have something at. */
async function fill({ uid, email, name }: { uid: string; email: string; name: string }) {
  for (const place of ownedData) {
    const data = { uid, email, name };
    const named = (pattern: string) => pattern.replaceAll("{uid}", uid);
    switch (place.store) {
      case "database":
        if ((await valueAt(named(place.path))) === null)
          await backend.updateValues({ [named(place.path)]: { one: data, two: { deep: data } } });
        break;
      case "document":
        await backend.commit([{ set: named(place.path), data }]);
        break;
      case "documents-below":
        await backend.commit([
          { set: `${named(place.path)}/journal/one`, data },
          { set: `${named(place.path)}/journal/one/revisions/a/more/b`, data },
          { set: `${named(place.path)}/only/below/here/c`, data },
        ]);
        break;
      case "documents-with":
        if (place.collection === "memberships") break;
        for (const id of ["one", "two"]) {
          const set = `${place.collection}/${id}-${people}`;
          await backend.commit([{ set, data: { ...data, [place.field]: uid } }]);
        }
        break;
      case "files":
        await put(`${named(place.prefix)}files/${name}.txt`, email);
        await put(`${named(place.prefix)}deep/er/${name}`, email);
        break;
      case "shared":
        break;
    }
  }
}

const hasOneOf = (texts: readonly string[]) => (content: Buffer) =>
  texts.some((text) => content.includes(text));

/** In which tables one of these texts stands. */
async function findInTables(texts: readonly string[]): Promise<string[]> {
  await site.backend.checkpoint();
  const found = new Set<string>();
  const has = hasOneOf(texts);
  const db = new DatabaseSync(join(site.dataDir, "foyer.sqlite"), { readOnly: true });
  try {
    const tables = db.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all();
    for (const { name } of tables as { name: string }[]) {
      for (const row of db.prepare(`SELECT * FROM "${name}"`).all()) {
        const isThere = Object.values(row).some((value) =>
          has(value instanceof Uint8Array ? Buffer.from(value) : Buffer.from(String(value))),
        );
        if (isThere) found.add(name);
      }
    }
  } finally {
    db.close();
  }
  return [...found].toSorted();
}

/** In which files beside the database, once the backend is closed: it removes contents some time after they are unused. */
async function findInFiles(texts: readonly string[]): Promise<string[]> {
  const found = new Set<string>();
  const has = hasOneOf(texts);
  for (const entry of await readdir(site.dataDir, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (!entry.isFile() || /sqlite/.test(entry.name)) continue;
    if (has(await readFile(path)) || has(Buffer.from(path))) found.add(path);
  }
  return [...found].toSorted();
}

/** What comes an hour after an erasure. */
async function sweep(): Promise<void> {
  nowMs += hourMs + 600_000;
  await jobs.runDue();
}

test("a deletion waits 14 days, hides the account, ends its sessions and tells the person", async () => {
  const person = await newPerson();
  mails = [];
  const { dueAt, receiptUrl } = await accountData.scheduleDeletion(person.uid, { by: person.uid });
  expect(Date.parse(dueAt) - nowMs).toBe(14 * dayMs);
  expect(await valueAt(`profiles/${person.uid}/findable`)).toBe(false);
  expect(await valueAt(`directory/${person.uid}/deletionAt`)).toBe(dueAt);
  expect((await backend.getAccount(person.uid))?.claims).toEqual({ deletionAt: dueAt });
  expect(mails).toHaveLength(1);
  expect(mails[0]).toMatchObject({ to: person.email, kind: "ACCOUNT_DELETION" });
  expect(mails[0]?.text).toContain(receiptUrl);
  expect(mails[0]?.text).not.toContain(person.name);
  const receipt = await receiptOf(receiptUrl);
  expect(receipt?.state).toBe("scheduled");
  // Asked for again it is the same one.
  const again = await accountData.scheduleDeletion(person.uid, { by: person.uid });
  expect(again).toEqual({ dueAt, receiptUrl });
  expect(mails).toHaveLength(1);

  nowMs += 14 * dayMs - 1000;
  await jobs.runDue();
  expect(await isGone(person.uid)).toBe(false);
  nowMs += 2000;
  await jobs.runDue();
  expect(await isGone(person.uid)).toBe(true);
  expect((await receiptOf(receiptUrl))?.state).toBe("erased");
});

test("who keeps the account has it as it was, and the day passes without anything", async () => {
  const person = await newPerson();
  await backend.updateValues({ [`profiles/${person.uid}/findable`]: true });
  await backend.setClaims(person.uid, { editor: true });
  const { receiptUrl } = await accountData.scheduleDeletion(person.uid, { by: person.uid });
  expect(await accountData.cancelDeletion(person.uid, person.uid)).toBe(true);
  expect(await accountData.cancelDeletion(person.uid, person.uid)).toBe(false);
  expect(await valueAt(`profiles/${person.uid}/findable`)).toBe(true);
  expect(await valueAt(`directory/${person.uid}/deletionAt`)).toBeNull();
  expect((await backend.getAccount(person.uid))?.claims).toEqual({ editor: true });
  expect((await receiptOf(receiptUrl))?.state).toBe("cancelled");
  nowMs += 15 * dayMs;
  await jobs.runDue();
  expect(await isGone(person.uid)).toBe(false);
  // And it can be asked for once more.
  expect((await accountData.scheduleDeletion(person.uid, { by: person.uid })).receiptUrl).not.toBe(
    receiptUrl,
  );
});

test("once it has begun nobody can take it back, and the account can write nothing", async () => {
  await newPerson({ isAdmin: true });
  const person = await newPerson();
  await put(`users/${person.uid}/files/a.txt`);
  await accountData.scheduleDeletion(person.uid, { by: person.uid });
  const { data: unlucky } = openAccountData({
    async deleteObject() {
      throw new Error("Power cut.");
    },
  });
  await expect(unlucky.eraseAccount(person.uid, "cli")).rejects.toThrow("Power cut.");
  await expect(accountData.cancelDeletion(person.uid, "cli")).rejects.toThrow("too late");
  expect((await backend.getAccount(person.uid))?.disabled).toBe(true);
  await accountData.eraseAccount(person.uid, "cli");
  expect(await isGone(person.uid)).toBe(true);
});

test("what an admin decided the person cannot take back", async () => {
  const [admin, person] = [await newPerson({ isAdmin: true }), await newPerson()];
  await accountData.scheduleDeletion(person.uid, { by: person.uid });
  await accountData.scheduleDeletion(person.uid, { by: admin.uid });
  await expect(accountData.cancelDeletion(person.uid, person.uid)).rejects.toThrow("administrator");
  expect(await accountData.cancelDeletion(person.uid, admin.uid)).toBe(true);
});

test("of the last two admins one stays, asked at once and when the day comes", async () => {
  const { accounts } = await backend.listAccounts();
  for (const { uid, claims } of accounts) {
    if (claims["admin"] === true) await accountData.eraseAccount(uid, "cli").catch(() => undefined);
  }
  const left = (await backend.listAccounts()).accounts.filter(({ claims }) => claims["admin"]);
  for (const { uid } of left) await backend.deleteAccount(uid);
  const [one, two] = [await newPerson({ isAdmin: true }), await newPerson({ isAdmin: true })];
  const asked = await Promise.allSettled(
    [one, two].map(({ uid }) => accountData.scheduleDeletion(uid, { by: uid })),
  );
  expect(asked.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
  await expect(accountData.eraseAccount(two.uid, "cli")).rejects.toThrow("last admin");
  // The other one lost the role meanwhile.
  await backend.updateValues({ [`users/${two.uid}/roles/admin`]: false });
  nowMs += 15 * dayMs;
  await jobs.runDue();
  expect(await isGone(one.uid)).toBe(false);
  await backend.updateValues({ [`users/${two.uid}/roles/admin`]: true });
});

test("nothing of an account is left in the store but what the receipt names", async () => {
  await newPerson({ isAdmin: true });
  const person = await newPerson();
  const neighbour = await newPerson();
  await fill(person);
  await backend.updateAccount(person.uid, { password });
  for (const typed of [password, "wrong"]) await signIn(person.email, typed);
  await backend.createPasswordResetLink(person.email);
  await put(`users/${neighbour.uid}/files/mine.txt`, neighbour.email);
  const { receiptUrl } = await accountData.scheduleDeletion(person.uid, { by: person.uid });
  const before = await findInTables([person.uid, person.email, person.name]);
  expect(before.length).toBeGreaterThan(5);
  nowMs += 15 * dayMs;
  await jobs.runDue();
  expect(await isGone(person.uid)).toBe(true);
  // At Firebase a token of before is still good for an hour.
  await backend.updateValues({ [`todos/${person.uid}`]: { late: person.name } });
  await backend.commit([{ set: `users/${person.uid}/journal/late`, data: { text: person.name } }]);
  await sweep();

  expect(forgotten).toContain(person.email);
  expect(await findInTables([person.email, person.name])).toEqual([]);
  // The id alone stays: in the sign-in service's notes, and in the log of what was done to it.
  const named = new Set(await findInTables([person.uid]));
  const allowed = [
    "auth_audit_events",
    "auth_sessions",
    "auth_revocations",
    "database_changes",
    "firestore_documents",
    "firestore_index_entries",
  ];
  for (const table of named) expect(allowed).toContain(table);
  const audits = await backend.listDocuments("auditLog");
  const others = audits.filter(({ data }) => data["target"] === person.uid);
  expect(others.length).toBe(2);
  for (const collection of ["deletions", "jobs", "deletionReceipts", "exportTickets", "passkeys"]) {
    expect(JSON.stringify(await backend.listDocuments(collection)), collection).not.toContain(
      person.uid,
    );
  }
  expect(await backend.getObject(`users/${neighbour.uid}/files/mine.txt`)).not.toBeNull();
  const receipt = await receiptOf(receiptUrl);
  expect(receipt?.counts).toMatchObject({
    documents: 3,
    files: 2,
    avatar: 2,
    todos: 2,
    passkeys: 2,
  });
  const text = receiptText(receipt!, origin);
  for (const word of [person.uid, person.email, person.name]) expect(text).not.toContain(word);
  expect(text).toContain("- Files: 2");
  expect(text).toContain("deleted user");
  expect(text).toContain("Back-ups: those that the server made before still hold the data.");

  nowMs += 89 * dayMs;
  expect(await receiptOf(receiptUrl)).toBeDefined();
  nowMs += 2 * dayMs;
  expect(await receiptOf(receiptUrl)).toBeUndefined();
  await purgeReceipts(backend, new Date(nowMs));
  expect(await backend.listDocuments("deletionReceipts")).toEqual([]);

  await site.backend.close();
  expect(await findInFiles([person.uid, person.email, person.name])).toEqual([]);
  expect(await findInFiles([neighbour.email])).not.toEqual([]);
  await site[Symbol.asyncDispose]();
  await openStore();
});

test("a deletion that is broken off anywhere ends when it is tried again", async () => {
  await newPerson({ isAdmin: true });
  for (const broken of [
    "documentsBelow",
    "deleteObject",
    "deleteAccount",
    "updateValues",
  ] as const) {
    await sweep();
    const person = await newPerson();
    await fill(person);
    await accountData.scheduleDeletion(person.uid, { by: person.uid });
    nowMs += 15 * dayMs;
    let fails = 2;
    const call = backend[broken] as (...args: unknown[]) => Promise<never>;
    const unlucky = openAccountData({
      [broken]: async (...args: unknown[]) => {
        if (fails-- > 0) throw new Error("Power cut.");
        return call(...args);
      },
    });
    await unlucky.jobs.runDue();
    expect(await isGone(person.uid), broken).toBe(false);
    nowMs += dayMs;
    await unlucky.jobs.runDue();
    nowMs += dayMs;
    await jobs.runDue();
    expect(await isGone(person.uid), broken).toBe(true);
    await sweep();
    expect(await findInTables([person.email, person.name]), broken).toEqual([]);
    expect(await backend.getDocument(`deletions/${person.uid}`), broken).toBeNull();
  }
});

test("what a stranger asked for before the holder proved the address lapses", async () => {
  await newPerson({ isAdmin: true });
  const person = await newPerson();
  await accountData.scheduleDeletion(person.uid, { by: person.uid });
  let proved = person.uid;
  nowMs += 1;
  const { data, jobs: others } = openAccountData({
    async getAccount(uid) {
      const account = await backend.getAccount(uid);
      return account?.uid === proved ? { ...account, waysInSince: nowMs } : account;
    },
  });
  await data.lapse(person.uid);
  expect(await data.deletionOf(person.uid)).toBeUndefined();
  const late = await newPerson();
  await accountData.scheduleDeletion(late.uid, { by: late.uid });
  proved = late.uid;
  nowMs += 15 * dayMs;
  await others.runDue();
  expect(await isGone(late.uid)).toBe(false);
  expect(await data.deletionOf(late.uid)).toBeUndefined();
  expect((await backend.getAccount(person.uid))?.claims).toEqual({});
});

test("what a program's deletion of an account left is erased when it is asked for, and never a living account", async () => {
  const [person, again] = [await newPerson({ isAdmin: true }), await newPerson()];
  await fill(person);
  await backend.deleteAccount(person.uid);
  await accountData.eraseGone(person.uid, "cli");
  await expect(accountData.eraseGone(again.uid, "cli")).rejects.toThrow("is there");
  expect(await backend.getDocument(`deletions/${again.uid}`)).toBeNull();
  await sweep();
  expect(await findInTables([person.email, person.name])).toEqual([]);
});

test("of an account that is there again nothing more is erased", async () => {
  const again = await newPerson();
  await backend.deleteAccount(again.uid);
  const { data: breaking } = openAccountData({
    listObjects: async () => {
      throw new Error("Power cut.");
    },
  });
  await expect(breaking.eraseGone(again.uid, "cli")).rejects.toThrow("Power cut");
  const request = { localId: again.uid, email: again.email };
  const url = "http://a.invalid/identitytoolkit.googleapis.com/v1/projects/foyer/accounts";
  const made = new Request(url, { method: "POST", body: JSON.stringify(request) });
  expect((await site.backend.adminFetch(made)).ok).toBe(true);
  nowMs += dayMs;
  await jobs.runDue();
  expect(await backend.getAccount(again.uid)).toMatchObject({ disabled: false });
  expect(await valueAt(`users/${again.uid}/name`)).toBe(again.name);
  expect(await backend.getDocument(`deletions/${again.uid}`)).toBeNull();
});

test("an act on an account whose entry is written says so when it failed", async () => {
  await newPerson({ isAdmin: true });
  const person = await newPerson();
  await accountData.scheduleDeletion(person.uid, { by: person.uid });
  await accountData.eraseAccount(person.uid, "cli");
  await expect(accountData.cancelDeletion(person.uid, "cli")).rejects.toThrow("too late");
  await expect(accountData.scheduleDeletion("nobody", { by: "cli" })).rejects.toThrow("no such");
  const audits = await backend.listDocuments("auditLog");
  const of = (uid: string) =>
    audits
      .filter(({ data }) => data["target"] === uid)
      .map(({ data }) => [data["action"], (data["details"] as { failed?: string }).failed]);
  expect(of("nobody")).toEqual([]);
  expect(of(person.uid)).toEqual([
    ["user.schedule-deletion", undefined],
    // Taken over.
    ["user.schedule-deletion", undefined],
    ["user.erase", undefined],
    ["user.cancel-deletion", undefined],
    ["user.cancel-deletion", expect.stringContaining("too late")],
  ]);
});

test("a shared thing passes to the member who is there longest, and one without others goes", async () => {
  await newPerson({ isAdmin: true });
  const [owner, viewer, member] = [await newPerson(), await newPerson(), await newPerson()];
  const join = async (id: string, { uid }: { uid: string }, role: string) => {
    const data = { kind: "things", id, uid, role };
    await backend.commit([{ set: `memberships/things_${id}_${uid}`, data }]);
  };
  await join("plan_b", owner, "owner");
  await join("plan_b", viewer, "viewer");
  await join("plan_b", member, "member");
  await join("alone", owner, "owner");
  const { receiptUrl } = await accountData.scheduleDeletion(owner.uid, { by: owner.uid });
  await accountData.eraseAccount(owner.uid, "cli");
  const roleOf = async (id: string, { uid }: { uid: string }) =>
    (await backend.getDocument(`memberships/things_${id}_${uid}`))?.data["role"];
  expect(await Promise.all([owner, viewer, member].map((one) => roleOf("plan_b", one)))).toEqual([
    undefined,
    "viewer",
    "owner",
  ]);
  expect(await roleOf("alone", owner)).toBeUndefined();
  expect(await receiptOf(receiptUrl)).toMatchObject({ state: "erased", passed: 1, gone: 1 });
});

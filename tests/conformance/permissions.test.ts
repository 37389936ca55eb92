/**
 * The permission table of the site (docs/rules.md): each caller at each place of the Realtime Database and of Firestore,
 * by the SDK, by REST and by listening. What is allowed must work, what is refused must leave all as it was. Files have a
 * table of their own: storage-permissions.test.ts.
 */
import { isDeepStrictEqual } from "node:util";
import { onValue, get, ref, set, update } from "firebase/database";
import {
  collection,
  deleteDoc,
  doc,
  getDoc,
  getDocs,
  query,
  setDoc,
  where,
} from "firebase/firestore/lite";
import { afterAll, expect, test } from "vitest";
import type { DatabaseJson } from "#lib/server-backend.ts";
import { type SdkClient, createSdkClient, recordOf, signUp } from "../support/sdk-client.ts";
import { serveSite } from "../support/served-site.ts";

/** `owner` has what the paths name, `member` belongs to the room and the board, `other` has nothing to do with either. */
const roles = ["visitor", "other", "owner", "member", "editor", "admin"] as const;
type Role = (typeof roles)[number];
type Caller = { role: Role; client: SdkClient; token: () => Promise<string | undefined> };

const nobody: readonly Role[] = [];
const everybody: readonly Role[] = roles;
const users: readonly Role[] = ["other", "owner", "member", "editor", "admin"];
const editors: readonly Role[] = ["editor", "admin"];

const site = await serveSite({ trustForwarded: true });
const { serverBackend } = site;
const stack = new AsyncDisposableStack();
afterAll(async () => {
  await stack.disposeAsync();
  await site[Symbol.asyncDispose]();
});

const uids = {} as Record<Role, string>;

/** Whoever edits does it under their own name. */
function nameOf(role: Role): string {
  return `Name of ${role}`;
}

async function signIn(role: Role): Promise<Caller> {
  const client = stack.use(createSdkClient(site.origin));
  if (role === "visitor") return { role, client, token: async () => undefined };
  const person = await signUp(client);
  uids[role] = person.uid;
  const isAdmin = role === "admin";
  const isEditor = role === "editor";
  await serverBackend.updateValues({
    [`users/${person.uid}`]: {
      ...recordOf(person),
      name: nameOf(role),
      roles: { admin: isAdmin, editor: isEditor, user: true },
    },
  });
  if (isAdmin || isEditor) await serverBackend.setClaims(person.uid, { [role]: true });
  await person.idToken(true);
  return { role, client, token: () => person.idToken() };
}

const callers = await Promise.all(roles.map(signIn));
const mine = uids.owner;

await serverBackend.updateValues({
  [`profiles/${mine}`]: { name: "Owner", findable: true },
  [`profiles/${uids.other}`]: { name: "Other", findable: false },
  [`tokenAccounts/${mine}`]: { balance: 10, seq: 1 },
  [`tokenLedger/${mine}/a`]: { delta: 10 },
  [`todos/${mine}`]: {
    lists: { a: { at: 1, gone: { v: true, t: 1, p: 0 } } },
    tasks: { a: { at: 1, title: { v: "Tea", t: 1, p: 0 }, place: { list: "", t: 1, p: 0 } } },
    meta: { seen: 1 },
  },
  [`notifications/${mine}/a`]: { kind: "mention", read: false },
  [`directory/${mine}`]: { sortName: "owner" },
  "chat/lobby": { members: { [uids.member]: true }, messages: { a: { text: "hello" } } },
  "boards/plan": { members: { [uids.member]: true }, cards: { a: { title: "card" } } },
  "leaderboards/snake/daily/all": { [mine]: { run: "a", result: 7, at: 1 } },
  [`gameRuns/${mine}/snake`]: { id: "a", seed: 7 },
  [`gamePlayers/${mine}`]: { isNamed: true },
  [`gameLogs/${mine}/a`]: { log: "AQ==" },
  "gameLogOwners/a": { uid: mine },
  "gameSeeds/2026-11-28/snake": 7,
  [`editing/projects_shown/${mine}`]: { name: "Owner", rev: 1, at: 1 },
});

type DatabasePlace = {
  path: string;
  read: readonly Role[];
  write: readonly Role[];
  /** What is written; each caller's own value, so that a refused write would be seen. */
  value: (caller: Role) => DatabaseJson;
};

const text = (caller: Role): DatabaseJson => `by ${caller}`;

const databasePlaces: readonly DatabasePlace[] = [
  { path: "", read: nobody, write: nobody, value: () => ({}) },
  { path: "users", read: ["admin"], write: nobody, value: () => ({}) },
  { path: `users/${mine}`, read: ["owner", "admin"], write: nobody, value: () => null },
  { path: `users/${mine}/name`, read: ["owner", "admin"], write: ["owner"], value: text },
  { path: `users/${mine}/roles`, read: ["owner", "admin"], write: nobody, value: () => null },
  { path: `users/${mine}/roles/admin`, read: ["owner", "admin"], write: nobody, value: () => true },
  { path: `users/${mine}/email`, read: ["owner", "admin"], write: nobody, value: text },
  { path: `users/${mine}/userAITokens`, read: ["owner", "admin"], write: nobody, value: () => 99 },
  { path: "profiles", read: nobody, write: nobody, value: () => ({}) },
  { path: `profiles/${mine}`, read: users, write: nobody, value: () => ({ name: "x" }) },
  {
    path: `profiles/${uids.other}`,
    read: ["other", "editor", "admin"],
    write: nobody,
    value: () => ({ findable: true }),
  },
  { path: `tokenAccounts/${mine}`, read: ["owner"], write: nobody, value: () => ({ balance: 99 }) },
  { path: `tokenLedger/${mine}`, read: ["owner"], write: nobody, value: () => null },
  { path: `presence/${mine}/lastOnline`, read: users, write: nobody, value: () => 1 },
  {
    path: `presence/${mine}/connections/-Oabcdefghijklmnopqr`,
    read: users,
    write: ["owner"],
    value: () => true,
  },
  {
    path: `notifications/${mine}/b`,
    read: ["owner"],
    write: nobody,
    value: (caller) => ({ kind: caller }),
  },
  { path: `notifications/${mine}/a/read`, read: ["owner"], write: ["owner"], value: () => true },
  { path: `notifications/${mine}/a/sent`, read: ["owner"], write: nobody, value: () => true },
  { path: `notifications/${mine}/a/title`, read: ["owner"], write: nobody, value: text },
  // Only the server makes one; its account may delete it.
  { path: `notifications/${mine}/a`, read: ["owner"], write: ["owner"], value: () => null },
  { path: `notifications/${mine}`, read: ["owner"], write: nobody, value: () => null },
  { path: "notifications", read: nobody, write: nobody, value: () => ({}) },
  // An item alone, as one that is marked gone and was seen; its registers have cases of their own.
  { path: `todos/${mine}/lists/a`, read: ["owner"], write: ["owner"], value: () => null },
  { path: `todos/${mine}/lists/a/title`, read: ["owner"], write: nobody, value: text },
  { path: `todos/${mine}/tasks/a`, read: ["owner"], write: nobody, value: () => null },
  { path: `todos/${mine}/tasks/a/title/v`, read: ["owner"], write: nobody, value: text },
  { path: `todos/${mine}/tasks`, read: ["owner"], write: nobody, value: () => null },
  {
    path: `todos/${mine}/meta/swept`,
    read: ["owner"],
    write: ["owner"],
    value: () => ({ ".sv": "timestamp" }),
  },
  { path: `todos/${mine}/meta/seen`, read: ["owner"], write: ["owner"], value: () => 1 },
  { path: `todos/${mine}/meta/sweeping`, read: ["owner"], write: nobody, value: () => 1 },
  { path: `todos/${mine}/anything/a`, read: ["owner"], write: nobody, value: text },
  { path: `todos/${mine}`, read: ["owner"], write: nobody, value: () => null },
  { path: "todos", read: nobody, write: nobody, value: () => ({}) },
  { path: "chat/lobby", read: ["member"], write: nobody, value: () => null },
  { path: "chat/lobby/messages/b", read: ["member"], write: nobody, value: text },
  { path: "boards/plan", read: ["member"], write: nobody, value: () => null },
  { path: "leaderboards/snake", read: nobody, write: nobody, value: () => ({ a: 8 }) },
  { path: `leaderboards/snake/daily/all/${mine}`, read: nobody, write: nobody, value: () => null },
  { path: "gameRuns", read: nobody, write: nobody, value: () => ({}) },
  { path: `gameRuns/${mine}/snake`, read: nobody, write: nobody, value: () => null },
  { path: `gamePlayers/${mine}`, read: nobody, write: nobody, value: () => ({ isNamed: false }) },
  { path: `gameLogs/${mine}/a`, read: nobody, write: nobody, value: () => null },
  { path: "gameLogOwners/a", read: nobody, write: nobody, value: () => null },
  { path: "gameSeeds/2026-11-28/snake", read: nobody, write: nobody, value: () => 8 },
  { path: "directory", read: nobody, write: nobody, value: () => ({}) },
  { path: `directory/${mine}`, read: nobody, write: nobody, value: () => ({}) },
  { path: "editing", read: nobody, write: nobody, value: () => ({}) },
  { path: "editing/projects_shown", read: editors, write: nobody, value: () => null },
  // Who may not edit (any more) can still go.
  { path: `editing/projects_shown/${mine}`, read: editors, write: ["owner"], value: () => null },
  {
    path: `editing/projects_shown/${uids.editor}`,
    read: editors,
    write: ["editor"],
    value: () => ({ name: nameOf("editor"), rev: 2, at: { ".sv": "timestamp" } }),
  },
  {
    path: `editing/projects_shown/${uids.other}`,
    read: editors,
    write: nobody,
    value: () => ({ name: nameOf("other"), rev: 2, at: { ".sv": "timestamp" } }),
  },
  ...["foodPosts", "foodWishlist", "problems"].map((kind): DatabasePlace => ({
    path: `editing/${kind}_shown/${uids.editor}`,
    read: editors,
    write: ["editor"],
    value: () => ({ name: nameOf("editor"), rev: 2, at: { ".sv": "timestamp" } }),
  })),
  {
    path: `editing/site_profile/${uids.editor}`,
    read: ["admin"],
    write: nobody,
    value: () => ({ name: nameOf("editor"), rev: 2, at: { ".sv": "timestamp" } }),
  },
  {
    path: `editing/site_profile/${uids.admin}`,
    read: ["admin"],
    write: ["admin"],
    value: () => ({ name: nameOf("admin"), rev: 2, at: { ".sv": "timestamp" } }),
  },
  { path: "tokenGrants", read: nobody, write: nobody, value: () => ({}) },
  { path: "anything", read: nobody, write: nobody, value: text },
];

/** The SDK's name of the root is none. */
const placeAt = ({ client }: Caller, path: string) => ref(client.database, path || undefined);

const outcome = async (work: Promise<unknown>): Promise<boolean> => {
  try {
    await work;
    return true;
  } catch (error) {
    if (/permission[_ -]denied/i.test(String(error))) return false;
    throw error;
  }
};

/** Allowed once the first value comes; refused when the server ends the listening. */
const listen = (caller: Caller, path: string): Promise<boolean> =>
  new Promise((resolve) => {
    const end = onValue(
      placeAt(caller, path),
      () => {
        resolve(true);
        queueMicrotask(() => end());
      },
      () => resolve(false),
    );
  });

async function databaseRest(caller: Caller, method: string, path: string, body?: unknown) {
  const token = await caller.token();
  const response = await fetch(
    `${site.origin}/${path}.json?ns=foyer${token === undefined ? "" : `&auth=${token}`}`,
    { method, ...(body !== undefined && { body: JSON.stringify(body) }) },
  );
  await response.arrayBuffer();
  expect([200, 401], `${method} ${path}`).toContain(response.status);
  return response.status === 200;
}

const stored = async (path: string) => (await serverBackend.getValue(path)).value;

/** Who was allowed, in the order of `roles`. */
async function allowed(work: (caller: Caller) => Promise<boolean>): Promise<Role[]> {
  const answers: Role[] = [];
  for (const caller of callers) if (await work(caller)) answers.push(caller.role);
  return answers;
}

function requireSame(now: unknown, before: unknown, who: string): void {
  if (isDeepStrictEqual(now, before)) return;
  throw new Error(`${who} was refused, and yet there is ${JSON.stringify(now)} now.`);
}

const inOrder = (some: readonly Role[]): Role[] => roles.filter((role) => some.includes(role));

test.each(databasePlaces)("the database at /$path is for whom the table says", async (place) => {
  const { path, value } = place;
  const readers = inOrder(place.read);
  const read = await Promise.all([
    allowed((caller) => outcome(get(placeAt(caller, path)))),
    allowed((caller) => listen(caller, path)),
    allowed((caller) => databaseRest(caller, "GET", path)),
  ]);
  expect(read).toEqual([readers, readers, readers]);
  const writers = inOrder(place.write);
  for (const by of ["SDK", "REST"] as const) {
    const before = await stored(path);
    const wrote = await allowed(async (caller) => {
      const done =
        by === "SDK"
          ? await outcome(set(placeAt(caller, path), value(caller.role)))
          : await databaseRest(caller, "PUT", path, value(caller.role));
      if (done) await serverBackend.updateValues({ [path]: before });
      else requireSame(await stored(path), before, `${caller.role} by ${by}`);
      return done;
    });
    expect(wrote, by).toEqual(writers);
  }
});

test("a task is made and changed by its account alone, whole, by one update", async () => {
  const place = `todos/${mine}`;
  for (const by of ["SDK", "REST"] as const) {
    const wrote = await allowed(async (caller) => {
      const id = `${caller.role}-${by}`;
      const before = await stored(place);
      const made = { t: Date.now() * 1000, p: 0 };
      const change = {
        [`tasks/${id}/at`]: { ".sv": "timestamp" },
        [`tasks/${id}/title`]: { v: `by ${caller.role}`, ...made },
        [`tasks/${id}/place`]: { list: "", parent: "", order: "a0", column: "", ...made },
        "tasks/a/at": { ".sv": "timestamp" },
        "tasks/a/notes": { v: `by ${caller.role}`, ...made },
      };
      const done =
        by === "SDK"
          ? await outcome(update(placeAt(caller, place), change))
          : await databaseRest(caller, "PATCH", place, change);
      if (!done) requireSame(await stored(place), before, `${caller.role} by ${by}`);
      await serverBackend.updateValues({ [place]: before });
      return done;
    });
    expect(wrote, by).toEqual(["owner"]);
  }
});

type DocumentPlace = {
  collection: string;
  id: string;
  get: readonly Role[];
  /** Without a condition. */
  list: readonly Role[];
  write: readonly Role[];
};

const content = (name: string): DocumentPlace[] => [
  { collection: name, id: "shown", get: everybody, list: editors, write: editors },
  { collection: name, id: "hidden", get: editors, list: editors, write: editors },
];
const hiddenFrom = (name: string, id = "a"): DocumentPlace => ({
  collection: name,
  id,
  get: nobody,
  list: nobody,
  write: nobody,
});
const contentNames = ["projects", "certificates", "foodPosts", "foodWishlist"];

const documentPlaces: readonly DocumentPlace[] = [
  ...contentNames.flatMap(content),
  { collection: "problems", id: "shown", get: everybody, list: everybody, write: editors },
  { collection: "problemNotes", id: "shown", get: editors, list: editors, write: editors },
  { collection: "site", id: "settings", get: everybody, list: nobody, write: ["admin"] },
  { collection: "site", id: "sections", get: everybody, list: nobody, write: ["admin"] },
  { collection: "site", id: "profile", get: ["admin"], list: nobody, write: ["admin"] },
  { collection: "site", id: "resume", get: ["admin"], list: nobody, write: ["admin"] },
  { collection: "site", id: "redirects", get: ["admin"], list: nobody, write: ["admin"] },
  ...[...contentNames, "problems"].flatMap((name): DocumentPlace[] => [
    {
      collection: `${name}/shown/versions`,
      id: "a",
      get: editors,
      list: editors,
      write: nobody,
    },
    // What a draft has to be like decides firebase/cases/firestore-drafts.json: this is none.
    ...["drafts", "schedules", "linkChecks"].map((place) => ({
      collection: place,
      id: `${name}_shown`,
      get: editors,
      list: nobody,
      write: nobody,
    })),
    hiddenFrom("trash", `${name}_old`),
  ]),
  { collection: "site/profile/versions", id: "a", get: ["admin"], list: ["admin"], write: nobody },
  { collection: "drafts", id: "site_profile", get: ["admin"], list: nobody, write: nobody },
  { collection: "snapshots", id: "github", get: nobody, list: nobody, write: nobody },
  { collection: "snapshots", id: "leetcode", get: nobody, list: nobody, write: nobody },
  { collection: "site", id: "other", get: nobody, list: nobody, write: nobody },
  {
    collection: "memberships",
    id: `boards_plan_${uids.member}`,
    get: ["member"],
    list: nobody,
    write: nobody,
  },
  // The tree of a drive, whose changes the server judges.
  {
    collection: `users/${mine}/files`,
    id: "shown",
    get: ["owner"],
    list: ["owner"],
    write: nobody,
  },
  ...["journal", "paintings", "aiChats", "todoArchive", "journal/e/revisions"].map((name) => ({
    collection: `users/${mine}/${name}`,
    id: "shown",
    get: ["owner"] as const,
    list: ["owner"] as const,
    write: ["owner"] as const,
  })),
  { ...hiddenFrom("users", mine), get: ["owner"], write: ["owner"] },
  ...[
    "auditLog",
    "deletionReceipts",
    "deletions",
    "drives",
    "folderInvites",
    "inbox",
    "invites",
    "jobs",
    "journalReminders",
    "notificationSettings",
    "pageViewDays",
    "pageViewVisitors",
    "pageViews",
    "passkeyChallenges",
    "passkeys",
    "pushSubscriptions",
    "recoveryCodes",
    "reminders",
    "server",
    "shares",
    "todoFeeds",
    "tokenGrants",
    "uploadReservations",
    "webVitalDays",
    "zipTickets",
    "anything",
  ].map((name) => hiddenFrom(name)),
];

await serverBackend.commit(
  documentPlaces.map(({ collection: name, id }) => ({
    set: `${name}/${id}`,
    data: { uid: uids.member, hidden: id === "hidden", text: "before" },
  })),
);

async function documentsRest(caller: Caller, method: string, path: string, body?: object) {
  const token = await caller.token();
  const response = await fetch(
    `${site.origin}/v1/projects/foyer/databases/(default)/documents/${path}`,
    {
      method,
      headers: {
        "content-type": "application/json",
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    },
  );
  await response.arrayBuffer();
  expect([200, 403], `${method} ${path}`).toContain(response.status);
  return response.status === 200;
}

const saved = async (path: string) => (await serverBackend.getDocument(path))?.data;

test.each(documentPlaces)(
  "documents at $collection/$id are for whom the table says",
  async (place) => {
    const path = `${place.collection}/${place.id}`;
    const reads = await Promise.all([
      allowed(({ client }) => outcome(getDoc(doc(client.documents, path)))),
      allowed((caller) => documentsRest(caller, "GET", path)),
      allowed(({ client }) => outcome(getDocs(collection(client.documents, place.collection)))),
      allowed((caller) => documentsRest(caller, "GET", place.collection)),
    ]);
    const [getters, listers, writers] = [place.get, place.list, place.write].map(inOrder);
    expect(reads).toEqual([getters, getters, listers, listers]);

    const before = await saved(path);
    if (before === undefined) throw new Error(`${path} is not there.`);
    const put = (caller: Caller, target: string) => {
      const data = { hidden: false, text: `by ${caller.role}` };
      const fields = {
        hidden: { booleanValue: false },
        text: { stringValue: `by ${caller.role} by REST` },
      };
      return [
        () => outcome(setDoc(doc(caller.client.documents, target), data)),
        () => documentsRest(caller, "PATCH", target, { fields }),
      ] as const;
    };
    for (const way of [0, 1] as const) {
      const changed = await allowed(async (caller) => {
        const done = await put(caller, path)[way]();
        if (done) await serverBackend.commit([{ set: path, data: before }]);
        else requireSame(await saved(path), before, caller.role);
        return done;
      });
      expect(changed, "update").toEqual(writers);
      const deleted = await allowed(async (caller) => {
        const done =
          way === 0
            ? await outcome(deleteDoc(doc(caller.client.documents, path)))
            : await documentsRest(caller, "DELETE", path);
        if (done) await serverBackend.commit([{ set: path, data: before }]);
        else requireSame(await saved(path), before, caller.role);
        return done;
      });
      expect(deleted, "delete").toEqual(writers);
    }
    // Of the site's own documents and of accounts only the named ones can be made.
    const mayCreate = ["site", "users", "memberships"].includes(place.collection) ? [] : writers;
    const created = await allowed(async (caller) => {
      const fresh = `${place.collection}/new-${caller.role}`;
      const [bySdk, byRest] = put(caller, fresh);
      const done = [await bySdk(), await byRest()];
      expect(done[0]).toBe(done[1]);
      expect((await saved(fresh)) !== undefined, fresh).toBe(done[0]);
      if (done[0]) await serverBackend.commit([{ delete: fresh }]);
      return done[0] === true;
    });
    expect(created, "create").toEqual(mayCreate);
  },
);

test.each(contentNames)("of %s everybody lists what is shown by asking for it", async (name) => {
  const found = await allowed(async ({ client }) => {
    const asked = query(collection(client.documents, name), where("hidden", "==", false));
    const { docs } = await getDocs(asked);
    expect(docs.map(({ id }) => id)).toEqual(["shown"]);
    return true;
  });
  expect(found).toEqual(everybody);
});

test("the database knows an admin by the record, not by what an older token says", async () => {
  const admin = callers.find(({ role }) => role === "admin");
  if (admin === undefined) throw new Error("There is no admin.");
  await serverBackend.updateValues({ [`users/${uids.admin}/roles/admin`]: false });
  expect(await databaseRest(admin, "GET", "users")).toBe(false);
  expect(await listen(admin, `users/${mine}`)).toBe(false);
  await serverBackend.updateValues({ [`users/${uids.admin}/roles/admin`]: true });
  expect(await databaseRest(admin, "GET", "users")).toBe(true);
});

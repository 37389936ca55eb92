import { afterAll, beforeAll, expect, test } from "vitest";
import { mostPeople } from "#lib/drive/limits.ts";
import type { FolderPage, FolderPeople, SharedFolders } from "#lib/drive/people.ts";
import { createSdkClient, signUp } from "../../../tests/support/sdk-client.ts";
import type { SignedInClient } from "../../../tests/support/sdk-client.ts";
import { serveSite } from "../../../tests/support/served-site.ts";
import type { ServedSite } from "../../../tests/support/served-site.ts";
import { newDriveId } from "../../drive/new-id.ts";
import { servePeople } from "./testing/serve-people.ts";

let site: ServedSite;
let ann: SignedInClient;
let ben: SignedInClient;
let eve: SignedInClient;
beforeAll(async () => {
  site = await serveSite();
  [ann, ben, eve] = await Promise.all([person(), person(), person()]);
  for (const { uid } of [ann, ben, eve]) {
    // oxlint-disable-next-line no-await-in-loop
    await site.serverBackend.updateAccount(uid, { emailVerified: true });
  }
  await site.serverBackend.updateValues({
    [`users/${ann.uid}/name`]: "Ann",
    [`users/${ben.uid}/name`]: "Ben",
  });
}, 60_000);
afterAll(async () => {
  await Promise.all([ann, ben, eve].map((client) => client[Symbol.asyncDispose]()));
  await site[Symbol.asyncDispose]();
});

const person = () => signUp(createSdkClient(site.origin));
const open = (now: () => number = Date.now) => servePeople({ backend: site.serverBackend, now });
type Served = Awaited<ReturnType<typeof open>>;

async function makeFolder(
  { act }: Served,
  { uid }: SignedInClient,
  name: string,
  parent = "",
): Promise<string> {
  const id = newDriveId();
  const made = await act(uid, uid, { act: "make-folder", id, parent, name: `${name} ${id}` });
  expect(made).toMatchObject({ node: { id } });
  return id;
}

const of = (owner: SignedInClient, id: string) => `owner=${owner.uid}&id=${id}`;

async function share(
  { ask }: Served,
  id: string,
  to: SignedInClient,
  role: "viewer" | "member",
): Promise<void> {
  const invited = await ask("POST /api/drive/people", ann, { id, email: to.email, role });
  expect(invited).toEqual({ status: 204, json: null });
  const shared = (await ask("GET /api/drive/shared", to)).json as SharedFolders;
  const [invite] = shared.invites;
  const accepted = await ask("POST /api/drive/people/accept", to, { invite: invite?.id });
  expect(accepted).toEqual({ status: 200, json: { owner: ann.uid, id } });
}

async function peopleIn({ ask }: Served, id: string, by = ann): Promise<FolderPeople> {
  const { status, json } = await ask(`GET /api/drive/people?${of(ann, id)}`, by);
  expect(status).toBe(200);
  return json as FolderPeople;
}

test("an invite: the same answer for any address, seen by who has confirmed it, accepted once", async () => {
  await using served = await open();
  const { ask, store, pinged } = served;
  const id = await makeFolder(served, ann, "House");
  const nobody = { id, email: "nobody@nowhere.example", role: "member" };
  const somebody = { id, email: ` ${ben.email.toUpperCase()} `, role: "member" };
  expect(await ask("POST /api/drive/people", ann, nobody)).toEqual({ status: 204, json: null });
  expect(await ask("POST /api/drive/people", ann, somebody)).toEqual({ status: 204, json: null });
  const before = await peopleIn(served, id);
  expect(before.people).toEqual([]);
  expect(new Set(before.invites.map(({ email, role }) => `${email} ${role}`))).toEqual(
    new Set([`${nobody.email} member`, `${ben.email} member`]),
  );
  expect(await store.readNode(ann.uid, id)).toMatchObject({ shared: false });
  const shared = (await ask("GET /api/drive/shared", ben)).json as SharedFolders;
  expect(shared).toMatchObject({ folders: [], invites: [{ by: "Ann", role: "member" }] });
  const invite = shared.invites[0]?.id;
  for (const other of [ann, eve]) {
    // oxlint-disable-next-line no-await-in-loop
    expect(await ask("POST /api/drive/people/accept", other, { invite })).toMatchObject({
      status: 404,
      json: { error: { code: "no-such-invite" } },
    });
  }
  pinged.length = 0;
  const accept = () => ask("POST /api/drive/people/accept", ben, { invite });
  const answers = await Promise.all([accept(), accept(), accept()]);
  expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(0);
  expect((await accept()).status).toBe(404);
  expect(pinged).toContain(ann.uid);
  expect(pinged).toContain(ben.uid);
  expect(await peopleIn(served, id)).toMatchObject({
    people: [{ uid: ben.uid, name: "Ben", role: "member" }],
    invites: [{ email: nobody.email }],
  });
  expect(await store.readNode(ann.uid, id)).toMatchObject({ shared: true });
  expect((await ask("GET /api/drive/shared", ben)).json).toMatchObject({
    folders: [
      { node: { id, parent: "", links: 0 }, owner: { uid: ann.uid, name: "Ann" }, role: "member" },
    ],
    invites: [],
  });
});

test("an address that is not confirmed sees no invite and accepts none", async () => {
  await using served = await open();
  const { ask } = served;
  await using zoe = await person();
  const id = await makeFolder(served, ann, "House");
  await ask("POST /api/drive/people", ann, { id, email: zoe.email, role: "viewer" });
  expect((await ask("GET /api/drive/shared", zoe)).json).toEqual({ folders: [], invites: [] });
  const [invite] = (await peopleIn(served, id)).invites;
  expect((await ask("POST /api/drive/people/accept", zoe, { invite: invite?.id })).status).toBe(
    404,
  );
});

test("declined: gone for whoever was invited, and its owner learns nothing of it", async () => {
  await using served = await open();
  const { ask } = served;
  const id = await makeFolder(served, ann, "House");
  await ask("POST /api/drive/people", ann, { id, email: ben.email, role: "viewer" });
  const before = await peopleIn(served, id);
  const [invite] = before.invites;
  const answer = { invite: invite?.id };
  expect((await ask("POST /api/drive/people/decline", ben, answer)).status).toBe(204);
  expect((await ask("POST /api/drive/people/decline", ben, answer)).status).toBe(404);
  expect((await ask("POST /api/drive/people/accept", ben, answer)).status).toBe(404);
  expect(await peopleIn(served, id)).toEqual(before);
  // Invited anew it is open anew.
  await ask("POST /api/drive/people", ann, { id, email: ben.email, role: "member" });
  expect((await ask("POST /api/drive/people/accept", ben, answer)).status).toBe(200);
});

test("taken back, ended, in the trash: nobody comes in by it", async () => {
  let time = Date.now();
  await using served = await open(() => time);
  const { ask, act } = served;
  const invited = async (id: string) => {
    await ask("POST /api/drive/people", ann, { id, email: ben.email, role: "member" });
    return (await peopleIn(served, id)).invites[0]?.id;
  };
  const accept = (invite: string | undefined) =>
    ask("POST /api/drive/people/accept", ben, { invite });
  const revoked = await makeFolder(served, ann, "Revoked");
  const first = await invited(revoked);
  // Somebody else takes nothing back.
  await ask("POST /api/drive/people/revoke", eve, { id: revoked, invite: first });
  expect((await peopleIn(served, revoked)).invites).toHaveLength(1);
  expect(
    (await ask("POST /api/drive/people/revoke", ann, { id: revoked, invite: first })).status,
  ).toBe(204);
  expect((await accept(first)).status).toBe(404);

  const trashed = await makeFolder(served, ann, "Outer");
  const inner = await makeFolder(served, ann, "Inner", trashed);
  const second = await invited(inner);
  await act(ann.uid, ann.uid, { act: "trash", id: trashed });
  expect((await accept(second)).status).toBe(404);
  expect((await ask("GET /api/drive/shared", ben)).json).not.toMatchObject({
    invites: [{ id: second }],
  });
  await act(ann.uid, ann.uid, { act: "restore", id: trashed });

  time += 31 * 86_400_000;
  expect((await accept(second)).status).toBe(404);
});

test("each role: what a viewer, a member, the owner, others and nobody may", async () => {
  await using served = await open();
  const { ask, act } = served;
  const id = await makeFolder(served, ann, "Shared");
  const inner = await makeFolder(served, ann, "Inner", id);
  const beside = await makeFolder(served, ann, "Beside");
  await share(served, id, ben, "viewer");

  // Reading: all that lies below, and nothing else.
  const page = await ask(`GET /api/drive/folder?${of(ann, id)}`, ben);
  expect(page.json).toMatchObject({
    role: "viewer",
    node: { id },
    path: [{ id }],
    nodes: [{ id: inner }],
  });
  const below = await ask(`GET /api/drive/folder?${of(ann, inner)}`, ben);
  expect(below.json).toMatchObject({ role: "viewer", path: [{ id }, { id: inner }], nodes: [] });
  expect((below.json as FolderPage).node.parent).toBe(id);
  for (const [who, folder] of [
    [ben, beside],
    [eve, id],
    [eve, inner],
  ] as const) {
    for (const place of ["folder", "people"]) {
      // oxlint-disable-next-line no-await-in-loop
      expect(await ask(`GET /api/drive/${place}?${of(ann, folder)}`, who)).toMatchObject({
        status: 404,
        json: { error: { code: "not-found" } },
      });
    }
  }
  expect((await ask(`GET /api/drive/folder?${of(ann, id)}`, undefined)).status).toBe(401);
  // The root of a drive is shared with nobody.
  expect((await ask(`GET /api/drive/folder?owner=${ann.uid}&id=`, ben)).status).toBe(404);

  const made = (parent: string) =>
    act(ben.uid, ann.uid, { act: "make-folder", id: newDriveId(), parent, name: newDriveId() });
  expect(await made(id)).toEqual({ error: "not-allowed" });
  expect(await act(ben.uid, ann.uid, { act: "rename", id: inner, name: "Mine" })).toEqual({
    error: "not-allowed",
  });
  expect(await act(ben.uid, ann.uid, { act: "trash", id: inner })).toEqual({
    error: "not-allowed",
  });
  expect(await act(eve.uid, ann.uid, { act: "rename", id: inner, name: "Mine" })).toEqual({
    error: "not-found",
  });
  expect(
    await act(eve.uid, ann.uid, { act: "make-folder", id: newDriveId(), parent: id, name: "x" }),
  ).toMatchObject({ error: expect.any(String) });

  // Only the owner minds the people.
  const person = { id, uid: ben.uid };
  for (const who of [ben, eve]) {
    // oxlint-disable no-await-in-loop
    expect(
      (await ask("POST /api/drive/people", who, { id, email: eve.email, role: "viewer" })).status,
    ).toBe(404);
    expect(
      (await ask("POST /api/drive/people/role", who, { ...person, role: "member" })).status,
    ).toBe(404);
    expect((await ask("POST /api/drive/people/remove", who, person)).status).toBe(404);
    // oxlint-enable no-await-in-loop
  }
  expect(await peopleIn(served, id, ben)).toMatchObject({ role: "viewer", invites: [], above: [] });

  // A member writes below, but not the folder itself, nor out of it.
  expect(
    (await ask("POST /api/drive/people/role", ann, { ...person, role: "member" })).status,
  ).toBe(204);
  const mine = await made(id);
  expect(mine).toMatchObject({ node: { parent: id } });
  expect(await made(beside)).toMatchObject({ error: expect.any(String) });
  expect(await made("")).toMatchObject({ error: expect.any(String) });
  expect(await act(ben.uid, ann.uid, { act: "rename", id: inner, name: "Ours" })).toMatchObject({
    node: { name: "Ours" },
  });
  expect(await act(ben.uid, ann.uid, { act: "rename", id, name: "Ours" })).toMatchObject({
    error: "not-allowed",
  });
  expect(await act(ben.uid, ann.uid, { act: "trash", id })).toMatchObject({ error: "not-allowed" });
  expect(await act(ben.uid, ann.uid, { act: "move", id: inner, parent: "" })).toMatchObject({
    error: expect.any(String),
  });

  // And no more once they are a viewer again, or removed.
  await ask("POST /api/drive/people/role", ann, { ...person, role: "viewer" });
  expect(await made(id)).toEqual({ error: "not-allowed" });
  expect((await ask("POST /api/drive/people/remove", ann, person)).status).toBe(204);
  expect((await ask("POST /api/drive/people/remove", ann, person)).status).toBe(204);
  expect((await ask(`GET /api/drive/folder?${of(ann, id)}`, ben)).status).toBe(404);
  expect(await act(ben.uid, ann.uid, { act: "rename", id: inner, name: "No" })).toEqual({
    error: "not-found",
  });
  expect((await peopleIn(served, id)).people).toEqual([]);
  expect((await ask(`GET /api/drive/folder?${of(ann, id)}`, ann)).json).toMatchObject({
    role: "owner",
    node: { shared: false },
  });
});

test("who is removed or made a viewer does not come back by an invite of before", async () => {
  await using served = await open();
  const { ask } = served;
  const id = await makeFolder(served, ann, "House");
  await share(served, id, ben, "member");
  await ask("POST /api/drive/people", ann, { id, email: ben.email, role: "member" });
  const [invite] = (await peopleIn(served, id)).invites;
  await ask("POST /api/drive/people/remove", ann, { id, uid: ben.uid });
  expect((await ask("POST /api/drive/people/accept", ben, { invite: invite?.id })).status).toBe(
    404,
  );
  expect((await peopleIn(served, id)).invites).toEqual([]);
});

test("roles are changed so often only: each time somebody is told", async () => {
  let clock = Date.now();
  await using served = await open(() => clock);
  const id = await makeFolder(served, ann, "House");
  const change = async () => {
    const asked = { id, uid: ben.uid, role: "member" };
    return (await served.ask("POST /api/drive/people/role", ann, asked)).status;
  };
  const statuses = await Promise.all(Array.from({ length: 80 }, change));
  expect(statuses.filter((status) => status === 429)).toHaveLength(20);
  clock += 60_000;
  expect(await change()).toBe(404);
});

test("putting out whoever is not in a folder says nothing of whose address an invite is to", async () => {
  await using served = await open();
  const { ask } = served;
  const id = await makeFolder(served, ann, "House");
  await ask("POST /api/drive/people", ann, { id, email: eve.email, role: "viewer" });
  for (const { uid } of [ben, eve, { uid: "nobody" }]) {
    // oxlint-disable-next-line no-await-in-loop
    expect((await ask("POST /api/drive/people/remove", ann, { id, uid })).status).toBe(204);
    // oxlint-disable-next-line no-await-in-loop
    expect((await peopleIn(served, id)).invites).toMatchObject([{ email: eve.email }]);
  }
});

test("an account that is disabled, as one that is being deleted, comes into no folder any more", async () => {
  await using served = await open();
  const gone = await person();
  await using _ = gone;
  const disabled = { emailVerified: true, disabled: true };
  const id = await makeFolder(served, ann, "House");
  await served.ask("POST /api/drive/people", ann, { id, email: gone.email, role: "viewer" });
  const [invite] = (await peopleIn(served, id)).invites;
  await site.serverBackend.updateAccount(gone.uid, disabled);
  expect(await served.people.acts.accept(gone.uid, invite?.id ?? "")).toBe("no-such-invite");
});

test("one leaves, others stay; who was not in it left nothing", async () => {
  await using served = await open();
  const { ask, store } = served;
  const id = await makeFolder(served, ann, "House");
  await share(served, id, ben, "viewer");
  await share(served, id, eve, "member");
  const leave = (who: SignedInClient) =>
    ask("POST /api/drive/people/leave", who, { owner: ann.uid, id });
  expect((await leave(ben)).status).toBe(204);
  expect((await leave(ben)).status).toBe(404);
  expect((await leave(ann)).status).toBe(404);
  expect((await peopleIn(served, id)).people.map(({ uid }) => uid)).toEqual([eve.uid]);
  expect(await store.readNode(ann.uid, id)).toMatchObject({ shared: true });
  expect((await leave(eve)).status).toBe(204);
  expect(await store.readNode(ann.uid, id)).toMatchObject({ shared: false });
});

test("no more than may be come in, however many accept at once", async () => {
  await using served = await open();
  await using second = await open();
  const { ask, store } = served;
  const id = await makeFolder(served, ann, "House");
  const commit = Array.from({ length: mostPeople - 1 }, (_, at) => ({
    set: `memberships/folders_${id}_guest${at}`,
    data: {
      kind: "folders",
      id,
      uid: `guest${at}`,
      owner: ann.uid,
      role: "viewer",
      name: "",
      since: at,
    },
  }));
  await site.serverBackend.commit(commit);
  const invites = [];
  for (const { email } of [ben, eve]) {
    // oxlint-disable-next-line no-await-in-loop
    await ask("POST /api/drive/people", ann, { id, email, role: "viewer" });
  }
  for (const who of [ben, eve]) {
    // oxlint-disable-next-line no-await-in-loop
    const shared = (await ask("GET /api/drive/shared", who)).json as SharedFolders;
    invites.push(shared.invites[0]?.id);
  }
  const answers = await Promise.all([
    ask("POST /api/drive/people/accept", ben, { invite: invites[0] }),
    second.ask("POST /api/drive/people/accept", eve, { invite: invites[1] }),
  ]);
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  expect((await peopleIn(served, id)).people).toHaveLength(mostPeople);
  expect(await store.readNode(ann.uid, id)).toMatchObject({ shared: true });
});

test("a folder of somebody else under the same id is another folder", async () => {
  await using served = await open();
  const { ask, act } = served;
  const id = await makeFolder(served, ann, "House");
  await share(served, id, ben, "member");
  await act(eve.uid, eve.uid, { act: "make-folder", id, parent: "", name: "Mine" });
  await ask("POST /api/drive/people", eve, { id, email: ben.email, role: "viewer" });
  const list = (await ask(`GET /api/drive/people?${of(eve, id)}`, eve))
    .json as unknown as FolderPeople;
  expect(list).toMatchObject({ people: [], invites: [{ email: ben.email }] });
  expect((await ask("POST /api/drive/people/remove", eve, { id, uid: ben.uid })).status).toBe(204);
  await ask("POST /api/drive/people", eve, { id, email: ben.email, role: "viewer" });
  const [invite] = (
    (await ask(`GET /api/drive/people?${of(eve, id)}`, eve)).json as unknown as FolderPeople
  ).invites;
  expect((await ask("POST /api/drive/people/accept", ben, { invite: invite?.id })).status).toBe(
    404,
  );
  expect((await peopleIn(served, id)).people).toMatchObject([{ uid: ben.uid, role: "member" }]);
  expect((await ask(`GET /api/drive/folder?${of(eve, id)}`, ben)).status).toBe(404);
});

test("notifications: invited, joined, another role, removed; nobody is told of themselves", async () => {
  await using served = await open();
  const { ask, jobs } = served;
  const id = await makeFolder(served, ann, "Told");
  const titles = async ({ uid }: SignedInClient) => {
    await jobs.runDue();
    const { value } = await site.serverBackend.getValue(`notifications/${uid}`);
    const all = Object.values(
      (value ?? {}) as Record<string, { title: string; kind: string; path: string }>,
    );
    return all
      .filter(({ title }) => title.includes(`Told ${id}`))
      .map(({ title }) => title.replace(` ${id}`, ""));
  };
  await ask("POST /api/drive/people", ann, { id, email: "nobody@nowhere.example", role: "viewer" });
  await ask("POST /api/drive/people", ann, { id, email: ben.email, role: "viewer" });
  expect(await titles(ben)).toEqual(["Ann invites you to the folder “Told”"]);
  const shared = (await ask("GET /api/drive/shared", ben)).json as SharedFolders;
  await ask("POST /api/drive/people/accept", ben, { invite: shared.invites[0]?.id });
  expect(await titles(ann)).toEqual(["Ben is in your folder “Told” now"]);
  await ask("POST /api/drive/people/role", ann, { id, uid: ben.uid, role: "member" });
  expect(await titles(ben)).toContain("You may change the folder “Told” of Ann now");
  await ask("POST /api/drive/people/remove", ann, { id, uid: ben.uid });
  expect(await titles(ben)).toContain("Ann has removed you from the folder “Told”");
  expect(await titles(ben)).toHaveLength(3);
  expect(await titles(ann)).toHaveLength(1);
});

test("what is no folder, no role and no address is refused, and changes nothing", async () => {
  await using served = await open();
  const { ask, act } = served;
  const id = await makeFolder(served, ann, "House");
  const root = "POST /api/drive/people";
  const wrong: [string, unknown][] = [
    [root, ""],
    [root, null],
    [root, []],
    [root, { id }],
    [root, { id, email: "ann", role: "member" }],
    [root, { id, email: "a b@c.d", role: "member" }],
    [root, { id, email: "a".repeat(321), role: "member" }],
    [root, { id, email: "a@b.c", role: "owner" }],
    [root, { id, email: "a@b.c", role: "member", by: "eve" }],
    [root, { id: "../x", email: "a@b.c", role: "member" }],
    [`${root}/role`, { id, uid: ben.uid, role: "owner" }],
    [`${root}/role`, { id, uid: "a/b", role: "viewer" }],
    [`${root}/remove`, { id, uid: "" }],
    [`${root}/leave`, { owner: "a/b", id }],
    [`${root}/accept`, { invite: "" }],
    [`${root}/decline`, { invite: { $ne: null } }],
  ];
  for (const [endpoint, body] of wrong) {
    // oxlint-disable-next-line no-await-in-loop
    expect({ endpoint, body, ...(await ask(endpoint, ann, body)) }).toMatchObject({
      status: 400,
      json: { error: { code: "invalid-request" } },
    });
  }
  for (const after of ["..", "a/b", "/", "__x__", "\ud800"]) {
    const query = new URLSearchParams({ owner: ann.uid, id, after });
    // oxlint-disable-next-line no-await-in-loop
    expect((await ask(`GET /api/drive/folder?${query}`, ann)).status, after).toBe(404);
  }
  expect((await ask(root, ann, { id, email: ann.email, role: "member" })).json).toMatchObject({
    error: { code: "own-address" },
  });
  for (const strange of ["../users", "__proto__", "%00", "a/b", "x".repeat(100)]) {
    // oxlint-disable-next-line no-await-in-loop
    expect((await ask(`${root}/accept`, ben, { invite: strange })).status).toBe(404);
    const query = new URLSearchParams({ owner: strange, id: strange });
    // oxlint-disable-next-line no-await-in-loop
    expect((await ask(`GET /api/drive/folder?${query}`, ben)).status).toBe(404);
  }
  await act(ann.uid, ann.uid, { act: "trash", id });
  expect((await ask(root, ann, { id, email: ben.email, role: "viewer" })).status).toBe(404);
});

test("an account goes: it is in no folder any more, and invites to its address are gone", async () => {
  await using served = await open();
  const { ask, people, store } = served;
  const id = await makeFolder(served, ann, "House");
  await share(served, id, ben, "member");
  const other = await makeFolder(served, ann, "Other");
  await ask("POST /api/drive/people", ann, { id: other, email: ben.email, role: "member" });
  expect(await people.ofAccounts.leave.folders(ben.uid, id)).toBe("left");
  expect(await people.ofAccounts.leave.folders(ben.uid, id)).toBe("left");
  await people.ofAccounts.forgetAddress(ben.email);
  expect((await peopleIn(served, id)).people).toEqual([]);
  expect((await peopleIn(served, other)).invites).toEqual([]);
  expect(await store.readNode(ann.uid, id)).toMatchObject({ shared: false });
});

test("a folder that is gone takes its memberships with it, at once and by the daily sweep", async () => {
  await using served = await open();
  const { ask, people } = served;
  const rows = async (id: string) => {
    const where = { kind: "folders", id };
    return (await site.serverBackend.findDocuments("memberships", { where, limit: 10 })).length;
  };
  const first = await makeFolder(served, ann, "House");
  await share(served, first, ben, "member");
  const second = await makeFolder(served, ann, "House");
  await share(served, second, ben, "member");
  await site.serverBackend.commit([
    { delete: `users/${ann.uid}/files/${first}` },
    { set: `users/${ann.uid}/files/${second}`, data: { id: second, gone: true, parent: "" } },
  ]);
  await people.folderGone(ann.uid, first);
  expect([await rows(first), await rows(second)]).toEqual([0, 1]);
  const context = { signal: new AbortController().signal, jobId: "sweep", attempt: 1 };
  await people.jobKinds["sweep-folder-people"]?.run({}, context);
  expect(await rows(second)).toBe(0);
  const shared = (await ask("GET /api/drive/shared", ben)).json as SharedFolders;
  expect(shared.folders.map(({ node }) => node.id)).not.toContain(second);
});

import { createHash } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { assertBoard } from "#lib/boards/testing/assert-board.ts";
import type { ServerBackend } from "#lib/server-backend.ts";
import { recordingLog } from "../../tests/support/log.ts";
import { hostedBackendOf, serveSite } from "../../tests/support/served-site.ts";
import type { ServedSite } from "../../tests/support/served-site.ts";
import { type OpenPeople, openPeople, placesOf } from "./testing/open-people.ts";

const dayMs = 24 * 3_600_000;
let site: ServedSite;
let backend: ServerBackend;
let room: OpenPeople;
let nowMs = Date.now();
const now = () => nowMs;
const { log } = recordingLog();

beforeAll(async () => {
  site = await serveSite();
  backend = site.serverBackend;
  room = openPeople({ backend, log, now });
});
afterAll(async () => site[Symbol.asyncDispose]());

let people = 0;
async function newPerson({ isProved = true } = {}): Promise<{ uid: string; email: string }> {
  people += 1;
  const email = `Person-${people}@Example.com`.toLowerCase();
  const { uid } = await backend.createAccount({ email, emailVerified: isProved });
  await backend.putValue(`users/${uid}/name`, `Person ${people}`);
  return { uid, email };
}

async function makeBoard(): Promise<{ board: string; owner: string }> {
  const { uid } = await newPerson();
  const made = await room.boards.create(uid, { name: "House", colour: "red", zone: "UTC" });
  if (typeof made === "string" || "fault" in made) throw new Error("No board was made.");
  return { board: made.board, owner: uid };
}

async function linkTo(owner: string, board: string, uses = 5, days = 1) {
  const link = await room.invites.makeLink(owner, board, { role: "member", days, uses });
  if (typeof link === "string") throw new Error(link);
  return link;
}

const valueAt = async (path: string) => (await backend.getValue(path)).value;

test("who has the address sees the invite, is told once, and comes in by it", async () => {
  const { board, owner } = await makeBoard();
  const ben = await newPerson();
  const email = ` ${ben.email.toUpperCase()} `;
  expect(await room.invites.toAddress(owner, board, { email, role: "viewer" })).toBe("done");
  await room.jobs.runDue();
  const [invite, ...others] = await room.joining.mine(ben.uid);
  expect(others).toEqual([]);
  const ownName = (await valueAt(`users/${owner}/name`)) as string;
  expect(invite).toEqual({
    id: expect.stringMatching(/^[0-9a-f]{64}$/),
    board: { name: "House", colour: "red" },
    by: ownName,
    role: "viewer",
    createdAt: nowMs,
    expiresAt: nowMs + 14 * dayMs,
  });
  const told = await valueAt(`notifications/${ben.uid}`);
  expect(Object.values(told ?? {})).toMatchObject([
    {
      kind: "board",
      title: `${ownName} invites you to the board “House”`,
      path: `/TaskManager?invite=${invite!.id}`,
    },
  ]);
  expect(await room.joining.accept(ben.uid, invite!.id)).toEqual({ board });
  assertBoard(await valueAt(`boards/${board}`));
  const roles = { [owner]: "owner", [ben.uid]: "viewer" };
  expect(await placesOf(backend, board, [owner, ben.uid])).toEqual({
    members: roles,
    documents: roles,
    lists: roles,
  });
  expect(await room.joining.mine(ben.uid)).toEqual([]);
  expect(await room.invites.list(owner, board)).toEqual([]);
});

test("an invite says nothing of whether somebody has the address: not in what it does, nor in what it shows", async () => {
  const { board, owner } = await makeBoard();
  const ben = await newPerson();
  const asked: string[] = [];
  const watched = openPeople({
    backend: new Proxy(backend, {
      get(from, name: keyof ServerBackend) {
        asked.push(name);
        return from[name];
      },
    }),
    log,
    now,
  });
  const did: string[][] = [];
  for (const email of [ben.email, "nobody@example.com"]) {
    asked.length = 0;
    // oxlint-disable-next-line no-await-in-loop
    expect(await watched.invites.toAddress(owner, board, { email, role: "member" })).toBe("done");
    did.push([...asked]);
  }
  expect(did[0]).toEqual(did[1]);
  expect(did[0]).not.toContain("findAccountByEmail");
  await room.jobs.runDue();
  const listed = await room.invites.list(owner, board);
  if (typeof listed === "string") throw new Error(listed);
  const alike = listed.map((invite) => ({ ...invite, id: "", email: "" }));
  expect(alike[0]).toEqual(alike[1]);
});

test("whoever confirms the address later finds the invite; whoever has not confirmed it does not", async () => {
  const { board, owner } = await makeBoard();
  const eve = await newPerson({ isProved: false });
  await room.invites.toAddress(owner, board, { email: eve.email, role: "member" });
  await room.jobs.runDue();
  const listed = await room.invites.list(owner, board);
  if (typeof listed === "string") throw new Error(listed);
  const { id } = listed[0]!;
  expect(await room.joining.mine(eve.uid)).toEqual([]);
  expect(await room.joining.accept(eve.uid, id)).toBe("no-such-invite");
  expect(await room.joining.decline(eve.uid, id)).toBe("no-such-invite");
  expect(await valueAt(`notifications/${eve.uid}`)).toBeNull();
  await backend.updateAccount(eve.uid, { emailVerified: true });
  expect(await room.joining.mine(eve.uid)).toHaveLength(1);
  expect(await room.joining.accept(eve.uid, id)).toEqual({ board });
});

test("an invite is good for nobody else, until it ends, is declined or taken back", async () => {
  const { board, owner } = await makeBoard();
  const [ben, eve] = [await newPerson(), await newPerson()];
  const invite = async () => {
    await room.invites.toAddress(owner, board, { email: ben.email, role: "member" });
    return (await room.joining.mine(ben.uid))[0]!.id;
  };
  const id = await invite();
  expect(await room.joining.accept(eve.uid, id)).toBe("no-such-invite");
  expect(await room.joining.decline(eve.uid, id)).toBe("no-such-invite");
  expect(await room.joining.decline(ben.uid, id)).toBe("done");
  expect(await room.joining.accept(ben.uid, id)).toBe("no-such-invite");
  expect(await invite()).toBe(id);
  expect(await room.invites.revoke(owner, board, id)).toBe("done");
  expect(await room.invites.revoke(owner, board, id)).toBe("done");
  expect(await room.joining.accept(ben.uid, id)).toBe("no-such-invite");
  await invite();
  nowMs += 14 * dayMs;
  expect(await room.joining.mine(ben.uid)).toEqual([]);
  expect(await room.joining.accept(ben.uid, id)).toBe("no-such-invite");
  expect(await room.invites.sweep()).toBeGreaterThan(0);
  expect(await backend.getDocument(`boardInvites/${id}`)).toBeNull();
});

test("an owner of one board takes back no invite of another", async () => {
  const [one, two] = [await makeBoard(), await makeBoard()];
  const link = await linkTo(one.owner, one.board);
  expect(await room.invites.revoke(two.owner, two.board, link.id)).toBe("done");
  expect(await room.invites.revoke(two.owner, one.board, link.id)).toBe("no-such-board");
  const { uid } = await newPerson();
  expect(await room.joining.join(uid, link.secret)).toEqual({ board: one.board });
});

test("of a link only the hash is kept; it says what it is for, and is no secret itself", async () => {
  const { board, owner } = await makeBoard();
  const link = await linkTo(owner, board);
  expect(Buffer.from(link.secret, "base64url").length).toBe(32);
  expect(link.id).toBe(createHash("sha256").update(link.secret).digest("hex"));
  expect(link.expiresAt).toBe(nowMs + dayMs);
  const stored = await backend.getDocument(`boardInvites/${link.id}`);
  expect(JSON.stringify(stored)).not.toContain(link.secret);
  const { uid } = await newPerson();
  expect(await room.joining.look(uid, link.secret)).toEqual({
    name: "House",
    colour: "red",
    by: await valueAt(`users/${owner}/name`),
    role: "member",
    board: null,
  });
  for (const wrong of [link.id, "", "x".repeat(43), "../boards", `${link.secret} `]) {
    // oxlint-disable no-await-in-loop
    expect(await room.joining.look(uid, wrong)).toBe("no-such-invite");
    expect(await room.joining.join(uid, wrong)).toBe("no-such-invite");
    expect(await room.joining.accept(uid, wrong)).toBe("no-such-invite");
    // oxlint-enable no-await-in-loop
  }
  expect(await room.joining.accept(uid, link.id)).toBe("no-such-invite");
  nowMs += dayMs;
  expect(await room.joining.join(uid, link.secret)).toBe("no-such-invite");
});

test("ten people at a link for three on two servers: three come in, and nobody counts twice", async () => {
  const { board, owner } = await makeBoard();
  const link = await linkTo(owner, board, 3);
  const far = openPeople({ backend: await hostedBackendOf(site), log, now });
  const ten = await Promise.all(Array.from({ length: 10 }, () => newPerson()));
  const said = await Promise.all(
    ten.flatMap(({ uid }) => [
      room.joining.join(uid, link.secret),
      far.joining.join(uid, link.secret),
    ]),
  );
  expect(said).not.toContain("busy");
  const { members } = (await valueAt(`boards/${board}`)) as { members: object };
  expect(Object.keys(members)).toHaveLength(4);
  assertBoard(await valueAt(`boards/${board}`));
  const inside = ten.find(({ uid }) => Object.hasOwn(members, uid))!;
  expect(await room.joining.join(inside.uid, link.secret)).toEqual({ board });
  expect(await room.joining.look(inside.uid, link.secret)).toMatchObject({ board });
  expect((await backend.getDocument(`boardInvites/${link.id}`))?.data["uses"]).toBe(3);
  const outside = ten.find(({ uid }) => !Object.hasOwn(members, uid))!;
  expect(await room.joining.look(outside.uid, link.secret)).toBe("no-such-invite");
  expect(await room.invites.list(owner, board)).toEqual([]);
});

test("who was broken off while they came in comes in without another use", async () => {
  const { board, owner } = await makeBoard();
  const link = await linkTo(owner, board, 1);
  const { uid } = await newPerson();
  const broken = openPeople({
    backend: { ...backend, updateInOrder: () => Promise.reject(new Error("Power cut.")) },
    log,
    now,
  });
  await expect(broken.joining.join(uid, link.secret)).rejects.toThrow("Power cut.");
  expect(await valueAt(`boards/${board}/members/${uid}`)).toBeNull();
  expect(await room.joining.join(uid, link.secret)).toEqual({ board });
});

test("a board takes 50 open invites and 50 members, an account 100 boards", async () => {
  const { board, owner } = await makeBoard();
  for (let count = 0; count < 50; count += 1) {
    const email = `guest-${count}@example.com`;
    // oxlint-disable-next-line no-await-in-loop
    expect(await room.invites.toAddress(owner, board, { email, role: "member" })).toBe("done");
  }
  const toAddress = (email: string) =>
    room.invites.toAddress(owner, board, { email, role: "viewer" });
  expect(await toAddress("guest-50@example.com")).toBe("too-many-invites");
  expect(await toAddress("guest-7@example.com")).toBe("done");
  const another = await makeBoard();
  const link = await linkTo(another.owner, another.board, 100);
  const many = Object.fromEntries(
    Array.from({ length: 49 }, (_, at) => [`m${at}`, { role: "viewer", name: "", since: 0 }]),
  );
  for (const [uid, member] of Object.entries(many)) {
    // oxlint-disable-next-line no-await-in-loop
    await backend.putValue(`boards/${another.board}/members/${uid}`, member);
  }
  const { uid } = await newPerson();
  expect(await room.joining.join(uid, link.secret)).toBe("board-full");
  await backend.putValue(`boards/${another.board}/members/m0`, null);
  await backend.commit(
    Array.from({ length: 100 }, (_, at) => ({
      set: `memberships/boards_b${at}_${uid}`,
      data: { kind: "boards", id: `b${at}`, uid, role: "viewer" },
    })),
  );
  expect(await room.joining.join(uid, link.secret)).toBe("too-many-boards");
  expect(await valueAt(`boards/${another.board}/members/${uid}`)).toBeNull();
});

test("only owners invite, and see who is invited", async () => {
  const { board, owner } = await makeBoard();
  const link = await linkTo(owner, board);
  const [ben, eve] = [await newPerson(), await newPerson()];
  await room.joining.join(ben.uid, link.secret);
  for (const [uid, said] of [
    [ben.uid, "not-owner"],
    [eve.uid, "no-such-board"],
  ] as const) {
    const { invites } = room;
    // oxlint-disable no-await-in-loop
    expect(await invites.toAddress(uid, board, { email: "a@b.c", role: "member" })).toBe(said);
    expect(await invites.makeLink(uid, board, { role: "member", days: 1, uses: 1 })).toBe(said);
    expect(await invites.list(uid, board)).toBe(said);
    expect(await invites.revoke(uid, board, link.id)).toBe(said);
    // oxlint-enable no-await-in-loop
  }
  expect(await room.invites.list(owner, board)).toMatchObject([
    { kind: "link", uses: 1, maxUses: 5, role: "member" },
  ]);
});

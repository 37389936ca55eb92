/** Each kind of person at each act in each kind of room, by the table of roles: what is allowed works, what is refused changes nothing. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { SignedInClient } from "../../../tests/support/sdk-client.ts";
import { codeOf, openChatSite } from "./testing/chat-site.ts";

const open = () =>
  openChatSite({
    ann: {},
    ben: {},
    cleo: {},
    eddy: { editor: true },
    bo: { admin: true },
    una: {},
  });
let site: Awaited<ReturnType<typeof open>>;
beforeAll(async () => {
  site = await open();
});
afterAll(async () => site[Symbol.asyncDispose]());
// Nobody has asked too often in the hour before.
beforeEach(() => {
  site.clock.now += 3_600_000;
});

type Room = ReturnType<(typeof site)["inRoom"]>;
type Said = readonly [status: number, code: string | undefined];

const done: Said = [204, undefined];
const no: Said = [403, "not-allowed"];
const none: Said = [404, "no-such-room"];
const nobody: Said = [401, "unauthenticated"];

/** In the order in which they are tried; `key`: a message of Ben, `own`: one of whoever acts. */
const acts = {
  send: (at) => at.room.send(at.who, "Hello"),
  react: (at) => at.room.act(at.who, { act: "react", key: at.key, emoji: "👍", on: true }),
  report: (at) => at.room.act(at.who, { act: "report", key: at.key, reason: "Rude" }),
  edit: (at) => at.room.act(at.who, { act: "edit", key: at.key, text: "Other words" }),
  "edit own": (at) => at.room.act(at.who, { act: "edit", key: at.own, text: "Better words" }),
  "delete own": (at) => at.room.act(at.who, { act: "delete", key: at.own }),
  search: (at) => site.ask(`GET /api/chat/${at.room.room}/search?q=hello`, at.who),
  accept: (at) => at.room.act(at.who, { act: "accept" }),
  pin: (at) => at.room.act(at.who, { act: "pin", key: at.key, on: true }),
  delete: (at) => at.room.act(at.who, { act: "delete", key: at.key }),
  mute: (at) => at.room.act(at.who, { act: "mute", uid: site.people.ben.uid, minutes: 10 }),
  unmute: (at) => at.room.act(at.who, { act: "mute", uid: site.people.ben.uid, minutes: 0 }),
  slow: (at) => at.room.act(at.who, { act: "change", slow: 5 }),
  rename: (at) => at.room.act(at.who, { act: "change", name: "Other", topic: "More" }),
  role: (at) => at.room.act(at.who, { act: "role", uid: site.people.ben.uid, role: "owner" }),
  "role back": (at) =>
    at.room.act(at.who, { act: "role", uid: site.people.ben.uid, role: "member" }),
  add: (at) => at.room.act(at.who, { act: "add", uids: [site.people.cleo.uid] }),
  remove: (at) => at.room.act(at.who, { act: "remove", uid: site.people.ben.uid }),
  archive: (at) => at.room.act(at.who, { act: "change", archived: true }),
  leave: (at) => at.room.act(at.who, { act: "leave" }),
} satisfies Record<
  string,
  (at: {
    room: Room;
    who: SignedInClient | undefined;
    key: string;
    own: string;
  }) => ReturnType<Room["act"]>
>;
type Act = keyof typeof acts;
const names = Object.keys(acts) as Act[];
type Rights = Partial<Record<Act, Said>>;

const all = (said: Said): Rights => Object.fromEntries(names.map((name) => [name, said]));
/** What every member does; nothing else is theirs. */
const member: Rights = {
  ...all(no),
  send: [201, undefined],
  search: [200, undefined],
  ...Object.fromEntries(
    ["react", "report", "edit own", "delete own", "accept", "leave"].map((name) => [name, done]),
  ),
};
const also = (more: readonly Act[]): Rights => ({
  ...member,
  ...Object.fromEntries(more.map((name) => [name, done])),
});
const moderation = ["pin", "delete", "mute", "unmute", "slow", "add", "remove"] as const;
const running = [...moderation, "rename", "archive"] as const;

type Case = { kind: "private" | "public" | "direct"; who: string; rights: Rights };
const cases: Case[] = [
  { kind: "private", who: "a visitor", rights: all(nobody) },
  { kind: "private", who: "a stranger", rights: all(none) },
  { kind: "private", who: "an editor outside", rights: all(none) },
  { kind: "private", who: "an admin outside", rights: all(none) },
  { kind: "private", who: "a member", rights: member },
  { kind: "private", who: "an editor inside", rights: member },
  { kind: "private", who: "an admin inside", rights: member },
  { kind: "private", who: "an owner", rights: also([...running, "role", "role back"]) },
  { kind: "public", who: "a visitor", rights: all(nobody) },
  { kind: "public", who: "a stranger", rights: all(none) },
  { kind: "public", who: "an editor outside", rights: all(none) },
  { kind: "public", who: "an admin outside", rights: all(none) },
  { kind: "public", who: "a member", rights: member },
  { kind: "public", who: "an editor inside", rights: also(moderation) },
  { kind: "public", who: "an admin inside", rights: also(running) },
  { kind: "direct", who: "a visitor", rights: all(nobody) },
  { kind: "direct", who: "a stranger", rights: all(none) },
  { kind: "direct", who: "an editor outside", rights: all(none) },
  { kind: "direct", who: "an admin outside", rights: all(none) },
  { kind: "direct", who: "a member", rights: also(["pin"]) },
];

/** Ann's private one, Bo's public one, of Ben and somebody else; Ben is in each. */
async function roomFor({
  kind,
  who,
}: Case): Promise<{ room: Room; me: SignedInClient | undefined }> {
  const { ann, ben, bo, eddy, una } = site.people;
  const me = who.startsWith("an editor")
    ? eddy
    : who.startsWith("an admin")
      ? bo
      : who === "a visitor"
        ? undefined
        : una;
  const isIn = !who.endsWith("outside") && who !== "a stranger" && who !== "a visitor";
  if (kind === "direct") {
    const room = await site.make(ben, { kind, uid: isIn ? una.uid : ann.uid });
    await room.act(isIn ? una : ann, { act: "accept" });
    return { room, me };
  }
  const maker = kind === "public" ? bo : ann;
  const room = await site.make(maker, { kind, name: "Room", topic: "", uids: [ben.uid] });
  if (isIn && me !== maker) await room.act(maker, { act: "add", uids: [me!.uid] });
  if (who === "an owner") await room.act(maker, { act: "role", uid: me!.uid, role: "owner" });
  // Not even who made it, once they have left.
  if (!isIn && me === maker) await room.act(maker, { act: "leave" });
  return { room, me };
}

test.each(cases)("$who in a $kind room", async (one) => {
  const { room, me } = await roomFor(one);
  const { ben } = site.people;
  const key = String((await room.send(ben, "Hello from Ben")).json?.["key"]);
  const mine = await room.send(me, "Mine");
  const own = mine.status === 201 ? String(mine.json?.["key"]) : key;
  const before = await site.valueAt(`chat/${room.room}`);
  const isShutOut = one.rights.send![0] >= 400;
  const said: Rights = {};
  for (const name of names) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    said[name] = codeOf(await acts[name]({ room, who: me, key, own })) as unknown as Said;
  }
  expect(said).toEqual(one.rights);
  const after = await site.valueAt(`chat/${room.room}`);
  expect(isShutOut ? after : before).toEqual(before);
});

test("in a direct message nobody is muted, removed or brought in; public rooms are joined, others not", async () => {
  const { ann, ben, una, eddy, bo } = site.people;
  const lounge = await site.make(bo, { kind: "public", name: "Lounge", topic: "" });
  const house = await site.make(ann, { kind: "private", name: "House", topic: "" });
  const talk = await site.make(ann, { kind: "direct", uid: ben.uid });
  for (const who of [una, eddy, bo]) {
    // oxlint-disable-next-line no-await-in-loop
    const answers = await Promise.all([lounge, house, talk].map(({ join }) => join(who)));
    expect(answers.map(codeOf)).toEqual([done, none, none]);
  }
  expect(codeOf(await lounge.join(undefined))).toEqual(nobody);
});

test("who may make what: public rooms admins, all else everybody who is signed in", async () => {
  const { ann, ben, eddy, bo } = site.people;
  const ask = (who: SignedInClient | undefined, asked: object) =>
    site.ask("POST /api/chat", who, asked);
  const open = { kind: "public", name: "Open", topic: "" };
  const closed = { kind: "private", name: "Closed", topic: "" };
  const direct = { kind: "direct", uid: ben.uid };
  const answers = await Promise.all(
    [undefined, ann, eddy, bo].map(async (who) => [
      (await ask(who, open)).status,
      (await ask(who, closed)).status,
      [200, 201].includes((await ask(who, direct)).status),
    ]),
  );
  expect(answers).toEqual([
    [401, 401, false],
    [403, 201, true],
    [403, 201, true],
    [201, 201, true],
  ]);
});

test("a role is what the record says now, not what a token says", async () => {
  const { bo, eddy, ben } = site.people;
  const room = await site.make(bo, {
    kind: "public",
    name: "Lounge",
    topic: "",
    uids: [ben.uid, eddy.uid],
  });
  const key = String((await room.send(ben, "Hello")).json?.["key"]);
  const place = `users/${eddy.uid}/roles`;
  await site.serverBackend.updateValues({ [place]: null });
  expect(codeOf(await room.act(eddy, { act: "delete", key }))).toEqual(no);
  expect((await site.ask("GET /api/chat/reports", eddy)).status).toBe(403);
  await site.serverBackend.updateValues({ [place]: { editor: true } });
  expect(codeOf(await room.act(eddy, { act: "delete", key }))).toEqual(done);
});

test("reports are for editors and admins; an end by anybody else changes nothing", async () => {
  const { ann, ben, eddy, bo } = site.people;
  const room = await site.make(ann, { kind: "private", name: "House", topic: "", uids: [ben.uid] });
  const key = String((await room.send(ben, "Rude words here")).json?.["key"]);
  await room.act(ann, { act: "report", key, reason: "Rude" });
  const list = (who: SignedInClient | undefined) => site.ask("GET /api/chat/reports", who);
  for (const who of [undefined, ann, ben]) {
    // oxlint-disable-next-line no-await-in-loop
    expect((await list(who)).status).toBe(who ? 403 : 401);
  }
  const found = (await list(eddy)).json?.["reports"] as { id: string; room: string }[];
  const { id } = found.find((one) => one.room === room.room)!;
  const end = (who: SignedInClient | undefined, how: string) =>
    site.ask(`POST /api/chat/reports/${id}`, who, { end: how });
  expect([(await end(undefined, "delete")).status, (await end(ben, "dismiss")).status]).toEqual([
    401, 403,
  ]);
  expect((await end(eddy, "dismiss")).status).toBe(204);
  expect(await site.valueAt(`chat/${room.room}/messages/${key}/text`)).toBe("Rude words here");
  expect((await end(bo, "delete")).status).toBe(204);
  expect(await site.valueAt(`chat/${room.room}/messages/${key}/text`)).toBe("Rude words here");
});

test("an archived room is read and left, and nothing more", async () => {
  const { bo, ben, ann, cleo } = site.people;
  const room = await site.make(bo, { kind: "public", name: "Old", topic: "", uids: [ben.uid] });
  const key = String((await room.send(ben, "Hello")).json?.["key"]);
  await room.act(bo, { act: "change", archived: true });
  const archived: Said = [403, "archived"];
  const said = await Promise.all([
    room.send(ben, "More"),
    room.act(ben, { act: "edit", key, text: "x" }),
    room.act(ben, { act: "react", key, emoji: "👍", on: true }),
    room.act(bo, { act: "pin", key, on: true }),
    room.act(bo, { act: "add", uids: [cleo.uid] }),
    room.join(ann),
  ]);
  expect(said.map(codeOf)).toEqual(said.map(() => archived));
  expect((await site.ask(`GET /api/chat/${room.room}/search?q=hello`, ben)).status).toBe(200);
  expect(codeOf(await room.act(ben, { act: "delete", key }))).toEqual(done);
  expect(codeOf(await room.act(ben, { act: "leave" }))).toEqual(done);
  expect(codeOf(await room.act(bo, { act: "change", archived: false }))).toEqual(done);
  expect(codeOf(await room.join(ann))).toEqual(done);
});

test("who is muted says nothing by any act until it is over or taken back; a mute is a week at most", async () => {
  const { ann, ben, una } = site.people;
  const room = await site.make(ann, { kind: "private", name: "House", topic: "", uids: [ben.uid] });
  const key = String((await room.send(ben, "Hello")).json?.["key"]);
  const mute = (minutes: number, who = ann) =>
    room.act(who, { act: "mute", uid: ben.uid, minutes });
  const muted: Said = [403, "muted"];
  expect(codeOf(await mute(10))).toEqual(done);
  const said = await Promise.all([
    room.send(ben, "More"),
    room.send(ben, "More", { root: key }),
    room.act(ben, { act: "edit", key, text: "x" }),
    room.act(ben, { act: "react", key, emoji: "👍", on: true }),
  ]);
  expect(said.map(codeOf)).toEqual(said.map(() => muted));
  expect(codeOf(await mute(0))).toEqual(done);
  expect((await room.send(ben, "More")).status).toBe(201);
  expect(codeOf(await mute(10))).toEqual(done);
  site.clock.now += 10 * 60_000 + 1;
  expect((await room.send(ben, "More")).status).toBe(201);
  expect((await mute(10_081)).status).toBe(400);
  expect((await mute(-1)).status).toBe(400);
  const other = { act: "mute", uid: una.uid, minutes: 10 };
  expect(codeOf(await room.act(ann, other))).toEqual([404, "no-such-person"]);
  // Owners among themselves, and oneself.
  await room.act(ann, { act: "role", uid: ben.uid, role: "owner" });
  expect(codeOf(await mute(10))).toEqual(no);
  expect(codeOf(await room.act(ann, { act: "mute", uid: ann.uid, minutes: 10 }))).toEqual(no);
});

test("a room has an owner: handed over by its owners, or to who is there longest; without members it goes", async () => {
  const { ann, ben, cleo, una } = site.people;
  const room = await site.make(ann, { kind: "private", name: "House", topic: "" });
  // One after the other: Cleo is there before Ben.
  site.clock.now += 1000;
  await room.act(ann, { act: "add", uids: [cleo.uid] });
  site.clock.now += 1000;
  await room.act(ann, { act: "add", uids: [ben.uid] });
  const role = (who: SignedInClient, of: SignedInClient, is: "owner" | "member") =>
    room.act(who, { act: "role", uid: of.uid, role: is });
  const roles = async () => {
    const found = (await site.valueAt(`chat/${room.room}/members`)) as Record<
      string,
      { role: string }
    >;
    return Object.fromEntries(
      Object.entries(site.people).flatMap(([name, { uid }]) =>
        found[uid] ? [[name, found[uid].role]] : [],
      ),
    );
  };
  const membership = async ({ uid }: SignedInClient) =>
    (await site.serverBackend.getDocument(`memberships/chat_${room.room}_${uid}`))?.data["role"];
  expect(codeOf(await role(ann, ann, "member"))).toEqual([409, "last-owner"]);
  expect(codeOf(await role(ann, una, "owner"))).toEqual([404, "no-such-person"]);
  expect(codeOf(await role(ann, ben, "owner"))).toEqual(done);
  expect([
    await membership(ben),
    await site.valueAt(`chatOf/${ben.uid}/${room.room}/role`),
  ]).toEqual(["owner", "owner"]);
  expect(codeOf(await role(ben, ann, "member"))).toEqual(done);
  expect(codeOf(await role(ann, ann, "owner"))).toEqual(no);
  expect(await roles()).toEqual({ ann: "member", ben: "owner", cleo: "member" });
  // Ann came first.
  expect(codeOf(await room.act(ben, { act: "leave" }))).toEqual(done);
  expect(await roles()).toEqual({ ann: "owner", cleo: "member" });
  expect([await membership(ann), await membership(ben)]).toEqual(["owner", undefined]);
  expect(codeOf(await room.act(cleo, { act: "leave" }))).toEqual(done);
  expect(await roles()).toEqual({ ann: "owner" });
  expect(codeOf(await room.act(ann, { act: "leave" }))).toEqual(done);
  expect(await site.valueAt(`chat/${room.room}`)).toBeNull();
  expect(await membership(ann)).toBeUndefined();
  expect(codeOf(await room.send(ann, "Anybody?"))).toEqual(none);
});

test("the owner of the site is the admin who has been there longest and may still sign in", async () => {
  const { ann, bo, eddy } = site.people;
  const owner = () => site.ask("GET /api/chat/owner", ann);
  const row = (uid: string, value: object) =>
    site.serverBackend.updateValues(
      Object.fromEntries(
        Object.entries(value).map(([name, is]) => [`directory/${uid}/${name}`, is as string]),
      ),
    );
  expect(await owner()).toEqual({ status: 200, json: null });
  await row(bo.uid, { role: "admin", createdAt: "2026-02-01" });
  expect((await owner()).json).toEqual({ uid: bo.uid, name: "bo" });
  await row(eddy.uid, { role: "admin", createdAt: "2026-01-01" });
  expect((await owner()).json).toEqual({ uid: eddy.uid, name: "eddy" });
  await row(eddy.uid, { disabled: true });
  expect((await owner()).json).toEqual({ uid: bo.uid, name: "bo" });
  expect((await site.ask("GET /api/chat/owner", undefined)).status).toBe(401);
});

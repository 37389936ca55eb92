/** What follows of chat: notices, the end of accounts, the daily sweep, listens of who is removed. */
import { onValue, ref, set } from "firebase/database";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type SignedInClient, createSdkClient, signUp } from "../../tests/support/sdk-client.ts";
import { type ServedSite, serveSite } from "../../tests/support/served-site.ts";
import { serveChat } from "../api/chat/testing/serve-chat.ts";
import { leaveShared } from "../account-data/leave-shared.ts";

let site: ServedSite;
let ann: SignedInClient;
let ben: SignedInClient;
beforeAll(async () => {
  site = await serveSite();
  [ann, ben] = await Promise.all([
    signUp(createSdkClient(site.origin)),
    signUp(createSdkClient(site.origin)),
  ]);
  await site.serverBackend.updateValues({
    [`users/${ann.uid}/name`]: "Ann",
    [`users/${ben.uid}/name`]: "Ben",
    [`profiles/${ann.uid}`]: { name: "Ann", findable: true },
    [`profiles/${ben.uid}`]: { name: "Ben", findable: true },
  });
});
afterAll(async () => {
  await Promise.all([ann, ben].map((client) => client[Symbol.asyncDispose]()));
  await site[Symbol.asyncDispose]();
});

let clock = Date.now();
const open = () => serveChat({ backend: site.serverBackend, now: () => clock });
type Ask = Awaited<ReturnType<typeof open>>["ask"];
const valueAt = async (path: string) => (await site.serverBackend.getValue(path)).value;
let ids = 0;
const newId = () => `fo${String((ids += 1)).padStart(18, "0")}`;

async function house(ask: Ask): Promise<string> {
  const asked = { kind: "private", name: "House", topic: "", uids: [ben.uid] };
  return String((await ask("POST /api/chat", ann, asked)).json?.["room"]);
}
const say = (ask: Ask, room: string, client: SignedInClient, text: string, more: object = {}) =>
  ask(`POST /api/chat/${room}/messages`, client, { id: newId(), text, ...more });

test("a direct message is told once until it was read, and not at all to who has it open", async () => {
  await using served = await open();
  const { ask, jobs } = served;
  const made = await ask("POST /api/chat", ann, { kind: "direct", uid: ben.uid });
  const room = String(made.json?.["room"]);
  const notice = `notifications/${ben.uid}/chat-${room}`;
  const run = async () => {
    await served.settled();
    clock += 10_000;
    await jobs.runDue();
  };
  await say(ask, room, ann, "Secret words");
  await run();
  const told = (await valueAt(notice)) as Record<string, unknown>;
  expect(told).toMatchObject({
    kind: "chat",
    title: "Ann would like to write to you",
    path: `/Chat?room=${room}&at=m000000001`,
  });
  expect(JSON.stringify(told)).not.toContain("Secret");
  await say(ask, room, ann, "More");
  await run();
  expect(await valueAt(`${notice}/path`)).toContain("m000000001");
  await set(ref(ben.database, `chatReads/${ben.uid}/${room}`), { n: 2 });
  await say(ask, room, ben, "Hello");
  await say(ask, room, ann, "Third");
  await run();
  expect(await valueAt(notice)).toMatchObject({
    title: "Ann wrote to you",
    path: `/Chat?room=${room}&at=m000000004`,
  });
  await set(ref(ben.database, `chatReads/${ben.uid}/${room}`), { n: 5 });
  await say(ask, room, ann, "Read at once");
  await run();
  expect(await valueAt(`${notice}/path`)).toContain("m000000004");
});

test("a reaction to a direct message is told once of each message, until it was looked at, and not once it is taken back", async () => {
  await using served = await open();
  const { ask, jobs } = served;
  const made = await ask("POST /api/chat", ann, { kind: "direct", uid: ben.uid });
  const room = String(made.json?.["room"]);
  const run = async () => {
    await served.settled();
    clock += 10_000;
    await jobs.runDue();
  };
  const said = await say(ask, room, ann, "Are you there?");
  const key = String(said.json?.["key"]);
  await say(ask, room, ben, "Yes");
  await run();
  const notice = `notifications/${ann.uid}/chat-${room}-reaction-${key}`;
  const react = (client: SignedInClient, emoji: string, on = true, more: object = { key }) =>
    ask(`POST /api/chat/${room}/acts`, client, { act: "react", emoji, on, ...more });
  await react(ann, "👀");
  await react(ben, "👍");
  await react(ben, "👍", false);
  await run();
  expect(await valueAt(notice)).toBeNull();
  // Also where they have read the room: a reaction is no message.
  await react(ben, "👍");
  await run();
  expect(await valueAt(notice)).toMatchObject({
    kind: "chat",
    title: "Ben reacted to what you wrote",
    path: `/Chat?room=${room}&at=${key}`,
  });
  const told = await valueAt(notice);
  await react(ben, "🎉");
  await run();
  expect(await valueAt(notice)).toEqual(told);
  await set(ref(ann.database, `${notice}/read`), true);
  await react(ben, "🚀");
  await run();
  expect(await valueAt(`${notice}/read`)).not.toBe(true);
  // Answers in threads, too, and nobody of a room.
  await say(ask, room, ann, "In the thread", { root: key });
  await react(ben, "👍", true, { key: "m000000001", root: key });
  await set(ref(ann.database, `chatReads/${ann.uid}/${room}`), { n: 0, quiet: "none" });
  await react(ben, "👍", true, { key: "m000000001" });
  const other = await house(ask);
  await say(ask, other, ann, "To all");
  const toAll = { act: "react", key: "m000000003", emoji: "👍", on: true };
  expect((await ask(`POST /api/chat/${other}/acts`, ben, toAll)).status).toBe(204);
  await set(ref(ann.database, `chatReads/${ann.uid}/${room}`), { n: 0 });
  await run();
  const all = Object.keys((await valueAt(`notifications/${ann.uid}`)) as object);
  expect(all.filter((id) => id.includes("-reaction-"))).toEqual(
    expect.arrayContaining([`chat-${room}-reaction-${key}m000000001`]),
  );
  expect(all.filter((id) => id.startsWith(`chat-${other}-reaction-`))).toEqual([]);
});

test("who is named is told, unless they are quiet or have blocked who wrote", async () => {
  await using served = await open();
  const { ask, jobs } = served;
  const room = await house(ask);
  const name = `@[Ben](${ben.uid})`;
  const noticesOf = async () => {
    await served.settled();
    clock += 10_000;
    await jobs.runDue();
    const all = Object.keys((await valueAt(`notifications/${ben.uid}`)) ?? {});
    return all.filter((id) => id.startsWith(`chat-${room}-m`));
  };
  await say(ask, room, ann, `Hi ${name}`);
  expect(await noticesOf()).toEqual([`chat-${room}-m000000003`]);
  await set(ref(ben.database, `chatReads/${ben.uid}/${room}`), { n: 0, quiet: "none" });
  await say(ask, room, ann, `Hi ${name}`);
  expect(await noticesOf()).toHaveLength(1);
  await set(ref(ben.database, `chatReads/${ben.uid}/${room}`), { n: 0 });
  await ask("POST /api/chat/blocks", ben, { uid: ann.uid, on: true });
  await say(ask, room, ann, `Hi ${name}`);
  expect(await noticesOf()).toHaveLength(1);
  expect(await valueAt(`chatOf/${ben.uid}/${room}/mention`)).toBe(4);
  await ask("POST /api/chat/blocks", ben, { uid: ann.uid, on: false });
});

test("who is removed loses the open listen at once, and marks nothing read any more", async () => {
  await using served = await open();
  const { ask } = served;
  const room = await house(ask);
  const heard: unknown[] = [];
  const first = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<void>();
  onValue(
    ref(ben.database, `chat/${room}/messages`),
    (snapshot) => {
      heard.push(Object.keys(snapshot.val() as object).length);
      first.resolve();
    },
    () => ended.resolve(),
  );
  await first.promise;
  const acts = `POST /api/chat/${room}/acts`;
  expect((await ask(acts, ann, { act: "remove", uid: ben.uid })).status).toBe(204);
  await ended.promise;
  await say(ask, room, ann, "Among us");
  expect(heard).not.toContain(4);
  await expect(set(ref(ben.database, `chatReads/${ben.uid}/${room}`), { n: 1 })).rejects.toThrow(
    /permission/i,
  );
  await expect(set(ref(ben.database, `chatTyping/${room}/${ben.uid}`), 1)).rejects.toThrow(
    /permission/i,
  );
});

test("an account that goes leaves its rooms: handed over, or gone with the last one", async () => {
  await using served = await open();
  const { ask } = served;
  await using gone = await signUp(createSdkClient(site.origin));
  await site.serverBackend.updateValues({
    [`profiles/${gone.uid}`]: { name: "Gone", findable: true },
  });
  const alone = await ask("POST /api/chat", gone, { kind: "private", name: "Alone", topic: "" });
  const asked = { kind: "private", name: "Ours", topic: "", uids: [ben.uid] };
  const ours = String((await ask("POST /api/chat", gone, asked)).json?.["room"]);
  await say(ask, ours, gone, "It stays");
  const direct = await ask("POST /api/chat", gone, { kind: "direct", uid: ben.uid });
  const talk = String(direct.json?.["room"]);
  await say(ask, talk, gone, "Bye");
  const result = await leaveShared(site.serverBackend, gone.uid, served.ofAccounts);
  expect(result).toEqual({ passed: 1, gone: 1 });
  expect(await valueAt(`chat/${String(alone.json?.["room"])}`)).toBeNull();
  expect(await valueAt(`chat/${ours}/members/${ben.uid}/role`)).toBe("owner");
  expect(await valueAt(`chat/${ours}/messages/m000000003/text`)).toBe("It stays");
  expect(await valueAt(`chatOf/${gone.uid}`)).toBeNull();
  expect((await say(ask, talk, ben, "Hello?")).status).toBe(403);
  const where = { kind: "chat", uid: gone.uid };
  expect(await site.serverBackend.findDocuments("memberships", { where, limit: 5 })).toEqual([]);
});

test("once a day lists, counts and memberships are mended, and what nothing names goes", async () => {
  await using served = await open();
  const { ask, sweep } = served;
  const room = await house(ask);
  await say(ask, room, ann, "One");
  const { serverBackend: backend } = site;
  const lost = `chat/${room}/${ann.uid}/lost`;
  await backend.putObject(lost, new Uint8Array([1]), { contentType: "text/plain" });
  await backend.updateValues({
    [`chat/${room}/count`]: 9,
    [`chatOf/${ben.uid}/${room}`]: null,
    [`users/${ben.uid}/name`]: "Benjamin",
    [`chatMarks/${room}/nobody`]: { out: 1 },
  });
  await backend.commit([{ delete: `memberships/chat_${room}_${ben.uid}` }]);
  clock += 2 * 86_400_000;
  expect(await sweep()).toMatchObject({ failed: 0 });
  expect(await valueAt(`chat/${room}/count`)).toBe(2);
  expect(await valueAt(`chatOf/${ben.uid}/${room}`)).toMatchObject({ name: "House" });
  expect(await valueAt(`chat/${room}/members/${ben.uid}/name`)).toBe("Benjamin");
  expect(await valueAt(`chatMarks/${room}`)).toBeNull();
  expect(await backend.getDocument(`memberships/chat_${room}_${ben.uid}`)).not.toBeNull();
  expect(await backend.getObject(lost)).toBeNull();
  expect(await valueAt(`chat/${room}/sent/${ann.uid}`)).not.toBeNull();
  clock += 31 * 86_400_000;
  await sweep();
  expect(await valueAt(`chat/${room}/sent`)).toBeNull();
  expect(await valueAt(`chat/${room}/last`)).toBeNull();
  await backend.updateValues({ [`chat/${room}/members`]: null });
  await sweep();
  expect(await valueAt(`chat/${room}`)).toBeNull();
});

test("who follows a thread without being a member is told of no answer, and followed no more", async () => {
  await using served = await open();
  const { ask, sweep } = served;
  const room = await house(ask);
  const root = String((await say(ask, room, ann, "Root")).json?.["key"]);
  await say(ask, room, ben, "One", { root });
  const followers = `chat/${room}/followers/${root}`;
  const gone = Object.fromEntries(Array.from({ length: 99 }, (_, at) => [`gone${at}`, true]));
  const { serverBackend: backend } = site;
  await backend.updateValues({ [followers]: { ...gone, [ann.uid]: true } });
  await say(ask, room, ben, "Two", { root });
  const both = { [ann.uid]: true, [ben.uid]: true };
  expect(await valueAt(followers)).toEqual(both);
  expect(await valueAt("chatOf/gone1")).toBeNull();
  expect(await valueAt(`chatOf/${ben.uid}/${room}/threads/${root}`)).toBe(2);

  const reads = `chatReads/${ben.uid}/${room}`;
  await backend.updateValues({
    [`${followers}/gone1`]: true,
    [reads]: { n: 3, threads: { [root]: 1, m000000099: 4 } },
  });
  await sweep();
  expect(await valueAt(followers)).toEqual(both);
  expect(await valueAt(reads)).toEqual({ n: 3, threads: { [root]: 1 } });
});

test("of a room with thousands another name is in their lists soon, and each change of it stays small", async () => {
  await using served = await open();
  const { ask, jobs } = served;
  const { serverBackend: backend } = site;
  await backend.updateValues({ [`users/${ann.uid}/roles`]: { admin: true } });
  const made = await ask("POST /api/chat", ann, { kind: "public", name: "Old", topic: "" });
  const room = String(made.json?.["room"]);
  const uids = Array.from({ length: 1_100 }, (_, at) => `many${at}`);
  const entry = { kind: "public", name: "Old", role: "member", at: 1, from: 0 };
  await backend.updateValues({
    ...Object.fromEntries(
      uids.flatMap((uid) => [
        [`chat/${room}/members/${uid}`, { role: "member", name: uid, at: 1, muted: 0 }],
        [`chatOf/${uid}/${room}`, entry],
      ]),
    ),
    [`chat/${room}/count`]: 1_101,
  });
  const seq = Number(await valueAt(`chat/${room}/seq`));
  const act = { act: "change", name: "New" };
  expect((await ask(`POST /api/chat/${room}/acts`, ann, act)).status).toBe(204);
  expect(await valueAt(`chatRooms/${room}/name`)).toBe("New");
  expect(await valueAt(`chatOf/many0/${room}/name`)).toBe("Old");
  // Who has left meanwhile has no room in their list again.
  await backend.updateValues({ [`chat/${room}/members/many7`]: null, [`chatOf/many7`]: null });
  await jobs.runDue();
  const all = await Promise.all(
    [ann.uid, ...uids].map((uid) => valueAt(`chatOf/${uid}/${room}/name`)),
  );
  expect(all.filter((name) => name !== "New")).toEqual([null]);
  expect(await valueAt("chatOf/many7")).toBeNull();
  expect(await valueAt(`chat/${room}/seq`)).toBe(seq + 4);
  await backend.updateValues({
    [`chatOf/many9/${room}/name`]: "Odd",
    [`users/${ann.uid}/roles`]: null,
  });
  await served.sweep();
  expect(await valueAt(`chatOf/many9/${room}/name`)).toBe("New");
});

test("what somebody writes is read by them where all before it was, whatever device sends it", async () => {
  await using served = await open();
  const { ask } = served;
  const room = await house(ask);
  const readOf = async (client: SignedInClient) => valueAt(`chatReads/${client.uid}/${room}`);
  const { n } = (await valueAt(`chat/${room}/head`)) as { n: number };
  const own = `chatReads/${ann.uid}/${room}`;
  await site.serverBackend.updateValues({ [`${own}/n`]: n });
  await say(ask, room, ann, "One");
  await say(ask, room, ann, "Two");
  expect(await readOf(ann)).toEqual({ n: n + 2 });
  await say(ask, room, ben, "Three");
  await say(ask, room, ann, "Four");
  // She has not seen what Ben wrote.
  expect(await readOf(ann)).toEqual({ n: n + 2 });
  const root = `m${String(n + 1).padStart(9, "0")}`;
  await say(ask, room, ann, "In it", { root });
  await site.serverBackend.updateValues({ [`${own}/threads/${root}`]: 1 });
  await say(ask, room, ann, "In it, too", { root });
  await say(ask, room, ben, "And I", { root });
  await say(ask, room, ann, "Yes", { root });
  expect(await readOf(ann)).toEqual({ n: n + 2, threads: { [root]: 2 } });
});

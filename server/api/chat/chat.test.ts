import { afterAll, beforeAll, expect, test } from "vitest";
import { createSdkClient, signUp } from "../../../tests/support/sdk-client.ts";
import type { SignedInClient } from "../../../tests/support/sdk-client.ts";
import { hostedBackendOf, serveSite } from "../../../tests/support/served-site.ts";
import type { ServedSite } from "../../../tests/support/served-site.ts";
import { serveChat } from "./testing/serve-chat.ts";

let site: ServedSite;
let ann: SignedInClient;
let ben: SignedInClient;
let eve: SignedInClient;
let boss: SignedInClient;
const names = ["Ann Archer", "Ben Baker", "Eve Eaton", "Bo Boss"];
beforeAll(async () => {
  site = await serveSite();
  const people = await Promise.all(names.map(() => signUp(createSdkClient(site.origin))));
  [ann, ben, eve, boss] = people as [typeof ann, typeof ben, typeof eve, typeof boss];
  const values = people.flatMap(({ uid }, at): [string, string | boolean | object][] => [
    [`users/${uid}/name`, names[at]!],
    [`profiles/${uid}`, { name: names[at]!, findable: true }],
    [
      `directory/${uid}`,
      { sortName: names[at]!.toLowerCase(), sortLastName: names[at]!.toLowerCase().split(" ")[1]! },
    ],
  ]);
  await site.serverBackend.updateValues({
    ...(Object.fromEntries(values) as Record<string, never>),
    [`users/${boss.uid}/roles`]: { admin: true, editor: true, user: true },
  });
});
afterAll(async () => {
  await Promise.all([ann, ben, eve, boss].map((client) => client[Symbol.asyncDispose]()));
  await site[Symbol.asyncDispose]();
});

const open = (now: () => number = Date.now, backend = site.serverBackend) =>
  serveChat({ backend, now });
type Served = Awaited<ReturnType<typeof open>>;
type Ask = Served["ask"];
const valueAt = async (path: string) => (await site.serverBackend.getValue(path)).value;
let ids = 0;
const newId = () => `id${String((ids += 1)).padStart(18, "0")}`;
const codeOf = ({ status, json }: Awaited<ReturnType<Ask>>) => [
  status,
  (json?.["error"] as { code?: string } | undefined)?.code,
];

function sending(ask: Ask, room: string) {
  return (client: SignedInClient, text: string, more: object = {}) =>
    ask(`POST /api/chat/${room}/messages`, client, { id: newId(), text, ...more });
}
async function privateRoom(ask: Ask, ...members: SignedInClient[]): Promise<string> {
  const made = await ask("POST /api/chat", ann, {
    kind: "private",
    name: "House",
    topic: "",
    uids: members.map(({ uid }) => uid),
  });
  expect(made.status).toBe(201);
  return String(made.json?.["room"]);
}
async function publicRoom(ask: Ask): Promise<string> {
  const made = await ask("POST /api/chat", boss, { kind: "public", name: "Lounge", topic: "All" });
  expect(made.status).toBe(201);
  return String(made.json?.["room"]);
}

test("a private room: made, filled, written in, left; the last owner hands it over; without members it goes", async () => {
  await using served = await open();
  const { ask } = served;
  const room = await privateRoom(ask, ben);
  const send = sending(ask, room);
  expect(await valueAt(`chatOf/${ben.uid}/${room}`)).toMatchObject({
    kind: "private",
    name: "House",
    role: "member",
    from: 2,
  });
  const id = newId();
  const first = await send(ann, "  Hello\r\nyou ", { id });
  expect(first).toEqual({ status: 201, json: { key: "m000000003", at: expect.any(Number) } });
  expect(await send(ann, "Hello", { id })).toEqual({ status: 200, json: first.json });
  expect(await valueAt(`chat/${room}/messages/m000000003`)).toMatchObject({
    by: ann.uid,
    text: "Hello\nyou",
  });
  expect(await valueAt(`chat/${room}/head`)).toMatchObject({ n: 3, text: "Hello you" });
  expect(codeOf(await send(eve, "Let me in"))).toEqual([404, "no-such-room"]);
  expect(codeOf(await ask(`POST /api/chat/${room}/join`, eve))).toEqual([404, "no-such-room"]);
  const act = (who: SignedInClient, body: object) => ask(`POST /api/chat/${room}/acts`, who, body);
  expect((await act(ann, { act: "leave" })).status).toBe(204);
  expect(await valueAt(`chat/${room}/members/${ben.uid}/role`)).toBe("owner");
  expect(await valueAt(`chatOf/${ann.uid}/${room}`)).toBeNull();
  const membership = (uid: string) =>
    site.serverBackend.getDocument(`memberships/chat_${room}_${uid}`);
  expect(await membership(ann.uid)).toBeNull();
  expect((await membership(ben.uid))?.data["role"]).toBe("owner");
  expect((await act(ben, { act: "leave" })).status).toBe(204);
  expect(await valueAt(`chat/${room}`)).toBeNull();
});

test("messages are judged: text, threads, quotes, mentions, files", async () => {
  await using served = await open();
  const { ask } = served;
  const room = await privateRoom(ask, ben);
  const send = sending(ask, room);
  expect((await send(ann, " \n ")).status).toBe(400);
  expect((await send(ann, "x".repeat(4001))).status).toBe(400);
  expect((await send(ann, "bell\u0007")).status).toBe(400);
  const { json } = await send(ann, `Hi @[Ben](${ben.uid}) and @[Eve](${eve.uid})`);
  const root = json!["key"] as string;
  expect(await valueAt(`chat/${room}/messages/${root}/mentions`)).toEqual({ [ben.uid]: true });
  expect(await valueAt(`chatOf/${ben.uid}/${room}/mention`)).toBe(3);
  const reply = await send(ben, "Answer", { root });
  expect(reply.json).toMatchObject({ key: "m000000001" });
  expect(await valueAt(`chat/${room}/head/n`)).toBe(3);
  expect(await valueAt(`chat/${room}/messages/${root}/thread`)).toMatchObject({
    count: 1,
    people: { [ben.uid]: true },
  });
  expect(await valueAt(`chatOf/${ann.uid}/${room}/threads/${root}`)).toBe(1);
  await send(ben, "See above", { quote: root });
  expect(await valueAt(`chat/${room}/messages/m000000004/quote`)).toEqual({
    key: root,
    by: ann.uid,
    text: "Hi @Ben and @Eve",
  });
  expect(codeOf(await send(ben, "x", { quote: "m000000099" }))).toEqual([404, "no-such-message"]);
  expect(codeOf(await send(ben, "x", { root: "m000000099" }))).toEqual([404, "no-such-message"]);
  const file = (path: string) => ({ path, name: "a.txt", type: "text/html", bytes: 1 });
  const own = `${ann.uid}/f1`;
  await site.serverBackend.putObject(`chat/${room}/${own}`, new Uint8Array([97, 98]), {
    contentType: "text/plain",
  });
  const missing = await send(ann, "", { files: [file(`${ann.uid}/none`)] });
  expect(codeOf(missing)).toEqual([409, "no-such-file"]);
  expect(codeOf(await send(ben, "", { files: [file(own)] }))).toEqual([409, "no-such-file"]);
  expect((await send(ann, "", { files: [file(own)] })).status).toBe(201);
  expect(await valueAt(`chat/${room}/messages/m000000005/files`)).toEqual([
    { path: own, name: "a.txt", type: "text/plain", bytes: 2 },
  ]);
  expect(codeOf(await send(ann, "", { files: [file(own)] }))).toEqual([409, "no-such-file"]);
  const act = (who: SignedInClient, body: object) => ask(`POST /api/chat/${room}/acts`, who, body);
  expect((await act(ann, { act: "delete", key: "m000000005" })).status).toBe(204);
  expect(await site.serverBackend.getObject(`chat/${room}/${own}`)).toBeNull();
});

test("edit, delete, react and pin: by whom they may be, and twice as once", async () => {
  await using served = await open();
  const { ask } = served;
  const room = await privateRoom(ask, ben);
  const send = sending(ask, room);
  const act = (who: SignedInClient, body: object) => ask(`POST /api/chat/${room}/acts`, who, body);
  const key = (await send(ben, "One")).json!["key"] as string;
  expect(codeOf(await act(ann, { act: "edit", key, text: "Two" }))).toEqual([403, "not-allowed"]);
  expect((await act(ben, { act: "edit", key, text: "Two" })).status).toBe(204);
  expect(await valueAt(`chat/${room}/head/text`)).toBe("Two");
  const react = { act: "react", key, emoji: "👍🏽", on: true };
  expect((await act(ann, react)).status).toBe(204);
  const seq = await valueAt(`chat/${room}/seq`);
  expect((await act(ann, react)).status).toBe(204);
  expect(await valueAt(`chat/${room}/seq`)).toBe(seq);
  expect(await valueAt(`chat/${room}/messages/${key}/reactions`)).toEqual({
    "👍🏽": { [ann.uid]: true },
  });
  for (const emoji of ["ab", "#️⃣", "👍👍", "a/b"]) {
    // oxlint-disable-next-line no-await-in-loop
    expect([emoji, (await act(ann, { ...react, emoji })).status]).toEqual([emoji, 400]);
  }
  const pin = { act: "pin", key, on: true };
  expect(codeOf(await act(ben, pin))).toEqual([403, "not-allowed"]);
  expect((await act(ann, pin)).status).toBe(204);
  expect((await act(ann, { act: "delete", key })).status).toBe(204);
  expect(await valueAt(`chat/${room}/messages/${key}`)).toEqual({
    by: ben.uid,
    at: expect.any(Number),
    id: expect.any(String),
    text: "",
    gone: { by: ann.uid, at: expect.any(Number) },
  });
  expect(await valueAt(`chat/${room}/pins`)).toBeNull();
  expect(await valueAt(`chat/${room}/head/text`)).toBe("");
  expect(codeOf(await act(ben, { act: "edit", key, text: "x" }))).toEqual([404, "no-such-message"]);
  expect((await act(ben, { act: "delete", key: "../members" })).status).toBe(400);
});

test("a direct message waits to be taken, is one of two people, and a block ends it", async () => {
  await using served = await open();
  const { ask } = served;
  const make = (from: SignedInClient, to: SignedInClient) =>
    ask("POST /api/chat", from, { kind: "direct", uid: to.uid });
  const made = await make(ann, eve);
  expect(made.status).toBe(201);
  const room = String(made.json!["room"]);
  expect(room).toMatch(/^d[a-z2-7]{31}$/);
  expect(await make(ann, eve)).toEqual({ status: 200, json: { room } });
  const send = sending(ask, room);
  const own = `chatOf/${eve.uid}/${room}`;
  expect(await valueAt(own)).toBeNull();
  for (const text of ["1", "2", "3"]) {
    // oxlint-disable-next-line no-await-in-loop
    expect((await send(ann, text)).status).toBe(201);
  }
  expect(await valueAt(own)).toMatchObject({ request: true, name: "Ann Archer", other: ann.uid });
  expect(codeOf(await send(ann, "4"))).toEqual([409, "waits"]);
  expect(await send(eve, "Yes?")).toMatchObject({ status: 201 });
  expect(await valueAt(`${own}/request`)).toBeNull();
  expect((await send(ann, "4")).status).toBe(201);
  // Who leaves it has it again with the next message.
  expect((await ask(`POST /api/chat/${room}/acts`, eve, { act: "leave" })).status).toBe(204);
  expect(await valueAt(own)).toBeNull();
  expect((await send(ann, "5")).status).toBe(201);
  // What was read before is not unread again.
  expect(await valueAt(own)).toMatchObject({ kind: "direct", from: 5 });
  const block = (on: boolean) => ask("POST /api/chat/blocks", eve, { uid: ann.uid, on });
  expect((await block(true)).status).toBe(204);
  expect(codeOf(await send(ann, "6"))).toEqual([403, "not-taken"]);
  const edit = { act: "edit", key: "m000000001", text: "x" };
  expect(codeOf(await ask(`POST /api/chat/${room}/acts`, ann, edit))).toEqual([403, "not-taken"]);
  expect(codeOf(await send(eve, "6"))).toEqual([403, "not-taken"]);
  const found = await ask("GET /api/chat/people?q=ea", ann);
  expect(found.json).toEqual({ people: [] });
  expect((await block(false)).status).toBe(204);
  expect((await ask("GET /api/chat/people?q=ea", ann)).json).toEqual({
    people: [{ uid: eve.uid, name: "Eve Eaton", avatar: null }],
  });
});

test("a public room: made by admins, joined by anybody, moderated by editors; muted and removed are stopped", async () => {
  let clock = Date.now();
  await using served = await open(() => clock);
  const { ask } = served;
  const asked = { kind: "public", name: "Mine", topic: "" };
  expect(codeOf(await ask("POST /api/chat", ann, asked))).toEqual([403, "not-allowed"]);
  const room = await publicRoom(ask);
  const send = sending(ask, room);
  const act = (who: SignedInClient, body: object) => ask(`POST /api/chat/${room}/acts`, who, body);
  const join = (who: SignedInClient) => ask(`POST /api/chat/${room}/join`, who);
  expect((await join(ann)).status).toBe(204);
  expect((await join(ann)).status).toBe(204);
  expect((await join(ben)).status).toBe(204);
  expect(await valueAt(`chatRooms/${room}`)).toMatchObject({ name: "Lounge", members: 3 });
  expect(codeOf(await act(ann, { act: "change", slow: 60 }))).toEqual([403, "not-allowed"]);
  expect((await act(boss, { act: "change", slow: 60 })).status).toBe(204);
  expect((await send(ann, "One")).status).toBe(201);
  expect(codeOf(await send(ann, "Two"))).toEqual([429, "slow"]);
  expect((await act(ann, { act: "leave" })).status).toBe(204);
  expect((await join(ann)).status).toBe(204);
  expect(codeOf(await send(ann, "Two"))).toEqual([429, "slow"]);
  expect((await send(boss, "A")).status).toBe(201);
  expect((await send(boss, "B")).status).toBe(201);
  clock += 60_000;
  expect((await send(ann, "Two")).status).toBe(201);
  expect((await act(boss, { act: "mute", uid: ann.uid, minutes: 10 })).status).toBe(204);
  expect(codeOf(await act(ann, { act: "mute", uid: boss.uid, minutes: 10 }))).toEqual([
    403,
    "not-allowed",
  ]);
  clock += 60_000;
  expect(codeOf(await send(ann, "Three"))).toEqual([403, "muted"]);
  // Leaving and coming back does not help.
  expect((await act(ann, { act: "leave" })).status).toBe(204);
  expect((await join(ann)).status).toBe(204);
  expect(codeOf(await send(ann, "Three"))).toEqual([403, "muted"]);
  clock += 600_000;
  expect((await send(ann, "Three")).status).toBe(201);
  expect((await act(boss, { act: "remove", uid: ann.uid })).status).toBe(204);
  expect(codeOf(await send(ann, "Four"))).toEqual([404, "no-such-room"]);
  expect(codeOf(await join(ann))).toEqual([403, "not-allowed"]);
  expect((await act(boss, { act: "add", uids: [ann.uid] })).status).toBe(204);
  clock += 60_000;
  expect((await send(ann, "Four")).status).toBe(201);
  expect((await act(boss, { act: "change", archived: true })).status).toBe(204);
  expect(codeOf(await send(ann, "Five"))).toEqual([403, "archived"]);
  expect(await valueAt(`chatRooms/${room}`)).toBeNull();
});

test("a report is all that moderators see of a private room; ending it takes the message away", async () => {
  await using served = await open();
  const { ask } = served;
  const room = await privateRoom(ask, ben);
  const send = sending(ask, room);
  const key = (await send(ben, "Rude words")).json!["key"] as string;
  const report = { act: "report", key, reason: "Rude" };
  const act = (who: SignedInClient, body: object) => ask(`POST /api/chat/${room}/acts`, who, body);
  expect(codeOf(await act(boss, { act: "delete", key }))).toEqual([404, "no-such-room"]);
  expect(codeOf(await act(eve, report))).toEqual([404, "no-such-room"]);
  expect((await act(ann, report)).status).toBe(204);
  expect((await act(ann, report)).status).toBe(204);
  expect((await ask("GET /api/chat/reports", ann)).status).toBe(403);
  const { json } = await ask("GET /api/chat/reports", boss);
  const [found, ...more] = json!["reports"] as { id: string }[];
  expect(more).toEqual([]);
  expect(found).toMatchObject({ text: "Rude words", by: ben.uid, reportedBy: ann.uid, room });
  const end = await ask(`POST /api/chat/reports/${found!.id}`, boss, { end: "delete" });
  expect(end.status).toBe(204);
  expect(await valueAt(`chat/${room}/messages/${key}`)).toMatchObject({
    text: "",
    gone: { by: boss.uid },
  });
  expect((await ask("GET /api/chat/reports", boss)).json).toEqual({ reports: [], next: null });
  const { entries } = await served.audit.list({ limit: 5 });
  expect(entries[0]).toMatchObject({ action: "chat.end-report", target: ben.uid });
});

test("search finds all words, also in threads, and by pieces", async () => {
  await using served = await open();
  const { ask } = served;
  const room = await privateRoom(ask, ben);
  const send = sending(ask, room);
  const root = (await send(ann, "The Über plan")).json!["key"] as string;
  await send(ben, "a plan, uber good", { root });
  await send(ben, "another plan");
  const search = (who: SignedInClient, q: string) =>
    ask(`GET /api/chat/${room}/search?q=${encodeURIComponent(q)}`, who);
  expect((await search(ben, "uber PLAN")).json).toMatchObject({
    found: [{ key: "m000000001", root }, { key: root }],
    before: null,
  });
  expect((await search(eve, "plan")).status).toBe(404);
});

test("two servers far apart give each message its own number, and the same id one", async () => {
  await using near = await open();
  const hosted = await hostedBackendOf(site);
  await using far = await open(Date.now, hosted);
  const room = await privateRoom(near.ask, ben);
  const all = Array.from({ length: 12 }, (_, at) => ({ id: newId(), text: `${at}`, at }));
  const answers = await Promise.all(
    all.flatMap(({ id, text, at }) =>
      [near, far].map(({ ask }) =>
        ask(`POST /api/chat/${room}/messages`, at % 2 === 0 ? ann : ben, { id, text }),
      ),
    ),
  );
  const keys = answers.map(({ json }) => json?.["key"]);
  expect(new Set(keys).size).toBe(12);
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(12);
  expect(await valueAt(`chat/${room}/head/n`)).toBe(14);
  const messages = (await valueAt(`chat/${room}/messages`)) as Record<string, { id: string }>;
  const stored = Object.values(messages).flatMap(({ id }) => (id === "" ? [] : [id]));
  expect(stored.toSorted()).toEqual(all.map(({ id }) => id).toSorted());
});

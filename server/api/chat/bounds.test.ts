/** What members, strangers and those who were sent away try all the same. */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { FoundMessages, Reports } from "#lib/chat/api.ts";
import { createSdkClient, signUp } from "../../../tests/support/sdk-client.ts";
import type { SignedInClient } from "../../../tests/support/sdk-client.ts";
import { serveSite } from "../../../tests/support/served-site.ts";
import type { ServedSite } from "../../../tests/support/served-site.ts";
import { serveChat } from "./testing/serve-chat.ts";

let site: ServedSite;
let ann: SignedInClient;
let ben: SignedInClient;
let boss: SignedInClient;
const names = ["Ann", "Ben", "Bo"];
beforeAll(async () => {
  site = await serveSite();
  const people = await Promise.all(names.map(() => signUp(createSdkClient(site.origin))));
  [ann, ben, boss] = people as [typeof ann, typeof ben, typeof boss];
  const values = people.flatMap(({ uid }, at): [string, string | object][] => [
    [`users/${uid}/name`, names[at]!],
    [`profiles/${uid}`, { name: names[at]!, findable: true }],
  ]);
  await site.serverBackend.updateValues({
    ...(Object.fromEntries(values) as Record<string, never>),
    [`users/${boss.uid}/roles`]: { admin: true, editor: true, user: true },
  });
});
afterAll(async () => {
  await Promise.all([ann, ben, boss].map((client) => client[Symbol.asyncDispose]()));
  await site[Symbol.asyncDispose]();
});

let clock = Date.now();
const open = (backend = site.serverBackend) => serveChat({ backend, now: () => clock });
type Answer = { status: number; json: Record<string, unknown> | null };
const valueAt = async (path: string) => (await site.serverBackend.getValue(path)).value;
let ids = 0;
const newId = () => `bo${String((ids += 1)).padStart(18, "0")}`;
const codeOf = ({ status, json }: Answer) => [
  status,
  (json?.["error"] as { code?: string } | undefined)?.code,
];

type Served = Awaited<ReturnType<typeof open>>;
async function roomOf({ ask }: Served, who: SignedInClient, asked: object) {
  const made = await ask("POST /api/chat", who, asked);
  const room = String(made.json?.["room"]);
  return {
    room,
    send: (client: SignedInClient, text: string, more: object = {}) =>
      ask(`POST /api/chat/${room}/messages`, client, { id: newId(), text, ...more }),
    act: (client: SignedInClient, body: object) => ask(`POST /api/chat/${room}/acts`, client, body),
    join: (client: SignedInClient) => ask(`POST /api/chat/${room}/join`, client),
  };
}
const house = (served: Served) =>
  roomOf(served, ann, { kind: "private", name: "House", topic: "", uids: [ben.uid] });
const lounge = (served: Served) =>
  roomOf(served, boss, { kind: "public", name: "Lounge", topic: "" });
const talk = (served: Served) => roomOf(served, ann, { kind: "direct", uid: ben.uid });

test("a search that begins far behind the last message asks for no message that is not there", async () => {
  let pages = 0;
  const backend = new Proxy(site.serverBackend, {
    get(target, name) {
      if (name === "queryValues") pages += 1;
      // A search without an end would not end here either.
      if (pages > 3) throw new Error("Too much is read.");
      const value: unknown = Reflect.get(target, name);
      return typeof value === "function" ? (value.bind(target) as unknown) : value;
    },
  });
  await using served = await open(backend);
  const { room, send } = await house(served);
  await send(ann, "A plan");
  const found = await served.ask(`GET /api/chat/${room}/search?q=plan&before=m999999999`, ben);
  expect(found).toMatchObject({ status: 200, json: { found: [{ key: "m000000003" }], looked: 3 } });
});

test("a search finds every answer of a long thread, and goes on in the middle of it", async () => {
  await using served = await open();
  const { room, send } = await house(served);
  const root = String((await send(ann, "plan 0")).json?.["key"]);
  const count = 5_600;
  const keyOf = (n: number) => `m${String(n).padStart(9, "0")}`;
  const answers = Array.from({ length: count }, (_, at) => {
    const text = at % 1000 === 0 ? `plan ${at}` : "no";
    return [keyOf(at + 1), { by: ben.uid, at: 1, id: "", text }] as const;
  });
  await site.serverBackend.updateValues({
    [`chat/${room}/replies/${root}`]: Object.fromEntries(answers),
    [`chat/${room}/messages/${root}/thread`]: { count, at: 1 },
  });
  await send(ann, "After it, no");
  const search = async (before: string | null) => {
    const query = `q=plan${before === null ? "" : `&before=${encodeURIComponent(before)}`}`;
    const { status, json } = await served.ask(`GET /api/chat/${room}/search?${query}`, ben);
    expect(status).toBe(200);
    return json as unknown as FoundMessages;
  };
  const first = await search(null);
  expect(first.looked).toBe(5_000);
  expect(first.found.map(({ key, message: { text } }) => [key, text])).toEqual(
    [5, 4, 3, 2, 1].map((at) => [keyOf(at * 1000 + 1), `plan ${at}000`]),
  );
  expect(first.before).toBe(`${root}/${keyOf(602)}`);
  const second = await search(first.before);
  expect(second.found).toMatchObject([
    { key: keyOf(1), root },
    { key: root, message: { text: "plan 0" } },
  ]);
  // Each one once: the messages before it, too.
  expect(second).toMatchObject({ looked: 604, before: null });
});

test("who is named in ever more threads has a list that grows no more; a blocked one adds nothing to it", async () => {
  await using served = await open();
  const { room, send } = await house(served);
  const old = Array.from({ length: 200 }, (_, at) => `m${String(at + 500).padStart(9, "0")}`);
  const list = `chatOf/${ben.uid}/${room}/threads`;
  const reads = `chatReads/${ben.uid}/${room}`;
  await site.serverBackend.updateValues({
    [list]: Object.fromEntries(old.map((key) => [key, 1])),
    [reads]: { n: 2, threads: { [old[0]!]: 1, [old[1]!]: 1 } },
    [`chat/${room}/followers/${old[0]!}/${ben.uid}`]: true,
  });
  const root = String((await send(ann, "Root")).json?.["key"]);
  const text = `Look, @[Ben](${ben.uid})`;
  const block = (on: boolean) => served.ask("POST /api/chat/blocks", ben, { uid: ann.uid, on });
  await block(true);
  expect((await send(ann, text, { root })).status).toBe(201);
  expect(await valueAt(`${list}/${root}`)).toBeNull();
  await block(false);
  expect((await send(ann, text, { root })).status).toBe(201);
  const threads = Object.keys((await valueAt(list)) as object);
  expect(threads).toHaveLength(200);
  expect(threads).toContain(root);
  expect(threads).not.toContain(old[0]);
  expect(await valueAt(reads)).toEqual({ n: 2, threads: { [old[1]!]: 1 } });
  expect(await valueAt(`chat/${room}/followers/${old[0]!}`)).toBeNull();
});

test("who leaves a slow room and comes in again waits all the same; a day later nothing is known of it", async () => {
  await using served = await open();
  const { room, send, act, join } = await lounge(served);
  await act(boss, { act: "change", slow: 3600 });
  await join(ann);
  expect((await send(ann, "One")).status).toBe(201);
  expect((await act(ann, { act: "leave" })).status).toBe(204);
  expect((await join(ann)).status).toBe(204);
  expect(codeOf(await send(ann, "Two"))).toEqual([429, "slow"]);
  await act(ann, { act: "leave" });
  clock += 86_400_001;
  await send(boss, "Still here");
  await served.sweep();
  expect(Object.keys((await valueAt(`chat/${room}/last`)) as object)).toEqual([boss.uid]);
});

test("who leaves just before they are removed comes in no more; moderators cannot be shut out", async () => {
  await using served = await open();
  const { room, act, join } = await lounge(served);
  await join(ann);
  await join(ben);
  await act(ann, { act: "leave" });
  expect(codeOf(await act(ben, { act: "remove", uid: ann.uid }))).toEqual([403, "not-allowed"]);
  expect((await act(boss, { act: "remove", uid: ann.uid })).status).toBe(204);
  expect(codeOf(await join(ann))).toEqual([403, "not-allowed"]);
  expect((await act(boss, { act: "add", uids: [ann.uid] })).status).toBe(204);
  expect(await valueAt(`chatMarks/${room}`)).toBeNull();
  await site.serverBackend.updateValues({ [`users/${ben.uid}/roles/editor`]: true });
  expect(codeOf(await act(ben, { act: "remove", uid: boss.uid }))).toEqual([403, "not-allowed"]);
  await act(boss, { act: "leave" });
  expect(codeOf(await act(ben, { act: "remove", uid: boss.uid }))).toEqual([403, "not-allowed"]);
  await site.serverBackend.updateValues({ [`users/${ben.uid}/roles`]: null });
});

test("who is brought in, removed and brought in again is told once", async () => {
  await using served = await open();
  const { room, act } = await house(served);
  const told = async () => {
    await served.settled();
    clock += 10_000;
    await served.jobs.runDue();
    return valueAt(`notifications/${ben.uid}/chat-${room}/at`);
  };
  const at = await told();
  expect(at).toEqual(expect.any(Number));
  await act(ann, { act: "remove", uid: ben.uid });
  await act(ann, { act: "add", uids: [ben.uid] });
  expect(await told()).toBe(at);
  await site.serverBackend.updateValues({ [`notifications/${ben.uid}/chat-${room}/read`]: true });
  await act(ann, { act: "remove", uid: ben.uid });
  await act(ann, { act: "add", uids: [ben.uid] });
  expect(await told()).not.toBe(at);
});

test("a blocked one pins nothing in a direct message either", async () => {
  await using served = await open();
  const { send, act } = await talk(served);
  const key = String((await send(ann, "Hello")).json?.["key"]);
  await served.ask("POST /api/chat/blocks", ben, { uid: ann.uid, on: true });
  const pin = { act: "pin", key, on: true };
  expect(codeOf(await act(ann, pin))).toEqual([403, "not-taken"]);
  await served.ask("POST /api/chat/blocks", ben, { uid: ann.uid, on: false });
  expect((await act(ann, pin)).status).toBe(204);
});

test("to open a direct message with somebody whose account has gone makes them no member again", async () => {
  await using served = await open();
  const { room } = await roomOf(served, boss, { kind: "direct", uid: ben.uid });
  await served.ofAccounts.leave["chat"]?.(ben.uid, room);
  const again = await served.ask("POST /api/chat", boss, { kind: "direct", uid: ben.uid });
  expect(again).toEqual({ status: 200, json: { room } });
  const path = `memberships/chat_${room}_${ben.uid}`;
  expect(await site.serverBackend.getDocument(path)).toBeNull();
});

test("of several people the one who may not be brought in keeps no other one out", async () => {
  await using served = await open();
  const uids = ["nobody", ben.uid];
  const made = { kind: "private", name: "Several", topic: "", uids };
  const { room, act } = await roomOf(served, ann, made);
  expect(await valueAt(`chat/${room}/members/${ben.uid}/role`)).toBe("member");
  await act(ann, { act: "remove", uid: ben.uid });
  expect(codeOf(await act(ann, { act: "add", uids }))).toEqual([404, "no-such-person"]);
  expect(await valueAt(`chat/${room}/members/${ben.uid}/role`)).toBe("member");
});

test("a direct message that came while another one was read is told of", async () => {
  await using served = await open();
  const { room, send } = await roomOf(served, boss, { kind: "direct", uid: ann.uid });
  await send(boss, "One");
  await served.settled();
  await site.serverBackend.updateValues({ [`chatReads/${ann.uid}/${room}`]: { n: 1 } });
  await send(boss, "Two");
  await served.settled();
  clock += 10_000;
  await served.jobs.runDue();
  expect(await valueAt(`notifications/${ann.uid}/chat-${room}/path`)).toContain("m000000002");
});

test("in an hour somebody brings in a hundred people, and renames twenty times", async () => {
  await using served = await open();
  const { room, act, send } = await house(served);
  const fifty = (name: string) => Array.from({ length: 50 }, (_, at) => `${name}${at}`);
  const add = (uids: string[]) => act(ann, { act: "add", uids });
  expect((await add(fifty("a"))).status).toBe(404);
  expect((await add(fifty("b").slice(0, 49))).status).toBe(404);
  expect((await add([boss.uid])).status).toBe(429);
  const made = await served.ask("POST /api/chat", ann, {
    kind: "private",
    name: "Another",
    topic: "",
    uids: [boss.uid],
  });
  expect(made.status).toBe(429);
  for (let at = 0; at < 20; at += 1) {
    // oxlint-disable-next-line no-await-in-loop
    expect((await act(ann, { act: "change", name: `House ${at}` })).status).toBe(204);
  }
  expect((await act(ann, { act: "change", name: "House" })).status).toBe(429);
  expect((await act(ann, { act: "change", topic: "Still" })).status).toBe(204);
  expect((await send(ann, "Still")).status).toBe(201);
  expect(await valueAt(`chat/${room}/room/name`)).toBe("House 19");
  clock += 3_600_000;
  expect((await add([boss.uid])).status).toBe(204);
});

test("a message of nothing that can be seen is none, nor is one with control characters of any kind", async () => {
  await using served = await open();
  const { room, send, act } = await house(served);
  for (const text of ["\u200B\u2060", "\u202E \u00AD", "a\u0085b", "a\u009Bb"]) {
    // oxlint-disable-next-line no-await-in-loop
    expect([text, (await send(ann, text)).status]).toEqual([text, 400]);
  }
  const family = "👩‍👩‍👧";
  const key = String((await send(ann, family)).json?.["key"]);
  expect(await valueAt(`chat/${room}/messages/${key}/text`)).toBe(family);
  expect((await act(ann, { act: "edit", key, text: "\u200B" })).status).toBe(400);
});

test("an editor neither sees nor ends a report of their own message", async () => {
  await using served = await open();
  const { send, act } = await house(served);
  await site.serverBackend.updateValues({ [`users/${ben.uid}/roles/editor`]: true });
  const key = String((await send(ben, "Rude words")).json?.["key"]);
  await act(ann, { act: "report", key, reason: "Rude" });
  const list = async (who: SignedInClient) => {
    const { json } = await served.ask("GET /api/chat/reports", who);
    return (json!["reports"] as { id: string; by: string }[]).filter(({ by }) => by === ben.uid);
  };
  expect(await list(ben)).toEqual([]);
  const [report] = await list(boss);
  const end = (who: SignedInClient) =>
    served.ask(`POST /api/chat/reports/${report!.id}`, who, { end: "dismiss" });
  expect(codeOf(await end(ben))).toEqual([403, "not-allowed"]);
  expect((await end(boss)).status).toBe(204);
  await site.serverBackend.updateValues({ [`users/${ben.uid}/roles`]: null });
});

test("of more than a hundred reports all are listed by pages, and one end is of all of the same message", async () => {
  await using served = await open();
  const { room, send, act } = await house(served);
  const root = String((await send(ben, "Rude words")).json?.["key"]);
  const answer = String((await send(ben, "Ruder words", { root })).json?.["key"]);
  await act(ann, { act: "report", key: root, reason: "Rude" });
  await act(ann, { act: "report", key: answer, root, reason: "Rude" });
  const list = async (after = "") =>
    (await served.ask(`GET /api/chat/reports?after=${after}`, boss)).json as unknown as Reports;
  const { id: _, ...data } = (await list()).reports.find(
    (one) => one.room === room && one.key === root,
  )!;
  // Many others, at the same time.
  const others = Array.from({ length: 249 }, (_1, at) => String(at).padStart(32, "0"));
  await site.serverBackend.commit(
    others.map((id) => ({
      set: `chatReports/${id}`,
      data: { ...data, root: null, reportedBy: id },
    })),
  );
  const all: string[] = [];
  const pages: number[] = [];
  for (let next: string | null = ""; next !== null;) {
    // oxlint-disable-next-line no-await-in-loop
    const page: Reports = await list(next);
    pages.push(page.reports.length);
    all.push(...page.reports.filter((one) => one.room === room).map(({ id }) => id));
    ({ next } = page);
  }
  expect(pages.slice(0, 2)).toEqual([100, 100]);
  expect(all).toHaveLength(251);
  expect(new Set(all)).toHaveProperty("size", 251);
  const end = await served.ask(`POST /api/chat/reports/${others[7]!}`, boss, { end: "dismiss" });
  expect(end.status).toBe(204);
  // What stands in the thread has the number of another one.
  const left = (await list()).reports.filter((one) => one.room === room);
  expect(left.map(({ key, root: of }) => [key, of])).toEqual([[answer, root]]);
});

test("before a direct message is taken, three are sent or changed", async () => {
  await using served = await open();
  await using cy = await signUp(createSdkClient(site.origin));
  await site.serverBackend.updateValues({ [`profiles/${cy.uid}`]: { name: "Cy", findable: true } });
  const { send, act } = await roomOf(served, cy, { kind: "direct", uid: ben.uid });
  const key = String((await send(cy, "One")).json?.["key"]);
  const edit = (text: string, who = cy) => act(who, { act: "edit", key, text });
  expect((await edit("Two")).status).toBe(204);
  // The same once more is nothing new.
  expect((await edit("Two")).status).toBe(204);
  expect((await edit("Three")).status).toBe(204);
  expect(codeOf(await edit("Four"))).toEqual([409, "waits"]);
  expect(codeOf(await send(cy, "Four"))).toEqual([409, "waits"]);
  expect((await act(cy, { act: "delete", key })).status).toBe(204);
  expect((await act(ben, { act: "accept" })).status).toBe(204);
  const second = String((await send(cy, "Five")).json?.["key"]);
  expect((await act(cy, { act: "edit", key: second, text: "Six" })).status).toBe(204);
});

test("letters that are many when they are compared make a search look at fewer messages at once", async () => {
  await using served = await open();
  const { room } = await house(served);
  // One that is eighteen of them, as NFKD has it.
  const message = { by: ann.uid, at: clock, id: "", text: "\ufdfa".repeat(4000) };
  const count = 60;
  const messages = Object.fromEntries(
    Array.from({ length: count }, (_, at) => [`m${String(at + 1).padStart(9, "0")}`, message]),
  );
  await site.serverBackend.updateValues({
    [`chat/${room}/messages`]: messages,
    [`chat/${room}/head/n`]: count,
  });
  let before: string | null = "";
  let looked = 0;
  for (let requests = 0; before !== null; requests += 1) {
    expect(requests).toBeLessThan(10);
    const path = `GET /api/chat/${room}/search?q=nothing${before === "" ? "" : `&before=${before}`}`;
    // oxlint-disable-next-line no-await-in-loop -- each is known by the one before
    const found = (await served.ask(path, ann)).json as unknown as FoundMessages;
    expect(found.looked).toBeLessThan(20);
    looked += found.looked;
    ({ before } = found);
  }
  expect(looked).toBe(count);
});

test("a name turns and breaks no line, where others read it", async () => {
  await using served = await open();
  const { room, act } = await house(served);
  await act(ben, { act: "leave" });
  await site.serverBackend.updateValues({
    [`users/${ben.uid}/name`]: "\u202eBen\nThe AI\u2066",
  });
  await act(ann, { act: "add", uids: [ben.uid] });
  expect(await valueAt(`chat/${room}/members/${ben.uid}/name`)).toBe("Ben The AI");
  await site.serverBackend.updateValues({ [`users/${ben.uid}/name`]: "Ben" });
});

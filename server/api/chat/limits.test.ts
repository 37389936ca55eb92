/** How often somebody may ask, and how much there may be of what they make. docs/chat.md */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Answer } from "../../../tests/support/serve-endpoints.ts";
import { codeOf, openChatSite } from "./testing/chat-site.ts";
import { serveChat } from "./testing/serve-chat.ts";

let site: Awaited<ReturnType<typeof open>>;
const open = () =>
  openChatSite({ ann: {}, ben: {}, cleo: {}, eddy: { editor: true }, bo: { admin: true } });
beforeAll(async () => {
  site = await open();
});
afterAll(async () => site[Symbol.asyncDispose]());

type Served = Awaited<ReturnType<typeof serveChat>>;
const anew = () => serveChat({ backend: site.serverBackend, now: () => site.clock.now });

/** Statuses of so many requests at once, each one as often as it came. */
async function times(count: number, ask: () => Promise<Answer>): Promise<Record<number, number>> {
  const found: Record<number, number> = {};
  for (const { status } of await Promise.all(Array.from({ length: count }, ask))) {
    found[status] = (found[status] ?? 0) + 1;
  }
  return found;
}

// What is counted is that somebody asks: of what is answered 400 or 404 nothing else is done.
const room = `r${"a".repeat(19)}`;
test.each<{ of: string; most: number; backMs: number; endpoint: string; plain: number }>([
  {
    of: "messages",
    most: 60,
    backMs: 1000,
    endpoint: `POST /api/chat/${room}/messages`,
    plain: 400,
  },
  { of: "acts", most: 120, backMs: 500, endpoint: `POST /api/chat/${room}/acts`, plain: 400 },
  {
    of: "searches of people",
    most: 30,
    backMs: 2000,
    endpoint: "GET /api/chat/people?q=x",
    plain: 200,
  },
  {
    of: "searches of messages",
    most: 30,
    backMs: 2000,
    endpoint: `GET /api/chat/${room}/search?q=x`,
    plain: 404,
  },
  { of: "new rooms", most: 20, backMs: 180_000, endpoint: "POST /api/chat", plain: 400 },
])(
  "of $of an account may ask for $most at once, and nobody else waits for it",
  async ({ most, backMs, endpoint, plain }) => {
    await using served: Served = await anew();
    const ask = (who = site.people.ann) => served.ask(endpoint, who, {});
    expect(await times(most + 3, ask)).toEqual({ [plain]: most, 429: 3 });
    expect((await ask(site.people.ben)).status).toBe(plain);
    site.clock.now += backMs / 2;
    expect(codeOf(await ask())).toEqual([429, "too-many-requests"]);
    site.clock.now += backMs / 2 + 1;
    expect((await ask()).status).toBe(plain);
    expect((await ask()).status).toBe(429);
  },
);

test("joins, blocks and questions for the owner are counted with the acts, reports beside them", async () => {
  await using served: Served = await anew();
  const { ann, eddy } = site.people;
  await times(117, () => served.ask("GET /api/chat/owner", ann));
  expect((await served.ask("POST /api/chat/blocks", ann, {})).status).toBe(400);
  expect((await served.ask(`POST /api/chat/${room}/join`, ann)).status).toBe(404);
  expect((await served.ask(`POST /api/chat/${room}/acts`, ann, {})).status).toBe(400);
  expect((await served.ask("POST /api/chat/blocks", ann, {})).status).toBe(429);
  const list = () => served.ask("GET /api/chat/reports", eddy);
  expect(await times(121, list)).toEqual({ 200: 120, 429: 1 });
});

test("in an hour somebody reports ten times", async () => {
  await using served: Served = await anew();
  const { ann } = site.people;
  const report = () =>
    served.ask(`POST /api/chat/${room}/acts`, ann, {
      act: "report",
      key: "m000000001",
      reason: "",
    });
  expect(await times(12, report)).toEqual({ 404: 10, 429: 2 });
  expect((await served.ask("GET /api/chat/owner", ann)).status).toBe(200);
  site.clock.now += 360_001;
  expect(await times(2, report)).toEqual({ 404: 1, 429: 1 });
});

test("without a token nobody is served, and is counted by network", async () => {
  await using served: Served = await anew();
  const ask = () => served.ask(`POST /api/chat/${room}/messages`, undefined, {});
  expect(await times(61, ask)).toEqual({ 401: 60, 429: 1 });
  // Who is signed in from the same network is served.
  expect((await served.ask(`POST /api/chat/${room}/messages`, site.people.ann, {})).status).toBe(
    400,
  );
});

test("a room that is full takes nobody more, and one that leaves makes room", async () => {
  const { ann, ben, cleo, bo } = site.people;
  const house = await site.make(ann, { kind: "private", name: "House", topic: "" });
  const lounge = await site.make(bo, { kind: "public", name: "Lounge", topic: "" });
  const count = (of: string, is: number) =>
    site.serverBackend.updateValues({ [`chat/${of}/count`]: is });
  await count(house.room, 500);
  const add = { act: "add", uids: [ben.uid] };
  expect(codeOf(await house.act(ann, add))).toEqual([409, "room-full"]);
  expect(await site.valueAt(`chat/${house.room}/members/${ben.uid}`)).toBeNull();
  const where = { kind: "chat", id: house.room };
  expect(await site.serverBackend.findDocuments("memberships", { where, limit: 5 })).toHaveLength(
    1,
  );
  await count(house.room, 499);
  expect((await house.act(ann, add)).status).toBe(204);
  expect(codeOf(await house.act(ann, { act: "add", uids: [cleo.uid] }))).toEqual([
    409,
    "room-full",
  ]);
  expect((await house.act(ben, { act: "leave" })).status).toBe(204);
  expect((await house.act(ann, { act: "add", uids: [cleo.uid] })).status).toBe(204);

  await count(lounge.room, 5000);
  expect(codeOf(await lounge.join(ann))).toEqual([409, "room-full"]);
  expect(codeOf(await lounge.act(bo, { act: "add", uids: [ann.uid] }))).toEqual([409, "room-full"]);
  await count(lounge.room, 4999);
  expect((await lounge.join(ann)).status).toBe(204);
  expect(codeOf(await lounge.join(ben))).toEqual([409, "room-full"]);
});

test("an account has 200 rooms and owns 30 private ones; requests of others are none of its rooms", async () => {
  const { ann, ben, cleo, bo } = site.people;
  const lounge = await site.make(bo, { kind: "public", name: "Lounge", topic: "" });
  const house = await site.make(ann, {
    kind: "private",
    name: "House",
    topic: "",
    uids: [ben.uid],
  });
  const list = `chatOf/${cleo.uid}`;
  const rooms = (count: number, entry: object) =>
    Object.fromEntries(
      Array.from({ length: count }, (_, at) => [`r${String(at).padStart(19, "0")}`, entry]),
    );
  const has = (value: object) =>
    site.serverBackend.updateValues({ [list]: value as Record<string, string> });
  const own = { kind: "private", name: "Own", topic: "" };
  const ask = (asked: object) => site.ask("POST /api/chat", cleo, asked);

  await has(rooms(200, { kind: "public", role: "member" }));
  expect(codeOf(await ask(own))).toEqual([409, "too-many-rooms"]);
  expect(codeOf(await ask({ kind: "direct", uid: ben.uid }))).toEqual([409, "too-many-rooms"]);
  expect(codeOf(await lounge.join(cleo))).toEqual([409, "too-many-rooms"]);
  // How many rooms others have is their own business.
  expect(codeOf(await house.act(ann, { act: "add", uids: [cleo.uid] }))).toEqual([
    403,
    "not-taken",
  ]);

  await has(rooms(30, { kind: "private", role: "owner" }));
  expect(codeOf(await ask(own))).toEqual([409, "too-many-rooms"]);
  expect((await lounge.join(cleo)).status).toBe(204);
  expect((await house.act(ann, { act: "add", uids: [cleo.uid] })).status).toBe(204);
  const owner = { act: "role", uid: cleo.uid, role: "owner" };
  expect(codeOf(await house.act(ann, owner))).toEqual([409, "too-many-rooms"]);

  await has(rooms(200, { kind: "direct", role: "member", request: true }));
  expect((await ask(own)).status).toBe(201);
  await has({});
});

test("a room has 50 pins, a message 20 reactions, an account 1,000 blocks", async () => {
  const { ann, ben, cleo } = site.people;
  const {
    room: house,
    send,
    act,
  } = await site.make(ann, {
    kind: "private",
    name: "House",
    topic: "",
    uids: [ben.uid],
  });
  const keys: string[] = [];
  for (let at = 0; at < 2; at += 1) {
    // oxlint-disable-next-line no-await-in-loop
    keys.push(String((await send(ann, `Note ${at}`)).json?.["key"]));
  }
  const [first, second] = keys;
  const pins = Array.from({ length: 49 }, (_, at) => `m${String(at + 100).padStart(9, "0")}`);
  await site.serverBackend.updateValues({
    [`chat/${house}/pins`]: Object.fromEntries(pins.map((key) => [key, { by: ann.uid, at: 1 }])),
  });
  const pin = (key: string | undefined, on = true) => act(ann, { act: "pin", key, on });
  expect((await pin(first)).status).toBe(204);
  expect(codeOf(await pin(second))).toEqual([409, "too-many-pins"]);
  expect((await pin(first)).status).toBe(204);
  expect((await pin(first, false)).status).toBe(204);
  expect((await pin(second)).status).toBe(204);

  const faces = ["😀", "😁", "😂", "😃", "😄", "😅", "😆", "😇", "😈", "😉", "😊", "😋", "😌"];
  const more = ["😍", "😎", "😏", "😐", "😑", "😒", "😓", "😔"];
  const react = (who: typeof ann, emoji: string, on = true) =>
    act(who, { act: "react", key: first, emoji, on });
  const answers = await Promise.all([...faces, ...more].map((emoji) => react(ann, emoji)));
  const refused = answers.filter(({ status }) => status !== 204);
  expect(refused.map(codeOf)).toEqual([[409, "too-many-reactions"]]);
  const kept = Object.keys((await site.valueAt(`chat/${house}/messages/${first}/reactions`)) ?? {});
  expect(kept).toHaveLength(20);
  // One more for what is there is not one more of them.
  expect((await react(ben, kept[0]!)).status).toBe(204);
  expect((await react(ann, kept[1]!, false)).status).toBe(204);
  expect((await react(ben, "🎉")).status).toBe(204);

  const place = `chatBlocks/${ann.uid}`;
  const blocked = [cleo.uid, ...Array.from({ length: 999 }, (_, at) => `u${at}`)];
  await site.serverBackend.updateValues({
    [place]: Object.fromEntries(blocked.map((uid) => [uid, true])),
  });
  const block = (uid: string, on: boolean) => site.ask("POST /api/chat/blocks", ann, { uid, on });
  expect(codeOf(await block(ben.uid, true))).toEqual([403, "not-allowed"]);
  expect((await block(cleo.uid, true)).status).toBe(204);
  expect((await block("u7", false)).status).toBe(204);
  expect((await block(ben.uid, true)).status).toBe(204);
  await site.serverBackend.updateValues({ [place]: null });
});

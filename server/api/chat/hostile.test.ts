/** What no browser of ours sends: every endpoint refuses it in words, writes nothing, and answers the next one. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { codeOf, openChatSite } from "./testing/chat-site.ts";

const open = () => openChatSite({ ann: {}, ben: {}, eddy: { editor: true } });
let site: Awaited<ReturnType<typeof open>>;
let room: Awaited<ReturnType<(typeof site)["make"]>>;
let key: string;
beforeAll(async () => {
  site = await open();
  const { ann, ben } = site.people;
  room = await site.make(ann, { kind: "private", name: "House", topic: "", uids: [ben.uid] });
  key = String((await room.send(ann, "Hello")).json?.["key"]);
});
afterAll(async () => site[Symbol.asyncDispose]());
beforeEach(() => {
  site.clock.now += 3_600_000;
});

const bodies = [
  "",
  "null",
  "[]",
  "1",
  '"text"',
  "{",
  "{}",
  '{"__proto__":{"act":"leave"}}',
  '{"act":["leave"]}',
  '{"act":"constructor"}',
  "\u0000",
  "[".repeat(900),
];

test.each(bodies)("no endpoint takes body %#", async (body) => {
  const { ann, eddy } = site.people;
  const before = await site.valueAt("chat");
  const answers = await Promise.all(
    [
      "POST /api/chat",
      "POST /api/chat/blocks",
      `POST /api/chat/${room.room}/messages`,
      `POST /api/chat/${room.room}/acts`,
      `POST /api/chat/reports/${"a".repeat(32)}`,
    ].map((endpoint) => site.ask(endpoint, endpoint.includes("reports") ? eddy : ann, body)),
  );
  expect(answers.map(codeOf)).toEqual(answers.map(() => [400, "invalid-request"]));
  expect(await site.valueAt("chat")).toEqual(before);
});

const id = "a".repeat(20);
const wrongMessages: Record<string, unknown>[] = [
  { id },
  { id, text: 1 },
  { id, text: null },
  { id: "short", text: "x" },
  { id: "A".repeat(20), text: "x" },
  { id: `${id}a`, text: "x" },
  { id: "../../members/evil123", text: "x" },
  { id: ["a"], text: "x" },
  { id, text: "x".repeat(8001) },
  { id, text: "x", root: "" },
  { id, text: "x", root: "m1" },
  { id, text: "x", root: "../members" },
  { id, text: "x", root: "m00000000a" },
  { id, text: "x", quote: "m0000000001" },
  { id, text: "x", quote: {} },
  { id, text: "x", files: {} },
  { id, text: "x", files: [null] },
  { id, text: "x", files: [{ path: "a/b", name: "x", type: "y" }] },
  { id, text: "x", files: [{ path: "a/b", name: "x", type: "y", bytes: 1, width: 0, height: 1 }] },
  {
    id,
    text: "x",
    files: [{ path: "a/b", name: "x", type: "y", bytes: 1, width: 1.5, height: 1 }],
  },
  { id, text: "x", files: [{ path: "x".repeat(301), name: "x", type: "y", bytes: 1 }] },
  {
    id,
    text: "x",
    files: Array.from({ length: 11 }, () => ({ path: "a/b", name: "x", type: "y", bytes: 1 })),
  },
];

test.each(wrongMessages)("message %# is refused", async (sent) => {
  const before = await site.valueAt(`chat/${room.room}`);
  const answer = await site.ask(`POST /api/chat/${room.room}/messages`, site.people.ann, sent);
  expect(codeOf(answer)).toEqual([400, "invalid-request"]);
  expect(await site.valueAt(`chat/${room.room}`)).toEqual(before);
});

test("what is no file of theirs in this room is none, however its path is written", async () => {
  const { ann, ben } = site.people;
  const { uid } = ann;
  const lies = ["f1", "f2"].map((name) => `chat/${room.room}/${ben.uid}/${name}`);
  for (const name of [...lies, `users/${uid}/mine`, `chat/${"r".repeat(20)}/${uid}/other`]) {
    // oxlint-disable-next-line no-await-in-loop
    await site.serverBackend.putObject(name, new Uint8Array([1]), { contentType: "text/plain" });
  }
  const paths = [
    "",
    "/",
    uid,
    `${uid}/`,
    `/${uid}/f1`,
    `${uid}/f1/f2`,
    `${uid}//f1`,
    `${uid}/../${ben.uid}/f1`,
    `${uid}/..%2F${ben.uid}%2Ff1`,
    `${uid}/.`,
    `${uid}/a.b`,
    `${uid}/a b`,
    `${uid}/\u0000`,
    `${ben.uid}/f1`,
    `../../users/${uid}/mine`,
    `../${"r".repeat(20)}/${uid}/other`,
  ];
  for (const path of paths) {
    const files = [{ path, name: "x", type: "y", bytes: 1 }];
    // oxlint-disable-next-line no-await-in-loop
    expect([path, codeOf(await room.send(ann, "x", { files }))]).toEqual([
      path,
      [409, "no-such-file"],
    ]);
  }
  const twice = `${uid}/twice`;
  const object = `chat/${room.room}/${twice}`;
  await site.serverBackend.putObject(object, new Uint8Array([1]), { contentType: "text/plain" });
  const file = { path: twice, name: "x\n\u202e\u0000y", type: "text/html", bytes: 999 };
  expect(codeOf(await room.send(ann, "x", { files: [file, file] }))).toEqual([409, "no-such-file"]);
  const sent = await room.send(ann, "x", { files: [file] });
  const stored = await site.valueAt(
    `chat/${room.room}/messages/${String(sent.json?.["key"])}/files`,
  );
  // What is stored says what it is, and its name is one line.
  expect(stored).toEqual([
    { path: twice, name: expect.not.stringMatching(/[\n\0]/), type: "text/plain", bytes: 1 },
  ]);
});

const wrongActs: Record<string, unknown>[] = [
  { act: "edit", key: "m1", text: "x" },
  { act: "edit", key: "../seq", text: "x" },
  { act: "edit", key: "m000000001", root: "../..", text: "x" },
  { act: "edit", key: "m000000001" },
  { act: "delete" },
  { act: "delete", key: ["m000000001"] },
  { act: "react", key: "m000000001", emoji: "👍" },
  { act: "react", key: "m000000001", emoji: "", on: true },
  { act: "react", key: "m000000001", emoji: "👍", on: "yes" },
  { act: "pin", key: "m000000001" },
  { act: "mute", uid: "", minutes: 1 },
  { act: "mute", uid: "x".repeat(129), minutes: 1 },
  { act: "mute", uid: "ben", minutes: 1.5 },
  { act: "mute", uid: "ben", minutes: "10" },
  { act: "remove" },
  { act: "role", uid: "ben", role: "admin" },
  { act: "role", uid: "ben", role: "__proto__" },
  { act: "change", name: 1 },
  { act: "change", name: "x".repeat(201) },
  { act: "change", topic: "x".repeat(1001) },
  { act: "change", slow: "5" },
  { act: "change", archived: 1 },
  { act: "add" },
  { act: "add", uids: "ben" },
  { act: "add", uids: [""] },
  { act: "add", uids: Array.from({ length: 51 }, (_, at) => `u${at}`) },
  { act: "report", key: "m000000001" },
  { act: "report", key: "m000000001", reason: "x".repeat(1001) },
];

test.each(wrongActs)("act %# is refused: $act", async (act) => {
  const before = await site.valueAt(`chat/${room.room}`);
  expect(codeOf(await room.act(site.people.ann, act))).toEqual([400, "invalid-request"]);
  expect(await site.valueAt(`chat/${room.room}`)).toEqual(before);
});

test("names that are no keys of a database are people who are not there", async () => {
  const { ann } = site.people;
  const before = await site.valueAt(`chat/${room.room}`);
  const uids = [
    "a/b",
    "../x",
    "a.b",
    "$",
    "[0]",
    "#",
    "\u0007",
    "__proto__",
    "constructor",
    "nobody",
    "日".repeat(60),
  ];
  for (const uid of uids) {
    // oxlint-disable-next-line no-await-in-loop
    const said = await Promise.all([
      room.act(ann, { act: "mute", uid, minutes: 10 }),
      room.act(ann, { act: "role", uid, role: "owner" }),
      site.ask("POST /api/chat/blocks", ann, { uid, on: true }),
      site.ask("POST /api/chat", ann, { kind: "direct", uid }),
    ]);
    expect([uid, ...said.map(codeOf)]).toEqual([uid, ...said.map(() => [404, "no-such-person"])]);
    // oxlint-disable-next-line no-await-in-loop
    const removed = await room.act(ann, { act: "remove", uid });
    expect([uid, removed.status === 204 || codeOf(removed)[1] === "no-such-person"]).toEqual([
      uid,
      true,
    ]);
    // oxlint-disable-next-line no-await-in-loop
    const added = await room.act(ann, { act: "add", uids: [uid] });
    expect([uid, [204, 404].includes(added.status)]).toEqual([uid, true]);
    // oxlint-disable-next-line no-await-in-loop
    const named = await room.send(ann, `Hi @[Somebody](${uid})`);
    expect([uid, named.status === 201 || named.status === 400]).toEqual([uid, true]);
    site.clock.now += 60_000;
  }
  const after = (await site.valueAt(`chat/${room.room}`)) as Record<string, unknown>;
  expect(after["members"]).toEqual((before as typeof after)["members"]);
  expect(await site.valueAt(`chatBlocks/${ann.uid}`)).toBeNull();
  const messages = Object.values(after["messages"] as Record<string, { mentions?: unknown }>);
  expect(messages.filter(({ mentions }) => mentions !== undefined)).toEqual([]);
});

test("rooms that cannot be are not there, at every endpoint", async () => {
  const { ann } = site.people;
  const ids = [
    "r",
    "x".repeat(20),
    `R${"a".repeat(19)}`,
    `r${"a".repeat(18)}%2F`,
    "%2e%2e",
    "__proto__",
    `d${"9".repeat(31)}`,
    room.room.toUpperCase(),
    `${room.room}%00`,
    `${room.room}%2Fmessages`,
  ];
  for (const of of ids) {
    // oxlint-disable-next-line no-await-in-loop
    const answers = await Promise.all([
      site.ask(`POST /api/chat/${of}/messages`, ann, { id, text: "x" }),
      site.ask(`POST /api/chat/${of}/acts`, ann, { act: "leave" }),
      site.ask(`POST /api/chat/${of}/acts`, ann, { act: "report", key, reason: "" }),
      site.ask(`POST /api/chat/${of}/join`, ann),
      site.ask(`GET /api/chat/${of}/search?q=hello`, ann),
    ]);
    expect([of, ...answers.map(({ status }) => status)]).toEqual([of, ...answers.map(() => 404)]);
  }
});

test("searches are answered whatever is searched for", async () => {
  const { ann } = site.people;
  const queries = [
    "",
    " ",
    "%00",
    "%F0%9F%91%8D",
    "(((",
    "*",
    "a".repeat(5000),
    "%ED%A0%80",
    "__proto__x",
  ];
  for (const query of queries) {
    // oxlint-disable-next-line no-await-in-loop
    const [people, messages] = await Promise.all([
      site.ask(`GET /api/chat/people?q=${query}`, ann),
      site.ask(`GET /api/chat/${room.room}/search?q=${query}`, ann),
    ]);
    expect([query, people]).toEqual([query, { status: 200, json: { people: [] } }]);
    expect([query, messages.status, messages.json?.["found"]]).toEqual([query, 200, []]);
  }
  expect((await site.ask("GET /api/chat/people", ann)).json).toEqual({ people: [] });
  for (const before of [
    "",
    "m0",
    "-1",
    "m-00000001",
    "m000000000",
    "Infinity",
    "../seq",
    "m000000001/../../seq",
  ]) {
    // oxlint-disable-next-line no-await-in-loop
    const found = await site.ask(`GET /api/chat/${room.room}/search?q=hello&before=${before}`, ann);
    expect([before, found.status]).toEqual([before, 200]);
  }
});

test("rooms need a name of letters, and take no more of it than there is room for", async () => {
  const { ann } = site.people;
  const make = (asked: object) =>
    site.ask("POST /api/chat", ann, { kind: "private", topic: "", ...asked });
  for (const name of ["", "   ", "\n\t", "\u0000"]) {
    // oxlint-disable-next-line no-await-in-loop
    expect([name, (await make({ name })).status]).toEqual([name, 400]);
  }
  for (const asked of [
    { name: "x".repeat(201) },
    { name: "x", topic: "x".repeat(1001) },
    { name: "x", uids: "ben" },
    { kind: "secret", name: "x" },
    { kind: "direct" },
    { kind: "direct", uid: ann.uid },
  ]) {
    // oxlint-disable-next-line no-await-in-loop
    expect([400, 404]).toContain((await make(asked)).status);
  }
  const { json } = await make({ name: `  Ha\nus ${"x".repeat(100)}`, topic: "t".repeat(900) });
  const facts = (await site.valueAt(`chat/${String(json?.["room"])}/room`)) as {
    name: string;
    topic: string;
  };
  expect(facts.name).toMatch(/^Ha us x+/);
  expect([facts.name.length, facts.topic.length]).toEqual([60, 250]);
});

test("too much at once is refused before it is read", async () => {
  const { ann } = site.people;
  const large = JSON.stringify({ id, text: "x", more: "x".repeat(70_000) });
  const answers = await Promise.all([
    site.ask(`POST /api/chat/${room.room}/messages`, ann, large),
    site.ask(`POST /api/chat/${room.room}/acts`, ann, large),
    site.ask("POST /api/chat", ann, large),
    site.ask("POST /api/chat/blocks", ann, large),
  ]);
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 413));
});

test("reports that are none are ended as if somebody had been quicker", async () => {
  const { eddy } = site.people;
  for (const report of ["x", "__proto__", "..%2Fx", "A".repeat(32), "0".repeat(32)]) {
    // oxlint-disable-next-line no-await-in-loop
    const end = await site.ask(`POST /api/chat/reports/${report}`, eddy, { end: "delete" });
    expect([report, end.status]).toEqual([report, 204]);
  }
});

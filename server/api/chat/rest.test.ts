/** Past our own endpoints: the database and the files by their REST and by listens, as whoever has a token may try it. */
import { onValue, ref } from "firebase/database";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { SignedInClient } from "../../../tests/support/sdk-client.ts";
import { codeOf, openChatSite } from "./testing/chat-site.ts";

const open = () =>
  openChatSite({ ann: {}, ben: {}, una: {}, eddy: { editor: true }, bo: { admin: true } });
let site: Awaited<ReturnType<typeof open>>;
beforeAll(async () => {
  site = await open();
});
afterAll(async () => site[Symbol.asyncDispose]());
beforeEach(() => {
  site.clock.now += 3_600_000;
});

type Who = SignedInClient | undefined;
type Room = Awaited<ReturnType<(typeof site)["make"]>>;
const house = () =>
  site.make(site.people.ann, {
    kind: "private",
    name: "House",
    topic: "",
    uids: [site.people.ben.uid],
  });

/** All that is stored of a room. */
const partsOf = ({ room }: Room) => [
  `chat/${room}`,
  ...[
    "room",
    "head",
    "count",
    "seq",
    "members",
    "messages",
    "messages/m000000003",
    "messages/m000000003/text",
    "replies",
    "followers",
    "pins",
    "request",
    "files",
    "sent",
    "last",
  ].map((part) => `chat/${room}/${part}`),
  `chatTyping/${room}`,
];

const isRead = async (path: string, who: Who): Promise<boolean> => {
  const { status } = await site.database(path, who);
  expect([200, 401, 403]).toContain(status);
  return status === 200;
};
const isWritten = async (path: string, who: Who, value: unknown, method = "PUT") => {
  const body = JSON.stringify(value);
  const { status } = await site.database(path, who, { method, body });
  expect([200, 204, 401, 403]).toContain(status);
  return status < 300;
};

const objects = "/v0/b/foyer/o";
async function files(path: string, who: Who, init: RequestInit = {}): Promise<Response> {
  const headers = who ? { authorization: `Firebase ${await who.idToken()}` } : {};
  return fetch(`${site.origin}${objects}${path}`, { ...init, headers });
}
const place = (name: string) => `/${encodeURIComponent(name)}`;

/** Puts a file there as a browser does, and sends it. */
async function sendFile(room: Room, who: SignedInClient, name: string): Promise<string> {
  const object = `chat/${room.room}/${who.uid}/${name}`;
  const upload = `?name=${encodeURIComponent(object)}&uploadType=media`;
  expect((await files(upload, who, { method: "POST", body: "secret" })).status).toBe(200);
  const file = { path: `${who.uid}/${name}`, name: "a.txt", type: "text/plain", bytes: 6 };
  expect((await room.send(who, "", { files: [file] })).status).toBe(201);
  return object;
}

test("who is no member reads nothing of a room, whatever they are; members read all of it", async () => {
  const { ann, ben, una, eddy, bo } = site.people;
  const closed = await house();
  await closed.send(ann, "The key is under the stone");
  const lounge = await site.make(bo, { kind: "public", name: "Lounge", topic: "" });
  const talk = await site.make(ann, { kind: "direct", uid: ben.uid });
  const readers = async (room: Room, who: Who[]) =>
    Promise.all(
      who.map(async (one) => {
        const all = await Promise.all(partsOf(room).map((path) => isRead(path, one)));
        return new Set(all);
      }),
    );
  const everybody = [undefined, una, eddy, bo, ann, ben];
  const [yes, no] = [new Set([true]), new Set([false])];
  expect(await readers(closed, everybody)).toEqual([no, no, no, no, yes, yes]);
  expect(await readers(talk, everybody)).toEqual([no, no, no, no, yes, yes]);
  expect(await readers(lounge, everybody)).toEqual([no, no, no, yes, no, no]);
  // Nor all rooms at once, nor what is somebody else's.
  const others = [
    "chat",
    "chatOf",
    "chatReads",
    "chatTyping",
    "chatBlocks",
    "chatMarks",
    `chatOf/${ann.uid}`,
    `chatReads/${ann.uid}`,
    `chatBlocks/${ann.uid}`,
    `chatMarks/${closed.room}`,
  ];
  for (const who of [undefined, una, eddy, bo]) {
    // oxlint-disable-next-line no-await-in-loop
    expect(new Set(await Promise.all(others.map((path) => isRead(path, who))))).toEqual(no);
  }
  expect(await isRead("chatRooms", undefined)).toBe(false);
  expect(await isRead("chatRooms", una)).toBe(true);
});

test("nobody writes a room past the server: not its owner, and no admin", async () => {
  const { ann, ben, una, bo } = site.people;
  const room = await house();
  await room.send(ann, "Hello");
  const at = `chat/${room.room}`;
  const before = await site.valueAt(at);
  const seq = ((await site.valueAt(`${at}/seq`)) as number) + 1;
  const writes: [path: string, value: unknown, method?: string][] = [
    [`${at}/messages/m000000003/text`, "Other words"],
    [`${at}/messages/m000000004`, { by: ann.uid, at: 1, id: "", text: "x" }],
    [`${at}/members/${una.uid}`, { role: "owner", name: "una", at: 1, muted: 0 }],
    [`${at}/members/${ben.uid}/muted`, 0],
    [`${at}/seq`, seq],
    [at, null],
    [at, { seq, "messages/m000000004": { by: ann.uid, text: "x" } }, "PATCH"],
    ["", { [`${at}/seq`]: seq, [`${at}/members/${una.uid}`]: { role: "owner" } }, "PATCH"],
    [`chatOf/${una.uid}/${room.room}`, { kind: "private", name: "House", role: "member" }],
    [`chatRooms/${room.room}`, { name: "House" }],
    [`chatBlocks/${una.uid}/${ann.uid}`, true],
    [`chatMarks/${room.room}/${ben.uid}`, null],
    [`chatReads/${una.uid}/${room.room}`, { n: 1 }],
    [`chatTyping/${room.room}/${una.uid}`, { ".sv": "timestamp" }],
  ];
  for (const who of [undefined, una, ann, bo]) {
    for (const [path, value, method] of writes) {
      // oxlint-disable-next-line no-await-in-loop
      expect([path, await isWritten(path, who, value, method)]).toEqual([path, false]);
    }
  }
  expect(await site.valueAt(at)).toEqual(before);
  const documents = `${site.origin}/v1/projects/foyer/databases/(default)/documents`;
  const membership = `memberships/chat_${room.room}_${una.uid}`;
  for (const who of [una, ann, bo]) {
    // oxlint-disable-next-line no-await-in-loop
    const answer = await fetch(`${documents}/${membership}`, {
      method: "PATCH",
      // oxlint-disable-next-line no-await-in-loop
      headers: { authorization: `Bearer ${await who.idToken()}` },
      body: JSON.stringify({ fields: { uid: { stringValue: una.uid } } }),
    });
    expect(answer.status).toBe(403);
  }
  const reports = await fetch(`${documents}/chatReports`, {
    headers: { authorization: `Bearer ${await bo.idToken()}` },
  });
  expect(reports.status).toBe(403);
});

test("a file of a room is had by name, by its members; nobody lists them, keeps an address for ever or changes one", async () => {
  const { ann, ben, una, eddy, bo } = site.people;
  const room = await house();
  const object = await sendFile(room, ann, "f1");
  const reads = async (who: Who) =>
    (await Promise.all([files(place(object), who), files(`${place(object)}?alt=media`, who)])).map(
      ({ ok }) => ok,
    );
  const lists = async (who: Who) =>
    Promise.all(
      [`chat/`, `chat/${room.room}/`, `chat/${room.room}/${ann.uid}/`].map(
        async (prefix) =>
          (await files(`?prefix=${encodeURIComponent(prefix)}&delimiter=%2F`, who)).ok,
      ),
    );
  const changes = async (who: Who) =>
    (
      await Promise.all([
        files(`?name=${encodeURIComponent(object)}&uploadType=media`, who, {
          method: "POST",
          body: "x",
        }),
        files(place(object), who, { method: "PATCH", body: '{"contentType":"text/html"}' }),
        files(place(object), who, { method: "DELETE" }),
        files(`${place(object)}?create_token=true`, who, { method: "POST" }),
      ])
    ).map(({ ok }) => ok);
  for (const who of [ann, ben]) {
    // oxlint-disable-next-line no-await-in-loop
    expect(await reads(who)).toEqual([true, true]);
  }
  for (const who of [undefined, una, eddy, bo]) {
    // oxlint-disable-next-line no-await-in-loop
    expect(await reads(who)).toEqual([false, false]);
  }
  for (const who of [undefined, una, eddy, bo, ann, ben]) {
    // oxlint-disable-next-line no-await-in-loop
    expect([await lists(who), await changes(who)]).toEqual([
      [false, false, false],
      [false, false, false, false],
    ]);
  }
  const { downloadTokens } = (await (await files(place(object), ann)).json()) as {
    downloadTokens: string;
  };
  expect(downloadTokens).toBe("");
  const into = (who: SignedInClient, owner: SignedInClient) =>
    files(
      `?name=${encodeURIComponent(`chat/${room.room}/${owner.uid}/f2`)}&uploadType=media`,
      who,
      { method: "POST", body: "x" },
    );
  expect([
    (await into(ben, ann)).ok,
    (await into(una, una)).ok,
    (await into(bo, bo)).ok,
    (await into(ben, ben)).ok,
  ]).toEqual([false, false, false, true]);
  // With the message its file goes for everybody.
  expect((await room.act(ann, { act: "delete", key: "m000000003" })).status).toBe(204);
  expect(await reads(ann)).toEqual([false, false]);
});

test("who is removed has lost every open listener, all reads, files and writes at once", async () => {
  const { ann, ben } = site.people;
  const room = await house();
  const object = await sendFile(room, ann, "f1");
  const at = `chat/${room.room}`;
  const paths = [
    `${at}/messages`,
    `${at}/members`,
    `${at}/head`,
    `${at}/room`,
    `${at}/seq`,
    `${at}/pins`,
    `chatTyping/${room.room}`,
  ];
  const heard: unknown[] = [];
  const ends = await Promise.all(
    paths.map((path) => {
      const first = Promise.withResolvers<void>();
      const ended = Promise.withResolvers<void>();
      onValue(
        ref(ben.database, path),
        (snapshot) => {
          heard.push(snapshot.val());
          first.resolve();
        },
        () => ended.resolve(),
      );
      return first.promise.then(() => ended);
    }),
  );
  expect((await room.act(ann, { act: "remove", uid: ben.uid })).status).toBe(204);
  await Promise.all(ends.map((ended) => ended.promise));
  const count = heard.length;
  expect((await room.send(ann, "Among us")).status).toBe(201);
  for (const path of partsOf(room)) {
    // oxlint-disable-next-line no-await-in-loop
    expect([path, await isRead(path, ben)]).toEqual([path, false]);
  }
  expect((await files(place(object), ben)).ok).toBe(false);
  expect((await files(`${place(object)}?alt=media`, ben)).ok).toBe(false);
  const upload = `?name=${encodeURIComponent(`${at}/${ben.uid}/f2`)}&uploadType=media`;
  expect((await files(upload, ben, { method: "POST", body: "x" })).ok).toBe(false);
  expect(await isWritten(`chatReads/${ben.uid}/${room.room}`, ben, { n: 1 })).toBe(false);
  expect(await isWritten(`chatTyping/${room.room}/${ben.uid}`, ben, { ".sv": "timestamp" })).toBe(
    false,
  );
  expect(codeOf(await room.send(ben, "Let me in"))).toEqual([404, "no-such-room"]);
  expect(heard).toHaveLength(count);
  expect(await isRead(`chatOf/${ben.uid}/${room.room}`, ben)).toBe(true);
  expect(await site.valueAt(`chatOf/${ben.uid}/${room.room}`)).toBeNull();
});

test("who is muted and who is blocked is not heard by REST either, and reads on", async () => {
  const { ann, ben } = site.people;
  const room = await house();
  await room.send(ann, "Hello");
  const types = (in_: Room, who: SignedInClient) =>
    isWritten(`chatTyping/${in_.room}/${who.uid}`, who, { ".sv": "timestamp" });
  expect(await types(room, ben)).toBe(true);
  // The rules ask the database's own clock.
  site.clock.now = Math.max(site.clock.now, Date.now());
  await room.act(ann, { act: "mute", uid: ben.uid, minutes: 60 });
  expect(await types(room, ben)).toBe(false);
  expect(await isWritten(`chat/${room.room}/members/${ben.uid}/muted`, ben, 0)).toBe(false);
  expect(await isRead(`chat/${room.room}/messages`, ben)).toBe(true);
  await room.act(ann, { act: "mute", uid: ben.uid, minutes: 0 });
  expect(await types(room, ben)).toBe(true);

  const talk = await site.make(ann, { kind: "direct", uid: ben.uid });
  await talk.send(ann, "Hello");
  await talk.act(ben, { act: "accept" });
  expect([await types(talk, ann), await types(talk, ben)]).toEqual([true, true]);
  await site.ask("POST /api/chat/blocks", ben, { uid: ann.uid, on: true });
  expect([await types(talk, ann), await types(talk, ben)]).toEqual([false, false]);
  expect(codeOf(await talk.send(ann, "Why?"))).toEqual([403, "not-taken"]);
  const notTaken = [403, "not-taken"];
  const key = "m000000001";
  const acts = [
    { act: "edit", key, text: "Why?" },
    { act: "react", key, emoji: "👎", on: true },
    { act: "pin", key, on: true },
  ];
  for (const act of acts) {
    // oxlint-disable-next-line no-await-in-loop
    expect([act.act, codeOf(await talk.act(ann, act))]).toEqual([act.act, notTaken]);
  }
  // They are not told why.
  expect(await isRead(`chatBlocks/${ben.uid}/${ann.uid}`, ann)).toBe(false);
  expect(
    codeOf(
      await site.ask("POST /api/chat", ann, {
        kind: "private",
        name: "x",
        topic: "",
        uids: [ben.uid],
      }),
    )[0],
  ).toBe(201);
  const rooms = Object.values(
    (await site.valueAt(`chatOf/${ben.uid}`)) as Record<string, { name: string }>,
  );
  expect(rooms.map(({ name }) => name)).not.toContain("x");
  expect(await isRead(`chat/${talk.room}/messages`, ann)).toBe(true);
  await site.ask("POST /api/chat/blocks", ben, { uid: ann.uid, on: false });
  expect((await talk.send(ann, "Thanks")).status).toBe(201);
});

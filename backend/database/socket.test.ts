/** The socket protocol itself, and what rules and sign-in mean for open listens. */
import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { connect } from "node:net";
import { expect, test } from "vitest";
import { WebSocket } from "ws";
import type { Log } from "../sqlite/index.ts";
import { openDatabase } from "./testing/open-database.ts";

const signedIn = (uid: string, more: object = {}) => ({ uid, token: { sub: uid, ...more } });

/** Rooms are read and written by their members; what is public by all. */
const ROOM_RULES = {
  rules: {
    public: { ".read": true, ".write": true },
    rooms: {
      $room: {
        ".read": "root.child('members').child($room).child(auth.uid).exists()",
        ".write": "root.child('members').child($room).child(auth.uid).exists()",
      },
    },
    counters: {
      $name: { ".read": true, ".write": "newData.val() === data.val() + 1 || !data.exists()" },
    },
    box: { ".write": "newData.val() !== 'bad'" },
  },
};
const CLIENTS = { ann: signedIn("ann"), bob: signedIn("bob"), server: "admin" as const };

test("the hello names the public host, and no host that the SDK would keep", async () => {
  await using server = await openDatabase({ clock: () => 1234.5 });
  const client = await server.raw();
  expect(client.hello).toEqual({
    ts: 1234,
    v: "5",
    h: new URL(server.origin()).host,
    s: expect.stringMatching(/^[0-9a-f-]{36}$/),
  });
});

test("data comes before the answer of the listen or write that caused it, and answers keep their order", async () => {
  await using server = await openDatabase();
  const client = await server.raw();
  client.post("q", { p: "/a", h: "" });
  client.post("p", { p: "/a/x", d: 1 });
  client.post("g", { p: "/a" });
  client.post("p", { p: "/a/bad.key", d: 1 });
  await client.ask("n", { p: "/a" });
  expect(client.received.filter(({ r }) => r !== undefined).map(({ r }) => r)).toEqual([
    1, 2, 3, 4, 5,
  ]);
  const order = client.received.map(({ r, a, b }) => a ?? `${r} ${b.s}`);
  expect(order).toEqual(["d", "1 ok", "d", "2 ok", "3 ok", "4 invalid_path", "5 ok"]);
  expect(client.pushes()).toEqual([
    { a: "d", b: { p: "a", d: null } },
    { a: "d", b: { p: "a/x", d: 1 } },
  ]);
  await client.ask("p", { p: "/a/x", d: 2 });
  expect(client.pushes()).toHaveLength(2);
});

test("an equal hash spares the data, another one does not; a tag comes back with the data", async () => {
  await using server = await openDatabase();
  await server.admin("PUT", "n", { a: 1, b: "x" });
  const { etag } = await server.admin("GET", "n", undefined, { "x-firebase-etag": "true" });
  const client = await server.raw();
  expect(await client.ask("q", { p: "n", h: etag })).toEqual({ s: "ok", d: {} });
  expect(client.pushes()).toEqual([]);
  await client.ask("q", { p: "n", h: "old" });
  await client.ask("q", { p: "n", h: "", q: { l: 1, vf: "r", i: ".key" }, t: 7 });
  expect(client.pushes().map(({ b }) => b)).toEqual([
    { p: "n", d: { a: 1, b: "x" } },
    { p: "n", d: { b: "x" }, t: 7 },
  ]);
});

test("a listen costs what changed, and one write of several paths is one message", async () => {
  await using server = await openDatabase();
  const siblings = Object.fromEntries(
    Array.from({ length: 500 }, (_, i) => [`k${i}`, "x".repeat(100)]),
  );
  await server.admin("PUT", "n", siblings);
  const client = await server.raw();
  await client.ask("q", { p: "n", h: "" });
  await client.ask("p", { p: "n/k7", d: "new" });
  await client.ask("m", { p: "/", d: { "n/k8/deep": 1, "n/k9": null, other: 1 } });
  expect(client.pushes().slice(1)).toEqual([
    { a: "d", b: { p: "n/k7", d: "new" } },
    // k8 was a leaf: what is there now is told from its own path on.
    { a: "m", b: { p: "n", d: { k8: { deep: 1 }, k9: null } } },
  ]);
});

test("a stale transaction is refused after the current value has been sent", async () => {
  await using server = await openDatabase();
  const [a, b] = [await server.raw(), await server.raw()];
  await a.ask("q", { p: "n", h: "" });
  await b.ask("p", { p: "n", d: 5 });
  const answer = await a.ask("p", { p: "n", d: 1, h: "" });
  expect(answer.s).toBe("datastale");
  expect(a.pushes("d").at(-1)).toEqual({ a: "d", b: { p: "n", d: 5 } });
  expect(await server.value("n")).toBe(5);
});

test("a conditional write sees the writes of its socket before it, and none of those after it", async () => {
  await using server = await openDatabase();
  const client = await server.raw();
  const hashOfOne = (await server.admin("PUT", "x", 1, { "x-firebase-etag": "true" })).etag;
  const answers = await Promise.all([
    client.ask("p", { p: "n", d: 1 }),
    client.ask("p", { p: "n", d: 2, h: hashOfOne }),
    client.ask("m", { p: "", d: { n: 1 } }),
    client.ask("p", { p: "n", d: 3, h: hashOfOne }),
    client.ask("p", { p: "n", d: 4, h: hashOfOne }),
  ]);
  expect(answers.map(({ s }) => s)).toEqual(["ok", "ok", "ok", "ok", "datastale"]);
  expect(await server.value("n")).toBe(3);
});

test("a write from a stale value is stale for who may read, even if rules forbid it; others learn nothing", async () => {
  await using server = await openDatabase({ rules: ROOM_RULES });
  const client = await server.raw();
  await server.admin("PUT", "counters/c", 5);
  expect((await client.ask("p", { p: "counters/c", d: 1, h: "" })).s).toBe("datastale");
  await server.admin("PUT", "box", "secret");
  const { etag } = await server.admin("GET", "box", undefined, { "x-firebase-etag": "true" });
  expect((await client.ask("p", { p: "box", d: "bad", h: etag })).s).toBe("permission_denied");
  expect((await client.ask("p", { p: "box", d: "bad", h: "wrong" })).s).toBe("permission_denied");
});

test("a listen ends when a change has taken the right away, and what came after is not sent", async () => {
  await using server = await openDatabase({ rules: ROOM_RULES, clients: CLIENTS });
  await server.admin("PUT", "members", { r: { ann: true, bob: true } });
  const [ann, bob] = [await server.raw("ann"), await server.raw("bob")];
  const q = { l: 1, vf: "r" };
  expect((await bob.ask("q", { p: "rooms/r", h: "" })).s).toBe("ok");
  expect((await bob.ask("q", { p: "rooms/r/messages", h: "", q, t: 1 })).s).toBe("ok");
  expect((await ann.ask("p", { p: "rooms/r/messages/1", d: "hello" })).s).toBe("ok");
  await bob.until(() => (bob.pushes("d").length === 2 ? true : undefined));
  await server.admin("DELETE", "members/r/bob");
  expect((await ann.ask("p", { p: "rooms/r/messages/2", d: "secret" })).s).toBe("ok");
  await bob.until(() => (bob.pushes("c").length === 2 ? true : undefined));
  expect(bob.pushes("c").map(({ b }) => b)).toEqual(
    expect.arrayContaining([{ p: "rooms/r" }, { p: "rooms/r/messages", q: [q] }]),
  );
  await server.admin("PUT", "members/r/bob", true);
  await ann.ask("p", { p: "rooms/r/messages/3", d: "more" });
  expect((await bob.ask("g", { p: "public" })).s).toBe("ok");
  expect(JSON.stringify(bob.received)).not.toMatch(/secret|more/);
});

test("a write that takes the right away together with new data does not show that data", async () => {
  await using server = await openDatabase({ rules: ROOM_RULES, clients: CLIENTS });
  await server.admin("PUT", "members/r", { bob: true });
  const bob = await server.raw("bob");
  await bob.ask("q", { p: "rooms/r", h: "" });
  for (let round = 0; round < 20; round += 1) {
    void server.admin("PATCH", "", { [`rooms/r/open${round}`]: "fine", [`public/${round}`]: 1 });
  }
  void server.admin("PATCH", "", { "members/r/bob": null, "rooms/r/x": "secret" });
  await server.admin("PATCH", "", { "members/r/bob": true, "rooms/r/x": null });
  await server.admin("PUT", "rooms/r/last", 1);
  await bob.ask("g", { p: "public" });
  expect(JSON.stringify(bob.received)).not.toContain("secret");
});

test("signing in, out, or as somebody else asks the rules of every open listen again", async () => {
  await using server = await openDatabase({ rules: ROOM_RULES, clients: CLIENTS });
  await server.admin("PUT", "members/r", { ann: true });
  const client = await server.raw();
  expect((await client.ask("q", { p: "rooms/r", h: "" })).s).toBe("permission_denied");
  await client.ask("auth", { cred: "ann" });
  expect((await client.ask("q", { p: "rooms/r", h: "" })).s).toBe("ok");
  expect((await client.ask("q", { p: "public", h: "" })).s).toBe("ok");
  await client.ask("unauth", {});
  expect(client.pushes("c")).toEqual([{ a: "c", b: { p: "rooms/r" } }]);
  expect((await client.ask("p", { p: "rooms/r/x", d: 1 })).s).toBe("permission_denied");
  await client.ask("auth", { cred: "ann" });
  expect((await client.ask("q", { p: "rooms/r", h: "" })).s).toBe("ok");
  await client.ask("auth", { cred: "bob" });
  expect(client.pushes("c")).toHaveLength(2);
  await server.admin("PUT", "rooms/r/x", "secret");
  await server.admin("PUT", "public/x", "open");
  await client.until(() => client.pushes("d").find(({ b }) => b.d === "open"));
  expect(JSON.stringify(client.received)).not.toContain("secret");
});

test("a refused credential signs out: unknown, expired, owner, Google's old secret, acting as another", async () => {
  await using server = await openDatabase({ rules: ROOM_RULES, clients: CLIENTS });
  await server.admin("PUT", "members/r", { ann: true });
  const refused: [string, object, string][] = [
    ["auth", { cred: "nobody" }, "invalid_token"],
    ["auth", { cred: "expired" }, "expired_token"],
    ["auth", { cred: "owner" }, "invalid_token"],
    ["auth", { cred: { uid: "ann" } }, "invalid_token"],
    ["auth", { cred: "server", authvar: { uid: "ann" } }, "invalid_token"],
    ["auth", { cred: "server", noauth: true }, "invalid_token"],
    ["auth", {}, "invalid_token"],
  ];
  for (const [action, body, status] of refused) {
    // oxlint-disable-next-line no-await-in-loop
    const client = await server.raw("ann");
    // oxlint-disable-next-line no-await-in-loop
    expect((await client.ask(action, body)).s).toBe(status);
    // oxlint-disable-next-line no-await-in-loop
    expect((await client.ask("g", { p: "rooms/r" })).s).toBe("permission_denied");
  }
  const client = await server.raw();
  expect((await client.ask("gauth", { cred: "server" })).s).toBe("invalid_token");
  expect((await client.ask("g", { p: "rooms/r" })).s).toBe("permission_denied");
  await client.ask("auth", { cred: "server" });
  expect((await client.ask("g", { p: "" })).s).toBe("ok");
});

test("a sign-in that cannot be checked now closes the connection without a verdict", async () => {
  const logged: string[] = [];
  const log: Log = {
    info() {},
    warn() {},
    error: (facts) => void logged.push(JSON.stringify(facts)),
  };
  await using server = await openDatabase({ log });
  const client = await server.raw();
  client.post("auth", { cred: "temporary" });
  expect((await client.closed).code).toBe(1013);
  expect(client.received).toEqual([]);
  expect(logged).toHaveLength(1);
  expect(logged.join()).not.toContain('"cred"');
});

test("when the token's time is over, its listens and writes are nobody's", async () => {
  let nowMs = 1_000_000;
  const clients = { ann: signedIn("ann", { exp: 2_000 }) };
  await using server = await openDatabase({ rules: ROOM_RULES, clients, clock: () => nowMs });
  await server.admin("PUT", "members/r", { ann: true });
  const [listening, writing] = [await server.raw("ann"), await server.raw("ann")];
  await listening.ask("q", { p: "rooms/r", h: "" });
  nowMs = 1_999_999;
  expect((await writing.ask("p", { p: "rooms/r/x", d: 1 })).s).toBe("ok");
  await listening.until(() => listening.pushes("d")[1]);
  nowMs = 2_000_000;
  expect((await writing.ask("p", { p: "rooms/r/y", d: 1 })).s).toBe("permission_denied");
  expect(writing.pushes("ac")[0].b.s).toBe("expired_token");
  await server.admin("PUT", "rooms/r/x", "secret");
  await listening.until(() => listening.pushes("c")[0]);
  expect(listening.pushes().map(({ a }) => a)).toEqual(["d", "d", "ac", "c"]);
  expect((await listening.ask("auth", { cred: "ann" })).s).toBe("expired_token");
});

test("an expiring token is noticed without anything happening", async () => {
  let nowMs = 1_000_000;
  const clients = { ann: signedIn("ann", { exp: 1_000.02 }) };
  await using server = await openDatabase({ rules: ROOM_RULES, clients, clock: () => nowMs });
  await server.admin("PUT", "members/r", { ann: true });
  const client = await server.raw("ann");
  await client.ask("q", { p: "rooms/r", h: "" });
  nowMs += 20;
  await client.until(() => client.pushes("c")[0]);
  expect(client.pushes().map(({ a }) => a)).toEqual(["d", "ac", "c"]);
});

test("when an account's sign-ins are checked again, those that are refused now are ended", async () => {
  const clients: Record<string, ReturnType<typeof signedIn>> = {
    ann1: signedIn("ann", { n: 1 }),
    ann2: signedIn("ann", { n: 2 }),
    bob: signedIn("bob"),
  };
  await using server = await openDatabase({ rules: ROOM_RULES, clients });
  await server.admin("PUT", "members/r", { ann: true, bob: true });
  const sockets = [await server.raw("ann1"), await server.raw("ann2"), await server.raw("bob")];
  for (const socket of sockets) {
    // oxlint-disable-next-line no-await-in-loop
    await socket.ask("q", { p: "rooms/r", h: "" });
  }
  server.revoke("ann1");
  server.revoke("bob");
  await server.service.recheckAuth((caller) => caller !== "admin" && caller.uid === "ann");
  const answers = await Promise.all(sockets.map((socket) => socket.ask("g", { p: "rooms/r" })));
  expect(answers.map(({ s }) => s)).toEqual(["permission_denied", "ok", "ok"]);
  const pushes = sockets.map((socket) => socket.pushes().map(({ a }) => a));
  expect(pushes).toEqual([["d", "ac", "c"], ["d"], ["d"]]);
});

test("commits are announced in order, with resolved values, before the writer is answered", async () => {
  await using server = await openDatabase({ clock: () => 77 });
  const answered: string[] = [];
  const stop = server.service.onCommit(({ commit }) => void answered.push(`commit ${commit}`));
  server.service.onCommit(() => {
    throw new Error("A listener that fails is alone with it.");
  });
  const client = await server.raw();
  client.post("m", { p: "a", d: { "b/c": { ".sv": "timestamp" }, d: [1, null, 2] } });
  await client.ask("p", { p: "a/b", d: { ".value": null } }).then(() => answered.push("answer"));
  expect(server.commits).toEqual([
    {
      commit: 1,
      writes: [
        { path: "a/b/c", value: 77 },
        { path: "a/d", value: { 0: 1, 2: 2 } },
      ],
    },
    { commit: 2, writes: [{ path: "a/b", value: null }] },
  ]);
  expect(answered).toEqual(["commit 1", "commit 2", "answer"]);
  stop();
  await client.ask("p", { p: "x", d: 1 });
  expect(answered).toHaveLength(3);
});

test("what Firebase would not store is refused with a reason, and nothing of it is stored", async () => {
  await using server = await openDatabase();
  const client = await server.raw();
  const deep = (depth: number): unknown => (depth === 0 ? 1 : { a: deep(depth - 1) });
  const refused: [string, object, RegExp][] = [
    ["p", { p: "n", d: { "a.b": 1 } }, /must not contain/],
    ["p", { p: "n", d: { "": 1 } }, /empty/],
    ["p", { p: "n", d: { ["k".repeat(767)]: 1 } }, /768/],
    ["p", { p: `n/${"k/".repeat(20)}`, d: { ["é".repeat(365)]: 1 } }, /768/],
    ["p", { p: `n/${"k".repeat(767)}`, d: 1 }, /768/],
    ["p", { p: "n", d: deep(32) }, /32/],
    ["p", { p: "n", d: { ".priority": true, ".value": 2 } }, /[Pp]riorit/],
    ["p", { p: "n", d: { ".value": 1, x: 1 } }, /.value/],
    ["p", { p: "n", d: { ".value": {} } }, /.value/],
    ["p", { p: "n", d: { ".sv": "date" } }, /.sv/],
    ["p", { p: "n", d: { ".sv": { increment: "1" } } }, /.sv/],
    ["p", { p: "n", d: { ".sv": "timestamp", x: 1 } }, /.sv/],
    ["p", { p: "n/.priority", d: {} }, /[Pp]riorit/],
    ["p", { p: "n/.priority/x", d: 1 }, /must not contain/],
    ["q", { p: "n/.priority" }, /must not contain/],
    ["p", { p: 5, d: 1 }, /path/],
    ["p", { p: "n", d: 1, h: 5 }, /hash/],
    ["m", { p: "n", d: [1] }, /object/],
    ["m", { p: "n", d: { "": 1 } }, /itself/],
    ["m", { p: "n", d: { a: 1, "a/b": 2 } }, /both/],
    ["m", { p: "n", d: { "a/b": 2, "/a//b": 1 } }, /both/],
    ["q", { p: "n", q: { l: 0 } }, /1 to/],
    ["q", { p: "n", q: { i: "a.b", l: 1 } }, /must not contain/],
    ["q", { p: "n", q: { i: ".key", sp: 5 } }, /text/],
    ["g", { p: "n", q: { limit: 5 } }, /limit/],
    ["zzz", {}, /not known/],
  ];
  for (const [action, body, reason] of refused) {
    // oxlint-disable-next-line no-await-in-loop
    const answer = await client.ask(action, body);
    expect(answer.s).not.toBe("ok");
    expect(answer.d).toMatch(reason);
  }
  expect((await client.ask("p", { p: "n", d: Number.MAX_VALUE })).s).toBe("ok");
  const overflow = await client.ask("p", { p: "n", d: { ".sv": { increment: Number.MAX_VALUE } } });
  expect(overflow.s).toBe("invalid_data");
  expect(await server.value("")).toEqual({ n: Number.MAX_VALUE });
});

test("keys named like parts of JavaScript are keys like others, in values, paths and rules", async () => {
  const rules = {
    rules: {
      ".read": true,
      $key: { ".write": "newData.hasChild('__proto__') && !data.hasChild('constructor')" },
    },
  };
  await using server = await openDatabase({ rules });
  const client = await server.raw();
  const text = '{"__proto__":{"toString":1},"hasOwnProperty":true}';
  client.sendText(`{"t":"d","d":{"r":90,"a":"p","b":{"p":"__proto__","d":${text}}}}`);
  expect((await client.answerOf(90)).s).toBe("ok");
  const got = await client.ask("g", { p: "" });
  expect(JSON.stringify(got.d)).toBe(`{"__proto__":${text}}`);
  expect((await client.ask("g", { p: "__proto__/__proto__/toString" })).d).toBe(1);
  expect((await client.ask("g", { p: "constructor" })).d).toBe(null);
  expect((await client.ask("p", { p: "x", d: { a: 1 } })).s).toBe("permission_denied");
});

test("a message that is none ends the connection; keep-alives and pings do not", async () => {
  await using server = await openDatabase();
  const bad = ["no json", "[]", '{"t":"d"}', '{"t":"x","d":{}}', '{"t":"d","d":{"a":"g"}}'];
  for (const text of [...bad, "999999"]) {
    // oxlint-disable-next-line no-await-in-loop
    const client = await server.raw();
    client.socket.send(text);
    // oxlint-disable-next-line no-await-in-loop
    expect([1002, 1009]).toContain((await client.closed).code);
  }
  const binary = await server.raw();
  binary.socket.send(Buffer.from("{}"));
  expect((await binary.closed).code).toBe(1003);
  const client = await server.raw();
  client.socket.send("0");
  client.socket.send('{"t":"c","d":{"t":"p","d":{}}}');
  expect((await client.ask("s", { c: {} })).s).toBe("ok");
  expect(client.received[0]).toEqual({ t: "o", d: {} });
});

test("a handshake is refused for another path, database or version, and beyond an address's share", async () => {
  await using server = await openDatabase({ maxSocketsPerClient: 2 });
  const refusalOf = async (path: string) => {
    const socket = new WebSocket(`${server.origin()}${path}`);
    const [error] = (await once(socket, "error")) as [Error];
    return error.message;
  };
  expect(await refusalOf("/ws?v=5")).toContain("404");
  expect(await refusalOf("/.ws?v=5&ns=other")).toContain("404");
  expect(await refusalOf("/.ws?v=4&ns=foyer")).toContain("400");
  expect(await refusalOf("//?v=5")).toContain("404");
  for (let i = 0; i < 3; i += 1) {
    // oxlint-disable-next-line no-await-in-loop
    await brokenHandshake(`${server.origin()}/.ws?v=5&ns=foyer`);
  }
  const first = await server.raw();
  const second = await server.raw();
  expect(await refusalOf("/.ws?v=5&ns=foyer")).toContain("429");
  first.socket.close();
  await first.closed;
  await second.ask("s", {});
  const third = await server.raw();
  expect((await third.ask("s", {})).s).toBe("ok");
});

test("a connection has a bounded number of listens", async () => {
  await using server = await openDatabase();
  const client = await server.raw();
  for (let i = 0; i < 1_000; i += 1) client.post("q", { p: `n/${i}`, h: "" });
  expect((await client.ask("q", { p: "one/more", h: "" })).s).toBe("resource_exhausted");
  expect((await client.ask("n", { p: "n/7" })).s).toBe("ok");
  expect((await client.ask("q", { p: "one/more", h: "" })).s).toBe("ok");
});

test("listens that were refused do not count", async () => {
  await using server = await openDatabase({ rules: { rules: { open: { ".read": true } } } });
  const client = await server.raw();
  for (let i = 0; i < 1_000; i += 1) client.post("q", { p: `closed/${i}`, h: "" });
  expect((await client.ask("q", { p: "open", h: "" })).s).toBe("ok");
});

test("a reader that does not read is cut off, and the others go on", async () => {
  await using server = await openDatabase();
  await server.admin("PUT", "n", "x".repeat(4_000_000));
  const [slow, quick] = [await server.raw(), await server.raw()];
  slow.socket.pause();
  for (let i = 0; i < 40; i += 1) slow.post("g", { p: "n" });
  for (let i = 0; i < 40; i += 1) {
    // oxlint-disable-next-line no-await-in-loop
    expect((await quick.ask("p", { p: "other", d: i })).s).toBe("ok");
  }
  // Answers of the one are ready before later ones of the other.
  expect((await quick.ask("g", { p: "n" })).s).toBe("ok");
  slow.socket.resume();
  expect((await slow.closed).code).toBe(1006);
  expect((await quick.ask("g", { p: "other" })).d).toBe(39);
}, 20_000);

test("closing tells every client, and takes no new one", async () => {
  await using server = await openDatabase();
  const client = await server.raw();
  const written = client.ask("p", { p: "n", d: 1 });
  await written;
  await server.service.close();
  expect((await client.closed).code).toBe(1001);
  await expect(server.raw()).rejects.toThrow("closed");
});

test("what was asked before the closing is answered before the socket is closed", async () => {
  await using server = await openDatabase();
  const client = await server.raw();
  await client.ask("p", { p: "n", d: 0 });
  const answers = Array.from({ length: 300 }, () =>
    client.ask("p", { p: "n", d: { ".sv": { increment: 1 } } }),
  );
  // The first is answered, so all of them have arrived: they were sent in one go.
  await answers[0];
  await server.service.close();
  const statuses = (await Promise.all(answers)).map(({ s }) => s as string);
  expect(new Set(statuses)).toEqual(new Set(["ok"]));
  expect((await client.closed).code).toBe(1001);
});

test("a refused upgrade holds no connection", async () => {
  await using server = await openDatabase();
  const { hostname, port } = new URL(server.origin());
  const held = connect({ port: Number(port), host: hostname, allowHalfOpen: true });
  // A write to a connection that the server has left is an error first.
  held.on("error", () => {});
  const closed = new Promise((resolve) => held.once("close", resolve));
  held.write(
    `GET /.ws?v=4&ns=foyer HTTP/1.1\r\nHost: ${hostname}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
      "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n",
  );
  // This end never ends its own half.
  held.resume();
  await once(held, "end");
  const writing = setInterval(() => held.write("x"), 5);
  await closed;
  clearInterval(writing);
  expect(held.destroyed).toBe(true);
});

/** An upgrade without a key: it must not count as an open socket. */
async function brokenHandshake(url: string): Promise<void> {
  const headers = { connection: "Upgrade", upgrade: "websocket" };
  const sent = request(url, { headers }).end();
  const [response] = (await once(sent, "response")) as [IncomingMessage];
  expect(response.statusCode).toBe(400);
  await once(response.resume(), "close");
}

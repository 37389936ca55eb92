import { expect, test } from "vitest";
import { ServerBusyError } from "../http/index.ts";
import { silentLog } from "../sqlite/index.ts";
import { createDatabaseHttp } from "./database-http.ts";
import { errorAnswer } from "./http-answer.ts";
import { parsePut } from "./parse-writes.ts";
import { parsePath } from "./path.ts";
import type { Store } from "./store.ts";
import { openDatabase } from "./testing/open-database.ts";

const RULES = {
  rules: {
    open: { ".read": true, ".write": true },
    writeOnly: { ".write": true },
    own: { $uid: { ".read": "auth.uid === $uid", ".write": "auth.uid === $uid" } },
  },
};
const CLIENTS = { ann: { uid: "ann", token: {} }, service: "admin" as const };
const ETAG = { "x-firebase-etag": "true" };

test("PUT, GET, PATCH, POST and DELETE do and answer as Firebase's", async () => {
  await using server = await openDatabase({ clock: () => 1_700_000_000_000 });
  const { rest } = server;
  expect(await rest("PUT", "open/a", { b: [1, 2], c: null })).toMatchObject({
    status: 200,
    body: { b: [1, 2] },
  });
  expect((await rest("GET", "open/a/b/1")).body).toBe(2);
  const patched = await rest("PATCH", "open/a", { "b/0": null, t: { ".sv": "timestamp" } });
  expect(patched.body).toEqual({ "b/0": null, t: 1_700_000_000_000 });
  expect((await rest("GET", "open")).body).toEqual({ a: { b: [null, 2], t: 1_700_000_000_000 } });
  const names: string[] = [];
  for (let i = 0; i < 50; i += 1) {
    // oxlint-disable-next-line no-await-in-loop
    names.push((await rest("POST", "open/list", i)).body.name);
  }
  expect(names.every((name) => /^[\w-]{20}$/.test(name))).toBe(true);
  expect(names).toEqual([...new Set(names)].toSorted((a, b) => (a < b ? -1 : 1)));
  expect(await rest("DELETE", "open/a")).toMatchObject({ status: 200, body: null });
  expect(Object.keys((await rest("GET", "open")).body)).toEqual(["list"]);
  const overridden = await rest("POST", "open", undefined, { "x-http-method-override": "DELETE" });
  expect(overridden).toMatchObject({ status: 200, body: null });
  const inUrl = "open?x-http-method-override=PUT&writeSizeLimit=tiny";
  expect(await rest("POST", inUrl, 1)).toMatchObject({ status: 200, body: 1 });
  expect(await rest("DELETE", "open?print=silent")).toMatchObject({ status: 204 });
  expect((await rest("GET", "")).body).toBe(null);
});

test("print and shallow change the form of the answer", async () => {
  await using server = await openDatabase();
  const { rest } = server;
  expect(await rest("PUT", "n?print=silent", { a: { b: 1 }, c: 2, 5: { x: 1 } })).toMatchObject({
    status: 204,
    body: "",
  });
  expect((await rest("GET", "n?shallow=true")).body).toEqual({ a: true, c: true, 5: true });
  expect((await rest("GET", "n/c?shallow=true")).body).toBe(2);
  expect((await rest("GET", "none?shallow=true")).body).toBe(null);
  const pretty = await server.service.adminFetch(new Request("http://test/n/a.json?print=pretty"));
  expect(await pretty.text()).toBe('{\n  "b": 1\n}');
});

test("the export format has priorities and no arrays, in what is read and what is written", async () => {
  await using server = await openDatabase();
  const { rest } = server;
  const value = { a: { ".value": 1, ".priority": "p" }, b: { 0: "x", 1: "y" }, ".priority": 2 };
  expect((await rest("PUT", "n?format=export", value)).body).toEqual(value);
  expect((await rest("PUT", "n", value)).body).toEqual({ a: 1, b: ["x", "y"] });
  expect((await rest("GET", "n?format=export")).body).toEqual(value);
  expect((await rest("GET", "n")).body).toEqual({ a: 1, b: ["x", "y"] });
  const patch = { "c/d": { ".value": 3, ".priority": 4 } };
  expect((await rest("PATCH", "n?format=export", patch)).body).toEqual(patch);
  expect((await rest("PATCH", "n", patch)).body).toEqual({ "c/d": 3 });
  expect((await rest("GET", "n?shallow=true")).body).toEqual({ a: true, b: true, c: true });
});

test("a priority is written at its own path and leaves the value as it is", async () => {
  await using server = await openDatabase();
  const { rest } = server;
  await rest("PUT", "n", { a: 1, b: 2 });
  expect(await rest("PUT", "n/a/.priority", 5)).toMatchObject({ status: 200, body: 5 });
  expect(await rest("PATCH", "n", { "b/.priority": "x" })).toMatchObject({ status: 200 });
  expect((await rest("GET", "n?format=export")).body).toEqual({
    a: { ".value": 1, ".priority": 5 },
    b: { ".value": 2, ".priority": "x" },
  });
  expect(await rest("DELETE", "n/a/.priority", undefined, ETAG)).toEqual({
    status: 200,
    body: null,
    etag: null,
  });
  expect((await rest("GET", "n/a?format=export")).body).toBe(1);
  const refused = [
    await rest("PUT", "n/a/.priority", true),
    await rest("PUT", "n/a/.priority", 1, { "if-match": "x" }),
    await rest("PUT", "n/.priority/a", 1),
    await rest("POST", "n/.priority", 1),
    await rest("GET", "n/.priority?shallow=true"),
    await rest("GET", "n/.priority?orderBy=%22$key%22"),
  ];
  expect(refused.map(({ status }) => status)).toEqual([400, 400, 400, 400, 400, 400]);
  expect((await rest("GET", "n/b/.priority")).body).toBe("x");
  expect((await rest("GET", "n/.priority")).body).toBeNull();
});

test("a browser can be made to save what it reads, under a name that is harmless", async () => {
  await using server = await openDatabase();
  const saved = async (download: string) => {
    const url = `http://test/n.json?download=${encodeURIComponent(download)}`;
    const { headers } = await server.service.adminFetch(new Request(url));
    return headers.get("content-disposition");
  };
  expect(await saved("my file.json")).toBe(
    "attachment; filename=\"my file.json\"; filename*=UTF-8''my%20file.json",
  );
  expect(await saved('../a"\r\nX: é')).toBe(
    "attachment; filename=\".._a___X_ _\"; filename*=UTF-8''.._a%22%0D%0AX%3A%20%C3%A9",
  );
  expect(await saved(`${"x".repeat(199)}\u{1f600}`)).toMatch(/''x{199}%EF%BF%BD$/);
  expect(await saved("")).toBe(null);
});

test("a read that takes longer than its timeout is given up, one that has time is not", async () => {
  await using server = await openDatabase();
  expect(await server.rest("GET", "n?timeout=15min")).toMatchObject({ status: 200, body: null });
  const store = { turns: { enter: () => new Promise<void>(() => {}), leave: () => {} } };
  const http = createDatabaseHttp({
    store: store as unknown as Store,
    projectId: "foyer",
    clock: Date.now,
    log: silentLog,
    authenticate: () => Promise.reject(new Error("Nobody signs in.")),
    maxStreamsPerClient: 1,
  });
  const late = await http.adminFetch(new Request("http://test/n.json?timeout=1ms"));
  expect([late.status, await late.text()]).toEqual([
    400,
    '{"error":"The read took longer than its timeout."}',
  ]);
  http.close();
});

test("rules decide by the caller, however the credential comes", async () => {
  await using server = await openDatabase({ rules: RULES, clients: CLIENTS });
  const { rest } = server;
  const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
  const denied = { status: 401, body: { error: "Permission denied" } };
  expect(await rest("PUT", "own/ann", 1)).toMatchObject(denied);
  expect(await rest("PUT", "own/ann", 1, bearer("ann"))).toMatchObject({ status: 200 });
  expect(await rest("PUT", "own/bob", 1, bearer("ann"))).toMatchObject(denied);
  expect(await rest("GET", "own/ann?auth=ann")).toMatchObject({ status: 200, body: 1 });
  expect(await rest("GET", "own/ann?access_token=ann")).toMatchObject({ status: 200, body: 1 });
  expect(await rest("GET", "own")).toMatchObject(denied);
  expect(await rest("GET", "own?auth=ann")).toMatchObject(denied);
  expect(await rest("GET", "own?shallow=true&auth=ann")).toMatchObject(denied);
  expect(await rest("GET", "own?auth=service")).toMatchObject({ status: 200, body: { ann: 1 } });
  expect(await rest("PATCH", "", { "open/x": 1, "own/bob": 1 }, bearer("ann"))).toMatchObject(
    denied,
  );
  expect(await server.value("open")).toBe(null);
  for (const token of ["nobody", "expired", "owner", ""]) {
    // oxlint-disable-next-line no-await-in-loop
    expect(await rest("GET", `open?auth=${token}`)).toMatchObject({ status: 401 });
  }
  expect((await rest("GET", "open", undefined, { authorization: "Basic x" })).status).toBe(401);
  const temporary = await rest("GET", "open?auth=temporary");
  expect(temporary).toEqual({ status: 500, body: "The server failed; try again.", etag: null });
});

test("a conditional write happens once: with the right ETag, or not at all and with the current value", async () => {
  await using server = await openDatabase({ rules: RULES });
  const { rest } = server;
  const none = await rest("GET", "open/n", undefined, ETAG);
  expect(none.etag).toBe("null_etag");
  expect((await rest("PUT", "open/n", 5, { "if-match": "null_etag" })).status).toBe(200);
  const stale = await rest("PUT", "open/n", 6, { "if-match": "null_etag" });
  expect(stale).toMatchObject({ status: 412, body: 5 });
  const added = await Promise.all(
    [6, 7, 8].map((value) =>
      rest("PUT", "open/n", value, { "if-match": stale.etag ?? "", ...ETAG }),
    ),
  );
  expect(added.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 412, 412]);
  const { etag } = await rest("GET", "open/n", undefined, ETAG);
  expect(added.find(({ status }) => status === 200)?.etag).toBe(etag);
  expect((await rest("DELETE", "open/n", undefined, { "if-match": "x" })).status).toBe(412);
  expect((await rest("DELETE", "open/n", undefined, { "if-match": etag ?? "" })).status).toBe(200);
  const posted = await rest("POST", "open/list", { a: 1 }, ETAG);
  const pushed = await rest("GET", `open/list/${posted.body.name}`, undefined, ETAG);
  expect([posted.etag, pushed.body]).toEqual([pushed.etag, { a: 1 }]);
  await server.admin("PUT", "writeOnly", "secret");
  const blind = await rest("PUT", "writeOnly", 1, { "if-match": "x" });
  expect(blind).toEqual({ status: 401, body: { error: "Permission denied" }, etag: null });
});

test("who may write but not read learns nothing of what is stored: no sum, no ETag, no guess by if-match", async () => {
  await using server = await openDatabase({ rules: RULES });
  const { rest } = server;
  await server.admin("PUT", "writeOnly", { n: 4711, vote: "yes" });
  const add = (increment: number) => ({ ".sv": { increment } });
  expect(await rest("PUT", "writeOnly/n", add(0), ETAG)).toEqual({
    status: 200,
    body: add(0),
    etag: null,
  });
  const patch = { n: add(1), vote: "no", "list/0": "x" };
  expect(await rest("PATCH", "writeOnly", patch)).toMatchObject({ status: 200, body: patch });
  const inside = { a: [add(1), "x"], ".priority": add(1) };
  expect((await rest("PUT", "writeOnly/deep?format=export", inside)).body).toEqual(inside);
  expect((await rest("POST", "writeOnly", add(1), ETAG)).etag).toBe(null);
  expect(await server.value("writeOnly/n")).toBe(4712);
  const { etag } = await server.admin("GET", "writeOnly/vote", undefined, ETAG);
  for (const guess of [etag ?? "", "x", "null_etag"]) {
    // oxlint-disable-next-line no-await-in-loop
    const blind = await rest("PUT", "writeOnly/vote", "maybe", { "if-match": guess });
    expect(blind).toEqual({ status: 401, body: { error: "Permission denied" }, etag: null });
  }
  expect(await server.value("writeOnly/vote")).toBe("no");
  await server.admin("PUT", "open/n", 1);
  const read = await rest("GET", "open/n", undefined, ETAG);
  expect(await rest("PUT", "open/n", add(0), ETAG)).toEqual({ ...read, body: 1 });
  expect((await rest("PATCH", "open", { n: add(1) })).body).toEqual({ n: 2 });
  expect((await server.admin("PUT", "writeOnly/n", add(1))).body).toBe(4713);
  // What is sent back is no value from the store, so the hash of what was sent tells nothing either.
  expect((await rest("PUT", "writeOnly/n", 5, ETAG)).etag).toEqual(expect.any(String));
});

test("what happens between the comparison and the write counts: another value is stale, the same value is not", async () => {
  let between: (() => Promise<unknown>)[] = [];
  let writes = 0;
  await using server = await openDatabase({
    async beforeWrite() {
      writes += 1;
      await between.shift()?.();
    },
  });
  const put = (path: string, value: unknown) => () =>
    server.sqlite.write("database.write", {
      caller: "admin",
      writes: parsePut(parsePath(path), value),
      nowMs: 0,
    });
  const attempt = async (...changes: (() => Promise<unknown>)[]) => {
    await server.admin("PUT", "n", { a: 1, ".priority": "p" });
    const { etag } = await server.admin("GET", "n", undefined, ETAG);
    between = changes;
    writes = 0;
    const { status, body } = await server.rest("PUT", "n", "new", { "if-match": etag ?? "" });
    return { status, body, writes };
  };
  const done = { status: 200, body: "new" };
  const same = put("n", { a: 1, ".priority": "p" });
  expect(await attempt(put("other", 1))).toEqual({ ...done, writes: 1 });
  expect(await attempt(same)).toEqual({ ...done, writes: 2 });
  expect(await attempt(put("n/b", 2), put("n/b", null))).toEqual({
    status: 412,
    body: { a: 1, b: 2 },
    writes: 1,
  });
  // Not for ever.
  expect(await attempt(same, same, same, same)).toEqual({ status: 412, body: { a: 1 }, writes: 3 });
});

test("what cannot be done is refused with a reason, and is not done in part", async () => {
  await using server = await openDatabase();
  const { rest } = server;
  const cases: [string, string, unknown, number][] = [
    ["GET", "n?ns=other", undefined, 404],
    ["GET", "n?orderBy=%22a%22", undefined, 400],
    ["GET", "n?callback=x", undefined, 400],
    ["GET", "n?print=loud", undefined, 400],
    ["GET", "n?format=csv", undefined, 400],
    ["GET", "n?timeout=0s", undefined, 400],
    ["GET", "n?timeout=16min", undefined, 400],
    ["GET", "n?timeout=5", undefined, 400],
    ["PUT", "n?writeSizeLimit=huge", 1, 400],
    ["PUT", "n?download=x", 1, 400],
    ["DELETE", "n?shallow=true", undefined, 400],
    ["GET", "a.b", undefined, 400],
    ["GET", "%5B", undefined, 400],
    ["GET", "a%2Fb", undefined, 400],
    ["GET", "%ff", undefined, 400],
    ["PUT", "n", { "a/b": 1 }, 400],
    ["PUT", "n", undefined, 400],
    ["PATCH", "n", 5, 400],
    ["PATCH", "n", { a: 1, "b.c": 2 }, 400],
    ["POST", "n", { "": 1 }, 400],
    ["OPTIONS", "n", undefined, 405],
  ];
  for (const [method, path, body, status] of cases) {
    // oxlint-disable-next-line no-await-in-loop
    const answer = await rest(method, path, body);
    expect({ method, path, status: answer.status }).toEqual({ method, path, status });
    expect(answer.body.error).toEqual(expect.any(String));
  }
  const notJson = await server.service.fetch(
    new Request("http://test/n.json", { method: "PUT", body: "{a:1}" }),
    { client: "127.0.0.1", origin: server.origin() },
  );
  expect(notJson.status).toBe(400);
  expect((await rest("PATCH", "n", { a: 1 }, { "if-match": "x" })).status).toBe(400);
  expect(await server.value("")).toBe(null);
});

test("a service that is closing or too busy says so, not as a verdict", async () => {
  await using server = await openDatabase();
  await server.sqlite.close();
  const answer = await server.rest("GET", "n");
  expect(answer).toMatchObject({ status: 503, body: expect.stringContaining("shutting down") });
});

test("who has not signed in sends at most 256 KB; who has, more", async () => {
  await using server = await openDatabase({ rules: RULES, clients: CLIENTS });
  const { rest } = server;
  const large = "x".repeat(256 * 1024);
  for (const method of ["PUT", "POST", "PATCH"]) {
    // oxlint-disable-next-line no-await-in-loop
    expect(await rest(method, "open/n", { large })).toMatchObject({ status: 413 });
  }
  expect(await rest("PUT", "open/n", large.slice(2))).toMatchObject({ status: 200 });
  expect(await rest("PUT", "open/n?auth=ann", { large })).toMatchObject({ status: 200 });
  expect(await rest("PUT", "open/n?auth=nobody", { large })).toMatchObject({ status: 401 });
});

test("a body of more values than are taken is refused before it is parsed", async () => {
  await using server = await openDatabase({ clients: CLIENTS });
  const put = async (body: string) => {
    const init = { method: "PUT", body, headers: { authorization: "Bearer ann" } };
    const facts = { client: "127.0.0.1", origin: server.origin() };
    const answer = await server.service.fetch(new Request("http://test/n.json", init), facts);
    return [answer.status, await answer.text()];
  };
  const tooMany = [400, '{"error":"At most 250000 values are taken at once; send it in parts."}'];
  expect(await put(`[${"{},".repeat(250_000)}{}]`)).toEqual(tooMany);
  expect(await put(`[${"null,".repeat(250_000)}null]`)).toEqual(tooMany);
  expect(await put(`${"[".repeat(250_001)}${"]".repeat(250_001)}`)).toEqual(tooMany);
  expect((await put(`${"[".repeat(200_000)}${"]".repeat(200_000)}`))[0]).toBe(400);
  expect(await put(`[${"null,".repeat(240_000)}1]`)).toEqual([200, '{"240000":1}']);
});

test("no answer is kept by anybody on its way", async () => {
  await using server = await openDatabase({ rules: RULES, clients: CLIENTS });
  const facts = { client: "127.0.0.1", origin: server.origin() };
  for (const path of ["open", "own", "own/ann?auth=ann", "open?print=silent", "n?auth=temporary"]) {
    const [pathname, search] = path.split("?");
    const request = new Request(`http://test/${pathname}.json?${search ?? ""}`);
    // oxlint-disable-next-line no-await-in-loop
    const { headers } = await server.service.fetch(request, facts);
    expect(headers.get("cache-control")).toBe("no-store");
  }
});

test("a server that receives too much says that the same may be tried again", async () => {
  const answer = errorAnswer(new ServerBusyError("Try again."), silentLog);
  expect([answer.status, answer.headers.get("retry-after")]).toEqual([503, "1"]);
  expect(answer.headers.get("content-type")).not.toContain("json");
  expect(await answer.text()).toBe("Try again.");
});

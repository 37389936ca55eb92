// GET, PATCH, POST and DELETE of documents, as servers without the SDK send them.
import { expect, test } from "vitest";
import { FACTS, ROOT, nameOf, openDocuments } from "./testing/open-documents.ts";

const INT = { integerValue: "1" };
const TEXT = { stringValue: "t" };
const TIME = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/);
const stored = (path: string, fields: object) => ({
  name: nameOf(path),
  fields,
  createTime: TIME,
  updateTime: TIME,
});

type Documents = Awaited<ReturnType<typeof openDocuments>>;
const sendJson = (documents: Documents, method: string, path: string, body: unknown) =>
  documents.send(method, path, JSON.stringify(body));

/** As a client, in the methods that `ask` has not. */
async function askAs(documents: Documents, token: string, method: string, path: string, body = "") {
  const request = new Request(`http://test/v1/${ROOT}${path}`, {
    method,
    headers: { authorization: `Bearer ${token}` },
    ...(body !== "" && { body }),
  });
  const response = await documents.service.fetch(request, FACTS);
  return { status: response.status, body: await response.json() };
}

test("PATCH makes a document and replaces it whole; with a mask it changes what the mask names", async () => {
  await using documents = await openDocuments();
  const patch = (query: string, fields: object) =>
    sendJson(documents, "PATCH", `/a/1${query}`, { fields });
  expect(await patch("", { x: INT, y: INT })).toEqual({
    status: 200,
    body: stored("a/1", { x: INT, y: INT }),
  });
  expect((await patch("", { x: TEXT, z: INT })).body.fields).toEqual({ x: TEXT, z: INT });
  const masked = "?updateMask.fieldPaths=x&updateMask.fieldPaths=m.%60n-o%60";
  const deep = { mapValue: { fields: { "n-o": INT } } };
  expect((await patch(masked, { m: deep, ignored: INT })).body.fields).toEqual({ z: INT, m: deep });
  expect(await documents.fields("a/1")).toEqual({ z: INT, m: deep });
});

test("what PATCH answers is masked when it is asked for, what is stored is not", async () => {
  await using documents = await openDocuments();
  const answer = await sendJson(documents, "PATCH", "/a/1?mask.fieldPaths=x", {
    fields: { x: INT, y: INT },
  });
  expect(answer.body.fields).toEqual({ x: INT });
  const nameOnly = await documents.send("GET", "/a/1?mask.fieldPaths=__name__");
  expect(nameOnly.body).toEqual(stored("a/1", {}));
  expect(await documents.fields("a/1")).toEqual({ x: INT, y: INT });
});

test("PATCH and DELETE keep to their preconditions", async () => {
  await using documents = await openDocuments();
  const exists = "currentDocument.exists=";
  const missing = await sendJson(documents, "PATCH", `/a/1?${exists}true`, {});
  expect([missing.status, missing.body.error.status]).toEqual([404, "NOT_FOUND"]);
  expect((await documents.send("DELETE", `/a/1?${exists}true`)).status).toBe(404);
  const { body } = await sendJson(documents, "PATCH", `/a/1?${exists}false`, {
    fields: { x: INT },
  });
  const twice = await sendJson(documents, "PATCH", `/a/1?${exists}false`, {});
  expect([twice.status, twice.body.error.status]).toEqual([409, "ALREADY_EXISTS"]);
  const updateTime = "currentDocument.updateTime=";
  const other = await documents.send("DELETE", `/a/1?${updateTime}2020-01-01T00:00:00Z`);
  expect([other.status, other.body.error.status]).toEqual([400, "FAILED_PRECONDITION"]);
  expect(await documents.fields("a/1")).toEqual({ x: INT });
  expect(await documents.send("DELETE", `/a/1?${updateTime}${body.updateTime}`)).toEqual({
    status: 200,
    body: {},
  });
  expect((await documents.send("DELETE", "/a/1")).status).toBe(200);
  expect((await documents.send("GET", "/a/1")).status).toBe(404);
});

test("POST makes a document with the id that is asked for, or one of twenty random characters, and never replaces one", async () => {
  await using documents = await openDocuments();
  const post = (query: string, body: object) => sendJson(documents, "POST", `/a/1/b${query}`, body);
  const named = await post("?documentId=x%3Ay", { fields: { x: INT } });
  expect(named).toEqual({ status: 200, body: stored("a/1/b/x:y", { x: INT }) });
  const again = await post("?documentId=x%3Ay", { fields: {} });
  expect([again.status, again.body.error.status]).toEqual([409, "ALREADY_EXISTS"]);
  expect(await documents.fields("a/1/b/x:y")).toEqual({ x: INT });
  const names = [await post("", {}), await post("", {})].map(({ body }) => body.name);
  expect(new Set(names).size).toBe(2);
  for (const name of names) {
    expect(name.slice(nameOf("a/1/b/").length)).toMatch(/^[A-Za-z0-9]{20}$/);
  }
});

test("writes of a document pass as commits: rules decide, and listeners are told", async () => {
  await using documents = await openDocuments({
    clients: { ann: { uid: "ann", token: {} } },
    rules: `rules_version = '2'; service cloud.firestore { match /databases/{database}/documents {
      match /own/{id} { allow create, update: if request.resource.data.by == request.auth.uid; allow get; }
      match /inbox/{id} { allow create, update; } } }`,
  });
  const events: unknown[] = [];
  documents.service.onCommit(({ changes }) => {
    events.push(...changes.map(({ path, fields }) => ({ path, fields })));
  });
  const own = JSON.stringify({ fields: { by: { stringValue: "ann" } } });
  const as = (method: string, path: string, body = "") =>
    askAs(documents, "ann", method, path, body);
  expect((await as("PATCH", "/own/1", own)).status).toBe(200);
  expect((await as("POST", "/own?documentId=2", own)).status).toBe(200);
  for (const answer of [
    await as("PATCH", "/own/1", JSON.stringify({ fields: { by: TEXT } })),
    await as("POST", "/other", own),
    await as("DELETE", "/own/1"),
    await as("DELETE", "/none/1"),
    await as("GET", "/inbox/1"),
  ]) {
    expect([answer.status, answer.body.error.status]).toEqual([403, "PERMISSION_DENIED"]);
  }
  const fields = { by: { stringValue: "ann" } };
  expect(events).toEqual([
    { path: "own/1", fields },
    { path: "own/2", fields },
  ]);
});

test("who may write a document and not get it is answered what was written, and not what else is in it", async () => {
  await using documents = await openDocuments({
    clients: { ann: { uid: "ann", token: {} } },
    rules: `rules_version = '2'; service cloud.firestore { match /databases/{database}/documents {
      match /inbox/{id} { allow create, update; } } }`,
  });
  await documents.put("inbox/1", { secret: TEXT });
  const body = JSON.stringify({ fields: { x: INT } });
  const path = "/inbox/1?updateMask.fieldPaths=x";
  const answer = await askAs(documents, "ann", "PATCH", path, body);
  expect([answer.status, answer.body.fields]).toEqual([200, { x: INT }]);
  expect(await documents.fields("inbox/1")).toEqual({ secret: TEXT, x: INT });
});

test("what is wrong with a request is said and nothing is changed", async () => {
  await using documents = await openDocuments();
  const cases: [method: string, path: string, body: unknown, reason: string][] = [
    ["PATCH", "/a", {}, "names a collection"],
    ["DELETE", "/a", undefined, "names a collection"],
    ["POST", "/a/1", {}, "names a document"],
    ["PATCH", "/a/1", [], "must be an object"],
    ["PATCH", "/a/1", { fields: { x: 1 } }, "fields.x must be a value"],
    ["PATCH", "/a/1", { name: nameOf("a/2") }, "name is not that of the address"],
    ["PATCH", "/a/1", { x: INT }, "Unknown name"],
    ["POST", "/a?documentId=x", { name: "x" }, "name is not that of the address"],
    ["POST", "/a?documentId=x%2Fy", {}, "must not contain"],
    ["POST", "/a?documentId=__x__", {}, "reserved"],
    ["PATCH", "/a/1?updateMask.fieldPaths=a..b", {}, "updateMask.fieldPaths[0]"],
    ["PATCH", "/a/1?updateMask.fieldPaths=__name__", {}, "cannot be changed"],
    ["PATCH", "/a/1?mask.fieldPaths=a..b", {}, "mask.fieldPaths[0]"],
    ["PATCH", "/a/1?currentDocument.exists=yes", {}, "must be true or false"],
    ["DELETE", "/a/1?currentDocument.updateTime=now", undefined, "must be an instant"],
    [
      "DELETE",
      "/a/1?currentDocument.exists=true&currentDocument.exists=false",
      undefined,
      "given twice",
    ],
    ["PATCH", "/a/1?documentId=x", {}, "Unknown parameter"],
    ["GET", "/a/1?updateMask.fieldPaths=x", undefined, "Unknown parameter"],
    ["GET", "/a/__x__", undefined, "reserved"],
  ];
  for (const [method, path, body, reason] of cases) {
    const sent = body === undefined ? undefined : JSON.stringify(body);
    const answer = await documents.send(method, path, sent);
    const said = `${method} ${path}: ${reason}`;
    expect([answer.status, answer.body.error.status], said).toEqual([400, "INVALID_ARGUMENT"]);
    expect(answer.body.error.message, said).toContain(reason);
  }
  expect((await documents.send("GET", "/a")).body).toEqual({});
});

test("parameters of all Google's APIs change nothing, and those that would are refused", async () => {
  await using documents = await openDocuments();
  await documents.put("a/1", { x: INT });
  const plain = await documents.send("GET", "/a/1");
  const path = "/a/1?key=k&alt=json&prettyPrint=false&$alt=json;enum-encoding%3Dint";
  expect(await documents.send("GET", path)).toEqual(plain);
  for (const query of ["readTime=2026-01-01T00:00:00Z", "fields=name", "access_token=x", "alt=sse"])
    expect((await documents.send("GET", `/a/1?${query}`)).status, query).toBe(501);
});

import { expect, test } from "vitest";
import { FACTS, ROOT, nameOf, openDocuments } from "./testing/open-documents.ts";

const write = (update: unknown, more: object = {}) => ({ writes: [{ update, ...more }] });
const doc = (path: string, fields: unknown = {}) => ({ name: nameOf(path), fields });
const INT = { integerValue: "1" };

test("batchGet answers found and missing documents in the order asked, masked when asked", async () => {
  await using documents = await openDocuments();
  await documents.put("a/1", { x: INT, y: INT });
  const { status, body } = await documents.post(":batchGet", {
    documents: [nameOf("a/2"), nameOf("a/1")],
    mask: { fieldPaths: ["y"] },
  });
  const readTime = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/);
  expect(status).toBe(200);
  expect(body).toEqual([
    { missing: nameOf("a/2"), readTime },
    { found: { ...doc("a/1", { y: INT }), createTime: readTime, updateTime: readTime }, readTime },
  ]);
});

test("ids of all kinds come back as they were sent, in bodies and in addresses", async () => {
  await using documents = await openDocuments();
  const ids = [
    "with space",
    "a:commit",
    "%2F",
    "ü😀",
    "'; DROP TABLE x; --",
    "nul\0",
    "constructor",
    "a?b#c",
    "__id9__",
  ];
  for (const id of ids) {
    await documents.put(`c/${id}`, { id: { stringValue: id } });
    const { status, body } = await documents.send("GET", `/c/${encodeURIComponent(id)}`);
    expect([status, body.name, body.fields.id.stringValue]).toEqual([200, nameOf(`c/${id}`), id]);
  }
});

test("field names of objects' own machinery are plain names", async () => {
  await using documents = await openDocuments();
  const fields = {
    constructor: INT,
    toString: INT,
    hasOwnProperty: { mapValue: { fields: { valueOf: INT } } },
  };
  expect((await documents.put("a/1", fields)).status).toBe(200);
  expect(await documents.fields("a/1")).toEqual(fields);
  const fieldPaths = ["valueOf", "isPrototypeOf.x", "toString"];
  await documents.post(":commit", write(doc("a/1"), { updateMask: { fieldPaths } }));
  const { toString, ...left } = fields;
  expect(toString).toBe(INT);
  expect(await documents.fields("a/1")).toEqual(left);
  expect(({} as Record<string, unknown>)["x"]).toBeUndefined();
});

test("malformed requests are refused with their place and change nothing", async () => {
  await using documents = await openDocuments();
  const transform = (one: object) => write(doc("a/1"), { updateTransforms: [one] });
  const cases: [body: unknown, reason: string][] = [
    [null, "The body must be an object"],
    [[], "The body must be an object"],
    [{ write: [] }, 'Unknown name "write" at the top of the body'],
    [{ writes: {} }, "writes must be a list"],
    [{ writes: [null] }, "writes[0] must be an object"],
    [{ writes: [{}] }, "writes[0] must have exactly one of update, delete, verify, transform"],
    [{ writes: [{ update: doc("a/1"), delete: nameOf("a/1") }] }, "exactly one of"],
    [
      { writes: [{ delete: nameOf("a/1"), updateMask: {} }] },
      "writes[0].updateMask is only for an update",
    ],
    [{ writes: [{ verify: nameOf("a/1") }] }, "writes[0].currentDocument is needed"],
    [write({ fields: {} }), "writes[0].update.name must be a string"],
    [write({ name: "a/1" }), "is not a document of"],
    [write({ name: `projects/other/databases/(default)/documents/a/1` }), "is not a document of"],
    [write(doc("a")), "names a collection"],
    [write(doc("a//b/c")), "must not be empty"],
    [write(doc("a/..")), "not allowed as ids"],
    [write(doc("a/__x__")), "reserved"],
    [write(doc(`a/${"x".repeat(1501)}`)), "longer than 1500 bytes"],
    [write(doc(`a/${"ü".repeat(751)}`)), "longer than 1500 bytes"],
    [write(doc("a/\ud800")), "valid Unicode"],
    [write(doc(Array(202).fill("a").join("/"))), "too long"],
    [write(doc("a/1", [])), "writes[0].update.fields must be an object"],
    [write(doc("a/1", { x: 1 })), "writes[0].update.fields.x must be a value"],
    [write(doc("a/1", { __x__: INT })), "reserved"],
    [write(doc("a/1", { ["x".repeat(1501)]: INT })), "longer than 1500 bytes"],
    [write(doc("a/1"), { updateMask: { fieldPaths: ["a..b"] } }), "updateMask.fieldPaths[0]"],
    [write(doc("a/1"), { updateMask: { fieldPaths: ["a", "a.b"] } }), "overlap"],
    [write(doc("a/1"), { updateMask: { fieldPaths: ["a", "a"] } }), "overlap"],
    [write(doc("a/1"), { updateMask: { fieldPaths: ["__name__"] } }), "cannot be changed"],
    [write(doc("a/1"), { updateMask: { fieldPaths: ["`open"] } }), "not a field path"],
    [write(doc("a/1"), { updateMask: { fieldPaths: ["`__proto__`.x"] } }), "reserved"],
    [write(doc("a/1"), { currentDocument: { exists: "yes" } }), "must be true or false"],
    [write(doc("a/1"), { currentDocument: { exists: true, updateTime: "x" } }), "exactly one of"],
    [write(doc("a/1"), { currentDocument: { updateTime: "yesterday" } }), "must be an instant"],
    [transform({ fieldPath: "x" }), "exactly one of setToServerValue"],
    [transform({ fieldPath: "x", increment: { stringValue: "1" } }), "increment must be a number"],
    [transform({ fieldPath: "x", setToServerValue: "NOW" }), "must be one of REQUEST_TIME"],
    [
      transform({ fieldPath: "x", appendMissingElements: { values: [{ arrayValue: {} }] } }),
      "another list",
    ],
  ];
  for (const [body, reason] of cases) {
    const answer = await documents.post(":commit", body);
    expect(answer, reason).toMatchObject({
      status: 400,
      body: { error: { code: 400, status: "INVALID_ARGUMENT" } },
    });
    expect(answer.body.error.message).toContain(reason);
  }
  expect(await documents.query({ from: [{ collectionId: "a" }] })).toEqual([]);
});

test("a body that is no JSON is refused", async () => {
  await using documents = await openDocuments();
  for (const body of ["", "{", "undefined", "[".repeat(100_000), '{"a":"\\u12"}']) {
    expect((await documents.send("POST", ":commit", body)).status, body.slice(0, 20)).toBe(400);
  }
  const bytes = new Uint8Array([0x22, 0xff, 0xfe, 0x22]);
  const request = new Request(`http://test/v1/${ROOT}:commit`, { method: "POST", body: bytes });
  expect((await documents.service.fetch(request, FACTS)).status).toBe(400);
});

test("what Firestore has and this server has not is UNIMPLEMENTED", async () => {
  await using documents = await openDocuments();
  const query = { from: [{ collectionId: "a" }] };
  const readTime = "2026-01-01T00:00:00Z";
  const cases: [method: string, path: string, body?: unknown][] = [
    ["POST", ":batchWrite", {}],
    ["POST", ":listen", {}],
    ["POST", ":write", {}],
    ["POST", ":partitionQuery", {}],
    ["POST", ":executePipeline", {}],
    ["POST", ":batchGet", { documents: [], readTime }],
    ["POST", ":runQuery", { structuredQuery: query, readTime }],
    ["POST", ":runQuery", { structuredQuery: query, explainOptions: {} }],
    ["POST", ":runQuery", { structuredQuery: { ...query, findNearest: { limit: 1 } } }],
    ["POST", ":runAggregationQuery", { readTime }],
    ["POST", ":beginTransaction", { options: { readOnly: { readTime } } }],
    ["GET", ""],
    ["PUT", "/a/1", {}],
    ["GET", "/a/1?readTime=x"],
  ];
  for (const [method, path, body] of cases) {
    const answer = await documents.send(
      method,
      path,
      body === undefined ? undefined : JSON.stringify(body),
    );
    const { error } = Array.isArray(answer.body) ? answer.body[0] : answer.body;
    expect([answer.status, error.status], `${method} ${path}`).toEqual([501, "UNIMPLEMENTED"]);
  }
});

test("an address outside of the database is not found, an ill encoded one is refused", async () => {
  await using documents = await openDocuments();
  const get = async (path: string) =>
    (await documents.service.adminFetch(new Request(`http://test${path}`))).status;
  expect(await get(`/v1/${ROOT}/a/none`)).toBe(404);
  expect(await get("/v1/projects/p/databases/(default)/documents/a/none")).toBe(404);
  expect(await get("/v1/projects/other/databases/(default)/documents/a/b")).toBe(404);
  expect(await get("/v1/projects/p/databases/second/documents/a/b")).toBe(404);
  expect(await get("/v1/projects/p/databases/(default)/documentsx/a/b")).toBe(404);
  expect(await get("/v2/")).toBe(404);
  expect(await get(`/v1/${ROOT}/a/%E0%A4%A`)).toBe(400);
  expect(await get(`/v1/${ROOT}/a/b%2Fc`)).toBe(400);
  expect((await documents.post(":nonsense", {})).status).toBe(404);
  expect((await documents.post("/a/b:commit", { writes: [] })).status).toBe(404);
});

test("errors of streams are lists of one, those of calls are objects", async () => {
  await using documents = await openDocuments();
  const error = { code: 400, status: "INVALID_ARGUMENT" };
  expect((await documents.post(":batchGet", 5)).body).toMatchObject([{ error }]);
  expect((await documents.post(":runQuery", 5)).body).toMatchObject([{ error }]);
  expect((await documents.post(":commit", 5)).body).toMatchObject({ error });
});

test("a store that is closed is UNAVAILABLE", async () => {
  await using documents = await openDocuments();
  await documents.sqlite.close();
  const { status, body } = await documents.put("a/1", {});
  expect([status, body.error.status]).toEqual([503, "UNAVAILABLE"]);
  expect((await documents.post(":batchGet", { documents: [nameOf("a/1")] })).status).toBe(503);
});

import { expect, test } from "vitest";
import { nameOf, openDocuments } from "./testing/open-documents.ts";

const rulesOf = (body: string) => `
  rules_version = '2';
  service cloud.firestore { match /databases/{database}/documents { ${body} } }`;

const clients = { ann: { uid: "ann", token: { sub: "ann" } } };
const text = (value: string) => ({ stringValue: value });
const flag = (value: boolean) => ({ booleanValue: value });
const set = (path: string, fields: object, more: object = {}) => ({
  update: { name: nameOf(path), fields },
  ...more,
});

type Documents = Awaited<ReturnType<typeof openDocuments>>;
const commitAs = async (documents: Documents, token: string | null, ...writes: unknown[]) =>
  (await documents.ask(token, ":commit", { writes })).status;

test("without rules a client gets nothing and the server's own code everything", async () => {
  await using documents = await openDocuments({ clients });
  expect((await documents.put("a/b", {})).status).toBe(200);
  for (const token of [null, "ann"]) {
    expect((await documents.ask(token, "/a/b")).status).toBe(403);
    expect(await commitAs(documents, token, set("a/c", {}))).toBe(403);
    expect(
      (
        await documents.ask(token, ":runQuery", {
          structuredQuery: { from: [{ collectionId: "a" }] },
        })
      ).status,
    ).toBe(403);
  }
});

test("a credential that is not valid is refused, also where everybody may read", async () => {
  await using documents = await openDocuments({
    clients,
    rules: rulesOf("match /{all=**} { allow read; }"),
  });
  await documents.put("a/b", {});
  expect((await documents.ask(null, "/a/b")).status).toBe(200);
  expect((await documents.ask("ann", "/a/b")).status).toBe(200);
  const forged = await documents.ask("owner", "/a/b");
  expect([forged.status, forged.body.error.status]).toEqual([401, "UNAUTHENTICATED"]);
});

test("of several documents one that is denied denies them all", async () => {
  await using documents = await openDocuments({
    clients,
    rules: rulesOf("match /open/{id} { allow get; }"),
  });
  await documents.put("open/a", { x: text("shown") });
  const get = (...paths: string[]) =>
    documents.ask("ann", ":batchGet", { documents: paths.map(nameOf) });
  expect((await get("open/a", "open/none")).status).toBe(200);
  const refused = await get("open/a", "shut/a");
  expect(refused.status).toBe(403);
  expect(JSON.stringify(refused.body)).not.toContain("shown");
});

test("a batch with one denied write does nothing", async () => {
  await using documents = await openDocuments({
    clients,
    rules: rulesOf("match /open/{id} { allow write; }"),
  });
  expect(await commitAs(documents, "ann", set("open/a", {}), set("shut/a", {}))).toBe(403);
  expect(await documents.fields("open/a")).toBeUndefined();
  expect(await commitAs(documents, "ann", set("open/a", {}))).toBe(200);
});

test("writes to the same document in one batch are each judged as if they came alone", async () => {
  await using documents = await openDocuments({
    clients,
    rules: rulesOf(`match /once/{id} {
      allow create: if request.resource.data.state == 'new';
      allow update: if request.resource.data.state == resource.data.state;
    }`),
  });
  await documents.put("once/a", { state: text("old") });
  const remove = { delete: nameOf("once/a") };
  for (const writes of [
    [remove],
    [remove, set("once/a", { state: text("new") })],
    [set("once/a", { state: text("new") })],
    [set("once/a", { state: text("new") }), set("once/a", { state: text("old") })],
    [set("once/b", { state: text("new") }), set("once/b", { state: text("other") })],
  ]) {
    expect(await commitAs(documents, "ann", ...writes)).toBe(403);
  }
  const more = { state: text("new"), more: flag(true) };
  const twice = [set("once/b", { state: text("new") }), set("once/b", more)];
  expect(await commitAs(documents, "ann", ...twice)).toBe(200);
  expect(await documents.fields("once/a")).toEqual({ state: text("old") });
});

test("a rule sees what transforms and masks make of the document", async () => {
  await using documents = await openDocuments({
    clients,
    rules: rulesOf(`match /count/{id} {
      allow write: if request.resource.data.n <= 3 && request.resource.data.keep == 'yes';
    }`),
  });
  await documents.put("count/a", { n: { integerValue: "1" }, keep: text("yes") });
  const add = (n: number) => ({
    ...set("count/a", {}),
    updateMask: { fieldPaths: [] },
    updateTransforms: [{ fieldPath: "n", increment: { integerValue: String(n) } }],
  });
  expect(await commitAs(documents, "ann", add(2))).toBe(200);
  expect(await commitAs(documents, "ann", add(1))).toBe(403);
  const dropped = { ...set("count/a", {}), updateMask: { fieldPaths: ["keep"] } };
  expect(await commitAs(documents, "ann", dropped)).toBe(403);
});

test("get sees the documents before the batch, getAfter what it leaves", async () => {
  await using documents = await openDocuments({
    clients,
    rules: rulesOf(`
      match /log/{id} {
        allow create: if getAfter(/databases/$(database)/documents/state/now).data.v == 'two'
          && get(/databases/$(database)/documents/state/now).data.v == 'one';
      }
      match /state/{id} { allow update; }`),
  });
  await documents.put("state/now", { v: text("one") });
  expect(await commitAs(documents, "ann", set("log/a", {}))).toBe(403);
  const both = [set("log/a", {}), set("state/now", { v: text("two") })];
  expect(await commitAs(documents, "ann", ...both)).toBe(200);
  expect(
    await commitAs(documents, "ann", set("log/b", {}), set("state/now", { v: text("two") })),
  ).toBe(403);
});

test("get sees what was there before the batch, also of a document that it writes twice", async () => {
  await using documents = await openDocuments({
    clients,
    rules: rulesOf(`
      match /log/{id} {
        allow create: if get(/databases/$(database)/documents/state/now).data.v == 'two';
      }
      match /state/{id} { allow update; }`),
  });
  await documents.put("state/now", { v: text("one") });
  const two = set("state/now", { v: text("two") });
  expect(await commitAs(documents, "ann", two, two, set("log/a", {}))).toBe(403);
});

test("the server's timestamp of a write is the time of its request, to the microsecond", async () => {
  await using documents = await openDocuments({
    clients,
    rules: rulesOf(
      "match /log/{id} { allow create: if request.resource.data.at == request.time; }",
    ),
  });
  const stamped = (id: number) => ({
    ...set(`log/${id}`, {}),
    updateTransforms: [{ fieldPath: "at", setToServerValue: "REQUEST_TIME" }],
  });
  // Those that come together are a microsecond apart.
  const all = Array.from({ length: 20 }, (_, id) => commitAs(documents, "ann", stamped(id)));
  expect(new Set(await Promise.all(all))).toEqual(new Set([200]));
  expect(
    await commitAs(
      documents,
      "ann",
      set("log/x", { at: { timestampValue: "2026-01-01T00:00:00Z" } }),
    ),
  ).toBe(403);
});

test("what a sum comes to is told only to those who may get the document", async () => {
  await using documents = await openDocuments({
    clients,
    rules: rulesOf(`
      match /shut/{id} { allow update; }
      match /open/{id} { allow get, update; }`),
  });
  const resultsOf = async (path: string) => {
    await documents.put(path, { secret: int(4711) });
    const transforms = [
      { fieldPath: "secret", increment: int(0) },
      { fieldPath: "other", setToServerValue: "REQUEST_TIME" },
    ];
    const { body } = await documents.ask("ann", ":commit", {
      writes: [{ ...set(path, {}, { updateMask: {} }), updateTransforms: transforms }],
    });
    return (body.writeResults[0].transformResults as object[])[0];
  };
  expect(await resultsOf("open/a")).toEqual(int(4711));
  expect(await resultsOf("shut/a")).toEqual({ nullValue: null });
});

test("who may read a document only as the same commit leaves it is not told what was there", async () => {
  await using documents = await openDocuments({
    clients,
    rules: rulesOf(`
      match /kept/{id} {
        allow get: if resource.data.owner == request.auth.uid;
        allow create, update;
      }`),
  });
  await documents.put("kept/a", { owner: text("bob"), count: int(4242) });
  const sum = { updateTransforms: [{ fieldPath: "count", increment: int(0) }] };
  const masked = (path: string) => ({ ...set(path, {}, { updateMask: {} }), ...sum });
  const resultsOf = async (...writes: object[]) => {
    const { body } = await documents.ask("ann", ":commit", { writes });
    return body.writeResults[0].transformResults;
  };
  const taken = set("kept/a", { owner: text("ann") });
  expect(await resultsOf(masked("kept/a"), taken)).toEqual([{ nullValue: null }]);
  expect(await resultsOf(masked("kept/new"))).toEqual([int(0)]);
});

const where = (field: string, op: string, value: object) => ({
  fieldFilter: { field: { fieldPath: field }, op, value },
});
const composite = (op: string, ...filters: object[]) => ({ compositeFilter: { op, filters } });
const list = (...values: object[]) => ({ arrayValue: { values } });
const int = (value: number) => ({ integerValue: String(value) });

async function statusOf(
  documents: Documents,
  collectionId: string,
  more: object = {},
  from: object = {},
): Promise<number> {
  const structuredQuery = { from: [{ collectionId, ...from }], ...more };
  return (await documents.ask("ann", ":runQuery", { structuredQuery })).status;
}

test("a list is judged by the query: what it does not promise is unknown", async () => {
  await using documents = await openDocuments({
    clients,
    rules: rulesOf("match /projects/{id} { allow list: if resource.data.hidden == false; }"),
  });
  await documents.put("projects/a", { hidden: flag(false), t: text("x") });
  const open = where("hidden", "EQUAL", flag(false));
  const other = where("t", "EQUAL", text("x"));
  for (const allowed of [
    open,
    composite("AND", other, open),
    composite("AND", other, composite("AND", open)),
    composite("OR", open, composite("AND", open, other)),
    composite("AND", composite("OR", open, other), open),
    where("hidden", "IN", list(flag(false))),
  ]) {
    const status = await statusOf(documents, "projects", { where: allowed });
    expect([status, JSON.stringify(allowed)]).toEqual([200, JSON.stringify(allowed)]);
  }
  for (const refused of [
    undefined,
    other,
    where("hidden", "EQUAL", flag(true)),
    where("hidden", "NOT_EQUAL", flag(true)),
    where("hidden", "IN", list(flag(false), flag(true))),
    where("hidden", "LESS_THAN", flag(true)),
    where("hidden", "ARRAY_CONTAINS", flag(false)),
    where("hidden.x", "EQUAL", flag(false)),
    where("`hidden.x`", "EQUAL", flag(false)),
    composite("OR", open, other),
    composite("AND", composite("OR", open, other), other),
  ]) {
    const status = await statusOf(documents, "projects", refused && { where: refused });
    expect([status, JSON.stringify(refused)]).toEqual([403, JSON.stringify(refused)]);
  }
  const ordered = { orderBy: [{ field: { fieldPath: "hidden" } }] };
  expect(await statusOf(documents, "projects", ordered)).toBe(403);
  const cursor = { ...ordered, startAt: { values: [flag(false)], before: true } };
  expect(await statusOf(documents, "projects", cursor)).toBe(403);
  expect(await statusOf(documents, "projects", { where: open }, { allDescendants: true })).toBe(
    403,
  );
});

test("a number that is asked for may be found as another type", async () => {
  await using documents = await openDocuments({
    clients,
    rules: rulesOf(`
      match /equal/{id} { allow list: if resource.data.n == 1; }
      match /whole/{id} { allow list: if resource.data.n is int; }
      match /less/{id} { allow list: if resource.data.n < 10; }`),
  });
  for (const collection of ["equal", "whole", "less"]) {
    await documents.put(`${collection}/a`, { n: { doubleValue: 1 } });
    await documents.put(`${collection}/nan`, { n: { doubleValue: "NaN" } });
  }
  const one = { where: where("n", "EQUAL", int(1)) };
  expect(await statusOf(documents, "equal", one)).toBe(200);
  expect(await statusOf(documents, "whole", one)).toBe(403);
  const less = { where: where("n", "LESS_THAN", int(10)) };
  // The rule would be false of NaN, so it must not be among what is found.
  const structuredQuery = { from: [{ collectionId: "less" }], ...less };
  const answer = await documents.ask("ann", ":runQuery", { structuredQuery });
  expect(answer.body).toHaveLength(1);
  expect(answer.body[0].document.name).toBe(nameOf("less/a"));
});

test("a range beyond what indexes hold of a value promises nothing of its order", async () => {
  await using documents = await openDocuments({
    clients,
    rules: rulesOf(`match /long/{id} {
      allow list: if resource.data.t < request.auth.uid || resource.data.t >= request.auth.uid;
    }`),
  });
  const long = where("t", "LESS_THAN", text("a".repeat(1_501)));
  expect(await statusOf(documents, "long", { where: long })).toBe(403);
  const short = where("t", "LESS_THAN", text("a"));
  expect(await statusOf(documents, "long", { where: short })).toBe(200);
});

test("request.query has the limit, the offset and the order of every way to list", async () => {
  await using documents = await openDocuments({
    clients,
    rules: rulesOf(`
      match /few/{id} { allow list: if request.query.limit <= 10; }
      match /first/{id} { allow list: if request.query.offset == null; }
      match /sorted/{id} { allow list: if request.query.orderBy.at == 'DESC'; }`),
  });
  expect(await statusOf(documents, "few", { limit: 10 })).toBe(200);
  expect(await statusOf(documents, "few", { limit: 11 })).toBe(403);
  expect(await statusOf(documents, "few")).toBe(403);
  expect((await documents.ask("ann", "/few?pageSize=10")).status).toBe(200);
  expect((await documents.ask("ann", "/few?pageSize=11")).status).toBe(403);
  expect((await documents.ask("ann", "/few")).status).toBe(403);
  const count = async (limit: number) => {
    const structuredQuery = { from: [{ collectionId: "few" }], limit };
    const aggregations = [{ alias: "n", count: {} }];
    const body = { structuredAggregationQuery: { structuredQuery, aggregations } };
    return (await documents.ask("ann", ":runAggregationQuery", body)).status;
  };
  expect([await count(10), await count(11)]).toEqual([200, 403]);
  expect(await statusOf(documents, "first")).toBe(200);
  expect(await statusOf(documents, "first", { offset: 1 })).toBe(403);
  const orderBy = (direction: string) => ({ orderBy: [{ field: { fieldPath: "at" }, direction }] });
  expect(await statusOf(documents, "sorted", orderBy("DESCENDING"))).toBe(200);
  expect(await statusOf(documents, "sorted", orderBy("ASCENDING"))).toBe(403);
  expect(await statusOf(documents, "sorted")).toBe(403);
  expect((await documents.ask("ann", "/sorted?orderBy=at%20desc")).status).toBe(200);
});

test("the accesses of one request share what they look up: ten documents each, twenty in all", async () => {
  await using documents = await openDocuments({
    clients,
    rules: rulesOf(`
      match /shared/{id} { allow read, write: if exists(/databases/$(db)/documents/open/one); }
      match /own/{id} { allow read, write: if exists(/databases/$(db)/documents/open/$(id)); }
      match /open/{id} { allow read; }`).replace("{database}", "{db}"),
  });
  const ids = Array.from({ length: 21 }, (_, index) => `d${index}`);
  for (const id of ["one", ...ids]) await documents.put(`open/${id}`, {});
  const write = (collection: string, some: string[]) =>
    commitAs(documents, "ann", ...some.map((id) => set(`${collection}/${id}`, {})));
  const read = async (collection: string, some: string[]) => {
    const names = some.map((id) => nameOf(`${collection}/${id}`));
    return (await documents.ask("ann", ":batchGet", { documents: names })).status;
  };
  for (const ask of [write, read]) {
    expect(await ask("shared", ids)).toBe(200);
    expect(await ask("own", ids.slice(0, 20))).toBe(200);
    expect(await ask("own", ids)).toBe(403);
    expect(await ask("own", ids.slice(20))).toBe(200);
  }
});

test("a precondition tells nothing to those who may not write", async () => {
  await using documents = await openDocuments({
    clients,
    rules: rulesOf("match /open/{id} { allow write; }"),
  });
  await documents.put("shut/there", {});
  await documents.put("open/there", {});
  for (const exists of [true, false]) {
    for (const id of ["there", "missing"]) {
      const write = set(`shut/${id}`, {}, { currentDocument: { exists } });
      expect(await commitAs(documents, "ann", write)).toBe(403);
      const verify = { verify: nameOf(`open/${id}`), currentDocument: { exists } };
      expect(await commitAs(documents, "ann", verify)).toBe(403);
    }
  }
  const create = set("open/there", {}, { currentDocument: { exists: false } });
  expect(await commitAs(documents, "ann", create)).toBe(409);
});

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

test("a list is judged by the query: what it does not promise is unknown", async () => {
  await using documents = await openDocuments({
    clients,
    rules: rulesOf(`
      match /projects/{id} { allow list: if resource.data.hidden == false; }
      match /counted/{id} { allow list: if resource.data.n == 1; }
      match /few/{id} { allow list: if request.query.limit <= 10; }`),
  });
  await documents.put("projects/a", { hidden: flag(false), t: text("x") });
  await documents.put("counted/a", { n: { doubleValue: 1 } });
  const where = (field: string, op: string, value: object) => ({
    fieldFilter: { field: { fieldPath: field }, op, value },
  });
  const open = where("hidden", "EQUAL", flag(false));
  const other = where("t", "EQUAL", text("x"));
  const all = (op: string, ...filters: object[]) => ({ compositeFilter: { op, filters } });
  const ask = async (collectionId: string, more: object = {}, from: object = {}) =>
    (
      await documents.ask("ann", ":runQuery", {
        structuredQuery: { from: [{ collectionId, ...from }], ...more },
      })
    ).status;
  expect(await ask("projects", { where: open })).toBe(200);
  expect(await ask("projects", { where: all("AND", other, open) })).toBe(200);
  expect(await ask("projects", { where: all("AND", other, all("AND", open)) })).toBe(200);
  for (const refused of [
    {},
    { where: other },
    { where: where("hidden", "EQUAL", flag(true)) },
    { where: where("hidden", "NOT_EQUAL", flag(true)) },
    { where: where("hidden", "IN", { arrayValue: { values: [flag(false)] } }) },
    { where: where("hidden.x", "EQUAL", flag(false)) },
    { where: where("`hidden.x`", "EQUAL", flag(false)) },
    { where: all("OR", open, other) },
    { where: all("AND", all("OR", open, other), other) },
  ]) {
    expect(await ask("projects", refused), JSON.stringify(refused)).toBe(403);
  }
  expect(await ask("projects", { where: open }, { allDescendants: true })).toBe(403);
  // In a query 1 finds 1.0 too, which is another type in rules.
  expect(await ask("counted", { where: where("n", "EQUAL", { integerValue: "1" }) })).toBe(403);
  expect(await ask("few", { limit: 10 })).toBe(200);
  expect(await ask("few", { limit: 11 })).toBe(403);
  expect(await ask("few")).toBe(403);
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

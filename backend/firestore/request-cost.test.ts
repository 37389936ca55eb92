// What one request can cost is bounded: there is one writer, and one reader.
import { expect, test } from "vitest";
import { nameOf, openDocuments } from "./testing/open-documents.ts";
import { openInProcess } from "./testing/open-in-process.ts";

const integers = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, index) => ({ integerValue: String(from + index) }));

test("an answer that would be larger than the reader's budget is refused, and the reader goes on", async () => {
  await using documents = await openDocuments();
  const big = { text: { stringValue: "x".repeat(1_000_000) } };
  const ids = Array.from({ length: 70 }, (_, index) => index);
  // Together they wait for the disk a few times only.
  for (const some of [ids.slice(0, 35), ids.slice(35)]) {
    // oxlint-disable-next-line no-await-in-loop
    await Promise.all(some.map((id) => documents.put(`big/${id}`, big)));
  }
  const names = ids.map((id) => nameOf(`big/${id}`));
  for (const answer of [
    await documents.post(":batchGet", { documents: names }),
    await documents.post(":runQuery", { structuredQuery: { from: [{ collectionId: "big" }] } }),
  ]) {
    expect(answer.status).toBe(429);
    expect(answer.body[0].error.status).toBe("RESOURCE_EXHAUSTED");
  }
  expect((await documents.post(":batchGet", { documents: names.slice(0, 2) })).status).toBe(200);
});

test("a document that is named often is answered once, and more than a thousand names are refused", async () => {
  using documents = await openInProcess();
  await documents.put("a/1", {});
  const twice = await documents.post(":batchGet", { documents: [nameOf("a/1"), nameOf("a/1")] });
  expect(twice.body).toHaveLength(1);
  const names = Array.from({ length: 1001 }, (_, index) => nameOf(`a/${index}`));
  expect((await documents.post(":batchGet", { documents: names })).status).toBe(400);
});

test("a query orders by at most a hundred fields", async () => {
  using documents = await openInProcess();
  const orderBy = Array.from({ length: 101 }, (_, index) => ({
    field: { fieldPath: `f${index}` },
  }));
  const structuredQuery = { from: [{ collectionId: "a" }], orderBy };
  expect((await documents.post(":runQuery", { structuredQuery })).status).toBe(400);
});

test("array transforms with tens of thousands of elements are done at once", async () => {
  using documents = await openInProcess();
  const transform = (values: object[], kind: string) =>
    documents.commit({
      update: { name: nameOf("a/1"), fields: {} },
      updateMask: { fieldPaths: [] },
      updateTransforms: [{ fieldPath: "list", [kind]: { values } }],
    });
  const length = async () => (await documents.fields("a/1"))?.list?.arrayValue.values?.length ?? 0;
  expect((await transform(integers(0, 20_000), "appendMissingElements")).status).toBe(200);
  await transform([...integers(10_000, 30_000), ...integers(0, 10)], "appendMissingElements");
  expect(await length()).toBe(30_000);
  await transform(integers(5, 29_999), "removeAllFromArray");
  expect((await documents.fields("a/1"))?.list).toEqual({
    arrayValue: { values: [...integers(0, 5), ...integers(29_999, 30_000)] },
  });
});

test("a commit whose transforms would keep the writer busy is refused before they are done", async () => {
  using documents = await openInProcess();
  const update = {
    name: nameOf("a/1"),
    fields: { list: { arrayValue: { values: integers(0, 5000) } } },
  };
  const updateTransforms = Array.from({ length: 150 }, (_, index) => ({
    fieldPath: "list",
    appendMissingElements: { values: integers(index, index + 1) },
  }));
  const refused = await documents.commit({ update, updateTransforms });
  expect([refused.status, refused.body.error.status]).toEqual([429, "RESOURCE_EXHAUSTED"]);
  expect((await documents.commit({ update })).status).toBe(200);
});

test("a commit that reads a large document over and over is refused", async () => {
  using documents = await openInProcess();
  await documents.put("a/1", { text: { stringValue: "x".repeat(1_000_000) } });
  const touch = (index: number) => ({
    update: { name: nameOf("a/1"), fields: { n: { integerValue: String(index) } } },
    updateMask: { fieldPaths: ["n"] },
  });
  const touches = Array.from({ length: 60 }, (_, index) => touch(index));
  expect((await documents.commit(...touches)).status).toBe(429);
  expect((await documents.commit(...touches.slice(0, 10))).status).toBe(200);
});

test("a commit that writes or deletes too many entries of indexes is refused, and one of half as many is done", async () => {
  using documents = await openInProcess();
  const write = (n: number) => ({
    update: {
      name: nameOf(`a/${n}`),
      fields: { list: { arrayValue: { values: integers(0, 20_000) } } },
    },
  });
  const writes = [0, 1, 2, 3].map(write);
  expect((await documents.commit(...writes)).status).toBe(429);
  expect((await documents.commit(...writes.slice(0, 2))).status).toBe(200);
  expect((await documents.commit(...writes.slice(2))).status).toBe(200);
  const deletes = [0, 1, 2, 3].map((n) => ({ delete: nameOf(`a/${n}`) }));
  expect((await documents.commit(...deletes)).status).toBe(429);
  expect((await documents.commit(...deletes.slice(0, 2))).status).toBe(200);
});

test("a document has at most forty thousand entries", async () => {
  using documents = await openInProcess();
  const list = (length: number) => ({ list: { arrayValue: { values: integers(0, length) } } });
  const refused = await documents.put("a/1", list(40_000));
  expect([refused.status, refused.body.error.message]).toEqual([
    400,
    expect.stringContaining("a/1 would have more than 40000 index entries"),
  ]);
  expect((await documents.put("a/1", list(39_000))).status).toBe(200);
});

test("a document with as many entries as there may be can be replaced and deleted", async () => {
  using documents = await openInProcess();
  const fields = (first: number) => ({
    t: { arrayValue: { values: integers(first, first + 39_000) } },
  });
  expect((await documents.put("c/a", fields(0))).status).toBe(200);
  expect((await documents.put("c/a", fields(100_000))).status).toBe(200);
  expect((await documents.commit({ delete: nameOf("c/a") })).status).toBe(200);
});

test("masks and selections name at most a thousand fields", async () => {
  using documents = await openInProcess();
  const fieldPaths = Array.from({ length: 1001 }, (_, index) => `f${index}`);
  const fields = fieldPaths.map((fieldPath) => ({ fieldPath }));
  const structuredQuery = { from: [{ collectionId: "a" }], select: { fields } };
  expect((await documents.post(":runQuery", { structuredQuery })).status).toBe(400);
  const update = { name: nameOf("a/1"), fields: {} };
  expect((await documents.commit({ update, updateMask: { fieldPaths } })).status).toBe(400);
  const get = { documents: [nameOf("a/1")], mask: { fieldPaths } };
  expect((await documents.post(":batchGet", get)).status).toBe(400);
});

test("strangers send small bodies only, and nobody a query as large as a document", async () => {
  using documents = await openInProcess({
    clients: { ann: { uid: "ann", token: {} } },
    rules: `rules_version = '2'; service cloud.firestore {
      match /databases/{database}/documents { match /{all=**} { allow read, write; } } }`,
  });
  const text = { stringValue: "x".repeat(300_000) };
  const writes = [{ update: { name: nameOf("a/1"), fields: { text } } }];
  expect((await documents.ask(null, ":commit", { writes })).status).toBe(400);
  expect((await documents.ask("ann", ":commit", { writes })).status).toBe(200);
  const filter = { field: { fieldPath: "text" }, op: "EQUAL", value: text };
  const structuredQuery = { from: [{ collectionId: "a" }], where: { fieldFilter: filter } };
  expect((await documents.ask("ann", ":runQuery", { structuredQuery })).status).toBe(400);
  const many = [
    {
      update: {
        name: nameOf("a/1"),
        fields: {
          list: {
            arrayValue: { values: Array.from({ length: 130_000 }, () => ({ nullValue: null })) },
          },
        },
      },
    },
  ];
  expect((await documents.ask("ann", ":commit", { writes: many })).status).toBe(400);
});

const OWN = `rules_version = '2';
service cloud.firestore {
  match /databases/{database}/documents {
    match /users/{uid}/{rest=**} {
      allow read, write: if request.auth.uid == uid;
    }
    match /drop/{id} {
      allow write;
    }
  }
}`;
const clients = { ann: { uid: "ann", token: {} } };
const nulls = (count: number) => ({
  arrayValue: { values: Array.from({ length: count }, () => ({ nullValue: null })) },
});

test("a document that is small as Firestore counts it, but large as JSON, is refused", async () => {
  using documents = await openInProcess();
  const add = (field: string) =>
    documents.commit({
      update: { name: nameOf("a/1"), fields: { [field]: nulls(100_000) } },
      updateMask: { fieldPaths: [field] },
    });
  expect((await add("a")).status).toBe(200);
  expect((await add("b")).status).toBe(200);
  const refused = await add("c");
  expect([refused.status, refused.body.error.message]).toEqual([
    400,
    expect.stringContaining("4194304 are allowed"),
  ]);
});

test("verifying a large document over and over is work, too", async () => {
  using documents = await openInProcess();
  await documents.put("a/1", { a: nulls(200_000) });
  const verify = { verify: nameOf("a/1"), currentDocument: { exists: true } };
  const verifies = Array.from({ length: 500 }, () => verify);
  expect((await documents.commit(...verifies)).status).toBe(429);
  expect((await documents.commit(...verifies.slice(0, 5))).status).toBe(200);
});

test("what is refused before the rules are asked tells nothing to who may not read", async () => {
  using documents = await openInProcess({ rules: OWN, clients });
  const text = (length: number) => ({ t: { stringValue: "x".repeat(length) } });
  await documents.put("users/bob/notes/1", text(1_000_000));
  await documents.put("users/ann/notes/1", text(1_000_000));
  await documents.put("drop/1", text(1_000_000));
  const grow = (path: string) => ({
    update: { name: nameOf(path), fields: { more: { stringValue: "x".repeat(100_000) } } },
    updateMask: { fieldPaths: ["more"] },
  });
  const status = async (token: string | null, ...writes: object[]) =>
    (await documents.ask(token, ":commit", { writes })).body.error.status;
  // Too large, and too much work.
  expect(await status("ann", grow("users/ann/notes/1"))).toBe("INVALID_ARGUMENT");
  for (const path of ["users/bob/notes/1", "users/bob/notes/none", "drop/1"]) {
    const verify = { verify: nameOf(path), currentDocument: { exists: true } };
    const verifies = Array.from({ length: 100 }, () => verify);
    for (const [token, writes] of [
      ["ann", [grow("users/bob/notes/1"), grow(path)]],
      ["ann", [grow("drop/1"), grow(path)]],
      [null, verifies],
    ] as const) {
      // oxlint-disable-next-line no-await-in-loop
      expect(await status(token, ...writes), `${token} ${path}`).toBe("PERMISSION_DENIED");
    }
  }
});

test("looking into large documents is bounded, also when little of them is answered", async () => {
  using documents = await openInProcess({ rules: OWN, clients });
  for (let i = 0; i < 6; i += 1) {
    await documents.put(`users/ann/notes/${i}`, { n: { integerValue: "1" }, a: nulls(200_000) });
  }
  const from = [{ collectionId: "notes" }];
  const select = { fields: [{ fieldPath: "n" }] };
  const names = Array.from({ length: 6 }, (_, i) => nameOf(`users/ann/notes/${i}`));
  const ask = async (path: string, body: object) => (await documents.ask("ann", path, body)).status;
  const below = "/users/ann";
  expect(await ask(`${below}:runQuery`, { structuredQuery: { from, select } })).toBe(429);
  expect(await ask(`${below}:runQuery`, { structuredQuery: { from, select, limit: 3 } })).toBe(200);
  expect(await ask(":batchGet", { documents: names, mask: { fieldPaths: ["n"] } })).toBe(429);
  const aggregations = [{ alias: "s", sum: { field: { fieldPath: "n" } } }];
  expect(
    await ask(`${below}:runAggregationQuery`, {
      structuredAggregationQuery: { structuredQuery: { from }, aggregations },
    }),
  ).toBe(429);
});

test("the largest documents can be deleted and replaced in one commit", async () => {
  using documents = await openInProcess();
  const field = (name: string) => `${name}${"x".repeat(180)}`;
  for (const [part, name] of ["a", "b", "c", "d"].entries()) {
    const values = integers(part * 10_000, part * 10_000 + 9_900);
    const added = await documents.commit({
      update: { name: nameOf("c/1"), fields: { [field(name)]: { arrayValue: { values } } } },
      updateMask: { fieldPaths: [field(name)] },
    });
    expect(added.status).toBe(200);
  }
  expect((await documents.put("c/1", { a: nulls(100) })).status).toBe(200);
  expect((await documents.commit({ delete: nameOf("c/1") })).status).toBe(200);
});

test("arrays of equal elements are work like those of different ones", async () => {
  using documents = await openInProcess();
  const writes = Array.from({ length: 10 }, (_, i) => ({
    update: { name: nameOf(`a/${i}`), fields: { n: { integerValue: "1" } } },
    updateMask: { fieldPaths: ["n"] },
  }));
  for (let i = 0; i < 10; i += 1) await documents.put(`a/${i}`, { a: nulls(100_000) });
  expect((await documents.commit(...writes)).status).toBe(429);
  expect((await documents.commit(...writes.slice(0, 2))).status).toBe(200);
});

test("rules asked about a refusal do not see the writes that were refused", async () => {
  using documents = await openInProcess({
    rules: `rules_version = '2';
service cloud.firestore {
  match /databases/{database}/documents {
    match /rooms/{room} {
      allow get: if exists(/databases/$(database)/documents/members/$(request.auth.uid));
    }
    match /members/{uid} {
      allow get: if request.auth.uid == uid;
    }
  }
}`,
    clients,
  });
  await documents.put("rooms/1", { t: { stringValue: "x".repeat(1_000_000) } });
  const grow = {
    update: { name: nameOf("rooms/1"), fields: { u: { stringValue: "x".repeat(100_000) } } },
    updateMask: { fieldPaths: ["u"] },
  };
  const join = { update: { name: nameOf("members/ann") } };
  const refused = await documents.ask("ann", ":commit", { writes: [join, grow] });
  expect(refused.body.error.status).toBe("PERMISSION_DENIED");
});

test("a mask of long paths is checked at once, whatever overlaps in it", async () => {
  using documents = await openInProcess();
  const path = (last: string) => [...Array.from({ length: 740 }, () => "a"), last].join(".");
  const fieldPaths = Array.from({ length: 100 }, (_, i) => path(`b${i}`));
  const write = (paths: string[]) => ({
    update: { name: nameOf("c/1") },
    updateMask: { fieldPaths: paths },
  });
  const writes = Array.from({ length: 20 }, () => write(fieldPaths));
  expect((await documents.commit(...writes)).status).toBe(200);
  for (const overlapping of [
    ["a.b", "a.b"],
    ["a", "a.b.c"],
    ["a.b.c", "a.b"],
    ["`a\0b`", "a.c", "a"],
  ]) {
    const refused = await documents.commit(write(overlapping));
    expect(refused.body.error.message, overlapping.join(" ")).toContain("overlap");
  }
});

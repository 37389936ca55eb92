import { expect, test } from "vitest";
import { nameOf, openDocuments } from "./testing/open-documents.ts";
import { setWrite } from "./testing/open-store.ts";

const int = (value: number | string) => ({ integerValue: String(value) });
const text = (value: string) => ({ stringValue: value });
const set = (path: string, fields: object, more: object = {}) => ({
  update: { name: nameOf(path), fields },
  ...more,
});

test("a write without a mask replaces the document, and its creation time stays", async () => {
  await using documents = await openDocuments();
  const first = await documents.commit(set("a/b", { x: int(1), y: int(2) }));
  const second = await documents.commit(set("a/b", { z: int(3) }));
  const { body } = await documents.send("GET", "/a/b");
  expect(body).toEqual({
    name: nameOf("a/b"),
    fields: { z: int(3) },
    createTime: first.body.commitTime,
    updateTime: second.body.commitTime,
  });
});

test("all writes of a commit have its time, and update times rise even when the clock stands or falls", async () => {
  const times = [5_000, 5_000, 1_000, 6_000];
  await using documents = await openDocuments({ clock: () => times.shift() ?? 0 });
  const commits = [];
  for (let round = 0; round < 4; round += 1) {
    const { body } = await documents.commit(
      set("a/1", { round: int(round) }),
      set("a/2", { round: int(round) }),
    );
    expect(body.writeResults.map((result: { updateTime: string }) => result.updateTime)).toEqual([
      body.commitTime,
      body.commitTime,
    ]);
    commits.push(body.commitTime);
  }
  expect(commits).toEqual([
    "1970-01-01T00:00:05.000000Z",
    "1970-01-01T00:00:05.000001Z",
    "1970-01-01T00:00:05.000002Z",
    "1970-01-01T00:00:06.000000Z",
  ]);
});

test("a write that changes nothing leaves the update time and is no change", async () => {
  await using documents = await openDocuments();
  const events: number[] = [];
  documents.service.onCommit(({ commit }) => events.push(commit));
  const first = await documents.commit(set("a/b", { x: int(1), y: int(2) }));
  const second = await documents.commit(set("a/b", { y: int(2), x: int(1) }));
  expect(second.body.writeResults).toEqual(first.body.writeResults);
  expect(events).toEqual([1]);
});

test("a batch is all or nothing", async () => {
  await using documents = await openDocuments();
  const events: number[] = [];
  documents.service.onCommit(({ commit }) => events.push(commit));
  const refused = await documents.commit(
    set("a/1", { x: int(1) }),
    { delete: nameOf("a/2"), currentDocument: { exists: true } },
    set("a/3", { x: int(1) }),
  );
  expect(refused).toEqual({
    status: 404,
    body: {
      error: { code: 404, message: "The document a/2 does not exist.", status: "NOT_FOUND" },
    },
  });
  expect(await documents.fields("a/1")).toBeUndefined();
  expect(await documents.fields("a/3")).toBeUndefined();
  expect(events).toEqual([]);
});

test("exists: false keeps what is there, exists: true needs it", async () => {
  await using documents = await openDocuments();
  const create = set("a/b", { x: int(1) }, { currentDocument: { exists: false } });
  const change = set("a/c", { x: int(1) }, { currentDocument: { exists: true } });
  expect((await documents.commit(create)).status).toBe(200);
  const again = await documents.commit(create);
  expect([again.status, again.body.error.status]).toEqual([409, "ALREADY_EXISTS"]);
  const missing = await documents.commit(change);
  expect([missing.status, missing.body.error.status]).toEqual([404, "NOT_FOUND"]);
});

test("an update time is compared as an instant, however it is written", async () => {
  await using documents = await openDocuments({ clock: () => Date.UTC(2026, 0, 1) });
  await documents.put("a/b", { x: int(1) });
  const spellings = [
    "2026-01-01T00:00:00Z",
    "2026-01-01T00:00:00.000000000Z",
    "2026-01-01T02:00:00+02:00",
  ];
  for (const updateTime of spellings) {
    const verify = { verify: nameOf("a/b"), currentDocument: { updateTime } };
    expect((await documents.commit(verify)).status, updateTime).toBe(200);
  }
  const late = { currentDocument: { updateTime: "2026-01-01T00:00:00.000001Z" } };
  for (const write of [
    set("a/b", {}, late),
    { delete: nameOf("a/b"), ...late },
    { verify: nameOf("a/b"), ...late },
  ]) {
    const { status, body } = await documents.commit(write);
    expect([status, body.error.status]).toEqual([400, "FAILED_PRECONDITION"]);
  }
  const gone = await documents.commit(set("a/c", {}, late));
  expect(gone.body.error.status).toBe("FAILED_PRECONDITION");
});

test("of two commits that read the same version, one wins", async () => {
  await using documents = await openDocuments();
  const { body } = await documents.put("a/b", { n: int(0) });
  const currentDocument = { updateTime: body.commitTime };
  const results = await Promise.all(
    Array.from({ length: 20 }, (_, n) =>
      documents.commit(set("a/b", { n: int(n + 1) }, { currentDocument })),
    ),
  );
  expect(results.filter(({ status }) => status === 200)).toHaveLength(1);
});

test("a commit whose reads are not so any more is aborted, which only who may write is told", async () => {
  await using documents = await openDocuments({
    rules: `rules_version = '2'; service cloud.firestore {
      match /databases/{database}/documents { match /open/{id} { allow write; } } }`,
  });
  const { body } = await documents.put("a/read", { n: int(1) });
  const updateTime = Date.parse(body.commitTime) * 1000 + Number(body.commitTime.slice(-4, -1));
  const commit = (path: string, readAt: number | null) =>
    documents.sqlite
      .write("firestore.commit", {
        caller: null,
        writes: [setWrite(path, {})],
        reads: [
          { kind: "document", path: "a/read", updateTime: readAt },
          { kind: "document", path: "a/none", updateTime: null },
        ],
        nowMicros: 1,
      })
      .then(() => "done")
      .catch((error: { code: string }) => error.code);
  expect(await commit("open/1", updateTime)).toBe("done");
  for (const readAt of [updateTime - 1, null]) {
    expect(await commit("open/2", readAt)).toBe("ABORTED");
    expect(await commit("shut/2", readAt)).toBe("PERMISSION_DENIED");
  }
  expect(await documents.fields("open/2")).toBeUndefined();
});

test("a mask changes the named fields, deletes the absent ones and leaves the others", async () => {
  await using documents = await openDocuments();
  const map = (fields: object) => ({ mapValue: { fields } });
  await documents.put("a/b", {
    keep: int(1),
    gone: int(2),
    m: map({ x: int(1), y: int(2) }),
    s: int(9),
  });
  const fieldPaths = ["gone", "m.x", "m.`z-z`", "s.t", "absent.deep"];
  const fields = { ignored: int(5), m: map({ x: int(7), "z-z": int(8) }), s: map({ t: int(3) }) };
  await documents.commit(set("a/b", fields, { updateMask: { fieldPaths } }));
  expect(await documents.fields("a/b")).toEqual({
    keep: int(1),
    m: map({ x: int(7), y: int(2), "z-z": int(8) }),
    s: map({ t: int(3) }),
  });
  await documents.commit(set("a/empty", {}, { updateMask: {} }));
  expect(await documents.fields("a/empty")).toEqual({});
});

test("a delete of what is not there is no mistake, and deletes have no update time", async () => {
  await using documents = await openDocuments();
  await documents.put("a/b", { x: int(1) });
  const { status, body } = await documents.commit(
    { delete: nameOf("a/b") },
    { delete: nameOf("a/none") },
  );
  expect([status, body.writeResults]).toEqual([200, [{}, {}]]);
  expect(await documents.fields("a/b")).toBeUndefined();
});

test("the writes of one commit see each other, and the event has the outcome once", async () => {
  await using documents = await openDocuments();
  const events: unknown[] = [];
  documents.service.onCommit((event) => events.push(event));
  await documents.put("a/d", {});
  const { body } = await documents.commit(
    set("a/b", { n: int(1) }, { currentDocument: { exists: false } }),
    set("a/b", {}, { updateMask: {}, updateTransforms: [{ fieldPath: "n", increment: int(4) }] }),
    set("a/c", { n: int(1) }),
    { delete: nameOf("a/c") },
    set("a/d", { n: int(1) }),
    { delete: nameOf("a/d") },
  );
  const times = { createTime: body.commitTime, updateTime: body.commitTime };
  expect(events.slice(1)).toEqual([
    {
      commit: 2,
      changes: [
        { name: nameOf("a/b"), path: "a/b", fields: { n: int(5) }, ...times },
        { name: nameOf("a/d"), path: "a/d", fields: null, createTime: null, updateTime: null },
      ],
    },
  ]);
});

test("a document that is made and deleted in one commit never was", async () => {
  await using documents = await openDocuments();
  const commits: number[] = [];
  documents.service.onCommit(({ commit }) => commits.push(commit));
  const [made, kept] = [{ update: { name: nameOf("c/a") } }, { update: { name: nameOf("c/b") } }];
  await documents.commit(made, { delete: nameOf("c/a") });
  await documents.commit(kept);
  await documents.commit({ delete: nameOf("c/b") }, kept, { delete: nameOf("c/b") });
  expect(commits).toEqual([1, 2]);
});

test("transforms are applied in order, after the fields, with their results", async () => {
  await using documents = await openDocuments({ clock: () => Date.UTC(2026, 0, 1) + 0.5 });
  const list = (...values: object[]) => ({ arrayValue: { values } });
  await documents.put("a/b", { n: int(5), list: list(int(1), text("x")), word: text("w") });
  const { body } = await documents.commit(
    set(
      "a/b",
      { n: int(10) },
      {
        updateMask: { fieldPaths: ["n"] },
        updateTransforms: [
          { fieldPath: "n", increment: int(2) },
          { fieldPath: "n", increment: { doubleValue: 0.5 } },
          { fieldPath: "made.count", increment: int(1) },
          { fieldPath: "word", increment: int(3) },
          { fieldPath: "at", setToServerValue: "REQUEST_TIME" },
          {
            fieldPath: "list",
            appendMissingElements: { values: [{ doubleValue: 1 }, int(2), int(2)] },
          },
          { fieldPath: "list", removeAllFromArray: { values: [text("x")] } },
          { fieldPath: "n", maximum: int(12) },
          { fieldPath: "n", minimum: int(7) },
        ],
      },
    ),
  );
  const at = { timestampValue: "2026-01-01T00:00:00.000501Z" };
  expect(body.writeResults[0].transformResults.slice(0, 5)).toEqual([
    int(12),
    { doubleValue: 12.5 },
    int(1),
    int(3),
    at,
  ]);
  expect(body.writeResults[0].transformResults.slice(5)).toEqual([
    { nullValue: null },
    { nullValue: null },
    { doubleValue: 12.5 },
    int(7),
  ]);
  expect(await documents.fields("a/b")).toEqual({
    n: int(7),
    made: { mapValue: { fields: { count: int(1) } } },
    word: int(3),
    at,
    list: list(int(1), int(2)),
  });
});

test("numeric transforms stop at 64 bits, keep the type of the winner and give way to NaN", async () => {
  await using documents = await openDocuments();
  const max = "9223372036854775807";
  const cases: [stored: object | undefined, transform: object, result: object][] = [
    [int(max), { increment: int(1) }, int(max)],
    [int(`-${max}`), { increment: int(-5) }, int("-9223372036854775808")],
    [{ doubleValue: 1e308 }, { increment: { doubleValue: 1e308 } }, { doubleValue: "Infinity" }],
    [undefined, { maximum: int(-3) }, int(-3)],
    [text("9"), { minimum: { doubleValue: 2.5 } }, { doubleValue: 2.5 }],
    [int(3), { maximum: { doubleValue: 3 } }, int(3)],
    [{ doubleValue: 3 }, { minimum: int(3) }, { doubleValue: 3 }],
    [int(3), { maximum: { doubleValue: 3.5 } }, { doubleValue: 3.5 }],
    [int(3), { minimum: { doubleValue: "NaN" } }, { doubleValue: "NaN" }],
    [{ doubleValue: "-0" }, { maximum: int(0) }, { doubleValue: "-0" }],
  ];
  for (const [stored, transform, result] of cases) {
    await documents.put("a/b", stored === undefined ? {} : { n: stored });
    const update = { name: nameOf("a/b"), fields: {} };
    await documents.commit({
      update,
      updateMask: {},
      updateTransforms: [{ fieldPath: "n", ...transform }],
    });
    expect(await documents.fields("a/b"), JSON.stringify(transform)).toEqual({ n: result });
  }
});

test("the older transform write changes only its fields", async () => {
  await using documents = await openDocuments();
  await documents.put("a/b", { x: int(1) });
  const fieldTransforms = [{ fieldPath: "n", increment: int(2) }];
  await documents.commit({ transform: { document: nameOf("a/b"), fieldTransforms } });
  expect(await documents.fields("a/b")).toEqual({ n: int(2), x: int(1) });
});

test("limits hold: writes, bytes of a document and of a commit, depth made by a mask", async () => {
  await using documents = await openDocuments();
  const refused = async (...writes: unknown[]) => {
    const { status, body } = await documents.commit(...writes);
    expect(status).toBe(400);
    return body.error.message as string;
  };
  expect((await documents.commit(...Array(500).fill(set("a/b", { x: int(1) })))).status).toBe(200);
  expect(await refused(...Array(501).fill(set("a/b", {})))).toContain("at most 500 writes");

  // 16 + (1+1) + (1+1) for the name a/b, 32 for the document, 2 for the field name, 1 after the text.
  const fits = 1_048_576 - 20 - 32 - 2 - 1;
  expect((await documents.put("a/b", { x: text("x".repeat(fits)) })).status).toBe(200);
  expect(await refused(set("a/b", { x: text("x".repeat(fits + 1)) }))).toContain("1048577 bytes");
  const grow = { updateMask: { fieldPaths: ["y"] } };
  expect(await refused(set("a/b", { y: int(1) }, grow))).toContain("bytes; 1048576 are allowed");
  const million = set("a/b", { x: text("x".repeat(1_000_000)) });
  expect(await refused(...Array(11).fill(million))).toContain("body must not be larger");

  const path = Array(22).fill("d").join(".");
  const transform = { updateMask: {}, updateTransforms: [{ fieldPath: path, increment: int(1) }] };
  expect(await refused(set("a/deep", {}, transform))).toContain("deeper than 20");
});

test("commits are announced in order before their callers are answered, whatever a listener does", async () => {
  const logged: string[] = [];
  const log = {
    info: () => {},
    warn: () => {},
    error: (_: object, message: string) => void logged.push(message),
  };
  await using documents = await openDocuments({ log });
  const order: string[] = [];
  const stop = documents.service.onCommit(() => {
    throw new Error("a bad listener");
  });
  documents.service.onCommit(({ commit }) => order.push(`event ${commit}`));
  await Promise.all(
    [1, 2, 3].map(async (n) => {
      await documents.put(`a/${n}`, { n: int(n) });
      order.push(`answer ${n}`);
    }),
  );
  expect(order.filter((entry) => entry.startsWith("event"))).toEqual([
    "event 1",
    "event 2",
    "event 3",
  ]);
  for (const n of [1, 2, 3])
    expect(order.indexOf(`event ${n}`)).toBeLessThan(order.indexOf(`answer ${n}`));
  expect(logged).toHaveLength(3);
  stop();
  await documents.put("a/4", { n: int(4) });
  expect(logged).toHaveLength(3);
});

test("a vector stays one: a write inside that would make it something else is refused", async () => {
  await using documents = await openDocuments();
  const list = (...values: object[]) => ({ arrayValue: { values } });
  const vector = (value: object) => ({
    mapValue: { fields: { __type__: { stringValue: "__vector__" }, value } },
  });
  const stored = vector(list({ doubleValue: 1 }, { doubleValue: 2 }));
  await documents.put("c/a", { v: stored });
  const inside = (path: string, fields: object) =>
    documents.commit({
      update: { name: nameOf("c/a"), fields: { v: { mapValue: { fields } } } },
      updateMask: { fieldPaths: [path] },
    });
  for (const [path, fields] of [
    ["v.value", { value: { stringValue: "x" } }],
    ["v.value", {}],
    ["v.x", { x: { integerValue: "1" } }],
  ] as const) {
    expect(await inside(path, fields), path).toMatchObject({
      status: 400,
      body: { error: { status: "INVALID_ARGUMENT" } },
    });
  }
  expect(await documents.fields("c/a")).toEqual({ v: stored });
  const other = list({ doubleValue: 3 });
  expect((await inside("v.value", { value: other })).status).toBe(200);
  expect(await documents.fields("c/a")).toEqual({ v: vector(other) });
});

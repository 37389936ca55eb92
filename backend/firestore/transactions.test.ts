// Transactions of servers: begun, read in, committed or rolled back. There are no locks.
import { expect, test } from "vitest";
import { type Documents, nameOf, openDocuments } from "./testing/open-documents.ts";
import { openInProcess } from "./testing/open-in-process.ts";

const INT = (number: number) => ({ integerValue: String(number) });
const write = (path: string, n: number) => ({
  update: { name: nameOf(path), fields: { n: INT(n) } },
});
const ALL = { from: [{ collectionId: "a" }] };
const MINIMUM = (n: number) => ({
  ...ALL,
  where: { fieldFilter: { field: { fieldPath: "n" }, op: "GREATER_THAN", value: INT(n) } },
});
const COUNT = { aggregations: [{ count: {} }], structuredQuery: MINIMUM(2) };

async function begin(documents: Documents, options: object = {}): Promise<string> {
  const { body } = await documents.post(":beginTransaction", { options });
  return body.transaction;
}
const get = (documents: Documents, path: string, transaction: string) =>
  documents.send("GET", `${path}?transaction=${encodeURIComponent(transaction)}`);
const commit = (documents: Documents, transaction: string, ...writes: object[]) =>
  documents.post(":commit", { transaction, writes });

const ABORTED = { status: 409, body: { error: { code: 409, status: "ABORTED" } } };
const NOT_OPEN = { status: 400, body: { error: { status: "INVALID_ARGUMENT" } } };

test("a transaction that nothing comes between is committed, once", async () => {
  using documents = await openInProcess();
  await documents.put("a/1", { n: INT(1) });
  const transaction = await begin(documents, { readWrite: {} });
  expect(Buffer.from(transaction, "base64")).toHaveLength(18);
  expect((await get(documents, "/a/1", transaction)).body.fields).toEqual({ n: INT(1) });
  await documents.put("b/1", {});
  expect((await commit(documents, transaction, write("a/1", 2))).status).toBe(200);
  expect(await documents.fields("a/1")).toEqual({ n: INT(2) });
  const again = await commit(documents, transaction, write("a/1", 3));
  expect(again).toMatchObject(NOT_OPEN);
  expect(again.body.error.message).toContain("There is no such transaction");
  expect(await documents.fields("a/1")).toEqual({ n: INT(2) });
});

const READS: [
  what: string,
  read: (documents: Documents, transaction: string) => Promise<unknown>,
][] = [
  ["a document by GET", (documents, transaction) => get(documents, "/a/1", transaction)],
  [
    "a document by batchGet",
    (documents, transaction) =>
      documents.post(":batchGet", { documents: [nameOf("a/2"), nameOf("a/1")], transaction }),
  ],
  [
    "a query",
    (documents, transaction) =>
      documents.post(":runQuery", { structuredQuery: MINIMUM(0), transaction }),
  ],
  [
    "a query that found nothing",
    (documents, transaction) =>
      documents.post(":runQuery", { structuredQuery: MINIMUM(5), transaction }),
  ],
  [
    "an aggregation",
    (documents, transaction) =>
      documents.post(":runAggregationQuery", { structuredAggregationQuery: COUNT, transaction }),
  ],
  [
    "a list",
    (documents, transaction) =>
      documents.send("GET", `/a?pageSize=2&transaction=${encodeURIComponent(transaction)}`),
  ],
];

test("what was read and has been changed since aborts the commit, which leaves nothing", async () => {
  using documents = await openInProcess();
  for (const [what, read] of READS) {
    await documents.put("a/1", { n: INT(1) });
    const transaction = await begin(documents);
    await read(documents, transaction);
    await documents.put("a/1", { n: INT(9) });
    expect(await commit(documents, transaction, write("b/1", 1)), what).toMatchObject(ABORTED);
    expect(await documents.fields("b/1"), what).toBeUndefined();
    expect(await commit(documents, transaction), what).toMatchObject(NOT_OPEN);
  }
});

test("a document that was missing when it was read, and was made since, aborts the commit", async () => {
  using documents = await openInProcess();
  const transaction = await begin(documents);
  expect((await get(documents, "/a/1", transaction)).status).toBe(404);
  await documents.put("a/1", {});
  expect(await commit(documents, transaction, write("a/1", 1))).toMatchObject(ABORTED);
});

test("what a query did not find and other pages of a list may change", async () => {
  using documents = await openInProcess();
  for (const id of ["1", "2", "3"]) await documents.put(`a/${id}`, { n: INT(Number(id)) });
  const transaction = await begin(documents);
  await documents.post(":runQuery", { structuredQuery: MINIMUM(2), transaction });
  await documents.post(":runAggregationQuery", {
    structuredAggregationQuery: {
      aggregations: [{ sum: { field: { fieldPath: "n" } } }],
      structuredQuery: MINIMUM(2),
    },
    transaction,
  });
  const list = `/a?pageSize=1&orderBy=n%20desc&transaction=${encodeURIComponent(transaction)}`;
  expect((await documents.send("GET", list)).body.documents[0].name).toBe(nameOf("a/3"));
  await documents.put("a/1", { n: INT(2) });
  expect((await commit(documents, transaction, write("b/1", 1))).status).toBe(200);
});

test("a read that could not be of the same state as those before it is aborted", async () => {
  using documents = await openInProcess();
  await documents.put("a/1", { n: INT(1) });
  for (const options of [{ readWrite: {} }, { readOnly: {} }]) {
    const transaction = await begin(documents, options);
    await get(documents, "/a/1", transaction);
    await documents.put("b/1", { n: INT(1) });
    expect((await get(documents, "/b/1", transaction)).status).toBe(200);
    await documents.send("DELETE", "/b/1");
    const query = await documents.post(":runQuery", { structuredQuery: ALL, transaction });
    expect(query).toMatchObject({ status: 409, body: [{ error: { status: "ABORTED" } }] });
    expect(await get(documents, "/a/1", transaction)).toMatchObject(NOT_OPEN);
  }
});

test("a read begins a transaction when it is asked to, and answers its id first", async () => {
  using documents = await openInProcess();
  await documents.put("a/1", { n: INT(1) });
  const newTransaction = { readWrite: { retryTransaction: "AAAA" } };
  const asked: [verb: string, body: object][] = [
    [":batchGet", { documents: [nameOf("a/1")], newTransaction }],
    [":runQuery", { structuredQuery: ALL, newTransaction }],
    [":runAggregationQuery", { structuredAggregationQuery: COUNT, newTransaction }],
  ];
  for (const [index, [verb, body]] of asked.entries()) {
    const { body: answer } = await documents.post(verb, body);
    expect(answer, verb).toHaveLength(2);
    const [{ transaction, ...rest }] = answer;
    expect(rest).toEqual({});
    await documents.put("a/1", { n: INT(9 - 4 * index) });
    expect(await commit(documents, transaction, write("b/1", 1)), verb).toMatchObject(ABORTED);
  }
  const unsaid = await documents.post(":batchGet", { documents: [], newTransaction: {} });
  const refused = await commit(documents, unsaid.body[0].transaction, write("b/1", 1));
  expect(refused.body.error.message).toContain("read-only");
});

test("a read that fails begins no transaction", async () => {
  using documents = await openInProcess({
    clients: { ann: { uid: "ann", token: {} } },
    rules: "rules_version = '2'; service cloud.firestore {}",
  });
  const body = { documents: [nameOf("a/1")], newTransaction: {} };
  for (let i = 0; i < 101; i += 1) {
    expect((await documents.ask("ann", ":batchGet", body)).status).toBe(403);
  }
  expect((await documents.ask("ann", ":beginTransaction", {})).status).toBe(200);
});

test("a read-only transaction refuses writes and ends without them", async () => {
  using documents = await openInProcess();
  await documents.put("a/1", { n: INT(1) });
  const transaction = await begin(documents, { readOnly: {} });
  await get(documents, "/a/1", transaction);
  expect(await commit(documents, transaction, write("a/1", 2))).toMatchObject(NOT_OPEN);
  await documents.put("a/1", { n: INT(3) });
  expect((await commit(documents, transaction)).body).toEqual({
    writeResults: [],
    commitTime: expect.any(String),
  });
});

test("a transaction that is rolled back is gone", async () => {
  using documents = await openInProcess();
  const transaction = await begin(documents);
  expect(await documents.post(":rollback", { transaction })).toEqual({ status: 200, body: {} });
  expect(await documents.post(":rollback", { transaction })).toMatchObject(NOT_OPEN);
  expect(await get(documents, "/a/1", transaction)).toMatchObject(NOT_OPEN);
});

test("a transaction is its caller's alone", async () => {
  using documents = await openInProcess({
    clients: { ann: { uid: "ann", token: {} }, bob: { uid: "bob", token: {} } },
    rules: `rules_version = '2'; service cloud.firestore {
      match /databases/{database}/documents { match /{all=**} { allow read, write; } } }`,
  });
  const { transaction } = (await documents.ask("ann", ":beginTransaction", {})).body;
  for (const token of ["bob", null]) {
    expect(await documents.ask(token, ":rollback", { transaction })).toMatchObject(NOT_OPEN);
    const body = { writes: [], transaction };
    expect(await documents.ask(token, ":commit", body)).toMatchObject(NOT_OPEN);
  }
  expect(await commit(documents, transaction)).toMatchObject(NOT_OPEN);
  const body = { writes: [write("a/1", 1)], transaction };
  expect((await documents.ask("ann", ":commit", body)).status).toBe(200);
});

test("rules decide on reads and commits in a transaction, and say nothing of what has changed to who may not write", async () => {
  using documents = await openInProcess({
    clients: { ann: { uid: "ann", token: {} } },
    rules: `rules_version = '2'; service cloud.firestore { match /databases/{database}/documents {
      match /open/{id} { allow read; } } }`,
  });
  const ask = (verb: string, body: object) => documents.ask("ann", verb, body);
  const { transaction } = (await ask(":beginTransaction", {})).body;
  const denied = await ask(":batchGet", { documents: [nameOf("shut/1")], transaction });
  expect(denied.status).toBe(403);
  await ask(":batchGet", { documents: [nameOf("open/1")], transaction });
  await documents.put("open/1", {});
  const refused = await ask(":commit", { writes: [write("shut/1", 1)], transaction });
  expect(refused.body.error.status).toBe("PERMISSION_DENIED");
});

test("a transaction ends after a minute in which nothing is asked, and after four and a half minutes", async () => {
  let now = Date.parse("2026-01-01T00:00:00Z");
  using documents = await openInProcess({ clock: () => now });
  const idle = await begin(documents);
  const busy = await begin(documents);
  for (let seconds = 0; seconds < 250; seconds += 50) {
    now += 50_000;
    expect((await get(documents, "/a/1", busy)).status).toBe(404);
  }
  expect(await get(documents, "/a/1", idle)).toMatchObject(NOT_OPEN);
  now += 30_000;
  expect(await get(documents, "/a/1", busy)).toMatchObject(NOT_OPEN);
});

test("a caller has at most a hundred transactions open, and others are not hindered by them", async () => {
  let now = Date.parse("2026-01-01T00:00:00Z");
  using documents = await openInProcess({
    clock: () => now,
    clients: { ann: { uid: "ann", token: {} }, bob: { uid: "bob", token: {} } },
  });
  const open = (token: string | null) => documents.ask(token, ":beginTransaction", {});
  const first = await open("ann");
  for (let i = 1; i < 100; i += 1) expect((await open("ann")).status).toBe(200);
  const refused = await open("ann");
  expect([refused.status, refused.body.error.status]).toEqual([429, "RESOURCE_EXHAUSTED"]);
  expect((await open("bob")).status).toBe(200);
  expect((await open(null)).status).toBe(401);
  await begin(documents);
  await documents.ask("ann", ":rollback", first.body);
  expect((await open("ann")).status).toBe(200);
  expect((await open("ann")).status).toBe(429);
  now += 61_000;
  expect((await open("ann")).status).toBe(200);
});

test("a transaction reads at most a thousand documents, counts each once, and goes on with what it has", async () => {
  using documents = await openInProcess();
  const transaction = await begin(documents);
  const names = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, index) => nameOf(`a/${from + index}`));
  const read = (from: number, to: number) =>
    documents.post(":batchGet", { documents: names(from, to), transaction });
  expect((await read(0, 900)).status).toBe(200);
  expect((await read(0, 900)).status).toBe(200);
  expect((await read(900, 1001)).status).toBe(429);
  expect((await read(900, 1000)).status).toBe(200);
  expect((await read(1000, 1001)).status).toBe(429);
  expect((await commit(documents, transaction, write("b/1", 1))).status).toBe(200);
});

test("what a caller's transactions hold in memory is bounded, each and together", async () => {
  using documents = await openInProcess();
  const read = async (transaction: string, count: number) => {
    const id = "x".repeat(1_495);
    const names = Array.from({ length: count }, (_, index) => nameOf(`a/${id}${index}`));
    return (await documents.post(":batchGet", { documents: names, transaction })).status;
  };
  const open = await Promise.all(Array.from({ length: 5 }, () => begin(documents)));
  const [first, ...others] = open as [string, ...string[]];
  expect(await read(first, 700)).toBe(429);
  for (const transaction of open.slice(0, 4)) expect(await read(transaction, 600)).toBe(200);
  expect(await read(others[3] as string, 600)).toBe(429);
  await documents.post(":rollback", { transaction: first });
  expect(await read(others[3] as string, 600)).toBe(200);
});

test("what must be read again is bounded: once by the commit, and between reads when others commit", async () => {
  using documents = await openInProcess({
    clients: { ann: { uid: "ann", token: {} } },
    rules: `rules_version = '2'; service cloud.firestore {
      match /databases/{database}/documents { match /{all=**} { allow read; } } }`,
  });
  const writes = Array.from({ length: 1_000 }, (_, index) => write(`a/${index}`, index));
  await documents.commit(...writes.slice(0, 500));
  await documents.commit(...writes.slice(500));
  const sum = { aggregations: [{ sum: { field: { fieldPath: "n" } } }], structuredQuery: ALL };
  const { transaction } = (await documents.ask("ann", ":beginTransaction", {})).body;
  const ask = async () => {
    const body = { structuredAggregationQuery: sum, transaction };
    return (await documents.ask("ann", ":runAggregationQuery", body)).status;
  };
  let asked = 0;
  while ((await ask()) === 200) asked += 1;
  expect(asked).toBeGreaterThan(0);
  expect(asked).toBeLessThan(20);

  const getOther = () =>
    documents.ask("ann", ":batchGet", { documents: [nameOf("b/other")], transaction });
  expect((await getOther()).status).toBe(200);
  let between = 0;
  for (let status = 200; status === 200 && between < 100; between += 1) {
    await documents.put("b/1", { n: INT(between) });
    status = (await getOther()).status;
  }
  expect(between).toBeLessThan(50);
  expect((await getOther()).status).toBe(429);
});

test("reads that are sent together see one state, and a commit waits for them", async () => {
  await using documents = await openDocuments();
  for (let i = 0; i < 20; i += 1) await documents.put(`a/${i}`, { n: INT(0) });
  const transaction = await begin(documents);
  const answers = Array.from({ length: 20 }, (_, index) =>
    get(documents, `/a/${index}`, transaction),
  );
  const committed = commit(documents, transaction, write("b/1", 1));
  for (const { status } of await Promise.all(answers)) expect(status).toBe(200);
  expect((await committed).status).toBe(200);
});

test("counters that many transactions raise at once lose nothing", async () => {
  await using documents = await openDocuments();
  await documents.put("a/1", { n: INT(0) });
  let aborted = 0;
  async function raise(): Promise<void> {
    for (;;) {
      const transaction = await begin(documents);
      const n = Number((await get(documents, "/a/1", transaction)).body.fields.n.integerValue);
      const { status } = await commit(documents, transaction, write("a/1", n + 1));
      if (status === 200) return;
      expect(status).toBe(409);
      aborted += 1;
    }
  }
  await Promise.all(
    Array.from({ length: 5 }, async () => {
      for (let i = 0; i < 20; i += 1) await raise();
    }),
  );
  expect(await documents.fields("a/1")).toEqual({ n: INT(100) });
  expect(aborted).toBeGreaterThan(0);
});

test("what is wrong with a transaction is said", async () => {
  using documents = await openInProcess();
  const cases: [verb: string, body: object, reason: string][] = [
    [":beginTransaction", { options: { readOnly: {}, readWrite: {} } }, "only one of"],
    [
      ":beginTransaction",
      { options: { readWrite: { retryTransaction: "not base64!" } } },
      "options.readWrite.retryTransaction must be",
    ],
    [":beginTransaction", { option: {} }, "Unknown name"],
    [":rollback", {}, "transaction is needed"],
    [":rollback", { transaction: 5 }, "must be a string"],
    [":rollback", { transaction: "AAAA" }, "There is no such transaction"],
    [":commit", { writes: [], transaction: "AAAA" }, "There is no such transaction"],
    [":commit", { writes: [], transaction: "not base64!" }, "must be the id"],
    [":commit", { writes: [], transaction: "A".repeat(2_000) }, "must be the id"],
    [":batchGet", { documents: [], transaction: "AAAA", newTransaction: {} }, "not both"],
    [":batchGet", { documents: [], transaction: "AAAA" }, "There is no such transaction"],
    [":runQuery", { structuredQuery: ALL, newTransaction: 5 }, "must be an object"],
  ];
  for (const [verb, body, reason] of cases) {
    const answer = await documents.post(verb, body);
    const { error } = Array.isArray(answer.body) ? answer.body[0] : answer.body;
    expect([answer.status, error.status], reason).toEqual([400, "INVALID_ARGUMENT"]);
    expect(error.message).toContain(reason);
  }
});

import { expect, test } from "vitest";
import { createBackend, isFolderLockedError } from "#backend";
import { recordingLog } from "../tests/support/log.ts";
import { createTempDir } from "./sqlite/testing/temp-dir.ts";

const rules = {
  database: { file: "database.rules.json", text: '{"rules": {}}' },
  firestore: {
    file: "firestore.rules",
    text: "rules_version = '2'; service cloud.firestore { match /databases/{database}/documents {} }",
  },
  storage: {
    file: "storage.rules",
    text: "rules_version = '2'; service firebase.storage { match /b/{bucket}/o {} }",
  },
};

const ROOT = "projects/foyer/databases/(default)/documents";

function commitRequest(id: string): Request {
  const writes = [{ update: { name: `${ROOT}/notes/${id}`, fields: { id: { stringValue: id } } } }];
  const body = JSON.stringify({ writes });
  return new Request(`http://in-process/v1/${ROOT}:commit`, { method: "POST", body });
}

test("documents and the commit number survive a restart", async () => {
  using dir = createTempDir();
  const options = { dataDir: dir.path, projectId: "foyer", rules };
  const commits: number[] = [];
  for (const id of ["1", "2"]) {
    const backend = await createBackend(options);
    backend.onCommit(({ commit }) => commits.push(commit));
    expect((await backend.adminFetch(commitRequest(id))).status).toBe(200);
    await backend.checkpoint();
    await backend.close();
    await backend.close();
  }
  const backend = await createBackend(options);
  for (const id of ["1", "2"]) {
    const found = await backend.adminFetch(new Request(`http://in-process/v1/${ROOT}/notes/${id}`));
    expect(found.status).toBe(200);
  }
  await backend.close();
  expect(commits).toEqual([1, 2]);
});

test("changes of accounts are told to who listens, also after a listener failed", async () => {
  using dir = createTempDir();
  const { log, entries } = recordingLog();
  const backend = await createBackend({ dataDir: dir.path, projectId: "foyer", rules, log });
  const seen: object[] = [];
  backend.onAccountChange(() => {
    throw new Error("not today");
  });
  const end = backend.onAccountChange((change) => seen.push(change));
  const accounts = "http://in-process/identitytoolkit.googleapis.com/v1/projects/foyer/accounts";
  const ask = async (path: string, body: object) => {
    const init = { method: "POST", body: JSON.stringify(body) };
    const answer = await backend.adminFetch(new Request(accounts + path, init));
    expect(answer.status).toBe(200);
  };
  await ask("", { localId: "ada" });
  await ask(":delete", { localId: "ada" });
  end();
  await ask("", { localId: "bea" });
  await backend.close();
  expect(seen).toEqual([
    { uid: "ada", deleted: false },
    { uid: "ada", deleted: true },
  ]);
  expect(entries.filter(({ level }) => level === 50)).toHaveLength(3);
});

test("a second backend on the folder is refused until the first is closed", async () => {
  using dir = createTempDir();
  const options = { dataDir: dir.path, projectId: "foyer", rules };
  const first = await createBackend(options);
  const refused = await createBackend(options).catch((error: unknown) => error);
  expect(isFolderLockedError(refused)).toBe(true);
  expect((await first.adminFetch(commitRequest("1"))).status).toBe(200);
  await first.close();
  await (await createBackend(options)).close();
});

test("what a rule calls that there is not is logged, and grants nothing", async () => {
  using dir = createTempDir();
  const faulty = (head: string) => `${head} { match /a/{b} { allow get: if hasNone(); } } }`;
  const files = {
    ...rules,
    firestore: {
      file: "firestore.rules",
      text: faulty("rules_version = '2'; service cloud.firestore { match /databases/{d}/documents"),
    },
    storage: {
      file: "storage.rules",
      text: faulty("rules_version = '2'; service firebase.storage { match /b/{bucket}/o"),
    },
  };
  const { log, entries } = recordingLog();
  const backend = await createBackend({ dataDir: dir.path, projectId: "foyer", rules: files, log });
  await backend.close();
  const warnings = entries.filter(({ level }) => level === 40).map(({ msg }) => msg);
  expect(warnings).toEqual([
    expect.stringMatching(/^firestore\.rules:1:\d+: .*hasNone/),
    expect.stringMatching(/^storage\.rules:1:\d+: .*hasNone/),
  ]);
});

test("closing waits for the commits that were begun", async () => {
  using dir = createTempDir();
  const options = { dataDir: dir.path, projectId: "foyer", rules };
  const backend = await createBackend(options);
  let seen = 0;
  const stop = backend.onCommit(() => (seen += 1));
  const answers = ["1", "2", "3"].map((id) => backend.adminFetch(commitRequest(id)));
  // A request is with the store once its body has been read.
  await new Promise((resolve) => setTimeout(resolve, 20));
  await backend.close();
  expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(seen).toBe(3);
  stop();
  expect((await backend.adminFetch(commitRequest("4"))).status).toBe(503);
});

test("a file of indexes that says something unknown stops the start with its name, and the folder is free", async () => {
  using dir = createTempDir();
  const options = { dataDir: dir.path, projectId: "foyer", rules };
  const file = "firestore.indexes.json";
  const broken = { ...options, indexes: { file, text: '{"indexes": 7}' } };
  await expect(createBackend(broken)).rejects.toMatchObject({
    name: "IndexesError",
    message: expect.stringContaining(`${file}: indexes`),
  });
  await (await createBackend(options)).close();
});

test("indexes are kept over restarts, and a query that lacks one says so to who listens", async () => {
  using dir = createTempDir();
  const options = { dataDir: dir.path, projectId: "foyer", rules };
  const index = {
    collectionGroup: "notes",
    queryScope: "COLLECTION",
    fields: ["id", "x"].map((fieldPath) => ({ fieldPath, order: "ASCENDING" })),
  };
  const source = { file: "test.indexes.json", text: JSON.stringify({ indexes: [index] }) };
  const structuredQuery = {
    from: [{ collectionId: "notes" }],
    orderBy: ["id", "x"].map((fieldPath) => ({ field: { fieldPath } })),
  };
  const missing: unknown[] = [];
  async function openAndQuery(indexes: object): Promise<number> {
    const backend = await createBackend({ ...options, ...indexes });
    backend.onMissingIndex((one) => missing.push(one));
    const body = JSON.stringify({ structuredQuery });
    const { status } = await backend.adminFetch(
      new Request(`http://in-process/v1/${ROOT}:runQuery`, { method: "POST", body }),
    );
    await backend.close();
    return status;
  }
  expect(await openAndQuery({})).toBe(400);
  expect(missing).toEqual([{ index }]);
  expect(await openAndQuery({ indexes: source })).toBe(200);
  expect(await openAndQuery({})).toBe(200);
  expect(await openAndQuery({ indexes: { ...source, text: "{}" } })).toBe(400);
});

test("a document that is too large for a new index keeps nobody from starting: it is logged", async () => {
  using dir = createTempDir();
  const logged: string[] = [];
  const log = {
    info: () => {},
    warn: () => {},
    error: (_facts: object, message: string) => logged.push(message),
  };
  const options = { dataDir: dir.path, projectId: "foyer", rules, log };
  const first = await createBackend(options);
  const values = Array.from({ length: 30_000 }, (_, i) => ({ integerValue: String(i) }));
  const fields = { a: { integerValue: "1" }, t: { arrayValue: { values } } };
  const writes = [{ update: { name: `${ROOT}/users/u/notes/1`, fields } }];
  const body = JSON.stringify({ writes });
  const stored = await first.adminFetch(
    new Request(`http://in-process/v1/${ROOT}:commit`, { method: "POST", body }),
  );
  expect(stored.status).toBe(200);
  await first.close();
  const index = {
    collectionGroup: "notes",
    queryScope: "COLLECTION",
    fields: [
      { fieldPath: "t", arrayConfig: "CONTAINS" },
      { fieldPath: "a", order: "ASCENDING" },
    ],
  };
  const text = JSON.stringify({ indexes: [index] });
  const second = await createBackend({ ...options, indexes: { file: "test.json", text } });
  await second.close();
  expect(logged).toHaveLength(1);
  expect(logged[0]).toContain("users/u/notes/1");
});

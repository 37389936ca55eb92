import { expect, test } from "vitest";
import { createBackend, isFolderLockedError } from "#backend";
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

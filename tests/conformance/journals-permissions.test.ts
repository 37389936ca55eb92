/**
 * A journal is its account's alone: no role, no admin, by no way there is; neither its documents, nor its files, nor the
 * time at which it was written last. docs/journal.md
 */
import { buffer } from "node:stream/consumers";
import { isDeepStrictEqual } from "node:util";
import { get, onValue, ref, set } from "firebase/database";
import {
  collection,
  doc,
  getCount,
  getDoc,
  getDocs,
  orderBy,
  query,
  serverTimestamp,
  setDoc,
  where,
  writeBatch,
} from "firebase/firestore/lite";
import {
  deleteObject,
  getBytes,
  getMetadata,
  list,
  ref as fileRef,
  uploadBytes,
} from "firebase/storage";
import { afterAll, expect, test } from "vitest";
import { newJournalId } from "#lib/journal/journal-id.ts";
import { exportAccount } from "../../server/account-data/export-account.ts";
import { recordingLog } from "../support/log.ts";
import { type SdkClient, createSdkClient, recordOf, signUp } from "../support/sdk-client.ts";
import { serveSite } from "../support/served-site.ts";

const roles = ["visitor", "other", "owner", "editor", "admin"] as const;
type Role = (typeof roles)[number];
type Caller = { role: Role; client: SdkClient; token: () => Promise<string | undefined> };

const site = await serveSite();
const { serverBackend } = site;
const stack = new AsyncDisposableStack();
afterAll(async () => {
  await stack.disposeAsync();
  await site[Symbol.asyncDispose]();
});

const uids = {} as Record<Role, string>;

async function signIn(role: Role): Promise<Caller> {
  const client = stack.use(createSdkClient(site.origin));
  if (role === "visitor") return { role, client, token: async () => undefined };
  const person = await signUp(client);
  uids[role] = person.uid;
  const [isAdmin, isEditor] = [role === "admin", role === "editor"];
  const record = { ...recordOf(person), roles: { admin: isAdmin, editor: isEditor, user: true } };
  await serverBackend.updateValues({ [`users/${person.uid}`]: record });
  if (isAdmin || isEditor) await serverBackend.setClaims(person.uid, { [role]: true });
  await person.idToken(true);
  return { role, client, token: () => person.idToken() };
}

const callers = await Promise.all(roles.map(signIn));
const mine = uids.owner;

/** Both kinds: a rule that looks at what is sealed must not open what is not. */
const journals = { plain: newJournalId("plain"), sealed: newJournalId("sealed") };
const roots = Object.values(journals).map((journal) => `users/${mine}/journals/${journal}`);
const at = new Date("2026-12-01T21:40:00Z");
const parts = ["journalRecords", "journalTexts", "journalRevisions"] as const;
const documentPaths = roots.flatMap((root) => [root, ...parts.map((part) => `${root}/${part}/a`)]);

await serverBackend.commit(
  documentPaths.map((path) => ({ set: path, data: { rev: 1, at, d: "before" } })),
);
await serverBackend.updateValues({
  [`journalPings/${mine}/${journals.plain}`]: 5,
  [`journalPings/${mine}/${journals.sealed}`]: 6,
});

const outcome = async (work: Promise<unknown>): Promise<boolean> => {
  try {
    await work;
    return true;
  } catch (error) {
    if (/permission[_ -]denied|unauthorized|unauthenticated/i.test(String(error))) return false;
    throw error;
  }
};

async function allowed(work: (caller: Caller) => Promise<boolean>): Promise<Role[]> {
  const answers: Role[] = [];
  // oxlint-disable-next-line no-await-in-loop -- what one of them writes is looked at before the next one
  for (const caller of callers) if (await work(caller)) answers.push(caller.role);
  return answers;
}

async function ask({ token }: Caller, address: string, init: RequestInit = {}): Promise<boolean> {
  const own = await token();
  const response = await fetch(`${site.origin}${address}`, {
    ...init,
    headers: { "content-type": "application/json", ...(own && { authorization: `Bearer ${own}` }) },
  });
  await response.arrayBuffer();
  expect([200, 204, 401, 403], address).toContain(response.status);
  return response.ok;
}

const documentsUrl = "/v1/projects/foyer/databases/(default)/documents";
const nameOf = (path: string) => `projects/foyer/databases/(default)/documents/${path}`;
const post = (caller: Caller, address: string, body: object) =>
  ask(caller, address, { method: "POST", body: JSON.stringify(body) });

test.each(documentPaths)("%s is read by its account alone", async (path) => {
  const ways = [
    (caller: Caller) => outcome(getDoc(doc(caller.client.documents, path))),
    (caller: Caller) => ask(caller, `${documentsUrl}/${path}`),
    (caller: Caller) => post(caller, `${documentsUrl}:batchGet`, { documents: [nameOf(path)] }),
  ];
  // oxlint-disable-next-line no-await-in-loop -- one way after the other
  for (const way of ways) expect(await allowed(way), String(way)).toEqual(["owner"]);
});

test.each([
  `users/${mine}/journals`,
  ...roots.flatMap((root) => parts.map((part) => `${root}/${part}`)),
])("%s is listed, asked and counted by its account alone", async (path) => {
  const at_ = path.lastIndexOf("/");
  const [parent, collectionId] = [path.slice(0, at_), path.slice(at_ + 1)];
  const structuredQuery = { from: [{ collectionId }] };
  const structuredAggregationQuery = {
    structuredQuery,
    aggregations: [{ alias: "n", count: {} }],
  };
  const all = ({ client }: Caller) => collection(client.documents, path);
  const ways = [
    (caller: Caller) => outcome(getDocs(all(caller))),
    (caller: Caller) => outcome(getDocs(query(all(caller), where("at", ">=", at), orderBy("at")))),
    (caller: Caller) => outcome(getCount(all(caller))),
    (caller: Caller) => ask(caller, `${documentsUrl}/${path}`),
    (caller: Caller) => post(caller, `${documentsUrl}/${parent}:runQuery`, { structuredQuery }),
    (caller: Caller) =>
      post(caller, `${documentsUrl}/${parent}:runAggregationQuery`, { structuredAggregationQuery }),
  ];
  // oxlint-disable-next-line no-await-in-loop -- one way after the other
  for (const way of ways) expect(await allowed(way), String(way)).toEqual(["owner"]);
});

test("nobody asks for records of all journals at once, nor which collections there are", async () => {
  for (const collectionId of ["journals", ...parts]) {
    const structuredQuery = { from: [{ collectionId, allDescendants: true }] };
    const way = (caller: Caller) => post(caller, `${documentsUrl}:runQuery`, { structuredQuery });
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    expect(await allowed(way), collectionId).toEqual([]);
  }
  const collections = (caller: Caller) =>
    post(caller, `${documentsUrl}/${roots[0]!}:listCollectionIds`, {});
  expect(await allowed(collections)).toEqual([]);
});

const stored = async (path: string) => (await serverBackend.getDocument(path))?.data;

async function leavesAll(
  path: string,
  caller: Caller,
  work: (caller: Caller) => Promise<boolean>,
): Promise<boolean> {
  const before = await stored(path);
  const isDone = await work(caller);
  if (isDone) await serverBackend.commit([{ set: path, data: before! }]);
  else if (!isDeepStrictEqual(await stored(path), before)) {
    throw new Error(`${caller.role} was refused at ${path}, and yet it is changed.`);
  }
  return isDone;
}

test.each(Object.entries(journals))(
  "a %s journal is written and deleted by its account alone",
  async (kind, journal) => {
    const root = `users/${mine}/journals/${journal}`;
    const isSealed = kind === "sealed";
    const lock = isSealed ? { lock: "{}" } : {};
    const value = isSealed ? { bytesValue: "AAAA" } : { stringValue: "after" };
    const fields = { rev: { integerValue: "2" }, [isSealed ? "c" : "d"]: value };
    for (const part of parts) {
      const path = `${root}/${part}/a`;
      const write = {
        update: { name: nameOf(path), fields },
        updateTransforms: [{ fieldPath: "at", setToServerValue: "REQUEST_TIME" }],
      };
      const ways = [
        (caller: Caller) => post(caller, `${documentsUrl}:commit`, { writes: [write] }),
        (caller: Caller) =>
          post(caller, `${documentsUrl}:commit`, { writes: [{ delete: nameOf(path) }] }),
        (caller: Caller) => ask(caller, `${documentsUrl}/${path}`, { method: "DELETE" }),
      ];
      for (const way of ways) {
        const work = (caller: Caller) => leavesAll(path, caller, way);
        // oxlint-disable-next-line no-await-in-loop -- one way after the other
        expect(await allowed(work), `${part} ${String(way)}`).toEqual(["owner"]);
      }
    }
    const header = (caller: Caller) => {
      const data = { rev: 2, at: serverTimestamp(), ...lock };
      return leavesAll(root, caller, () =>
        outcome(setDoc(doc(caller.client.documents, root), data)),
      );
    };
    expect(await allowed(header)).toEqual(["owner"]);
    const removed = (caller: Caller) => {
      const batch = writeBatch(caller.client.documents).delete(doc(caller.client.documents, root));
      return leavesAll(root, caller, () => outcome(batch.commit()));
    };
    expect(await allowed(removed)).toEqual(["owner"]);
    const made = (caller: Caller) => {
      const path = `users/${mine}/journals/${newJournalId(isSealed ? "sealed" : "plain")}`;
      const data = { rev: 1, at: serverTimestamp(), ...lock };
      return outcome(setDoc(doc(caller.client.documents, path), data));
    };
    expect(await allowed(made)).toEqual(["owner"]);
  },
);

test("when a journal was written last is its account's to know and to tell", async () => {
  const path = `journalPings/${mine}`;
  const listen = ({ client }: Caller) =>
    new Promise<boolean>((resolve) => {
      const end = onValue(
        ref(client.database, path),
        () => {
          resolve(true);
          queueMicrotask(() => end());
        },
        () => resolve(false),
      );
    });
  const rest = async ({ token }: Caller) => {
    const own = await token();
    const auth = own === undefined ? "" : `&auth=${own}`;
    const response = await fetch(`${site.origin}/${path}.json?ns=foyer${auth}`);
    await response.arrayBuffer();
    return response.ok;
  };
  const one = `${path}/${journals.sealed}`;
  const now = { ".sv": "timestamp" };
  const ways = [
    (caller: Caller) => outcome(get(ref(caller.client.database, path))),
    listen,
    rest,
    (caller: Caller) => outcome(set(ref(caller.client.database, one), now)),
    (caller: Caller) => outcome(set(ref(caller.client.database, one), null)),
  ];
  // oxlint-disable-next-line no-await-in-loop -- one way after the other
  for (const way of ways) expect(await allowed(way), String(way)).toEqual(["owner"]);
  const all = (caller: Caller) => outcome(get(ref(caller.client.database, "journalPings")));
  expect(await allowed(all)).toEqual([]);
});

test("a photo is read, listed, sent and deleted by its account alone", async () => {
  const folder = `users/${mine}/journal/${journals.sealed}`;
  const name = `${folder}/photo`;
  const put = () =>
    serverBackend.putObject(name, new TextEncoder().encode("sealed"), {
      contentType: "application/octet-stream",
    });
  await put();
  const file = ({ client }: Caller, path = name) => fileRef(client.files, path);
  const bytes = new Uint8Array(3);
  const sent = { contentType: "application/octet-stream" };
  const ways = [
    (caller: Caller) => outcome(getBytes(file(caller))),
    (caller: Caller) => outcome(getMetadata(file(caller))),
    (caller: Caller) => outcome(list(file(caller, folder))),
    (caller: Caller) =>
      outcome(uploadBytes(file(caller, `${folder}/new-${caller.role}`), bytes, sent)),
    (caller: Caller) => outcome(uploadBytes(file(caller), bytes, sent)),
    async (caller: Caller) => {
      const isDone = await outcome(deleteObject(file(caller)));
      if (isDone) await put();
      return isDone;
    },
  ];
  // oxlint-disable-next-line no-await-in-loop -- one way after the other
  for (const way of ways) expect(await allowed(way), String(way)).toEqual(["owner"]);
  const folders = ({ client }: Caller) =>
    outcome(list(fileRef(client.files, `users/${mine}/journal`)));
  expect(await allowed(folders)).toEqual(["owner"]);
});

test("an export holds the journals of the account that it is of, and of no other one", async () => {
  const { log } = recordingLog();
  for (const role of roles.filter((one) => one !== "visitor")) {
    const archive = exportAccount({
      backend: serverBackend,
      uid: uids[role],
      site: site.origin,
      now: new Date(),
      log,
      signal: new AbortController().signal,
    });
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    const text = (await buffer(archive)).toString("latin1");
    const names = Object.values(journals).filter((journal) => text.includes(journal));
    expect(names, role).toEqual(role === "owner" ? Object.values(journals) : []);
  }
});

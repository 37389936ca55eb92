/** A Firestore service on a database of its own, for tests. */
import { join } from "node:path";
import { CredentialError, type SignedIn } from "../../http/index.ts";
import { type Log, openSqlite, silentLog } from "../../sqlite/index.ts";
import { createTempDir } from "../../sqlite/testing/temp-dir.ts";
import {
  type FirestoreOperations,
  type FirestoreService,
  type IndexDefinitions,
  createFirestoreService,
  firestoreModule,
} from "../index.ts";

export const ROOT = "projects/p/databases/(default)/documents";

// Bodies and answers are JSON of many shapes; a test says what it expects of them.
// oxlint-disable-next-line typescript/no-explicit-any
export type Answer = { status: number; body: any };

export const FACTS = { client: "127.0.0.1", origin: "http://test" };

export const nameOf = (path: string): string => `${ROOT}/${path}`;

export type DocumentsOptions = {
  clock?: () => number;
  log?: Log;
  /** Asked for clients; requests without a client are the server's own. */
  rules?: string;
  /** Who is signed in with which token. */
  clients?: Record<string, SignedIn>;
  indexes?: IndexDefinitions;
};

/** In threads and on the disk, as the server has it. */
export async function openDocuments(options: DocumentsOptions = {}) {
  const dir = createTempDir();
  const path = join(dir.path, "test.sqlite");
  const sqlite = await openSqlite<FirestoreOperations>({
    path,
    modules: [{ url: firestoreModule, settings: moduleSettings(options) }],
    log: options.log ?? silentLog,
  });
  const service = await createFirestoreService({ sqlite, ...serviceSettings(options) });

  return {
    sqlite,
    /** Of the database. */
    path,
    service,
    ...clientOf(service),
    async [Symbol.asyncDispose]() {
      await sqlite.close();
      dir[Symbol.dispose]();
    },
  };
}

export function moduleSettings({ rules: text }: DocumentsOptions) {
  return text === undefined ? {} : { rules: { file: "test.rules", text } };
}

export function serviceSettings({ clients, clock, indexes, log }: DocumentsOptions) {
  return {
    projectId: "p",
    clock: clock ?? Date.now,
    log: log ?? silentLog,
    indexes,
    authenticate: async (credential: string) => {
      const client = clients?.[credential];
      if (client === undefined) throw new CredentialError("invalid", "Nobody has this token.");
      return client;
    },
  };
}

export type Documents = ReturnType<typeof clientOf>;

/** What tests ask of a service, in few words. */
export function clientOf(service: FirestoreService) {
  async function send(method: string, path: string, body?: string): Promise<Answer> {
    const init = body === undefined ? { method } : { method, body };
    const response = await service.adminFetch(new Request(`http://test/v1/${ROOT}${path}`, init));
    return { status: response.status, body: await response.json() };
  }
  /** As a client with this token; null is nobody. */
  async function ask(token: string | null, path: string, body?: unknown): Promise<Answer> {
    const response = await service.fetch(
      new Request(`http://test/v1/${ROOT}${path}`, {
        method: body === undefined ? "GET" : "POST",
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        ...(token === null ? {} : { headers: { authorization: `Bearer ${token}` } }),
      }),
      FACTS,
    );
    return { status: response.status, body: await response.json() };
  }
  const post = (path: string, body: unknown) => send("POST", path, JSON.stringify(body));

  return {
    send,
    ask,
    post,
    commit: (...writes: unknown[]) => post(":commit", { writes }),
    put: (path: string, fields: object) =>
      post(":commit", { writes: [{ update: { name: nameOf(path), fields } }] }),
    /** The fields of a document, undefined when there is none. */
    async fields(path: string) {
      const { body } = await post(":batchGet", { documents: [nameOf(path)] });
      return body[0].found?.fields;
    },
    /** The ids of the found documents, in order; the whole error when it is refused. */
    async query(structuredQuery: object, parent = "") {
      const { status, body } = await post(`${parent}:runQuery`, { structuredQuery });
      if (status !== 200) return body[0].error;
      return body.flatMap((entry: { document?: { name: string } }) =>
        entry.document === undefined ? [] : [entry.document.name.split("/").at(-1)],
      );
    },
  };
}

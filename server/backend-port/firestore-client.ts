/** Firestore's REST v1 over an injected fetch: the same code in the process and over the network. */
import { fromFirestoreFields, toFirestoreFields } from "#lib/firestore-value.ts";
import type { FirestoreFields } from "#lib/firestore-value.ts";
import type { Precondition, StoredDocument, Write } from "#lib/server-backend.ts";
import { brokenStreamError, readAnswer } from "./backend-answer.ts";

type WireDocument = {
  name: string;
  fields?: FirestoreFields;
  createTime: string;
  updateTime: string;
};

export type FirestoreClient = {
  getDocument(path: string): Promise<StoredDocument | null>;
  listDocuments(collection: string): Promise<StoredDocument[]>;
  commit(writes: Write[]): Promise<void>;
};

export function createFirestoreClient(options: {
  /** Origin of the service; in the process any, because nothing resolves it. */
  baseUrl: string;
  projectId: string;
  fetch: (request: Request) => Promise<Response>;
}): FirestoreClient {
  const { baseUrl, projectId, fetch } = options;
  const database = `projects/${projectId}/databases/(default)/documents`;

  async function call<Answer>(rpc: string, body: unknown): Promise<Answer> {
    const response = await fetch(
      new Request(`${baseUrl}/v1/${database}:${rpc}`, {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify(body),
      }),
    );
    const answer = await readAnswer(response);
    const broken = brokenStreamError(answer);
    if (broken !== undefined) throw broken;
    return answer as Answer;
  }

  const nameOf = (path: string) => `${database}/${path}`;

  return {
    async getDocument(path) {
      const [answer] = await call<{ found?: WireDocument }[]>("batchGet", {
        documents: [nameOf(path)],
      });
      return answer?.found === undefined ? null : toStored(answer.found, database);
    },
    async listDocuments(collection) {
      const answers = await call<{ document?: WireDocument }[]>("runQuery", {
        structuredQuery: { from: [{ collectionId: collection }] },
      });
      return answers.flatMap(({ document }) =>
        document === undefined ? [] : [toStored(document, database)],
      );
    },
    async commit(writes) {
      await call("commit", { writes: writes.map((write) => toWireWrite(write, nameOf)) });
    },
  };
}

function toStored(document: WireDocument, database: string): StoredDocument {
  const path = document.name.slice(database.length + 1);
  return {
    path,
    id: path.slice(path.lastIndexOf("/") + 1),
    data: fromFirestoreFields(document.fields ?? {}),
    createTime: document.createTime,
    updateTime: document.updateTime,
  };
}

function toWireWrite(write: Write, nameOf: (path: string) => string): unknown {
  const when =
    write.when === undefined ? {} : { currentDocument: write.when satisfies Precondition };
  if ("delete" in write) return { delete: nameOf(write.delete), ...when };
  const fields = toFirestoreFields(write.data);
  if ("set" in write) return { update: { name: nameOf(write.set), fields }, ...when };
  const fieldPaths = Object.keys(fields).map(quoteFieldName);
  return { update: { name: nameOf(write.update), fields }, updateMask: { fieldPaths }, ...when };
}

function quoteFieldName(name: string): string {
  if (/^[A-Za-z_][0-9A-Za-z_]*$/.test(name)) return name;
  return `\`${name.replaceAll("\\", "\\\\").replaceAll("`", "\\`")}\``;
}

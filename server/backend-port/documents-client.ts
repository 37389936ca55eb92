/** Documents with their typed values: for commands, which lose nothing of what is stored. */
import type { FirestoreFields, FirestoreValue } from "#lib/firestore-value.ts";
import { BackendError } from "#lib/server-backend.ts";
import { createFirestoreRpc } from "./firestore-rpc.ts";
import type { FirestoreRpcOptions, WireDocument } from "./firestore-rpc.ts";

export type TypedDocument = {
  /** Below the database's root: `projects/atlas`. */
  path: string;
  fields: FirestoreFields;
  /** RFC 3339, UTC. */
  createTime: string;
  updateTime: string;
};

export type DocumentContent = Pick<TypedDocument, "path" | "fields">;

type FieldReference = { fieldPath: string };

export type QueryFilter =
  | { fieldFilter: { field: FieldReference; op: string; value: FirestoreValue } }
  | { unaryFilter: { field: FieldReference; op: string } }
  | { compositeFilter: { op: "AND"; filters: QueryFilter[] } };

/** https://firebase.google.com/docs/firestore/reference/rest/v1/StructuredQuery, as far as commands need it. */
export type StructuredQuery = {
  from: { collectionId?: string; allDescendants?: boolean }[];
  where?: QueryFilter;
  orderBy?: { field: FieldReference; direction: "ASCENDING" | "DESCENDING" }[];
  startAt?: { values: FirestoreValue[]; before: boolean };
  limit?: number;
};

/** Every call may throw a BackendError. */
export type DocumentsClient = {
  /** As references and cursors name a document. */
  nameOf: (path: string) => string;
  getDocument(path: string): Promise<TypedDocument | null>;
  /** @param parent the document below which to look; "" is the root. */
  runQuery(parent: string, query: StructuredQuery): Promise<TypedDocument[]>;
  /** Replaces them, all or nothing; at most MAX_CONTENTS. */
  setDocuments(documents: readonly DocumentContent[]): Promise<void>;
  /** Writes nothing. @throws BackendError as `setDocuments` would for what is wrong with a document. */
  checkDocuments(documents: readonly DocumentContent[]): Promise<void>;
};

/** A commit has at most 500 writes, and a check adds two. */
export const MAX_CONTENTS = 498;

/** What the backend says of the condition that cannot hold, once it has nothing else to refuse. */
const conditionFailed = ["NOT_FOUND", "ALREADY_EXISTS", "FAILED_PRECONDITION"];

export function createDocumentsClient(options: FirestoreRpcOptions): DocumentsClient {
  const { call, nameOf, pathOf } = createFirestoreRpc(options);

  const toTyped = (document: WireDocument): TypedDocument => ({
    path: pathOf(document),
    fields: document.fields ?? {},
    createTime: document.createTime,
    updateTime: document.updateTime,
  });
  const toWrites = (documents: readonly DocumentContent[]) =>
    documents.map(({ path, fields }) => ({ update: { name: nameOf(path), fields } }));

  return {
    nameOf,
    async getDocument(path) {
      const body = { documents: [nameOf(path)] };
      const [answer] = await call<{ found?: WireDocument }[]>("batchGet", body);
      return answer?.found === undefined ? null : toTyped(answer.found);
    },
    async runQuery(parent, structuredQuery) {
      const body = { structuredQuery };
      const answers = await call<{ document?: WireDocument }[]>("runQuery", body, parent);
      return answers.flatMap(({ document }) => (document === undefined ? [] : [toTyped(document)]));
    },
    async setDocuments(documents) {
      await call("commit", { writes: toWrites(documents) });
    },
    async checkDocuments(documents) {
      // A commit is undone when a condition fails. No document is there and is not there.
      const verify = nameOf("foyer/check");
      const impossible = [true, false].map((exists) => ({ verify, currentDocument: { exists } }));
      const isRefused = await call("commit", {
        writes: [...toWrites(documents), ...impossible],
      }).then(
        () => false,
        (error: unknown) => {
          if (error instanceof BackendError && conditionFailed.includes(error.status)) return true;
          throw error;
        },
      );
      if (!isRefused) throw new Error("The backend took a commit whose conditions cannot hold.");
    },
  };
}

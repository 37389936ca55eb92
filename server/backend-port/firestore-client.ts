/** Documents as plain values, as the server's own code uses them. */
import { fromFirestoreFields, toFirestoreFields } from "#lib/firestore-value.ts";
import type { Precondition, ServerBackend, StoredDocument, Write } from "#lib/server-backend.ts";
import { createFirestoreRpc } from "./firestore-rpc.ts";
import type { FirestoreRpcOptions, WireDocument } from "./firestore-rpc.ts";

export type FirestoreClient = Pick<
  ServerBackend,
  "getDocument" | "listDocuments" | "findDocuments" | "commit"
>;

export function createFirestoreClient(options: FirestoreRpcOptions): FirestoreClient {
  const { call, nameOf, pathOf } = createFirestoreRpc(options);
  const toStored = (document: WireDocument) => toStoredDocument(document, pathOf(document));

  async function runQuery(structuredQuery: object): Promise<StoredDocument[]> {
    const answers = await call<{ document?: WireDocument }[]>("runQuery", { structuredQuery });
    return answers.flatMap(({ document }) => (document === undefined ? [] : [toStored(document)]));
  }

  return {
    async getDocument(path) {
      const [answer] = await call<{ found?: WireDocument }[]>("batchGet", {
        documents: [nameOf(path)],
      });
      return answer?.found === undefined ? null : toStored(answer.found);
    },
    listDocuments: (collection) => runQuery({ from: [{ collectionId: collection }] }),
    findDocuments: (collection, { where = {}, after, limit }) =>
      runQuery({
        from: [{ collectionId: collection }],
        ...whereAll(where),
        orderBy: [{ field: { fieldPath: "__name__" }, direction: "ASCENDING" }],
        ...(after !== undefined && {
          startAt: {
            values: [{ referenceValue: nameOf(`${collection}/${after}`) }],
            before: false,
          },
        }),
        limit,
      }),
    async commit(writes) {
      await call("commit", { writes: writes.map((write) => toWireWrite(write, nameOf)) });
    },
  };
}

function whereAll(values: Record<string, string | number>): object {
  const filters = Object.entries(toFirestoreFields(values)).map(([name, value]) => ({
    fieldFilter: { field: { fieldPath: quoteFieldName(name) }, op: "EQUAL", value },
  }));
  return filters.length === 0 ? {} : { where: { compositeFilter: { op: "AND", filters } } };
}

function toStoredDocument(document: WireDocument, path: string): StoredDocument {
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

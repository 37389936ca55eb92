/** Documents as plain values, as the server's own code uses them. */
import { fromFirestoreFields, toFirestoreFields } from "#lib/firestore-value.ts";
import type {
  DocumentOrder,
  Precondition,
  ServerBackend,
  StoredDocument,
  Write,
} from "#lib/server-backend.ts";
import { createFirestoreRpc } from "./firestore-rpc.ts";
import type { FirestoreRpcOptions, WireDocument } from "./firestore-rpc.ts";

export type FirestoreClient = Pick<
  ServerBackend,
  "getDocument" | "listDocuments" | "findDocuments" | "documentsBelow" | "commit"
>;

export function createFirestoreClient(options: FirestoreRpcOptions): FirestoreClient {
  const { call, nameOf, pathOf } = createFirestoreRpc(options);
  const toStored = (document: WireDocument) => toStoredDocument(document, pathOf(document));

  async function runQuery(structuredQuery: object, parent = ""): Promise<StoredDocument[]> {
    const body = { structuredQuery };
    const answers = await call<{ document?: WireDocument }[]>("runQuery", body, parent);
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
    findDocuments(collection, query) {
      if ("order" in query) {
        return runQuery(orderedQuery(collection, query, nameOf));
      }
      const { where = {}, after, limit } = query;
      return runQuery({
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
      });
    },
    documentsBelow: (path, { after, limit }) =>
      runQuery(
        {
          from: [{ allDescendants: true }],
          orderBy: [{ field: { fieldPath: "__name__" }, direction: "ASCENDING" }],
          ...(after !== undefined && {
            startAt: { values: [{ referenceValue: nameOf(after) }], before: false },
          }),
          limit,
        },
        path,
      ),
    async commit(writes) {
      await call("commit", { writes: writes.map((write) => toWireWrite(write, nameOf)) });
    },
  };
}

type OrderedQuery = {
  where?: Record<string, string | number>;
  order: DocumentOrder;
  limit: number;
};

function orderedQuery(
  collection: string,
  { where = {}, order, limit }: OrderedQuery,
  nameOf: (path: string) => string,
): object {
  const { field, upTo, descending = false, after } = order;
  const fieldPath = quoteFieldName(field);
  const direction = descending ? "DESCENDING" : "ASCENDING";
  const valueOf = (value: string | number) => toFirestoreFields({ value })["value"];
  const bound = { field: { fieldPath }, op: "LESS_THAN_OR_EQUAL", value: valueOf(upTo ?? "") };
  return {
    from: [{ collectionId: collection }],
    ...whereAll(where, upTo === undefined ? [] : [bound]),
    orderBy: [fieldPath, "__name__"].map((path) => ({ field: { fieldPath: path }, direction })),
    ...(after !== undefined && {
      startAt: {
        values: [valueOf(after.value), { referenceValue: nameOf(`${collection}/${after.id}`) }],
        before: false,
      },
    }),
    limit,
  };
}

function whereAll(values: Record<string, string | number>, more: object[] = []): object {
  const equal = Object.entries(toFirestoreFields(values)).map(([name, value]) => ({
    field: { fieldPath: quoteFieldName(name) },
    op: "EQUAL",
    value,
  }));
  const filters = [...equal, ...more].map((fieldFilter) => ({ fieldFilter }));
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

/** Documents as plain values, as the server's own code uses them. */
import { fromFirestoreFields, toFirestoreFields } from "#lib/firestore-value.ts";
import { BackendError } from "#lib/server-backend.ts";
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

/** Each may have 1 MiB, and its JSON six times that: an answer holds 64 MiB. */
const largestAtOnce = 8;

export function createFirestoreClient(options: FirestoreRpcOptions): FirestoreClient {
  const { call, nameOf, pathOf } = createFirestoreRpc(options);
  const toStored = (document: WireDocument) => toStoredDocument(document, pathOf(document));

  async function runQuery(structuredQuery: object, parent = ""): Promise<StoredDocument[]> {
    const body = { structuredQuery };
    const answers = await call<{ document?: WireDocument }[]>("runQuery", body, parent);
    return answers.flatMap(({ document }) => (document === undefined ? [] : [toStored(document)]));
  }

  /** What is more than one answer holds: a few large documents are, where thousands of usual ones are not. */
  async function inPages(query: object): Promise<StoredDocument[]> {
    const found: StoredDocument[] = [];
    for (;;) {
      const last = found.at(-1);
      // oxlint-disable-next-line no-await-in-loop -- each page begins where the one before it ended
      const page = await runQuery({
        ...query,
        orderBy: [{ field: { fieldPath: "__name__" }, direction: "ASCENDING" }],
        ...(last && {
          startAt: { values: [{ referenceValue: nameOf(last.path) }], before: false },
        }),
        limit: largestAtOnce,
      });
      found.push(...page);
      if (page.length < largestAtOnce) return found;
    }
  }

  return {
    async getDocument(path) {
      const [answer] = await call<{ found?: WireDocument }[]>("batchGet", {
        documents: [nameOf(path)],
      });
      return answer?.found === undefined ? null : toStored(answer.found);
    },
    async listDocuments(collection) {
      const all = { from: [{ collectionId: collection }] };
      try {
        return await runQuery(all);
      } catch (error) {
        if (!(error instanceof BackendError) || error.status !== "RESOURCE_EXHAUSTED") throw error;
        return inPages(all);
      }
    },
    findDocuments(collection, query) {
      const { parent, collectionId } = placeOf(collection);
      if ("order" in query) {
        return runQuery(orderedQuery(collection, query, nameOf), parent);
      }
      const { where = {}, after, limit } = query;
      const structuredQuery = {
        from: [{ collectionId }],
        ...whereAll(where),
        orderBy: [{ field: { fieldPath: "__name__" }, direction: "ASCENDING" }],
        ...(after !== undefined && {
          startAt: {
            values: [{ referenceValue: nameOf(`${collection}/${after}`) }],
            before: false,
          },
        }),
        limit,
      };
      return runQuery(structuredQuery, parent);
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

/** `projects/atlas/versions` stands below the document `projects/atlas`. */
function placeOf(collection: string): { parent: string; collectionId: string } {
  const slash = collection.lastIndexOf("/");
  return {
    parent: collection.slice(0, Math.max(slash, 0)),
    collectionId: collection.slice(slash + 1),
  };
}

type OrderedQuery = {
  where?: Record<string, string | number | boolean>;
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
    from: [{ collectionId: placeOf(collection).collectionId }],
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

function whereAll(values: Record<string, string | number | boolean>, more: object[] = []): object {
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

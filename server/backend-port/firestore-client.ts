/** Documents as plain values, as the server's own code uses them. */
import { fromFirestoreFields, toFirestoreFields } from "#lib/firestore-value.ts";
import { inPages, isTooMuch } from "#lib/in-pages.ts";
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

  function byName(
    collection: string,
    query: Query & { after?: string | undefined },
  ): Promise<StoredDocument[]> {
    const { parent, collectionId } = placeOf(collection);
    const { where = {}, fields, after, limit } = query;
    const structuredQuery = {
      ...selecting(fields),
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
  }

  return {
    async getDocument(path) {
      const [answer] = await call<{ found?: WireDocument }[]>("batchGet", {
        documents: [nameOf(path)],
      });
      return answer?.found === undefined ? null : toStored(answer.found);
    },
    async listDocuments(collection) {
      try {
        return await runQuery({ from: [{ collectionId: collection }] });
      } catch (error) {
        if (!isTooMuch(error)) throw error;
        // A few large documents are more than one answer holds, where thousands of usual ones are not.
        const pages = inPages(({ limit, last }) => byName(collection, { after: last?.id, limit }));
        const found: StoredDocument[] = [];
        for await (const page of pages) found.push(...page);
        return found;
      }
    },
    findDocuments(collection, query) {
      if (!("order" in query)) return byName(collection, query);
      const { parent } = placeOf(collection);
      return runQuery(orderedQuery(collection, query, nameOf), parent);
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

type Query = {
  where?: Record<string, string | number | boolean>;
  fields?: readonly string[] | undefined;
  limit: number;
};

function orderedQuery(
  collection: string,
  { where = {}, fields, order, limit }: Query & { order: DocumentOrder },
  nameOf: (path: string) => string,
): object {
  const { field, upTo, descending = false, after } = order;
  const fieldPath = quoteFieldName(field);
  const direction = descending ? "DESCENDING" : "ASCENDING";
  const valueOf = (value: string | number) => toFirestoreFields({ value })["value"];
  const bound = { field: { fieldPath }, op: "LESS_THAN_OR_EQUAL", value: valueOf(upTo ?? "") };
  return {
    ...selecting(fields),
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

function selecting(fields: readonly string[] | undefined): object {
  if (fields === undefined) return {};
  return { select: { fields: fields.map((name) => ({ fieldPath: quoteFieldName(name) })) } };
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
  const mask = write.mask ?? Object.keys(fields).map((name) => [name]);
  const fieldPaths = mask.map((path) => path.map(quoteFieldName).join("."));
  return { update: { name: nameOf(write.update), fields }, updateMask: { fieldPaths }, ...when };
}

function quoteFieldName(name: string): string {
  if (/^[A-Za-z_][0-9A-Za-z_]*$/.test(name)) return name;
  return `\`${name.replaceAll("\\", "\\\\").replaceAll("`", "\\`")}\``;
}

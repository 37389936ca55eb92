/** The documents of a collection page by page, inside the reader thread. */
import type { FirestoreValue } from "#lib/firestore-value.ts";
import type { Caller } from "../http/index.ts";
import type { StoreDatabase } from "../sqlite/index.ts";
import { createAnswerBudget } from "./answer-budget.ts";
import { type StoredDocument, fieldsOf, withMask } from "./document.ts";
import { encodePath, successor } from "./encode-path.ts";
import { permissionDenied } from "./errors.ts";
import { type FieldPath, getAt, isNamePath } from "./field-path.ts";
import { getLastCommit, scanDocuments } from "./firestore-store.ts";
import type { Order } from "./query.ts";
import { type DatabaseName, parentOf, documentName, idOf } from "./resource-name.ts";
import { type RunQueryInput, answerQuery, checkMayList } from "./run-query.ts";
import { createScanBudget } from "./scan-budget.ts";

export type ListDocumentsInput = {
  caller: Caller;
  database: DatabaseName;
  /** Path of the collection. */
  collection: string;
  /** Complete, as `completeOrder` makes it. */
  orderBy: Order[];
  /** Values of `orderBy`; undefined: from the first one on. */
  startAfter: FirestoreValue[] | undefined;
  pageSize: number;
  mask: FieldPath[] | undefined;
  /** Also names without a document that have documents below them: by name, and for the server only. */
  showMissing: boolean;
  nowMicros: number;
};

export type ListDocumentsResult = {
  documents: ListedDocument[];
  /** `startAfter` of the next page; undefined when this is the last one. */
  next: FirestoreValue[] | undefined;
  readTime: number;
  /** As of a query. */
  cost: number;
};

/** `stored` undefined: the document is missing. */
export type ListedDocument = { path: string; stored: StoredDocument | undefined };

/** @throws OperationError as `runQuery` */
export function listDocuments(db: StoreDatabase, input: ListDocumentsInput): ListDocumentsResult {
  const { caller, mask, nowMicros, orderBy, pageSize, showMissing } = input;
  if (showMissing && caller !== "admin") throw permissionDenied();
  // The rules see the limit that was asked for, not the one more that tells whether there is another page.
  checkMayList(db, toQuery(input, pageSize));
  const { found, cost } = showMissing ? scanWithMissing(db, input) : scanList(db, input);
  const documents = found.slice(0, pageSize);
  const last = documents.at(-1);
  return {
    documents: documents.map(({ path, stored }) => ({
      path,
      stored: stored && withMask(stored, mask),
    })),
    next: last && found.length > pageSize ? sortValues(input, orderBy, last) : undefined,
    readTime: Math.max(nowMicros, getLastCommit(db).time),
    cost,
  };
}

/** The query that finds the same documents, missing ones aside. */
export function toQuery(input: ListDocumentsInput, limit: number): RunQueryInput {
  const { caller, collection, database, nowMicros, orderBy, startAfter } = input;
  return {
    caller,
    database,
    parent: parentOf(collection),
    collectionId: idOf(collection),
    allDescendants: false,
    query: {
      where: undefined,
      orderBy,
      startAt: startAfter && { values: startAfter, before: false },
      endAt: undefined,
      offset: 0,
      limit,
    },
    select: undefined,
    nowMicros,
  };
}

type Scanned = { found: ListedDocument[]; cost: number };

/** The rules were asked already, with the limit of the page. */
function scanList(db: StoreDatabase, input: ListDocumentsInput): Scanned {
  const query = toQuery(input, input.pageSize + 1);
  const { documents, cost } = answerQuery(db, query, createScanBudget(input.caller));
  return { found: documents.map((stored) => ({ path: stored.path, stored })), cost };
}

function sortValues(
  { database }: ListDocumentsInput,
  orderBy: readonly Order[],
  { path, stored }: ListedDocument,
): FirestoreValue[] {
  const fields = stored === undefined ? {} : fieldsOf(stored);
  return orderBy.map((order) => {
    if (isNamePath(order.path)) return { referenceValue: documentName(database, path) };
    // What it is ordered by is in each document that an order finds.
    return getAt(fields, order.path) as FirestoreValue;
  });
}

/** One look for each name, past all that is below it. */
function scanWithMissing(db: StoreDatabase, input: ListDocumentsInput): Scanned {
  const { collection, pageSize } = input;
  const to = successor(encodePath(collection));
  const found: ListedDocument[] = [];
  const budget = createAnswerBudget(input.caller);
  let from = firstName(input);
  while (found.length <= pageSize) {
    const [first] = scanDocuments(db, from, to, { limit: 1 });
    if (first === undefined) break;
    const id = first.path.slice(collection.length + 1).split("/")[0] as string;
    const path = `${collection}/${id}`;
    found.push({ path, stored: first.path === path ? budget.spend(first) : undefined });
    from = successor(encodePath(path));
  }
  return { found, cost: found.length };
}

function firstName({ collection, database, startAfter }: ListDocumentsInput): Buffer {
  const after = startAfter?.[0];
  if (after === undefined || !("referenceValue" in after)) return encodePath(collection);
  return successor(encodePath(after.referenceValue.slice(database.prefix.length + 1)));
}

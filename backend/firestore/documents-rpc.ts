/** The verbs: POST …/documents:verb, some of them also below a document. */
import { invalidArgument, notFound, permissionDenied, unimplemented } from "./errors.ts";
import {
  formatBatchGet,
  formatCollectionIds,
  formatCommit,
  formatRunAggregation,
  formatRunQuery,
} from "./http-answer.ts";
import { readParameters } from "./http-target.ts";
import { formatPageToken, parsePageToken } from "./page-token.ts";
import { parseRunAggregation } from "./parse-aggregation.ts";
import { parseBatchGet } from "./parse-batch-get.ts";
import { parseListCollectionIds } from "./parse-list.ts";
import { parseRunQuery } from "./parse-query.ts";
import { parseBeginTransaction, parseRollback } from "./parse-transaction.ts";
import { parseCommit } from "./parse-writes.ts";
import { readJson } from "./read-json.ts";
import type { RequestContext } from "./request-context.ts";
import { checkDocumentPath } from "./resource-name.ts";
import { readsOfDocuments, toFound } from "./transaction-reads.ts";

/** Their answers are lists of messages. */
const STREAMS = ["batchGet", "runQuery", "runAggregationQuery"];
/** Of a document too: of what is below it. */
const BELOW_DOCUMENTS = ["runQuery", "runAggregationQuery", "listCollectionIds"];
const KNOWN_ELSEWHERE = /^(batchWrite|executePipeline|listen|partitionQuery|write)$/;

export function isStream(verb: string | undefined): boolean {
  return verb !== undefined && STREAMS.includes(verb);
}

const VERBS = new Map<string, (context: RequestContext) => Promise<string>>([
  ["commit", commit],
  ["batchGet", batchGet],
  ["runQuery", runQuery],
  ["runAggregationQuery", runAggregation],
  ["listCollectionIds", listCollectionIds],
  ["beginTransaction", beginTransaction],
  ["rollback", rollback],
]);

export async function answerVerb(verb: string, context: RequestContext): Promise<string> {
  const { path, request } = context;
  if (path !== "") {
    if (!BELOW_DOCUMENTS.includes(verb)) {
      throw notFound(`:${verb} is asked of …/documents, not of what is in it.`);
    }
    checkDocumentPath(path, "The parent");
  }
  if (KNOWN_ELSEWHERE.test(verb)) throw unimplemented(`:${verb} is not supported by this server.`);
  const answer = VERBS.get(verb);
  if (answer === undefined) throw notFound(`There is no :${verb}.`);
  readParameters(request, []);
  return answer(context);
}

async function commit({ calls, caller, database, request, transactions }: RequestContext) {
  const { json, sizeBytes } = await readJson(request, "commit", caller);
  const { writes, transaction } = parseCommit(database, json);
  const reads =
    transaction === undefined
      ? undefined
      : await transactions.commit(caller, transaction, writes.length > 0);
  const input = { caller, writes, ...(reads && { reads }), nowMicros: calls.nowMicros() };
  return formatCommit(await calls.commit(input, sizeBytes));
}

async function batchGet({ calls, caller, database, request, transactions }: RequestContext) {
  const { json, sizeBytes } = await readJson(request, "batchGet", caller);
  const { paths, mask, readIn } = parseBatchGet(database, json);
  const input = { caller, paths, mask, nowMicros: calls.nowMicros() };
  const { output, begun } = await transactions.read(
    caller,
    readIn,
    (seen) => calls.read("firestore.batchGet", input, seen, sizeBytes),
    ({ documents }) => readsOfDocuments(paths, documents),
  );
  return formatBatchGet(database, paths, output, begun);
}

async function runQuery(context: RequestContext) {
  const { calls, caller, database, path, request, transactions } = context;
  const { json, sizeBytes } = await readJson(request, "runQuery", caller);
  const { query, readIn } = parseRunQuery(json);
  const input = { caller, database, parent: path, ...query, nowMicros: calls.nowMicros() };
  const { output, begun } = await transactions.read(
    caller,
    readIn,
    (seen) => calls.read("firestore.runQuery", input, seen, sizeBytes),
    ({ documents, cost }) => ({
      reads: [{ kind: "query", input, found: toFound(documents) }],
      cost,
    }),
  );
  return formatRunQuery(database, output, begun);
}

async function runAggregation(context: RequestContext) {
  const { calls, caller, database, path, request, transactions } = context;
  const { json, sizeBytes } = await readJson(request, "runAggregationQuery", caller);
  const { query, aggregations, readIn } = parseRunAggregation(json);
  const nowMicros = calls.nowMicros();
  const input = { caller, database, parent: path, ...query, aggregations, nowMicros };
  const { output, begun } = await transactions.read(
    caller,
    readIn,
    (seen) => calls.read("firestore.runAggregation", input, seen, sizeBytes),
    ({ values, cost }) => ({ reads: [{ kind: "aggregation", input, values }], cost }),
  );
  return formatRunAggregation(aggregations, output, begun);
}

async function listCollectionIds({ calls, caller, path, request }: RequestContext) {
  // As in Firebase: rules say nothing about it, so clients have no right to it.
  if (caller !== "admin") throw permissionDenied();
  const { json } = await readJson(request, "listCollectionIds", caller);
  const { pageSize, pageToken } = parseListCollectionIds(json);
  const named = ["collections of", path];
  const startAfter = pageToken === "" ? undefined : readId(pageToken, named);
  const result = await calls.listCollectionIds({ parent: path, startAfter, pageSize });
  const next =
    result.next === undefined ? undefined : formatPageToken(named, [{ stringValue: result.next }]);
  return formatCollectionIds(result, next);
}

function readId(pageToken: string, named: readonly unknown[]): string {
  const [id] = parsePageToken(pageToken, named, 1);
  if (id !== undefined && "stringValue" in id) return id.stringValue;
  throw invalidArgument("pageToken is not one of this list.");
}

async function beginTransaction({ caller, request, transactions }: RequestContext) {
  const { json } = await readJson(request, "beginTransaction", caller);
  return JSON.stringify({ transaction: transactions.begin(caller, parseBeginTransaction(json)) });
}

async function rollback({ caller, request, transactions }: RequestContext) {
  const { json } = await readJson(request, "rollback", caller);
  transactions.rollback(caller, parseRollback(json));
  return "{}";
}

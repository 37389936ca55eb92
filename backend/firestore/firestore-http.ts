/** The wire dialect: URLs and JSON to calls and back. The only file here that knows status codes. */
import type { FirestoreValue } from "#lib/firestore-value.ts";
import { type Caller, ServerBusyError, jsonResponse } from "../http/index.ts";
import { type Log, OperationError, StoreError } from "../sqlite/index.ts";
import type { BatchGetResult } from "./batch-get.ts";
import type { CommitResult, Write } from "./commit.ts";
import type { StoredDocument } from "./document.ts";
import { type FirestoreErrorCode, invalidArgument, notFound, unimplemented } from "./errors.ts";
import type { FieldPath } from "./field-path.ts";
import { parseBatchGet } from "./parse-batch-get.ts";
import { type ParsedQuery, parseRunQuery } from "./parse-query.ts";
import { parseCommit } from "./parse-writes.ts";
import { readJson } from "./read-json.ts";
import { type DatabaseName, checkDocumentPath, documentName } from "./resource-name.ts";
import type { RunQueryResult } from "./run-query.ts";
import { formatMicros } from "./timestamp.ts";

const STATUS: Record<FirestoreErrorCode, number> = {
  INVALID_ARGUMENT: 400,
  FAILED_PRECONDITION: 400,
  NOT_FOUND: 404,
  RESOURCE_EXHAUSTED: 429,
  ALREADY_EXISTS: 409,
  PERMISSION_DENIED: 403,
  UNAUTHENTICATED: 401,
  UNIMPLEMENTED: 501,
};
/** Answered as lists of messages, so their errors are lists of one. */
const STREAMS = ["batchGet", "runQuery"];
const KNOWN_ELSEWHERE =
  /^(batchWrite|beginTransaction|executePipeline|listCollectionIds|listen|partitionQuery|rollback|runAggregationQuery|write)$/;

type Calls = {
  database: DatabaseName;
  log: Log;
  commit(caller: Caller, writes: Write[], sizeBytes: number): Promise<CommitResult>;
  batchGet(caller: Caller, paths: string[], mask: FieldPath[] | undefined): Promise<BatchGetResult>;
  runQuery(caller: Caller, parent: string, query: ParsedQuery): Promise<RunQueryResult>;
};
type Target = { path: string; verb: string | undefined };

/** `readCaller` is awaited before the body is read. */
export function createFirestoreHttp(
  calls: Calls,
): (request: Request, readCaller: () => Promise<Caller>) => Promise<Response> {
  return async (request, readCaller) => {
    let isStream = false;
    try {
      const { pathname } = new URL(request.url);
      const verb = request.method === "POST" ? verbOf(pathname) : undefined;
      isStream = verb !== undefined && STREAMS.includes(verb);
      const target = readTarget(calls.database, pathname, verb);
      return jsonResponse(200, await answer(calls, request, await readCaller(), target));
    } catch (error) {
      return errorResponse(calls.log, error, isStream);
    }
  };
}

async function answer(
  calls: Calls,
  request: Request,
  caller: Caller,
  { path, verb }: Target,
): Promise<string> {
  if (request.method === "GET") {
    return getOne(calls, caller, path, new URL(request.url).searchParams);
  }
  if (request.method !== "POST" || verb === undefined) {
    throw unimplemented(
      `${request.method} of a document or collection is not supported; use :commit.`,
    );
  }
  if (path !== "" && verb !== "runQuery") {
    throw notFound(`:${verb} is asked of …/documents, not of what is in it.`);
  }
  switch (verb) {
    case "commit": {
      const { json, sizeBytes } = await readJson(request, verb, caller);
      return formatCommit(await calls.commit(caller, parseCommit(calls.database, json), sizeBytes));
    }
    case "batchGet": {
      const { paths, mask } = parseBatchGet(
        calls.database,
        (await readJson(request, verb, caller)).json,
      );
      return formatBatchGet(calls.database, paths, await calls.batchGet(caller, paths, mask));
    }
    case "runQuery": {
      if (path !== "") checkDocumentPath(path, "The parent");
      const parsed = parseRunQuery((await readJson(request, verb, caller)).json);
      return formatRunQuery(calls.database, await calls.runQuery(caller, path, parsed));
    }
  }
  if (KNOWN_ELSEWHERE.test(verb)) throw unimplemented(`:${verb} is not supported by this server.`);
  throw notFound(`There is no :${verb}.`);
}

async function getOne(
  calls: Calls,
  caller: Caller,
  path: string,
  query: URLSearchParams,
): Promise<string> {
  if (path.split("/").length % 2 !== 0) throw unimplemented("Collections are read with :runQuery.");
  for (const name of query.keys()) {
    if (name !== "key") throw unimplemented(`The query parameter ${name} is not supported.`);
  }
  checkDocumentPath(path, "The path");
  const document = (await calls.batchGet(caller, [path], undefined)).documents[0];
  const name = documentName(calls.database, path);
  if (!document) throw notFound(`The document ${name} does not exist.`);
  return formatDocument(calls.database, document);
}

function verbOf(pathname: string): string | undefined {
  return /:([A-Za-z]+)$/.exec(pathname)?.[1];
}

function readTarget(database: DatabaseName, pathname: string, verb: string | undefined): Target {
  const whole = verb === undefined ? pathname : pathname.slice(0, -verb.length - 1);
  const segments = whole.slice(1).split("/").map(decodeSegment);
  const [version, ...name] = segments;
  const root = name.slice(0, 5).join("/");
  if (version !== "v1" || name.length < 5 || root !== database.prefix) {
    throw notFound(`This server has the documents below /v1/${database.prefix} only.`);
  }
  const inside = name.slice(5);
  if (inside.some((id) => id.includes("/")))
    throw invalidArgument("An id must not contain a slash.");
  return { path: inside.join("/"), verb };
}

function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    throw invalidArgument("The address is not well encoded.");
  }
}

/** The fields are stored as JSON already and are passed on as they are. */
function formatDocument(database: DatabaseName, document: StoredDocument): string {
  const name = JSON.stringify(documentName(database, document.path));
  const createTime = formatMicros(document.createTime);
  const updateTime = formatMicros(document.updateTime);
  return (
    `{"name":${name},"fields":${document.fieldsText},` +
    `"createTime":"${createTime}","updateTime":"${updateTime}"}`
  );
}

function formatCommit({ time, results }: CommitResult): string {
  const writeResults = results.map(
    ({
      updateTime,
      transformResults,
    }): { updateTime?: string; transformResults?: FirestoreValue[] } => ({
      ...(updateTime !== undefined && { updateTime: formatMicros(updateTime) }),
      ...(transformResults && { transformResults }),
    }),
  );
  return JSON.stringify({ writeResults, commitTime: formatMicros(time) });
}

function formatBatchGet(
  database: DatabaseName,
  paths: readonly string[],
  { documents, readTime }: BatchGetResult,
): string {
  const time = formatMicros(readTime);
  const entries = documents.map((document, index) => {
    const missing = JSON.stringify(documentName(database, paths[index] as string));
    const one = document ? `"found":${formatDocument(database, document)}` : `"missing":${missing}`;
    return `{${one},"readTime":"${time}"}`;
  });
  return `[${entries.join(",\n")}]`;
}

function formatRunQuery(database: DatabaseName, { documents, readTime }: RunQueryResult): string {
  const time = formatMicros(readTime);
  if (documents.length === 0) return `[{"readTime":"${time}"}]`;
  const entries = documents.map(
    (document) => `{"document":${formatDocument(database, document)},"readTime":"${time}"}`,
  );
  return `[${entries.join(",\n")}]`;
}

function errorResponse(log: Log, error: unknown, isStream: boolean): Response {
  const [code, status, message] = describe(log, error);
  const body = { error: { code, message, status } };
  return jsonResponse(code, JSON.stringify(isStream ? [body] : body));
}

function describe(log: Log, error: unknown): [code: number, status: string, message: string] {
  if (error instanceof OperationError && Object.hasOwn(STATUS, error.code)) {
    return [STATUS[error.code as FirestoreErrorCode], error.code, error.message];
  }
  const isBusy = error instanceof StoreError && error.code !== "operation-failed";
  if (isBusy || error instanceof ServerBusyError) {
    return [503, "UNAVAILABLE", error.message];
  }
  log.error({ err: error }, "A Firestore request failed");
  return [500, "INTERNAL", "Internal error."];
}

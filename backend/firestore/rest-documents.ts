/** GET, PATCH, POST and DELETE of a document or collection: REST's other forms of reads and commits. */
import { invalidArgument, notFound, unimplemented } from "./errors.ts";
import { formatDocument, formatListDocuments } from "./http-answer.ts";
import { readParameters } from "./http-target.ts";
import { type ListDocumentsInput, toQuery } from "./list-documents.ts";
import { formatPageToken, parsePageToken } from "./page-token.ts";
import { parseListDocuments } from "./parse-list.ts";
import { type ReadIn, readTransaction } from "./parse-transaction.ts";
import { parseDocumentUpdate, readPrecondition, readReadMask } from "./parse-writes.ts";
import { randomId } from "./random-id.ts";
import { readJson } from "./read-json.ts";
import type { RequestContext } from "./request-context.ts";
import { checkDocumentPath, checkId, parentOf, documentName, idOf } from "./resource-name.ts";
import { readsOfDocuments, toFound } from "./transaction-reads.ts";

export async function answerRest(context: RequestContext): Promise<string> {
  const { path, request } = context;
  if (path === "") throw unimplemented("This server lists the documents of one collection only.");
  const isCollection = path.split("/").length % 2 !== 0;
  if (isCollection) checkCollectionPath(path);
  else checkDocumentPath(path, "The path");
  switch (request.method) {
    case "GET":
      return isCollection ? listDocuments(context) : getDocument(context);
    case "POST":
      if (isCollection) return createDocument(context);
      throw invalidArgument("The path names a document: a document is created in a collection.");
    case "PATCH":
    case "DELETE":
      if (isCollection) throw invalidArgument("The path names a collection, not a document.");
      return request.method === "PATCH" ? updateDocument(context) : deleteDocument(context);
    default:
      throw unimplemented(`${request.method} is not supported: use GET, PATCH, POST or DELETE.`);
  }
}

function checkCollectionPath(path: string): void {
  checkId(idOf(path), "The path");
  if (path.includes("/")) checkDocumentPath(parentOf(path), "The path");
}

async function getDocument(context: RequestContext): Promise<string> {
  const { calls, caller, database, path, request, transactions } = context;
  const parameters = readParameters(request, ["mask.fieldPaths", "transaction"]);
  const input = {
    caller,
    paths: [path],
    mask: readReadMask(maskOf(parameters.all("mask.fieldPaths")), "mask"),
    nowMicros: calls.nowMicros(),
  };
  const { output } = await transactions.read(
    caller,
    readInOf(parameters.one("transaction")),
    (seen) => calls.read("firestore.batchGet", input, seen),
    ({ documents }) => readsOfDocuments([path], documents),
  );
  const document = output.documents[0];
  if (document) return formatDocument(database, document);
  throw notFound(`The document ${documentName(database, path)} does not exist.`);
}

const LIST_PARAMETERS = [
  "mask.fieldPaths",
  "orderBy",
  "pageSize",
  "pageToken",
  "showMissing",
  "transaction",
];

async function listDocuments(context: RequestContext): Promise<string> {
  const { calls, caller, database, path, request, transactions } = context;
  const parameters = readParameters(request, LIST_PARAMETERS);
  const list = parseListDocuments(parameters);
  const readIn = readInOf(parameters.one("transaction"));
  if (list.showMissing && readIn !== undefined) {
    throw unimplemented("showMissing is not supported in a transaction.");
  }
  const named = [path, list.orderBy, list.showMissing];
  const token = parameters.one("pageToken") ?? "";
  const input: ListDocumentsInput = {
    caller,
    database,
    collection: path,
    ...list,
    mask: readReadMask(maskOf(parameters.all("mask.fieldPaths")), "mask"),
    startAfter: token === "" ? undefined : parsePageToken(token, named, list.orderBy.length),
    nowMicros: calls.nowMicros(),
  };
  checkStart(input);
  const { output } = await transactions.read(
    caller,
    readIn,
    (seen) => calls.read("firestore.listDocuments", input, seen),
    ({ documents, cost }) => {
      const found = toFound(documents.flatMap(({ stored }) => stored ?? []));
      return { reads: [{ kind: "query", input: toQuery(input, input.pageSize), found }], cost };
    },
  );
  const next = output.next && formatPageToken(named, output.next);
  return formatListDocuments(database, output.documents, next);
}

/** A page begins behind a document of the list. */
function checkStart({ collection, database, startAfter }: ListDocumentsInput): void {
  const name = startAfter?.at(-1);
  if (name === undefined) return;
  const parent = documentName(database, collection);
  if ("referenceValue" in name && parentOf(name.referenceValue) === parent) return;
  throw invalidArgument("pageToken is not one of this list.");
}

const WRITE_PARAMETERS = [
  "updateMask.fieldPaths",
  "mask.fieldPaths",
  "currentDocument.exists",
  "currentDocument.updateTime",
];

async function updateDocument(context: RequestContext): Promise<string> {
  const { caller, database, path, request } = context;
  const parameters = readParameters(request, WRITE_PARAMETERS);
  const options = {
    mask: maskOf(parameters.all("updateMask.fieldPaths")),
    precondition: preconditionOf(parameters),
  };
  const mask = readReadMask(maskOf(parameters.all("mask.fieldPaths")), "mask");
  const { json, sizeBytes } = await readJson(request, "document", caller);
  const name = documentName(database, path);
  const write = parseDocumentUpdate(path, name, json, options);
  return writeDocument(context, { write, mask, sizeBytes });
}

async function createDocument(context: RequestContext): Promise<string> {
  const { caller, database, request } = context;
  const parameters = readParameters(request, ["documentId", "mask.fieldPaths"]);
  const mask = readReadMask(maskOf(parameters.all("mask.fieldPaths")), "mask");
  const id = parameters.one("documentId") ?? "";
  if (id !== "") checkId(id, "documentId");
  const path = `${context.path}/${id === "" ? randomId() : id}`;
  checkDocumentPath(path, "documentId");
  const { json, sizeBytes } = await readJson(request, "document", caller);
  const write = parseDocumentUpdate(path, documentName(database, path), json, {
    mask: undefined,
    precondition: { exists: false },
  });
  return writeDocument(context, { write, mask, sizeBytes });
}

async function writeDocument(
  { calls, caller, database }: RequestContext,
  asked: {
    write: ReturnType<typeof parseDocumentUpdate>;
    mask: ReturnType<typeof readReadMask>;
    sizeBytes: number;
  },
): Promise<string> {
  const { write, mask, sizeBytes } = asked;
  const input = { caller, write, mask, nowMicros: calls.nowMicros() };
  return formatDocument(database, (await calls.writeDocument(input, sizeBytes)).document);
}

async function deleteDocument({ calls, caller, path, request }: RequestContext): Promise<string> {
  const parameters = readParameters(request, [
    "currentDocument.exists",
    "currentDocument.updateTime",
  ]);
  const precondition = preconditionOf(parameters);
  const writes = [{ kind: "delete" as const, path, precondition }];
  await calls.commit({ caller, writes, nowMicros: calls.nowMicros() }, path.length);
  return "{}";
}

function preconditionOf(
  parameters: ReturnType<typeof readParameters>,
): ReturnType<typeof readPrecondition> {
  const exists = parameters.one("currentDocument.exists");
  const updateTime = parameters.one("currentDocument.updateTime");
  const isSaid = exists === "true" || exists === "false";
  return readPrecondition(
    {
      ...(exists !== undefined && { exists: isSaid ? exists === "true" : exists }),
      ...(updateTime !== undefined && { updateTime }),
    },
    "currentDocument",
  );
}

function maskOf(fieldPaths: string[] | undefined): { fieldPaths: string[] } | undefined {
  return fieldPaths && { fieldPaths };
}

function readInOf(transaction: string | undefined): ReadIn {
  // An address that was not well encoded has a space for a plus.
  const id = readTransaction(transaction?.replaceAll(" ", "+"), "transaction");
  return id === undefined ? undefined : { transaction: id };
}

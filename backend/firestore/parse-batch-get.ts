/** The body of a batchGet. */
import type { FieldPath } from "./field-path.ts";
import { invalidArgument } from "./errors.ts";
import { readList, readObject, within } from "./json-reader.ts";
import { READ_IN_NAMES, type ReadIn, readReadIn } from "./parse-transaction.ts";
import { readReadMask } from "./parse-writes.ts";
import { type DatabaseName, readDocumentName } from "./resource-name.ts";

const MAX_DOCUMENTS = 1000;

export type ParsedBatchGet = {
  paths: string[];
  mask: FieldPath[] | undefined;
  readIn: ReadIn;
};

export function parseBatchGet(database: DatabaseName, json: unknown): ParsedBatchGet {
  const body = readObject(
    json,
    "",
    ["documents", "mask", ...READ_IN_NAMES],
    ["readTime", "database"],
  );
  const names = readList(body["documents"] ?? [], "documents");
  if (names.length > MAX_DOCUMENTS) {
    throw invalidArgument(`documents may name at most ${MAX_DOCUMENTS} documents.`);
  }
  const paths = names.map((name, index) =>
    readDocumentName(database, name, within("documents", index)),
  );
  return {
    // One answer for each document, as Firestore gives it, also when it is named twice.
    paths: [...new Set(paths)],
    mask: readReadMask(body["mask"], "mask"),
    readIn: readReadIn(body),
  };
}

/** The body of a batchGet. */
import type { FieldPath } from "./field-path.ts";
import { readList, readObject, within } from "./json-reader.ts";
import { readMask } from "./parse-writes.ts";
import { type DatabaseName, readDocumentName } from "./resource-name.ts";

export function parseBatchGet(
  database: DatabaseName,
  json: unknown,
): { paths: string[]; mask: FieldPath[] | undefined } {
  const unsupported = ["transaction", "newTransaction", "readTime", "database"];
  const body = readObject(json, "", ["documents", "mask"], unsupported);
  const names = readList(body["documents"] ?? [], "documents");
  return {
    paths: names.map((name, index) => readDocumentName(database, name, within("documents", index))),
    mask: readMask(body["mask"], "mask"),
  };
}

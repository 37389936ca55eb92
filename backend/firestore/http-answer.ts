/** Answers in the JSON of Firestore's REST v1. */
import type { FirestoreValue } from "#lib/firestore-value.ts";
import type { BatchGetResult } from "./batch-get.ts";
import type { CommitResult } from "./commit.ts";
import type { StoredDocument } from "./document.ts";
import type { ListCollectionIdsResult } from "./list-collection-ids.ts";
import type { ListedDocument } from "./list-documents.ts";
import { type DatabaseName, documentName } from "./resource-name.ts";
import type { Aggregation, RunAggregationResult } from "./run-aggregation.ts";
import type { RunQueryResult } from "./run-query.ts";
import { formatMicros } from "./timestamp.ts";

/** The fields are stored as JSON already and are passed on as they are. */
export function formatDocument(database: DatabaseName, document: StoredDocument): string {
  const name = JSON.stringify(documentName(database, document.path));
  const createTime = formatMicros(document.createTime);
  const updateTime = formatMicros(document.updateTime);
  return (
    `{"name":${name},"fields":${document.fieldsText},` +
    `"createTime":"${createTime}","updateTime":"${updateTime}"}`
  );
}

export function formatCommit({ time, results }: CommitResult): string {
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

/** @param begun the id of a transaction that began with this read; it comes first, alone. */
export function formatBatchGet(
  database: DatabaseName,
  paths: readonly string[],
  { documents, readTime }: BatchGetResult,
  begun: string | undefined,
): string {
  const time = formatMicros(readTime);
  const entries = documents.map((document, index) => {
    const missing = JSON.stringify(documentName(database, paths[index] as string));
    const one = document ? `"found":${formatDocument(database, document)}` : `"missing":${missing}`;
    return `{${one},"readTime":"${time}"}`;
  });
  return formatStream(begun, entries);
}

/** @param begun as of `formatBatchGet`. */
export function formatRunQuery(
  database: DatabaseName,
  { documents, readTime }: RunQueryResult,
  begun: string | undefined,
): string {
  const time = formatMicros(readTime);
  if (documents.length === 0) return formatStream(begun, [`{"readTime":"${time}"}`]);
  const entries = documents.map(
    (document) => `{"document":${formatDocument(database, document)},"readTime":"${time}"}`,
  );
  return formatStream(begun, entries);
}

/** @param begun as of `formatBatchGet`. */
export function formatRunAggregation(
  aggregations: readonly Aggregation[],
  { values, readTime }: RunAggregationResult,
  begun: string | undefined,
): string {
  const aggregateFields = Object.fromEntries(
    aggregations.map(({ alias }, index) => [alias, values[index]]),
  );
  const entry = { result: { aggregateFields }, readTime: formatMicros(readTime) };
  return formatStream(begun, [JSON.stringify(entry)]);
}

function formatStream(begun: string | undefined, entries: readonly string[]): string {
  const first = begun === undefined ? [] : [JSON.stringify({ transaction: begun })];
  return `[${[...first, ...entries].join(",\n")}]`;
}

/** A missing document is its name alone. As at Google, what is empty is left out. */
export function formatListDocuments(
  database: DatabaseName,
  documents: readonly ListedDocument[],
  nextPageToken: string | undefined,
): string {
  const entries = documents.map(({ path, stored }) =>
    stored === undefined
      ? JSON.stringify({ name: documentName(database, path) })
      : formatDocument(database, stored),
  );
  const parts = [
    ...(entries.length > 0 ? [`"documents":[${entries.join(",\n")}]`] : []),
    ...(nextPageToken === undefined ? [] : [`"nextPageToken":"${nextPageToken}"`]),
  ];
  return `{${parts.join(",")}}`;
}

export function formatCollectionIds(
  { ids }: ListCollectionIdsResult,
  nextPageToken: string | undefined,
): string {
  return JSON.stringify({
    ...(ids.length > 0 && { collectionIds: ids }),
    ...(nextPageToken !== undefined && { nextPageToken }),
  });
}

/** What the dialect asks of the store threads. */
import type { SqlitePort } from "../sqlite/index.ts";
import type { BatchGetInput, BatchGetResult } from "./batch-get.ts";
import type { CommitResult } from "./commit.ts";
import type { FirestoreOperations } from "./firestore-operations.ts";
import type { ListCollectionIdsInput, ListCollectionIdsResult } from "./list-collection-ids.ts";
import type { ListDocumentsInput, ListDocumentsResult } from "./list-documents.ts";
import type { RunAggregationInput, RunAggregationResult } from "./run-aggregation.ts";
import type { RunQueryInput, RunQueryResult } from "./run-query.ts";
import type { Seen } from "./transaction-reads.ts";
import type { WriteDocumentInput, WriteDocumentResult } from "./write-document.ts";

/** What can be read in a transaction: input and result by the operation's name. */
type Reads = {
  "firestore.batchGet": [BatchGetInput, BatchGetResult];
  "firestore.listDocuments": [ListDocumentsInput, ListDocumentsResult];
  "firestore.runAggregation": [RunAggregationInput, RunAggregationResult];
  "firestore.runQuery": [RunQueryInput, RunQueryResult];
};
type CommitInput = Parameters<FirestoreOperations["firestore.commit"]>[1];

export type FirestoreCalls = {
  nowMicros(): number;
  /**
   * @param seen ABORTED unless all of it is still so.
   * @param sizeBytes of the request.
   * @returns `commit`: the last one before a read in a transaction.
   */
  read<Name extends keyof Reads>(
    name: Name,
    input: Reads[Name][0],
    seen: Seen | undefined,
    sizeBytes?: number,
  ): Promise<{ output: Reads[Name][1]; commit: number }>;
  commit(input: CommitInput, sizeBytes: number): Promise<CommitResult>;
  writeDocument(input: WriteDocumentInput, sizeBytes: number): Promise<WriteDocumentResult>;
  listCollectionIds(input: ListCollectionIdsInput): Promise<ListCollectionIdsResult>;
};

/** @param announce called with each commit, as `onCommitted` of the store. */
export function createFirestoreCalls(deps: {
  sqlite: SqlitePort<FirestoreOperations>;
  nowMicros: () => number;
  announce: (result: CommitResult) => void;
}): FirestoreCalls {
  const { sqlite, nowMicros, announce } = deps;
  return {
    nowMicros,
    async read<Name extends keyof Reads>(
      name: Name,
      input: Reads[Name][0],
      seen: Seen | undefined,
      sizeBytes = 0,
    ): Promise<{ output: Reads[Name][1]; commit: number }> {
      if (seen === undefined) {
        const output: unknown = await sqlite.read(name, input, { sizeBytes });
        return { output: output as Reads[Name][1], commit: 0 };
      }
      const answer = await sqlite.read(
        "firestore.readInTransaction",
        { seen, name, input },
        { sizeBytes },
      );
      return answer as { output: Reads[Name][1]; commit: number };
    },
    commit: (input, sizeBytes) =>
      sqlite.write("firestore.commit", input, { sizeBytes, onCommitted: announce }),
    writeDocument: (input, sizeBytes) =>
      sqlite.write("firestore.writeDocument", input, {
        sizeBytes,
        onCommitted: ({ committed }) => announce(committed),
      }),
    listCollectionIds: (input) => sqlite.read("firestore.listCollectionIds", input),
  };
}

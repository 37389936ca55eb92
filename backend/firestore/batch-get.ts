/** Documents by path, inside the reader thread. */
import type { Caller } from "../http/index.ts";
import type { StoreDatabase } from "../sqlite/index.ts";
import { openCheckGet } from "./ask-rules.ts";
import { createAnswerBudget } from "./answer-budget.ts";
import { type StoredDocument, withMask } from "./document.ts";
import type { FieldPath } from "./field-path.ts";
import { getDocument, getLastCommit } from "./firestore-store.ts";
import { createScanBudget } from "./scan-budget.ts";

export type BatchGetInput = {
  caller: Caller;
  paths: string[];
  mask: FieldPath[] | undefined;
  nowMicros: number;
};

/** In the order of the paths; null where there is no document. */
export type BatchGetResult = { documents: (StoredDocument | null)[]; readTime: number };

export function batchGet(db: StoreDatabase, input: BatchGetInput): BatchGetResult {
  const budget = createScanBudget(input.caller);
  const answer = createAnswerBudget(input.caller);
  const checkGet = openCheckGet(db, input.caller, input.nowMicros);
  const documents = input.paths.map((path) => {
    const document = getDocument(db, path);
    checkGet(path, document);
    if (document === undefined) return null;
    budget.document(document);
    if (input.mask !== undefined || input.caller !== "admin") budget.parsed(document);
    return answer.spend(withMask(document, input.mask));
  });
  return { documents, readTime: Math.max(input.nowMicros, getLastCommit(db).time) };
}

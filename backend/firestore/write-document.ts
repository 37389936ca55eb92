/** A write of one document that is answered with it, inside the writer thread. */
import type { Caller } from "../http/index.ts";
import { OperationError, type StoreDatabase } from "../sqlite/index.ts";
import { openCheckGet } from "./ask-rules.ts";
import { type CommitResult, type Write, commit } from "./commit.ts";
import { type StoredDocument, withMask } from "./document.ts";
import type { FieldPath } from "./field-path.ts";
import { getDocument } from "./firestore-store.ts";

export type WriteDocumentInput = {
  caller: Caller;
  write: Extract<Write, { kind: "update" }>;
  /** Of the answer. */
  mask: FieldPath[] | undefined;
  nowMicros: number;
};

export type WriteDocumentResult = { committed: CommitResult; document: StoredDocument };

export function writeDocument(db: StoreDatabase, input: WriteDocumentInput): WriteDocumentResult {
  const { caller, write, mask, nowMicros } = input;
  const committed = commit(db, { caller, writes: [write], nowMicros });
  const stored = getDocument(db, write.path);
  if (stored === undefined) throw new Error(`The document ${write.path} was not written.`);
  const shown = mayGet(db, input, stored) ? stored : withMask(stored, write.mask);
  return { committed, document: withMask(shown, mask) };
}

/** Who may write a document and not get it is told what was written, not what else is in it. */
function mayGet(
  db: StoreDatabase,
  { caller, nowMicros, write }: WriteDocumentInput,
  stored: StoredDocument,
): boolean {
  try {
    openCheckGet(db, caller, nowMicros)(write.path, stored);
    return true;
  } catch (error) {
    if (error instanceof OperationError && error.code === "PERMISSION_DENIED") return false;
    throw error;
  }
}

/** A write of one document that is answered with it, inside the writer thread. */
import type { Caller } from "../http/index.ts";
import type { StoreDatabase } from "../sqlite/index.ts";
import { openMayGet } from "./ask-rules.ts";
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
  // Who may write a document and not get it is told what was written, not what else is in it.
  const mayGet = openMayGet(db, caller, nowMicros)(write.path, stored);
  const shown = mayGet ? stored : withMask(stored, write.mask);
  return { committed, document: withMask(shown, mask) };
}
